package paper

import (
	"slices"
	"strings"

	"assay/service/content"
)

// Pair is words and the value that stands beside them in a row.
type Pair struct {
	Label string
	Value string
	Node  content.ID // of the value
	Box   content.ID // where the name over the value in a box of a form stands; else None
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
			} else if p, ok := boxPair(s, i, k); ok {
				out = append(out, p)
			}
			label := strings.TrimRight(text(undetailed(r.words[k:end])), " :")
			if end == len(r.words) {
				break
			}
			if isNote(s, i, end) {
				end = r.segment(end)
			}
			next := r.segment(end)
			if value := text(r.words[end:next]); len(strings.Fields(label)) <= maxPairWords && letters(label) > 1 && hasDigit(value) {
				if isDeduction(label) {
					value = strings.TrimLeft(value, "-−–")
				}
				out = append(out, Pair{label, value, r.words[end].node, content.None})
			}
			k = end
		}
		if len(out) < maxPairs {
			out = append(out, inlinePairs(s, i)...)
		}
	}
	return out
}

// deductions are words for what is taken off: amounts under such a name need no
// minus.
var deductions = set("less deduction deductions discount rebate savings abzug abzuglich rabatt remise deduction deduccion descuento sconto detrazione desconto korting")

func isDeduction(label string) bool {
	return slices.ContainsFunc(tokens(label), func(w string) bool { return deductions[w] })
}

// undetailed returns the words of a name before what says more about its value: a
// rate, a day, something in brackets.
func undetailed(words []word) []word {
	for k, w := range words {
		if hasDigit(w.text) || strings.HasPrefix(w.text, "(") {
			return words[:k]
		}
	}
	return words
}

// colonPair parts one segment at the colon in its first word: "Table:12".
func colonPair(words []word) (Pair, bool) {
	label, value, ok := strings.Cut(words[0].text, ":")
	if len(words) != 1 || !ok || !hasDigit(value) || hasDigit(label) || letters(label) < 2 {
		return Pair{}, false
	}
	return Pair{label, value, words[0].node, content.None}, true
}

// noteNames name columns of references to notes.
var noteNames = set("note notes anhang anhangangabe annexe nota notas toelichting ref")

// noteRows is how many rows above a reference the name of its column is, at most.
const noteRows = 40

// isNote reports whether what stands at a place of a row is the number of a note
// in a column of such, with the values after it.
func isNote(s *Sheet, i, k int) bool {
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

// smallLetters is how high the letters of a name over a value are at most, in
// heights of those of the value.
const smallLetters = 0.85

// boxPair returns the name at a place and the value right below it, as forms print
// them in boxes: the name in smaller letters and often with a number before it.
func boxPair(s *Sheet, i, k int) (Pair, bool) {
	r := &s.rows[i]
	name := r.words[k:r.segment(k)]
	if len(name) > 1 && isBoxNumber(name[0].text) {
		name = name[1:]
	}
	label := text(name)
	if i+1 == len(s.rows) || hasDigit(label) || letters(label) < 2 || len(name) > maxPairWords+1 {
		return Pair{}, false
	}
	under := &s.rows[i+1]
	if under.page != r.page || under.y-r.bottom > r.height {
		return Pair{}, false
	}
	for w := 0; w < len(under.words); w = under.segment(w) {
		at := &under.words[w]
		if abs(at.x-r.words[k].x) > 0.7*r.height {
			continue
		}
		if s.doc.Boxes[r.words[k].node].Height > smallLetters*s.doc.Boxes[at.node].Height {
			return Pair{}, false
		}
		return Pair{label, text(under.words[w:under.segment(w)]), at.node, r.words[k].node}, true
	}
	return Pair{}, false
}

// isBoxNumber reports whether a word is what numbers a box of a form.
func isBoxNumber(s string) bool {
	s = strings.TrimRight(s, ".)")
	return len(s) <= 3 && digits(s) == len(s) && s != "" || len(s) == 1 && letters(s) == 1 || len(s) <= 3 && digits(s) == len(s)-1 && letters(s) == 1
}

// AsksBox reports whether the name of a field is the number of a box of a form: box_12a.
func AsksBox(name string) bool {
	number, ok := strings.CutPrefix(Name(name), "box ")
	return ok && isBoxNumber(number)
}
