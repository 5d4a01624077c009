package lexicon

import "strings"

// opposites are words of which one excludes the others: what is of the home team is not of
// the guests. Words with the same meaning are parted by a stroke.
var opposites = func() map[string][2]int {
	out := map[string][2]int{}
	for group, line := range [...]string{
		"home/heim/heimteam/local/domicile/casa/thuis away/visitor/visitors/guest/gast/gastteam/visitante/visiteur/exterieur/ospite/trasferta/uit",
		"min/minimum/lowest max/maximum/highest",
		"width height length depth",
		"gross net",
		"start/starts/begin/begins end/ends",
		"first/given last/surname/family middle",
		"prep/preparation cook/cooking",
		"arrival departure",
		"inbound outbound",
		"sunrise sunset",
		"debit credit",
		"wholesale retail",
		"adult/adults child/children/kids senior/seniors student/students infant/infants",
		"single double twin triple",
		"billing shipping/delivery",
		"male/men female/women",
		"monday tuesday wednesday thursday friday saturday sunday",
		"twitter instagram facebook linkedin youtube tiktok github",
		"buy/bid sell/ask",
		"buyer seller", "landlord tenant", "sender recipient", "employer employee", "lender borrower", "plaintiff defendant",
		"followers following posts",
		"opening/opens closing/closes",
		"upper lower", "left right", "front rear/back", "inner outer", "indoor outdoor",
		"likes dislikes", "wins/won losses/lost draws/drawn", "pros cons",
		"previous/before current/present",
	} {
		for side, words := range strings.Fields(line) {
			for word := range strings.SplitSeq(words, "/") {
				out[word] = [2]int{group + 1, side}
			}
		}
	}
	return out
}()

// SideOfMatch tells which side of a match a name asks for: 0 for the home side, 1 for the away
// side, -1 for none.
func SideOfMatch(name string) int {
	for _, word := range Words(name) {
		if of := opposites[word]; of[0] == opposites["home"][0] {
			return of[1]
		}
	}
	return -1
}

// WithOpposite returns the words of a name that exclude others.
func WithOpposite(words []string) (out []string) {
	for _, word := range words {
		if opposites[word][0] != 0 {
			out = append(out, word)
		}
	}
	return out
}

// Opposes reports whether a name whose words with an opposite are given asks for what
// another name excludes: "away team" and "Home team".
func Opposes(asked []string, other string) bool {
	if len(asked) == 0 {
		return false
	}
	named := Words(other)
	for _, word := range asked {
		of := opposites[word]
		same, other := false, false
		for _, n := range named {
			if has := opposites[n]; has[0] == of[0] {
				same, other = same || has[1] == of[1], other || has[1] != of[1]
			}
		}
		if other && !same {
			return true
		}
	}
	return false
}
