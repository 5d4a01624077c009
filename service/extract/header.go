package extract

import (
	"strings"
	"unicode"

	"assay/service/extract/evidence"
	"assay/service/extract/lexicon"
)

// shortHeaders is what the letters over the columns of tables of results stand for.
var shortHeaders = map[string]string{
	"w": "wins", "d": "draws", "t": "ties", "l": "losses", "p": "played", "gp": "games played", "mp": "matches played", "pld": "played", "pl": "played",
	"gf": "goals for", "ga": "goals against", "gd": "goal difference", "+/-": "goal difference", "f": "for", "a": "against",
	"pts": "points", "pos": "position", "pct": "win percentage", "pf": "points for", "pa": "points against", "diff": "difference",
	"#": "rank", "no": "number", "qty": "quantity", "chg": "change", "vol": "volume", "avg": "average", "hp": "home", "st": "status",
}

// minShort is how many columns of a table have short headers before they are taken to
// stand for more.
const minShort = 3

// longHeaders returns what the headers of a table mean whose columns are named by
// letters; nil for any other table.
func (e *engine) longHeaders(g *evidence.Grid) []evidence.Key {
	short := 0
	for _, h := range g.Headers {
		for word := range strings.FieldsSeq(h.Text) {
			if _, known := shortHeaders[strings.ToLower(strings.Trim(word, "."))]; known {
				short++
				break
			}
		}
	}
	if short < minShort {
		return nil
	}
	keys := make([]evidence.Key, len(g.Headers))
	for c, h := range g.Headers {
		words := strings.Fields(h.Text)
		for k, word := range words {
			if long, known := shortHeaders[strings.ToLower(strings.Trim(word, "."))]; known {
				words[k] = long
			}
		}
		keys[c] = evidence.NoKey
		if text := strings.Join(words, " "); text != h.Text {
			keys[c] = e.x.Intern(text)
		}
	}
	return keys
}

// areInitials reports whether a header is the first letters of a field's words, as GD
// for goal_difference.
func areInitials(header, field string) bool {
	words := lexicon.Words(field)
	if len(words) < 2 || len(header) != len(words) || strings.ContainsFunc(header, unicode.IsLower) {
		return false
	}
	for i, word := range words {
		if !strings.HasPrefix(word, strings.ToLower(header[i:i+1])) {
			return false
		}
	}
	return true
}

// isCut reports whether a header is a field's word cut short, as Pos for position.
func isCut(header, field string) bool {
	cut := strings.ToLower(strings.TrimSuffix(header, "."))
	if len(cut) < 3 || len(cut) > 5 {
		return false
	}
	words := lexicon.Words(field)
	return len(words) == 1 && len(words[0]) > len(cut)+1 && strings.HasPrefix(words[0], cut)
}

// lacksKind reports whether a header is a field's name without the word for what kind
// of value it is, as Return for return_price: the cells show that.
func lacksKind(header, field string) bool {
	words := lexicon.Words(field)
	last := len(words) - 1
	if last < 1 {
		return false
	}
	switch words[last] {
	case "price", "fare", "cost", "amount", "fee", "rate", "date", "time", "day", "number", "no", "count", "name", "type", "code", "value", "text", "year",
		"preis", "datum", "zeit", "nummer", "jahr", "prix", "annee", "precio", "prezzo", "anno":
		return strings.Join(words[:last], "") == strings.Join(lexicon.Words(header), "")
	}
	return false
}

// isOwnNumber reports whether a field of a list asks for what its records are told
// apart by: the number of an invoice stands under "Invoice".
func (w *want) isOwnNumber() bool {
	switch strings.ToLower(w.field.Name) {
	case "number", "no", "nr", "num", "id", "nummer", "numero", "número", "numéro":
		return true
	}
	return false
}
