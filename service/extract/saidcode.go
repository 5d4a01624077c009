package extract

import (
	"strings"
	"unicode"

	"assay/service/extract/evidence"
	"assay/service/extract/lexicon"
)

// asksForCode reports whether a field asks by its name for a code or number that tells one
// thing from others: promo_code, charity_number.
func (w *want) asksForCode() bool {
	if w.typ != 0 {
		return false
	}
	words := lexicon.Words(w.field.Name)
	return len(words) > 1 && isCodeWord(words[len(words)-1])
}

func isCodeWord(word string) bool {
	switch strings.ToLower(word) {
	case "code", "number", "no", "nr", "id", "num", "identifier", "#", "№", "numero", "número", "numéro", "nº", "n°", "nummer", "codice", "código":
		return true
	}
	return false
}

// saidCode takes the code that a sentence says right after the words of a field: "with promo
// code OAK10 until Sunday", "Registered charity no. 1155503". It is where all may read it,
// often at the foot of the page.
func (f *finder) saidCode(telling []*lexicon.Term) {
	all := f.e.sentences()
	for i := range all {
		s := &all[i]
		if !f.s.holds(s.node) {
			continue
		}
		for _, to := range s.find(telling, f.w.name) {
			if code := s.codeAt(to); code != "" {
				f.add(evidence.Typed, s.node, code, f.e.w.Said)
				return
			}
		}
	}
}

// codeAt returns the code that begins at the k-th word of a sentence, after a word that
// says that it is one: all its groups of letters and digits.
func (s *sentence) codeAt(k int) string {
	for ahead := k; ahead < min(k+3, len(s.words)); ahead++ { // "GPhC premises no. 9011204"
		if isCodeWord(s.words[ahead]) {
			k = ahead
			break
		}
		if s.parted(ahead) {
			break
		}
	}
	for k < len(s.words) && (isCodeWord(s.words[k]) || joins(s.words[k])) {
		k++
	}
	end := k
	for end < len(s.words) && isCodeGroup(s.words[end]) {
		end++
		if s.parted(end - 1) {
			break
		}
	}
	if end == k {
		return ""
	}
	code := s.text[s.at[k] : s.at[end-1]+len(s.words[end-1])]
	if len(code) < minCode || !strings.ContainsFunc(code, unicode.IsDigit) {
		return ""
	}
	return code
}

// minCode is how long, in bytes, a code is at least that a sentence says.
const minCode = 4

// isCodeGroup reports whether a word may be a group of a code: of capital letters and
// digits, no quantity.
func isCodeGroup(word string) bool {
	return !strings.ContainsFunc(word, func(r rune) bool {
		return !unicode.IsDigit(r) && !unicode.IsUpper(r) && r != '-' && r != '/'
	})
}
