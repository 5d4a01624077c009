package layout

import (
	"slices"
	"sort"
	"unicode"
	"unicode/utf8"
)

// Bounds on what parts the cells of close columns.
const (
	wideSpace  = 1.2  // of the spaces between most words, from which up a gap may part cells
	wordGap    = 0.3  // the narrowest such gap, in heights of the text
	lowRow     = 0.55 // of the height of the row above, that one of the same table has at least
	highRow    = 1.6
	evenSpaces = 5   // in a line that may be seen to be justified
	evenly     = 1.1 // between the widest and the narrowest of them
	streetRows = 3   // rows whose cells stand apart without a far gap in any of them
)

// strip is the words of a row between two gaps that may part cells.
type strip struct {
	words []Word
	Box
	apart bool // whether it is known to be of another cell than the one before it
}

// partCells parts the segments of rows whose columns are closer than words that do
// not belong together otherwise. A gap wider than a space parts cells if one of the
// row above or below that does is in line with it, and so is what stands beside
// them; or if it goes on through several rows that have other cells.
func partCells(rows []row) []row {
	gap := partingGap(rows)
	strips := make([][]strip, len(rows))
	found := false
	for i, r := range rows {
		strips[i] = stripsOf(r, gap*r.height)
		found = found || len(strips[i]) > len(r.segments)
	}
	if !found {
		return rows
	}
	next := func(i int) bool { return areNext(rows[i], rows[i+1]) }
	for i := range len(rows) - 1 {
		if next(i) {
			inLineWith(strips[i], strips[i+1], rows[i].height)
		}
	}
	for i := len(rows) - 2; i >= 0; i-- {
		if next(i) {
			inLineWith(strips[i+1], strips[i], rows[i].height)
		}
	}
	for first := 0; first < len(rows); {
		last := first + 1
		for last < len(rows) && next(last-1) {
			last++
		}
		partStreets(strips[first:last], rows[first:last])
		first = last
	}
	out := make([]row, len(rows))
	for i, r := range rows {
		r.segments = segmentsOf(strips[i])
		if len(r.segments) > len(rows[i].segments) {
			number(r.segments)
		}
		out[i] = r
	}
	return out
}

// number gives the words of each segment the number of their cell, so that they
// stay apart where rows are made of a part of them.
func number(segments []segment) {
	for cell, s := range segments {
		for i := range s.words {
			s.words[i].cell = cell
		}
	}
}

// partingGap returns the gap, in heights of the text, from which up it may part cells: wider than
// the space between most words of a phrase, or where no phrases are, than a letter.
func partingGap(rows []row) float32 {
	var spaces, letters []float32
	for _, r := range rows {
		for _, s := range r.segments {
			for i, w := range s.words {
				letters = append(letters, w.Width/float32(utf8.RuneCountInString(w.Text))/r.height)
				if first, _ := utf8.DecodeRuneInString(w.Text); i > 0 && unicode.IsLower(first) {
					spaces = append(spaces, (w.X-s.words[i-1].right())/r.height)
				}
			}
		}
	}
	if len(spaces) == 0 {
		return max(wordGap, median(letters))
	}
	return max(wordGap, wideSpace*median(spaces))
}

// stripsOf returns the strips of a row that gaps of a width leave.
func stripsOf(r row, width float32) []strip {
	var out []strip
	if isJustified(r) {
		width = rightmost
	}
	for _, s := range r.segments {
		first, right := 0, s.words[0].right()
		for i, w := range s.words {
			if w.X-right >= width {
				out = append(out, strip{words: s.words[first:i:i], Box: boxOf(s.words[first:i]), apart: first == 0})
				first = i
			}
			right = max(right, w.right())
		}
		out = append(out, strip{words: s.words[first:len(s.words):len(s.words)], Box: boxOf(s.words[first:]), apart: first == 0})
	}
	return out
}

// isJustified reports whether all spaces of a row are as wide as each other, as
// those of a line that is stretched to the width of its text.
func isJustified(r row) bool {
	least, most, spaces := rightmost, leftmost, 0
	right := r.segments[0].words[0].right()
	for i, s := range r.segments {
		for k, w := range s.words {
			if i+k > 0 {
				least, most, spaces = min(least, w.X-right), max(most, w.X-right), spaces+1
			}
			right = w.right()
		}
	}
	return spaces >= evenSpaces && most <= evenly*least
}

// areNext reports whether two rows are close enough for those of one table.
func areNext(above, below row) bool {
	return below.Y-above.bottom() <= rowsGap*above.height &&
		below.height >= lowRow*above.height && below.height <= highRow*above.height
}

// inLineWith sets apart the strips of a row that are in line with ones of another
// row that are apart.
func inLineWith(known, strips []strip, height float32) {
	for i := 1; i < len(strips); i++ {
		if k := sameGap(strips, i, known, height); k > 0 && known[k].apart {
			strips[i].apart = true
		}
	}
}

// sameGap returns the strip of another row before which a gap is that is in line
// with the one before strip i, and has in line what is beside it; 0 if there is
// none.
func sameGap(strips []strip, i int, other []strip, height float32) int {
	left := strips[i-1].right() + wordGap*height
	first := sort.Search(len(other), func(k int) bool { return other[k].X >= left })
	for k := max(1, first); k < len(other) && other[k].X < strips[i].right(); k++ {
		from, to := max(strips[i-1].right(), other[k-1].right()), min(strips[i].X, other[k].X)
		if to-from >= wordGap*height && overlap(strips[i-1], other[k-1]) && overlap(strips[i], other[k]) {
			return k
		}
	}
	return 0
}

func overlap(a, b strip) bool { return a.X < b.right() && b.X < a.right() }

// partStreets sets apart the strips beside gaps that go through several rows of a
// table, or between names of columns and the values below them.
func partStreets(strips [][]strip, rows []row) {
	for top := range strips {
		if !inCellsApart(strips[top]) {
			continue
		}
		for i := 1; i < len(strips[top]); i++ {
			if strips[top][i].apart {
				continue
			}
			street := []int{i} // the strips right of it
			gap := interval{strips[top][i-1].right(), strips[top][i].X}
			for n := top + 1; n < len(strips) && inCellsApart(strips[n]); n++ {
				k := sameGap(strips[n-1], street[len(street)-1], strips[n], rows[n].height)
				if k == 0 {
					break
				}
				gap = interval{max(gap.from, strips[n][k-1].right()), min(gap.to, strips[n][k].X)}
				if gap.width() < wordGap*rows[n].height {
					break
				}
				street = append(street, k)
			}
			if len(street) < streetRows && (len(street) < 2 || !isName(strips[top][i-1]) || !isName(strips[top][i]) ||
				!isFigure(strips[top+1][street[1]-1]) || !isFigure(strips[top+1][street[1]])) {
				continue
			}
			for n, k := range street {
				strips[top+n][k].apart = true
			}
		}
	}
}

// inCellsApart reports whether some of the strips of a row are known to be of
// different cells.
func inCellsApart(strips []strip) bool {
	return slices.ContainsFunc(strips[1:], func(s strip) bool { return s.apart })
}

func isName(s strip) bool { return isLabel(joinWords(s.words)) }

func isFigure(s strip) bool { return isValue(joinWords(s.words)) }

// segmentsOf returns the strips of a row as segments.
func segmentsOf(strips []strip) []segment {
	var out []segment
	for _, s := range strips {
		if s.apart {
			out = append(out, segment{words: s.words, Box: s.Box})
			continue
		}
		last := &out[len(out)-1]
		last.words, last.Box = append(last.words, s.words...), last.Box.union(s.Box)
	}
	return out
}
