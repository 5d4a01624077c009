package extract

import (
	"assay/query"
	"assay/service/extract/evidence"
	"assay/service/extract/lexicon"
	"assay/service/extract/paper"
)

// sureScore is the score from which on a value is certain: it stands beside a name
// for it that says just what was asked.
const sureScore = 0.9

// EndsEarly reports whether a query of a document may be answered for good before
// all of its pages are read, given that its values are found (see Sure). Lists go
// on, and totals come last.
func EndsEarly(q *query.Query) bool {
	e := &engine{fieldRoles: newFieldRoles()}
	root := compileContainer(q.Root)
	e.findRoles(root, "", false)
	return len(root) > 0 && endEarly(root)
}

func endEarly(ws []*want) bool {
	for _, w := range ws {
		switch {
		case w.field.List, w.filter.Order != nil, w.bound != 0:
			return false
		case !w.field.IsLeaf():
			if !endEarly(w.children) {
				return false
			}
		case w.shape == lexicon.Price, w.shape == lexicon.Number, w.form == paper.Amount, w.form == paper.Number:
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
	return len(result.Evidence) == countLeaves(compileContainer(q.Root))
}
