package extract

import (
	"assay/query"
	"assay/service/content"
	"assay/service/extract/evidence"
)

// dateColumn gives a day that is still open the free column that alone has days in all
// its cells, whatever its header calls them.
func (e *engine) dateColumn(ws []*want, g *evidence.Grid, m *tableMatch) float64 {
	open := -1
	for i, w := range ws {
		if m.columns[i] < 0 && (w.typ == query.Date || w.typ == query.DateTime) && w.field.IsLeaf() && !w.field.List {
			if open >= 0 {
				return 0
			}
			open = i
		}
	}
	if open < 0 {
		return 0
	}
	found := -1
	for c := range g.Headers {
		if !e.hasDays(ws[open], g, c) {
			continue
		}
		if found >= 0 || m.taken[c] {
			return 0
		}
		found = c
	}
	if found < 0 {
		return 0
	}
	m.columns[open], m.taken[found] = found, true
	return sharedHeader
}

// hasDays reports whether all rows of a table have a day in a column.
func (e *engine) hasDays(w *want, g *evidence.Grid, column int) bool {
	for _, row := range g.Rows[:min(len(g.Rows), 20)] {
		if c := row.Cells[column]; c == content.None || e.t.Len(c) > maxPattern || e.cellValue(w, c).json == "" {
			return false
		}
	}
	return len(g.Rows) > 0
}
