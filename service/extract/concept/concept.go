// Package concept tells which concepts of the lexicon the names of a query mean.
//
// A softmax regression classifies the vector of each name. All names of the query together tell
// what kind of thing it asks about, by Bayes' rule: each kind has its own prior of concepts,
// counted in the fields that the regression learned from. Two fields of one container rarely mean
// the same, which a few rounds of a mean-field approximation take into account.
//
// Command service/extract/train makes the model.
package concept

import (
	"bytes"
	"encoding/binary"
	"math"
	"slices"
	"strings"
	"sync"

	_ "embed"

	"assay/service/extract/lexicon"
	"assay/service/extract/words"
)

// Model is a softmax regression on the vectors of names, with the priors of its classes.
type Model struct {
	Concepts []string                 // by class; the empty one is that of names that mean none
	Weights  [][words.Dim + 1]float32 // by class; the last is its bias
	Kinds    [][]float32              // how likely each class is, by kind of thing; the first row is for any kind
}

const (
	// Scale brings the parts of a vector of length 1 to about 1.
	Scale = 10
	// apart is how likely a field does not mean what another of its container means.
	apart = 0.9
	// rounds of the mean-field approximation.
	rounds = 3
)

// Field is a field of a query.
type Field struct {
	Name      *words.Name
	Known     lexicon.Concept // what the lexicon knows that it means, or 0
	Container int             // fields with the same number stand beside each other
}

// Meaning is what a field most likely means, and how likely it does.
type Meaning struct {
	Concept lexicon.Concept // 0 if none
	Sure    float64
}

// Of returns what the fields of a query mean, in their order. It takes time linear in the fields.
func (m *Model) Of(fields []Field) []Meaning {
	like := make([][]float64, len(fields)) // by field and class: how likely, divided by how likely the class is in any query
	for i, f := range fields {
		like[i] = m.Classify(f.Name.Vector())
		for c := range like[i] {
			if f.Known != 0 && m.Concepts[c] == f.Known.String() {
				like[i][c] = 1
			}
			like[i][c] /= float64(m.Kinds[0][c])
		}
	}
	usual := m.usual(like)
	for _, l := range like {
		for c := range l {
			l[c] *= usual[c]
		}
		Normalize(l)
	}
	means := like
	for range rounds {
		means = m.settled(fields, like, means)
	}
	out := make([]Meaning, len(fields))
	for i := range out {
		best := 0
		for c, p := range means[i] {
			if p > means[i][best] {
				best = c
			}
		}
		out[i] = Meaning{lexicon.Lookup(m.Concepts[best]), means[i][best]}
	}
	return out
}

// settled returns how likely each class is for each field if the other fields of its container mean
// what means says.
func (m *Model) settled(fields []Field, like, means [][]float64) [][]float64 {
	free := func(field, class int) float64 { return 1 - apart*means[field][class] }
	all := map[int][]float64{} // by container and class: the logarithm of the product of free
	for i, f := range fields {
		sum := all[f.Container]
		if sum == nil {
			sum = make([]float64, len(m.Concepts))
			all[f.Container] = sum
		}
		for c := range sum {
			sum[c] += math.Log(free(i, c))
		}
	}
	next := make([][]float64, len(fields))
	for i, f := range fields {
		sum := all[f.Container]
		most := slices.Max(sum) // the products of many fields would all be 0
		next[i] = make([]float64, len(m.Concepts))
		for c, x := range like[i] {
			next[i][c] = x * math.Exp(sum[c]-most) / free(i, c)
		}
		Normalize(next[i])
	}
	return next
}

// usual returns how likely each class is in a query whose fields have these likelihoods: the mean
// of the kinds, weighed by how likely the query asks about each.
func (m *Model) usual(like [][]float64) []float64 {
	of, most := make([]float64, len(m.Kinds)), math.Inf(-1)
	for k, kind := range m.Kinds {
		for _, l := range like {
			sum := 0.0
			for c, x := range l {
				sum += x * float64(kind[c])
			}
			of[k] += math.Log(sum)
		}
		most = max(most, of[k])
	}
	for k := range of {
		of[k] = math.Exp(of[k] - most)
	}
	Normalize(of)
	usual := make([]float64, len(m.Concepts))
	for k, p := range of {
		for c, x := range m.Kinds[k] {
			usual[c] += p * float64(x)
		}
	}
	return usual
}

// Classify returns how likely each class is for a name, by its vector alone.
func (m *Model) Classify(v *words.Vector) []float64 {
	out, most := make([]float64, len(m.Weights)), math.Inf(-1)
	for c := range m.Weights {
		w := &m.Weights[c]
		out[c] = float64(Scale*words.Dot((*words.Vector)(w[:words.Dim]), v) + w[words.Dim])
		most = max(most, out[c])
	}
	for c := range out {
		out[c] = math.Exp(out[c] - most)
	}
	Normalize(out)
	return out
}

// Normalize divides numbers by their sum.
func Normalize[T float32 | float64](p []T) {
	sum := T(0)
	for _, x := range p {
		sum += x
	}
	for i := range p {
		p[i] /= sum
	}
}

// Plain returns the concept of the first name in style "en" that has one, or 0.
func Plain(ways []words.Way) lexicon.Concept {
	for _, w := range ways {
		if p := lexicon.Compile(w.Name); w.Style == "en" && !p.Vague() && p.Concept() != 0 {
			return p.Concept()
		}
	}
	return 0
}

//go:embed model.bin
var file []byte

// Default is the model that is in the program.
var Default = sync.OnceValue(func() *Model { return Decode(file) })

// Encode writes a model: a line with its concepts, then weights and kinds as float32, little-endian.
func (m *Model) Encode() []byte {
	b := []byte(strings.Join(m.Concepts, ",") + "\n")
	put := func(numbers []float32) {
		for _, x := range numbers {
			b = binary.LittleEndian.AppendUint32(b, math.Float32bits(x))
		}
	}
	for c := range m.Weights {
		put(m.Weights[c][:])
	}
	for _, kind := range m.Kinds {
		put(kind)
	}
	return b
}

// Decode reads a model that Encode wrote.
func Decode(b []byte) *Model {
	line, rest, _ := bytes.Cut(b, []byte("\n"))
	m := &Model{Concepts: strings.Split(string(line), ",")}
	take := func(numbers []float32) {
		for i := range numbers {
			numbers[i] = math.Float32frombits(binary.LittleEndian.Uint32(rest[4*i:]))
		}
		rest = rest[4*len(numbers):]
	}
	m.Weights = make([][words.Dim + 1]float32, len(m.Concepts))
	for c := range m.Weights {
		take(m.Weights[c][:])
	}
	for len(rest) > 0 {
		kind := make([]float32, len(m.Concepts))
		take(kind)
		m.Kinds = append(m.Kinds, kind)
	}
	return m
}
