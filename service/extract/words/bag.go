package words

// Bag is the words of a page, each once, with what they mean.
type Bag struct {
	model *Model
	ids   map[string]int32
	words []Vector
	stems []string
}

// NewBag returns a bag without words.
func (m *Model) NewBag() *Bag { return &Bag{model: m, ids: map[string]int32{}} }

// maxBag is how many words a bag holds: each takes 400 bytes.
const maxBag = 1 << 14

// Add appends the words of a text, by their numbers in the bag. Once the bag is full, new words
// are left out.
func (b *Bag) Add(out []int32, text string) []int32 {
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

// Cover says how well the words of a bag stand for each word of a name.
type Cover struct {
	near   [][]float32 // by word of the name, by word of the bag
	weight []float32   // how much each word of the name tells
	total  float32
}

// Cover compares a name, without its description, with the words of a bag.
func (b *Bag) Cover(n *Name) *Cover {
	n.split()
	c := &Cover{}
	for i := range n.Words {
		near := make([]float32, len(b.words))
		for k := range b.words {
			if b.stems[k] == n.stems[i] {
				near[k] = 1
			} else {
				near[k] = max(0, Dot(&n.parts[i], &b.words[k]))
			}
		}
		c.near = append(c.near, near)
		c.weight = append(c.weight, n.weights[i])
		c.total += n.weights[i]
	}
	return c
}

// Of is how well some words stand for those of the name, each for the nearest, by how much
// the name's words tell: 0 to 1.
func (c *Cover) Of(words ...[]int32) float32 {
	if c.total == 0 {
		return 0
	}
	sum := float32(0)
	for i, near := range c.near {
		best := float32(0)
		for _, part := range words {
			for _, w := range part {
				best = max(best, near[w])
			}
		}
		sum += best * c.weight[i]
	}
	return sum / c.total
}
