package editor

import (
	"cmp"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"assay/ui/cells"
)

// place is a row of text: a line and, if it is wrapped, which of its rows.
type place struct{ line, seg int }

func (p place) before(q place) bool { return p.line < q.line || p.line == q.line && p.seg < q.seg }

// reveal is how the next drawing brings the cursor into sight.
type reveal uint8

const (
	none  reveal = iota // not at all: the user scrolled away from it
	tight               // just into sight
	roomy               // with some rows and columns around it
)

// row is a row of the screen, for finding what is under the mouse.
type row struct {
	place
	blank bool // below the end of the text
}

// note is a row under a row of text that says what is wrong with it.
type note struct {
	squiggles []squiggle
	text      string
	column    int // of text
	severity  Severity
}

// squiggle underlines columns of the row above; they are columns of the view.
type squiggle struct {
	from, to int
	severity Severity
}

const (
	farRight    = 1 << 30 // a column past the end of any row
	maxNoted    = 2       // lines whose diagnostics are written out at once
	maxNoteRows = 3       // rows a message may take under its squiggle
	roomRows    = 2       // rows kept between the cursor and the edge when moving
	roomColumns = 5
)

// textHeight returns how many rows there are for text and notes.
func (m *Model) textHeight() int {
	return m.height - m.findRows()
}

// gutter returns how many columns at the left are not for text.
func (m *Model) gutter() int {
	switch {
	case m.width < 16:
		return 0
	case m.wrap:
		return 1
	}
	return 1 + max(len(strconv.Itoa(len(m.buf.lines))), 2) + 2
}

func (m *Model) textWidth() int { return max(m.width-m.gutter(), 1) }

// layout works out what is in sight before a drawing.
func (m *Model) layout() {
	m.settle()
	if m.wrap {
		m.left = 0
	} else if m.reveal == roomy || m.reveal == tight && m.focused {
		m.revealColumn()
	}
	m.makeNotes()
	m.top = m.existing(m.top)
	if m.reveal != none {
		m.revealRow()
	}
	if last := m.lastTop(); last.before(m.top) {
		m.top = last
	}
	m.reveal = none
}

// starts returns the byte offsets at which the rows of a line start.
func (m *Model) starts(line int) []int {
	if !m.wrap {
		return unwrapped
	}
	l := m.buf.lines[line]
	width := m.textWidth()
	if l.segs == nil || l.segsAt != width {
		l.segs, l.segsAt = m.buf.wrap(l, width), width
	}
	return l.segs
}

var unwrapped = []int{0}

// wrap breaks a line into rows of less than width cells, after white space where
// there is some: the last column is for a space that ends a row, or the cursor.
func (b *buffer) wrap(l *line, width int) []int {
	starts := []int{0}
	room := max(width-1, 1)
	if b.columns(l) <= room {
		return starts
	}
	origin, breakAt := 0, -1 // column the row starts at; where it could end
	breakColumn := 0
	for at := 0; at < len(l.text); {
		c := b.cellAt(l, at)
		isSpace := c.Show == " " || l.text[c.Start] == '\t'
		end := c.Col + c.Width
		if end-origin > room && !(isSpace && end-origin == room+1) && c.Col > origin {
			if breakAt > starts[len(starts)-1] {
				starts, origin = append(starts, breakAt), breakColumn
			} else {
				starts, origin = append(starts, c.Start), c.Col
			}
			continue // it may not fit in the new row either
		}
		if isSpace || c.Width == 2 {
			breakAt, breakColumn = c.End, end
		}
		at = c.End
	}
	if b.columns(l)-origin > room { // a space fills the last column: the cursor after it needs a row
		starts = append(starts, len(l.text))
	}
	return starts
}

func (m *Model) segments(line int) int { return len(m.starts(line)) }

// placeOf returns the row a place in the text is on.
func (m *Model) placeOf(p pos) place {
	starts := m.starts(p.line)
	return place{p.line, sort.Search(len(starts), func(i int) bool { return starts[i] > p.at }) - 1}
}

// rowStart and rowEnd return the byte offsets a row spans.
func (m *Model) rowStart(p place) int { return m.starts(p.line)[p.seg] }

func (m *Model) rowEnd(p place) int {
	if starts := m.starts(p.line); p.seg+1 < len(starts) {
		return starts[p.seg+1]
	}
	return len(m.buf.lines[p.line].text)
}

// rowColumn returns the column of a place in its row.
func (m *Model) rowColumn(p pos) int {
	l := m.buf.lines[p.line]
	return m.buf.column(l, p.at) - m.buf.column(l, m.rowStart(m.placeOf(p)))
}

// inRow returns the place in a row nearest to a column.
func (m *Model) inRow(r place, column int) pos {
	l := m.buf.lines[r.line]
	start, end := m.rowStart(r), m.rowEnd(r)
	at := min(m.buf.atColumn(l, m.buf.column(l, start)+column), end)
	if at == end && r.seg+1 < m.segments(r.line) { // the end is the next row's start
		at = m.buf.cellAt(l, end-1).Start
	}
	return pos{r.line, max(at, start)}
}

func (m *Model) previous(p place) (place, bool) {
	switch {
	case p.seg > 0:
		return place{p.line, p.seg - 1}, true
	case p.line > 0:
		return place{p.line - 1, m.segments(p.line-1) - 1}, true
	}
	return p, false
}

func (m *Model) next(p place) (place, bool) {
	switch {
	case p.seg+1 < m.segments(p.line):
		return place{p.line, p.seg + 1}, true
	case p.line+1 < len(m.buf.lines):
		return place{p.line + 1, 0}, true
	}
	return p, false
}

// walk goes n rows down, or up, as far as there are rows.
func (m *Model) walk(p place, n int) place {
	ok := true
	for ; n < 0 && ok; n++ {
		p, ok = m.previous(p)
	}
	for ; n > 0 && ok; n-- {
		p, ok = m.next(p)
	}
	return p
}

// existing returns the row nearest to p that there is.
func (m *Model) existing(p place) place {
	p.line = min(max(p.line, 0), len(m.buf.lines)-1)
	p.seg = min(max(p.seg, 0), m.segments(p.line)-1)
	return p
}

// rowsOf returns how many rows of the screen a row takes with its notes.
func (m *Model) rowsOf(p place) int { return 1 + len(m.notes[p]) }

// back goes up from p as far as the rows passed fit into n rows of the screen.
func (m *Model) back(p place, n int) place {
	for {
		before, ok := m.previous(p)
		if !ok {
			return p
		}
		if n -= m.rowsOf(before); n < 0 {
			return p
		}
		p = before
	}
}

// lastTop returns the top row with which the end of the text is at the bottom.
func (m *Model) lastTop() place {
	last := m.placeOf(m.buf.end())
	return m.back(last, m.textHeight()-m.rowsOf(last))
}

// revealRow changes the top row so that the cursor's is in sight.
func (m *Model) revealRow() {
	height := m.textHeight()
	room := 0
	if m.reveal == roomy {
		room = min(roomRows, (height-1)/4)
	}
	cursor := m.placeOf(m.caret.cursor)
	if highest := m.walk(cursor, -room); highest.before(m.top) {
		m.top = highest
	}
	below := min(len(m.notes[cursor])+room, (height-1)/2)
	if lowest := m.back(cursor, height-1-below); m.top.before(lowest) {
		m.top = lowest
	}
}

// cursorInSight reports whether the last drawing showed the cursor's row.
func (m *Model) cursorInSight() bool {
	at := m.placeOf(m.caret.cursor)
	return slices.ContainsFunc(m.rows, func(r row) bool { return !r.blank && r.place == at })
}

// allLines are shown from the same column on after the user scrolled sideways.
const allLines = -1

// leftOf returns the first column shown of a line. For the cursor only its own line goes
// aside: shorter ones stay in sight.
func (m *Model) leftOf(line int) int {
	if m.aside == allLines || m.aside == line {
		return m.left
	}
	return 0
}

// revealColumn changes the first column so that the cursor's is in sight.
func (m *Model) revealColumn() {
	l, at := m.buf.lines[m.caret.cursor.line], m.caret.cursor.at
	if m.aside != m.caret.cursor.line && (m.aside != allLines || m.reveal == roomy) {
		m.aside, m.left = m.caret.cursor.line, 0
	}
	from := m.buf.column(l, at)
	to := from + 1
	if at < len(l.text) {
		to = from + m.buf.cellAt(l, at).Width
	}
	width := m.textWidth()
	if to < width && (m.left == 0 || m.reveal == roomy) {
		m.left = 0
		return
	}
	room := 1
	if m.reveal == roomy {
		room = roomColumns
	}
	room = min(room, (width-1)/4)
	m.left = max(min(m.left, from-room), to+room-width, 0)
}

// scrollRows moves the view and leaves the cursor where it is.
func (m *Model) scrollRows(n int) {
	m.top = m.walk(m.existing(m.top), n)
	m.reveal, m.dirty = none, true
}

// makeNotes works out the diagnostic rows: for the lines with diagnostics that are
// nearest to the cursor. The other lines have a sign in the gutter.
func (m *Model) makeNotes() {
	m.notes = nil
	if len(m.diags) == 0 {
		return
	}
	m.notes = map[place][]note{}
	cursor := m.caret.cursor.line
	i := sort.Search(len(m.diags), func(i int) bool { return m.diags[i].from.line > cursor }) - 1
	j := i + 1 // i goes up, j goes down
	for range maxNoted {
		var line int
		switch {
		case i >= 0 && (j >= len(m.diags) || cursor-m.diags[i].from.line <= m.diags[j].from.line-cursor):
			line = m.diags[i].from.line
		case j < len(m.diags):
			line = m.diags[j].from.line
		default:
			return
		}
		m.noteLine(line)
		for i >= 0 && m.diags[i].from.line == line {
			i--
		}
		for j < len(m.diags) && m.diags[j].from.line == line {
			j++
		}
	}
}

// noteLine makes the notes of one line: under each of its rows the squiggles of
// the diagnostics that begin there and the message of the one next to the cursor.
func (m *Model) noteLine(line int) {
	byRow := map[place][]diagnostic{}
	for _, d := range m.diagnosticsOn(line) {
		p := m.placeOf(d.from)
		byRow[p] = append(byRow[p], d)
	}
	for p, on := range byRow {
		m.notes[p] = m.noteRow(p, on)
	}
}

func (m *Model) noteRow(p place, on []diagnostic) []note {
	l := m.buf.lines[p.line]
	width := m.textWidth()
	origin := m.buf.column(l, m.rowStart(p)) + m.leftOf(p.line)
	chosen := on[0]
	var first note
	start, end := width, 0
	for _, d := range on {
		if m.caret.cursor.line == p.line && !m.caret.cursor.before(d.from) {
			chosen = d
		}
		from := m.buf.column(l, d.from.at) - origin
		to := max(m.buf.column(l, min(d.to.at, m.rowEnd(p)))-origin, from+1)
		from, to = max(from, 0), min(to, width)
		if from < to {
			first.squiggles = append(first.squiggles, squiggle{from, to, d.Severity})
			start, end = min(start, from), max(end, to)
		}
	}
	first.severity = chosen.Severity
	text := cells.Visible(cmp.Or(chosen.Hint, chosen.Message))
	size := cells.Width(text)
	switch {
	case len(first.squiggles) == 0 && m.buf.column(l, chosen.from.at) > origin:
		return m.noteBelow(text+" "+m.theme.Glyphs.Arrow, width, chosen.Severity) // it is further right
	case len(first.squiggles) == 0:
		return m.noteBelow(text, 0, chosen.Severity)
	case end+1+size <= width:
		first.text, first.column = text, end+1
		return []note{first}
	case size+1 <= start:
		first.text, first.column = text, start-1-size
		return []note{first}
	}
	return append([]note{first}, m.noteBelow(text, start, chosen.Severity)...)
}

// noteBelow writes a message that has no room beside its squiggle on rows of its
// own.
func (m *Model) noteBelow(text string, start int, severity Severity) []note {
	width := m.textWidth()
	if size := cells.Width(text); size <= width {
		return []note{{text: text, column: min(start, width-size), severity: severity}}
	}
	var rows []note
	lines := strings.Split(ansi.Wrap(text, width, ""), "\n")
	for i, line := range lines {
		if i == maxNoteRows-1 && len(lines) > maxNoteRows {
			line = cells.Fit(strings.Join(lines[i:], " "), width, m.theme.Glyphs.Ellipsis)
		}
		rows = append(rows, note{text: cells.Fit(line, width, m.theme.Glyphs.Ellipsis), severity: severity})
		if len(rows) == maxNoteRows {
			break
		}
	}
	return rows
}
