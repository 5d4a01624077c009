package paper

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"assay/service/content"
	"assay/service/extract/read"
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

// numbered adds what the words of a line say before a number or a day: "Minimum order
// £150", "Bon no 5582".
func numbered(s *Sheet, i, k, end int) {
	r := &s.rows[i]
	for from := k; from < end; {
		to := from + 1
		for to < end && !r.isPhraseEnd(to) {
			to++
		}
		numberIn(s, r, from, to)
		from = to
	}
}

func numberIn(s *Sheet, r *row, from, to int) {
	k := from
	for k < to && !hasDigit(r.words[k].text) {
		k++
	}
	if k == from || k == to || k > from+maxNameWords {
		return
	}
	name := r.words[from:k]
	if last := name[len(name)-1].text; isCurrencyWord(last) && len(name) > 1 {
		name = name[:len(name)-1]
		k--
	}
	if _, n := boxNumber(name); letters(n) < 2 || strings.ContainsAny(n, "@(") {
		return
	}
	if t := text(name); len(name) == 1 && isUpper(name) && letters(t) <= 4 && k+1 < to && isCodePart(r.words[k].text) && isCodePart(r.words[k+1].text) && from > 0 {
		return // a code of several parts
	}
	if _, end, ok := dateAt(s, r, k); ok && end > k && end <= to {
		offer(s, name, r.words[k:end], withinLine)
		return
	}
	most := max(k+mostStated, phoneEnd(r, k, to))
	stop := min(valueEnd(s, r, k, to), most)
	place := withinLine
	if to > most {
		place = furtherOff // a sentence goes on
	}
	offer(s, name, r.words[k:stop], place)
}

// mostStated is how many words a value in a line has at most that is no telephone number.
const mostStated = 4

// phoneEnd returns where a telephone number ends that begins at a word: it may be of many groups.
func phoneEnd(r *row, k, to int) int {
	rest := text(r.words[k:to])
	if phone, ok := read.Phone(rest); ok && strings.HasPrefix(rest, phone) {
		return k + len(strings.Fields(phone))
	}
	return k
}
