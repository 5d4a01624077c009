package table

import (
	"bytes"
	"strconv"
	"strings"

	"assay/themes"
	"assay/ui/jsondoc"
	"assay/ui/rows"
)

const gap = 2 // cells between columns

// body returns how many rows are on the screen.
func (m *Model) body() int { return max(0, m.height-1) }

// head returns the cells of the bar, the sign if there are any, and the row's number.
func (m *Model) head() int {
	head := 2 + len(strconv.Itoa(len(m.grid.rows))) + gap
	if m.signs != nil { // beside a number a sign would be part of it
		head++
	}
	return head
}

// follow scrolls so that the cell the reader is on is on the screen.
func (m *Model) follow() {
	m.dirty = true
	if m.grid == nil || len(m.grid.columns) == 0 {
		return
	}
	body := m.body()
	m.top = max(min(m.top, m.row), m.row-body+1)
	m.top = max(0, min(m.top, len(m.grid.rows)-body))
	m.left = min(m.left, m.column)
	for m.left < m.column && m.endOf(m.column) > m.width-m.line.Margin {
		m.left++
	}
}

// endOf returns the column of the screen after a column of the table.
func (m *Model) endOf(column int) int {
	widths := m.widths()
	x := m.head()
	for i := m.left; i <= column; i++ {
		if !m.grid.columns[i].hidden {
			x += widths[i] + gap
		}
	}
	return x - gap
}

// widths returns the cells of each column. If what they need does not fit, the
// widest are cut to one width, but not so far that nothing could be read: then the
// table scrolls.
func (m *Model) widths() []int {
	const readable = 14
	widths := make([]int, len(m.grid.columns))
	room := m.width - m.line.Margin - m.head()
	needed := 0
	for i, c := range m.grid.columns {
		if c.hidden {
			continue
		}
		widths[i] = c.width
		if i == m.sorted { // the sign beside the name
			widths[i] = max(widths[i], min(len(c.name)+2, widest))
		}
		if m.signs != nil { // before the value
			widths[i]++
		}
		needed += widths[i] + gap
	}
	needed -= gap
	limit := widest
	for ; needed > room && limit > readable; limit-- {
		for i, c := range m.grid.columns {
			if widths[i] >= limit && !c.hidden {
				widths[i]--
				needed--
			}
		}
	}
	for i := range widths {
		widths[i] = min(widths[i], max(room, narrowest))
	}
	return widths
}

// View returns the table as the lines of its size, each exactly as wide.
func (m *Model) View() string {
	if m.dirty {
		m.frame, m.dirty = strings.Join(m.draw(), "\n"), false
	}
	return m.frame
}

func (m *Model) draw() []string {
	m.places = m.places[:0]
	var lines []string
	if m.height > 0 && m.grid != nil {
		widths := m.widths()
		lines = append(lines, m.drawHead(widths))
		for row := m.top; row < len(m.grid.rows) && len(lines) < m.height; row++ {
			lines = append(lines, m.drawRow(row, widths))
		}
	} else if m.height > 0 && m.work.cancel != nil {
		m.line.Start(m.width, 0)
		m.line.Spaces(themes.Style{}, 2)
		m.line.Put(m.theme.Dim, m.work.what)
		lines = append(lines, m.line.Finish(themes.Style{}))
	}
	for len(lines) < m.height {
		m.line.Start(m.width, 0)
		lines = append(lines, m.line.Finish(themes.Style{}))
	}
	return lines
}

func (m *Model) drawHead(widths []int) string {
	t := m.theme
	m.line.Start(m.width, 0)
	m.line.Spaces(themes.Style{}, m.head())
	ascending, descending := "↑", "↓"
	if t.Glyphs.ASCII {
		ascending, descending = "^", "v"
	}
	for i := m.left; i < len(m.grid.columns) && m.line.Room() > 0; i++ {
		c := &m.grid.columns[i]
		if c.hidden {
			continue
		}
		from, width := m.line.Used(), min(widths[i], m.line.Room())
		if width < min(narrowest, widths[i]) { // a strip that says nothing
			break
		}
		sign := ""
		if i == m.sorted {
			sign = " " + ascending
			if m.down {
				sign = " " + descending
			}
		}
		style := t.Strong
		if i == m.column && m.focused {
			style = t.Focus
		}
		m.paint.safe([]byte(c.name), false)
		room := max(width-len([]rune(sign)), 1)
		if c.kind == numbers {
			m.line.Spaces(themes.Style{}, room-m.paint.width(room))
		}
		m.line.Text(&m.paint.text, style, nil, room, t.Glyphs.Ellipsis)
		m.line.Put(t.Accent, sign)
		m.line.Spaces(themes.Style{}, from+width-m.line.Used())
		m.places = append(m.places, span{i, from, from + width})
		m.line.Spaces(themes.Style{}, gap)
	}
	return m.line.Finish(themes.Style{})
}

func (m *Model) drawRow(row int, widths []int) string {
	t := m.theme
	base, bar := themes.Style{}, themes.Style{}
	if row == m.row {
		bar = t.Dim
		if m.focused {
			base, bar = t.Selected, t.Accent.Over(t.Selected)
		}
	}
	line := &m.line
	line.Start(m.width, 0)
	if row == m.row {
		line.Put(bar, t.Glyphs.Bar)
	} else {
		line.Spaces(base, 1)
	}
	if mark := m.sign(int(m.grid.rows[row])); mark.Text != "" {
		line.Put(mark.Style.Over(base), mark.Text)
	} else {
		line.Spaces(base, 1)
	}
	number := strconv.Itoa(m.doc.Place(int(m.grid.rows[row])))
	line.Spaces(base, m.head()-2-gap-len(number))
	line.Put(t.Faint.Over(base), number)
	line.Spaces(base, gap)
	for i := m.left; i < len(m.grid.columns) && line.Room() > 0; i++ {
		c := &m.grid.columns[i]
		if c.hidden {
			continue
		}
		width := min(widths[i], line.Room())
		end := line.Used() + width
		if width < min(narrowest, widths[i]) {
			break
		}
		m.drawCell(row, i, width, base)
		line.Spaces(base, end-line.Used())
		line.Spaces(base, gap)
	}
	return line.Finish(base)
}

// drawCell draws the value of a cell in at most width cells.
func (m *Model) drawCell(row, column, width int, base themes.Style) {
	t, line := m.theme, &m.line
	here, end := row == m.row && column == m.column && m.focused, line.Used()+width
	n := m.grid.cell(row, column)
	if n < 0 {
		if here {
			line.Spaces(t.OnSelected(t.AccentFill), width)
		}
		return
	}
	m.paint.set(m.doc, n)
	mark, right := m.cellSign(row, column), m.grid.columns[column].kind == numbers
	if mark.Text != "" {
		width--
	}
	if right {
		line.Spaces(base, width-m.paint.width(width))
	}
	if mark.Text != "" {
		line.Put(mark.Style.Over(base), mark.Text)
	}
	style := m.style(n).Over(base)
	if here {
		style = t.OnSelected(t.AccentFill)
	}
	link := ""
	if m.doc.Kind(n) == jsondoc.String && bytes.HasPrefix(m.paint.text.Bytes, []byte("http")) {
		link = t.LinkStart(string(m.doc.Text(n)), false)
	}
	m.paint.shorten(width, t.Glyphs.Ellipsis)
	line.Link(link)
	line.Text(&m.paint.text, style, m.hits(n, base), width, t.Glyphs.Ellipsis)
	if link != "" {
		line.Link(themes.LinkEnd)
	}
	if here && !right {
		line.Spaces(style, end-line.Used())
	}
}

// style returns the style of a value.
func (m *Model) style(n int) themes.Style {
	switch m.doc.Kind(n) {
	case jsondoc.String:
		return m.theme.Text
	case jsondoc.Number:
		return m.theme.Number
	case jsondoc.Array, jsondoc.Object:
		return m.theme.Dim
	}
	return m.theme.Literal
}

// hits returns the marks of what is searched in the text at hand, of node n.
func (m *Model) hits(n int, base themes.Style) []rows.Mark {
	m.marks = m.paint.text.Hits(m.marks, m.Finder(), n, m.theme.Match.Over(base))
	return m.marks
}
