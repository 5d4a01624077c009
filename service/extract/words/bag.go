package words

import "slices"

// Bag is the words of a page, each once, with what they mean.
type Bag struct {
	model *Model
	ids   map[string]int32
	words []Vector
	stems []string
	texts map[string][]int32 // the words of texts that were added: the same lines come again and again
}

// NewBag returns a bag without words.
func (m *Model) NewBag() *Bag {
	return &Bag{model: m, ids: map[string]int32{}, texts: map[string][]int32{}}
}

// Bounds of a bag.
const (
	maxBag   = 1 << 14 // words: each takes 400 bytes
	maxTexts = 1 << 14 // texts whose words are kept
)

// Add appends the words of a text, by their numbers in the bag. Once the bag is full, new words
// are left out.
func (b *Bag) Add(out []int32, text string) []int32 {
	words, ok := b.texts[text]
	if !ok {
		words = b.split(text)
		if len(b.texts) < maxTexts {
			b.texts[text] = words
		}
	}
	if out == nil {
		return slices.Clip(words) // as it is kept: what is appended to it is written elsewhere
	}
	return append(out, words...)
}

// split returns the words of a text.
func (b *Bag) split(text string) (out []int32) {
	var room [maxWords]string
	for _, w := range AppendSplit(room[:0], text, Fold) {
		id, ok := b.ids[w]
		if !ok {
			if len(b.words) == maxBag {
				continue
			}
			id = int32(len(b.words))
			b.ids[w] = id
			var v Vector
			b.model.addWord(&v, w, 1)
			v.unit()
			b.words = append(b.words, v)
			b.stems = append(b.stems, Stem(w))
		}
		out = append(out, id)
	}
	return out
}

// Cover says how well the words of a bag stand for each word of a name and of its description.
type Cover struct {
	near   [][]float32 // by word asked for, by word of the bag
	weight []float32   // how much each word asked for tells
	name   int         // how many of them are the name's; the others are the description's
}

// Cover compares a name with the words of a bag.
func (b *Bag) Cover(n *Name) *Cover {
	n.split()
	c := &Cover{weight: n.weights, name: len(n.Words)}
	for i := range n.parts {
		stem := ""
		if i < len(n.Words) {
			stem = n.stems[i]
		} else {
			stem = Stem(n.About[i-len(n.Words)])
		}
		near := make([]float32, len(b.words))
		for k := range b.words {
			if b.stems[k] == stem {
				near[k] = 1
			} else {
				near[k] = max(0, Dot(&n.parts[i], &b.words[k]))
			}
		}
		c.near = append(c.near, near)
	}
	return c
}

// Covered is how well some words stand for those asked for, each for the nearest, by how much
// they tell: 0 to 1.
type Covered struct {
	Name  float32 // for the words of the name
	About float32 // for those of its description; 0 if there are none
	All   float32 // for both
}

// Best is how well some words stand for each word asked for, the nearest of them: 0 to 1.
type Best struct {
	of [2 * maxWords]float32 // as many as there are words asked for
}

// Best sets b to how well some words stand for each word asked for.
func (c *Cover) Best(b *Best, words ...[]int32) {
	for i, near := range c.near {
		best := float32(0)
		for _, part := range words {
			for _, w := range part {
				best = max(best, near[w])
			}
		}
		b.of[i] = best
	}
}

// Of says how well some words stand for those asked for.
func (c *Cover) Of(words ...[]int32) Covered {
	var b Best
	c.Best(&b, words...)
	return c.OfAll(&b)
}

// OfAll is Of for the words of several parts.
func (c *Cover) OfAll(parts ...*Best) (out Covered) {
	var sum, total [2]float32
	for i := range c.near {
		best := float32(0)
		for _, part := range parts {
			best = max(best, part.of[i])
		}
		of := 0
		if i >= c.name {
			of = 1
		}
		sum[of] += best * c.weight[i]
		total[of] += c.weight[i]
	}
	if total[0] > 0 {
		out.Name = sum[0] / total[0]
	}
	if total[1] > 0 {
		out.About = sum[1] / total[1]
	}
	if total[0]+total[1] > 0 {
		out.All = (sum[0] + sum[1]) / (total[0] + total[1])
	}
	return out
}

// Exact is the share of the words of a name and its description, by how much they tell, that are
// among some words, in the singular or the plural: 0 to 1.
func (c *Cover) Exact(words ...[]int32) float32 {
	sum, total := float32(0), float32(0)
	for i, near := range c.near {
		total += c.weight[i]
		if slices.ContainsFunc(words, func(part []int32) bool {
			return slices.ContainsFunc(part, func(w int32) bool { return near[w] == 1 })
		}) {
			sum += c.weight[i]
		}
	}
	if total == 0 {
		return 0
	}
	return sum / total
}

// Known returns the numbers of those words of a text that the bag has.
func (b *Bag) Known(text string) (out []int32) {
	var room [maxWords]string
	for _, w := range AppendSplit(room[:0], text, Fold) {
		if id, ok := b.ids[w]; ok {
			out = append(out, id)
		}
	}
	return out
}
