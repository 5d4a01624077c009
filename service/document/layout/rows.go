package layout

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Distances, in heights of the text they are in.
const (
	segmentGap = 0.9  // between words that do not belong together
	gutterGap  = 0.33 // between columns that stay apart in several rows
	tightGap   = 1.0  // between lines of one paragraph or one cell
	rowsGap    = 3.6  // between rows of one table
	wideGap    = 6.0  // the same where several columns go on
)

// segment is a run of words of one row that belong together.
type segment struct {
	words []Word
	Box
}

func (s segment) text() string { return joinWords(s.words) }

// row is what stands side by side.
type row struct {
	segments []segment
	Box
	height float32 // of its letters
}

func (r row) text() string {
	if len(r.segments) == 1 {
		return r.segments[0].text()
	}
	parts := make([]string, len(r.segments))
	for i, s := range r.segments {
		parts[i] = s.text()
	}
	return strings.Join(parts, " ")
}

func joinWords(words []Word) string {
	if len(words) == 1 {
		return words[0].Text
	}
	size := len(words)
	for i := range words {
		size += len(words[i].Text)
	}
	var b strings.Builder
	b.Grow(size)
	for i, w := range words {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(w.Text)
	}
	return b.String()
}

// makeRows sorts words into rows from top to bottom, and each row into segments
// from left to right.
func makeRows(words []Word) []row {
	words = slices.Clone(words)
	slices.SortStableFunc(words, func(a, b Word) int {
		return cmp.Compare(a.Y+a.Height/2, b.Y+b.Height/2)
	})
	var rows []row
	for first := 0; first < len(words); {
		// A row is as wide as its words' centers are close to the first one's,
		// which moves along with them.
		center, height := words[first].Y+words[first].Height/2, words[first].Height
		last := first + 1
		for ; last < len(words); last++ {
			w := &words[last]
			if c := w.Y + w.Height/2; c-center > 0.45*min(max(height, w.Height), 2*min(height, w.Height)) {
				break
			}
			if height > tallLetters*w.Height && !inLine(words[first:last], w) {
				break
			}
			n := float32(last - first)
			center = (center*n + w.Y + w.Height/2) / (n + 1)
			height = max(height, w.Height)
		}
		rows = append(rows, makeRow(words[first:last]))
		first = last
	}
	return rows
}

// tallLetters is from how many times the height of others on letters are tall: more
// than one line may stand beside them.
const tallLetters = 1.5

// inLine reports whether a word beside tall ones is in line with the last one of
// about its own height, if there is one.
func inLine(words []Word, w *Word) bool {
	for _, other := range slices.Backward(words) {
		if higher, lower := max(w.Height, other.Height), min(w.Height, other.Height); higher < tallLetters*lower {
			return w.Y+w.Height/2-other.Y-other.Height/2 <= 0.45*higher
		}
	}
	return true
}

// makeRow makes a row of words, which are its own from then on.
func makeRow(words []Word) row {
	slices.SortStableFunc(words, func(a, b Word) int { return cmp.Compare(a.X, b.X) })
	words = joinColons(words)
	r := row{Box: words[0].Box, height: medianHeight(words)}
	first := 0 // of the last segment's words
	for i, w := range words {
		r.Box = r.Box.union(w.Box)
		if n := len(r.segments); n > 0 && belong(r.segments[n-1], w, r.height) {
			s := &r.segments[n-1]
			s.words, s.Box = words[first:i+1:i+1], s.Box.union(w.Box)
			continue
		}
		first = i
		r.segments = append(r.segments, segment{words: words[i : i+1 : i+1], Box: w.Box})
	}
	return r
}

// belong reports whether a word is close enough to those before it in a row of a
// height, which larger letters in it may exceed, and no ruling line is between.
func belong(before segment, w Word, height float32) bool {
	last := before.words[len(before.words)-1]
	return w.cell == last.cell && w.X-before.right() < segmentGap*max(height, min(last.Height, w.Height))
}

// joinColons gives colons that stand apart back to the words before them, as
// where the colons of labels are below each other.
func joinColons(words []Word) []Word {
	kept := words[:1]
	for _, w := range words[1:] {
		last := &kept[len(kept)-1]
		if (w.Text == ":" || w.Text == "：") && hasLetter(last.Text) && !endsInColon(last.Text) {
			last.Text += w.Text
			last.Width = max(last.Width, w.right()-last.X)
			continue
		}
		kept = append(kept, w)
	}
	return kept
}

func boxOf(words []Word) Box {
	box := words[0].Box
	for _, w := range words[1:] {
		box = box.union(w.Box)
	}
	return box
}

// medianHeight returns the height of most words; marks and dashes have none that
// counts.
func medianHeight(words []Word) float32 {
	heights := make([]float32, 0, len(words))
	for _, w := range words {
		if strings.ContainsFunc(w.Text, isAlphanumeric) {
			heights = append(heights, w.Height)
		}
	}
	if len(heights) == 0 {
		for _, w := range words {
			heights = append(heights, w.Height)
		}
	}
	return median(heights)
}

func median(values []float32) float32 {
	if len(values) == 0 {
		return 0
	}
	slices.Sort(values)
	return values[len(values)/2]
}

func isAlphanumeric(c rune) bool { return unicode.IsLetter(c) || unicode.IsDigit(c) }

func hasDigit(text string) bool { return strings.ContainsFunc(text, unicode.IsDigit) }

func hasLetter(text string) bool { return strings.ContainsFunc(text, unicode.IsLetter) }

func endsInColon(text string) bool {
	return strings.HasSuffix(text, ":") || strings.HasSuffix(text, "：")
}

// Bounds on what may be a label.
const (
	maxLabel      = 48 // bytes
	maxLabelWords = 5
)

// isLabel reports whether a text has the form of a label: a few words and no
// digits.
func isLabel(text string) bool {
	first, _ := utf8.DecodeRuneInString(text)
	return len(text) <= maxLabel && unicode.IsLetter(first) && !hasDigit(text) &&
		strings.Count(text, " ") < maxLabelWords
}

// isValue reports whether a text has the form of a number, a date, an amount or
// the like: it has digits, and few letters beside them. A label with its value is
// none.
func isValue(text string) bool {
	digits, letters := 0, 0
	last := ' '
	for _, c := range text {
		switch {
		case unicode.IsDigit(c):
			digits++
		case unicode.IsLetter(c):
			letters++
		case c == ':' && unicode.IsLetter(last):
			return false
		}
		last = c
	}
	return digits > 0 && letters <= digits+3
}
