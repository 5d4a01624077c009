package ranking

import (
	"assay/service/content"
	"assay/service/extract/evidence"
	"assay/service/extract/find"
	"assay/service/extract/paper"
	"assay/service/extract/rank"
)

// Bounds of the cells of tables.
const (
	maxOfferedCells = 2000 // of a page
	maxTableRows    = 200  // of a table
)

// cells offers the cells of tables by what their row is called and the name of their column.
func (o *offerer) cells(e *Engine) {
	left := maxOfferedCells
	table := func(l *find.Ledger) {
		of := 0
		for of < len(l.Heads) && !l.OfWords(of) {
			of++
		}
		if of == len(l.Heads) {
			return
		}
		for _, row := range l.Rows {
			for c := range row {
				if name := l.Heads[c].Text; c != of && row[of].Text != "" && name != "" && row[c].Text != "" && left > 0 {
					left--
					o.add(offer{is: rank.IsCell, kind: evidence.Column, node: row[c].Node, name: row[of].Text + " " + name, value: row[c].Text})
				}
			}
		}
	}
	if e.Sheet != nil {
		ledgers := e.Ledgers()
		for i := range ledgers {
			table(&ledgers[i])
		}
		return
	}
	for _, g := range e.Index.Tables {
		if len(g.Headers) > 1 && left > 0 {
			l := ledgerOf(e, g)
			table(&l)
		}
	}
}

// ledgerOf returns the short cells of a page's table.
func ledgerOf(e *Engine, g *evidence.Grid) (l find.Ledger) {
	for _, h := range g.Headers {
		l.Heads = append(l.Heads, paper.Head{Text: h.Text})
	}
	for _, row := range g.Rows[:min(len(g.Rows), maxTableRows)] {
		cells := make(paper.TableRow, len(g.Headers))
		for c, id := range row.Cells[:min(len(row.Cells), len(cells))] {
			if cells[c].Node = id; id != content.None && e.Tree.Len(id) <= maxOfferedLine {
				cells[c].Text = e.Tree.Text(id)
			}
		}
		l.Rows = append(l.Rows, cells)
	}
	return l
}
