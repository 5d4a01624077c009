package listing

import (
	"assay/query"
	"assay/service/extract/align"
	"assay/service/extract/fields"
	"assay/service/extract/onpage"
	"assay/service/extract/records"
)

// align finds the columns of a set and gives each field the one that fits best,
// no column to two fields.
func (e *Engine) align(w *fields.Field, set *records.Set) onpage.Alignment {
	sample := onpage.SampleOf(set.Spans)
	columns := e.Columns(sample)
	al := onpage.Alignment{Choices: make([][]onpage.Choice, len(w.Children)), Formed: make([]bool, len(w.Children))}
	nested := make([]float64, len(w.Children))
	var members []align.Members
	for i, f := range w.Children {
		if f.Query.List || !f.Query.IsLeaf() {
			score, m := e.nested(f, sample)
			nested[i], members = score, append(members, m...)
		}
	}
	g := align.Giver{Engine: e.Engine, Field: w, Columns: columns, Alignment: &al, Taken: map[align.Use]bool{}}
	pairs := e.Weigh(w, columns, sample, members)
	for k := range pairs {
		g.Give(e.Tightest(w, columns, pairs[k:]))
	}
	e.Narrow(w, columns, &al)
	e.NameRecords(w, columns, sample, &al)
	e.Headed(w, columns, sample, &al)
	for i, f := range w.Children {
		if al.Formed[i] = e.AreFormed(f, sample); al.Formed[i] && len(al.Choices[i]) == 0 {
			al.Score += e.Weights.Leftover
		}
	}
	e.Leftovers(w, columns, sample, &al)
	for i, f := range w.Children {
		score := 0.0
		switch {
		case f.Query.List || !f.Query.IsLeaf():
			score = nested[i]
		case f.Type == query.Boolean && len(al.Choices[i]) == 0:
			score = toldApart(e, f, sample)
		}
		al.Score += score
		if len(al.Choices[i]) > 0 {
			score = al.Choices[i][0].Score
		}
		al.Known += min(1, score/align.SurelyKnown)
	}
	asked := len(w.Children)
	for i, f := range w.Children {
		if f.Hidden && len(al.Choices[i]) == 0 {
			asked--
		}
	}
	al.Score /= float64(max(1, asked))
	al.Known /= float64(max(1, asked))
	al.Common = align.InCommon(columns, len(sample))
	return al
}

// nested says how well the records answer a list or container that each of them has,
// from two of them, and where they have the list's members, if there are several.
func (e *Engine) nested(f *fields.Field, sample []records.Span) (float64, []align.Members) {
	score, most := 0.0, 0
	var of []align.Members
	for _, i := range [...]int{0, len(sample) / 2} {
		sp := sample[i]
		if sp.To-sp.From > onpage.MaxRecordSize {
			continue
		}
		key := inRecord{f, sp.From, sp.To}
		a, known := e.held[key]
		if !known {
			a = container(e, []*fields.Field{f}, onpage.Scope{From: sp.From, To: sp.To})[0]
			e.held[key] = a
		}
		most = max(most, len(a.List))
		switch {
		case f.Query.List && f.Query.IsLeaf():
			score += min(1, float64(len(a.List)))
		case f.Query.List && len(a.List) == 1 && a.List[0].From < a.List[0].To && isAllOf(e, records.Span{From: a.List[0].From, To: a.List[0].To}, onpage.Scope{From: sp.From, To: sp.To}):
			// the record is no list of itself
		case f.Query.List && len(a.List) > 0:
			filled := 0.0
			for i := range a.List {
				filled += worth(e, a.List[i].Children)
			}
			score += min(1, 0.3+filled/float64(len(a.List)))
			if n := len(a.List); n > 1 && a.List[0].From < a.List[n-1].To {
				of = append(of, align.Members{Record: i, From: a.List[0].From, To: a.List[n-1].To})
			}
		case !f.Query.List:
			score += min(1, worth(e, a.Children))
		}
	}
	if f.Query.List && most < 2 {
		score *= e.Weights.LoneMember
	}
	return e.Weights.Nested * score / 2, of
}
