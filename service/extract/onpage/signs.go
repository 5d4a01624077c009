package onpage

import (
	"encoding/json"
	"math"

	"assay/query"
	"assay/service/extract/fields"
	"assay/service/extract/paper"
	"assay/service/extract/words"
)

// What tells how likely something on a document answers a field.
const (
	OfAny      = iota
	OfWords    // the logit that the words by it mean the field
	OfRival    // how far that is above the logit of other words
	OfOther    // how far that is above the logit that the words mean another field
	OfPaired   // 1 if the field was given its words, of all fields and words; -1 if another was
	OfPlace    // the logarithm of how surely the place of the words makes them its name
	OfNearer   // how much surer the place of another text by the same words is
	OfForm     // how likely the field's values have its form
	OfStates   // it is words and a value that they name
	OfVague    // how much else than the number that is asked for it states
	OfTyped    // the field has a type
	OfMeaning  // for the value of a role: the logit that the field means it
	OfStrength // the logarithm of how far it is believed to be of that role
	OfAlone    // it is of the role by its form and place, and has no label
	OfRole     // it is of a role
	ofHead     // it stands at the head of the document as the name of whom it is from
	ofTitle    // it stands there in the largest letters
	ofOrg      // for such a name: how likely the field asks for one
	ofName     // for such a title: how likely the field asks for one
	signs
)

// Signs is what tells how likely something on a document answers a field.
type Signs [signs]float64

// Likelihood is how far a reading of something on a document is believed to answer a field, given
// the words by it.
func (e *Engine) Likelihood(w *fields.Field, r *TextReading, label string, f Signs) float64 {
	if e.Weighed != nil {
		e.Weighed(w, r, label, f)
	}
	return 1 / (1 + math.Exp(-f.Odds()))
}

// Odds is the logarithm of the odds that a value with such signs is right.
func (f *Signs) Odds() float64 {
	sum := 0.0
	for i, x := range f {
		sum += x * likelihoodWeights[i]
	}
	return sum
}

// SignsOfHead returns what tells how likely a line at the head of a document answers a field.
func SignsOfHead(w *fields.Field, v *paper.Value, title bool) Signs {
	f := Signs{OfAny: 1, OfStrength: math.Log(max(v.Strength, LeastStrength))}
	forms := w.Meaning.Forms()
	if title {
		f[ofTitle], f[ofName] = 1, float64(forms.Fits(words.OneOf("name", "text")))
	} else {
		f[ofHead], f[ofOrg] = 1, float64(forms.Fits(words.OneOf("org")))
	}
	return f
}

// LeastStrength is what a value of a role is believed at least.
const LeastStrength = 0.01

// Candidate is what may answer a field of a document, for what likelihoodWeights are fitted to.
type Candidate struct {
	Field *query.Field
	JSON  json.RawMessage // as it would be answered
	Label string          // the words by it
	Signs Signs
	Odds  float64 // the logarithm of the odds that it is right
}
