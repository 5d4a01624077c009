package layout

import (
	"strings"

	"assay/service/content"
)

// Of entries of a list, in heights of the text.
const (
	entryGap    = 2.0  // between lines of one, and between it and the next
	titleHeight = 1.15 // from which on letters are those of a title over the list
)

// entriesOf returns where the entries begin that the first of rows are, and the row after them:
// each is a name with its time at the right, as of a job or a course, over lines about it.
func entriesOf(rows []row) (starts []int, end int) {
	if !startsEntry(rows[0]) {
		return nil, 0
	}
	first, more := rows[0], 0
	for ; end < len(rows); end++ {
		r := rows[end]
		if end > 0 && (r.Y-rows[end-1].bottom() > entryGap*first.height || r.X < first.X-first.height || r.height > titleHeight*first.height) {
			break
		}
		switch at := len(r.segments) - 1; {
		case at == 0:
			more++
		case startsEntry(r) && (abs(r.right()-first.right()) < first.height || abs(r.segments[at].X-first.segments[at].X) < first.height):
			starts = append(starts, end)
		default:
			return nil, 0
		}
	}
	if len(starts) < 2 || more < len(starts) {
		return nil, 0
	}
	return starts, end
}

// startsEntry reports whether a row is a name and a time.
func startsEntry(r row) bool {
	return len(r.segments) == 2 && hasLetter(r.segments[0].text()) && !hasYear(r.segments[0].text()) && !endsInColon(r.segments[0].text()) && hasYear(r.segments[1].text())
}

// hasYear reports whether a word of a text is a year.
func hasYear(text string) bool {
	for word := range strings.FieldsSeq(text) {
		if isPeriod(word) {
			return true
		}
	}
	return false
}

// entries writes rows as the items of a list.
func (b *builder) entries(rows []row, starts []int) {
	b.open(content.List, "ul", boxOfRows(rows))
	for i, from := range starts {
		to := len(rows)
		if i+1 < len(starts) {
			to = starts[i+1]
		}
		b.open(content.Item, "li", boxOfRows(rows[from:to]))
		for _, r := range rows[from:to] {
			b.open(content.Block, "div", r.Box)
			for _, s := range r.segments {
				b.element(content.Inline, "span", s.words)
			}
			b.close()
		}
		b.close()
	}
	b.close()
}
