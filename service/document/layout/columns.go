package layout

import (
	"slices"
	"unicode/utf8"
)

// columnsUnder returns the columns of a table by its names and what is under them.
func columnsUnder(names, body []row) []interval {
	var heads []Box
	for _, segment := range names[0].segments {
		heads = append(heads, splits(segment, names[0].height, body)...)
	}
	for _, r := range names[1:] {
		for _, s := range r.segments {
			for i := range heads {
				if s.X < heads[i].right() && heads[i].X < s.right() {
					heads[i] = heads[i].union(s.Box)
				}
			}
		}
	}
	if first, ok := unnamed(heads, body); ok {
		heads = slices.Insert(heads, 0, first)
	}
	var words []Word
	for _, r := range body {
		for _, s := range r.segments {
			words = append(words, s.words...)
		}
	}
	columns := make([]interval, 0, len(heads))
	from := leftmost
	for i := range len(heads) - 1 {
		x := boundary(heads[i], heads[i+1], words)
		columns = append(columns, interval{from, x})
		from = x
	}
	return append(columns, interval{from, rightmost})
}

// unnamed returns where the values of a first column are that has no name: most rows have
// something left of the first name, and something else under it.
func unnamed(heads []Box, body []row) (Box, bool) {
	if len(heads) < 2 {
		return Box{}, false
	}
	var found []Word
	rows := 0
	for _, r := range body {
		if len(r.segments) > 1 && r.segments[0].right() < heads[0].X && r.segments[1].X+r.segments[1].right() < heads[0].right()+heads[1].X {
			rows++
			found = append(found, r.segments[0].words...)
		}
	}
	if rows < 2 || 3*rows < 2*len(body) {
		return Box{}, false
	}
	return boxOf(found), true
}

// boundary returns the place between two names, or over one of them, that the
// fewest words are on, in the middle of the widest such stretch: of those that are
// between the names if there are any.
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
		w, middle := b-a, (a+b)/2
		if min(b, right.X) > max(a, left.right()) {
			w, middle = w+to-from, min(max(middle, left.right()), right.X)
		}
		if w > width {
			best, width = middle, w
		}
		k = end
	}
	return best
}

// Between two names, wider than any between words of one.
const (
	namesGap    = 0.6  // heights of the text
	namesLetter = 1.25 // letters, which a blank is as wide as where all are
)

// partsNames reports whether the gap before the i-th word of a segment is between two names.
func (s segment) partsNames(i int, height float32) bool {
	gap, width, letters := s.words[i].X-s.words[i-1].right(), float32(0), 0
	for _, w := range s.words {
		width, letters = width+w.Width, letters+utf8.RuneCountInString(w.Text)
	}
	return gap > namesGap*height && gap*float32(letters) > namesLetter*width
}

// splits parts a run of words among the names that is the names of several columns: they
// stand apart, or most rows have something on either side.
func splits(h segment, height float32, body []row) []Box {
	var out []Box
	first := 0
	for i := 1; i < len(h.words); i++ {
		gap := interval{h.words[i-1].right(), h.words[i].X}
		apart, filled, crossed := 0, 0, false
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
			switch {
			case crosses(r, gap, height):
				crossed = true
			case left && right:
				apart++
			}
		}
		isWide := h.partsNames(i, height) && !crossed && apart > 0
		if filled > 1 && (isWide || 4*apart >= 3*filled && gap.width() > gutterGap*height) {
			out = append(out, boxOf(h.words[first:i]))
			first = i
		}
	}
	return append(out, boxOf(h.words[first:]))
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
