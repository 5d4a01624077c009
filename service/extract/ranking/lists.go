package ranking

import (
	"assay/query"
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

// RankLists answers lists with what most likely answers them.
func (e *Engine) RankLists(answers, again []fields.Answer) {
	models := rank.Default()
	var l *lists
	asked := 0
	listsAsked(answers, again, "", func(path string, a *fields.Answer, answered []*fields.Answer) {
		if asked++; asked > maxRankedLists || e.Context.Err() != nil || e.AllSay(a) {
			return
		}
		if l == nil {
			l = newLists(e)
		}
		list := l.ask(a.Field, answered)
		var found []fields.Answer
		if best := chooseSet(models.Sets, l.weigh(list, answered, &models.Columns, nil)); best != nil {
			found = l.build(list, best, rank.LeastTold)
		}
		a.List = e.Limit(a.Field, found)
		if len(answered) > 1 {
			answered[1].List = nil
		}
	})
}

// chooseSet returns the set that most likely answers a list, or nil if none is likely to.
func chooseSet(m rank.Model, all []listRow) *listRow {
	rows := make([]*rank.SetRow, len(all))
	for i := range all {
		rows[i] = &all[i].row
	}
	if best := m.Choose(rows); best >= 0 {
		return &all[best]
	}
	return nil
}
