package layout

import (
	"cmp"
	"slices"
)

// Of tables that only lying lines show, in heights of the text.
const (
	sameEnds  = 1.5 // between the ends of lines of one table
	aboveRule = 1.2 // between a line of words and the ruling line below it
	maxAbove  = 4   // lines of names above the first ruling line
)

// bandsOf returns the lying lines of each table that has no standing ones: those of one
// length, between which several things stand side by side.
func bandsOf(lying []rule, words []Word, height float32) []frame {
	slices.SortFunc(lying, func(a, b rule) int { return cmp.Compare(a.at, b.at) })
	var out []frame
	used := make([]bool, len(lying))
	for i, first := range lying {
		if used[i] {
			continue
		}
		f := frame{lying: []rule{first}}
		last := first
		for k := i + 1; k < len(lying); k++ {
			next := lying[k]
			if used[k] || abs(next.from-first.from) > sameEnds*height || abs(next.to-first.to) > sameEnds*height {
				continue
			}
			band := makeRows(within(words, Box{first.from, last.at, first.to - first.from, next.at - last.at}, height))
			if !isBand(band) && !isSection(band, first, height) {
				break
			}
			f.lying, last, used[k] = append(f.lying, next), next, true
		}
		if len(f.lying) < 2 {
			continue
		}
		if top, ok := namesAbove(first, words, height); ok {
			f.lying = slices.Insert(f.lying, 0, rule{at: top, from: first.from, to: first.to})
		}
		f.Box = Box{first.from, f.lying[0].at, first.to - first.from, last.at - f.lying[0].at}
		out = append(out, f)
	}
	return out
}

// within returns the words whose middles are in a box.
func within(words []Word, box Box, height float32) []Word {
	slack := lineEdge * height
	var out []Word
	for _, w := range words {
		x, y := w.X+w.Width/2, w.Y+w.Height/2
		if x > box.X-slack && x < box.right()+slack && y > box.Y && y < box.bottom() {
			out = append(out, w)
		}
	}
	return out
}

// isBand reports whether most lines of words have several things side by side, and the last are
// not the title and the names of another table.
func isBand(rows []row) bool {
	if n := len(rows); n > 1 && len(rows[n-2].segments) == 1 && rows[n-2].X < rows[n-1].X+rows[n-1].height && isNames(rows[n-1]) {
		return false
	}
	several := 0
	for _, r := range rows {
		if len(r.segments) > 1 {
			several++
		}
	}
	return several > 0 && 2*several >= len(rows)
}

// isSection reports whether the only thing between ruling lines is a name of rows below it.
func isSection(rows []row, line rule, height float32) bool {
	return len(rows) == 1 && len(rows[0].segments) == 1 && isLabel(rows[0].text()) && rows[0].X < line.from+sameEnds*height
}

// widenSections has the names of rows below them, which stand alone between ruling lines, go
// over all columns.
func (t *ruledTable) widenSections() {
	filled, first := make([]int, t.rows), make([]int, t.rows)
	for i, p := range t.places {
		if len(p.words) > 0 {
			filled[p.row]++
			first[p.row] = i
		}
	}
	sections := make([]bool, t.rows)
	for row := 1; row+1 < t.rows; row++ {
		p := &t.places[first[row]]
		if filled[row] == 1 && filled[row+1] > 1 && p.col == 0 && p.rows == 1 && isLabel(p.text()) {
			p.cols, sections[row] = t.cols, true
		}
	}
	t.places = slices.DeleteFunc(t.places, func(p place) bool { return len(p.words) == 0 && p.rows == 1 && sections[p.row] })
}

// namesAbove returns where the names of columns begin that stand above the first
// ruling line.
func namesAbove(first rule, words []Word, height float32) (top float32, ok bool) {
	var above []Word
	for _, w := range words {
		if w.bottom() < first.at+lineEdge*height && first.at-w.bottom() < 10*height && w.X > first.from-sameEnds*height && w.right() < first.to+sameEnds*height {
			above = append(above, w)
		}
	}
	rows := makeRows(above)
	top = first.at
	lowest := top
	for n := len(rows) - 1; n >= 0 && len(rows)-n <= maxAbove && lowest-rows[n].bottom() <= aboveRule*height; n-- {
		lowest = rows[n].Y - 1
		if len(rows[n].segments) > 1 {
			top, ok = lowest, true
		} else if n == 0 || !rows[n-1].isOver(rows[n]) { // nor the second line of one name
			break
		}
	}
	return top, ok
}

// isOver reports whether all that a row below has is under something of this one, which has more.
func (r row) isOver(below row) bool {
	return len(r.segments) > len(below.segments) && !slices.ContainsFunc(below.segments, func(s segment) bool {
		return !slices.ContainsFunc(r.segments, func(a segment) bool { return s.X < a.right() && a.X < s.right() })
	})
}

// splitLevels parts the rows of a table's only column where names that span columns
// stand above names that do not.
func (t *ruledTable) splitLevels(cuts []interval) {
	for r := t.rows - 1; r >= 0; r-- {
		for _, p := range t.places {
			if p.row != r || p.rows != 1 {
				continue
			}
			var starts []float32
			before := false
			for n, line := range makeRows(p.words) {
				over := slices.Contains(goesOver([]row{line}, cuts), true)
				if n == 0 || over != before {
					starts = append(starts, line.Y+line.Height/2)
				}
				before = over
			}
			if len(starts) > 1 {
				t.cutRow(r, starts)
			}
			break
		}
	}
}

// spreader widens the names of a table.
type spreader struct {
	*ruledTable
	at     map[[2]int]*place // by row and column
	reach  []interval        // how far each column's own names and cells reach
	lying  []rule
	height float32
}

// spread widens names that stand over several columns: over those that a ruling line
// below them reaches, or in the middle of which they are.
func (t *ruledTable) spread(heads int, lying []rule, height float32) {
	s := spreader{t, map[[2]int]*place{}, make([]interval, t.cols), lying, height}
	for i := range t.places {
		s.at[[2]int{t.places[i].row, t.places[i].col}] = &t.places[i]
	}
	for c := range s.reach {
		s.reach[c] = interval{rightmost, leftmost}
	}
	for _, p := range t.places {
		if p.cols == 1 && len(p.words) > 0 && p.row > 0 {
			box := boxOf(p.words)
			s.reach[p.col] = interval{min(s.reach[p.col].from, box.X), max(s.reach[p.col].to, box.right())}
		}
	}
	for r := range heads - 1 {
		for c := 0; c < t.cols; c++ {
			c = s.widen(r, c)
		}
	}
	t.places = slices.DeleteFunc(t.places, func(p place) bool { return p.cols == 0 })
}

// widen widens the name at a place, if there is one, and returns the last column that it
// stands over then.
func (s *spreader) widen(r, c int) int {
	p, below := s.at[[2]int{r, c}], s.at[[2]int{r + 1, c}]
	if p == nil || len(p.words) == 0 || p.rows > 1 || p.cols == 1 && (below == nil || len(below.words) == 0) {
		return c
	}
	first, last := s.width(p, r, c)
	if first == c && last == c+p.cols-1 {
		return c
	}
	for k := first; k <= last; k++ {
		if q := s.at[[2]int{r, k}]; q != nil && q != p {
			q.rows, q.cols = 0, 0
		}
	}
	p.col, p.cols = first, last-first+1
	return last
}

// width returns the first and the last of the columns that the name at a place stands over.
func (s *spreader) width(p *place, r, c int) (first, last int) {
	first, last = c, c+p.cols-1
	most, least := first, last
	for most > 0 && s.free(r, most-1) {
		most--
	}
	for least+1 < s.cols && s.free(r, least+1) {
		least++
	}
	box := boxOf(p.words)
	if line, ok := under(s.lying, box, s.height); ok {
		for first > most && (s.reach[first-1].from+s.reach[first-1].to)/2 > line.from {
			first--
		}
		for last < least && (s.reach[last+1].from+s.reach[last+1].to)/2 < line.to {
			last++
		}
		return first, last
	}
	return s.middle(box, first, last, most, least)
}

// free reports whether a name may be widened over a column.
func (s *spreader) free(r, c int) bool {
	q, below := s.at[[2]int{r, c}], s.at[[2]int{r + 1, c}]
	return q != nil && len(q.words) == 0 && q.cols == 1 && q.rows == 1 && below != nil && len(below.words) > 0
}

// middle returns the columns in the middle of which a name stands: from one of most to
// first, to one of last to least.
func (s *spreader) middle(box Box, first, last, most, least int) (from, to int) {
	off := func(a, b int) float32 { return abs(box.X + box.right() - s.reach[a].from - s.reach[b].to) }
	best, from, to := off(first, last), first, last
	for a := most; a <= first; a++ {
		for b := last; b <= least; b++ {
			if d := off(a, b); d < best-s.height/2 || d < best+s.height/2 && b-a > to-from && d < s.height {
				best, from, to = d, a, b
			}
		}
	}
	if best < 4*s.height {
		return from, to
	}
	return first, last
}

// under returns the ruling line right below words that is no longer than it takes.
func under(lying []rule, box Box, height float32) (rule, bool) {
	for _, l := range lying {
		if l.at > box.bottom()-lineEdge*height && l.at < box.bottom()+0.8*height && l.from < box.X+height && l.to > box.right()-height {
			return l, true
		}
	}
	return rule{}, false
}
