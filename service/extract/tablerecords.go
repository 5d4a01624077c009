package extract

import (
	"slices"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"assay/service/content"
	"assay/service/extract/evidence"
	"assay/service/extract/lexicon"
	"assay/service/extract/read"
	"assay/service/extract/records"
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

// Limits of the parts of a table's cells.
const (
	maxCellParts = 6  // of one cell
	maxCellPart  = 80 // bytes of one
)

// stacks holds, for the cells of a table that show several things, each in an element of
// its own and dressed otherwise than the others, those elements: a picture's letters, a
// name and an address, a symbol over the name of a firm.
type stacks map[content.ID][]content.ID

// stacksOf returns the parts of the cells of a table's columns in which most cells have
// several.
func (e *engine) stacksOf(g *evidence.Grid) stacks {
	var s stacks
	for c := range g.Headers {
		stacked, filled := 0, 0
		column := stacks{}
		for _, row := range g.Rows {
			cell := row.Cells[c]
			if cell == content.None || e.t.Len(cell) == 0 {
				continue
			}
			filled++
			if parts := e.cellParts(cell); len(parts) > 1 {
				stacked++
				column[cell] = parts
			}
		}
		if stacked*2 <= filled {
			continue
		}
		if s == nil {
			s = stacks{}
		}
		for cell, parts := range column {
			s[cell] = parts
		}
	}
	return s
}

// cellParts returns the elements that a cell is made of, or nil if it is one text or a
// list of things of one kind.
func (e *engine) cellParts(cell content.ID) []content.ID {
	t := e.t
	var parts []content.ID
	if !e.gatherParts(cell, &parts) || len(parts) < 2 {
		return nil
	}
	boxed, alike := false, true
	for _, p := range parts {
		boxed = boxed || t.IsBlock(p) || t.Value(p, "class") != ""
		alike = alike && t.Tag(p) == t.Tag(parts[0]) && (t.Nodes[p].Role == content.Link || t.Value(p, "class") == t.Value(parts[0], "class"))
	}
	if !boxed || alike {
		return nil
	}
	return parts
}

// gatherParts adds the innermost elements that hold the text of an element between them,
// and reports whether they do: what has commas or strokes
// between it is one text.
func (e *engine) gatherParts(id content.ID, parts *[]content.ID) bool {
	t := e.t
	elements, own := 0, false
	for c := t.FirstChild(id); c != content.None; c = t.Next(c) {
		switch {
		case t.Nodes[c].Kind == content.Text:
			own = own || strings.TrimSpace(t.Raw(t.From(c), t.To(c))) != ""
		case t.Len(c) > 0:
			elements++
			own = own || !strings.ContainsFunc(t.Text(c), isWordRune)
		}
	}
	switch {
	case elements == 0 || own:
		*parts = append(*parts, id)
		return len(*parts) <= maxCellParts && t.Len(id) <= maxCellPart && !(own && elements > 1)
	}
	for c := t.FirstChild(id); c != content.None; c = t.Next(c) {
		if t.Nodes[c].Kind == content.Element && t.Len(c) > 0 && !e.gatherParts(c, parts) {
			return false
		}
	}
	return true
}

// mainPart returns the part of a cell that says what its header asks for: the first that
// is no picture's letters nor the number of the row.
func (e *engine) mainPart(parts []content.ID) content.ID {
	for i, p := range parts[:len(parts)-1] {
		text := e.t.Text(p)
		if letters(text) == 0 && letters(e.t.Text(parts[i+1])) > 2 || areInitialsOf(text, e.t.Text(parts[i+1])) {
			continue
		}
		return p
	}
	return parts[len(parts)-1]
}

// areInitialsOf reports whether a text is the first letters of the words of a name, as
// pages draw them for want of a portrait.
func areInitialsOf(text, name string) bool {
	words := strings.Fields(name)
	if n := utf8.RuneCountInString(text); n == 0 || n > min(3, len(words)) {
		return false
	}
	for i, r := range []rune(text) {
		first, _ := utf8.DecodeRuneInString(words[i])
		if !unicode.IsUpper(r) || unicode.ToUpper(first) != r {
			return false
		}
	}
	return true
}

// otherPart is how far a part of a cell is believed that is not what its header says.
const otherPart = 0.6

// partValue answers a field that no column of a table does from the parts of a row's
// cells beside those that say what their headers ask for: the address under a name, the
// name beside a symbol, the number before one.
func (e *engine) partValue(w *want, row *evidence.GridRow, s stacks) value {
	for _, cell := range row.Cells {
		parts := s[cell]
		if cell == content.None || parts == nil {
			continue
		}
		main := e.mainPart(parts)
		for _, p := range parts {
			if p == main || !e.isPartFor(w, p, parts) {
				continue
			}
			for _, text := range e.valuesOf(w, p) {
				if encoded, fit := e.read(w, text); fit > 0 && encoded != `""` {
					return value{json: encoded, text: text, node: p, kind: evidence.Column, score: e.w.Kind[evidence.Column] * otherPart * fit}
				}
			}
		}
	}
	return value{node: content.None}
}

// isPartFor reports whether the form or the name of a part of a cell tells that it is what
// a field asks for.
func (e *engine) isPartFor(w *want, p content.ID, parts []content.ID) bool {
	text := e.t.Text(p)
	for _, k := range e.namesAround(p, records.Span{From: p, To: e.t.Nodes[p].End}) {
		if e.similarity(w, k) >= surelyNamed {
			return true
		}
	}
	switch {
	case w.shape == lexicon.Email:
		_, ok := read.Email(text)
		return ok
	case w.shape == lexicon.Phone:
		_, ok := read.Phone(text)
		return ok
	case w.concept.String() == "rank":
		return p == parts[0] && read.IsBareNumber(strings.TrimRight(text, "."))
	case w.isNaming():
		return e.isPlainText(text) && !slices.ContainsFunc(parts, func(other content.ID) bool {
			return other != p && (strings.HasPrefix(e.t.Text(other), text) || areInitialsOf(text, e.t.Text(other)))
		})
	}
	return e.pattern(w, text) >= minFormed
}
