package listing

import (
	"assay/service/content"
	"assay/service/extract/align"
	"assay/service/extract/evidence"
	"assay/service/extract/fields"
	"assay/service/extract/find"
	"assay/service/extract/onpage"
)

// bestGroups answers a list whose records are a heading and a list of their own from
// tables of the page that each stand under a heading: the groups of a tournament, the
// days of a programme.
func bestGroups(e *Engine, w *fields.Field, s onpage.Scope) *find.Reading {
	rows, name := align.GroupFields(w)
	if rows < 0 {
		return nil
	}
	inner := w.Children[rows]
	type group struct {
		heading content.ID
		grid    *evidence.Grid
		columns []int
	}
	var groups []group
	total := 0.0
	for _, g := range e.Index.Tables {
		if !s.Holds(g.Node) || !e.InPlace(w, g.Node) {
			continue
		}
		m := matchHeaders(e, inner, g)
		heading := e.HeadingBefore(g.Node)
		if m.Named*2 < len(inner.Children) || heading == content.None {
			continue
		}
		if n := len(groups); n > 0 && groups[n-1].heading == heading {
			return nil // several tables of one group
		}
		groups = append(groups, group{heading, g, m.Columns})
		total += m.Mean()
	}
	if len(groups) < 2 {
		return nil
	}
	score := (1 + total/float64(len(groups))) / 2 * e.Weights.TableColumn
	return &find.Reading{Score: score, Answers: func() []fields.Answer {
		var out []fields.Answer
		for _, g := range groups {
			a := fields.Answer{Children: make([]fields.Answer, len(w.Children)), From: g.heading, To: e.Tree.Nodes[g.grid.Node].End}
			for i, c := range w.Children {
				switch i {
				case rows:
					a.Children[i] = fields.Answer{Field: c, List: e.Limit(c, tableRows(e, c, g.grid, g.columns))}
				case name:
					a.Children[i] = fields.Answer{Field: c, Leaf: e.HeadingValue(c, g.heading)}
				default:
					a.Children[i] = container(e, []*fields.Field{c}, onpage.Scope{From: g.heading, To: a.To})[0]
				}
			}
			out = append(out, a)
		}
		return out
	}}
}
