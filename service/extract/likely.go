package extract

import (
	"math"

	"assay/service/extract/paper"
)

// What tells how likely something on a document answers a field.
const (
	ofAny      = iota
	ofWords    // the logit that the words by it mean the field
	ofRival    // how far that is above the logit of other words
	ofOther    // how far that is above the logit that the words mean another field
	ofPlace    // the logarithm of how surely the place of the words makes them its name
	ofVague    // how much else it states than the number that is asked for
	ofTyped    // the field has a type
	ofMeaning  // for the value of a role: the logit that the field means it
	ofStrength // the logarithm of how far it is believed to be of that role
	ofAlone    // it is of the role by its form and place, and has no label
	ofRole     // it is of a role
	signs
)

// likelihoodWeights are those of a logistic model of the signs, fitted on the fitted half of
// the sets receipts, invoices, people and paper: whether each candidate is the right one. By
// five folds of the documents it puts as many right ones first as by all of them.
var likelihoodWeights = [signs]float64{-1.90, 0.36, 0.63, 0.36, 2.13, -1.01, 1.09, 0.37, 2.50, 0.91, 0.32}

// believed makes of a likelihood what it is believed: what is likelier than not to be right
// among candidates is answered at the threshold of the other sources.
const believed = 0.85

// likelihood is how far something on a document is believed to answer a field.
func likelihood(f [signs]float64) float64 {
	s := 0.0
	for i, x := range f {
		s += x * likelihoodWeights[i]
	}
	return math.Pow(1/(1+math.Exp(-s)), believed)
}

// signsOf returns what tells how likely a match answers a field.
func (w *want) signsOf(m *match) [signs]float64 {
	f := [signs]float64{
		ofAny: 1, ofWords: m.logit, ofRival: m.rival, ofOther: m.other,
		ofPlace: math.Log(m.Place), ofVague: vagueness(w, m.Value),
	}
	if w.typ != 0 {
		f[ofTyped] = 1
	}
	return f
}

// signsOfRole returns what tells how likely a value of a role that a field may mean answers it.
func (w *want) signsOfRole(m paper.Meaning, v *paper.Value) [signs]float64 {
	f := [signs]float64{
		ofAny: 1, ofRole: 1, ofMeaning: math.Log(m.Likely / (1 - m.Likely)),
		ofStrength: math.Log(max(v.Strength, leastStrength)),
	}
	if w.typ != 0 {
		f[ofTyped] = 1
	}
	if v.Label == "" {
		f[ofAlone] = 1
	}
	return f
}

// leastStrength is what a value of a role is believed at least.
const leastStrength = 0.01
