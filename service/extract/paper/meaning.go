package paper

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"sync"

	"assay/service/extract/words"
)

// Meaning is a role that a name may mean.
type Meaning struct {
	Role   Role
	Likely float64 // how likely the name means it, from 0 to 1
}

// nearPhrase is how near the vectors of a name and a phrase are at least that may mean the
// same.
const nearPhrase = 0.4

// phraseNames are the phrases of the vocabulary, ready to be compared with names by all
// requests at once.
var phraseNames = sync.OnceValue(func() []phraseName {
	var out []phraseName
	seen := map[phraseName]bool{}
	for line := range strings.Lines(vocabularyText) {
		head, phrases, ok := strings.Cut(strings.TrimSpace(line), " : ")
		if !ok || strings.HasPrefix(head, "#") {
			continue
		}
		name, _, _ := strings.Cut(head, " ")
		role := Named(name)
		for phrase := range strings.SplitSeq(phrases, "|") {
			p := phraseName{role: role, phrase: strings.TrimSpace(phrase)}
			if seen[p] {
				continue
			}
			seen[p] = true
			p.name = words.Default().New(p.phrase, "").Prepare()
			out = append(out, p)
		}
	}
	return out
})

type phraseName struct {
	role   Role
	phrase string
	name   *words.Name
}

// Meanings returns the roles that a name most likely means, the likeliest first, of those
// that fit: what the model of words has learned, for names that the vocabulary does not
// have.
func Meanings(asked *words.Name, fits func(Role) bool) []Meaning {
	most := map[Role]float32{}
	for _, p := range phraseNames() {
		if words.Dot(asked.Vector(), p.name.Vector()) < nearPhrase || !fits(p.role) {
			continue
		}
		l := words.Logit(asked, p.name)
		if old, ok := most[p.role]; !ok || l > old {
			most[p.role] = l
		}
	}
	out := make([]Meaning, 0, len(most))
	for role, l := range most {
		out = append(out, Meaning{role, 1 / (1 + math.Exp(-float64(l)))})
	}
	slices.SortFunc(out, func(a, b Meaning) int {
		return cmp.Or(cmp.Compare(b.Likely, a.Likely), cmp.Compare(a.Role, b.Role))
	})
	return out
}

// InColumn reports whether a role is that of a column of line items.
func (r Role) InColumn() bool { return r.inColumn() }

// LabelRole returns the role of a value that the vocabulary has for the words of a label.
func LabelRole(label string) Role { return vocab().pick(strings.Join(tokens(label), " "), false) }

// Spelt returns a field's name with the word for a number apart that is written together
// with what is numbered: klantnr, rechnungsnr.
func Spelt(name string) string {
	words := strings.Fields(splitName(name))
	for i, w := range words {
		if stem, ok := strings.CutSuffix(strings.ToLower(w), "nr"); ok && len(stem) > 3 {
			words[i] = stem + " nummer"
		}
	}
	return strings.Join(words, " ")
}

var whoWords = set("who whom wer wem qui quien chi quem wie")

// AsksWho reports whether a field's name asks who somebody is.
func AsksWho(name string) bool {
	t := tokens(splitName(name))
	return len(t) > 1 && whoWords[t[0]]
}

// AsksNumber reports whether a field's name asks for a number or a code that something has.
func AsksNumber(name string) bool {
	t := tokens(Spelt(name))
	return len(t) > 1 && numberWords[t[len(t)-1]]
}
