package words

import (
	"math"
	"slices"
	"strings"

	"assay/query"
)

// NameFeatures is how many features of a name tell the form of its value.
const NameFeatures = Dim + 1

// FormWeights is how many numbers the models of forms have: for each form those of a name's
// features, then for each those of a value's.
const FormWeights = len(Forms) * (NameFeatures + LabelFeatures)

// FormsOf is how likely a value has each form.
type FormsOf [len(Forms)]float32

// Softmax makes probabilities of scores.
func Softmax(p []float32) {
	top := p[0]
	for _, x := range p {
		top = max(top, x)
	}
	sum := float32(0)
	for i, x := range p {
		p[i] = float32(math.Exp(float64(x - top)))
		sum += p[i]
	}
	for i := range p {
		p[i] /= sum
	}
}

// Forms says which forms values are likely to have that go by a name.
func (n *Name) Forms() *FormsOf {
	var p FormsOf
	for i := range p {
		w := n.model.weights.Forms[i*NameFeatures:][:NameFeatures]
		p[i] = w[Dim]
		for k, x := range n.whole {
			p[i] += w[k] * x
		}
	}
	Softmax(p[:])
	return &p
}

// FormsOf says which forms a value is likely to have.
func (m *Model) FormsOf(value string) *FormsOf {
	var f [LabelFeatures]float32
	m.LabelFeatures(&f, value)
	var p FormsOf
	weights := m.weights.Forms[len(Forms)*NameFeatures:]
	for i := 0; i < len(p); i += 4 { // four sums at a time: one alone waits for each addition
		a, b := weights[i*LabelFeatures:][:LabelFeatures], weights[(i+1)*LabelFeatures:][:LabelFeatures]
		c, d := weights[(i+2)*LabelFeatures:][:LabelFeatures], weights[(i+3)*LabelFeatures:][:LabelFeatures]
		var s [4]float32
		for k, x := range f {
			s[0], s[1], s[2], s[3] = s[0]+a[k]*x, s[1]+b[k]*x, s[2]+c[k]*x, s[3]+d[k]*x
		}
		copy(p[i:], s[:])
	}
	Softmax(p[:])
	return &p
}

// FormsOf sums by fours.
var _ [0]struct{} = [len(Forms) % 4]struct{}{}

// numeric are the forms of values that are a number, with or without a unit.
const numeric = "number count money percent duration length area volume mass temperature speed power energy datasize rating score range"

// typed are the forms that values of a type have.
var typed = map[query.Type]string{
	query.Integer:  numeric,
	query.Number:   numeric,
	query.Boolean:  "yesno choice",
	query.Date:     "day datetime",
	query.DateTime: "day datetime time",
	query.URL:      "url image",
	query.Email:    "email",
	query.Phone:    "phone",
	query.Price:    "money",
	query.Percent:  "percent number",
}

// OfType leaves the forms that values of a type have.
func (p *FormsOf) OfType(t query.Type) *FormsOf {
	forms, ok := typed[t]
	if !ok {
		return p
	}
	var out FormsOf
	sum := float32(0)
	for i, f := range Forms {
		if slices.Contains(strings.Fields(forms), f) {
			out[i] = p[i] + 1e-3
			sum += out[i]
		}
	}
	for i := range out {
		out[i] /= sum
	}
	return &out
}

// Fits is the logarithm of how much likelier than by chance a value has a form that is asked for.
func (p *FormsOf) Fits(value *FormsOf) float32 {
	sum := float32(0)
	for i := range p {
		sum += p[i] * value[i]
	}
	return float32(math.Log(float64(sum*float32(len(Forms)) + 1e-3)))
}

// Likeliest returns the form that is likeliest.
func (p *FormsOf) Likeliest() string {
	top := 0
	for i := range p {
		if p[i] > p[top] {
			top = i
		}
	}
	return Forms[top]
}

// OneOf is a value that has one of some forms.
func OneOf(forms ...string) *FormsOf {
	var p FormsOf
	for i, f := range Forms {
		if slices.Contains(forms, f) {
			p[i] = 1 / float32(len(forms))
		}
	}
	return &p
}
