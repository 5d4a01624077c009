package extract

import (
	"assay/service/content"
	"assay/service/extract/evidence"
)

// maxTurned is how many rows a table has at most whose records are columns.
const maxTurned = 1000

// bestTurned weighs the page's tables whose records are columns: things side by side,
// compared row by row, each row named at its left.
func (e *engine) bestTurned(w *want, s scope) *reading {
	var best *reading
	for _, g := range e.x.Tables {
		if !s.holds(g.Node) || !e.inPlace(w, g.Node) || len(g.Headers) < 3 || len(g.Rows) < 2 || len(g.Rows) > maxTurned {
			continue
		}
		rows, score, named := e.matchRows(w.children, g)
		if named < 2 && named < len(w.children) {
			continue
		}
		if best == nil || score > best.score {
			best = &reading{score: score * e.w.TableColumn, answers: func() []answer { return e.tableColumns(w, g, rows) }}
		}
	}
	return best
}

// Where a field stands in a table whose records are columns.
const (
	nowhere   = -1
	headerRow = -2
)

// matchRows gives each field the row of a table whose first cell names it, the name
// of the things the header.
func (e *engine) matchRows(ws []*want, g *evidence.Grid) (rows []int, score float64, named int) {
	rows = make([]int, len(ws))
	taken := make([]bool, len(g.Rows))
	for i, w := range ws {
		rows[i] = nowhere
		if !w.field.IsLeaf() || w.field.List {
			continue
		}
		best, at := 0.0, nowhere
		for r, row := range g.Rows {
			if row.Cells[0] == content.None || taken[r] {
				continue
			}
			if label := e.t.Text(row.Cells[0]); len(label) < 60 {
				if sim := e.textSimilarity(w, label); sim > best {
					best, at = sim, r
				}
			}
		}
		switch concept := w.concept.String(); {
		case best >= e.w.MinSimilarity:
			rows[i], taken[at] = at, true
			score += best
			named++
		case w.own || w.typ == 0 && (concept == "name" || concept == "title" || concept == "model" || concept == "brand"):
			rows[i] = headerRow
			score += 0.7
		}
	}
	return rows, score / float64(len(ws)), named
}

// tableColumns reads each column of a table after the first as a record.
func (e *engine) tableColumns(w *want, g *evidence.Grid, rows []int) []answer {
	var out []answer
	for c := 1; c < len(g.Headers); c++ {
		a := answer{child: make([]answer, len(w.children))}
		filled := false
		for i, f := range w.children {
			a.child[i].w = f
			a.child[i].leaf.node = content.None
			cell := content.None
			switch rows[i] {
			case nowhere:
				continue
			case headerRow:
				cell = g.Headers[c].Node
			default:
				cell = g.Rows[rows[i]].Cells[c]
			}
			if cell == content.None || c > 1 && rows[i] == headerRow && cell == g.Headers[c-1].Node {
				continue
			}
			a.child[i].leaf = e.cellValue(f, cell)
			filled = filled || a.child[i].leaf.json != "" && rows[i] != headerRow
		}
		if filled {
			out = append(out, a)
		}
	}
	return out
}
