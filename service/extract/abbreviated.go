package extract

import (
	"strings"

	"assay/service/content"
	"assay/service/extract/lexicon"
)

// abbreviatedName is how well a class fits a field whose name it cuts short.
const abbreviatedName = 0.6

// isAbbreviated reports whether a class of a column ends in a field's name cut short:
// class="fare-cls" for class, class="t-dep" for departure.
func (e *engine) isAbbreviated(w *want, col *column) bool {
	p := col.first()
	if p.id == content.None || p.isText() || e.isDivided(p) {
		return false
	}
	name := lexicon.Words(w.field.Name)
	if len(name) == 0 {
		return false
	}
	for class := range strings.FieldsSeq(e.t.Value(p.id, "class")) {
		words := lexicon.Words(class)
		if len(words) > 1 && abbreviates(words[len(words)-1], name[len(name)-1]) {
			return true
		}
	}
	return false
}

// maxAbbreviation is how long, in bytes, a word cut short is.
const maxAbbreviation = 4

// abbreviates reports whether a word is another one cut short: its beginning, or its
// first letter and consonants.
func abbreviates(short, word string) bool {
	if len(short) < 3 || len(short) > maxAbbreviation || len(short) >= len(word) || short[0] != word[0] {
		return false
	}
	if strings.HasPrefix(word, short) {
		return true
	}
	rest := word
	for i := range len(short) {
		if i > 0 && strings.IndexByte("aeiou", short[i]) >= 0 {
			return false
		}
		at := strings.IndexByte(rest, short[i])
		if at < 0 {
			return false
		}
		rest = rest[at+1:]
	}
	return true
}
