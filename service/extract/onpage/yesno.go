package onpage

import (
	"strings"

	"assay/service/extract/fields"
	"assay/service/extract/lexicon"
	"assay/service/extract/read"
)

// maxStatement is how long, in bytes, a line is at most that says yes or no as a whole.
const maxStatement = 60

// Words of statements, in several languages.
var (
	affirming = wordSet(`is are be has have had do does can will now currently longer yes only also very fully
		accept accepts accepted accepting take takes taken taking allow allows allowed offer offers offered offering provide provides provided
		include includes included including permit permits permitted welcome available possible friendly ok okay position role
		erlaubt willkommen möglich verfügbar inklusive inbegriffen kostenlos kostenfrei
		autorisé autorisés accepté acceptés admis inclus disponible gratuit permitido permitidos admitido admitidos incluido gratis
		ammessi incluso disponibile permitidos aceita toegestaan inbegrepen beschikbaar`)
	denying = wordSet(`not no non never without cannot kein keine keinen nicht ohne pas sans aucun aucune sin ningún nessun nessuna senza não sem geen niet zonder
		prohibited forbidden unavailable verboten interdit interdits prohibido prohibidos vietato vietati proibido verboden`)
)

func wordSet(words string) map[string]bool {
	out := map[string]bool{}
	for word := range strings.FieldsSeq(words) {
		out[word] = true
	}
	return out
}

// Statement reads a line that answers a field for yes or no by the field's own words, with none beside
// them but those that affirm or deny: "Pets welcome", "Not accepting new patients"; of whether a thing is
// to be had, by any words for that.
func Statement(w *fields.Field, line string) (yes, ok bool) {
	if len(line) > maxStatement {
		return false, false
	}
	name := strings.Join(lexicon.Words(w.Query.Name), " ")
	if had, ok := read.Boolean(name); ok && Letters(name) > 3 && saysStock(name) {
		is, ok := read.Boolean(line)
		return is == had, ok && Letters(line) > 3 && saysStock(line)
	}
	asked := map[string]bool{}
	for _, word := range lexicon.Words(w.Query.Name) {
		if !affirming[word] {
			asked[lexicon.Stem(word)] = true
		}
	}
	if len(asked) == 0 {
		return false, false
	}
	said, yes := 0, true
	for i, word := range lexicon.Words(line) {
		stem := lexicon.Stem(word)
		switch {
		case asked[stem]:
			said++
			delete(asked, stem)
		case denying[word]:
			yes = false
		case affirming[word], lexicon.IsStop(word), i == 0 && word == "free": // parking
		default:
			return false, false
		}
	}
	return yes, said > 0 && len(asked) == 0
}

// saysStock reports whether a text is about whether something can be bought, not about what is allowed or
// included.
func saysStock(text string) bool {
	text = strings.ToLower(text)
	for _, word := range [...]string{"stock", "sold", "available", "verfügbar", "lieferbar", "auf lager", "ausverkauft", "épuisé", "disponib", "disponív", "agotado", "esaurito", "esgotado", "voorraad", "uitverkocht"} {
		if strings.Contains(text, word) {
			return true
		}
	}
	return false
}
