package lexicon

import (
	_ "embed"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

//go:embed values.txt
var valuesText string

// vocabulary is what the values of a concept are, for concepts whose values can be
// listed: whole texts, and words that a value has.
type vocabulary struct {
	whole, words map[string]bool
}

var vocabularies = sync.OnceValue(func() map[Concept]vocabulary {
	all := map[Concept]vocabulary{}
	for line := range strings.Lines(valuesText) {
		line = strings.TrimSpace(line)
		head, values, ok := strings.Cut(line, " : ")
		c := Lookup(head)
		if !ok || c == 0 || line[0] == '#' {
			continue
		}
		v := vocabulary{map[string]bool{}, map[string]bool{}}
		for value := range strings.SplitSeq(values, " | ") {
			if word, ok := strings.CutPrefix(value, "~"); ok {
				v.words[word] = true
			} else {
				v.whole[value] = true
			}
		}
		all[c] = v
	}
	return all
})

// maxValueText is how long, in bytes, a text is that may be a value of a vocabulary.
const maxValueText = 60

// HasValues reports whether the values of a concept can be listed.
func (c Concept) HasValues() bool {
	_, ok := vocabularies()[c]
	return ok
}

// IsValue reports whether a text is a value of a concept by the words it is made of:
// "Light rain" of the weather, "Norway" of a country.
func IsValue(c Concept, text string) bool {
	if c == 0 || len(text) > maxValueText {
		return false
	}
	v, ok := vocabularies()[c]
	if !ok {
		return false
	}
	text = strings.ToLower(strings.TrimFunc(text, func(r rune) bool {
		return unicode.IsSpace(r) || r == utf8.RuneError || strings.ContainsRune(".,;:()[]", r)
	}))
	if v.whole[text] || v.severalWhole(text) {
		return true
	}
	if len(v.words) == 0 || strings.ContainsAny(text, "!?") {
		return false
	}
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return !unicode.IsLetter(r) && r != '-' }) {
		if v.words[word] {
			return true
		}
	}
	return false
}

// severalWhole reports whether a text is several values side by side: "permanent,
// full-time or part-time".
func (v *vocabulary) severalWhole(text string) bool {
	n := 0
	for part := range strings.FieldsFuncSeq(strings.NewReplacer(" or ", ",", " and ", ",", " & ", ",").Replace(text), func(r rune) bool { return r == ',' || r == '/' || r == ';' }) {
		if n++; !v.whole[strings.TrimSpace(part)] {
			return false
		}
	}
	return n > 1
}
