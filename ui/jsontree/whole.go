package jsontree

import (
	"math"

	"assay/themes"
	"assay/ui/jsondoc"
	"assay/ui/rows"
)

// wrapping is a long value broken into lines, as far as they were needed.
type wrapping struct {
	doc    *jsondoc.Document
	node   int
	width  int
	starts []int // offsets in the value where lines start
	done   bool  // starts has them all
}

// wholeRoom is how many cells beside the key are worth starting in; with fewer the
// value starts below it.
const wholeRoom = 24

// content returns the text of a scalar as it is scrolled and wrapped.
func (m *Model) content(n int) (raw []byte, form rows.Form) {
	raw = m.values.Raw(m.doc, n)
	if m.doc.Kind(n) == jsondoc.String {
		return raw[1 : len(raw)-1], rows.JSONString
	}
	return raw, rows.Plain
}

// wholeColumn returns the column in which the wrapped value of n starts, and
// whether that is beside its key.
func (m *Model) wholeColumn(n int) (column int, beside bool) {
	depth := m.depth(n)
	m.drawHead(n, depth, &m.paint.plain)
	column = m.paint.line.Used()
	if m.paint.line.Room() >= wholeRoom || n == m.doc.Root() {
		return column, true
	}
	return min(gutter+m.indentation(depth)+sign+gap, max(0, m.width-wholeRoom)), false
}

// wholeLines returns the number of lines of the selected value that are drawn, at
// most the height of the tree; 0 if it is drawn as an ordinary row.
func (m *Model) wholeLines() int {
	if !m.whole || m.doc == nil || m.doc.HasChildren(m.selected) {
		return 0
	}
	room := m.height
	column, beside := m.wholeColumn(m.selected)
	if !beside {
		room--
	}
	m.wrap(m.selected, m.width-m.paint.line.Margin-column, m.from+room+1)
	if len(m.wrapping.starts) <= 1 {
		return 0
	}
	return max(1, min(len(m.wrapping.starts)-m.from, room))
}

// extraLines returns how many lines the selected row takes beyond one.
func (m *Model) extraLines() int {
	lines := m.wholeLines()
	if lines == 0 {
		return 0
	}
	if _, beside := m.wholeColumn(m.selected); beside {
		lines--
	}
	return lines
}

// wrap finds the starts of at least count lines, or of all there are.
func (m *Model) wrap(n, width, count int) {
	w := &m.wrapping
	if w.doc != m.doc || w.node != n || w.width != width {
		*w = wrapping{doc: m.doc, node: n, width: width, starts: []int{0}}
	}
	raw, form := m.content(n)
	for len(w.starts) < count && !w.done {
		_, next := m.wrappedLine(raw, w.starts[len(w.starts)-1], width, form)
		if w.done = next >= len(raw) || width <= 0; !w.done {
			w.starts = append(w.starts, next)
		}
	}
}

// wrappedLine makes safe the line of a value that starts at an offset, and returns
// how many bytes of the safe text it has and where the next line starts. Lines end
// where the text has them, else at a space, else where the room ends.
func (m *Model) wrappedLine(raw []byte, from, width int, form rows.Form) (end, next int) {
	t := &m.paint.text
	t.Safe(raw, from, width*4+64, form)
	end, _ = t.Cut(width)
	if form == rows.JSONString {
		for i := 0; i+1 < len(t.Bytes) && i <= end; i++ {
			if t.Bytes[i] == '\\' && (i == 0 || t.Origin[i] != t.Origin[i-1]) && t.Bytes[i+1] == 'n' && t.Origin[i+1] == t.Origin[i] {
				return i, t.Origin[i] + 2
			}
		}
	}
	if end == len(t.Bytes) {
		if end == 0 && t.More {
			return 0, max(t.End, from+1)
		}
		return end, t.End
	}
	if end == 0 { // a character wider than the room
		_, next := t.Cluster(0)
		return 0, t.OriginAt(next)
	}
	for i := end; i > end/2; i-- {
		if t.Bytes[i] == ' ' {
			return i, t.OriginAt(i + 1)
		}
	}
	for end > 1 && t.Origin[end] == t.Origin[end-1] { // not inside an escape
		end--
	}
	return end, max(t.OriginAt(end), from+1)
}

// drawWhole draws the selected row with its value wrapped.
func (m *Model) drawWhole(lines []string, n, depth int, brush *brush) []string {
	line := &m.paint.line
	column, beside := m.wholeColumn(n)
	count := m.wholeLines()
	kind := m.doc.Kind(n)
	raw, form := m.content(n)
	m.drawHead(n, depth, brush)
	if !beside {
		lines = append(lines, line.Finish(brush.base))
	}
	for i := range count {
		if len(lines) == m.height {
			break
		}
		if i > 0 || !beside {
			m.places = append(m.places, place{node: n, marker: -1})
			line.Start(m.width, 0)
			mark := m.theme.Glyphs.Bar
			if i == count-1 && m.from+count < len(m.wrapping.starts) {
				mark = m.theme.Glyphs.Ellipsis
			}
			line.Put(brush.bar, mark)
			line.Spaces(brush.base, column-1)
		}
		end, _ := m.wrappedLine(raw, m.wrapping.starts[min(m.from+i, len(m.wrapping.starts)-1)], m.wrapping.width, form)
		text := &m.paint.text
		text.Bytes, text.More = text.Bytes[:end], false
		link := ""
		if kind == jsondoc.String {
			link = m.link(n, raw, true)
		}
		line.Link(link)
		line.Text(text, brush.value(kind), m.hits(n, brush), line.Room(), m.theme.Glyphs.Ellipsis)
		if link != "" {
			line.Link(themes.LinkEnd)
		}
		lines = append(lines, line.Finish(brush.base))
	}
	return lines
}

// scrollValue scrolls the selected value: sideways by half its room, or by lines
// when it is shown whole.
func (m *Model) scrollValue(direction int) {
	n := m.selected
	if m.doc.HasChildren(n) {
		return
	}
	m.dirty = true
	if shown := m.wholeLines(); shown > 0 {
		step := max(1, shown/2)
		from := m.from + direction*step
		m.wrap(n, m.wrapping.width, from+shown+1)
		m.from = max(0, min(from, len(m.wrapping.starts)-shown))
		return
	}
	raw, form := m.content(n)
	m.drawHead(n, m.depth(n), &m.paint.plain)
	room := m.paint.line.Room()
	step := max(1, room/2)
	advance := func(from int) int {
		m.paint.text.Safe(raw, from, step*4+64, form)
		end, _ := m.paint.text.Cut(step)
		return max(m.paint.text.OriginAt(end), from+1)
	}
	if direction > 0 {
		m.paint.text.Safe(raw, m.from, room*4+64, form)
		if _, width := m.paint.text.Cut(room); width < room-1 && !m.paint.text.More {
			return // the end is in sight
		}
		m.from = advance(m.from)
		return
	}
	before := 0
	for at := 0; at < m.from; at = advance(at) {
		before = at
	}
	m.from = before
}

// showHit scrolls the selected value so that what was searched is in sight.
func (m *Model) showHit() {
	n := m.selected
	matcher := m.Finder().Matcher()
	if matcher == nil || m.doc.HasChildren(n) {
		return
	}
	raw, form := m.content(n)
	m.paint.text.Safe(raw, 0, math.MaxInt, form)
	from, to := matcher.Find(m.paint.text.Bytes)
	if from < 0 {
		return
	}
	origin := m.paint.text.OriginAt(from)
	if m.whole && m.wholeLines() > 0 {
		m.wrap(n, m.wrapping.width, len(raw)+1)
		line := 0
		for line+1 < len(m.wrapping.starts) && m.wrapping.starts[line+1] <= origin {
			line++
		}
		if shown := m.wholeLines(); line < m.from || line >= m.from+shown {
			m.from = max(0, min(line, len(m.wrapping.starts)-shown))
		}
		m.dirty = true
		return
	}
	before := rows.Text{Bytes: m.paint.text.Bytes[:to]}
	_, width := before.Cut(len(before.Bytes))
	m.drawHead(n, m.depth(n), &m.paint.plain)
	if room := m.paint.line.Room(); width > room-2 {
		m.from = m.scrolledTo(raw, form, origin, room)
	}
	m.dirty = true
}

// scrolledTo returns the offset to draw a value from so that another is in sight,
// with some of what comes before it.
func (m *Model) scrolledTo(raw []byte, form rows.Form, origin, room int) int {
	back := max(0, origin-room/3)
	m.paint.text.Safe(raw, 0, math.MaxInt, form)
	for _, at := range m.paint.text.Origin {
		if at >= back {
			return at
		}
	}
	return back
}
