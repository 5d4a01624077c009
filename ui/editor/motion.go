package editor

import "assay/keymap"

// move does the actions that move the cursor or the view, and reports whether
// action is one of them.
func (m *Model) move(action keymap.Action) bool {
	at := m.caret.cursor
	switch action {
	case keymap.EditorLeft:
		if s := m.selected(); !s.empty() {
			m.moveTo(s.from, false)
		} else {
			m.moveTo(m.buf.left(at), false)
		}
	case keymap.EditorRight:
		if s := m.selected(); !s.empty() {
			m.moveTo(s.to, false)
		} else {
			m.moveTo(m.buf.right(at), false)
		}
	case keymap.EditorUp:
		m.moveRows(-1, false)
	case keymap.EditorDown:
		m.moveRows(1, false)
	case keymap.EditorWordLeft:
		m.moveTo(m.buf.wordLeft(at), false)
	case keymap.EditorWordRight:
		m.moveTo(m.buf.wordRight(at), false)
	case keymap.EditorLineStart:
		m.moveTo(m.lineStart(), false)
	case keymap.EditorLineEnd:
		m.moveTo(m.lineEnd(), false)
	case keymap.EditorPageUp:
		m.moveRows(-m.page(), false)
	case keymap.EditorPageDown:
		m.moveRows(m.page(), false)
	case keymap.EditorTextStart:
		m.moveTo(pos{}, false)
	case keymap.EditorTextEnd:
		m.moveTo(m.buf.end(), false)
	case keymap.EditorBracket:
		if here, there, ok := m.matching(len(m.buf.lines)); ok {
			if here == at { // from before a bracket to before its partner
				m.moveTo(there, false)
			} else {
				m.moveTo(m.buf.right(there), false)
			}
		}
	case keymap.EditorScrollUp:
		m.scrollRows(-1)
	case keymap.EditorScrollDn:
		m.scrollRows(1)
	default:
		return m.moveSelecting(action)
	}
	return true
}

// moveSelecting does the moves that stretch the selection.
func (m *Model) moveSelecting(action keymap.Action) bool {
	at := m.caret.cursor
	switch action {
	case keymap.EditorSelectLeft:
		m.moveTo(m.buf.left(at), true)
	case keymap.EditorSelectRight:
		m.moveTo(m.buf.right(at), true)
	case keymap.EditorSelectUp:
		m.moveRows(-1, true)
	case keymap.EditorSelectDown:
		m.moveRows(1, true)
	case keymap.EditorSelectWordLeft:
		m.moveTo(m.buf.wordLeft(at), true)
	case keymap.EditorSelectWordRight:
		m.moveTo(m.buf.wordRight(at), true)
	case keymap.EditorSelectLineStart:
		m.moveTo(m.lineStart(), true)
	case keymap.EditorSelectLineEnd:
		m.moveTo(m.lineEnd(), true)
	case keymap.EditorSelectTextStart:
		m.moveTo(pos{}, true)
	case keymap.EditorSelectTextEnd:
		m.moveTo(m.buf.end(), true)
	case keymap.EditorSelectAll:
		m.sel(pos{}, m.buf.end())
		m.reveal = none
	default:
		return false
	}
	return true
}

// moveTo moves the cursor; selecting leaves the other end of the selection.
func (m *Model) moveTo(p pos, selecting bool) {
	m.caret.cursor = p
	if !selecting {
		m.caret.anchor = p
	}
	m.goal, m.hist.closed, m.dirty = -1, true, true
	m.reveal = roomy
}

// sel selects from one place to another and leaves the cursor at the second.
func (m *Model) sel(from, to pos) {
	m.moveTo(to, false)
	m.caret.anchor = from
}

// moveRows moves the cursor up or down by rows of the screen, keeping to the
// column it came from. From the first row up is the start of the text, from the
// last row down its end.
func (m *Model) moveRows(n int, selecting bool) {
	if m.goal < 0 {
		m.goal = m.rowColumn(m.caret.cursor)
	}
	goal := m.goal
	from := m.placeOf(m.caret.cursor)
	at := m.walk(from, n)
	to := m.inRow(at, goal)
	if at == from && n < 0 {
		to = pos{}
	} else if at == from {
		to = m.buf.end()
	}
	m.moveTo(to, selecting)
	m.goal = goal
}

// page returns how many rows a page moves by.
func (m *Model) page() int { return max(m.textHeight()-2, 1) }

// lineStart returns the start of the cursor's row; on the first row of a line the
// text after the indentation comes first.
func (m *Model) lineStart() pos {
	p := m.caret.cursor
	if start := m.rowStart(m.placeOf(p)); start > 0 {
		return pos{p.line, start}
	}
	if indent := len(indentation(m.buf.lines[p.line].text)); p.at != indent {
		return pos{p.line, indent}
	}
	return pos{p.line, 0}
}

// lineEnd returns the end of the cursor's row.
func (m *Model) lineEnd() pos {
	p := m.placeOf(m.caret.cursor)
	return m.inRow(p, farRight)
}

// toLineStart and toLineEnd return how far deleting to the start or end of the
// line goes; there already, it takes the line end.
func (m *Model) toLineStart() pos {
	p := m.caret.cursor
	if p.at == 0 {
		return m.buf.left(p)
	}
	return pos{p.line, 0}
}

func (m *Model) toLineEnd() pos {
	p := m.caret.cursor
	if end := len(m.buf.lines[p.line].text); p.at < end {
		return pos{p.line, end}
	}
	return m.buf.right(p)
}
