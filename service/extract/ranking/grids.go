package ranking

import (
	"assay/service/content"
	"assay/service/extract/evidence"
	"assay/service/extract/listing"
	"assay/service/extract/onpage"
	"assay/service/extract/read"
	"assay/service/extract/records"
)

// table takes the rows of a table.
func (l *lists) table(g *evidence.Grid) {
	e := l.engine
	s := &listed{grid: g, names: []string{g.Caption}}
	for _, k := range g.Titles {
		s.names = append(s.names, e.Index.NameText(k))
	}
	for i := range g.Rows {
		node := g.Rows[i].Node
		s.spans = append(s.spans, records.Span{From: node, To: e.Tree.Nodes[node].End})
	}
	for i := range g.Headers {
		s.headers = l.bag.Add(s.headers, g.Headers[i].Text)
	}
	l.add(s)
}

// turned returns a table whose rows are the columns of another, for one that has names both over
// its columns and before its rows, as those have that compare things; or nil.
func turned(e *Engine, g *evidence.Grid) *evidence.Grid {
	if len(g.Headers) < 3 || len(g.Headers) > maxSetColumns || len(g.Rows) < 2 || len(g.Rows) >= maxSetColumns {
		return nil
	}
	t := &evidence.Grid{Node: g.Node, Caption: g.Caption, Titles: g.Titles, Headers: []evidence.Header{g.Headers[0]}}
	for i := range g.Rows {
		name := evidence.Header{Key: evidence.NoKey, Node: g.Rows[i].Cells[0]}
		if name.Node != content.None {
			name.Text = e.Tree.Text(name.Node)
		}
		if name.Text == "" || len(name.Text) > maxSetName || read.IsBareNumber(name.Text) {
			return nil
		}
		t.Headers = append(t.Headers, name)
	}
	for k := 1; k < len(g.Headers); k++ {
		h := &g.Headers[k]
		if h.Text == "" || h.Node == g.Headers[k-1].Node {
			continue
		}
		row := evidence.GridRow{Node: h.Node, Cells: []content.ID{h.Node}}
		for i := range g.Rows {
			row.Cells = append(row.Cells, g.Rows[i].Cells[k])
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// cells returns the columns of a table.
func (l *lists) cells(s *listed) []listedColumn {
	var out []listedColumn
	at := map[content.ID]int{}
	for i := range s.grid.Rows {
		at[s.grid.Rows[i].Node] = i
	}
	for k := range s.grid.Headers {
		if len(out) == maxSetColumns {
			break
		}
		h := &s.grid.Headers[k]
		c := listedColumn{Column: onpage.Column{Key: evidence.NoKey, Parts: make([]onpage.Part, len(s.sample))}, cell: k}
		if h.Text != "" {
			c.names = append(c.names, l.name(h.Text))
		}
		for r, sp := range s.sample {
			c.Parts[r] = s.cell(at[sp.From], k)
			if c.Parts[r].ID != content.None {
				c.Have++
			}
		}
		if c.Have > 0 {
			out = append(out, c)
			out = append(out, l.cellParts(s, c)...)
		}
	}
	return out
}

// maxCellParts is how many things the cells of a column show that become columns.
const maxCellParts = 4

// cellParts returns columns of the things that most cells of a column show, each in an element of
// its own: a symbol over a name.
func (l *lists) cellParts(s *listed, of listedColumn) (out []listedColumn) {
	for k := range maxCellParts {
		c := of
		c.thing, c.Have = k+1, 0
		c.Parts = make([]onpage.Part, len(of.Parts))
		for r := range of.Parts {
			if c.Parts[r] = l.thing(of.Parts[r], k); c.Parts[r].ID != content.None {
				c.Have++
			}
		}
		if 2*c.Have < of.Have {
			break
		}
		out = append(out, c)
	}
	return out
}

// thing returns one of the things that a cell shows.
func (l *lists) thing(cell onpage.Part, k int) onpage.Part {
	if cell.ID != content.None {
		if parts := listing.CellParts(l.engine.Engine, cell.ID); k < len(parts) {
			cell.ID = parts[k]
			return cell
		}
	}
	return onpage.NoPart
}

// cell returns the cell of a table as a part of its row.
func (s *listed) cell(row, column int) onpage.Part {
	p := onpage.NoPart
	if cells := s.grid.Rows[row].Cells; column < len(cells) {
		p.ID = cells[column]
	}
	return p
}
