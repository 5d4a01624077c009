package filepicker

import (
	"strings"
	"time"

	"assay/keymap"
	"assay/themes"
	"assay/ui/cells"
	"assay/ui/pane"
)

// head returns the lines above the list: that of the filter.
func (m *Model) head() int {
	if m.filtering || m.filter.Value() != "" {
		return 1
	}
	return 0
}

// rows returns how many entries the list shows at once.
func (m *Model) rows() int { return max(m.height-m.head(), 1) }

// Title returns what the list is of, for a border of the given width: the folder,
// cut in its middle.
func (m *Model) Title(width int) string {
	if m.folder == "" {
		return "Recent"
	}
	return cells.CutMiddle(cells.Visible(Short(m.folder, m.options.Home)), width, m.theme.Glyphs.Ellipsis)
}

// Status says where in the list the cursor is, and how it departs from a plain one.
func (m *Model) Status() string {
	var parts []string
	if m.order != byName {
		parts = append(parts, orderNames[m.order])
	}
	if m.allTypes {
		parts = append(parts, "all types")
	}
	if m.hidden {
		parts = append(parts, "hidden")
	}
	place, all := m.cursor+1, len(m.shown)
	if all > 0 && m.entries[m.shown[0].entry].up { // which is no entry of the folder
		place, all = place-1, all-1
	}
	switch {
	case m.reading != nil:
		parts = append(parts, "reading"+m.theme.Glyphs.Ellipsis)
	case place > 0 && all > 0:
		parts = append(parts, cells.Group(int64(place))+"/"+cells.Group(int64(all)))
	case all > 0:
		parts = append(parts, cells.Group(int64(all)))
	}
	return strings.Join(parts, m.theme.Glyphs.Separator)
}

// View returns the picker as height lines of exactly width cells.
func (m *Model) View() []string {
	lines := make([]string, 0, m.height)
	t := m.theme
	if m.head() > 0 {
		m.filter.SetWidth(max(m.width-2, 1))
		lines = append(lines, t.Accent.Render("/")+" "+m.filter.View())
	}
	for i := m.top; i < min(m.top+m.rows(), len(m.shown)); i++ {
		lines = append(lines, m.row(i))
	}
	if len(m.shown) == 0 || len(m.shown) == 1 && m.entries[m.shown[0].entry].up {
		lines = append(lines, m.empty()...)
	}
	for i := range lines {
		lines[i] = cells.Fit(lines[i], m.width, t.Glyphs.Ellipsis)
	}
	if len(lines) > m.height {
		return lines[:m.height]
	}
	return append(lines, pane.Blank(m.width, m.height-len(lines))...)
}

func (m *Model) key(action keymap.Action) string { return m.keys.Key(action, m.theme.Glyphs.ASCII) }

// empty says why there is nothing in the list, and what to do.
func (m *Model) empty() []string {
	t := m.theme
	var lines []string
	say := func(style themes.Style, text string) {
		lines = append(lines, pane.Paragraph(style, " ", text, max(m.width-2, 1))...)
	}
	switch {
	case m.err != nil:
		say(t.Bad, "This folder cannot be read: "+m.err.Error()+".")
		say(t.Dim, m.key(keymap.FilesParent)+" goes to the folder above.")
	case m.reading != nil || m.sifting || m.latest == nil:
		say(t.Dim, "reading"+t.Glyphs.Ellipsis)
	case LooksLikePaths(m.filter.Value()):
		say(t.Dim, m.key(keymap.ListAccept)+" goes to this path")
	case m.filter.Value() != "":
		say(t.Dim, "nothing matches")
	case m.folder == "":
		say(t.Dim, "Nothing was chosen yet. "+m.key(keymap.FilesRecent)+" goes back to the folders.")
	default:
		say(t.Dim, "There are no "+m.kind()+" here.")
		lines = append(lines, "")
		step := func(action keymap.Action, what string) {
			lines = append(lines, "  "+t.Strong.Render(cells.Fit(m.key(action), 3, ""))+t.Dim.Render(what))
		}
		step(keymap.FilesFilter, "goes to a typed path")
		step(keymap.FilesParent, "goes to the folder above")
		step(keymap.FilesRecent, "lists recent files and folders")
		if !m.allTypes && m.options.Kind != "" {
			step(keymap.FilesTypes, "shows files of all types")
		}
	}
	return lines
}

func (m *Model) kind() string {
	if m.allTypes || m.options.Kind == "" {
		return "files"
	}
	return m.options.Kind
}

// The widths of the columns at the right, and from which width the first is shown.
const (
	detailWidth = 12
	sizeWidth   = 7
	dateWidth   = 6
	detailFrom  = 38
)

// row draws an entry: the mark, the name, what the owner has to tell, size, date.
func (m *Model) row(i int) string {
	s, selected := m.shown[i], i == m.cursor
	t, e := m.theme, &m.entries[s.entry]
	base, bar := themes.Style{}, " "
	if selected && m.focused {
		base, bar = t.Selected, t.Glyphs.Bar
	}
	name := t.Text
	mark := " "
	switch {
	case e.folder:
		name = t.Key
	case m.isIn[e.path]:
		mark, name = t.Good.Over(base).Render(t.Glyphs.Check), t.Strong
	case !e.fits || e.odd || e.gone:
		name = t.Faint
	}
	var b strings.Builder
	t.Accent.Over(base).Write(&b, bar)
	if mark == " " {
		base.Write(&b, " ")
	} else {
		b.WriteString(mark)
	}
	base.Write(&b, " ")
	right := m.facts(e, base)
	room := max(m.width-3-cells.Width(right), 4)
	m.writeName(&b, e, m.beside(i), s.hits, name.Over(base), t.Accent.Over(base), base, room)
	b.WriteString(right)
	return b.String()
}

// facts draws the columns behind the name of a file: what the owner has to tell, size and
// date, as far as there is room for them beside the longest name.
func (m *Model) facts(e *entry, base themes.Style) string {
	if e.folder || m.width < detailFrom {
		return ""
	}
	t := m.theme
	var b strings.Builder
	column := func(style themes.Style, text string, width int) {
		style.Over(base).Write(&b, cells.FitRight(text, width, t.Glyphs.Ellipsis))
		base.Write(&b, " ")
	}
	detail, size := "", ""
	switch {
	case e.gone:
		detail = "not there"
	case e.odd:
		detail = "no file"
	default:
		if detail = m.options.Detail(e.path); e.known {
			size = cells.Bytes(e.size)
		}
	}
	const sized = detailWidth + 1 + sizeWidth + 1
	if m.width-3-sized < m.longest {
		column(t.Dim, detail, min(cells.Width(detail), detailWidth))
		return b.String()
	}
	column(t.Dim, detail, detailWidth)
	column(t.Dim, size, sizeWidth)
	if m.width-3-sized-dateWidth-1 >= m.longest {
		column(t.Faint, m.date(e), dateWidth)
	}
	return b.String()
}

// beside returns the names above and below a row.
func (m *Model) beside(i int) []string {
	var names []string
	for _, other := range m.shown[max(i-1, 0):min(i+2, len(m.shown))] {
		if other.entry != m.shown[i].entry {
			names = append(names, cells.Visible(m.entries[other.entry].name))
		}
	}
	return names
}

// writeName writes a name in exactly room cells, with what the filter found
// painted; a name that is too long is cut in its middle, where its ending stays.
func (m *Model) writeName(b *strings.Builder, e *entry, others []string, hits []int, plain, hit, base themes.Style, room int) {
	line := cells.Split(e.name, 1)
	tail := ""
	if e.folder && !e.up {
		tail = "/"
	}
	width := 0
	for _, c := range line {
		width += c.Width
	}
	if width += len(tail); width > room {
		shown := make([]string, len(line))
		for i, c := range line {
			shown[i] = c.Show
		}
		plain.Write(b, cells.Fit(cells.CutCommon(strings.Join(shown, "")+tail, others, room-1, m.theme.Glyphs.Ellipsis), room, ""))
		return
	}
	next := 0
	for _, c := range line {
		for next < len(hits) && hits[next] < c.Start {
			next++
		}
		style := plain
		if next < len(hits) && hits[next] < c.End {
			style = hit
		}
		style.Write(b, c.Show)
	}
	if tail != "" {
		plain.Write(b, tail)
	}
	base.Write(b, cells.Blank(room-width))
}

// date writes when a file was changed: the hour of a day, the day of a year, the
// year.
func (m *Model) date(e *entry) string {
	if !e.known || e.gone {
		return ""
	}
	now, at := time.Now(), e.modified.Local()
	switch {
	case now.Sub(at) < 24*time.Hour && now.Day() == at.Day():
		return at.Format("15:04")
	case now.Sub(at) < 330*24*time.Hour:
		return at.Format("2 Jan")
	}
	return at.Format("2006")
}
