// Package tagger finds the words of a prompt that ask for something, and says of each such ask
// what kind of thing it is for, what type of value, and which of its words name it. Its model is
// a bidirectional gated recurrent network (Cho et al. 2014) under a conditional random field
// (Lafferty et al. 2001), which the command train makes of marked prompts.
package tagger

import (
	"encoding/binary"
	"errors"
	"math"
	"strings"
	"unicode"
	"unicode/utf8"

	"assay/service/extract/words"
)

// The sizes of the network.
const (
	WordSize  = 32 // of what is learned of a word
	EndSize   = 16 // of its last letters
	ShapeSize = 8  // and of its kind of letters
	InputSize = words.Dim + WordSize + EndSize + ShapeSize
	Layers    = 2
	Hidden    = 112
	BothSize  = 2 * Hidden                  // both directions
	SeenSize  = Layers*BothSize + InputSize // what is known of a token
	AskSize   = 3*BothSize + len(words.Forms)

	endRows   = 2048
	shapeRows = 32
)

// Place is where a word of an ask stands in its name.
type Place int

const (
	Nowhere Place = iota
	InOrder
	First // before those that stand before it in the prompt
	Places
)

// Outputs is how many numbers are computed for a token: one for each state, then one for each place.
const Outputs = States + int(Places)

// Model is what training learned. It is safe for concurrent use.
type Model struct {
	Vocabulary []string // words with numbers of their own
	Types      []string // types of the query language, "" for none
	Names      []string // what names have that their asks do not say: "_last word", "first word_", "=whole name", or ""

	Weights []float32 // all of the following, in their order
	Word    []float32 // rows of WordSize: for other words, then for the vocabulary
	Last    []float32 // rows of EndSize
	Shape   []float32 // rows of ShapeSize
	Layer   [Layers][2]Recurrence
	Token   []float32 // Outputs rows of SeenSize, and a bias at the end of each
	After   []float32 // States of States
	Type    []float32 // a row of AskSize and a bias for each type
	Several []float32 // the same for no and yes: whether records have several of it
	Name    []float32 // the same for each of Names

	vocabulary map[string]int
}

// Recurrence is a layer of gated recurrent units in one direction.
type Recurrence struct {
	In    []float32 // three gates (update, reset, candidate) of Hidden rows of what enters
	Again []float32 // the same of Hidden
	Bias  []float32 // four of Hidden: of the gates, and of what the reset gate is applied to
}

// Entering returns the size of what enters a layer: the states of those below, and the input.
func Entering(layer int) int { return layer*BothSize + InputSize }

// New returns a model whose weights are zero.
func New(vocabulary, types, names []string) *Model {
	m := &Model{Vocabulary: vocabulary, Types: types, Names: names, vocabulary: map[string]int{}}
	for i, w := range vocabulary {
		m.vocabulary[w] = i + 1
	}
	m.Weights = make([]float32, m.layOut())
	m.layOut()
	return m
}

// layOut gives each part its piece of the weights, and returns how many all are.
func (m *Model) layOut() int {
	at := 0
	take := func(part *[]float32, size int) {
		if m.Weights != nil {
			*part = m.Weights[at : at+size : at+size]
		}
		at += size
	}
	take(&m.Word, (len(m.Vocabulary)+1)*WordSize)
	take(&m.Last, endRows*EndSize)
	take(&m.Shape, shapeRows*ShapeSize)
	for l := range m.Layer {
		for d := range m.Layer[l] {
			r := &m.Layer[l][d]
			take(&r.In, 3*Hidden*Entering(l))
			take(&r.Again, 3*Hidden*Hidden)
			take(&r.Bias, 4*Hidden)
		}
	}
	take(&m.Token, Outputs*(SeenSize+1))
	take(&m.After, States*States)
	take(&m.Type, len(m.Types)*(AskSize+1))
	take(&m.Several, 2*(AskSize+1))
	take(&m.Name, len(m.Names)*(AskSize+1))
	return at
}

// Encode writes a model: three lists of strings, each after how many they are as a uint32, each
// string after its length in a byte, then the weights as the upper halves of float32, rounded.
// All numbers are little-endian.
func (m *Model) Encode() []byte {
	var b []byte
	for _, list := range [...][]string{m.Vocabulary, m.Types, m.Names} {
		b = binary.LittleEndian.AppendUint32(b, uint32(len(list)))
		for _, s := range list {
			b = append(append(b, byte(len(s))), s...)
		}
	}
	for _, w := range m.Weights {
		b = binary.LittleEndian.AppendUint16(b, uint16((math.Float32bits(w)+1<<15)>>16))
	}
	return b
}

// Decode reads what Encode wrote.
func Decode(b string) (*Model, error) {
	broken := errors.New("tagger: the model is broken")
	var lists [3][]string
	for i := range lists {
		if len(b) < 4 {
			return nil, broken
		}
		n := binary.LittleEndian.Uint32([]byte(b[:4]))
		b = b[4:]
		for range n {
			if b == "" || len(b) < 1+int(b[0]) {
				return nil, broken
			}
			lists[i] = append(lists[i], b[1:1+b[0]])
			b = b[1+b[0]:]
		}
	}
	m := New(lists[0], lists[1], lists[2])
	if len(b) != 2*len(m.Weights) {
		return nil, broken
	}
	for i := range m.Weights {
		m.Weights[i] = math.Float32frombits(uint32(b[2*i])<<16 | uint32(b[2*i+1])<<24)
	}
	return m, nil
}

// Input is where the model finds what it knows of a token.
type Input struct {
	Word, Last, Shape int
	Vector            *words.Vector // what it means, nil if it is no word
}

// Inputs looks tokens up.
func (m *Model) Inputs(tokens []Token) []Input {
	out := make([]Input, len(tokens))
	for i := range tokens {
		t := &tokens[i]
		out[i] = Input{
			Word:  m.vocabulary[t.Low],
			Last:  int(words.Hash(ending(t.Low)) % endRows),
			Shape: int(words.Hash(shape(t)) % shapeRows),
		}
		if t.IsWord() {
			out[i].Vector = words.Default().New(t.Low, "").Vector()
		}
	}
	return out
}

// ending returns the last three letters of a word.
func ending(s string) string {
	at := len(s)
	for range 3 {
		_, size := utf8.DecodeLastRuneInString(s[:at])
		at -= size
	}
	return s[at:]
}

// shape tells a token's kind of letters.
func shape(t *Token) string {
	r, _ := utf8.DecodeRuneInString(t.Text)
	switch long := utf8.RuneCountInString(t.Text); {
	case unicode.IsDigit(r):
		return "9" + strings.Repeat("9", min(long, 3)-1)
	case !t.IsWord():
		return t.Text
	case long > 1 && strings.ToUpper(t.Text) == t.Text:
		return "XX"
	case unicode.IsUpper(r):
		return "Xx"
	}
	return "x"
}
