package onpage

import (
	"strings"
	"unicode"

	"assay/service/extract/fields"
	"assay/service/extract/lexicon"
)

// MaxMark is how long, in bytes, a text is that marks a record.
const MaxMark = 40

// MarkOf returns the words of a yes-or-no field that a mark of it has.
func MarkOf(f *fields.Field) lexicon.Phrase {
	var words []string
	for _, word := range lexicon.Words(f.Query.Name) {
		switch word {
		case "is", "has", "was", "are", "have", "can", "be", "does", "do", "it", "marked", "flag", "ist", "hat", "est", "es":
		default:
			words = append(words, word)
		}
	}
	return lexicon.CompileWords(words)
}

// Bears reports whether a name has all that tells a mark from others.
func Bears(mark, have lexicon.Phrase) bool {
	if len(have) > 6 {
		return false
	}
	for i := range mark {
		if mark[i].Want < 0.5 && len(mark) > 1 {
			continue
		}
		found := false
		for j := range have {
			found = found || mark[i].Word == have[j].Word || j+1 < len(have) && mark[i].Word == have[j].Word+have[j+1].Word || mark[i].Concept != 0 && mark[i].Concept == have[j].Concept
		}
		if !found {
			return false
		}
	}
	return true
}

// IsDenied reports whether a text says that something is not so.
func IsDenied(text string) bool {
	if strings.ContainsAny(text, "✗✘❌✕") {
		return true
	}
	for i, word := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) }) {
		switch word {
		case "no", "non", "un", "mark", "make", "report", "become":
			if i == 0 { // "No. 5" may stand later
				return true
			}
		case "not", "none", "without", "unavailable", "nicht", "kein", "keine", "ohne", "pas", "sans", "sin", "senza":
			return true
		}
	}
	return false
}
