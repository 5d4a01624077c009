package listing

import (
	"maps"
	"strconv"
	"strings"

	"assay/service/content"
	"assay/service/extract/evidence"
)

// shortHeaders is what the letters over the columns of tables of results stand for, and by a header
// that only tables in another language have, what else they stand for there.
var shortHeaders = map[string]map[string]string{
	"": {
		"w": "wins", "d": "draws", "t": "ties", "l": "losses", "p": "played", "gp": "games played", "mp": "matches played", "pld": "played", "pl": "played",
		"gf": "goals for", "ga": "goals against", "gd": "goal difference", "+/-": "goal difference", "f": "for", "a": "against",
		"pts": "points", "pos": "position", "pct": "win percentage", "pf": "points for", "pa": "points against", "diff": "difference",
		"#": "rank", "no": "number", "qty": "quantity", "chg": "change", "vol": "volume", "avg": "average", "hp": "home", "st": "status",
	},
	"pj":  {"pj": "played", "g": "wins", "pg": "wins", "e": "draws", "pe": "draws", "p": "losses", "pp": "losses", "gc": "goals against", "dg": "goal difference", "dif": "goal difference", "pt": "points"},
	"gs":  {"g": "played", "pg": "played", "v": "wins", "n": "draws", "p": "losses", "s": "losses", "gs": "goals against", "dr": "goal difference", "pt": "points"},
	"bc":  {"j": "played", "mj": "played", "g": "wins", "v": "wins", "n": "draws", "p": "losses", "d": "losses", "bp": "goals for", "bc": "goals against"},
	"pkt": {"sp": "played", "s": "wins", "g": "wins", "u": "draws", "n": "losses", "v": "losses", "pkt": "points", "pl": "rank"},
}

// minShort is how many columns of a table have short headers before they are taken to
// stand for more.
const minShort = 3

// longHeaders returns what the headers of a table mean whose columns are named by
// letters; nil for any other table.
func longHeaders(e *Engine, g *evidence.Grid) []evidence.Key {
	means := shortHeaders[""]
	for _, h := range g.Headers {
		if other := shortHeaders[letters(h.Text)]; other != nil && h.Text != "" {
			means = maps.Clone(means)
			maps.Copy(means, other)
		}
	}
	short := 0
	long := make([]string, len(g.Headers))
	for c, h := range g.Headers {
		words := strings.Fields(h.Text)
		known := false
		for k, word := range words {
			if meaning := means[letters(word)]; meaning != "" {
				words[k], known = meaning, true
			}
		}
		if known {
			short++
		}
		if long[c] = strings.Join(words, " "); h.Text == "" && c == 0 && ordinals(e, g, c) {
			long[c] = "rank"
		}
	}
	if short < minShort {
		return nil
	}
	keys := make([]evidence.Key, len(g.Headers))
	for c, h := range g.Headers {
		if keys[c] = evidence.NoKey; long[c] != h.Text {
			keys[c] = e.Index.Intern(long[c])
		}
	}
	return keys
}

// letters returns a header as shortHeaders has it.
func letters(header string) string { return strings.ToLower(strings.Trim(header, ".")) }

// ordinals reports whether the rows of a table are numbered in a column, from 1.
func ordinals(e *Engine, g *evidence.Grid, column int) bool {
	for r := range g.Rows {
		if c := g.Rows[r].Cells[column]; c == content.None || strings.TrimRight(e.Tree.Text(c), ".") != strconv.Itoa(r+1) {
			return false
		}
	}
	return len(g.Rows) > 1
}
