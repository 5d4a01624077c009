package listing

import (
	"assay/service/extract/fields"
	"assay/service/extract/find"
	"assay/service/extract/onpage"
	"assay/service/extract/paper"
	"assay/service/extract/words"
)

// longTable is what a table of ten rows is preferred by to one of none.
const longTable = 0.05

// ownTable is what a table that the reader of a page found is preferred by to one
// of words that stand in line.
const ownTable = 0.006

// firstHead is what a table is preferred by whose first column is called what the list is.
const firstHead = 0.1

// paperList answers a list of containers from the tables of a document: the one
// whose columns answer most of the fields, and its continuations on later pages;
// or, where none does, from goods above their sum. It returns nil if neither
// answers, and always for web pages.
func paperList(e *Engine, w *fields.Field, s onpage.Scope) *find.Reading {
	if e.Sheet == nil {
		return nil
	}
	var best *find.Reading
	tables := e.Ledgers()
	name := words.Default().New(paper.Spelt(w.Query.Name), w.Query.Hint().Words)
	for i := range tables {
		l := &tables[i]
		if node := l.Heads[0].Node; !s.Holds(node) || !e.InPlace(w, node) {
			continue
		}
		m := paperColumns(e, w, l)
		like := headMeans(e, name, l.Heads[0].Text)
		if m.named == 0 || m.named == 1 && len(w.Children) > 1 && like < find.LeastMeaning {
			continue
		}
		score := m.mean() + firstHead*like + longTable*float64(min(len(l.Rows), 10))/10
		if l.Spans != nil {
			score += ownTable
		}
		if best == nil || score > best.Score {
			best = &find.Reading{Score: score, Answers: func() []fields.Answer { return paperRows(e, w, tables[i:], m.columns) }}
		}
	}
	if best == nil || best.Score < e.Weights.SetThreshold {
		return goodsList(e, w, s)
	}
	return best
}
