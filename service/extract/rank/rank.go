// Package rank tells how likely what a page offers answers what is asked: the lists of what is
// known of the two, and the trained models that weigh it: values for fields (values.go), the columns
// of records for the fields of a list, and sets of records for the list (lists.go). Of each there
// are two, by itself and beside the others.
package rank

import (
	_ "embed"
	"encoding/binary"
	"math"
	"sync"
)

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

// Model is gradient-boosted trees (Friedman 2001): the more their leaves sum to, the likelier
// what is offered answers what is asked.
type Model []Tree

// Softmax turns the sums of several offers into how likely each is the right one. These and how
// likely none is, whose sum is 0, add up to 1.
func Softmax(sums []float64) {
	top := 0.0
	for _, s := range sums {
		top = max(top, s)
	}
	total := math.Exp(-top)
	for i, s := range sums {
		sums[i] = math.Exp(s - top)
		total += sums[i]
	}
	for i := range sums {
		sums[i] /= total
	}
}

// Sums returns what the trees say of the features of each row: tree by tree, as reading a tree takes
// longer than following it.
func (m Model) Sums(rows [][]float32) []float64 {
	sums := make([]float32, len(rows))
	for i := range m {
		t := &m[i]
		for n, r := range rows {
			k := 0
			for range Depth { // without a branch: which way it goes cannot be foreseen
				right := 1
				if r[t.Feature[k]] < t.Bound[k] {
					right = 0
				}
				k = 2*k + 1 + right
			}
			sums[n] += t.Leaf[k-Inner]
		}
	}
	out := make([]float64, len(rows))
	for n, sum := range sums {
		out[n] = float64(sum)
	}
	return out
}

// Stages are two models of what is offered: of that for one field by itself, and of the same beside
// what by that most likely answers the other fields or lists (stacked generalization, Wolpert 1992).
type Stages struct{ Alone, Beside Model }

// Models are those that weigh what a page offers.
type Models struct {
	Values  Stages // of a page
	Paper   Stages // of a document
	Columns Stages
	Sets    Stages
}

//go:embed values-alone.bin
var valuesAlone []byte

//go:embed values.bin
var values []byte

//go:embed paper-alone.bin
var paperAlone []byte

//go:embed paper.bin
var paper []byte

//go:embed columns-alone.bin
var columnsAlone []byte

//go:embed columns.bin
var columns []byte

//go:embed sets-alone.bin
var setsAlone []byte

//go:embed sets.bin
var sets []byte

// Default is the models that are in the program.
var Default = sync.OnceValue(func() *Models {
	return &Models{Stages{Decode(valuesAlone), Decode(values)}, Stages{Decode(paperAlone), Decode(paper)}, Stages{Decode(columnsAlone), Decode(columns)}, Stages{Decode(setsAlone), Decode(sets)}}
})

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
