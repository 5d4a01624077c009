package editor

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"assay/ui/cells"
)

// pos is a place in the text: a line and a byte offset in it, always at the edge
// of a cell.
type pos struct{ line, at int }

func (p pos) before(q pos) bool { return p.line < q.line || p.line == q.line && p.at < q.at }

// span is the text from one place to another, in order.
type span struct{ from, to pos }

func (s span) empty() bool { return s.from == s.to }

func ordered(a, b pos) span {
	if b.before(a) {
		a, b = b, a
	}
	return span{a, b}
}

// buffer is the text as lines. Lines are replaced, never changed, so that what is
// worked out for one holds as long as the line is there.
type buffer struct {
	lines  []*line
	lang   Language
	tab    int
	pairs  []Pair
	paired [utf8.RuneSelf]bool // the ASCII characters of pairs
}

// line is one line of text, without its end, and what was worked out for it.
type line struct {
	text   string
	plain  bool         // only printable ASCII: byte offset and column are the same
	split  []cells.Cell // cells of a line that is not plain; nil until needed
	lexed  bool
	tokens []Token
	marks  []mark // brackets to be matched
	segs   []int  // where its rows begin when wrapped to segsAt cells; nil until needed
	segsAt int
}

// mark is a bracket of a line.
type mark struct {
	at, size int
	pair     int // index in buffer.pairs
	open     bool
}

func newLine(text string) *line {
	return &line{text: text, plain: !strings.ContainsFunc(text, func(r rune) bool { return r < ' ' || r >= 0x7f })}
}

func newBuffer(lang Language) *buffer {
	b := &buffer{lines: []*line{newLine("")}, lang: lang, tab: 4}
	if lang != nil {
		b.pairs = lang.Pairs()
	}
	for _, p := range b.pairs {
		for _, r := range [...]rune{p.Open, p.Close} {
			if r < utf8.RuneSelf {
				b.paired[r] = true
			}
		}
	}
	return b
}

// clean returns text with its line ends as \n and without invalid UTF-8.
func clean(text string) string {
	text = strings.ToValidUTF8(text, string(utf8.RuneError))
	if strings.IndexByte(text, '\r') >= 0 {
		text = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text)
	}
	return text
}

func (b *buffer) text() string { return joined(b.lines) }

// around returns the line of a number with the lines before and after it, as many as have
// about the given bytes on each side, and the offset of the line in them.
func (b *buffer) around(line, bytes int) (text string, offset int) {
	from, to := line, line+1
	for ; from > 0 && offset < bytes; from-- {
		offset += len(b.lines[from-1].text) + 1
	}
	for after := 0; to < len(b.lines) && after < bytes; to++ {
		after += len(b.lines[to].text) + 1
	}
	return joined(b.lines[from:to]), offset
}

func joined(lines []*line) string {
	size := len(lines)
	for _, l := range lines {
		size += len(l.text)
	}
	var s strings.Builder
	s.Grow(size)
	for i, l := range lines {
		if i > 0 {
			s.WriteByte('\n')
		}
		s.WriteString(l.text)
	}
	return s.String()
}

func (b *buffer) empty() bool { return len(b.lines) == 1 && b.lines[0].text == "" }

func (b *buffer) end() pos {
	last := len(b.lines) - 1
	return pos{last, len(b.lines[last].text)}
}

// slice returns the text of a span.
func (b *buffer) slice(s span) string {
	if s.from.line == s.to.line {
		return b.lines[s.from.line].text[s.from.at:s.to.at]
	}
	var out strings.Builder
	out.WriteString(b.lines[s.from.line].text[s.from.at:])
	for _, l := range b.lines[s.from.line+1 : s.to.line] {
		out.WriteByte('\n')
		out.WriteString(l.text)
	}
	out.WriteByte('\n')
	out.WriteString(b.lines[s.to.line].text[:s.to.at])
	return out.String()
}

// replace puts clean text in the place of a span and returns where it ends.
func (b *buffer) replace(s span, text string) pos {
	head := b.lines[s.from.line].text[:s.from.at]
	tail := b.lines[s.to.line].text[s.to.at:]
	if strings.IndexByte(text, '\n') < 0 {
		end := pos{s.from.line, s.from.at + len(text)}
		b.lines[s.from.line] = newLine(head + text + tail)
		if s.to.line > s.from.line {
			b.lines = slices.Delete(b.lines, s.from.line+1, s.to.line+1)
		}
		return end
	}
	parts := strings.Split(text, "\n")
	last := len(parts) - 1
	end := pos{s.from.line + last, len(parts[last])}
	parts[0] = head + parts[0]
	parts[last] += tail
	fresh := make([]*line, len(parts))
	for i, part := range parts {
		fresh[i] = newLine(part)
	}
	b.lines = slices.Replace(b.lines, s.from.line, s.to.line+1, fresh...)
	return end
}

// endOf returns where text put in at from ends.
func endOf(from pos, text string) pos {
	n := strings.Count(text, "\n")
	if n == 0 {
		return pos{from.line, from.at + len(text)}
	}
	return pos{from.line + n, len(text) - strings.LastIndexByte(text, '\n') - 1}
}

// clamp returns the place nearest to p that is in the text and at the edge of a
// cell, going forward.
func (b *buffer) clamp(p pos) pos {
	if p.line < 0 {
		return pos{}
	}
	if p.line >= len(b.lines) {
		return b.end()
	}
	l := b.lines[p.line]
	p.at = min(max(p.at, 0), len(l.text))
	if l.plain || p.at == len(l.text) {
		return p
	}
	if c := b.cellAt(l, p.at); c.Start < p.at {
		p.at = c.End
	}
	return p
}

// cells returns a line that is not plain cut into cells.
func (b *buffer) cells(l *line) []cells.Cell {
	if l.split == nil {
		l.split = cells.Split(l.text, b.tab)
	}
	return l.split
}

// cellAt returns the cell that holds byte offset at, which is before the end.
func (b *buffer) cellAt(l *line, at int) cells.Cell {
	if l.plain {
		return cells.Cell{Start: at, End: at + 1, Col: at, Width: 1, Show: l.text[at : at+1]}
	}
	split := b.cells(l)
	i, _ := slices.BinarySearchFunc(split, at, func(c cells.Cell, at int) int { return c.End - at - 1 })
	return split[min(i, len(split)-1)]
}

// column returns the column of a cell's edge.
func (b *buffer) column(l *line, at int) int {
	switch {
	case l.plain:
		return at
	case at >= len(l.text):
		return b.columns(l)
	}
	return b.cellAt(l, at).Col
}

// columns returns how many cells the line takes.
func (b *buffer) columns(l *line) int {
	if l.plain {
		return len(l.text)
	}
	split := b.cells(l)
	if len(split) == 0 {
		return 0
	}
	last := split[len(split)-1]
	return last.Col + last.Width
}

// atColumn returns the start of the cell that covers a column, or the line's end.
func (b *buffer) atColumn(l *line, column int) int {
	column = max(column, 0)
	if l.plain {
		return min(column, len(l.text))
	}
	split := b.cells(l)
	i, _ := slices.BinarySearchFunc(split, column, func(c cells.Cell, column int) int { return c.Col + c.Width - column - 1 })
	if i >= len(split) {
		return len(l.text)
	}
	return split[i].Start
}

// left and right return the places one cell away, across lines.
func (b *buffer) left(p pos) pos {
	if p.at == 0 {
		if p.line == 0 {
			return p
		}
		return pos{p.line - 1, len(b.lines[p.line-1].text)}
	}
	return pos{p.line, b.cellAt(b.lines[p.line], p.at-1).Start}
}

func (b *buffer) right(p pos) pos {
	l := b.lines[p.line]
	if p.at == len(l.text) {
		if p.line == len(b.lines)-1 {
			return p
		}
		return pos{p.line + 1, 0}
	}
	return pos{p.line, b.cellAt(l, p.at).End}
}

// wordLeft and wordRight return the places a word away; a line's end stops them.
func (b *buffer) wordLeft(p pos) pos {
	if p.at == 0 {
		return b.left(p)
	}
	return b.clamp(pos{p.line, cells.WordLeft(b.lines[p.line].text, p.at)})
}

func (b *buffer) wordRight(p pos) pos {
	if p.at == len(b.lines[p.line].text) {
		return b.right(p)
	}
	return b.clamp(pos{p.line, cells.WordRight(b.lines[p.line].text, p.at)})
}

// indentation returns the white space a line begins with.
func indentation(text string) string {
	return text[:len(text)-len(strings.TrimLeft(text, " \t"))]
}

// inWord reports whether a character is a part of a word.
func inWord(r rune) bool {
	return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r)
}
