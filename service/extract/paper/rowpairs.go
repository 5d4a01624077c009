package paper

import (
	"slices"

	"assay/service/content"
)

// isListed reports whether a row is one of several that are built alike, as those of a table:
// what stands in it is named by the first words of the row, and not by what is above it.
func isListed(s *Sheet, i int) bool {
	if starts, digits := pairsOf(s, i); len(starts) > 2 && digits {
		return false
	}
	return i > 0 && areAlike(s, i-1, i) || i+1 < len(s.rows) && areAlike(s, i, i+1)
}

// areAlike reports whether a row and the next have segments in line, numbers under numbers and
// words under words.
func areAlike(s *Sheet, i, below int) bool {
	r, next := &s.rows[i], &s.rows[below]
	if r.page != next.page || next.y-r.bottom > 2.2*max(r.height, next.height) {
		return false
	}
	inLine, numbers, segments := 0, 0, 0
	for k := 0; k < len(r.words); k = r.segment(k) {
		segments++
		words := r.words[k:r.segment(k)]
		for w := 0; w < len(next.words); w = next.segment(w) {
			under := next.words[w:next.segment(w)]
			if abs(under[0].x-words[0].x) > 0.5*r.height && abs(under[len(under)-1].to-words[len(words)-1].to) > 0.5*r.height {
				continue
			}
			number := isNumber(words)
			if number != isNumber(under) {
				return false
			}
			inLine++
			if number {
				numbers++
			}
			break
		}
	}
	return segments > 1 && inLine == segments && numbers > 0
}

// isNumber reports whether words are a number, with its unit at most.
func isNumber(words []word) bool {
	t := text(words)
	return hasDigit(t) && digits(t) >= letters(t)
}

// areOwnRow reports whether runs of text are the only two cells of a row of a table, or a label
// with its value.
func areOwnRow(s *Sheet, name, value content.ID) bool {
	a, b := cellOf(s, name), cellOf(s, value)
	if a == content.None || b == content.None || s.doc.Nodes[a].End != b {
		return false
	}
	if s.doc.Nodes[a].Role == content.Term {
		return s.doc.Nodes[b].Role == content.Definition
	}
	row := s.doc.Nodes[a].Parent
	return s.doc.Nodes[row].Role == content.Row && a == row+1 && s.doc.Nodes[b].End == s.doc.Nodes[row].End
}

// inPairs reports whether a place begins a name in a row that is names with their values,
// and a row next to it too, in line.
func inPairs(s *Sheet, i, k int) bool {
	starts, digits := pairsOf(s, i)
	at := slices.Index(starts, k)
	if at < 0 || at%2 == 1 || namesBelow(s, i) {
		return false
	}
	r := &s.rows[i]
	for _, n := range [...]int{i - 1, i + 1} {
		if n < 0 || n >= len(s.rows) || s.rows[n].page != r.page || namesBelow(s, n) {
			continue
		}
		other, more := pairsOf(s, n)
		if len(other) != len(starts) || len(starts) > 2 && !digits && !more {
			continue
		}
		inLine := true
		for c := 0; c < len(starts); c += 2 {
			inLine = inLine && abs(s.rows[n].words[other[c]].x-r.words[starts[c]].x) < r.height
		}
		if inLine {
			return true
		}
	}
	return false
}

// pairsOf returns where the segments of a row begin that may be names with their values, by
// turns, or nil, and whether any of the values has a digit.
func pairsOf(s *Sheet, i int) (starts []int, digits bool) {
	r := &s.rows[i]
	for k := 0; k < len(r.words); k = r.segment(k) {
		words := r.words[k:r.segment(k)]
		if len(starts)%2 == 0 && !mayName(s, words) {
			return nil, false
		}
		digits = digits || len(starts)%2 == 1 && hasDigit(text(words))
		starts = append(starts, k)
	}
	if len(starts)%2 == 1 {
		return nil, false
	}
	return starts, digits
}

// namesBelow reports whether the segments of a row are names of what stands below each of
// them: in smaller letters, in capitals, or over numbers.
func namesBelow(s *Sheet, i int) bool {
	r := &s.rows[i]
	if i+1 >= len(s.rows) {
		return false
	}
	below := &s.rows[i+1]
	if below.page != r.page || below.y-r.bottom > 2.2*max(r.height, below.height) || len(r.words) == 0 {
		return false
	}
	names, under := 0, 0
	for k := 0; k < len(r.words); k = r.segment(k) {
		if !mayName(s, r.words[k:r.segment(k)]) || endsInColon(s, r, k, r.segment(k)) {
			return false
		}
		names++
		for w := 0; w < len(below.words); w = below.segment(w) {
			if abs(below.words[w].x-r.words[k].x) < r.height || abs(below.words[below.segment(w)-1].to-r.words[r.segment(k)-1].to) < r.height {
				under++
				break
			}
		}
	}
	if names < 2 || under < 2 || 2*under < names {
		return false
	}
	return isSmaller(s, r.words, below.words) || isUpper(r.words) && !isUpper(below.words) || namesColumns(s, r) || hasDigit(text(below.words[:below.segment(0)]))
}
