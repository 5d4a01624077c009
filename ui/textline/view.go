package textline

import (
	"strings"

	"assay/themes"
	"assay/ui/cells"
)

// View returns the field as one line of exactly its width.
func (m *Model) View() string {
	if m.dirty {
		m.drawn, m.dirty = m.draw(), false
	}
	return m.drawn
}

func (m *Model) draw() string {
	switch {
	case m.width <= 0:
		return ""
	case m.text == "":
		return m.drawEmpty()
	case !m.focused:
		return m.drawBlurred()
	}
	m.scroll()
	line := m.cells()
	total := columns(line)
	right := m.left + m.width // just after the last column shown
	var b strings.Builder
	used := 0
	put := func(s themes.Style, text string, width int) {
		s.Over(m.base).Write(&b, text)
		used += width
	}
	cutLeft, cutRight := m.marks(total)
	if cutLeft {
		put(m.theme.Faint, m.theme.Glyphs.Ellipsis, 1)
	}
	for _, c := range line {
		from, to := c.Col, c.Col+c.Width
		if cutRight && to > right-1 {
			break
		}
		switch {
		case to <= m.left+used:
			continue
		case from < m.left+used || to > right: // an edge goes through it
			n := min(to, right) - m.left - used
			put(themes.Style{}, cells.Blank(n), n)
			continue
		}
		style := m.theme.Text
		if c.Escaped {
			style = m.theme.Warn
		}
		if m.all {
			style = m.theme.Text.Over(m.theme.Range)
		}
		if c.Start == m.at {
			style = m.theme.Cursor.Over(style)
		}
		put(style, c.Show, c.Width)
	}
	if m.at == len(m.text) && used < m.width {
		put(m.theme.Cursor, " ", 1)
	}
	if cutRight {
		put(themes.Style{}, cells.Blank(m.width-1-used), m.width-1-used)
		put(m.theme.Faint, m.theme.Glyphs.Ellipsis, 1)
	}
	put(themes.Style{}, cells.Blank(m.width-used), m.width-used)
	return b.String()
}

func (m *Model) drawEmpty() string {
	text := cells.Fit(cells.Visible(m.placeholder), m.width, m.theme.Glyphs.Ellipsis)
	style := m.theme.Faint.Over(m.base)
	if !m.focused {
		return style.Render(text)
	}
	first := cells.Split(text, tabStop)[0]
	return m.theme.Cursor.Over(style).Render(first.Show) + style.Render(text[first.End:])
}

// drawBlurred cuts a text that is too long in its middle: without the cursor in
// it, both its ends tell more than its beginning.
func (m *Model) drawBlurred() string {
	var b strings.Builder
	for _, c := range m.cells() {
		b.WriteString(c.Show)
	}
	ellipsis := m.theme.Glyphs.Ellipsis
	return m.theme.Text.Over(m.base).Render(cells.Fit(cells.CutMiddle(b.String(), m.width, ellipsis), m.width, ellipsis))
}

// scroll moves the first column shown so that the cursor is in sight, with the
// cells beside it.
func (m *Model) scroll() {
	line := m.cells()
	total := columns(line)
	from, to := total, total+1
	for _, c := range line {
		if c.Start == m.at {
			from, to = c.Col, c.Col+c.Width
			break
		}
	}
	if total+1 <= m.width {
		m.left = 0
		return
	}
	margin := min(4, (m.width-1)/4)
	m.left = min(m.left, max(from-margin, 0))
	m.left = max(m.left, min(to+margin, total+1)-m.width)
	m.left = max(min(m.left, total+1-m.width), 0)
}

// marks reports whether the ends of the line shown are marked as cut off.
func (m *Model) marks(total int) (left, right bool) {
	if m.width < 8 {
		return false, false
	}
	return m.left > 0, total > m.left+m.width
}

// offsetAt returns the edge of the cell drawn at column x.
func (m *Model) offsetAt(x int) int {
	line := m.cells()
	column := x + m.left
	if total := columns(line); !m.focused && total > m.width && x > m.width/2 {
		column = total - (m.width - x)
	}
	for _, c := range line {
		if column < c.Col+c.Width {
			return c.Start
		}
	}
	return len(m.text)
}

func columns(line []cells.Cell) int {
	if len(line) == 0 {
		return 0
	}
	last := line[len(line)-1]
	return last.Col + last.Width
}
