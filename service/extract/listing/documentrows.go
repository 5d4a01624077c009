package listing

import (
	"slices"

	"assay/service/content"
	"assay/service/extract/align"
	"assay/service/extract/fields"
	"assay/service/extract/find"
	"assay/service/extract/onpage"
	"assay/service/extract/paper"
)

// paperColumns gives each field a column of a document's table by its name or role.
func paperColumns(e *Engine, ws []*fields.Field, l *find.Ledger) align.TableMatch {
	have := e.HeadRoles(l)
	m := matchColumns(ws, len(l.Heads), func(w *fields.Field, c int) float64 {
		fit := e.HeadFits(w, l, c, have)
		if fit < e.Weights.MinSimilarity {
			return 0
		}
		if share := e.ColumnFit(w, l, c); share > 0 {
			return fit * (0.6 + 0.4*share)
		}
		return 0
	}, make([]float64, len(l.Heads)))
	if 2*m.Named >= len(ws) {
		m.Score += e.OpenColumns(ws, l, &m)
	}
	return m
}

// paperRows reads the rows of the first of some tables, and of those that go on
// with it, but for those of sums.
func paperRows(e *Engine, w *fields.Field, tables []find.Ledger, columns []int) []fields.Answer {
	l := &tables[0]
	rows := ledgerRows(e, w, l, columns, l.Rows)
	if l.Spans == nil {
		return rows
	}
	last := l
	for i := range tables[1:] {
		next := &tables[1+i]
		switch {
		case next.Spans != nil && e.Continues(last, next):
			rows = append(rows, ledgerRows(e, w, next, columns, next.Rows)...)
			last = next
		case next.Spans == nil && align.SameHeads(l, next) && e.PageOf(l.Heads) == e.PageOf(next.Heads):
			rows = append(rows, ledgerRows(e, w, &find.Ledger{Table: next.Table}, columns, e.After(next.Rows, last))...)
			return rows
		}
	}
	return rows
}

func ledgerRows(e *Engine, w *fields.Field, l *find.Ledger, columns []int, rows []paper.TableRow) []fields.Answer {
	var out []fields.Answer
	for r, row := range rows {
		a := fields.Answer{Children: make([]fields.Answer, len(w.Children))}
		if l.Spans != nil {
			a.From, a.To = l.Spans[r].From, l.Spans[r].To
		}
		filled := 0
		for i, f := range w.Children {
			a.Children[i].Field = f
			a.Children[i].Leaf.Node = content.None
			if columns[i] < 0 || row[columns[i]].Node == content.None {
				if !f.Query.IsLeaf() || f.Query.List {
					a.Children[i] = container(e, []*fields.Field{f}, align.RowScope(a, row))[0]
				}
				continue
			}
			v := e.LedgerValue(f, l, row, columns[i])
			if v.JSON != "" {
				filled++
			}
			if f.Query.List {
				if v.JSON != "" {
					a.Children[i].List = []fields.Answer{{Leaf: v}}
				}
				continue
			}
			a.Children[i].Leaf = v
		}
		if filled > 0 && !align.IsSumRow(row, filled, len(columns)) {
			out = append(out, a)
		}
	}
	return out
}

// goodsList answers a list of containers from things above their sum, if names and
// amounts are asked for.
func goodsList(e *Engine, w *fields.Field, s onpage.Scope) *find.Reading {
	table, ok := e.Sheet.Goods()
	if !ok || !s.Whole {
		return nil
	}
	l := find.Ledger{Table: table}
	if !slices.ContainsFunc(w.Children, func(f *fields.Field) bool { return e.IsLineTotal(f) }) {
		for c := range l.Heads { // the price is what is printed
			if l.Heads[c].Role == paper.Named("unitprice") {
				l.Heads[c].Role = 0
			}
		}
	}
	m := paperColumns(e, w.Children, &l)
	if m.Named < 2 {
		return nil
	}
	return &find.Reading{Score: m.Mean(), Answers: func() []fields.Answer { return ledgerRows(e, w, &l, m.Columns, l.Rows) }}
}
