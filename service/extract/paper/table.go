package paper

import (
	"math"
	"slices"
	"strings"

	"assay/service/content"
	"assay/service/extract/read"
)

// Table is rows of a document that are alike, with what their columns are. It is
// read from where words stand, whatever the reader of the page made of them.
type Table struct {
	Heads []Head
	Rows  []TableRow
}

// Head is what a column is: its name, or, where none is printed, its role.
type Head struct {
	Text string
	Role Role
	Node content.ID
}

// TableRow is the cells of a row, one for each column.
type TableRow []TableCell

// TableCell is what stands in a cell; its node is content.None if it is empty.
type TableCell struct {
	Text string
	Node content.ID
}

const (
	maxTables     = 60
	maxTableRows  = 4000
	maxHeadWords  = 5   // of the name of a column
	tableBreak    = 4.5 // heights between two rows of a table at most
	maxOddHeads   = 4   // of so many names of columns one may have digits
	halfCent      = 0.005
	skippedAtHead = 10 // rows at the head of a page before a table goes on, at most
)

// stretch is where a column's name stands.
type stretch struct{ from, to float32 }

// Tables returns what stands in rows under names of columns, on the page of the
// names and on those after it for as long as the rows go on alike.
func (s *Sheet) Tables() []Table {
	var out []Table
	for i := 0; i < len(s.rows) && len(out) < maxTables; i++ {
		heads, at := headsAt(s, i)
		if len(heads) < 2 {
			continue
		}
		t := tableReader{s: s, table: Table{Heads: heads}, at: at, head: i}
		t.findBare()
		t.addGroups()
		t.read()
		if len(t.table.Rows) > 0 {
			out = append(out, t.table)
		}
		if i+1 < len(s.rows) && slices.ContainsFunc(heads, func(h Head) bool { return h.Node == s.rows[i+1].words[0].node }) {
			i++ // whose names were taken with these
		}
	}
	return out
}

// Sides returns the two tables that stand side by side under one row of names, as earnings and
// deductions do: the columns of both end with the same name. It returns nil if there is one table.
func (t *Table) Sides(locale read.Locale) []Table {
	heads := t.Heads
	half := len(heads) / 2
	if half < 2 || len(heads)%2 == 1 || heads[0].Text == "" || heads[0].Text == heads[half].Text ||
		heads[half-1].Text == heads[half].Text || // one name over several columns
		!strings.EqualFold(heads[half-1].Text, heads[len(heads)-1].Text) {
		return nil
	}
	var out []Table
	for _, from := range [...]int{0, half} {
		side := Table{Heads: heads[from : from+half]}
		total := 0.0
		for _, row := range t.Rows {
			cells := row[from : from+half]
			if cells[0].Text == "" || cells[half-1].Text == "" {
				continue
			}
			value, _ := read.Price(cells[half-1].Text, locale)
			if len(side.Rows) > 1 && cents(cells[half-1].Text) && math.Abs(value-total) < halfCent {
				break // the sum of those above
			}
			total += value
			side.Rows = append(side.Rows, cells)
		}
		if len(side.Rows) > 0 {
			out = append(out, side)
		}
	}
	return out
}

// headsAt returns the names of columns that a row may be.
func headsAt(s *Sheet, i int) ([]Head, []stretch) {
	r := &s.rows[i]
	var heads []Head
	var at []stretch
	known, odd := 0, 0
	for k := 0; k < len(r.words); k = r.segment(k) {
		words := r.words[k:r.segment(k)]
		name := text(words)
		if len(words) > maxHeadWords || len(name) > 40 || strings.HasSuffix(name, ":") {
			return nil, nil
		}
		if hasDigit(name) && !isYear(name) && !isRange(name) {
			odd++ // for how many a price is: "€ / 100"
		}
		if letters(name) == 0 && !hasDigit(name) {
			continue
		}
		if HeaderRole(name) != 0 || isYear(name) {
			known++
		}
		heads = append(heads, Head{Text: name, Node: words[0].node})
		at = append(at, stretch{words[0].x, words[len(words)-1].to})
	}
	if known == 0 || odd > 0 && (known < 2 || maxOddHeads*odd > len(heads)) {
		return nil, nil
	}
	return withLower(s, i, heads, at)
}

// withLower adds the names in the line right below those of columns that stand beside all of
// them, under the name that stands over these: "Quantity" over "ordered" and "delivered".
func withLower(s *Sheet, i int, heads []Head, at []stretch) ([]Head, []stretch) {
	if i+1 == len(s.rows) || len(heads) < 2 {
		return heads, at
	}
	r, below := &s.rows[i], &s.rows[i+1]
	if below.page != r.page || below.y-r.bottom > r.height {
		return heads, at
	}
	var lower []Head
	var where []stretch
	for k := 0; k < len(below.words); k = below.segment(k) {
		words := below.words[k:below.segment(k)]
		if hasDigit(text(words)) || letters(text(words)) < 2 || len(words) > maxHeadWords || strings.HasSuffix(text(words), ":") {
			return heads, at
		}
		for _, h := range at {
			if overlap(words, h.from, h.to) > 0 {
				return heads, at
			}
		}
		lower, where = append(lower, Head{Text: text(words), Node: words[0].node}), append(where, stretch{words[0].x, words[len(words)-1].to})
	}
	if over := nameOver(s, i, where); over != "" {
		for k := range lower {
			lower[k].Text = over + " " + lower[k].Text
		}
	}
	for k, w := range where {
		n := 0
		for n < len(at) && at[n].from < w.from {
			n++
		}
		heads, at = slices.Insert(heads, n, lower[k]), slices.Insert(at, n, w)
	}
	return heads, at
}

// nameOver returns the only words in the row above one, if they stand over some names and nothing
// else does.
func nameOver(s *Sheet, i int, names []stretch) string {
	if i == 0 || s.rows[i-1].page != s.rows[i].page || s.rows[i].y-s.rows[i-1].bottom > s.rows[i].height {
		return ""
	}
	words := s.rows[i-1].words
	if s.rows[i-1].segment(0) < len(words) || len(words) > maxHeadWords || hasDigit(text(words)) || overlap(words, names[0].from, names[len(names)-1].to) <= 0 {
		return ""
	}
	return text(words)
}

// isYear reports whether a text is a year and nothing else.
func isYear(s string) bool {
	return len(s) == 4 && digits(s) == 4 && (s[:2] == "19" || s[:2] == "20")
}

// isRange reports whether a text is nothing but a range of whole numbers, as prices
// are headed by how many are bought: "10–49", "50+".
func isRange(s string) bool {
	first, last, ok := strings.Cut(strings.ReplaceAll(strings.ReplaceAll(s, "–", "-"), " ", ""), "-")
	if !ok {
		first, ok = strings.CutSuffix(first, "+")
	}
	return ok && first != "" && len(first) < 5 && len(last) < 5 && digits(first) == len(first) && digits(last) == len(last)
}

// tableReader reads the rows under the names of columns.
type tableReader struct {
	s       *Sheet
	table   Table
	at      []stretch // of the names
	head    int       // their row
	numbers []int     // per column: how many of its cells have digits
	plain   []int     // and how many of those hardly any letters
	bare    bool      // the first column has no name
}

// barePeek is how many rows under the names are looked at for a column without one.
const barePeek = 3

// findBare finds out whether words stand left of the first name, in a column of
// their own: what the rows are about needs no name.
func (t *tableReader) findBare() {
	s := t.s
	left := 0
	for i := t.head + 1; i < min(len(s.rows), t.head+1+barePeek); i++ {
		r := &s.rows[i]
		first := r.words[:r.segment(0)]
		names := letters(text(first)) > 2 || strings.HasSuffix(text(first), "%")
		if r.page == s.rows[t.head].page && names && first[len(first)-1].to < t.at[0].from && len(first) < len(r.words) {
			left++
		}
	}
	if t.bare = left > 1; t.bare {
		t.at = append([]stretch{{}}, t.at...)
		t.table.Heads = append([]Head{{Node: t.table.Heads[0].Node}}, t.table.Heads...)
	}
}

func (t *tableReader) read() {
	s := t.s
	last := &s.rows[t.head]
	for i := t.head + 1; i < len(s.rows) && len(t.table.Rows) < maxTableRows; i++ {
		r := &s.rows[i]
		if r.page != last.page {
			if i = t.resume(i); i < 0 {
				return
			}
			r = &s.rows[i]
		} else if r.y-last.bottom > tableBreak*max(r.height, last.height) {
			return
		}
		cells, filled := t.cells(r)
		switch {
		case t.isHead(cells):
		case filled > 0 && t.ends(cells, filled), len(t.table.Rows) > 0 && s.isTitle(r):
			return
		case t.isRow(cells, filled):
			t.add(cells)
		case filled == 1:
			t.append(cells, r, last)
		case len(t.table.Rows) == 0 && i > t.head+3:
			return
		}
		last = r
	}
}

// isTitle reports whether a row is a heading and nothing else.
func (s *Sheet) isTitle(r *row) bool {
	if r.segment(0) < len(r.words) {
		return false
	}
	for id := r.words[0].node; id != content.None; id = s.doc.Nodes[id].Parent {
		if s.doc.Nodes[id].Role == content.Heading {
			return true
		}
	}
	return false
}

// resume returns the row at which a table goes on at the head of a page, or -1.
func (t *tableReader) resume(i int) int {
	if len(t.table.Rows) < 2 {
		return -1
	}
	page := t.s.rows[i].page
	for skipped := 0; i < len(t.s.rows) && t.s.rows[i].page == page && skipped <= skippedAtHead; skipped++ {
		if cells, filled := t.cells(&t.s.rows[i]); t.isRow(cells, filled) && t.isAlike(cells) && !t.ends(cells, filled) {
			return i
		}
		i++
	}
	return -1
}

// cells parts a row among the columns. As many pieces as there are columns are one of each: names
// and numbers below them may be set to other sides.
func (t *tableReader) cells(r *row) (cells TableRow, filled int) {
	var pieces [][]word
	for k := 0; k < len(r.words); k = r.segment(k) {
		segment := r.words[k:r.segment(k)]
		for len(segment) > 0 {
			n := t.shared(segment)
			pieces = append(pieces, segment[:n])
			segment = segment[n:]
		}
	}
	words := pieces
	if len(pieces) != len(t.at) {
		words = make([][]word, len(t.at))
		for _, piece := range pieces {
			c := t.column(piece)
			words[c] = append(words[c], piece...)
		}
	}
	cells = make(TableRow, len(t.at))
	for c := range cells {
		cells[c].Node = content.None
		if len(words[c]) > 0 {
			cells[c] = TableCell{Text: t.mended(text(words[c])), Node: words[c][0].node}
			filled++
		}
	}
	return cells, filled
}

// shared returns how many of the words at the beginning of a segment belong to one
// column: words that stand close may lie under different names.
func (t *tableReader) shared(segment []word) int {
	under := t.under(segment[:1])
	for n := 1; n < len(segment); n++ {
		next := t.under(segment[n : n+1])
		if next < 0 {
			continue
		}
		if under >= 0 && next != under || under < 0 && hasDigit(segment[n].text) && !hasDigit(text(segment[:n])) {
			return n
		}
		under = next
	}
	return len(segment)
}

// under returns the column under whose name words stand, or -1.
func (t *tableReader) under(words []word) int {
	for c, h := range t.at {
		if h.to > h.from && overlap(words, h.from, h.to) > 0.3*min(h.to-h.from, words[len(words)-1].to-words[0].x) {
			return c
		}
	}
	return -1
}

// column returns the column whose name words are in line with best.
func (t *tableReader) column(words []word) int {
	from, to := words[0].x, words[len(words)-1].to
	if t.bare && to < t.at[1].from {
		return 0
	}
	best, least := 0, float32(-1)
	for c, h := range t.at {
		if h.to == h.from {
			continue
		}
		apart := min(abs(from-h.from), abs(to-h.to), abs((from+to)/2-(h.from+h.to)/2))
		if overlap(words, h.from, h.to) > 0 {
			apart *= 0.25
		}
		if least < 0 || apart < least {
			best, least = c, apart
		}
	}
	return best
}

// mended mends a number that was read from a picture: its zero may be read as
// another ring.
func (t *tableReader) mended(s string) string {
	for _, ring := range [...]string{"©", "@", "O", "o", "Q"} {
		if rest, ok := strings.CutPrefix(s, ring); ok && len(rest) > 2 && (rest[0] == '.' || rest[0] == ',') && digits(rest) == len(rest)-1 {
			return "0" + rest
		}
	}
	return s
}

// isHead reports whether a row is the names of the columns again.
func (t *tableReader) isHead(cells TableRow) bool {
	same := 0
	for c := range cells {
		if strings.EqualFold(cells[c].Text, t.table.Heads[c].Text) {
			same++
		}
	}
	return 2*same > len(cells)
}

// isRow reports whether cells are a row of the table rather than a line between
// two.
func (t *tableReader) isRow(cells TableRow, filled int) bool {
	numbers := 0
	for c := range cells {
		if len(cells[c].Text) > 160 {
			return false
		}
		if hasDigit(cells[c].Text) {
			numbers++
		}
	}
	if len(t.table.Rows) == 0 {
		return filled >= 2 && 2*filled >= len(cells) && numbers > 0
	}
	return filled >= 2 && 3*filled >= len(cells) && t.isAlike(cells)
}

// mostLetters is how many letters there are beside a plain number: a unit, a month.
const mostLetters = 4

// isAlike reports whether the cells have digits where those of the rows so far do,
// and words nowhere where those have plain numbers.
func (t *tableReader) isAlike(cells TableRow) bool {
	agree, all, numeric := 0, 0, false
	for c := range cells {
		if cells[c].Node == content.None {
			continue
		}
		all++
		is, mostly := hasDigit(cells[c].Text), 2*t.numbers[c] > len(t.table.Rows)
		if t.numbers[c] > 1 && t.plain[c] == t.numbers[c] && letters(cells[c].Text) > mostLetters {
			return false
		}
		numeric = numeric || is && letters(cells[c].Text) < 2*digits(cells[c].Text)
		if is == mostly || mostly == (t.numbers[c] > 0) && !mostly {
			agree++
		}
	}
	return numeric && 2*agree >= all
}

// ends reports whether a row is of the sums under a table.
func (t *tableReader) ends(cells TableRow, filled int) bool {
	if len(t.table.Rows) == 0 || 2*filled > len(cells)+1 {
		return false
	}
	priced := slices.ContainsFunc(cells, func(c TableCell) bool { return cents(c.Text) })
	words := slices.IndexFunc(cells, func(c TableCell) bool { return letters(c.Text) > 1 })
	return priced && words >= 0 && IsSum(cells[words].Text)
}

func (t *tableReader) add(cells TableRow) {
	if t.numbers == nil {
		t.numbers, t.plain = make([]int, len(t.at)), make([]int, len(t.at))
	}
	for c := range cells {
		if hasDigit(cells[c].Text) {
			t.numbers[c]++
			if letters(cells[c].Text) <= mostLetters {
				t.plain[c]++
			}
		}
	}
	t.table.Rows = append(t.table.Rows, cells)
}

// append adds a line to the words of the row above it that it goes on with.
func (t *tableReader) append(cells TableRow, r, last *row) {
	if len(t.table.Rows) == 0 || r.y-last.bottom > 0.9*r.height || isUpper(r.words) && !isUpper(last.words) { // a name of those below it
		return
	}
	above := t.table.Rows[len(t.table.Rows)-1]
	c := slices.IndexFunc(cells, func(c TableCell) bool { return c.Text != "" })
	line := cells[c].Text
	if above[c].Text == "" || letters(above[c].Text) < 3 || letters(line) < 2 || strings.Contains(line, ":") || len(above[c].Text) > 300 {
		return
	}
	above[c].Text += " " + line
}
