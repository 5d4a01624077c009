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
