package words

import (
	_ "embed"
	"encoding/binary"
	"math"
	"strings"
	"sync"
)

// Dim is how many numbers the vector of a word has.
const Dim = 96

//go:embed model.bin
var embedded string

// Model is what training learned of words. It is safe for concurrent use.
//
// Its file, little-endian: the numbers of words, of n-grams' rows and of ways to name
// attributes, uint32 each; the weights of the roles, float32 each; the words, each after its
// size in a byte; for each word the float32 that its row is multiplied by, then all rows of
// Dim int8, the same for the n-grams; the ways by rising hash: hashes, uint32 each, then
// attributes, uint16 each; the weights of the models of pairs, labels, forms and
// pairings, float32 each.
type Model struct {
	count   int
	places  []uint32 // open addressing: the place of a word in text and its id, plus one
	text    string
	at      []uint32 // where in text each word is
	roles   [Roles]float32
	scales  []float32
	rows    string
	gscales []float32
	grows   string
	ways    []uint32
	attrs   []uint16
	weights *Weights
}

// Default returns the model in the binary. It is decoded when it is first asked for.
var Default = sync.OnceValue(func() *Model { return Decode(embedded) })

// Decode reads a model from the bytes of its file, which must be what Encode wrote.
func Decode(file string) *Model {
	m := &Model{}
	u32 := func() uint32 {
		x := binary.LittleEndian.Uint32([]byte(file[:4]))
		file = file[4:]
		return x
	}
	f32 := func(n int) []float32 {
		out := make([]float32, n)
		for i := range out {
			out[i] = math.Float32frombits(u32())
		}
		return out
	}
	take := func(n int) string {
		s := file[:n]
		file = file[n:]
		return s
	}
	m.count = int(u32())
	grams, ways := int(u32()), int(u32())
	copy(m.roles[:], f32(int(Roles)))
	m.text = file
	m.at = make([]uint32, m.count)
	size := 0
	for i := range m.at {
		m.at[i] = uint32(size)
		size += 1 + int(m.text[size])
	}
	m.text = take(size)
	m.scales = f32(m.count)
	m.rows = take(m.count * Dim)
	m.gscales = f32(grams)
	m.grows = take(grams * Dim)
	m.ways = make([]uint32, ways)
	for i := range m.ways {
		m.ways[i] = u32()
	}
	m.attrs = make([]uint16, ways)
	for i := range m.attrs {
		m.attrs[i] = binary.LittleEndian.Uint16([]byte(file[2*i:]))
	}
	file = file[2*ways:]
	m.weights = &Weights{}
	for _, part := range m.weights.parts() {
		copy(part, f32(len(part)))
	}
	slots := 1
	for slots < 2*m.count {
		slots *= 2
	}
	m.places = make([]uint32, slots)
	for i := range m.count {
		k := Hash(m.Word(i)) & uint32(slots-1)
		for m.places[k] != 0 {
			k = (k + 1) & uint32(slots-1)
		}
		m.places[k] = uint32(i) + 1
	}
	return m
}

// Word returns a word by its number: the more frequent, the lower.
func (m *Model) Word(id int) string {
	at := m.at[id]
	return m.text[at+1 : at+1+uint32(m.text[at])]
}

// ID returns the number of a word, or -1.
func (m *Model) ID(word string) int {
	mask := uint32(len(m.places) - 1)
	for k := Hash(word) & mask; m.places[k] != 0; k = (k + 1) & mask {
		if id := int(m.places[k]) - 1; m.Word(id) == word {
			return id
		}
	}
	return -1
}

// Hash is the hash of 32 bits that the model's tables use (FNV-1a).
func Hash(s string) uint32 {
	h := uint32(2166136261)
	for i := range len(s) {
		h = (h ^ uint32(s[i])) * 16777619
	}
	return h ^ h>>15
}

// Vector is what a name means: names that mean the same point the same way.
type Vector [Dim]float32

// add adds a row of int8 times by.
func (v *Vector) add(row string, by float32) {
	row = row[:Dim]
	for i := range v {
		v[i] += float32(int8(row[i])) * by
	}
}

// addWord adds the vector of a word times by.
func (m *Model) addWord(v *Vector, word string, by float32) {
	if id := m.ID(word); id >= 0 {
		v.add(m.rows[id*Dim:], m.scales[id]*by)
		return
	}
	if parts := m.segment(word); parts != nil {
		for _, p := range parts {
			id := m.ID(p)
			v.add(m.rows[id*Dim:], m.scales[id]*by)
		}
		return
	}
	var room [64]int32
	grams := Grams(room[:0], word)
	for _, g := range grams {
		v.add(m.grows[int(g)*Dim:], m.gscales[g]*by/float32(len(grams)))
	}
}

// unit brings a vector to length 1; one of nothing stays so.
func (v *Vector) unit() {
	sum := float32(0)
	for _, x := range v {
		sum += x * x
	}
	if sum == 0 {
		return
	}
	by := 1 / float32(math.Sqrt(float64(sum)))
	for i := range v {
		v[i] *= by
	}
}

// Dot returns the cosine of two vectors of length 1.
func Dot(a, b *Vector) float32 {
	var s0, s1, s2, s3 float32
	for i := 0; i < Dim; i += 4 {
		s0 += a[i] * b[i]
		s1 += a[i+1] * b[i+1]
		s2 += a[i+2] * b[i+2]
		s3 += a[i+3] * b[i+3]
	}
	return s0 + s1 + s2 + s3
}

// shortestPart is how many bytes a part of a word written together has at least.
const shortestPart = 3

// segment takes a word apart that is not in the vocabulary and is written together of two or
// three that are: the split with the most frequent words. It returns nil if there is none.
func (m *Model) segment(word string) []string {
	if len(word) < 2*shortestPart || len(word) > 32 {
		return nil
	}
	cost := func(w string) float64 {
		if len(w) < shortestPart {
			return math.Inf(1)
		}
		id := m.ID(w)
		if id < 0 {
			return math.Inf(1)
		}
		return math.Log(float64(id+20)) - float64(len(w))
	}
	var best []string
	least := math.Inf(1)
	for i := shortestPart; i <= len(word)-shortestPart; i++ {
		first := cost(word[:i])
		if math.IsInf(first, 1) {
			continue
		}
		if c := first + cost(word[i:]); c < least {
			least, best = c, []string{word[:i], word[i:]}
		}
		for j := i + shortestPart; j <= len(word)-shortestPart; j++ {
			if c := first + cost(word[i:j]) + cost(word[j:]) + 1; c < least {
				least, best = c, []string{word[:i], word[i:j], word[j:]}
			}
		}
	}
	return best
}

// attributesOf appends the attributes that a name is a known way to name.
func (m *Model) attributesOf(out []uint16, name []string) []uint16 {
	h := Hash(Key(name))
	lo, hi := 0, len(m.ways)
	for lo < hi {
		if mid := (lo + hi) / 2; m.ways[mid] < h {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	for ; lo < len(m.ways) && m.ways[lo] == h; lo++ {
		out = append(out, m.attrs[lo])
	}
	return out
}

// Weights are those of the small models that are trained on the vectors of words.
type Weights struct {
	Pair  [FeatureCount]float32
	Label [LabelFeatures]float32
	Forms [FormWeights]float32
	Match [MatchFeatures]float32
}

func (w *Weights) parts() [4][]float32 {
	return [...][]float32{w.Pair[:], w.Label[:], w.Forms[:], w.Match[:]}
}

// With returns the model with other weights.
func (m *Model) With(w *Weights) *Model {
	out := *m
	out.weights = w
	return &out
}

// Encode writes a model's file: see Model.
func Encode(words []string, roles [Roles]float32, rows, grams [][]float32, ways []uint32, attrs []uint16, w *Weights) []byte {
	var b []byte
	u32 := func(x uint32) { b = binary.LittleEndian.AppendUint32(b, x) }
	table := func(rows [][]float32) {
		var scaled strings.Builder
		for _, row := range rows {
			top := float32(0)
			for _, x := range row {
				top = max(top, float32(math.Abs(float64(x))))
			}
			u32(math.Float32bits(top / 127))
			for _, x := range row {
				q := float32(0)
				if top > 0 {
					q = x / top * 127
				}
				scaled.WriteByte(byte(int8(math.Round(float64(q)))))
			}
		}
		b = append(b, scaled.String()...)
	}
	u32(uint32(len(words)))
	u32(uint32(len(grams)))
	u32(uint32(len(ways)))
	for _, x := range roles {
		u32(math.Float32bits(x))
	}
	for _, w := range words {
		b = append(b, byte(len(w)))
		b = append(b, w...)
	}
	table(rows)
	table(grams)
	for _, h := range ways {
		u32(h)
	}
	for _, a := range attrs {
		b = binary.LittleEndian.AppendUint16(b, a)
	}
	for _, part := range w.parts() {
		for _, x := range part {
			u32(math.Float32bits(x))
		}
	}
	return b
}
