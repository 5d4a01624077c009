// Package concept tells which concepts of the lexicon the names of a query mean.
//
// Each name's vector is classified by a softmax regression. What the other fields of a query
// mean tells what kind of thing it is about, and that which concepts are likely: those of a kind
// are counted in the fields that the regression learned from, and the kinds are weighed by Bayes'
// rule. Fields of one container hardly mean the same; that is found by a mean field of it.
//
// Command train makes the model; see the package of that name.
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

// Model is a softmax regression of name vectors with how likely concepts are.
type Model struct {
	Concepts []string                 // by class; the empty one is that of names that mean none
	Weights  [][words.Dim + 1]float32 // by class; the last is its bias
	Kinds    [][]float32              // how likely a class is, by kind of thing; the first is of any
}

const (
	// Scale brings the parts of a vector of length 1 to about 1.
	Scale = 10
	// apart is how surely two fields of one container mean different things.
	apart = 0.9
	// settle is how often the fields of a container look at what the others mean.
	settle = 3
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

// Of returns what the fields of a query mean.
func (m *Model) Of(fields []Field) []Meaning {
	like := make([][]float64, len(fields)) // by field and class: how likely, before it is known what is usual
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
		normalize(l)
	}
	means := like
	for range settle {
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

// settled returns what fields mean if the others of their containers mean what they now seem to.
func (m *Model) settled(fields []Field, like, means [][]float64) [][]float64 {
	free := func(field, class int) float64 { return 1 - apart*means[field][class] }
	all := map[int][]float64{} // by container and class: the logarithm of how free all fields leave it
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
		most := slices.Max(sum) // of many fields, all are near 0
		next[i] = make([]float64, len(m.Concepts))
		for c, x := range like[i] {
			next[i][c] = x * math.Exp(sum[c]-most) / free(i, c)
		}
		normalize(next[i])
	}
	return next
}

// usual returns how likely each class is in a query, by the kinds of thing that it may be about.
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
	normalize(of)
	usual := make([]float64, len(m.Concepts))
	for k, p := range of {
		for c, x := range m.Kinds[k] {
			usual[c] += p * float64(x)
		}
	}
	return usual
}

// Classify returns how likely each class is for a name by its vector alone.
func (m *Model) Classify(v *words.Vector) []float64 {
	out, most := make([]float64, len(m.Weights)), math.Inf(-1)
	for c := range m.Weights {
		out[c] = float64(m.Score(c, v))
		most = max(most, out[c])
	}
	for c := range out {
		out[c] = math.Exp(out[c] - most)
	}
	normalize(out)
	return out
}

// Score is the logarithm, but for a sum, of how likely a class is for a name.
func (m *Model) Score(class int, v *words.Vector) float32 {
	w := &m.Weights[class]
	return Scale*words.Dot((*words.Vector)(w[:words.Dim]), v) + w[words.Dim]
}

func normalize(p []float64) {
	sum := 0.0
	for _, x := range p {
		sum += x
	}
	for i := range p {
		p[i] /= sum
	}
}

// Plain returns the concept of the first plain name that has one, or 0.
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

// Encode writes a model: a line of its concepts and then the numbers.
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
