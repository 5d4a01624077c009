package jsontree

import "assay/ui/rows"

// SetMarks sets what gives the marks of nodes; nil takes them away.
func (m *Model) SetMarks(marks func(node int) rows.Sign) { m.marks, m.dirty = marks, true }

// markOf returns the mark of a node. Of what differs in it, its own rows tell, unless it
// is folded.
func (m *Model) markOf(n int) rows.Sign {
	if m.marks == nil {
		return rows.Sign{}
	}
	if mark := m.marks(n); !mark.Inside || m.folds.isFolded(n) {
		return mark
	}
	return rows.Sign{}
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
