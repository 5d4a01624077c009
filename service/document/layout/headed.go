package layout

import "strings"

// headed is a table that a row of names of columns is above.
type headed struct {
	from, to int // its rows
	columns  []interval
	rows     []gridRow
}

// Bounds on tables with a row of names.
const (
	minNames    = 3   // names of columns
	lookForRows = 400 // rows of one table
	maxTries    = 60  // rows that look like names and are none
	headGap     = 4.0 // between the names and the first row, in heights of the text
)

// findHeaded finds the first table with a row of names among rows.
func findHeaded(rows []row) (headed, bool) {
	tries := 0
	for i := range rows {
		if !isNames(rows[i]) {
			continue
		}
		if t, ok := growHeaded(rows, i); ok {
			return t, true
		}
		if tries++; tries == maxTries {
			break
		}
	}
	return headed{}, false
}

// isNames reports whether a row can be the names of columns.
func isNames(r row) bool {
	if len(r.segments) < minNames {
		return false
	}
	letters := 0
	for _, s := range r.segments {
		text := s.text()
		if hasDigit(text) || len(text) > maxLabel || endsInColon(text) && len(r.segments) < minNames+1 || strings.Count(text, " ") > maxLabelWords {
			return false
		}
		if hasLetter(text) {
			letters++
		}
	}
	return letters >= minNames && letters+1 >= len(r.segments)
}

// growHeaded takes the rows under names that stand in their columns.
func growHeaded(rows []row, at int) (headed, bool) {
	t := headed{from: at, to: at + 1}
	height := rows[at].height
	last := min(len(rows), at+lookForRows)
	// Names of columns may go over several lines.
	for t.to < last && t.to < at+3 && isMoreNames(rows[at], rows[t.to]) && rows[t.to].Y-rows[t.to-1].bottom() <= tightGap*height {
		t.to++
	}
	names := t.to
	for limit := float32(headGap); t.to < last; t.to++ {
		next := rows[t.to]
		if next.Y-rows[t.to-1].bottom() > limit*height || next.height > 1.7*height || isNames(next) {
			break
		}
		if len(next.segments) == 1 {
			if !t.isLine(rows, names, height) {
				break
			}
			continue
		}
		limit = rowsGap
	}
	for t.to > names && len(rows[t.to-1].segments) == 1 && rows[t.to-1].Y-rows[t.to-2].bottom() > tightGap*height {
		t.to--
	}
	if t.to == names {
		return t, false
	}
	for n := 0; n < 2; n++ { // the sums below it blur the columns: without them they are looked for again
		t.columns = columnsUnder(rows[at:names], rows[names:t.to])
		if end := t.endOfRecords(rows, names); end < t.to {
			t.to = end
			if t.to == names {
				return t, false
			}
			continue
		}
		break
	}
	t.rows = t.grid(rows, names, height)
	return t, len(t.columns) >= minNames && isTable(t.rows) && t.hasValues()
}

// isMoreNames reports whether a row goes on with the names above it: words only,
// each under a name.
func isMoreNames(names, next row) bool {
	for _, s := range next.segments {
		if hasDigit(s.text()) || len(s.text()) > maxLabel/2 {
			return false
		}
		under := false
		for _, n := range names.segments {
			under = under || s.X < n.right()+names.height && n.X < s.right()+names.height
		}
		if !under {
			return false
		}
	}
	return len(next.segments) < len(names.segments) || len(next.segments) == len(names.segments) && !hasDigit(next.text())
}

// isLine reports whether the row at the end is the next line of the one above it
// or the first of the one below it, rather than the text after the table.
func (t *headed) isLine(rows []row, names int, height float32) bool {
	r := rows[t.to]
	head := rows[t.from]
	if r.X < head.X-2*height || r.Width > 0.7*head.Width || endsInColon(r.text()) {
		return false
	}
	if t.to > names && r.Y-rows[t.to-1].bottom() <= tightGap*height {
		return true
	}
	return t.to+1 < len(rows) && len(rows[t.to+1].segments) > 1 && !isNames(rows[t.to+1]) && rows[t.to+1].Y-r.bottom() <= rowsGap*height
}

// columnsUnder returns the columns of a table by its names and what is under them.
func columnsUnder(names, body []row) []interval {
	var heads []segment
	for _, s := range names[0].segments {
		heads = append(heads, s)
	}
	for _, r := range names[1:] {
		for _, s := range r.segments {
			for i := range heads {
				if s.X < heads[i].right() && heads[i].X < s.right() {
					heads[i].Box = heads[i].Box.union(s.Box)
				}
			}
		}
	}
	var words []Word
	for _, r := range body {
		for _, s := range r.segments {
			words = append(words, s.words...)
		}
	}
	columns := make([]interval, 0, len(heads)+2)
	from := leftmost
	for i, h := range heads {
		for _, x := range splits(h, names[0].height, body) {
			columns = append(columns, interval{from, x})
			from = x
		}
		if i+1 < len(heads) {
			x := boundary(h.Box, heads[i+1].Box, words)
			columns = append(columns, interval{from, x})
			from = x
		}
	}
	return append(columns, interval{from, rightmost})
}

// boundary returns the place between two names, or over one of them, that the
// fewest words are on, in the middle of the widest such stretch.
func boundary(left, right Box, words []Word) float32 {
	const steps = 64
	from, to := left.X+0.25*left.Width, right.right()-0.25*right.Width
	step := (to - from) / steps
	if step <= 0 {
		return (left.right() + right.X) / 2
	}
	var on [steps + 1]int
	for _, w := range words {
		first, last := int((w.X-from)/step)+1, int((w.right()-from)/step)
		for k := max(0, first); k <= min(steps, last) && w.right() > from; k++ {
			on[k]++
		}
	}
	least := on[0]
	for _, n := range on {
		least = min(least, n)
	}
	best, width := (left.right()+right.X)/2, float32(-1)
	for k := 0; k <= steps; k++ {
		if on[k] != least {
			continue
		}
		end := k
		for end < steps && on[end+1] == least {
			end++
		}
		a, b := from+float32(k)*step, from+float32(end)*step
		// What lies between the names counts twice.
		w := b - a + max(0, min(b, right.X)-max(a, left.right()))
		if w > width {
			best, width = (a+b)/2, w
		}
		k = end
	}
	return best
}

// splits returns the places at which a run of words among the names is the names
// of several columns: most rows have something on either side, apart.
func splits(h segment, height float32, body []row) []float32 {
	var out []float32
	for i := 1; i < len(h.words); i++ {
		gap := interval{h.words[i-1].right(), h.words[i].X}
		apart, filled := 0, 0
		for _, r := range body {
			left, right := false, false
			for _, s := range r.segments {
				if s.right() <= h.X-height || s.X >= h.right()+height {
					continue
				}
				for _, w := range s.words {
					middle := w.X + w.Width/2
					left = left || middle < gap.to && w.right() <= gap.to+height/2
					right = right || middle > gap.from && w.X >= gap.from-height/2
				}
			}
			if left || right {
				filled++
			}
			if left && right && !crosses(r, gap, height) {
				apart++
			}
		}
		if filled > 1 && 4*apart >= 3*filled && gap.width() > gutterGap*height {
			out = append(out, (gap.from+gap.to)/2)
		}
	}
	return out
}

// crosses reports whether a word of a row covers a gap.
func crosses(r row, gap interval, height float32) bool {
	for _, s := range r.segments {
		for _, w := range s.words {
			if w.X < gap.from-height/2 && w.right() > gap.to+height/2 {
				return true
			}
		}
	}
	return false
}

// endOfRecords returns the first row after the names that is of the sums below the
// table: words where the rows above it have numbers, and nothing in the columns
// of words.
func (t *headed) endOfRecords(rows []row, names int) int {
	values, filled := make([]int, len(t.columns)), make([]int, len(t.columns))
	for n := names; n < t.to; n++ {
		cells := cellsOf(rows[n], t.columns)
		if n > names {
			words, numbers, others := -1, false, 0
			blank := true
			for c, cell := range cells {
				if len(cell) == 0 {
					continue
				}
				text := joinWords(cell)
				if isValue(text) {
					others = -len(cells)
				}
				others++
				numeric := filled[c] > 0 && 2*values[c] > filled[c]
				switch {
				case isValue(text):
					numbers = numbers || words >= 0
				case numeric && hasLetter(text) && !hasDigit(text) && words < 0:
					words = c
				}
				if filled[c] > 0 && !numeric {
					blank = false
				}
			}
			if blank && words >= 0 && (numbers || words == len(cells)-1) || others > 1 {
				return n // of the sums, or of other text
			}
		}
		for c, cell := range cells {
			if len(cell) > 0 {
				filled[c]++
				if isValue(joinWords(cell)) {
					values[c]++
				}
			}
		}
	}
	return t.to
}

// grid returns the table's rows of cells. Lines of words alone belong to the row
// above them, or to the one below that has no words of its own.
func (t *headed) grid(rows []row, names int, height float32) []gridRow {
	lay := func(r row) gridRow {
		return gridRow{cells: cellsOf(r, t.columns), top: r.Y, bottom: r.bottom()}
	}
	head := lay(rows[t.from])
	for _, r := range rows[t.from+1 : names] {
		head.join(lay(r))
	}
	out := []gridRow{head}
	var waiting []gridRow // lines of words before the row they are of
	for n := names; n < t.to; n++ {
		next := lay(rows[n])
		if c := next.onlyWords(); c >= 0 {
			below := n+1 < t.to
			if below {
				under := lay(rows[n+1])
				below = under.onlyWords() < 0 && len(under.cells[c]) == 0 && rows[n+1].Y-next.bottom <= tightGap*height
			}
			above := &out[len(out)-1]
			switch {
			case below:
				waiting = append(waiting, next)
				continue
			case len(out) > 1 && next.top-above.bottom <= tightGap*height:
				above.join(next)
				continue
			}
		}
		for i := len(waiting) - 1; i >= 0; i-- {
			waiting[i].join(next)
			next = waiting[i]
		}
		waiting = nil
		out = append(out, next)
	}
	return append(out, waiting...)
}

// join adds the words of a row further down.
func (r *gridRow) join(below gridRow) {
	for c, words := range below.cells {
		r.cells[c] = append(r.cells[c], words...)
	}
	r.top, r.bottom = min(r.top, below.top), max(r.bottom, below.bottom)
}

// onlyWords returns the one cell of a row that has words, and is no value; -1 if
// it has others.
func (r gridRow) onlyWords() int {
	found := -1
	for c, words := range r.cells {
		if len(words) == 0 {
			continue
		}
		if found >= 0 || isValue(joinWords(words)) {
			return -1
		}
		found = c
	}
	return found
}

// hasValues reports whether the rows under the names have values in two columns,
// or most of them in one.
func (t *headed) hasValues() bool {
	columns := 0
	for c := range t.columns {
		values, filled := 0, 0
		for _, r := range t.rows[1:] {
			if text := joinWords(r.cells[c]); text != "" {
				filled++
				if isValue(text) {
					values++
				}
			}
		}
		if filled > 0 && 2*filled >= len(t.rows)-1 && 5*values >= 3*filled {
			columns++
		}
	}
	return columns >= 2
}
