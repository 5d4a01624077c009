package editor

import (
	"slices"
	"strconv"
	"strings"

	"github.com/muesli/termenv"

	"assay/themes"
	"assay/ui/cells"
)

// styleKey is everything that a cell's style depends on.
type styleKey struct {
	class Class
	flags flags
}

// flags are what a cell is besides a part of a token.
type flags uint16

const (
	onCursorLine flags = 1 << iota
	inSelection
	inMatch
	inCurrentMatch
	inError
	inWarning
	isEscape
	isCursor
	isCursorAway // the cursor while keys go to the find bar
)

// View returns the editor as height lines of exactly width cells.
func (m *Model) View() string {
	if m.dirty {
		m.drawn = m.draw()
		if m.completions != nil {
			m.drawn = m.drawCompletions(m.drawn)
		}
		m.dirty = false
	}
	return m.drawn
}

func (m *Model) draw() string {
	m.rows = m.rows[:0]
	if m.width <= 0 || m.height <= 0 {
		return ""
	}
	if m.buf.empty() && m.placeholder != "" && !m.Finding() {
		return m.drawPlaceholder()
	}
	m.layout()
	d := drawing{Model: m}
	d.prepare()
	height := m.textHeight()
	at, ok := m.top, true
	for len(m.rows) < height && ok {
		d.textRow(at)
		for _, n := range m.notes[at] {
			if len(m.rows) < height {
				d.noteRow(at, n)
			}
		}
		at, ok = m.next(at)
	}
	for len(m.rows) < height {
		m.rows = append(m.rows, row{blank: true})
		d.begin()
		d.blank(m.width)
	}
	if height < m.height {
		d.begin()
		d.WriteString(m.findLine())
	}
	return d.String()
}

// drawing is one drawing of the editor under way.
type drawing struct {
	*Model
	strings.Builder
	begun     int // lines of the screen
	selection span
	running   bool     // a run of cells has begun
	style     styleKey // of that run
}

// prepare works out what holds for every row.
func (d *drawing) prepare() {
	d.selection = d.selected()
	d.Grow(d.width * d.height * 2)
}

// begin starts a line of the screen.
func (d *drawing) begin() {
	if d.begun > 0 {
		d.Builder.WriteByte('\n')
	}
	d.begun++
}

func (d *drawing) blank(n int) { d.Builder.WriteString(cells.Blank(n)) }

// textRow draws one row of text with its gutter.
func (d *drawing) textRow(p place) {
	d.rows = append(d.rows, row{place: p})
	d.begin()
	d.drawGutter(p)
	l := d.buf.lines[p.line]
	d.buf.lex(l)
	width := d.textWidth()
	end := d.rowEnd(p)
	left := d.leftOf(p.line)
	origin := d.buf.column(l, d.rowStart(p)) + left // the column at the left edge
	total := d.buf.columns(l)
	var base flags
	if d.focused && d.lang != nil && p.line == d.caret.cursor.line && d.selection.empty() {
		base = onCursorLine
	}
	cutLeft, cutRight := false, false
	if !d.wrap && width >= 8 {
		cutLeft, cutRight = left > 0 && total > 0, total > origin+width
	}
	used := 0 // columns drawn
	if cutLeft {
		d.cell(d.theme.Glyphs.Ellipsis, styleKey{Comment, base})
		used = 1
	}
	limit := width
	if cutRight {
		limit--
	}
	used = d.cellsOf(p, origin, used, limit, base)
	if used < limit && end == len(l.text) {
		used += d.lineEnd(p.line, len(l.text), base)
	}
	if pad := limit - used; pad > 0 {
		d.cell(cells.Blank(pad), styleKey{Plain, base})
	}
	if cutRight {
		d.cell(d.theme.Glyphs.Ellipsis, styleKey{Comment, base})
	}
	d.flush()
}

// cellsOf draws the cells of a row that are in sight: those from column origin on, after
// the used columns of the screen and up to limit. It returns how many are used then.
func (d *drawing) cellsOf(p place, origin, used, limit int, base flags) int {
	l, end := d.buf.lines[p.line], d.rowEnd(p)
	look := d.lookAt(p)
	at := d.rowStart(p)
	if d.leftOf(p.line) > 0 {
		at = d.buf.atColumn(l, origin+used)
	}
	for at < end && used < limit {
		c := d.buf.cellAt(l, at)
		at = c.End
		key := look.key(c.Start, c.End, base)
		if c.Escaped {
			key.flags |= isEscape
		}
		from, to := c.Col-origin, c.Col+c.Width-origin
		switch {
		case to <= used:
		case from < used || to > limit: // an edge goes through it
			to = min(to, limit)
			d.cell(cells.Blank(to-used), key)
			used = to
		default:
			d.cell(c.Show, key)
			used = to
		}
	}
	return used
}

// lineEnd draws the cell after a line if the cursor is there or the selection goes
// on past it, and returns how many columns that took.
func (d *drawing) lineEnd(line, at int, base flags) int {
	end := pos{line, at}
	key := styleKey{Plain, base}
	if d.selection.from.line <= line && line < d.selection.to.line {
		key.flags |= inSelection
	}
	if d.caret.cursor == end {
		key.flags |= d.cursorFlag()
	}
	if key.flags == base {
		return 0
	}
	d.cell(" ", key)
	return 1
}

// cell draws text in a style; cells of the same style follow each other in one run.
func (d *drawing) cell(text string, key styleKey) {
	if !d.running || key != d.style {
		d.flush()
		d.running, d.style = true, key
		d.Builder.WriteString(d.styleOf(key).On())
	}
	d.Builder.WriteString(text)
}

// flush ends the run.
func (d *drawing) flush() {
	if d.running && d.styleOf(d.style).On() != "" {
		d.Builder.WriteString(themes.Off())
	}
	d.running = false
}

// looker tells what the cells of a row are, asked from left to right.
type looker struct {
	d       *drawing
	line    int
	tokens  []Token
	diags   []diagnostic
	matches []span
}

func (d *drawing) lookAt(p place) looker {
	return looker{d: d, line: p.line, tokens: d.buf.lines[p.line].tokens, diags: d.diagnosticsOn(p.line), matches: d.matchesIn(p.line)}
}

// key returns the style of the cell from byte offset start to end.
func (k *looker) key(start, end int, base flags) styleKey {
	for len(k.tokens) > 0 && k.tokens[0].End <= start {
		k.tokens = k.tokens[1:]
	}
	key := styleKey{Plain, base}
	if len(k.tokens) > 0 && k.tokens[0].Start < end {
		key.class = k.tokens[0].Class
	}
	key.flags |= k.faults(start, end)
	d := k.d
	here := pos{k.line, start}
	for len(k.matches) > 0 && k.matches[0].to.at <= start {
		k.matches = k.matches[1:]
	}
	selected := !here.before(d.selection.from) && here.before(d.selection.to)
	switch {
	case len(k.matches) > 0 && k.matches[0].from.at < end && selected:
		key.flags |= inCurrentMatch
	case len(k.matches) > 0 && k.matches[0].from.at < end:
		key.flags |= inMatch
	case selected:
		key.flags |= inSelection
	}
	if here == d.caret.cursor {
		key.flags |= d.cursorFlag()
	}
	return key
}

// faults returns the flags of the diagnostics on the bytes from start to end.
func (k *looker) faults(start, end int) (found flags) {
	for _, g := range k.diags {
		switch {
		case g.from.at >= end || start >= max(g.to.at, g.from.at+1):
		case g.Severity == Warning:
			found |= inWarning
		default:
			found |= inError
		}
	}
	return found
}

func (m *Model) cursorFlag() flags {
	switch {
	case !m.focused: // a second cursor on the screen would only mislead
		return 0
	case !m.Finding():
		return isCursor
	}
	return isCursorAway
}

// styleOf returns the style of a cell; each is put together once.
func (m *Model) styleOf(key styleKey) themes.Style {
	style, ok := m.styles[key]
	if !ok {
		style = m.makeStyle(key)
		m.styles[key] = style
	}
	return style
}

func (m *Model) makeStyle(key styleKey) themes.Style {
	t := m.theme
	style := [classes]themes.Style{
		Plain: t.Text, Name: t.Key, Type: t.Literal, Number: t.Number, Punctuation: t.Punctuation,
		String: t.String, Comment: t.Faint, Invalid: t.Bad,
	}[min(key.class, classes-1)]
	has := func(f flags) bool { return key.flags&f != 0 }
	if has(isEscape) {
		style = t.Warn
	}
	switch {
	case has(inError):
		style = t.ErrorMark
	case has(inWarning):
		style = t.Warn.Over(t.ErrorMark)
	}
	switch {
	case has(inCurrentMatch):
		style = t.MatchCurrent
	case has(inMatch):
		style = t.Match
	case has(inSelection) && t.Profile >= termenv.ANSI: // the range is reversed: token colours would make patches of it
		style = t.Text.Over(t.Range)
	case has(inSelection):
		style = style.Over(t.Range)
	case has(onCursorLine):
		style = style.Over(t.Raised)
	}
	switch {
	case has(isCursor):
		style = t.Cursor.Over(style)
	case has(isCursorAway):
		style = t.Cursor.Over(t.Faint)
	}
	return style
}

// drawGutter draws the sign and the number of a line, on its first row.
func (d *drawing) drawGutter(p place) {
	width := d.gutter()
	if width == 0 {
		return
	}
	if p.seg > 0 || d.wrap {
		d.blank(width)
		return
	}
	sign, style := " ", d.theme.Faint
	if d.focused && p.line == d.caret.cursor.line {
		style = d.theme.Dim
	}
	if on := d.diagnosticsOn(p.line); len(on) > 0 {
		worst := slices.MinFunc(on, func(a, b diagnostic) int { return int(a.Severity) - int(b.Severity) })
		sign, style = d.theme.Glyphs.Dot, d.severity(worst.Severity)
	}
	number := strconv.Itoa(p.line + 1)
	style.Write(&d.Builder, sign+cells.Blank(width-3-len(number))+number)
	d.blank(2)
}

func (m *Model) severity(s Severity) themes.Style {
	if s == Warning {
		return m.theme.Warn
	}
	return m.theme.Bad
}

// noteRow draws what is wrong with the row above.
func (d *drawing) noteRow(p place, n note) {
	d.rows = append(d.rows, row{place: p})
	d.begin()
	d.blank(d.gutter())
	width, used := d.textWidth(), 0
	put := func(column int, text string, severity Severity) {
		if column < used {
			return
		}
		text = cells.Fit(text, min(cells.Width(text), width-column), d.theme.Glyphs.Ellipsis)
		d.blank(column - used)
		d.severity(severity).Write(&d.Builder, text)
		used = column + cells.Width(text)
	}
	before := len(n.squiggles) > 0 && n.column < n.squiggles[0].from
	if before {
		put(n.column, n.text, n.severity)
	}
	for _, s := range n.squiggles {
		put(s.from, strings.Repeat("~", s.to-s.from), s.severity)
	}
	if !before {
		put(n.column, n.text, n.severity)
	}
	d.blank(width - used)
}

// drawPlaceholder draws the empty editor with what there is to know about it.
func (m *Model) drawPlaceholder() string {
	m.layout()
	d := drawing{Model: m}
	lines := m.placeholderLines()
	for y := range m.height {
		m.rows = append(m.rows, row{blank: y > 0})
		d.begin()
		if y == 0 {
			d.drawGutter(place{})
		} else {
			d.blank(m.gutter())
		}
		width := m.textWidth()
		text := ""
		if y < len(lines) {
			text = lines[y]
		}
		text = cells.Fit(text, width, m.theme.Glyphs.Ellipsis)
		if y == 0 {
			first := cells.Split(text, 1)[0]
			d.styleOf(styleKey{Comment, d.cursorFlag()}).Write(&d.Builder, first.Show)
			text = text[first.End:]
		}
		d.theme.Faint.Write(&d.Builder, text)
	}
	return d.String()
}

func (m *Model) placeholderLines() []string {
	var lines []string
	for _, text := range strings.Split(m.placeholder, "\n") {
		b := buffer{tab: m.buf.tab}
		l := newLine(text)
		starts := []int{0}
		if m.wrap {
			starts = b.wrap(l, m.textWidth())
		}
		for i, start := range starts {
			end := len(text)
			if i+1 < len(starts) {
				end = starts[i+1]
			}
			lines = append(lines, cells.Visible(text[start:end]))
		}
	}
	return lines
}
