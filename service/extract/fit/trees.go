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
	treeCount    = 700
	treeRate     = 0.1
	treeFeatures = 0.3 // the chance of a feature to be in a tree
	treeAsked    = 0.7 // the chance of what is asked to be learned from
	treeBins     = 48
	leastLeaf    = 12.0 // the least sum of second derivatives in a leaf
	leafWeight   = 4.0  // the penalty on squares of leaves
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
// Guestrin 2016, XGBoost).
func boost(all []example, by aim) rank.Model {
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
	for range treeCount {
		by(all, sum, grad, hess)
		clear(node)
		for f := range uses {
			uses[f] = r.Float64() < treeFeatures
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
			type split struct {
				gain  float64
				f, at int
			}
			best := make([]split, 1<<level)
			for f := range count {
				if len(bounds[f]) == 0 || !uses[f] {
					continue
				}
				n := len(bounds[f]) + 1
				g, h := make([]float64, n<<level), make([]float64, n<<level)
				for i := range all {
					if hess[i] == 0 {
						continue
					}
					k := (node[i]-first)*n + int(bins[f][i])
					g[k] += grad[i]
					h[k] += hess[i]
				}
				for at := range best {
					gs, hs := 0.0, 0.0
					for b := range n {
						gs += g[at*n+b]
						hs += h[at*n+b]
					}
					gl, hl := 0.0, 0.0
					for b := range n - 1 {
						gl += g[at*n+b]
						hl += h[at*n+b]
						if hl < leastLeaf || hs-hl < leastLeaf {
							continue
						}
						gain := gl*gl/(hl+leafWeight) + (gs-gl)*(gs-gl)/(hs-hl+leafWeight) - gs*gs/(hs+leafWeight)
						if gain > best[at].gain+1e-9 {
							best[at] = split{gain, f, b}
						}
					}
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
			t.Leaf[k] = float32(treeRate * g[k] / (h[k] + leafWeight))
		}
		for i := range all {
			sum[i] += t.Leaf[node[i]-rank.Inner]
		}
		model = append(model, t)
	}
	return model
}
