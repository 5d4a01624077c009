package extract

import (
	"assay/query"
	"assay/service/extract/evidence"
	"assay/service/extract/fields"
	"assay/service/extract/find"
	"assay/service/extract/lexicon"
	"assay/service/extract/onpage"
	"assay/service/extract/paper"
)

// sureScore is the score from which on a value is certain: it stands beside a name
// for it that says just what was asked.
const sureScore = 0.9

// EndsEarly reports whether a query of a document may be answered for good before
// all of its pages are read, given that its values are found (see Sure). Lists go
// on, and totals come last.
func EndsEarly(q *query.Query) bool {
	root := fields.CompileFor(q.Root, func(lexicon.Phrase) (named, labelled bool) { return false, false })
	find.MarkForms(root)
	return len(root) > 0 && endEarly(root)
}

func endEarly(ws []*fields.Field) bool {
	for _, w := range ws {
		switch {
		case w.Query.List, w.Filter.Order != nil, w.Bound != 0:
			return false
		case !w.Query.IsLeaf():
			if !endEarly(w.Children) {
				return false
			}
		case w.Shape == lexicon.Price, w.Shape == lexicon.Number, w.Form == paper.Amount, w.Form == paper.Number:
			return false
		}
	}
	return true
}

// Sure reports whether every value that a query without lists asks for was found
// beside a name for it, and with certainty.
func Sure(q *query.Query, result *Result) bool {
	for i := range result.Evidence {
		if e := &result.Evidence[i]; e.Kind != evidence.Label.String() || e.Score < sureScore {
			return false
		}
	}
	return len(result.Evidence) == onpage.CountLeaves(fields.CompileContainer(q.Root))
}
