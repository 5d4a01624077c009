package words

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
)

// Name is a name with all that is compared of it. One goroutine may compare it at a time, or
// any number once it is prepared.
type Name struct {
	Words []string
	About []string // the words of what is said of it

	stems  []string
	whole  Vector // of the name with its description
	name   Vector // of the name alone
	about  Vector
	head   Vector
	attrs  []uint16 // the attributes that it is a known way to name
	sides  []side
	letter string // the first letters of its words

	parts   []Vector  // of its words, each of length 1; nil where not asked yet
	weights []float32 // how much each of them tells
	model   *Model
}

// Vector returns what a name means, its description included, as a vector of length 1.
func (n *Name) Vector() *Vector { return &n.whole }

// New makes a name ready to be compared. about describes it and may be empty.
func (m *Model) New(name, about string) *Name {
	return m.compile(Split(name), Split(about))
}

const maxWords = 24

func (m *Model) compile(name, about []string) *Name {
	n := &Name{model: m, Words: name[:min(len(name), maxWords)], About: about[:min(len(about), maxWords)]}
	head := headOf(n.Words)
	letters := make([]byte, 0, 8)
	for i, w := range n.Words {
		if i == head {
			m.addWord(&n.name, w, m.roles[Head])
			m.addWord(&n.head, w, 1)
		} else {
			m.addWord(&n.name, w, m.roles[Modifier])
		}
		n.stems = append(n.stems, Stem(w))
		letters = append(letters, w[0])
	}
	n.letter = string(letters)
	for _, w := range n.About {
		m.addWord(&n.about, w, m.roles[About])
	}
	n.whole = n.name
	for i, x := range n.about {
		n.whole[i] += x
	}
	n.whole.unit()
	n.name.unit()
	n.about.unit()
	n.head.unit()
	n.attrs = m.attributesOf(nil, n.Words)
	n.sides = sidesOf(n.Words)
	return n
}

//go:embed opposites.txt
var oppositesText string

// side is one side of a pair of opposites: positive and negative of one number.
type side int8

var opposites = sync.OnceValue(func() map[string][]side {
	out := map[string][]side{}
	n := side(0)
	for line := range strings.Lines(oppositesText) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		n++
		one, other, _ := strings.Cut(line, "|")
		for w := range strings.FieldsSeq(one) {
			out[w] = append(out[w], n)
		}
		for w := range strings.FieldsSeq(other) {
			out[w] = append(out[w], -n)
		}
	}
	return out
})

func sidesOf(words []string) []side {
	var out []side
	for _, w := range words {
		out = append(out, opposites()[w]...)
	}
	return out
}

// Features of a pair of names: what is asked for, and what something is called.
const (
	Bias         = iota
	CosWhole     // nearness of the vectors, the description included
	CosName      // of the names alone
	CosAbout     // of the description and the other's name; 0 if there is none
	CosHead      // of what either is about
	CosHighest   // the nearer of CosName and CosAbout
	Squared      // CosWhole squared
	CoverAsked   // share of the asked name's words that the other has, as stems or cut short
	CoverCalled  // share of the other's that the asked one has
	SameWords    // both have the same words
	SameMeaning  // both are known ways to name one attribute
	OtherMeaning // both are known, for no attribute in common
	Opposed      // one has a word of which the other has the opposite
	Initials     // one is the first letters of the other's words
	Described    // there is a description
	CosSame      // CosWhole where the names share no word
	AlignAsked   // each asked word's nearest of the other's, on average, by how much the words tell
	AlignCalled  // each of the other's words' nearest asked one
	FeatureCount
)

// Features sets f to what a and b have in common.
func Features(f *[FeatureCount]float32, a, b *Name) {
	*f = [FeatureCount]float32{}
	f[Bias] = 1
	f[CosWhole] = Dot(&a.whole, &b.whole)
	f[CosName] = Dot(&a.name, &b.whole)
	f[CosHighest] = f[CosName]
	if len(a.About) > 0 {
		f[CosAbout] = Dot(&a.about, &b.whole)
		f[Described] = 1
		f[CosHighest] = max(f[CosName], f[CosAbout])
	}
	f[CosHead] = Dot(&a.head, &b.head)
	f[Squared] = f[CosWhole] * max(0, f[CosWhole])
	f[CoverAsked], f[CoverCalled] = cover(a.stems, b.stems), cover(b.stems, a.stems)
	if f[CoverAsked] == 0 {
		f[CosSame] = f[CosWhole]
	}
	if len(a.Words) > 0 && Key(a.Words) == Key(b.Words) {
		f[SameWords] = 1
	}
	if len(a.attrs) > 0 && len(b.attrs) > 0 {
		if sameKnown(a, b) {
			f[SameMeaning] = 1
		} else {
			f[OtherMeaning] = 1
		}
	}
	for _, x := range a.sides {
		if slices.Contains(b.sides, -x) && !slices.Contains(a.sides, -x) && !slices.Contains(b.sides, x) {
			f[Opposed] = 1
		}
	}
	align(f, a, b)
	if isInitials(a.Words, b.letter) || isInitials(b.Words, a.letter) {
		f[Initials] = 1
	}
}

// Logit is the logarithm of the odds that what is called b answers who asks for a: a
// logistic model of their features.
func Logit(a, b *Name) float32 {
	var f [FeatureCount]float32
	return Compare(&f, a, b)
}

// Compare sets f to what a and b have in common, and returns their Logit.
func Compare(f *[FeatureCount]float32, a, b *Name) float32 {
	Features(f, a, b)
	s := float32(0)
	for i, x := range f {
		s += a.model.weights.Pair[i] * x
	}
	return s
}

// cover is the share of the words of a that are among those of b.
func cover(a, b []string) float32 {
	if len(a) == 0 || len(b) == 0 {
		return 0
	}
	sum := float32(0)
	for _, x := range a {
		best := float32(0)
		for _, y := range b {
			switch {
			case x == y:
				best = 1
			case best < 0.7 && (IsCut(x, y) || IsCut(y, x)):
				best = 0.7
			}
		}
		sum += best
	}
	return sum / float32(len(a))
}

// IsCut reports whether a word is another written short: its first letter and some that
// follow, in order, at least two fewer.
func IsCut(short, long string) bool {
	if len(short) < 2 || len(short) > 5 || len(long) < len(short)+2 || short[0] != long[0] {
		return false
	}
	k := 0
	for i := 0; i < len(long) && k < len(short); i++ {
		if long[i] == short[k] {
			k++
		}
	}
	return k == len(short)
}

// isInitials reports whether a name is one word, made of these letters.
func isInitials(words []string, letters string) bool {
	return len(words) == 1 && len(letters) > 1 && words[0] == letters
}

// sameKnown reports whether two names are known ways to name one thing. The attributes of either
// are in rising order; those of "name" are hundreds.
func sameKnown(a, b *Name) bool {
	for i, k := 0, 0; i < len(a.attrs) && k < len(b.attrs); {
		switch x, y := a.attrs[i], b.attrs[k]; {
		case x == y:
			return true
		case x < y:
			i++
		default:
			k++
		}
	}
	return false
}

// Share reports whether two names have a word in common, or one known meaning.
func Share(a, b *Name) bool {
	for _, x := range a.stems {
		if slices.Contains(b.stems, x) {
			return true
		}
	}
	return sameKnown(a, b)
}

// Prepare makes all of a name that is else made when it is first compared, and returns it.
func (n *Name) Prepare() *Name {
	n.split()
	return n
}

// split makes the vectors of a name's words and of its description.
func (n *Name) split() {
	if n.parts != nil {
		return
	}
	n.parts = make([]Vector, 0, len(n.Words)+len(n.About))
	for i, of := range [...][]string{n.Words, n.About} {
		for _, w := range of {
			var v Vector
			by := float32(1)
			if i == 1 {
				by = n.model.roles[About]
			}
			n.model.addWord(&v, w, by)
			length := Dot(&v, &v)
			v.unit()
			n.parts = append(n.parts, v)
			n.weights = append(n.weights, length)
		}
	}
}

// align says how well the words of two names stand for each other, one by one.
func align(f *[FeatureCount]float32, a, b *Name) {
	a.split()
	b.split()
	if len(a.parts) == 0 || len(b.parts) == 0 {
		return
	}
	var room [4 * maxWords]float32
	asked, called := room[:len(a.parts)], room[2*maxWords:2*maxWords+len(b.parts)]
	for j := range called {
		called[j] = -1
	}
	for i := range asked {
		asked[i] = -1
		for j := range called {
			c := Dot(&a.parts[i], &b.parts[j])
			asked[i] = max(asked[i], c)
			called[j] = max(called[j], c)
		}
	}
	f[AlignAsked], f[AlignCalled] = weighed(asked, a.weights), weighed(called, b.weights)
}

// weighed returns the mean of numbers by their weights.
func weighed(x, weights []float32) float32 {
	sum, weight := float32(0), float32(0)
	for i, w := range weights {
		sum += x[i] * w
		weight += w
	}
	return sum / max(weight, 1e-9)
}
