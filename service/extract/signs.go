package extract

import (
	"context"
	"encoding/json"
	"math"

	"assay/query"
	"assay/service/extract/paper"
	"assay/service/extract/words"
)

// What tells how likely something on a document answers a field.
const (
	ofAny      = iota
	ofWords    // the logit that the words by it mean the field
	ofRival    // how far that is above the logit of other words
	ofOther    // how far that is above the logit that the words mean another field
	ofPaired   // 1 if the field was given its words, of all fields and words; -1 if another was
	ofPlace    // the logarithm of how surely the place of the words makes them its name
	ofNearer   // how much surer the place of another text by the same words is
	ofForm     // how likely the field's values have its form
	ofStates   // it is words and a value that they name
	ofVague    // how much else than the number that is asked for it states
	ofTyped    // the field has a type
	ofMeaning  // for the value of a role: the logit that the field means it
	ofStrength // the logarithm of how far it is believed to be of that role
	ofAlone    // it is of the role by its form and place, and has no label
	ofRole     // it is of a role
	ofHead     // it stands at the head of the document as the name of whom it is from
	ofTitle    // it stands there in the largest letters
	ofOrg      // for such a name: how likely the field asks for one
	ofName     // for such a title: how likely the field asks for one
	signs
)

// Signs is what tells how likely something on a document answers a field.
type Signs [signs]float64

// likelihood is how far a reading of something on a document is believed to answer a field, given
// the words by it.
func (e *engine) likelihood(w *want, r *textReading, label string, f Signs) float64 {
	if e.weighed != nil {
		e.weighed(w, r, label, f)
	}
	return 1 / (1 + math.Exp(-f.odds()))
}

// odds is the logarithm of the odds that a value with such signs is right.
func (f *Signs) odds() float64 {
	sum := 0.0
	for i, x := range f {
		sum += x * likelihoodWeights[i]
	}
	return sum
}

// signsOf returns what tells how likely a match answers a field.
func (w *want) signsOf(m *match) Signs {
	f := Signs{
		ofAny: 1, ofWords: m.logit, ofRival: m.rival, ofOther: m.other, ofPaired: m.paired,
		ofPlace: math.Log(m.Place), ofNearer: m.nearer, ofForm: m.fits, ofVague: vagueness(w, m.Value),
	}
	if w.typ != 0 {
		f[ofTyped] = 1
	}
	if m.states {
		f[ofStates] = 1
	}
	return f
}

// signsOfRole returns what tells how likely a value of a role that a field may mean answers it.
func (w *want) signsOfRole(m paper.Meaning, v *paper.Value) Signs {
	f := Signs{
		ofAny: 1, ofRole: 1, ofMeaning: math.Log(m.Likely / (1 - m.Likely)),
		ofStrength: math.Log(max(v.Strength, leastStrength)),
		ofForm:     float64(w.meaning.Forms().OfType(w.typ).Fits(words.Default().FormsOf(v.Text))),
		ofVague:    vagueness(w, v.Text),
	}
	if w.typ != 0 {
		f[ofTyped] = 1
	}
	if v.Label == "" {
		f[ofAlone] = 1
	}
	return f
}

// signsOfHead returns what tells how likely a line at the head of a document answers a field.
func (w *want) signsOfHead(v *paper.Value, title bool) Signs {
	f := Signs{ofAny: 1, ofStrength: math.Log(max(v.Strength, leastStrength))}
	forms := w.meaning.Forms()
	if title {
		f[ofTitle], f[ofName] = 1, float64(forms.Fits(words.OneOf("name", "text")))
	} else {
		f[ofHead], f[ofOrg] = 1, float64(forms.Fits(words.OneOf("org")))
	}
	return f
}

// leastStrength is what a value of a role is believed at least.
const leastStrength = 0.01

// Candidate is what may answer a field of a document, for what likelihoodWeights are fitted to.
type Candidate struct {
	Field *query.Field
	JSON  json.RawMessage // as it would be answered
	Label string          // the words by it
	Signs Signs
	Odds  float64 // the logarithm of the odds that it is right
}

// Candidates returns what may answer the fields of a query about a document by their likelihood.
// The only errors are those of ctx.
func (p *Page) Candidates(ctx context.Context, q *query.Query) ([]Candidate, error) {
	var out []Candidate
	root := compileContainer(q.Root)
	e := p.engine(ctx, root, Options{})
	e.weighed = func(w *want, r *textReading, label string, s Signs) {
		if r.isValue() {
			out = append(out, Candidate{w.field, json.RawMessage(r.encoded), label, s, s.odds()})
		}
	}
	e.answer(root)
	return out, ctx.Err()
}
