package picker

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// named returns the items whose names hold every one of the words, in lower case, in
// their order: those of which each begins a word of the name first, then those with one
// that begins a word of the group, which many share.
func named(items []Item, words []string) []match {
	var begun, grouped, within []match
	for i, item := range items {
		name := strings.ToLower(item.Name)
		switch hits, begins := wordsIn(name+" "+strings.ToLower(item.Group), words); {
		case hits == nil:
		case begins && hits[len(hits)-1] < len(name):
			begun = append(begun, match{i, hits})
		case begins:
			grouped = append(grouped, match{i, hits})
		default:
			within = append(within, match{i, hits})
		}
	}
	return slices.Concat(begun, grouped, within)
}

// wordsIn returns the bytes of text that the words take up, nil if one is missing, and
// whether each is at the beginning of a word of text.
func wordsIn(text string, words []string) (hits []int, begins bool) {
	begins = true
	for _, word := range words {
		at, begun := place(text, word)
		if at < 0 {
			return nil, false
		}
		begins = begins && begun
		for i := range len(word) {
			hits = append(hits, at+i)
		}
	}
	slices.Sort(hits)
	return slices.Compact(hits), begins
}

// place returns where word stands in text, at the beginning of a word if it does so
// anywhere; -1 if it is not there.
func place(text, word string) (at int, begins bool) {
	at = -1
	for from := 0; ; {
		i := strings.Index(text[from:], word)
		if i < 0 {
			return at, false
		}
		i += from
		if before, _ := utf8.DecodeLastRuneInString(text[:i]); i == 0 || !unicode.IsLetter(before) && !unicode.IsDigit(before) {
			return i, true
		}
		if at < 0 {
			at = i
		}
		from = i + len(word)
	}
}
