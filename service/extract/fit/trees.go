package main

import (
	"math"
	"math/rand/v2"
	"slices"

	"assay/service/extract/rank"
)

// Settings of the trees: slow, and each learns from a part of the features and the examples, so
// that they hold for other pages (Friedman 2002, Stochastic gradient boosting).
const (
	treeFeatures = 0.3 // the chance of a feature to be in a tree
	treeAsked    = 0.7 // the chance of what is asked to be learned from
	treeBins     = 48
	leastLeaf    = 12.0 // the least sum of second derivatives in a leaf
	leafWeight   = 4.0  // the penalty on squares of leaves
)

// steps is how many trees a model has, and how much of what each tells is believed.
type steps struct {
	trees int
	rate  float64
}

// More and smaller steps than these gain nothing. What is weighed alone is weighed once more.
var (
	first = steps{300, 0.2}
	last  = steps{400, 0.15}
)

// example is what is known of what is asked and what is offered, and whether that is right.
type example struct {
	row    []float32
	right  float32 // how right it is, 0 to 1
	weight float32
	asked  int // the number of what is asked, from 0 on: examples of one follow each other
}

// An aim is what the trees maximize. It sets its first derivatives by the sums that the trees give
// the examples, and its second ones without their sign.
type aim func(all []example, sum []float32, grad, hess []float64)

// alone is the likelihood that each example is as right as it is.
func alone(all []example, sum []float32, grad, hess []float64) {
	for i := range all {
		p := 1 / (1 + math.Exp(-float64(sum[i])))
		w := float64(all[i].weight)
		grad[i], hess[i] = w*(float64(all[i].right)-p), w*p*(1-p)
	}
}

// leastHess is the least second derivative of an example, by its weight.
const leastHess = 1e-4

// anyRight is the likelihood that one of the right examples is chosen of all for what is asked, or
// none if none is right.
func anyRight(all []example, sum []float32, grad, hess []float64) {
	for from, to := 0, 0; from < len(all); from = to {
		var share []float64
		for to = from; to < len(all) && all[to].asked == all[from].asked; to++ {
			share = append(share, float64(sum[to]))
		}
		rank.Softmax(share)
		right := 0.0
		for i, p := range share {
			right += p * float64(all[from+i].right)
		}
		for i, p := range share {
			should, w := 0.0, float64(all[from+i].weight)
			if right > 0 {
				should = p * float64(all[from+i].right) / right
			}
			grad[from+i], hess[from+i] = w*(should-p), w*max(p*(1-p), leastHess)
		}
	}
}

// The credit for choosing none: a little if one is right, most of it if none is worth taking.
const (
	noneOfRight = 0.1
	noneOfWrong = 0.8
	worthTaking = 0.15 // how right one is at least
)

// howRight is the logarithm of the expected credit: of each example by how likely it is chosen,
// and of none.
func howRight(all []example, sum []float32, grad, hess []float64) {
	for from, to := 0, 0; from < len(all); from = to {
		var share []float64
		best := 0.0
		for to = from; to < len(all) && all[to].asked == all[from].asked; to++ {
			share = append(share, float64(sum[to]))
			best = max(best, float64(all[to].right))
		}
		rank.Softmax(share)
		none, expected := 1.0, 0.0
		for i, p := range share {
			none -= p
			expected += p * float64(all[from+i].right)
		}
		if best < worthTaking {
			expected += none * noneOfWrong
		} else {
			expected += none * noneOfRight
		}
		expected = max(expected, leastExpected)
		for i, p := range share {
			w := float64(all[from+i].weight)
			grad[from+i] = w * p * (float64(all[from+i].right) - expected) / expected
			hess[from+i] = w * max(p*(1-p), leastHess)
		}
	}
}

// leastExpected bounds the slope where all that is likely is wrong.
const leastExpected = 1e-3

// boost trains gradient-boosted trees by Newton steps, with splits at quantiles (Chen and
// Guestrin 2016, XGBoost), without some features.
func (s steps) boost(all []example, by aim, without ...int) rank.Model {
	count := len(all[0].row)
	bounds := make([][]float32, count)
	bins := make([][]uint8, count)
	for f := range count {
		values := make([]float32, len(all))
		for i := range all {
			values[i] = all[i].row[f]
		}
		slices.Sort(values)
		distinct := slices.Compact(slices.Clone(values))
		for _, from := range [...][]float32{values, distinct} { // rare values are told apart, too
			for b := 1; b < treeBins; b++ {
				if x := from[len(from)*b/treeBins]; x > values[0] {
					bounds[f] = append(bounds[f], x)
				}
			}
		}
		slices.Sort(bounds[f])
		bounds[f] = slices.Compact(bounds[f])
		bins[f] = make([]uint8, len(all))
		for i := range all {
			k, found := slices.BinarySearch(bounds[f], all[i].row[f])
			if found {
				k++
			}
			bins[f][i] = uint8(k)
		}
	}
	r := rand.New(rand.NewPCG(7, 7))
	asked := 0
	for i := range all {
		asked = max(asked, all[i].asked)
	}
	uses, learns := make([]bool, count), make([]bool, asked+1)
	sum := make([]float32, len(all))
	grad, hess := make([]float64, len(all)), make([]float64, len(all))
	node := make([]int, len(all))
	var model rank.Model
	sums := histograms{bins: bins, bounds: bounds, node: node, grad: grad, hess: hess}
	for range s.trees {
		by(all, sum, grad, hess)
		clear(node)
		for f := range uses {
			uses[f] = r.Float64() < treeFeatures && !slices.Contains(without, f)
		}
		for k := range learns {
			learns[k] = r.Float64() < treeAsked
		}
		for i := range all {
			if !learns[all[i].asked] {
				grad[i], hess[i] = 0, 0
			}
		}
		var t rank.Tree
		for k := range t.Bound {
			t.Bound[k] = float32(math.Inf(1)) // all go left
		}
		for level := range rank.Depth {
			first := 1<<level - 1
			sums.count(level)
			best := make([]split, 1<<level)
			for f := range count {
				if len(bounds[f]) > 0 && uses[f] {
					sums.splits(best, f, level)
				}
			}
			for at, s := range best {
				if s.gain > 0 {
					t.Feature[first+at], t.Bound[first+at] = uint8(s.f), bounds[s.f][s.at]
				}
			}
			for i := range all {
				k := node[i]
				if all[i].row[t.Feature[k]] < t.Bound[k] {
					node[i] = 2*k + 1
				} else {
					node[i] = 2*k + 2
				}
			}
		}
		var g, h [rank.Leaves]float64
		for i := range all {
			g[node[i]-rank.Inner] += grad[i]
			h[node[i]-rank.Inner] += hess[i]
		}
		for k := range t.Leaf {
			t.Leaf[k] = float32(s.rate * g[k] / (h[k] + leafWeight))
		}
		for i := range all {
			sum[i] += t.Leaf[node[i]-rank.Inner]
		}
		model = append(model, t)
	}
	return model
}

// split is a way to part the examples of a node: those below a bound of a feature, and the others.
type split struct {
	gain  float64
	f, at int
}

// histograms are sums of derivatives by node of a level and by bin of a feature.
type histograms struct {
	bins       [][]uint8 // by feature, by example
	bounds     [][]float32
	node       []int // by example
	grad, hess []float64
	sums       [][][2]float64 // by feature: of the last level's nodes, bin by bin
	counted    []int          // the examples that are summed up in this level
	smaller    []bool         // by node of the level
}

// count picks the examples that a level sums up: of two nodes with one parent those of the smaller,
// as the other has the rest of the parent's.
func (h *histograms) count(level int) {
	if level == 0 {
		h.sums = make([][][2]float64, len(h.bins))
	}
	first := 1<<level - 1
	size := make([]int, 1<<level)
	for i, at := range h.node {
		if h.hess[i] != 0 {
			size[at-first]++
		}
	}
	h.smaller = make([]bool, len(size))
	for k := range size {
		h.smaller[k] = level == 0 || size[k] < size[k^1] || size[k] == size[k^1] && k&1 == 0
	}
	h.counted = h.counted[:0]
	for i, at := range h.node {
		if h.hess[i] != 0 && h.smaller[at-first] {
			h.counted = append(h.counted, i)
		}
	}
}

// splits puts the splits by a feature that gain more than the best ones in their place.
func (h *histograms) splits(best []split, f, level int) {
	first, n := 1<<level-1, len(h.bounds[f])+1
	sums := make([][2]float64, n<<level)
	bins := h.bins[f]
	for _, i := range h.counted {
		s := &sums[(h.node[i]-first)*n+int(bins[i])]
		s[0] += h.grad[i]
		s[1] += h.hess[i]
	}
	for k, smaller := range h.smaller {
		for b := 0; !smaller && b < n; b++ {
			parent, other := h.sums[f][k/2*n+b], sums[(k^1)*n+b]
			sums[k*n+b] = [2]float64{parent[0] - other[0], parent[1] - other[1]}
		}
	}
	h.sums[f] = sums
	for at := range best {
		var all, left [2]float64
		of := sums[at*n : (at+1)*n]
		for _, s := range of {
			all[0] += s[0]
			all[1] += s[1]
		}
		for b, s := range of[:n-1] {
			left[0] += s[0]
			left[1] += s[1]
			right := [2]float64{all[0] - left[0], all[1] - left[1]}
			if left[1] < leastLeaf || right[1] < leastLeaf {
				continue
			}
			if gain := gained(left) + gained(right) - gained(all); gain > best[at].gain+1e-9 {
				best[at] = split{gain, f, b}
			}
		}
	}
}

// gained is what a leaf of examples with these sums of derivatives gains.
func gained(sums [2]float64) float64 { return sums[0] * sums[0] / (sums[1] + leafWeight) }
