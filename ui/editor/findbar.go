package editor

import (
	"regexp"
	"strconv"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"assay/keymap"
	"assay/ui/cells"
	"assay/ui/textline"
)

// findBar is the bar at the foot of the editor: what is looked for and, below it, what
// is to take its place.
type findBar struct {
	pattern *textline.Model // nil while the bar is closed
	with    *textline.Model // nil until a replacement is asked for
	note    string          // what was done, until the next key
}

// each calls do with the fields that are open.
func (b *findBar) each(do func(*textline.Model)) {
	for _, f := range []*textline.Model{b.pattern, b.with} {
		if f != nil {
			do(f)
		}
	}
}

// replacing reports whether keys go to the replacement.
func (b *findBar) replacing() bool { return b.with != nil && b.with.Focused() }

// OpenFind opens the find bar at the foot of the editor. While it is open, keys
// go to it: the application must offer those of the FindBar scope to the editor first
// (Finding).
func (m *Model) OpenFind() {
	if m.Finding() {
		return
	}
	s := m.selected()
	m.search.origin = s.from
	m.search.pattern.text = ""
	m.find = findBar{pattern: m.newField("find in the text")}
	m.find.pattern.Focus()
	if !s.empty() && s.from.line == s.to.line {
		text := m.buf.slice(s)
		if m.search.pattern.regexp {
			text = regexp.QuoteMeta(text)
		}
		m.find.pattern.SetValue(text)
		m.search.pattern.text = m.find.pattern.Value()
	}
	m.dirty, m.reveal = true, tight
}

// OpenReplace opens the find bar with the field for the replacement. What is selected
// is what is looked for; else that is asked for first.
func (m *Model) OpenReplace() {
	m.OpenFind()
	m.find.with = m.newField("replace with")
	if m.search.pattern.text != "" {
		m.findFrom(m.search.origin)
		m.switchField()
	}
	m.dirty, m.reveal = true, tight
}

func (m *Model) newField(placeholder string) *textline.Model {
	f := textline.New(m.theme, m.keys)
	f.SetPlaceholder(placeholder)
	return f
}

// switchField goes to the other field of the bar.
func (m *Model) switchField() {
	if m.find.with == nil {
		m.find.with = m.newField("replace with")
	}
	if m.find.replacing() {
		m.find.with.Blur()
		m.find.pattern.Focus()
	} else {
		m.find.pattern.Blur()
		m.find.with.Focus()
	}
	m.reveal = tight
}

// Finding reports whether the find bar is open.
func (m *Model) Finding() bool { return m.find.pattern != nil }

// EndFind closes the find bar; what was found last stays selected.
func (m *Model) EndFind() {
	if m.Finding() {
		m.find, m.dirty = findBar{}, true
	}
}

// findKey handles a key while the find bar is open.
func (m *Model) findKey(msg tea.KeyMsg) tea.Cmd {
	m.dirty, m.find.note = true, ""
	if !msg.Paste && m.findAction(m.keys.Find(msg.String(), keymap.FindBar, keymap.Editor)) {
		return nil
	}
	if m.find.replacing() {
		return m.find.with.Update(msg)
	}
	cmd := m.find.pattern.Update(msg)
	if text := m.find.pattern.Value(); text != m.search.pattern.text {
		m.search.pattern.text = text
		m.findAgain()
	}
	return cmd
}

// findAction does an action of the bar, and reports whether it is one.
func (m *Model) findAction(action keymap.Action) bool {
	p := &m.search.pattern
	switch action {
	case keymap.FindClose, keymap.EditorFind, keymap.EditorFindClose:
		m.EndFind()
	case keymap.FindNext, keymap.EditorFindNext, keymap.EditorNewline:
		if m.find.replacing() && action != keymap.EditorFindNext {
			m.ReplaceMatch(m.find.with.Value())
		} else {
			m.FindNext()
		}
	case keymap.FindPrevious, keymap.EditorFindPrevious:
		m.FindPrevious()
	case keymap.FindField, keymap.EditorReplace:
		m.switchField()
	case keymap.FindReplaceAll:
		if m.find.with == nil { // what with is not known yet
			m.switchField()
			break
		}
		m.find.note = strconv.Itoa(m.ReplaceAll(m.find.with.Value())) + " replaced"
	case keymap.FindRegexp:
		p.regexp = !p.regexp
		m.findAgain()
	case keymap.FindCase:
		p.exact = !p.exact
		m.findAgain()
	case keymap.FindWord:
		p.word = !p.word
		m.findAgain()
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
	rows := 0
	m.find.each(func(*textline.Model) { rows++ })
	return max(min(rows, m.height-1), 0)
}

const findLabel = " find "

// findLines draws the bar in a number of rows; in one, the field that has the keys.
func (m *Model) findLines(rows int) []string {
	switch {
	case rows == 0:
		return nil
	case m.find.with == nil:
		return []string{m.findLine()}
	case rows == 1 && m.find.replacing():
		return []string{m.replaceLine()}
	}
	return []string{m.findLine(), m.replaceLine()}[:rows]
}

// findLine draws what is looked for, how, and how many places there are.
func (m *Model) findLine() string {
	t, p := m.theme, m.search.pattern
	current, total := m.Matches()
	count, style := " "+strconv.Itoa(total), t.Dim
	switch {
	case p.text == "":
		count = ""
	case m.search.err != nil:
		count, style = " "+m.search.err.Error(), t.Bad
	case total == 0:
		count, style = " not found", t.Warn
	case current > 0:
		count = " " + strconv.Itoa(current) + " of " + strconv.Itoa(total)
	}
	var modes strings.Builder
	for _, mode := range []struct {
		sign string
		on   bool
	}{{"Aa", p.exact}, {"W", p.word}, {".*", p.regexp}} {
		if mode.on {
			modes.WriteString(" " + t.Accent.Render(mode.sign))
		} else if m.width >= wideBar {
			modes.WriteString(" " + t.Faint.Render(mode.sign))
		}
	}
	return m.barLine(findLabel, m.find.pattern, modes.String()+style.Render(count))
}

// replaceLine draws what takes the place of what is found, and what was done.
func (m *Model) replaceLine() string {
	t := m.theme
	aside := t.Good.Render(" " + m.find.note)
	if m.find.note == "" {
		aside = " " + t.Strong.Render(m.keys.Key(keymap.FindReplaceAll, t.Glyphs.ASCII)) + t.Dim.Render(" all")
	}
	return m.barLine(" with ", m.find.with, aside)
}

// The columns from which the bar shows the modes that are off, and those a
// field has at least.
const (
	wideBar    = 36
	leastField = 8
)

// barLine draws a field with its label and what stands beside it, if there is room.
func (m *Model) barLine(label string, field *textline.Model, aside string) string {
	aside += " "
	room := m.width - len(label) - cells.Width(aside)
	if room < leastField {
		field.SetWidth(max(m.width-len(label), 0))
		return cells.Fit(m.theme.Dim.Render(label)+field.View(), m.width, "")
	}
	field.SetWidth(room)
	return m.theme.Dim.Render(label) + field.View() + aside
}
