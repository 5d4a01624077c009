// Package rank tells how likely an offer of a page answers a field: the list of what is known
// of the two, and the trained model that weighs it.
package rank

import (
	_ "embed"
	"encoding/binary"
	"math"
	"sync"

	"assay/service/extract/words"
)

// Features of a field and an offer.
const (
	IsAnswer   = iota // the offer is what answers the field by its name
	IsReworded        // the same by what the field's name most likely means
	IsLabel           // a text beside its label
	IsData            // a property of structured data
	IsLink            // an address with the text of its link
	IsAddress         // an address by its own words
	IsMention         // a number in a sentence, by the words beside it
	IsProper          // a proper name, the same
	IsSaid            // a sentence, by its words
	IsLine            // a short line, named by the heading over it or by its element
	IsSection         // what stands under a heading
	Score             // by which the field's name was answered with it, or 0
	HasAnswer         // the field is answered by its name
	SameAnswer        // and with the same value
	AnswerSure        // how surely
	Known             // the lexicon knows the field's whole name
	Similar           // how like the lexicon finds the field's name and the offer's
	Paired            // of a label: how sure it is the one for this field, among all labels and fields
	Cover             // how well the words that name the offer stand for the field's
	CoverMore         // the same with the words around them
	CoverBest         // the best Cover of all offers for the field, less that of this
	MeansName         // log-odds that the offer's name means the field's
	MeansOther        // the same for the best other offer
	MeansField        // the same of the best other field for this offer
	Fits              // log-odds that the value has a form the field asks for
	Reads             // how well the value reads as the field's type
	Nested            // the field is part of a container
	Typed             // the field has a type
	Numeric           // of a number
	Dated             // of a day
	Addressed         // of an address of a page
	Boolean           // of yes or no
	LabelName         // log-odds that the offer's name looks like a label
	LabelValue        // the same of its value
	Long              // logarithm of the value's length in bytes
	NameWords         // words of the offer's name
	AskedWords        // words of the field's
	AskedMore         // words of its description
	Repeats           // logarithm of how many offers have the same name
	Place             // how far down the page it stands, 0 to 1
	InNav             // in the navigation
	InFoot            // in the foot of the page
	InHead            // in its head
	InAside           // beside its main text, or in what is about other pages
	InForm            // in a form
	InComments        // among comments
	Apart             // the label stands apart from the value
	First             // features of the two names: see words.Features
	Count      = First + words.FeatureCount
)

// How likely an offer answers a field at least, set on the fitted half of the corpus: the higher,
// the fewer fields are answered, and the fewer values are invented.
const (
	LeastSure = 0.7  // of a field that has no answer by its name or by what that means
	LeastKept = 0.05 // of one that has
)

// Row is the features of a field and an offer.
type Row [Count]float32

// A Tree's inner nodes ask whether a feature is less than a bound; the answer is a leaf's sum.
// Nodes lie as in a heap: the children of i are 2i+1 and 2i+2.
const (
	Depth  = 4
	Inner  = 1<<Depth - 1
	Leaves = 1 << Depth
)

// Tree is one tree of a model.
type Tree struct {
	Feature [Inner]uint8
	Bound   [Inner]float32
	Leaf    [Leaves]float32
}

// Model is gradient-boosted trees (Friedman 2001): the sum of their leaves is the logarithm of
// the odds that an offer answers a field.
type Model []Tree

// Sure is how likely an offer answers a field.
func (m Model) Sure(r *Row) float64 {
	sum := float32(0)
	for i := range m {
		t := &m[i]
		k := 0
		for k < Inner {
			if r[t.Feature[k]] < t.Bound[k] {
				k = 2*k + 1
			} else {
				k = 2*k + 2
			}
		}
		sum += t.Leaf[k-Inner]
	}
	return 1 / (1 + math.Exp(-float64(sum)))
}

//go:embed model.bin
var file []byte

// Default is the model that is in the program.
var Default = sync.OnceValue(func() Model { return Decode(file) })

// Encode writes a model: for each tree its features, bounds and leaves.
func (m Model) Encode() []byte {
	var b []byte
	for i := range m {
		b = append(b, m[i].Feature[:]...)
		for _, x := range m[i].Bound {
			b = binary.LittleEndian.AppendUint32(b, math.Float32bits(x))
		}
		for _, x := range m[i].Leaf {
			b = binary.LittleEndian.AppendUint32(b, math.Float32bits(x))
		}
	}
	return b
}

// Decode reads a model that Encode wrote.
func Decode(b []byte) Model {
	var m Model
	for len(b) > 0 {
		var t Tree
		b = b[copy(t.Feature[:], b):]
		for _, part := range [...][]float32{t.Bound[:], t.Leaf[:]} {
			for i := range part {
				part[i] = math.Float32frombits(binary.LittleEndian.Uint32(b))
				b = b[4:]
			}
		}
		m = append(m, t)
	}
	return m
}
