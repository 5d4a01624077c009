package layout

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

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

// Bounds on the rows that are lines of one row of a table.
const (
	sharedHeight = 0.3 // of the smaller, that two of them share at least
	maxLines     = 7
)

// joinLines joins rows that overlap, as where cells are centred their lines are not level,
// and those that go on with the one above them. It returns the rows, and where each of them
// and what follows begins.
func joinLines(rows []row) (joined []row, starts []int) {
	return joinIf(rows, func(first, at int) bool { return overlaps(rows, at) || goesOn(rows, first, at) })
}

// joinIf joins rows with those below them that belong to the row at first.
func joinIf(rows []row, belongs func(first, at int) bool) (joined []row, starts []int) {
	for first := 0; first < len(rows); {
		last := first + 1
		for last < len(rows) && belongs(first, last) {
			last++
		}
		if last-first > maxLines { // columns of text side by side
			for ; first < last; first++ {
				joined, starts = append(joined, rows[first]), append(starts, first)
			}
			continue
		}
		joined, starts = append(joined, joinRow(rows[first:last])), append(starts, first)
		first = last
	}
	return joined, append(starts, len(rows))
}

// overlaps reports whether a row is level with the one above it, in part.
func overlaps(rows []row, at int) bool {
	return rows[at-1].bottom()-rows[at].Y >= sharedHeight*min(rows[at-1].Height, rows[at].Height)
}

// goesOn reports whether a row is the next lines of several cells of the row at first: it
// is closer to it than rows of the table are to each other, and all that it has is under
// something of that row.
func goesOn(rows []row, first, at int) bool {
	above, r := rows[first], rows[at]
	gap, slack := r.Y-rows[at-1].bottom(), lineSlack*r.height
	if gap > closeGap*r.height || strings.Contains(r.text(), ":") {
		return false
	}
	if labelGoesOn(above, r) {
		slack = labelSlack * r.height
	} else if len(above.segments) < minNames || !above.isOver(r) || !hasDigit(above.text()) {
		return false
	}
	for next := at + 1; next < min(len(rows), at+maxLines); next++ {
		if len(rows[next].segments) >= len(above.segments) && !labelGoesOn(above, rows[next]) {
			return rows[next].Y-rows[next-1].bottom() > gap+slack
		}
	}
	return first > 0 && above.Y-rows[first-1].bottom() > gap+slack
}

// labelGoesOn reports whether a row of a label and its value is over a row that may be the next
// line of either: of the value alone, or with words that go on with the label in small letters.
func labelGoesOn(above, r row) bool {
	if len(above.segments) != 2 || !isLabel(above.segments[0].text()) {
		return false
	}
	first, _ := utf8.DecodeRuneInString(r.text())
	goesOn := unicode.IsLower(first) || first == '('
	if len(r.segments) == 1 {
		return r.X > above.segments[0].right() || goesOn && above.isOver(r)
	}
	return len(r.segments) == 2 && goesOn && isLabel(r.segments[0].text()) &&
		r.segments[0].X < above.segments[0].right() && r.segments[1].X > above.segments[0].right()
}

// joinCentred joins a label or its value with the two lines of the other, in the middle of which it
// stands.
func joinCentred(rows []row) []row {
	var out []row
	for i := 0; i < len(rows); i++ {
		if i+2 < len(rows) && areCentred(rows[i:i+3]) {
			out = append(out, joinRow(rows[i:i+3]))
			i += 2
			continue
		}
		out = append(out, rows[i])
	}
	return out
}

// areCentred reports whether of three rows the one in the middle stands beside the others.
func areCentred(rows []row) bool {
	for _, r := range rows {
		if len(r.segments) != 1 {
			return false
		}
	}
	above, middle, below := rows[0], rows[1], rows[2]
	if !overlaps(rows, 1) || !overlaps(rows, 2) || overlaps([]row{above, below}, 1) || !inColumn(above, below) || inColumn(above, middle) || inColumn(middle, below) {
		return false
	}
	if middle.X < above.X {
		return isLabel(middle.text())
	}
	return isLabel(above.text() + " " + below.text())
}

// inColumn reports whether one row is above the other in part.
func inColumn(a, b row) bool { return a.X < b.right() && b.X < a.right() }

// joinRow makes one row of several, in which segments above each other are one.
func joinRow(rows []row) row {
	if len(rows) == 1 {
		return rows[0]
	}
	out := row{Box: boxOfRows(rows), height: rows[0].height}
	for _, r := range rows {
		for _, s := range r.segments {
			into := -1
			for i := range out.segments {
				if o := &out.segments[i]; s.X < o.right() && o.X < s.right() {
					into = i
				}
			}
			if into < 0 {
				out.segments = append(out.segments, segment{words: slices.Clone(s.words), Box: s.Box})
				continue
			}
			o := &out.segments[into]
			o.words, o.Box = append(o.words, s.words...), o.Box.union(s.Box)
		}
	}
	slices.SortStableFunc(out.segments, func(a, b segment) int { return cmp.Compare(a.X, b.X) })
	return out
}

// isNames reports whether a row can be the names of columns.
func isNames(r row) bool {
	if len(r.segments) < 2 || pieces(r) < minNames {
		return false
	}
	letters := 0
	for _, s := range r.segments {
		text := s.text()
		if hasDigit(text) && !isPeriod(text) || len(text) > maxLabel || endsInColon(text) && len(r.segments) < minNames+1 || strings.Count(text, " ") > maxLabelWords {
			return false
		}
		if hasLetter(text) {
			letters++
		}
	}
	letters += pieces(r) - len(r.segments)
	return letters >= minNames && letters+1 >= len(r.segments) || letters > 0 && hasLetter(r.segments[0].text()) && !hasDigit(r.segments[0].text()) && named(r) == len(r.segments)
}

// pieces returns of how many names a row is: those of columns close to each other may be one
// segment.
func pieces(r row) int {
	n := 0
	for _, s := range r.segments {
		n++
		for i := 1; i < len(s.words); i++ {
			if s.partsNames(i, r.height) {
				n++
			}
		}
	}
	return n
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
	far := min(tightGap*height, t.rowGap(rows, names)+lineSlack*height)
	for t.to > names && len(rows[t.to-1].segments) == 1 && rows[t.to-1].Y-rows[t.to-2].bottom() > far {
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
	return t, len(t.columns) >= minNames && len(t.rows) > 1 && t.hasValues()
}

// By how much more than the lines of a cell rows of a table are apart at least, in heights of
// the text: where a label or its value goes on, its words tell too.
const (
	lineSlack  = 0.25
	labelSlack = 0.08
)

// rowGap returns how far the rows with several cells are below what is above them
// at most.
func (t *headed) rowGap(rows []row, names int) float32 {
	var most float32
	for n := names; n < t.to; n++ {
		if len(rows[n].segments) > 1 {
			most = max(most, rows[n].Y-rows[n-1].bottom())
		}
	}
	return most
}

// named counts the segments that are words or periods.
func named(r row) int {
	n := 0
	for _, s := range r.segments {
		if text := s.text(); hasLetter(text) || isPeriod(text) {
			n++
		}
	}
	return n
}

// isPeriod reports whether a text is a year, with or without a part of it, as
// columns of figures are named.
func isPeriod(text string) bool {
	for word := range strings.FieldsSeq(text) {
		word = strings.Trim(word, "/.,()")
		if len(word) == 4 && (strings.HasPrefix(word, "19") || strings.HasPrefix(word, "20")) && !hasLetter(word) && !strings.ContainsAny(word, ".,/") {
			return strings.Count(text, " ") < 3 && strings.Count(text, "/")+strings.Count(text, ".") < 2
		}
	}
	return false
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

// tally is what the columns of a table hold so far, in rows.
type tally struct{ values, filled []int }

// isNumeric reports whether a column holds numbers.
func (t *tally) isNumeric(c int) bool { return t.filled[c] > 0 && 2*t.values[c] > t.filled[c] }

// endOfRecords returns the first row after the names that is of the sums below the
// table.
func (t *headed) endOfRecords(rows []row, names int) int {
	so := tally{make([]int, len(t.columns)), make([]int, len(t.columns))}
	for n := names; n < t.to; n++ {
		cells := cellsOf(rows[n], t.columns)
		if n > names && so.isOver(cells) {
			return n // of the sums, or of other text
		}
		for c, cell := range cells {
			if len(cell) > 0 {
				so.filled[c]++
				if isValue(joinWords(cell)) {
					so.values[c]++
				}
			}
		}
	}
	return t.to
}

// isOver reports whether a row is not of the table any more: words where the rows above it
// have numbers, and nothing in the columns of words.
func (t *tally) isOver(cells [][]Word) bool {
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
		switch {
		case isValue(text):
			numbers = numbers || words >= 0
		case t.isNumeric(c) && hasLetter(text) && words < 0:
			words, numbers = c, numbers || hasDigit(text)
		}
		if t.filled[c] > 0 && !t.isNumeric(c) {
			blank = false
		}
	}
	late := len(flatten(cells[:(len(cells)+1)/2])) == 0 && isValue(joinWords(cells[len(cells)-1])) && hasLetter(joinWords(flatten(cells[:len(cells)-1])))
	return blank && words >= 0 && (numbers || words == len(cells)-1) || others > 1 || late
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
		if above := &out[len(out)-1]; len(out) > 1 && next.goesOn(*above) && next.top-above.bottom <= closeGap*height {
			above.join(next)
			continue
		}
		if c := next.onlyCell(); c >= 0 && len(out) > 1 && next.top-out[len(out)-1].bottom <= tightGap*height {
			// A second line under a text may have the form of a value.
			if above := &out[len(out)-1]; above.filled() > 1 && len(above.cells[c]) > 0 && !isValue(joinWords(above.cells[c])) {
				above.join(next)
				continue
			}
		}
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

// closeGap is between the lines of one cell, where rows are further apart.
const closeGap = 0.15

// goesOn reports whether all that a row has is under what the one above it has,
// and its first and last cells are empty.
func (r gridRow) goesOn(above gridRow) bool {
	last := len(r.cells) - 1
	if len(r.cells[0]) > 0 || len(r.cells[last]) > 0 || len(above.cells[0]) == 0 || len(above.cells[last]) == 0 || r.filled() == 0 {
		return false
	}
	for c, words := range r.cells {
		if len(words) > 0 && len(above.cells[c]) == 0 {
			return false
		}
	}
	return true
}

// onlyCell returns the one cell of a row that is not empty; -1 if there are more.
func (r gridRow) onlyCell() int {
	found := -1
	for c, words := range r.cells {
		if len(words) > 0 && found >= 0 {
			return -1
		}
		if len(words) > 0 {
			found = c
		}
	}
	return found
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
