package paper

import (
	"strings"

	"assay/service/content"
)

// Pair is words and the value that stands beside them in a row.
type Pair struct {
	Label string
	Value string
	Node  content.ID // of the value
}

// maxPairs bounds the pairs of a document, and maxPairWords the words of a label.
const (
	maxPairs     = 4000
	maxPairWords = 5
)

// Pairs returns the values that stand to the right of a few words, whatever the
// words are: labels that no vocabulary has.
func (s *Sheet) Pairs() []Pair {
	var out []Pair
	for i := range s.rows {
		r := &s.rows[i]
		for k := 0; k < len(r.words) && len(out) < maxPairs; {
			end := r.segment(k)
			if p, ok := colonPair(r.words[k:end]); ok {
				out = append(out, p)
			}
			label := strings.TrimRight(text(r.words[k:end]), " :")
			if end == len(r.words) {
				break
			}
			if s.isNote(i, end) {
				end = r.segment(end)
			}
			next := r.segment(end)
			if value := text(r.words[end:next]); len(strings.Fields(label)) <= maxPairWords && !hasDigit(label) && letters(label) > 1 && hasDigit(value) {
				out = append(out, Pair{label, value, r.words[end].node})
			}
			k = end
		}
	}
	return out
}

// colonPair parts one segment at the colon in its first word: "Table:12".
func colonPair(words []word) (Pair, bool) {
	label, value, ok := strings.Cut(words[0].text, ":")
	if len(words) != 1 || !ok || !hasDigit(value) || hasDigit(label) || letters(label) < 2 {
		return Pair{}, false
	}
	return Pair{label, value, words[0].node}, true
}

// noteNames name columns of references to notes.
var noteNames = set("note notes anhang anhangangabe annexe nota notas toelichting ref")

// noteRows is how many rows above a reference the name of its column is, at most.
const noteRows = 40

// isNote reports whether what stands at a place of a row is the number of a note
// in a column of such, with the values after it.
func (s *Sheet) isNote(i, k int) bool {
	r := &s.rows[i]
	end := r.segment(k)
	if end == len(r.words) || end != k+1 || len(r.words[k].text) > 3 || !hasDigit(r.words[k].text) {
		return false
	}
	for n := i - 1; n >= max(0, i-noteRows) && s.rows[n].page == r.page; n-- {
		for w := range s.rows[n].words {
			head := &s.rows[n].words[w]
			if len(head.tokens) == 1 && noteNames[head.tokens[0]] && overlap(r.words[k:end], head.x, head.to) > 0 {
				return true
			}
		}
	}
	return false
}
