package form

import (
	"cmp"
	"strings"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"assay/ui/cells"
)

// row is one row of the form: a field, or a part of what is wrong with it.
type row struct {
	field int
	wrong string // "" on the field's own row
}

const (
	margin     = 2  // columns for the mark of the focus
	gap        = 2  // columns between label and value
	helpLines  = 3  // of the help of a field at most
	enoughRows = 10 // in so many, help has its place even if the fields must scroll
	fieldWidth = 64 // columns of a typed value at most
	numberCols = 8
)

// NaturalHeight returns the rows the form takes at its width without scrolling.
func (m *Model) NaturalHeight() int {
	return len(m.makeRows()) + m.helpRows()
}

// helpRows returns the rows that the help takes, whichever field has the focus: an
// empty one, and those of the longest; 0 if no field has help.
func (m *Model) helpRows() int {
	longest := 0
	for _, f := range m.fields {
		if f.Help != "" {
			longest = max(longest, min(len(wrap(f.Help, m.width-margin)), helpLines))
		}
	}
	if longest == 0 {
		return 0
	}
	return 1 + longest
}

// View returns the form as height lines of exactly width cells: the fields, and
// the help of the one with the focus at the bottom.
func (m *Model) View() string {
	if m.dirty {
		m.drawn, m.dirty = m.draw(), false
	}
	return m.drawn
}

func (m *Model) draw() string {
	if m.width <= 0 || m.height <= 0 {
		return ""
	}
	m.rows = m.makeRows()
	help := m.help()
	room := m.height - len(help)
	m.scroll(room)
	lines := make([]string, 0, m.height)
	for i := m.top; i < len(m.rows) && len(lines) < room; i++ {
		lines = append(lines, m.drawRow(m.rows[i]))
	}
	for len(lines) < room {
		lines = append(lines, cells.Blank(m.width))
	}
	return strings.Join(append(lines, help...), "\n")
}

func (m *Model) makeRows() []row {
	var rows []row
	for _, i := range m.shown() {
		rows = append(rows, row{field: i})
		if err := m.fields[i].wrong(); err != nil {
			for _, line := range wrap(err.Error(), m.valueWidth()) {
				rows = append(rows, row{i, line})
			}
		}
	}
	return rows
}

// wrap breaks a sentence into lines of at most width cells.
func wrap(text string, width int) []string {
	return strings.Split(ansi.Wrap(cells.Visible(text), max(width, 1), ""), "\n")
}

// help returns the rows at the bottom with the help of the focused field.
func (m *Model) help() []string {
	rows := m.helpRows()
	if rows == 0 || m.Focused() == "" || m.height < min(len(m.rows)+rows, enoughRows) {
		return nil
	}
	text := wrap(m.fields[m.focus].Help, m.width-margin)
	if len(text) > helpLines {
		text[helpLines-1] = strings.Join(text[helpLines-1:], " ")
	}
	out := make([]string, rows)
	for i := range out {
		line := ""
		if i > 0 && i <= len(text) && i <= helpLines {
			line = text[i-1]
		}
		out[i] = cells.Fit(cells.Blank(margin)+m.theme.Dim.Render(cells.Fit(line, m.width-margin, m.theme.Glyphs.Ellipsis)), m.width, "")
	}
	return out
}

// scroll changes the first row so that the focused field is in sight with what is
// wrong with it.
func (m *Model) scroll(room int) {
	if m.follow {
		first, last := -1, -1
		for i, r := range m.rows {
			if r.field == m.focus {
				if first < 0 {
					first = i
				}
				last = i
			}
		}
		m.top = min(max(m.top, last+1-room), max(first, 0))
		m.follow = false
	}
	m.top = max(min(m.top, len(m.rows)-room), 0)
}

// labelWidth returns the columns of the labels, valueWidth those of the values.
func (m *Model) labelWidth() int {
	widest := 0
	for _, f := range m.fields {
		widest = max(widest, cells.Width(cells.Visible(f.Label)))
	}
	return min(widest, max(m.width*2/5, 1))
}

func (m *Model) valueColumn() int { return margin + m.labelWidth() + gap }

func (m *Model) valueWidth() int { return max(m.width-m.valueColumn(), 1) }

func (m *Model) drawRow(r row) string {
	f := m.fields[r.field]
	focused := r.field == m.focus
	ellipsis := m.theme.Glyphs.Ellipsis
	if r.wrong != "" {
		text := m.theme.Bad.Render(cells.Fit(r.wrong, m.valueWidth(), ellipsis))
		return cells.Fit(cells.Blank(m.valueColumn())+text, m.width, "")
	}
	mark, label := cells.Blank(margin), m.theme.Dim
	if focused {
		mark = cells.Fit(m.theme.Accent.Render(m.theme.Glyphs.Bar), margin, "")
		label = m.theme.Strong
	}
	line := mark + label.Render(cells.Fit(cells.Visible(f.Label), m.labelWidth(), ellipsis)) + cells.Blank(gap)
	return cells.Fit(line+m.drawValue(f, focused), m.width, "")
}

func (m *Model) drawValue(f *field, focused bool) string {
	switch f.Kind {
	case Choice:
		return m.drawChoice(f, focused)
	case Toggle:
		return m.drawToggle(f, focused)
	case Number:
		f.input.SetWidth(min(numberCols, m.valueWidth()))
		return f.input.View() + m.theme.Dim.Render(" "+f.Unit)
	}
	f.input.SetWidth(min(fieldWidth, m.valueWidth()))
	return f.input.View()
}

// segments returns the labels of a choice as they are drawn.
func (f *field) segments() []string {
	var out []string
	for _, o := range f.Options {
		out = append(out, " "+cells.Visible(cmp.Or(o.Label, o.Value))+" ")
	}
	return out
}

// drawChoice draws all options in a row, or the chosen one alone if they do not
// fit.
func (m *Model) drawChoice(f *field, focused bool) string {
	on, off, arrow := m.theme.Selected, m.theme.Dim, m.theme.Faint
	if focused {
		on, arrow = m.theme.AccentFill, m.theme.Accent
	}
	left, right := m.arrows()
	segments := f.segments()
	if len(segments) == 0 {
		return ""
	}
	var b strings.Builder
	if !m.allFit(segments) {
		arrow.Write(&b, left)
		on.Write(&b, segments[f.option])
		arrow.Write(&b, right)
		return cells.Fit(b.String(), m.valueWidth(), m.theme.Glyphs.Ellipsis)
	}
	arrow.Write(&b, left)
	for i, segment := range segments {
		if i > 0 {
			m.theme.Faint.Write(&b, m.theme.Glyphs.Space)
		}
		style := off
		if i == f.option {
			style = on
		}
		style.Write(&b, segment)
	}
	arrow.Write(&b, right)
	return b.String()
}

func (m *Model) arrows() (left, right string) {
	if m.theme.Glyphs.ASCII {
		return "<", ">"
	}
	return "‹", "›"
}

func (m *Model) allFit(segments []string) bool {
	width := 2 + len(segments) - 1
	for _, s := range segments {
		width += cells.Width(s)
	}
	return width <= m.valueWidth()
}

func (m *Model) drawToggle(f *field, focused bool) string {
	mark, word, style := " ", "off", m.theme.Dim
	if f.on {
		mark, word, style = m.theme.Glyphs.Check, "on", m.theme.Text
	}
	bracket := m.theme.Faint
	if focused {
		bracket = m.theme.Accent
	}
	return bracket.Render("[") + m.theme.Good.Render(mark) + bracket.Render("] ") + style.Render(word)
}

func (m *Model) mouse(msg tea.MouseMsg) {
	switch {
	case msg.Button == tea.MouseButtonWheelUp:
		m.top = max(m.top-1, 0)
	case msg.Button == tea.MouseButtonWheelDown:
		m.top++
	case msg.Button == tea.MouseButtonLeft && msg.Action == tea.MouseActionPress:
		m.press(msg)
	}
}

// press gives the focus to the field under the mouse; on its value it switches,
// chooses or places the cursor.
func (m *Model) press(msg tea.MouseMsg) {
	i := msg.Y + m.top
	if msg.Y < 0 || msg.Y >= m.height-len(m.help()) || i >= len(m.rows) {
		return
	}
	r := m.rows[i]
	f := m.fields[r.field]
	x := msg.X - m.valueColumn()
	if f.input != nil && x >= 0 && r.wrong == "" { // before the focus changes what is drawn under the mouse
		msg.X = x
		f.input.Update(msg)
		at := f.input.Cursor()
		m.focusOn(r.field)
		f.input.SetCursor(at)
		return
	}
	m.focusOn(r.field)
	if x < 0 || r.wrong != "" {
		return
	}
	switch f.Kind {
	case Toggle:
		f.on, f.told = !f.on, nil
	case Choice:
		m.pressChoice(f, x)
	}
}

func (m *Model) pressChoice(f *field, x int) {
	segments := f.segments()
	n := len(segments)
	if n == 0 {
		return
	}
	f.told = nil
	if !m.allFit(segments) { // the left half goes back
		if x <= cells.Width(segments[f.option])/2 {
			f.option = (f.option + n - 1) % n
		} else {
			f.option = (f.option + 1) % n
		}
		return
	}
	column := 1
	for i, segment := range segments {
		if x < column+cells.Width(segment) {
			f.option = i
			return
		}
		column += cells.Width(segment) + 1
	}
}
