package listing

import (
	"slices"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"assay/service/content"
	"assay/service/extract/align"
	"assay/service/extract/evidence"
	"assay/service/extract/fields"
	"assay/service/extract/find"
	"assay/service/extract/lexicon"
	"assay/service/extract/onpage"
	"assay/service/extract/read"
	"assay/service/extract/records"
)

// bestGroups answers a list whose records are a heading and a list of their own from
// tables of the page that each stand under a heading: the groups of a tournament, the
// days of a programme.
func bestGroups(e *Engine, w *fields.Field, s onpage.Scope) *find.Reading {
	rows, name := groupFields(w)
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
		heading := headingBefore(e, g.Node)
		if m.named*2 < len(inner.Children) || heading == content.None {
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
					a.Children[i] = fields.Answer{Field: c, Leaf: headingValue(e, c, g.heading)}
				default:
					a.Children[i] = container(e, []*fields.Field{c}, onpage.Scope{From: g.heading, To: a.To})[0]
				}
			}
			out = append(out, a)
		}
		return out
	}}
}

// bestTurned weighs the page's tables whose records are columns: things side by side,
// compared row by row, each row named at its left.
func bestTurned(e *Engine, w *fields.Field, s onpage.Scope) *find.Reading {
	var best *find.Reading
	for _, g := range e.Index.Tables {
		if !s.Holds(g.Node) || !e.InPlace(w, g.Node) || len(g.Headers) < 3 || len(g.Rows) < 2 || len(g.Rows) > maxTurned {
			continue
		}
		rows, score, named := matchRows(e, w.Children, g)
		if named < 2 && named < len(w.Children) {
			continue
		}
		if best == nil || score > best.Score {
			best = &find.Reading{Score: score * e.Weights.TableColumn, Answers: func() []fields.Answer { return tableColumns(e, w, g, rows) }}
		}
	}
	return best
}

// headingValue reads a heading as the value of a field.
func headingValue(e *Engine, w *fields.Field, id content.ID) fields.Value {
	plain := *w
	plain.Shape = lexicon.AnyShape
	text := align.HeadingText(e.Tree.Text(id))
	if encoded, fit := e.Read(&plain, text); fit > 0 {
		return fields.Value{JSON: encoded, Text: text, Node: id, Kind: evidence.Heading, Score: e.Weights.Kind[evidence.Heading] * fit}
	}
	return fields.Value{Node: content.None}
}

// stacksOf returns the parts of the cells of a table's columns in which most cells have
// several.
func stacksOf(e *Engine, g *evidence.Grid) stacks {
	var s stacks
	for c := range g.Headers {
		stacked, filled := 0, 0
		column := stacks{}
		for _, row := range g.Rows {
			cell := row.Cells[c]
			if cell == content.None || e.Tree.Len(cell) == 0 {
				continue
			}
			filled++
			if parts := CellParts(e, cell); len(parts) > 1 {
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

// partValue answers a field that no column of a table does from the parts of a row's
// cells beside those that say what their headers ask for: the address under a name, the
// name beside a symbol, the number before one.
func partValue(e *Engine, w *fields.Field, row *evidence.GridRow, s stacks) fields.Value {
	for _, cell := range row.Cells {
		parts := s[cell]
		if cell == content.None || parts == nil {
			continue
		}
		main := mainPart(e, parts)
		for _, p := range parts {
			if p == main || !isPartFor(e, w, p, parts) {
				continue
			}
			for _, text := range e.ValuesOf(w, p) {
				if encoded, fit := e.Read(w, text); fit > 0 && encoded != `""` {
					return fields.Value{JSON: encoded, Text: text, Node: p, Kind: evidence.Column, Score: e.Weights.Kind[evidence.Column] * otherPart * fit}
				}
			}
		}
	}
	return fields.Value{Node: content.None}
}

// CellValue reads a table cell. What has no type is taken as it stands, whatever
// the field's name suggests.
func CellValue(e *Engine, w *fields.Field, cell content.ID) fields.Value {
	t := e.Tree
	plain := *w
	if w.Type == 0 && w.Shape != lexicon.URL && w.Shape != lexicon.Image {
		plain.Shape = lexicon.AnyShape
	}
	for _, text := range e.ValuesOf(&plain, cell) {
		if encoded, fit := e.Read(&plain, text); fit > 0 && encoded != `""` {
			return fields.Value{JSON: encoded, Text: text, Node: cell, Kind: evidence.Column, Score: e.Weights.Kind[evidence.Column] * (0.7 + 0.3*fit)}
		}
	}
	if w.Type == 0 && plain.Shape != lexicon.AnyShape && t.Len(cell) > 0 { // "picture" may mean a film
		plain.Shape = lexicon.AnyShape
		text := e.Noted(cell)
		if encoded, fit := e.Read(&plain, text); fit > 0 {
			return fields.Value{JSON: encoded, Text: text, Node: cell, Kind: evidence.Column, Score: e.Weights.Kind[evidence.Column] * 0.7}
		}
	}
	return fields.Value{Node: content.None}
}

// tableMatch is which columns of a table the fields of its rows are read from.
type tableMatch struct {
	columns []int   // by field; -1 where none answers it
	taken   []bool  // by column, whether a field is given its text
	score   float64 // how well they answer, summed over the fields
	named   int     // fields that were given a column by its name
}

// maxTurned is how many rows a table has at most whose records are columns.
const maxTurned = 1000

// Where a field stands in a table whose records are columns.
const (
	nowhere   = -1
	headerRow = -2
)

// matchRows gives each field the row of a table whose first cell names it, the name
// of the things the header.
func matchRows(e *Engine, ws []*fields.Field, g *evidence.Grid) (rows []int, score float64, named int) {
	rows = make([]int, len(ws))
	taken := make([]bool, len(g.Rows))
	for i, w := range ws {
		rows[i] = nowhere
		if !w.Query.IsLeaf() || w.Query.List {
			continue
		}
		best, at := 0.0, nowhere
		for r, row := range g.Rows {
			if row.Cells[0] == content.None || taken[r] {
				continue
			}
			if label := e.Tree.Text(row.Cells[0]); len(label) < 60 {
				if sim := e.TextSimilarity(w, label); sim > best {
					best, at = sim, r
				}
			}
		}
		switch concept := w.Concept.String(); {
		case best >= e.Weights.MinSimilarity:
			rows[i], taken[at] = at, true
			score += best
			named++
		case w.Own || w.Type == 0 && (concept == "name" || concept == "title" || concept == "model" || concept == "brand"):
			rows[i] = headerRow
			score += 0.7
		}
	}
	return rows, score / float64(len(ws)), named
}

// tableColumns reads each column of a table after the first as a record.
func tableColumns(e *Engine, w *fields.Field, g *evidence.Grid, rows []int) []fields.Answer {
	var out []fields.Answer
	for c := 1; c < len(g.Headers); c++ {
		a := fields.Answer{Children: make([]fields.Answer, len(w.Children))}
		filled := false
		for i, f := range w.Children {
			a.Children[i].Field = f
			a.Children[i].Leaf.Node = content.None
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
			a.Children[i].Leaf = CellValue(e, f, cell)
			filled = filled || a.Children[i].Leaf.JSON != "" && rows[i] != headerRow
		}
		if filled {
			out = append(out, a)
		}
	}
	return out
}

// groupFields tells which field of a list is the list within each record and which
// what the record is called; -1 for none. A list with several lists is no group.
func groupFields(w *fields.Field) (rows, name int) {
	rows, name = -1, -1
	for i, c := range w.Children {
		switch {
		case c.Query.List && !c.Query.IsLeaf() && rows < 0:
			rows = i
		case !c.Query.IsLeaf() || c.Query.List:
			return -1, -1
		case name < 0 && c.Type == 0:
			name = i
		}
	}
	if name < 0 {
		return -1, -1
	}
	return rows, name
}

// headingBefore returns the heading that an element stands right under, or None.
func headingBefore(e *Engine, id content.ID) content.ID {
	i := sort.Search(len(e.Index.Sections), func(i int) bool { return e.Index.Sections[i].Heading >= id }) - 1
	if i < 0 || e.Index.Sections[i].Next <= id || e.Index.Sections[i].Heading == e.Index.H1 {
		return content.None
	}
	return e.Index.Sections[i].Heading
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

// CellParts returns the elements that a cell is made of, or nil if it is one text or a
// list of things of one kind.
func CellParts(e *Engine, cell content.ID) []content.ID {
	t := e.Tree
	var parts []content.ID
	if !gatherParts(e, cell, &parts) || len(parts) < 2 {
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
func gatherParts(e *Engine, id content.ID, parts *[]content.ID) bool {
	t := e.Tree
	elements, own := 0, false
	for c := t.FirstChild(id); c != content.None; c = t.Next(c) {
		switch {
		case t.Nodes[c].Kind == content.Text:
			own = own || strings.TrimSpace(t.Raw(t.From(c), t.To(c))) != ""
		case t.Len(c) > 0:
			elements++
			own = own || !strings.ContainsFunc(t.Text(c), onpage.IsWordRune)
		}
	}
	switch {
	case elements == 0 || own:
		*parts = append(*parts, id)
		return len(*parts) <= maxCellParts && t.Len(id) <= maxCellPart && !(own && elements > 1)
	}
	for c := t.FirstChild(id); c != content.None; c = t.Next(c) {
		if t.Nodes[c].Kind == content.Element && t.Len(c) > 0 && !gatherParts(e, c, parts) {
			return false
		}
	}
	return true
}

// mainPart returns the part of a cell that says what its header asks for: the first that
// is no picture's letters nor the number of the row.
func mainPart(e *Engine, parts []content.ID) content.ID {
	for i, p := range parts[:len(parts)-1] {
		text := e.Tree.Text(p)
		if onpage.Letters(text) == 0 && onpage.Letters(e.Tree.Text(parts[i+1])) > 2 || areInitialsOf(text, e.Tree.Text(parts[i+1])) {
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

// isPartFor reports whether the form or the name of a part of a cell tells that it is what
// a field asks for.
func isPartFor(e *Engine, w *fields.Field, p content.ID, parts []content.ID) bool {
	text := e.Tree.Text(p)
	for _, k := range align.NamesAround(e.Engine, p, records.Span{From: p, To: e.Tree.Nodes[p].End}) {
		if e.Similarity(w, k) >= align.SurelyNamed {
			return true
		}
	}
	switch {
	case w.Shape == lexicon.Email:
		_, ok := read.Email(text)
		return ok
	case w.Shape == lexicon.Phone:
		_, ok := read.Phone(text)
		return ok
	case w.Concept.String() == "rank":
		return p == parts[0] && read.IsBareNumber(strings.TrimRight(text, "."))
	case w.IsNaming():
		return align.IsPlainText(e.Engine, text) && !slices.ContainsFunc(parts, func(other content.ID) bool {
			return other != p && (strings.HasPrefix(e.Tree.Text(other), text) || areInitialsOf(text, e.Tree.Text(other)))
		})
	}
	return align.Pattern(e.Engine, w, text) >= align.MinFormed
}

// mean is how well the columns answer a field on average.
func (m *tableMatch) mean() float64 { return m.score / float64(len(m.columns)) }
