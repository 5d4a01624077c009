package jsontree

import (
	"strconv"

	"assay/themes"
	"assay/ui/jsondoc"
	"assay/ui/rows"
)

// previewCells is the most a string takes in the preview of what it is in, unless cells
// are left.
const previewCells = 24

// piece is safe text of one style.
type piece struct {
	style themes.Style
	text  string
}

// drawPreview writes what is in a folded container, as much as fits whole:
// { name: "Birch", price: 129, … } or [3] "a", "b", … For a list of objects it is
// what the first one has: [24] { name, price, … }
func (m *Model) drawPreview(n int, kind jsondoc.Kind, brush *brush) {
	line := &m.paint.line
	closing := ""
	keysOnly := false
	if kind == jsondoc.Array {
		line.Put(brush.count, "["+strconv.Itoa(m.doc.Count(n))+"]")
		line.Spaces(brush.base, 1)
		if first := n + 1; m.doc.Kind(first) == jsondoc.Object && m.doc.HasChildren(first) {
			n, kind, keysOnly = first, jsondoc.Object, true
		}
	}
	if kind == jsondoc.Object {
		line.Put(brush.punctuation, "{ ")
		closing = " }"
	}
	m.paint.most = m.mostOf(n, keysOnly, line.Room()-len(closing), brush)
	separator := ""
	for c := n + 1; c < m.doc.End(n); c = m.doc.End(c) {
		width := len(separator) + m.previewOf(c, brush, keysOnly)
		after := len(closing)
		if !m.doc.IsLast(c) {
			after += len(", ") + 1
		}
		if width+after > line.Room() {
			line.Put(brush.punctuation, separator+m.theme.Glyphs.Ellipsis)
			break
		}
		line.Put(brush.punctuation, separator)
		for _, piece := range m.paint.pieces {
			line.Put(piece.style, piece.text)
		}
		separator = ", "
	}
	line.Put(brush.punctuation, closing)
}

// mostOf returns what a string takes at most: where all children fit and strings of them
// are cut, these share the cells that are left.
func (m *Model) mostOf(n int, keysOnly bool, room int, brush *brush) int {
	m.paint.most, m.paint.cut = previewCells, 0
	for c := n + 1; c < m.doc.End(n); c = m.doc.End(c) {
		if room -= m.previewOf(c, brush, keysOnly); room < 0 {
			return previewCells
		}
		room -= len(", ")
	}
	return previewCells + max(room, 0)/max(m.paint.cut, 1)
}

// previewOf prepares the pieces of one child, or of its key only, and returns their
// cells.
func (m *Model) previewOf(n int, brush *brush, keyOnly bool) (width int) {
	m.paint.pieces = m.paint.pieces[:0]
	add := func(style themes.Style, text string, cells int) {
		m.paint.pieces = append(m.paint.pieces, piece{style, text})
		width += cells
	}
	if key, ok := m.doc.RawKey(n); ok {
		text, cells := m.short(key, rows.JSONString)
		if keyOnly {
			add(brush.index, text, cells)
			return width
		}
		add(brush.index, text+": ", cells+2)
	}
	style := brush.faint
	switch kind := m.doc.Kind(n); {
	case kind == jsondoc.Array:
		text := "[" + strconv.Itoa(m.doc.Count(n)) + "]"
		add(style, text, len(text))
	case kind == jsondoc.Object && m.doc.HasChildren(n):
		add(style, "{"+m.theme.Glyphs.Ellipsis+"}", 3)
	case kind == jsondoc.Object:
		add(style, "{}", 2)
	case kind == jsondoc.String:
		raw := m.values.Raw(m.doc, n)
		text, cells := m.short(raw[1:len(raw)-1], rows.JSONString)
		add(brush.text, `"`+text+`"`, cells+2)
	default:
		text, cells := m.short(m.values.Raw(m.doc, n), rows.Plain)
		add(brush.value(kind), text, cells)
	}
	return width
}

// short returns source in as many cells as a string takes at most.
func (m *Model) short(source []byte, form rows.Form) (text string, width int) {
	t := &m.paint.text
	t.Safe(source, 0, m.paint.most*4+16, form)
	end, width := t.Cut(m.paint.most)
	if end == len(t.Bytes) && !t.More {
		return string(t.Bytes), width
	}
	m.paint.cut++
	end, width = t.Cut(m.paint.most - 1)
	return string(t.Bytes[:end]) + m.theme.Glyphs.Ellipsis, width + 1
}
