package main

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"slices"

	"assay/service/extract/prompt/tagger"
	"assay/service/extract/words"
)

// encoder makes a vector of a name: the weighted mean of its words' vectors, of which each
// is a row of the table and the mean of the rows of its letters' n-grams, turned by one
// matrix into the space in which names of one attribute are near each other.
type encoder struct {
	dim    int // of the trained space
	wide   int // of base
	vocab  *vocabulary
	base   []float32 // of words, from what stands near them in texts
	turn   []float32 // dim×wide: base to the trained space
	delta  []float32 // of words: what training adds
	grams  []float32 // of n-grams, by hash
	weight []float32 // of words: log of the weight
	role   [words.Roles]float32

	sqTurn, sqDelta, sqGrams, sqWeight []float32 // AdaGrad's sums
	sqRole                             [words.Roles]float32
	seen                               []bool // words that training met
}

func newEncoder(v *vocabulary, base []float32) *encoder {
	const dim = words.Dim
	n := len(v.words)
	wide := len(base) / n
	e := &encoder{dim: dim, wide: wide, vocab: v, base: base,
		turn: principal(base, wide, dim), delta: make([]float32, n*dim), grams: make([]float32, words.Buckets*dim), weight: make([]float32, n),
		sqTurn: make([]float32, dim*wide), sqDelta: make([]float32, n), sqGrams: make([]float32, words.Buckets), sqWeight: make([]float32, n), seen: make([]bool, n)}
	total := 0.0
	for _, c := range v.count {
		total += c
	}
	for i, c := range v.count {
		// Smooth inverse frequency (Arora, Liang and Ma 2017).
		e.weight[i] = float32(math.Log(1e-3 / (1e-3 + c/total)))
	}
	r := rand.New(rand.NewPCG(7, 7))
	for i := range e.grams {
		e.grams[i] = float32(r.NormFloat64()) * 0.02
	}
	return e
}

// piece is a word of a phrase being encoded.
type piece struct {
	id    int32 // -1: not in the vocabulary, or left out
	grams []int32
	role  words.Role
	w     float32
	vec   []float32
}

// encoded is a phrase with what is needed to learn from it.
type encoded struct {
	pieces []piece
	sum    []float32
	length float32
	unit   []float32
}

// phrase is the words of a name in their roles.
type phrase struct {
	words []string
	roles []words.Role
}

func (e *encoder) encode(p phrase, turned map[int32][]float32, r *rand.Rand) *encoded {
	out := &encoded{sum: make([]float32, e.dim), unit: make([]float32, e.dim)}
	for i, w := range p.words {
		q := piece{id: -1, role: p.roles[i], grams: words.Grams(nil, w), vec: make([]float32, e.dim)}
		id, known := e.vocab.ids[w]
		if known && (r == nil || r.Float32() > 0.15) {
			q.id = id
			t, ok := turned[id]
			if !ok {
				t = make([]float32, e.dim)
				b := e.base[int(id)*e.wide : int(id)*e.wide+e.wide]
				for k := range e.dim {
					t[k] = tagger.Dot(e.turn[k*e.wide:k*e.wide+e.wide], b)
				}
				turned[id] = t
			}
			tagger.Add(q.vec, 1, t)
			tagger.Add(q.vec, 1, e.delta[int(id)*e.dim:int(id)*e.dim+e.dim])
		}
		for _, g := range q.grams {
			tagger.Add(q.vec, 1/float32(len(q.grams)), e.grams[int(g)*e.dim:int(g)*e.dim+e.dim])
		}
		logw := e.role[q.role]
		if known {
			logw += e.weight[id]
		}
		q.w = float32(math.Exp(float64(logw)))
		tagger.Add(out.sum, q.w, q.vec)
		out.pieces = append(out.pieces, q)
	}
	out.length = float32(math.Sqrt(float64(tagger.Dot(out.sum, out.sum)))) + 1e-6
	for k := range out.unit {
		out.unit[k] = out.sum[k] / out.length
	}
	return out
}

// learn moves what a phrase was encoded by along the gradient of its unit vector.
func (e *encoder) learn(x *encoded, grad []float32, rate float32, met *meetings) {
	dim := e.dim
	along := tagger.Dot(grad, x.unit)
	g := make([]float32, dim) // of the sum
	for k := range g {
		g[k] = (grad[k] - along*x.unit[k]) / x.length
	}
	for i := range x.pieces {
		p := &x.pieces[i]
		gw := tagger.Dot(g, p.vec) * p.w
		e.sqRole[p.role] += gw * gw
		e.role[p.role] -= rate * 0.3 * gw / (float32(math.Sqrt(float64(e.sqRole[p.role]))) + 1e-4)
		pg := make([]float32, dim)
		tagger.Add(pg, p.w, g)
		sq := tagger.Dot(pg, pg) / float32(dim)
		if p.id >= 0 {
			id := int(p.id)
			e.seen[id] = true
			e.sqWeight[id] += gw * gw
			e.weight[id] -= rate * 0.5 * gw / (float32(math.Sqrt(float64(e.sqWeight[id]))) + 1e-4)
			e.sqDelta[id] += sq
			tagger.Add(e.delta[id*dim:id*dim+dim], -rate/(float32(math.Sqrt(float64(e.sqDelta[id])))+1e-5), pg)
			tagger.Add(met.of(p.id, dim), 1, pg)
		}
		if n := float32(len(p.grams)); n > 0 {
			for _, gr := range p.grams {
				e.sqGrams[gr] += sq / (n * n)
				tagger.Add(e.grams[int(gr)*dim:int(gr)*dim+dim], -rate/n/(float32(math.Sqrt(float64(e.sqGrams[gr])))+1e-5), pg)
			}
		}
	}
}

// meetings are the gradients of the vectors of the words that a batch met, in their order.
type meetings struct {
	ids   []int32
	grads map[int32][]float32
}

func (m *meetings) of(id int32, dim int) []float32 {
	g, ok := m.grads[id]
	if !ok {
		g = make([]float32, dim)
		m.grads[id] = g
		m.ids = append(m.ids, id)
	}
	return g
}

func (e *encoder) turnBy(met *meetings, rate float32) {
	grad := make([]float32, e.dim*e.wide)
	for _, id := range met.ids {
		b := e.base[int(id)*e.wide : int(id)*e.wide+e.wide]
		for k, g := range met.grads[id] {
			tagger.Add(grad[k*e.wide:k*e.wide+e.wide], g, b)
		}
	}
	for i, g := range grad {
		e.sqTurn[i] += g * g
		e.turn[i] -= rate * 0.1 * g / (float32(math.Sqrt(float64(e.sqTurn[i]))) + 1e-5)
	}
}

// pair is two phrases that mean the same, with the group that others of its batch must not
// be of to tell it from.
type pair struct {
	a, b  phrase
	group int32
}

const temperature = 0.05

// step learns from a batch: each phrase is to be nearer its own partner than all others'
// (the InfoNCE loss of van den Oord, Li and Vinyals 2018, both ways). same tells which
// groups mean the same and are not told apart.
func (e *encoder) step(batch []pair, same func(a, b int32) bool, rate float32, r *rand.Rand) float64 {
	n, dim := len(batch), e.dim
	turned := map[int32][]float32{}
	a, b := make([]*encoded, n), make([]*encoded, n)
	for i, p := range batch {
		a[i], b[i] = e.encode(p.a, turned, r), e.encode(p.b, turned, r)
	}
	logits := make([]float32, n*n)
	for i := range n {
		for j := range n {
			if i != j && same(batch[i].group, batch[j].group) {
				logits[i*n+j] = float32(math.Inf(-1))
				continue
			}
			logits[i*n+j] = tagger.Dot(a[i].unit, b[j].unit) / temperature
		}
	}
	grad := make([]float32, n*n)
	loss := 0.0
	softmax := func(at func(k int) int, own int) {
		top := float32(math.Inf(-1))
		for k := range n {
			top = max(top, logits[at(k)])
		}
		sum := 0.0
		for k := range n {
			sum += math.Exp(float64(logits[at(k)] - top))
		}
		for k := range n {
			p := math.Exp(float64(logits[at(k)]-top)) / sum
			if k == own {
				loss -= math.Log(p + 1e-12)
				p--
			}
			grad[at(k)] += float32(p) / (2 * temperature)
		}
	}
	for i := range n {
		softmax(func(k int) int { return i*n + k }, i)
		softmax(func(k int) int { return k*n + i }, i)
	}
	met := &meetings{grads: map[int32][]float32{}}
	for i := range n {
		ga, gb := make([]float32, dim), make([]float32, dim)
		for j := range n {
			tagger.Add(ga, grad[i*n+j], b[j].unit)
			tagger.Add(gb, grad[j*n+i], a[j].unit)
		}
		e.learn(a[i], ga, rate, met)
		e.learn(b[i], gb, rate, met)
	}
	e.turnBy(met, rate)
	return loss / float64(2*n)
}

// train makes phrases of one attribute near each other and those of others far.
func (e *encoder) train(all []attribute, l *lexical, progress io.Writer) {
	r := rand.New(rand.NewPCG(3, 3))
	kinds := map[string][]int{}
	var kindNames []string
	for i, a := range all {
		if kinds[a.kind] == nil {
			for range 1 + len(a.ways)/usualWays { // the more ways to name them, the more often
				kindNames = append(kindNames, a.kind)
			}
		}
		kinds[a.kind] = append(kinds[a.kind], i)
	}
	alike := sharing(all)
	total := 0
	for _, a := range all {
		total += len(a.ways)
	}
	const size = 160
	steps := rounds * total / size
	loss, seen := 0.0, 0
	for s := range steps {
		rate := 0.08*(1-float32(s)/float32(steps)) + 0.004
		var batch []pair
		switch s % 4 {
		default:
			// Whole kinds: the attributes of one thing are the hardest to tell apart.
			for len(batch) < size {
				for _, i := range kinds[kindNames[r.IntN(len(kindNames))]] {
					w := all[i].ways
					x, y := r.IntN(len(w)), r.IntN(len(w))
					if x == y {
						y = (x + 1) % len(w)
					}
					batch = append(batch, pair{asPhrase(w[x].name, w[x].about), asPhrase(w[y].name, w[y].about), int32(i)})
				}
			}
		case 3:
			for len(batch) < size {
				if r.IntN(3) == 0 && len(l.translated) > 0 {
					t := l.translated[r.IntN(len(l.translated))]
					x := r.IntN(len(t))
					y := r.IntN(len(t))
					if x == y {
						y = (x + 1) % len(t)
					}
					a, b := words.Split(t[x]), words.Split(t[y])
					if len(a) > 0 && len(b) > 0 && !slices.Equal(a, b) {
						batch = append(batch, pair{asPhrase(a, nil), asPhrase(b, nil), -int32(len(batch)) - 1})
					}
					continue
				}
				d := l.described[r.IntN(len(l.described))]
				batch = append(batch, pair{asPhrase(d.name, nil), asPhrase(nil, d.about), -int32(len(batch)) - 1})
			}
		}
		loss += e.step(batch, func(a, b int32) bool {
			return a == b || a >= 0 && b >= 0 && alike[[2]int32{min(a, b), max(a, b)}]
		}, rate, r)
		seen++
		if seen == 200 {
			fmt.Fprintf(progress, "  %d of %d: loss %.3f, roles %.2f\n", s+1, steps, loss/float64(seen), e.role)
			loss, seen = 0, 0
		}
	}
}

// usualWays is more than most attributes have.
const usualWays = 50

// asPhrase is a name with its description as a phrase.
func asPhrase(name, about []string) phrase {
	w, roles := words.Roled(name, about)
	return phrase{w, roles}
}

// sharing returns the pairs of attributes of which two ways to name them are the same:
// they may mean the same, and are not told apart.
func sharing(all []attribute) map[[2]int32]bool {
	by := map[string][]int32{}
	for i, a := range all {
		for _, w := range a.ways {
			if w.style == "ab" || len(w.about) > 0 {
				continue
			}
			k := words.Key(w.name)
			if ids := by[k]; len(ids) == 0 || ids[len(ids)-1] != int32(i) {
				by[k] = append(by[k], int32(i))
			}
		}
	}
	times := map[[2]int32]int{}
	for _, ids := range by {
		for i, a := range ids {
			for _, b := range ids[:i] {
				if all[a].kind != all[b].kind {
					times[[2]int32{min(a, b), max(a, b)}]++
				}
			}
		}
	}
	out := map[[2]int32]bool{}
	for k, n := range times {
		out[k] = n >= 1
	}
	return out
}

// file returns the bytes of the model: vectors as the service uses them, and the known ways
// to name attributes.
func (e *encoder) file(all []attribute, w *words.Weights) []byte {
	dim := e.dim
	rows := make([][]float32, len(e.vocab.words))
	parallel(len(rows), func(from, to int) {
		for i := from; i < to; i++ {
			row := make([]float32, dim)
			b := e.base[i*e.wide : i*e.wide+e.wide]
			by := float32(math.Exp(float64(e.weight[i])))
			grams := words.Grams(nil, e.vocab.words[i])
			for k := range dim {
				row[k] = tagger.Dot(e.turn[k*e.wide:k*e.wide+e.wide], b) + e.delta[i*dim+k]
			}
			for _, g := range grams {
				tagger.Add(row, 1/float32(len(grams)), e.grams[int(g)*dim:int(g)*dim+dim])
			}
			for k := range row {
				row[k] *= by
			}
			rows[i] = row
		}
	})
	grams := make([][]float32, words.Buckets)
	for i := range grams {
		grams[i] = e.grams[i*dim : i*dim+dim]
	}
	var roles [words.Roles]float32
	for i, r := range e.role {
		roles[i] = float32(math.Exp(float64(r)))
	}
	type known struct {
		hash uint32
		attr uint16
	}
	var ways []known
	for i, a := range all {
		for _, w := range a.ways {
			if len(w.about) == 0 {
				ways = append(ways, known{words.Hash(words.Key(w.name)), uint16(i)})
			}
		}
	}
	slices.SortFunc(ways, func(a, b known) int { return cmp.Or(cmp.Compare(a.hash, b.hash), cmp.Compare(a.attr, b.attr)) })
	ways = slices.Compact(ways)
	hashes, attrs := make([]uint32, len(ways)), make([]uint16, len(ways))
	for i, w := range ways {
		hashes[i], attrs[i] = w.hash, w.attr
	}
	return words.Encode(e.vocab.words, roles, rows, grams, hashes, attrs, w)
}
