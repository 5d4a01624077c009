package rawjson

import (
	"bytes"
	"strconv"
	"strings"

	"assay/themes"
	"assay/ui/jsondoc"
	"assay/ui/rows"
)

const (
	indent         = 2    // cells a level
	longestAddress = 4096 // bytes of a string that is looked at as an address
)

// View returns the lines of the view's size, each exactly as wide.
func (m *Model) View() string {
	if m.dirty {
		m.frame = strings.Join(m.draw(), "\n")
		m.dirty = false
	}
	return m.frame
}

// gutter returns the cells of the bar, the line number and a space.
func (m *Model) gutter() int { return 1 + len(strconv.Itoa(max(1, m.Len()))) + 1 }

func (m *Model) draw() []string {
	frame := make([]string, 0, m.height)
	at := jsondoc.Line{}
	m.cut = false
	for number := m.top; number < m.Len() && len(frame) < m.height; number++ {
		base := themes.Style{}
		if number == m.current && m.focused {
			base = m.theme.Selected
		}
		prefix := m.prefix(number, base)
		m.line.Start(max(0, m.width-m.gutter()), m.left)
		if number == m.top {
			at = m.doc.LineAt(number)
		}
		m.drawLine(at, base)
		at, _ = m.doc.After(at)
		m.cut = m.cut || m.line.Room() == 0
		frame = append(frame, prefix+m.line.Finish(base))
	}
	for len(frame) < m.height {
		m.line.Start(m.width, 0)
		frame = append(frame, m.line.Finish(themes.Style{}))
	}
	return frame
}

// indentation returns the cells of indentation that are left of a depth's.
func (m *Model) indentation(depth int) int { return max(0, depth*indent-m.shift) }

// prefix draws the bar of the current line and the line number.
func (m *Model) prefix(number int, base themes.Style) string {
	m.line.Start(min(m.gutter(), m.width), 0)
	style := m.theme.Faint
	switch {
	case number == m.current && m.focused:
		m.line.Put(m.theme.Accent.Over(base), m.theme.Glyphs.Bar)
		style = m.theme.Dim
	case number == m.current:
		m.line.Put(m.theme.Dim, m.theme.Glyphs.Bar)
		style = m.theme.Dim
	default:
		m.line.Spaces(base, 1)
	}
	text := strconv.Itoa(number + 1)
	m.line.Spaces(base, m.gutter()-2-len(text))
	m.line.Put(style.Over(base), text)
	return m.line.Finish(base)
}

// ahead is how much of a text is made safe for the cells that are drawn of it.
func (m *Model) ahead() int { return (m.left+m.width)*4 + 64 }

func (m *Model) drawLine(at jsondoc.Line, base themes.Style) {
	n := at.Node
	kind := m.doc.Kind(n)
	punctuation := m.theme.Punctuation.Over(base)
	m.line.Spaces(base, m.indentation(at.Depth))
	comma := func() {
		if !m.doc.IsLast(n) && !(m.doc.Many() && m.doc.Parent(n) == 0) {
			m.line.Put(punctuation, ",")
		}
	}
	if at.Close {
		m.line.Put(punctuation, closing(kind))
		comma()
		return
	}
	if key, ok := m.doc.RawKey(n); ok {
		m.quoted(key, m.theme.Key.Over(base), n)
		m.line.Put(punctuation, ": ")
	}
	switch {
	case m.doc.HasChildren(n):
		m.line.Put(punctuation, opening(kind))
		return
	case kind == jsondoc.Array || kind == jsondoc.Object:
		m.line.Put(punctuation, opening(kind)+closing(kind))
	case kind == jsondoc.String:
		raw := m.values.Raw(m.doc, n)
		link := ""
		if raw = raw[1 : len(raw)-1]; bytes.HasPrefix(raw, []byte("http")) && len(raw) <= longestAddress {
			link = m.theme.LinkStart(string(m.doc.Text(n)), false)
		}
		m.line.Link(link)
		m.quoted(raw, m.theme.String.Over(base), n)
		if link != "" {
			m.line.Link(themes.LinkEnd)
		}
	default:
		style := m.theme.Literal
		if kind == jsondoc.Number {
			style = m.theme.Number
		}
		m.safe.Safe(m.values.Raw(m.doc, n), 0, m.ahead(), rows.Plain)
		m.line.Text(&m.safe, style.Over(base), m.hits(n), m.left+m.width, m.theme.Glyphs.Ellipsis)
	}
	comma()
}

func (m *Model) quoted(content []byte, style themes.Style, n int) {
	m.line.Put(style, `"`)
	m.safe.Safe(content, 0, m.ahead(), rows.JSONString)
	if !m.line.Text(&m.safe, style, m.hits(n), m.left+m.width, m.theme.Glyphs.Ellipsis) {
		m.line.Put(style, `"`)
	}
}

func opening(kind jsondoc.Kind) string {
	if kind == jsondoc.Array {
		return "["
	}
	return "{"
}

func closing(kind jsondoc.Kind) string {
	if kind == jsondoc.Array {
		return "]"
	}
	return "}"
}

// hits returns the marks of what is searched in the text at hand, of node n.
func (m *Model) hits(n int) []rows.Mark {
	style := m.theme.Match
	if n == m.Node() {
		style = m.theme.OnSelected(m.theme.MatchCurrent)
	}
	m.marks = m.safe.Hits(m.marks, m.Finder(), n, style)
	return m.marks
}

// hitCells returns between which cells of its line the first hit in n is.
func (m *Model) hitCells(n int) (from, to int) {
	matcher := m.Finder().Matcher()
	if n == 0 || matcher == nil {
		return 0, 0
	}
	column := m.indentation(m.doc.LineAt(m.doc.LineOf(n)).Depth)
	find := func(raw []byte, form rows.Form) bool {
		m.safe.Safe(raw, 0, len(raw)*6+64, form)
		start, end := matcher.Find(m.safe.Bytes)
		if start >= 0 {
			from, to = column+widthOf(m.safe.Bytes[:start]), column+widthOf(m.safe.Bytes[:end])
			return true
		}
		column += widthOf(m.safe.Bytes)
		return false
	}
	if key, ok := m.doc.RawKey(n); ok {
		column++
		if find(key, rows.JSONString) {
			return from, to
		}
		column += len(`": `)
	}
	if !m.doc.HasChildren(n) {
		raw, form := m.values.Raw(m.doc, n), rows.Plain
		if m.doc.Kind(n) == jsondoc.String {
			raw, form = raw[1:len(raw)-1], rows.JSONString
			column++
		}
		find(raw, form)
	}
	return from, to
}

func widthOf(b []byte) int {
	text := rows.Text{Bytes: b}
	_, width := text.Cut(len(b) + 1)
	return width
}
