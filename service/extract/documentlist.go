package extract

import (
	"slices"
	"sort"
	"strings"

	"assay/service/content"
	"assay/service/extract/evidence"
	"assay/service/extract/paper"
)

// paperList answers a list of containers from the tables of a document: the one
// whose columns answer most of the fields, and its continuations on later pages.
// It returns nil if no table does, and always for web pages.
func (e *engine) paperList(w *want, s scope) *reading {
	if e.sheet == nil {
		return nil
	}
	var best *reading
	for i, g := range e.x.Tables {
		if !s.holds(g.Node) || !e.inPlace(w, g.Node) {
			continue
		}
		columns, score, named := e.paperColumns(w.children, g)
		if named == 0 || named == 1 && len(w.children) > 1 {
			continue
		}
		score += 0.02 * float64(min(len(g.Rows), 10)) / 10
		if best == nil || score > best.score {
			best = &reading{score, func() []answer {
				rows := e.paperRows(w, g, columns)
				for _, next := range e.x.Tables[i+1:] {
					if !e.continues(g, next) {
						break
					}
					rows = append(rows, e.paperRows(w, next, columns)...)
				}
				return rows
			}}
		}
	}
	if best == nil || best.score < e.w.SetThreshold {
		return nil
	}
	return best
}

// paperColumns gives each field a column of a document's table, each column to
// one field.
func (e *engine) paperColumns(ws []*want, g *evidence.Grid) (columns []int, score float64, named int) {
	columns = make([]int, len(ws))
	type pair struct {
		field, column int
		score         float64
	}
	var pairs []pair
	for i, w := range ws {
		columns[i] = -1
		if !w.field.IsLeaf() {
			continue
		}
		role := e.roles[w.field]
		for c, h := range g.Headers {
			if h.Text == "" {
				continue
			}
			have := paper.HeaderRole(h.Text)
			sim := 0.0
			switch {
			case sameLetters(h.Text, w.field.Name):
				sim = 1.2
			case role != 0 && have == role:
				sim = 1
			case role != 0 && have != 0:
				sim = e.paperKin(role, have)
			default:
				sim = e.similarity(w, h.Key)
			}
			if sim < e.w.MinSimilarity {
				continue
			}
			fit := e.columnFit(w, g, c)
			if fit == 0 {
				continue
			}
			pairs = append(pairs, pair{i, c, sim * (0.6 + 0.4*fit)})
		}
	}
	sort.SliceStable(pairs, func(a, b int) bool { return pairs[a].score > pairs[b].score })
	taken := make([]bool, len(g.Headers))
	for _, p := range pairs {
		if columns[p.field] >= 0 || taken[p.column] {
			continue
		}
		columns[p.field], taken[p.column] = p.column, true
		score += min(1, p.score)
		named++
	}
	return columns, score / float64(len(ws)), named
}

// paperKin says how far a column of one role answers for another.
func (e *engine) paperKin(want, have paper.Role) float64 {
	switch want.String() + " " + have.String() {
	case "total linetotal", "subtotal linetotal":
		return 0.9
	case "rate tax", "tax rate":
		return 0.7
	case "linetotal total", "linetotal subtotal", "sku position", "position sku", "description sku", "paid debit", "paid credit":
		return 0.6
	case "linetotal unitprice", "unitprice linetotal", "credit linetotal", "debit linetotal":
		return 0.45
	}
	return 0
}

// columnFit is the share of a column's cells that can be read as a field's value.
func (e *engine) columnFit(w *want, g *evidence.Grid, column int) float64 {
	read, filled := 0, 0
	for _, row := range g.Rows[:min(len(g.Rows), 20)] {
		cell := row.Cells[column]
		if cell == content.None || e.t.Len(cell) == 0 {
			continue
		}
		filled++
		if e.cellValue(w, cell).json != "" {
			read++
		}
	}
	if filled == 0 {
		return 0.1
	}
	return float64(read) / float64(filled)
}

// paperRows reads the rows of a table but for those of its sums and for lines
// that belong to the row above them.
func (e *engine) paperRows(w *want, g *evidence.Grid, columns []int) []answer {
	rows := e.tableRows(w, g, columns)
	var out []answer
	for _, r := range rows {
		if e.isSumRow(r, len(columns)) {
			continue
		}
		out = append(out, r)
	}
	return out
}

// isSumRow reports whether a row of a table is of its sums rather than a record.
func (e *engine) isSumRow(a answer, fields int) bool {
	filled := 0
	for _, c := range a.child {
		if c.leaf.json != "" {
			filled++
		}
	}
	if 2*filled > fields+1 {
		return false
	}
	for id := a.from; id < a.to; id++ {
		n := &e.t.Nodes[id]
		if n.Kind == content.Element && n.Role == content.Cell && e.t.Len(id) > 0 {
			return paper.IsSum(e.t.Text(id))
		}
	}
	return false
}

// continues reports whether a table goes on with another: on the next page, and
// with the same columns.
func (e *engine) continues(g, next *evidence.Grid) bool {
	if len(g.Headers) != len(next.Headers) || !e.t.Layout || e.t.Boxes[next.Node].Page == e.t.Boxes[g.Node].Page {
		return false
	}
	return slices.EqualFunc(g.Headers, next.Headers, func(a, b evidence.Header) bool { return strings.EqualFold(a.Text, b.Text) })
}
