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
			label := strings.TrimRight(text(r.words[k:end]), " :")
			if end == len(r.words) {
				break
			}
			next := r.segment(end)
			if value := text(r.words[end:next]); end-k <= maxPairWords && !hasDigit(label) && letters(label) > 1 && hasDigit(value) {
				out = append(out, Pair{label, value, r.words[end].node})
			}
			k = end
		}
	}
	return out
}
