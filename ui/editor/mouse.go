package editor

import (
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"assay/ui/cells"
)

// drag is the state of the left mouse button.
type drag struct {
	down   bool
	clicks int // presses in one place in quick succession
	at     pos
	when   time.Time
}

const (
	doubleClick  = 400 * time.Millisecond
	wheelRows    = 3
	wheelColumns = 6
)

func (m *Model) mouse(msg tea.MouseMsg) {
	switch {
	case tea.MouseEvent(msg).IsWheel():
		m.wheel(msg)
	case msg.Action == tea.MouseActionRelease:
		m.drag.down = false
	case msg.Button != tea.MouseButtonLeft:
	case msg.Action == tea.MouseActionPress:
		m.press(msg)
	case msg.Action == tea.MouseActionMotion && m.drag.down:
		m.moveTo(m.at(msg.X, msg.Y), true)
		m.reveal = tight
	}
}

func (m *Model) wheel(msg tea.MouseMsg) {
	button := msg.Button
	if msg.Shift {
		switch button {
		case tea.MouseButtonWheelUp:
			button = tea.MouseButtonWheelLeft
		case tea.MouseButtonWheelDown:
			button = tea.MouseButtonWheelRight
		}
	}
	switch button {
	case tea.MouseButtonWheelUp:
		m.scrollRows(-wheelRows)
	case tea.MouseButtonWheelDown:
		m.scrollRows(wheelRows)
	case tea.MouseButtonWheelLeft:
		m.scrollColumns(-wheelColumns)
	case tea.MouseButtonWheelRight:
		m.scrollColumns(wheelColumns)
	}
}

// scrollColumns moves the view sideways, not past the longest line in sight.
func (m *Model) scrollColumns(n int) {
	longest := 0
	for _, r := range m.rows {
		if !r.blank && r.line < len(m.buf.lines) {
			longest = max(longest, m.buf.columns(m.buf.lines[r.line]))
		}
	}
	m.left = max(min(m.left+n, longest+1-m.textWidth()), 0)
	m.aside, m.reveal, m.dirty = allLines, none, true
}

// press moves the cursor; twice selects a word, three times a line.
func (m *Model) press(msg tea.MouseMsg) {
	if msg.Y >= m.textHeight() { // the find bar
		return
	}
	p := m.at(msg.X, msg.Y)
	now := time.Now()
	if p == m.drag.at && now.Sub(m.drag.when) < doubleClick {
		m.drag.clicks = m.drag.clicks%3 + 1
	} else {
		m.drag.clicks = 1
	}
	m.drag.down, m.drag.at, m.drag.when = true, p, now
	text := m.buf.lines[p.line].text
	switch {
	case m.drag.clicks == 2:
		start, end := cells.WordAt(text, p.at)
		m.sel(m.buf.clamp(pos{p.line, start}), m.buf.clamp(pos{p.line, end}))
	case m.drag.clicks == 3:
		end := pos{p.line, len(text)}
		if p.line+1 < len(m.buf.lines) {
			end = pos{p.line + 1, 0}
		}
		m.sel(pos{p.line, 0}, end)
	default:
		m.moveTo(p, msg.Shift)
	}
	m.reveal = none
	if m.drag.clicks == 1 {
		m.reveal = tight
	}
}

// at returns the place in the text at a cell of the view; outside it, the row just
// above or below, so that dragging there scrolls.
func (m *Model) at(x, y int) pos {
	var r place
	switch {
	case len(m.rows) == 0:
		return m.caret.cursor
	case y < 0:
		r = m.walk(m.existing(m.rows[0].place), -1)
	case y >= len(m.rows):
		r = m.walk(m.existing(m.rows[len(m.rows)-1].place), 1)
	default:
		r = m.existing(m.rows[y].place)
	}
	if y >= 0 && y < len(m.rows) && m.rows[y].blank {
		return m.buf.end()
	}
	return m.inRow(r, max(x-m.gutter(), 0)+m.leftOf(r.line))
}
