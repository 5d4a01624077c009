package editor

import "assay/keymap"

// stretching are the moves that stretch the selection, with the ones that they are else.
var stretching = map[keymap.Action]keymap.Action{
	keymap.EditorSelectLeft: keymap.EditorLeft, keymap.EditorSelectRight: keymap.EditorRight,
	keymap.EditorSelectUp: keymap.EditorUp, keymap.EditorSelectDown: keymap.EditorDown,
	keymap.EditorSelectWordLeft: keymap.EditorWordLeft, keymap.EditorSelectWordRight: keymap.EditorWordRight,
	keymap.EditorSelectLineStart: keymap.EditorLineStart, keymap.EditorSelectLineEnd: keymap.EditorLineEnd,
	keymap.EditorSelectTextStart: keymap.EditorTextStart, keymap.EditorSelectTextEnd: keymap.EditorTextEnd,
}

// move does the actions that move the cursor or the view; any other does nothing.
func (m *Model) move(action keymap.Action) {
	plain, stretches := stretching[action]
	if stretches {
		action = plain
	}
	switch action {
	case keymap.EditorUp:
		m.moveRows(-1, stretches)
	case keymap.EditorDown:
		m.moveRows(1, stretches)
	case keymap.EditorPageUp:
		m.moveRows(-m.page(), false)
	case keymap.EditorPageDown:
		m.moveRows(m.page(), false)
	case keymap.EditorScrollUp:
		m.scrollRows(-1)
	case keymap.EditorScrollDn:
		m.scrollRows(1)
	case keymap.EditorSelectAll:
		m.sel(pos{}, m.buf.end())
		m.reveal = none
	default:
		if to, ok := m.target(action, stretches); ok {
			m.moveTo(to, stretches)
		}
	}
}

// target returns where a move within the text leads; ok is false for any other action.
func (m *Model) target(action keymap.Action, stretches bool) (to pos, ok bool) {
	at, s := m.caret.cursor, m.selected()
	leaves := !stretches && !s.empty() // the selection, at one of its ends
	switch action {
	case keymap.EditorLeft:
		if to = m.buf.left(at); leaves {
			to = s.from
		}
	case keymap.EditorRight:
		if to = m.buf.right(at); leaves {
			to = s.to
		}
	case keymap.EditorWordLeft:
		to = m.buf.wordLeft(at)
	case keymap.EditorWordRight:
		to = m.buf.wordRight(at)
	case keymap.EditorLineStart:
		to = m.lineStart()
	case keymap.EditorLineEnd:
		to = m.lineEnd()
	case keymap.EditorTextStart:
	case keymap.EditorTextEnd:
		to = m.buf.end()
	default:
		return to, false
	}
	return to, true
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
