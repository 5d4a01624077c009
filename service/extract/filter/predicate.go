package filter

import (
	"slices"
	"strings"

	"assay/service/extract/lexicon"
)

// Predicate is a filter in words: records say them, in a part of their own or, if
// they are marked as what is wanted ("by Ann Lee", "automatic only"), in their text,
// or stand under a heading that does.
type Predicate struct {
	Words  []string
	Marked bool
	Had    bool // it is what the records have: "that accept dogs"
	Called bool // the words are the list's own name: only a heading tells
}

// maxPredicate is how many words a predicate has at most.
const maxPredicate = 4

// isMarked reports whether an item of a description says that only such records are wanted.
func isMarked(item string) bool {
	for w := range strings.FieldsSeq(strings.ToLower(item)) {
		switch w {
		case "only", "just", "nur", "seulement", "uniquement", "solo", "alleen", "apenas":
			return true
		}
	}
	return false
}

// predicateOf makes a predicate of an item of a description that is no other filter.
// words are those of the item that tell something. Words that are not marked count
// only if they are the whole description: others are hints.
func predicateOf(item, name string, words []string, alone bool) []Predicate {
	p := Predicate{Marked: isMarked(item)}
	if what, is, ok := cutAtWord(item, "is", "=", "equals"); ok && !isAsking(what) { // topic is Awards
		p.Marked, words = true, filterWords(is, name)
	}
	for i, w := range words {
		switch w {
		case "have", "has", "accept", "accepts", "allow", "allows", "offer", "offers", "include", "includes", "still":
			p.Had, p.Marked, p.Words = true, true, nil
			continue
		case "by", "in", "at", "on", "de", "von", "par", "por", "da", "di", "van", "à", "en", "nur", "seulement", "uniquement", "solo", "alleen", "apenas":
			p.Marked = p.Marked || i == 0
			continue
		case "section", "sections":
			if p.Marked {
				continue
			}
			return nil
		case "user", "users", "customer", "customers", "reader", "readers", "member", "members", "people", "author", "visitors", "table", "column", "columns", "page", "website":
			return nil // whoever writes such records, wherever they stand
		}
		p.Words = append(p.Words, lexicon.Words(w)...) // full-time
	}
	if len(p.Words) == 0 && p.Marked {
		p.Words, p.Called = lexicon.Words(name), true
	}
	if len(p.Words) == 0 || len(p.Words) > maxPredicate || !p.Marked && !alone {
		return nil
	}
	return []Predicate{p}
}

// isAsking reports whether the words before "is" ask, and do not name a field: "what it is made of".
func isAsking(words string) bool {
	first, _, _ := strings.Cut(words, " ")
	return slices.Contains([]string{"what", "who", "how", "when", "where", "which", "why", "whether", "if", "it"}, strings.ToLower(first))
}

// cutAtWord cuts a text around the first of some words that it has.
func cutAtWord(s string, words ...string) (before, after string, found bool) {
	for _, w := range words {
		if before, after, found = strings.Cut(s, " "+w+" "); found {
			return before, after, true
		}
	}
	return s, "", false
}
