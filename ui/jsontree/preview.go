package jsontree

import (
	"strconv"

	"assay/themes"
	"assay/ui/jsondoc"
	"assay/ui/rows"
)

// previewCells is the most a string takes in the preview of what it is in.
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

// short returns source as at most previewCells cells.
func (m *Model) short(source []byte, form rows.Form) (text string, width int) {
	t := &m.paint.text
	t.Safe(source, 0, previewCells*4+16, form)
	end, width := t.Cut(previewCells)
	if end == len(t.Bytes) && !t.More {
		return string(t.Bytes), width
	}
	end, width = t.Cut(previewCells - 1)
	return string(t.Bytes[:end]) + m.theme.Glyphs.Ellipsis, width + 1
}
