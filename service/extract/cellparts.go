package extract

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"assay/service/content"
	"assay/service/extract/evidence"
	"assay/service/extract/lexicon"
	"assay/service/extract/read"
	"assay/service/extract/records"
)

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
