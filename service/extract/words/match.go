package words

import (
	"cmp"
	"math"
	"slices"
)

// Features of the label that is taken for a name, among the others of its page: what tells
// whether it is the right one.
const (
	matchBias   = iota
	matchScore  // how well the label answers: see Score
	matchRival  // by how much better than the next label
	matchOther  // by how much better than for the next name that is asked for
	matchLosing // the part of matchRival below 0
	matchTaken  // the part of matchOther below 0
	matchNext   // how well the next label answers
	matchNextBy // how well it answers the next name
	matchMany   // logarithm of how many names are asked for
	matchSpare  // how well it answers the next name, times matchMany
	MatchFeatures
)

// unlikely is the least score: whatever is less likely is told no further apart.
const unlikely = -5

// mostMargin is by how much better than another a label is told to be.
const mostMargin = 4

// formWeight is how much the form of a value says beside its label, in parts of its odds.
const formWeight = 0.6

// Asked is what is asked for: a name and the forms that its value is likely to have.
type Asked struct {
	Name  *Name
	Forms *FormsOf
}

// Label is what something on a page is called, with the form that its value has.
type Label struct {
	Name  *Name
	Value *FormsOf
}

// near is how near two names are at least that are compared further.
const near = 0.15

// IsNear reports whether two names may mean the same at all.
func IsNear(a, b *Name) bool { return Like(a, b) >= near || Share(a, b) }

// Like is how near two names are by the means of their words: the cosine of the two, -1 to 1.
func Like(a, b *Name) float32 { return Dot(&a.whole, &b.whole) }

// Score is the logarithm of the odds that what goes by a label answers who asks for a.
func Score(a *Asked, l *Label) float32 {
	if !IsNear(a.Name, l.Name) {
		return unlikely
	}
	fits := a.Forms.Fits(l.Value)
	if fits < 0 { // less likely than by chance
		return unlikely
	}
	return max(unlikely, Logit(a.Name, l.Name)+formWeight*fits)
}

// Pairing is the label that is taken for a name.
type Pairing struct {
	Asked, Label int
	Features     [MatchFeatures]float32
}

// Pair takes a label for each name, as far as there are any: no label for two, the best score
// first. score gives that of a name and a label; pairs that score no more than unlikely are
// left out.
func Pair(asked, labels int, score func(asked, label int) float32) []Pairing {
	type cell struct {
		s    float32
		i, j int
	}
	all := make([]float32, asked*labels)
	var cells []cell
	for i := range asked {
		for j := range labels {
			s := score(i, j)
			all[i*labels+j] = s
			if s > unlikely {
				cells = append(cells, cell{s, i, j})
			}
		}
	}
	slices.SortStableFunc(cells, func(a, b cell) int { return cmp.Compare(b.s, a.s) })
	var out []Pairing
	many := float32(math.Log(float64(asked)))
	had, taken := make([]bool, asked), make([]bool, labels)
	for _, c := range cells {
		if had[c.i] || taken[c.j] {
			continue
		}
		had[c.i], taken[c.j] = true, true
		next, nextBy := float32(unlikely), float32(unlikely)
		for j, s := range all[c.i*labels : (c.i+1)*labels] {
			if j != c.j {
				next = max(next, s)
			}
		}
		for i := range asked {
			if i != c.i {
				nextBy = max(nextBy, all[i*labels+c.j])
			}
		}
		out = append(out, Pairing{c.i, c.j, [MatchFeatures]float32{
			1, c.s, min(mostMargin, c.s-next), min(mostMargin, c.s-nextBy), min(0, c.s-next), min(0, c.s-nextBy), next, nextBy,
			many, many * nextBy,
		}})
	}
	return out
}

// Sure is how likely a pairing is right: a logistic model of its features.
func (m *Model) Sure(p *Pairing) float64 {
	z := float32(0)
	for i, x := range p.Features {
		z += m.weights.Match[i] * x
	}
	return 1 / (1 + math.Exp(-float64(z)))
}
