package prompt

import (
	"slices"
	"strings"
	"sync"

	"assay/service/extract/lexicon"
	"assay/service/extract/words"
)

// sense is what a phrase means: the usual name of what it asks for, "" if that is not
// known, and the form of its values.
type sense struct {
	name string
	form string
	sure float32 // how likely its values have that form
	odds float32 // logarithm of the odds that it is what the name says
}

// usual is a name that everybody knows, ready to be compared by all requests at once.
type usual struct {
	name  string
	label words.Label
}

// mostPhrases is how many ways to say a usual name are compared with a question.
const mostPhrases = 4

// names are the usual names of all concepts.
var names = sync.OnceValue(func() map[lexicon.Concept]string {
	out := map[lexicon.Concept]string{}
	for c, phrases := range lexicon.Concepts() {
		out[c] = identifier(strings.Fields(phrases[0]))
	}
	return out
})

// known returns the usual name of what a phrase is a known way to ask for, or "".
func known(phrase []string) string { return names()[lexicon.Introduces(strings.Join(phrase, " "))] }

var usuals = sync.OnceValue(func() []usual {
	var out []usual
	for c, phrases := range lexicon.Concepts() {
		for _, p := range phrases[:min(len(phrases), mostPhrases)] {
			n := words.Default().New(p, "").Prepare()
			out = append(out, usual{names()[c], words.Label{Name: n, Value: n.Forms()}})
		}
	}
	return out
})

// meaningOf says what a phrase or a question asks for, as far as the model of words can tell.
func meaningOf(phrase []string) sense {
	asked := words.Asked{Name: words.Default().New(strings.Join(phrase, " "), "").Prepare()}
	asked.Forms = asked.Name.Forms()
	top := 0
	for i, p := range asked.Forms {
		if p > asked.Forms[top] {
			top = i
		}
	}
	out := sense{form: words.Forms[top], sure: asked.Forms[top]}
	most := float32(0) // as likely as not
	for i := range usuals() {
		u := &usuals()[i]
		if s := words.Score(&asked, &u.label); s > most {
			most, out.name = s, u.name
			out.odds = s
		}
	}
	return out
}

// typeOf is the type of the query language that values of a form have, or "".
func typeOf(form string) string {
	switch form {
	case "money", "number", "score", "rating", "mass", "temperature", "length":
		return "number"
	case "count":
		return "integer"
	case "day", "datetime":
		return "date"
	case "url", "image":
		return "url"
	case "email":
		return form
	}
	return ""
}

// isOneOf reports whether a word is among others.
func isOneOf(w string, others ...string) bool { return slices.Contains(others, w) }
