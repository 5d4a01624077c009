package layout

import (
	"cmp"
	"math"
	"slices"
	"sort"
)

// interval is a stretch across the page.
type interval struct{ from, to float32 }

func (i interval) width() float32 { return i.to - i.from }

var (
	leftmost  = float32(math.Inf(-1))
	rightmost = float32(math.Inf(1))
)

// freeOf returns the stretches of a row that have no segment, to both edges.
func freeOf(r row) []interval {
	free := make([]interval, 0, len(r.segments)+1)
	from := leftmost
	for _, s := range r.segments {
		free = append(free, interval{from, s.X})
		from = max(from, s.right())
	}
	return append(free, interval{from, rightmost})
}

// intersect returns what is free in both and at least as wide as given.
func intersect(a, b []interval, width float32) []interval {
	var out []interval
	for i, k := 0, 0; i < len(a) && k < len(b); {
		common := interval{max(a[i].from, b[k].from), min(a[i].to, b[k].to)}
		if common.width() >= width {
			out = append(out, common)
		}
		if a[i].to < b[k].to {
			i++
		} else {
			k++
		}
	}
	return out
}

// inner returns the intervals between the outermost two.
func inner(free []interval) []interval {
	out := make([]interval, 0, len(free))
	for _, f := range free {
		if f.from != leftmost && f.to != rightmost {
			out = append(out, f)
		}
	}
	return out
}

// run is rows below each other whose segments stand in common columns.
type run struct {
	rows   []row
	height float32 // of the letters of most rows
}

// growRun returns the longest run that begins with the first of rows, which has
// several segments.
func growRun(rows []row) run {
	g := run{rows: rows[:1], height: rows[0].height}
	free, left := freeOf(rows[0]), rows[0].X
	far := tightGap * g.height // that a line alone is below the others at most: as they are apart
	for n := 1; n < len(rows); n++ {
		next := rows[n]
		space := next.Y - rows[n-1].bottom()
		if next.height > 1.6*g.height || next.height < 0.55*g.height {
			break
		}
		common := intersect(free, freeOf(next), gutterGap*g.height)
		had, has := inner(free), len(inner(common))
		if space > wideGap*g.height || space > rowsGap*g.height && (has < 2 || has < len(had)) {
			break
		}
		if len(next.segments) == 1 {
			if has < len(had) || space > far || next.X < left-g.height {
				break
			}
		} else if has < 1 || 5*has < 3*len(had) || g.isAnother(next, had) {
			break
		}
		if n == 1 || space+lineSlack*g.height > far {
			far = min(tightGap*g.height, space+lineSlack*g.height)
		}
		free, left = common, min(left, next.X)
		g.rows = rows[:n+1]
	}
	// Lines of text below a table are not of its last row.
	for n := len(g.rows); n > 1 && len(g.rows[n-1].segments) == 1 && len(g.rows[n-2].segments) == 1; n-- {
		g.rows = g.rows[:n-1]
	}
	return g
}

// isAnother reports whether a row of several segments is not of the table.
func (g *run) isAnother(next row, gutters []interval) bool {
	return g.endsBefore(next, gutters) || g.beginsAnew(next) || len(g.rows) > 1 && crowds(next, gutters)
}

// endsBefore reports whether a table's rows are over and a row of its sums
// follows: one that begins further right, with words where the table has numbers.
func (g *run) endsBefore(next row, gutters []interval) bool {
	if len(g.rows) < 2 || len(gutters) == 0 {
		return false
	}
	columns := columnsOf(gutters)
	last := cellsOf(g.rows[len(g.rows)-1], columns)
	cells := cellsOf(next, columns)
	if len(last[0]) == 0 || len(cells[0]) > 0 || !isValue(joinWords(last[len(last)-1])) {
		return false
	}
	for _, words := range cells {
		if len(words) > 0 {
			return isLabel(joinWords(words)) || endsInColon(joinWords(words))
		}
	}
	return false
}

// crowds reports whether a row has several segments in one column.
func crowds(next row, gutters []interval) bool {
	columns := columnsOf(gutters)
	taken := make([]bool, len(columns))
	for _, s := range next.segments {
		c := columnAt(columns, s.X+s.Width/2)
		if taken[c] {
			return true
		}
		taken[c] = true
	}
	return false
}

// beginsAnew reports whether the names of another table's columns follow: words
// only, below rows of values.
func (g *run) beginsAnew(next row) bool {
	if len(next.segments) < 3 || hasDigit(g.rows[0].text()) && len(g.rows) < 2 || !hasDigit(g.rows[len(g.rows)-1].text()) {
		return false
	}
	for _, s := range next.segments {
		if !isLabel(s.text()) || endsInColon(s.text()) {
			return false
		}
	}
	return true
}

// columns returns the columns of the run, as narrow as the free stretches that
// all of its rows have between words.
func (g *run) columns() []interval {
	var spaces []float32
	for _, r := range g.rows {
		for _, s := range r.segments {
			for i := 1; i < len(s.words); i++ {
				spaces = append(spaces, s.words[i].X-s.words[i-1].right())
			}
		}
	}
	width := max(gutterGap*g.height, 1.35*median(spaces))
	if len(g.rows) < 3 {
		width = rightmost // too few to tell columns from words by
	}
	free := []interval{{leftmost, rightmost}}
	wide := free
	for _, r := range g.rows {
		var apart []interval
		from := leftmost
		for _, s := range r.segments {
			for _, w := range s.words {
				if w.X > from {
					apart = append(apart, interval{from, w.X})
				}
				from = max(from, w.right())
			}
		}
		free = intersect(free, append(apart, interval{from, rightmost}), width)
		wide = intersect(wide, freeOf(r), gutterGap*g.height)
	}
	gutters := inner(free)
	for _, w := range inner(wide) {
		if !slices.ContainsFunc(gutters, func(f interval) bool { return f.from < w.to && w.from < f.to }) {
			gutters = append(gutters, w)
		}
	}
	slices.SortFunc(gutters, func(a, b interval) int { return cmp.Compare(a.from, b.from) })
	return columnsOf(gutters)
}

// columnsOf returns the columns that gutters leave.
func columnsOf(gutters []interval) []interval {
	columns := make([]interval, 0, len(gutters)+1)
	from := leftmost
	for _, g := range gutters {
		middle := (g.from + g.to) / 2
		columns = append(columns, interval{from, middle})
		from = middle
	}
	return append(columns, interval{from, rightmost})
}

// columnAt returns the index of the column at a place.
func columnAt(columns []interval, x float32) int {
	return min(sort.Search(len(columns), func(c int) bool { return x < columns[c].to }), len(columns)-1)
}

// cellsOf returns the words of a row by column.
func cellsOf(r row, columns []interval) [][]Word {
	cells := make([][]Word, len(columns))
	for _, s := range r.segments {
		for _, w := range s.words {
			c := columnAt(columns, w.X+w.Width/2)
			cells[c] = append(cells[c], w)
		}
	}
	return cells
}

// separate returns the stretch between two parts of the rows that have nothing
// to do with each other, such as two columns of text, or two addresses whose
// lines are not level; false if there is none.
func separate(rows []row, slack float32) (interval, bool) {
	free := []interval{{leftmost, rightmost}}
	heights := make([]float32, 0, len(rows))
	for _, r := range rows {
		free = intersect(free, freeOf(r), 0)
		heights = append(heights, r.height)
	}
	height := median(heights)
	best, found := interval{}, false
	for _, gutter := range inner(free) {
		if gutter.width() < segmentGap*height || gutter.width() <= best.width() {
			continue
		}
		if apart(rows, gutter, slack) {
			best, found = gutter, true
		}
	}
	return best, found
}

// sideBar is from how many lines on two columns are told apart by lines that are not quite level.
const sideBar = 8

// apart reports whether what is left and right of a gutter are not the rows of
// one table: both are running text, or few of their lines are level.
func apart(rows []row, gutter interval, slack float32) bool {
	var left, right []Word
	onLeft, onRight, both, level := 0, 0, 0, 0
	for _, r := range rows {
		l, rt := len(left), len(right)
		for _, s := range r.segments {
			if s.X < gutter.to {
				left = append(left, s.words...)
			} else {
				right = append(right, s.words...)
			}
		}
		if len(left) > l {
			onLeft++
		}
		if len(right) > rt {
			onRight++
		}
		if len(left) > l && len(right) > rt {
			both++
			if areLevel(boxOf(left[l:]), boxOf(right[rt:]), slack*r.height) {
				level++
			}
		}
	}
	if fewer := min(onLeft, onRight); fewer > 1 && 2*both < fewer || fewer >= sideBar && 2*level < fewer {
		return true
	}
	return isProse(makeRows(left)) && isProse(makeRows(right))
}

// areLevel reports whether boxes of words of one row, which may differ in size, are of one line.
func areLevel(a, b Box, slack float32) bool {
	return min(abs(a.Y-b.Y), abs(a.bottom()-b.bottom()), abs(a.Y+a.bottom()-b.Y-b.bottom())/2) <= slack
}

// isProse reports whether rows are the lines of running text: of several words
// each, few of them numbers, and most of them as wide as there is room.
func isProse(rows []row) bool {
	if len(rows) < 4 {
		return false
	}
	right := leftmost
	for _, r := range rows {
		right = max(right, r.right())
	}
	full := 0
	for _, r := range rows {
		if len(r.segments) > 1 {
			continue
		}
		words, numbers := r.segments[0].words, 0
		for _, w := range words {
			if hasDigit(w.Text) {
				numbers++
			}
		}
		if len(words) >= 4 && 3*numbers <= len(words) && r.right() > right-0.25*(right-r.X) {
			full++
		}
	}
	return 3*full >= 2*len(rows)
}
