package jsontree

import (
	"bytes"
	"strconv"
	"strings"

	"assay/themes"
	"assay/ui/jsondoc"
	"assay/ui/rows"
)

const (
	gutter = 2 // the bar of the selected row and a space
	indent = 2 // per level
	sign   = 2 // the mark of a container and a space
	gap    = 2 // between a key and its value

	columnKeys = 64 // keys of an object that its key column is measured by
	columnMax  = 32

	longestAddress = 4096 // bytes of a string that is looked at as an address
)

// place is what one line of the frame shows.
type place struct {
	node   int // -1 for none
	marker int // the column of the fold mark, or -1
}

// brush is every style of a row, on one background.
type brush struct {
	base, bar, marker, key, index, count, faint   themes.Style
	text, number, literal, punctuation, hit, here themes.Style
}

func newBrush(theme *themes.Theme, base, bar themes.Style) brush {
	return brush{
		base: base, bar: bar.Over(base), marker: theme.Dim.Over(base), key: theme.Key.Over(base),
		index: theme.Dim.Over(base), count: theme.Dim.Over(base), faint: theme.Faint.Over(base),
		text: theme.String.Over(base), number: theme.Number.Over(base), literal: theme.Literal.Over(base),
		punctuation: theme.Punctuation.Over(base), hit: theme.Match.Over(base), here: theme.OnSelected(theme.MatchCurrent),
	}
}

// value returns the style of a scalar.
func (b *brush) value(kind jsondoc.Kind) themes.Style {
	switch kind {
	case jsondoc.String:
		return b.text
	case jsondoc.Number:
		return b.number
	}
	return b.literal
}

// painter holds what drawing needs again and again.
type painter struct {
	plain, selected, blurred brush

	line   rows.Line
	text   rows.Text
	marks  []rows.Mark
	pieces []piece
	most   int // cells of a string in a preview
	cut    int // strings that needed more
}

func newPainter(theme *themes.Theme) painter {
	return painter{
		line:     rows.Line{Margin: 1},
		plain:    newBrush(theme, themes.Style{}, themes.Style{}),
		selected: newBrush(theme, theme.Selected, theme.Accent),
		blurred:  newBrush(theme, themes.Style{}, theme.Dim),
	}
}

// View returns the tree as the lines of its size, each exactly as wide.
func (m *Model) View() string {
	if m.dirty {
		m.frame = strings.Join(m.draw(), "\n")
		m.dirty = false
	}
	return m.frame
}

func (m *Model) draw() []string {
	m.places = m.places[:0]
	lines := make([]string, 0, m.height)
	switch {
	case m.doc != nil:
		lines = m.drawRows(lines)
	case m.broken != nil:
		lines = m.drawBroken(lines)
	case m.load.busy() && m.height > 0:
		m.paint.line.Start(m.width, 0)
		m.paint.line.Spaces(themes.Style{}, gutter)
		m.paint.line.Put(m.theme.Dim, m.load.status())
		lines = append(lines, m.paint.line.Finish(themes.Style{}))
	}
	for len(lines) < m.height {
		m.paint.line.Start(m.width, 0)
		lines = append(lines, m.paint.line.Finish(themes.Style{}))
	}
	return lines
}

func (m *Model) drawRows(lines []string) []string {
	n := m.folds.node(m.top)
	depth := 0
	if n >= 0 {
		depth = m.depth(n)
	}
	for n >= 0 && len(lines) < m.height {
		brush := &m.paint.plain
		if n == m.selected {
			brush = &m.paint.blurred
			if m.focused {
				brush = &m.paint.selected
			}
		}
		at := place{node: n, marker: -1}
		if m.doc.HasChildren(n) {
			at.marker = gutter + m.indentation(depth)
		}
		m.places = append(m.places, at)
		if n == m.selected && m.wholeLines() > 0 {
			lines = m.drawWhole(lines, n, depth, brush)
		} else {
			lines = append(lines, m.drawRow(n, depth, brush))
		}
		next := m.folds.visible.Next(n + 1)
		if next < 0 {
			break
		}
		if parent := m.doc.Parent(next); parent == n {
			depth++
		} else {
			for up := m.doc.Parent(n); up != parent; up = m.doc.Parent(up) {
				depth--
			}
		}
		n = next
	}
	return lines
}

// depth returns the level of a row, from 0.
func (m *Model) depth(n int) int { return m.doc.Depth(n) - m.doc.Depth(m.folds.first) }

// indentation returns the cells of indentation that are left of a level's.
func (m *Model) indentation(depth int) int { return max(0, depth*indent-m.shift) }

// drawHead begins a row with all that stands before the value, and returns the
// column the value starts in.
func (m *Model) drawHead(n, depth int, brush *brush) {
	glyphs := &m.theme.Glyphs
	line := &m.paint.line
	line.Start(m.width, 0)
	if n == m.selected {
		line.Put(brush.bar, glyphs.Bar)
	} else {
		line.Spaces(brush.base, 1)
	}
	if mark := m.markOf(n); mark.Text != "" {
		line.Put(mark.Style.Over(brush.base), mark.Text)
	} else {
		line.Spaces(brush.base, 1)
	}
	line.Spaces(brush.base, gutter-2+m.indentation(depth))
	switch {
	case !m.doc.HasChildren(n):
		line.Spaces(brush.base, sign)
	case m.folds.isFolded(n):
		line.Put(brush.marker, glyphs.Closed+" ")
	default:
		line.Put(brush.marker, glyphs.Open+" ")
	}
	if n == m.doc.Root() {
		return
	}
	start := line.Used()
	column := m.column(m.doc.Parent(n))
	if key, ok := m.doc.RawKey(n); ok {
		limit := max(column, m.width/2)
		m.paint.text.Safe(key, 0, limit*4+64, rows.JSONString)
		if len(key) == 0 {
			line.Put(brush.key, `""`)
		}
		line.Text(&m.paint.text, brush.key, m.hits(n, brush), limit, glyphs.Ellipsis)
	} else {
		line.Put(brush.index, strconv.Itoa(m.doc.Place(n)))
	}
	if m.doc.HasChildren(n) && !m.folds.isFolded(n) {
		column = 0 // only its count follows, and belongs to the key
	}
	line.Spaces(brush.base, max(column-(line.Used()-start), 0)+gap)
}

func (m *Model) drawRow(n, depth int, brush *brush) string {
	m.drawHead(n, depth, brush)
	line := &m.paint.line
	kind := m.doc.Kind(n)
	switch {
	case kind == jsondoc.Array || kind == jsondoc.Object:
		m.drawContainer(n, kind, brush)
	default:
		m.drawScalar(n, kind, brush)
	}
	m.drawNote(n, brush)
	return line.Finish(brush.base)
}

func (m *Model) drawContainer(n int, kind jsondoc.Kind, brush *brush) {
	line := &m.paint.line
	list := kind == jsondoc.Array
	switch {
	case !m.doc.HasChildren(n) && list:
		line.Put(brush.punctuation, "[]")
	case !m.doc.HasChildren(n):
		line.Put(brush.punctuation, "{}")
	case m.folds.isFolded(n):
		m.drawPreview(n, kind, brush)
	case list:
		line.Put(brush.count, "["+strconv.Itoa(m.doc.Count(n))+"]")
	}
}

func (m *Model) drawScalar(n int, kind jsondoc.Kind, brush *brush) {
	line, text := &m.paint.line, &m.paint.text
	style := brush.value(kind)
	raw, form := m.content(n)
	quote, link := "", ""
	if kind == jsondoc.String {
		quote, link = `"`, m.link(n, raw, false)
	}
	from := 0
	if n == m.selected && !m.whole {
		from = min(m.from, len(raw))
	}
	if from > 0 {
		line.Put(brush.faint, m.theme.Glyphs.Ellipsis)
	} else {
		line.Put(style, quote)
	}
	text.Safe(raw, from, line.Room()*4+64, form)
	if _, width := text.Cut(line.Room()); width+len(quote) > line.Room() {
		text.More = true // without room for the closing quote it is cut
	}
	line.Link(link)
	cut := line.Text(text, style, m.hits(n, brush), line.Room(), m.theme.Glyphs.Ellipsis)
	if link != "" {
		line.Link(themes.LinkEnd)
	}
	if !cut {
		line.Put(style, quote)
	}
}

// link returns what begins a link to the address that a string is, or "" if it is none.
func (m *Model) link(n int, raw []byte, wrapped bool) string {
	if !bytes.HasPrefix(raw, []byte("http")) || len(raw) > longestAddress {
		return ""
	}
	return m.theme.LinkStart(string(m.doc.Text(n)), wrapped)
}

// hits returns the marks of what is searched in the text at hand, of node n.
func (m *Model) hits(n int, brush *brush) []rows.Mark {
	style := brush.hit
	if n == m.selected {
		style = brush.here
	}
	m.paint.marks = m.paint.text.Hits(m.paint.marks, m.Finder(), n, style)
	return m.paint.marks
}

// column returns the width of the key column of what is in parent: in an object
// that of its widest key, but keys far wider than others stand out; in a list that
// of its last number.
func (m *Model) column(parent int) int {
	if width, ok := m.columns[parent]; ok {
		return width
	}
	if len(m.columns) > 4096 {
		clear(m.columns)
	}
	width := 0
	if m.doc.Kind(parent) == jsondoc.Array {
		width = len(strconv.Itoa(max(0, m.doc.Count(parent)-1)))
	} else {
		limit := max(8, min(columnMax, m.width/3))
		left := columnKeys
		for c := parent + 1; c < m.doc.End(parent) && left > 0; c = m.doc.End(c) {
			left--
			key, _ := m.doc.RawKey(c)
			m.paint.text.Safe(key, 0, limit*4+64, rows.JSONString)
			if end, w := m.paint.text.Cut(limit); end == len(m.paint.text.Bytes) {
				width = max(width, w)
			}
		}
	}
	m.columns[parent] = width
	return width
}

func (m *Model) drawBroken(lines []string) []string {
	line, b := &m.paint.line, m.broken
	start := func() {
		line.Start(m.width, 0)
		line.Spaces(themes.Style{}, gutter)
	}
	finish := func() {
		if len(lines) < m.height {
			lines = append(lines, line.Finish(themes.Style{}))
		}
	}
	start()
	line.Put(m.theme.Bad, m.theme.Glyphs.Cross+" This is not JSON")
	if b.line > 0 {
		line.Put(m.theme.Dim, "  line "+strconv.Itoa(b.line)+", column "+strconv.Itoa(b.column))
	}
	finish()
	start()
	m.paint.text.Safe([]byte(b.problem), 0, m.width*4, rows.Plain)
	line.Text(&m.paint.text, m.theme.Text, nil, line.Room(), m.theme.Glyphs.Ellipsis)
	finish()
	if b.line == 0 {
		return lines
	}
	start()
	finish()
	start()
	line.Put(m.theme.Faint, strconv.Itoa(b.line)+" "+m.theme.Glyphs.Vertical+" ")
	text := &m.paint.text
	text.Safe(b.excerpt[:b.at], 0, m.width*4+64, rows.Plain)
	line.Text(text, m.theme.Dim, nil, line.Room(), m.theme.Glyphs.Ellipsis)
	text.Safe(b.excerpt, b.at, m.width*4+64, rows.Plain)
	if len(text.Bytes) == 0 {
		line.Put(m.theme.ErrorMark, " ")
	} else {
		_, next := text.Cluster(0)
		line.Text(text, m.theme.Dim, []rows.Mark{{From: 0, To: next, Style: m.theme.ErrorMark}}, line.Room(), m.theme.Glyphs.Ellipsis)
	}
	finish()
	return lines
}
