package editor

import (
	"strconv"

	tea "github.com/charmbracelet/bubbletea"

	"assay/keymap"
	"assay/ui/cells"
	"assay/ui/textline"
)

// OpenFind opens the find bar at the foot of the editor. While it is open, keys
// go to it: the application must offer those of the FindBar scope to the editor first
// (Finding).
func (m *Model) OpenFind() {
	if m.Finding() {
		return
	}
	s := m.selected()
	m.search.origin = s.from
	m.find = textline.New(m.theme, m.keys)
	m.find.SetPlaceholder("find in the text")
	m.find.Focus()
	if !s.empty() && s.from.line == s.to.line {
		m.find.SetValue(m.buf.slice(s))
	}
	m.search.text = m.find.Value()
	m.dirty, m.reveal = true, tight
}

// Finding reports whether the find bar is open.
func (m *Model) Finding() bool { return m.find != nil }

// EndFind closes the find bar; what was found last stays selected.
func (m *Model) EndFind() {
	if m.Finding() {
		m.find, m.dirty = nil, true
	}
}

// findKey handles a key while the find bar is open.
func (m *Model) findKey(msg tea.KeyMsg) tea.Cmd {
	m.dirty = true
	if !msg.Paste && m.findAction(m.keys.Find(msg.String(), keymap.FindBar, keymap.Editor)) {
		return nil
	}
	cmd := m.find.Update(msg)
	if text := m.find.Value(); text != m.search.text {
		m.search.text = text
		m.findAgain()
	}
	return cmd
}

// findAction does an action of the bar, and reports whether it is one.
func (m *Model) findAction(action keymap.Action) bool {
	switch action {
	case keymap.FindClose, keymap.EditorFind, keymap.EditorFindClose:
		m.EndFind()
	case keymap.FindNext, keymap.EditorFindNext, keymap.EditorNewline:
		m.FindNext()
	case keymap.FindPrevious, keymap.EditorFindPrevious:
		m.FindPrevious()
	default:
		return false
	}
	return true
}

// findAgain finds anew from where finding began.
func (m *Model) findAgain() {
	if len(m.matches()) == 0 {
		m.moveTo(m.buf.clamp(m.search.origin), false)
	} else {
		m.findFrom(m.buf.clamp(m.search.origin))
	}
}

// findRows returns how many rows the bar takes of the editor.
func (m *Model) findRows() int {
	if m.Finding() && m.height > 1 {
		return 1
	}
	return 0
}

const (
	findLabel = " find "
	// leastField is how many columns the field has at least.
	leastField = 8
)

// findLine draws what is looked for, and how many places there are if there is room.
func (m *Model) findLine() string {
	t := m.theme
	current, total := m.Matches()
	count, style := " "+strconv.Itoa(total), t.Dim
	switch {
	case m.search.text == "":
		count = ""
	case total == 0:
		count, style = " not found", t.Warn
	case current > 0:
		count = " " + strconv.Itoa(current) + " of " + strconv.Itoa(total)
	}
	aside := style.Render(count) + " "
	room := m.width - len(findLabel) - cells.Width(aside)
	if room < leastField {
		m.find.SetWidth(max(m.width-len(findLabel), 0))
		return cells.Fit(t.Dim.Render(findLabel)+m.find.View(), m.width, "")
	}
	m.find.SetWidth(room)
	return t.Dim.Render(findLabel) + m.find.View() + aside
}
