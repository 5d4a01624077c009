package extract

import (
	"strings"

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
