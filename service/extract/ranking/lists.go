package ranking

import (
	"slices"

	"assay/query"
	"assay/service/content"
	"assay/service/extract/align"
	"assay/service/extract/fields"
	"assay/service/extract/lexicon"
	"assay/service/extract/rank"
)

// listsAsked goes through the lists of a page that are asked for, with how they are answered by
// their names.
func listsAsked(answers, again []fields.Answer, path string, visit func(path string, a *fields.Answer, answered []*fields.Answer)) {
	for i := range answers {
		a := &answers[i]
		var b *fields.Answer
		if len(again) == len(answers) {
			b = &again[i]
		}
		switch {
		case a.Field == nil || a.Field.Hidden:
		case a.Field.Query.List:
			if !isRankedList(a.Field) {
				continue
			}
			answered := []*fields.Answer{a}
			if b != nil {
				answered = append(answered, b)
			}
			visit(path+a.Field.Query.Name, a, answered)
		case a.Field.Children != nil:
			var more []fields.Answer
			if b != nil {
				more = b.Children
			}
			listsAsked(a.Children, more, path+a.Field.Query.Name+".", visit)
		}
	}
}

// isRankedList reports whether a list is open to the ranker: not if it asks for a part of what
// there is, for pictures, for more than plain values in its records, for yes or no or for what most
// of them lack, nor if the lexicon knows all its names and nothing more is said of it.
func isRankedList(w *fields.Field) bool {
	known := w.Known && w.Query.Hint().Words == ""
	for _, f := range w.Children {
		if !f.Query.IsLeaf() || f.Query.List || f.Hidden || f.Type == query.Boolean || align.MayLack(f) || !f.Filter.None() {
			return false
		}
		known = known && f.Known
	}
	return !known && !w.Filter.Parts() && w.Shape != lexicon.Image
}

// openList is a list that is open to the ranker, with what may answer it.
type openList struct {
	*askedList
	answered []*fields.Answer
	rows     []listRow
	best     *listRow // the likeliest, or nil if none is likely to
	likely   float64
}

// firstValue is the value of a list's first field in its first record, and where it stands.
type firstValue struct {
	node content.ID
	json string
}

// isSettledList reports whether a list of records is answered by its name without doubt.
func (e *Engine) isSettledList(a *fields.Answer) bool {
	if e.AllSay(a) {
		return true
	}
	if a.Field.Children == nil || len(a.List) < 2 {
		return false
	}
	for k := range a.Field.Children {
		full, sure := 0.0, 0.0
		for i := range a.List {
			if v := valueOf(a.Field, &a.List[i], k); v != nil && v.JSON != "" {
				full++
				sure += v.Score
			}
		}
		if full < rank.SettledFull*float64(len(a.List)) || sure < rank.SettledSure*full {
			return false
		}
	}
	return true
}

// RankLists answers lists with what most likely answers them, the likeliest first, unless all are
// settled. A set that begins with the same value as an earlier list is left out, but for lists that
// ask for a part of one.
func (e *Engine) RankLists(answers, again []fields.Answer) {
	settled := true
	listsAsked(answers, again, "", func(_ string, a *fields.Answer, _ []*fields.Answer) {
		settled = settled && e.isSettledList(a)
	})
	if settled {
		return
	}
	models := rank.Default()
	var l *lists
	var open []*openList
	asked := 0
	listsAsked(answers, again, "", func(path string, a *fields.Answer, answered []*fields.Answer) {
		if asked++; asked > maxRankedLists || e.Context.Err() != nil || e.AllSay(a) {
			return
		}
		if l == nil {
			l = listsOf(e)
		}
		o := &openList{askedList: l.ask(a.Field, answered), answered: answered}
		o.rows = l.weigh(o.askedList, answered, &models.Columns, nil)
		open = append(open, o)
	})
	rows, at := make([][]*rank.SetRow, len(open)), make([][]rank.SetAt, len(open))
	for i, o := range open {
		rows[i], at[i] = rowsOf(o.rows)
	}
	rank.BesideSets(rows, at, models.Sets.Alone)
	for _, o := range open {
		o.choose(models.Sets.Beside)
	}
	taken := map[firstValue]bool{}
	for len(open) > 0 {
		next := 0
		for i := range open {
			if open[i].likely > open[next].likely {
				next = i
			}
		}
		o := open[next]
		if o.best != nil {
			first := o.first(e, o.best)
			if o.best.set != nil && o.Filter.None() && first.node != content.None && taken[first] {
				o.rows = slices.DeleteFunc(o.rows, func(r listRow) bool { return r.set != nil && o.first(e, &r) == first })
				o.choose(models.Sets.Beside)
				continue
			}
			taken[first] = true
		}
		open = slices.Delete(open, next, next+1)
		var found []fields.Answer
		if o.best != nil {
			found = l.build(o.askedList, o.best)
		}
		o.answered[0].List = e.Limit(o.Field, found)
		if len(o.answered) > 1 {
			o.answered[1].List = nil
		}
	}
}

// rowsOf returns the features and places of what may answer a list.
func rowsOf(all []listRow) ([]*rank.SetRow, []rank.SetAt) {
	rows, at := make([]*rank.SetRow, len(all)), make([]rank.SetAt, len(all))
	for i := range all {
		rows[i], at[i] = &all[i].row, all[i].at
	}
	return rows, at
}

// choose takes the set that most likely answers the list.
func (o *openList) choose(m rank.Model) {
	o.best = nil
	best, likely := m.Choose(rowsOf(o.rows))
	if o.likely = likely; best >= 0 {
		o.best = &o.rows[best]
	}
}

// first returns with what value the list begins by what may answer it, if that stands on the page.
func (o *openList) first(e *Engine, r *listRow) (out firstValue) {
	out.node = content.None
	if r.set == nil {
		for i := range o.fields {
			if v := valueOf(o.Field, &r.from.List[0], i); v != nil && v.JSON != "" {
				return firstValue{v.Node, v.JSON}
			}
		}
		return out
	}
	for i, k := range r.give.column {
		if k >= 0 {
			p := r.set.columns[k].First()
			json, _ := partAnswer(e, o.fields[i], p)
			return firstValue{p.ID, json}
		}
	}
	return out
}
