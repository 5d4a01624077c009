package paper

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"assay/service/content"
)

// phraseGap is the space between two statements in a line, in heights of the row:
// wider than that between words, narrower than that between columns.
const phraseGap = 0.7

// maxStated is how many words the value of a statement has that is no date.
const maxStated = 3

// inlinePairs returns what the lines of a row state within themselves: "Valid from
// 1 February 2026. Minimum order £150", "Bon no 5582", "Warehouse: Leiden 2". The
// words before the value are its name.
func inlinePairs(s *Sheet, i int) []Pair {
	r := &s.rows[i]
	var out []Pair
	for from := 0; from < len(r.words); {
		to := from + 1
		for to < len(r.words) && !r.words[to].leading && !r.isPhraseEnd(to) {
			to++
		}
		if p, ok := stated(s, r, from, to); ok {
			out = append(out, p)
		}
		from = to
	}
	return out
}

// isPhraseEnd reports whether a statement ends before a word.
func (r *row) isPhraseEnd(k int) bool {
	before, next := &r.words[k-1], &r.words[k]
	if next.x-before.to > phraseGap*r.height {
		return !strings.HasSuffix(before.text, ":")
	}
	begins, _ := utf8.DecodeRuneInString(next.text)
	return unicode.IsUpper(begins) && (strings.HasSuffix(before.text, ".") || strings.HasSuffix(before.text, ";")) && len(before.text) > 3
}

// stated parts the words of a statement into a name and a value: at the colon, or
// at the first word with a digit.
func stated(s *Sheet, r *row, from, to int) (Pair, bool) {
	k := from
	for k < to && k < from+maxPairWords && !hasDigit(r.words[k].text) {
		if k++; strings.HasSuffix(r.words[k-1].text, ":") {
			break
		}
	}
	if k == from || k == to {
		return Pair{}, false
	}
	name := text(r.words[from:k])
	colon := strings.HasSuffix(name, ":")
	name = strings.TrimRight(name, " :#")
	if letters(name) < 2 || strings.ContainsAny(name, "@:;(") || !colon && !hasDigit(r.words[k].text) {
		return Pair{}, false
	}
	if !colon && to < len(r.words) && hasDigit(r.words[to].text) && letters(r.words[to].text) == 0 {
		return Pair{}, false // it says more about the amount after it
	}
	value := r.words[k:to]
	if _, end, ok := dateAt(s, r, k); ok && end > k && end <= to {
		value = r.words[k:end]
	} else if !colon && len(value) > maxStated {
		value = value[:1] // a sentence goes on
	}
	return Pair{Label: name, Value: strings.TrimRight(text(value), ".,;"), Node: value[0].node, Box: content.None}, true
}
