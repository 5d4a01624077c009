package rows

import (
	"strings"
	"unicode/utf8"

	"assay/themes"
	"assay/ui/cells"
	"assay/ui/jsondoc"
)

// Mark paints a range of a Text, given as offsets in its Bytes, in another style.
type Mark struct {
	From, To int
	Style    themes.Style
}

// Hits returns the marks of what a search has found in a text that is made of node n. It
// reuses the memory of marks.
func (t *Text) Hits(marks []Mark, finder *jsondoc.Finder, n int, style themes.Style) []Mark {
	const most = 64
	marks = marks[:0]
	if finder.Hits() > 0 && finder.Has(n) {
		for _, hit := range finder.Matcher().FindAll(t.Bytes, most) {
			marks = append(marks, Mark{hit[0], hit[1], style})
		}
	}
	return marks
}

// Line builds one row of a pane: exactly as many cells as asked for, whatever is put
// into it. What does not fit is left out.
type Line struct {
	Margin int // cells at the right that stay free: beside them is a border

	b     strings.Builder
	width int
	used  int
	skip  int  // cells still to be left out at the left
	last  byte // the last byte of text put
	buf   []byte
}

// Start begins a row of width cells; skip cells of what is put into it are left out
// at its left.
func (l *Line) Start(width, skip int) {
	l.b.Reset()
	l.b.Grow(width * 4)
	l.width, l.used, l.skip, l.last = width-l.Margin, 0, skip, 0
}

// Room returns the cells still free, without the margin.
func (l *Line) Room() int { return l.width - l.used }

// Used returns the cells taken.
func (l *Line) Used() int { return l.used }

// Put adds text that is safe to draw.
func (l *Line) Put(style themes.Style, text string) {
	l.buf = append(l.buf[:0], text...)
	l.put(l.buf, style, nil)
}

// Link puts what begins or ends a link, which takes no cells.
func (l *Line) Link(sequence string) { l.b.WriteString(sequence) }

// Spaces adds n cells of nothing.
func (l *Line) Spaces(style themes.Style, n int) {
	if n > 0 {
		l.Put(style, cells.Blank(n))
	}
}

// Text adds t in at most limit cells. If it does not fit, or its source goes on, it
// ends with the ellipsis, one cell wide; the return value says so.
func (l *Line) Text(t *Text, style themes.Style, marks []Mark, limit int, ellipsis string) (cut bool) {
	limit = min(limit, l.Room()+l.skip)
	if limit <= 0 {
		return true
	}
	end, _ := t.Cut(limit)
	if end == len(t.Bytes) && !t.More {
		l.put(t.Bytes, style, marks)
		return false
	}
	end, _ = t.Cut(limit - 1)
	l.put(t.Bytes[:end], style, marks)
	l.Put(style, ellipsis)
	return true
}

// put writes characters in runs of one style each.
func (l *Line) put(b []byte, style themes.Style, marks []Mark) {
	i, from, run := 0, 0, style // b[from:i] is the run being gathered
	for i < len(b) {
		width, next, joint := cluster(b, i)
		if l.skip > 0 {
			if l.skip -= width; l.skip < 0 { // the right half of a wide character
				half := min(-l.skip, l.Room())
				l.run(style, []byte(cells.Blank(half)))
				l.used, l.skip = l.used+half, 0
			}
			i, from = next, next
			continue
		}
		if width > l.Room() {
			break
		}
		painted := style
		for _, mark := range marks {
			if i >= mark.From && i < mark.To {
				painted = mark.Style
			}
		}
		if painted != run || joint == tooLong {
			l.run(run, b[from:i])
			from, run = i, painted
		}
		switch joint {
		case parted:
			l.run(run, b[from:next])
			from = next
		case tooLong:
			l.run(run, []byte{'?'})
			from = next
		}
		l.used += width
		i = next
	}
	l.run(run, b[from:i])
}

func (l *Line) run(style themes.Style, text []byte) {
	if len(text) == 0 {
		return
	}
	on := style.On()
	if on == "" && (text[0] >= utf8.RuneSelf || l.last >= utf8.RuneSelf) {
		on = themes.Off() // keeps a mark from joining what was put before it
	}
	l.last = text[len(text)-1]
	l.b.WriteString(on)
	l.b.Write(text)
	if style.On() != "" {
		l.b.WriteString(themes.Off())
	}
}

// Finish fills the row with blanks in the base style and returns it.
func (l *Line) Finish(base themes.Style) string {
	if room := l.Room() + l.Margin; room > 0 {
		l.run(base, []byte(cells.Blank(room)))
		l.used = l.width
	}
	return l.b.String()
}
