package extract

import (
	"sort"

	"assay/service/content"
	"assay/service/extract/evidence"
	"assay/service/extract/lexicon"
)

// bestGroups answers a list whose records are a heading and a list of their own from
// tables of the page that each stand under a heading: the groups of a tournament, the
// days of a programme.
func (e *engine) bestGroups(w *want, s scope) *reading {
	rows, name := groupFields(w)
	if rows < 0 {
		return nil
	}
	inner := w.children[rows]
	type group struct {
		heading content.ID
		grid    *evidence.Grid
		columns []int
	}
	var groups []group
	total := 0.0
	for _, g := range e.x.Tables {
		if !s.holds(g.Node) || !e.inPlace(w, g.Node) {
			continue
		}
		m := e.matchHeaders(inner, g)
		heading := e.headingBefore(g.Node)
		if m.named*2 < len(inner.children) || heading == content.None {
			continue
		}
		if n := len(groups); n > 0 && groups[n-1].heading == heading {
			return nil // several tables of one group
		}
		groups = append(groups, group{heading, g, m.columns})
		total += m.mean()
	}
	if len(groups) < 2 {
		return nil
	}
	score := (1 + total/float64(len(groups))) / 2 * e.w.TableColumn
	return &reading{score, func() []answer {
		var out []answer
		for _, g := range groups {
			a := answer{child: make([]answer, len(w.children)), from: g.heading, to: e.t.Nodes[g.grid.Node].End}
			for i, c := range w.children {
				switch i {
				case rows:
					a.child[i] = answer{w: c, list: e.limit(c, e.tableRows(c, g.grid, g.columns))}
				case name:
					a.child[i] = answer{w: c, leaf: e.headingValue(c, g.heading)}
				default:
					a.child[i] = e.container([]*want{c}, scope{from: g.heading, to: a.to})[0]
				}
			}
			out = append(out, a)
		}
		return out
	}}
}

// groupFields tells which field of a list is the list within each record and which
// what the record is called; -1 for none. A list with several lists is no group.
func groupFields(w *want) (rows, name int) {
	rows, name = -1, -1
	for i, c := range w.children {
		switch {
		case c.field.List && !c.field.IsLeaf() && rows < 0:
			rows = i
		case !c.field.IsLeaf() || c.field.List:
			return -1, -1
		case name < 0 && c.typ == 0:
			name = i
		}
	}
	if name < 0 {
		return -1, -1
	}
	return rows, name
}

// headingBefore returns the heading that an element stands right under, or None.
func (e *engine) headingBefore(id content.ID) content.ID {
	i := sort.Search(len(e.x.Sections), func(i int) bool { return e.x.Sections[i].Heading >= id }) - 1
	if i < 0 || e.x.Sections[i].Next <= id || e.x.Sections[i].Heading == e.x.H1 {
		return content.None
	}
	return e.x.Sections[i].Heading
}

// headingValue reads a heading as the value of a field.
func (e *engine) headingValue(w *want, id content.ID) value {
	plain := *w
	plain.shape = lexicon.AnyShape
	text := headingText(e.t.Text(id))
	if encoded, fit := e.read(&plain, text); fit > 0 {
		return value{json: encoded, text: text, node: id, kind: evidence.Heading, score: e.w.Kind[evidence.Heading] * fit}
	}
	return value{node: content.None}
}
