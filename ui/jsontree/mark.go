package jsontree

import (
	"assay/themes"
	"assay/ui/rows"
)

// Mark is a sign beside a row.
type Mark struct {
	Sign  string // one cell; "" for none
	Style themes.Style
	Note  string // after the value, if there is room; "" for none
}

// SetMarks sets what gives the marks of nodes; nil takes them away.
func (m *Model) SetMarks(marks func(node int) Mark) { m.marks, m.dirty = marks, true }

// markOf returns the mark of a node.
func (m *Model) markOf(n int) Mark {
	if m.marks == nil {
		return Mark{}
	}
	return m.marks(n)
}

// noteLeast is the fewest cells a note is written in.
const noteLeast = 8

// drawNote writes the note of a node at the end of its row.
func (m *Model) drawNote(n int, brush *brush) {
	note := m.markOf(n).Note
	line := &m.paint.line
	if note == "" || line.Room() < gap+noteLeast {
		return
	}
	line.Spaces(brush.base, gap)
	m.paint.text.Safe([]byte(note), 0, line.Room()*4+64, rows.Plain)
	line.Text(&m.paint.text, brush.count, nil, line.Room(), m.theme.Glyphs.Ellipsis)
}
