package main

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"sync"

	"assay/service/extract/prompt/tagger"
)

// sparse is a square matrix by rows.
type sparse struct {
	start []int // of row i: col and val from start[i] to start[i+1]
	col   []int32
	val   []float32
}

// window is how far from a word another may stand to count as near it.
const window = 5

// associations returns how much more often than by chance each word stands near each other
// one: positive pointwise mutual information, with the counts of both words raised to .75
// (Levy, Goldberg and Dagan 2015, Improving distributional similarity).
func associations(v *vocabulary, passages []passage) *sparse {
	// All words in one row, with runs of -1 between passages that nothing is near over.
	var text []int32
	var bags [][]int32
	at := make([][]int32, len(v.words))     // where each word stands in text
	inBags := make([][]int32, len(v.words)) // and in which bags
	for _, p := range passages {
		var ids []int32
		for _, w := range p.words {
			if id, ok := v.ids[w]; ok {
				ids = append(ids, id)
			}
		}
		if p.bag {
			for _, id := range ids {
				if n := len(inBags[id]); n == 0 || inBags[id][n-1] != int32(len(bags)) {
					inBags[id] = append(inBags[id], int32(len(bags)))
				}
			}
			bags = append(bags, ids)
			continue
		}
		for _, id := range ids {
			at[id] = append(at[id], int32(len(text)))
			text = append(text, id)
		}
		for range window {
			text = append(text, -1)
		}
	}
	n := len(v.words)
	type row struct {
		col []int32
		val []float32
	}
	counts := make([]row, n)
	parallel(n, func(from, to int) {
		sum := make([]float32, n)
		var touched []int32
		add := func(id int32, by float32) {
			if sum[id] == 0 {
				touched = append(touched, id)
			}
			sum[id] += by
		}
		for i := from; i < to; i++ {
			touched = touched[:0]
			for _, pos := range at[i] {
				for d := 1; d <= window; d++ {
					by := float32(window+1-d) / window
					if k := int(pos) - d; k >= 0 && text[k] >= 0 {
						add(text[k], by)
					}
					if k := int(pos) + d; k < len(text) && text[k] >= 0 {
						add(text[k], by)
					}
				}
			}
			for _, b := range inBags[i] {
				by := min(1, float32(2*window)/float32(len(bags[b])))
				for _, id := range bags[b] {
					if id != int32(i) {
						add(id, by)
					}
				}
			}
			slices.Sort(touched)
			r := row{make([]int32, len(touched)), make([]float32, len(touched))}
			for k, id := range touched {
				r.col[k], r.val[k] = id, sum[id]
				sum[id] = 0
			}
			counts[i] = r
		}
	})
	total, smooth := 0.0, make([]float64, n)
	for i, r := range counts {
		s := 0.0
		for _, x := range r.val {
			s += float64(x)
		}
		smooth[i] = math.Pow(s, 0.75)
		total += smooth[i]
	}
	raw := 0.0
	for _, r := range counts {
		for _, x := range r.val {
			raw += float64(x)
		}
	}
	m := &sparse{start: make([]int, 1, n+1)}
	for i, r := range counts {
		for k, id := range r.col {
			// P(i,j) / (P(i) P(j)), either smoothed.
			pmi := math.Log(float64(r.val[k]) / raw * (total / smooth[i]) * (total / smooth[id]))
			if pmi > 0 {
				m.col = append(m.col, id)
				m.val = append(m.val, float32(pmi))
			}
		}
		m.start = append(m.start, len(m.col))
		counts[i] = row{}
	}
	return m
}

// parallel calls f on two halves of 0…n at once; what f writes must not depend on the other.
func parallel(n int, f func(from, to int)) {
	const parts = 64
	var wg sync.WaitGroup
	next := make(chan int, parts)
	for p := range parts {
		next <- p
	}
	close(next)
	for range 2 {
		wg.Go(func() {
			for p := range next {
				f(n*p/parts, n*(p+1)/parts)
			}
		})
	}
	wg.Wait()
}

// times returns m·x for a symmetric m and x of n rows of d.
func (m *sparse) times(x []float32, d int) []float32 {
	n := len(m.start) - 1
	out := make([]float32, n*d)
	parallel(n, func(from, to int) {
		for i := from; i < to; i++ {
			o := out[i*d : i*d+d]
			for k := m.start[i]; k < m.start[i+1]; k++ {
				tagger.Add(o, m.val[k], x[int(m.col[k])*d:int(m.col[k])*d+d])
			}
		}
	})
	return out
}

// embed returns n vectors of d numbers, the leading eigenvectors of a symmetric matrix, each
// times the root of its eigenvalue: randomized subspace iteration (Halko, Martinsson and
// Tropp 2011).
func embed(m *sparse, d int, seed uint64) []float32 {
	n, wide := len(m.start)-1, d+16
	r := rand.New(rand.NewPCG(seed, 1))
	q := make([]float32, n*wide)
	for i := range q {
		q[i] = float32(r.NormFloat64())
	}
	for range 4 {
		q = m.times(q, wide)
		orthonormalize(q, n, wide)
	}
	y := m.times(q, wide)
	small := make([][]float64, wide) // qᵀ m q
	for i := range small {
		small[i] = make([]float64, wide)
	}
	for k := range n {
		for i := range wide {
			a := float64(q[k*wide+i])
			for j := range wide {
				small[i][j] += a * float64(y[k*wide+j])
			}
		}
	}
	values, vectors := eigen(small)
	order := make([]int, wide)
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(values[b], values[a]) })
	out := make([]float32, n*d)
	parallel(n, func(from, to int) {
		for k := from; k < to; k++ {
			for j := range d {
				e := order[j]
				s := 0.0
				for i := range wide {
					s += float64(q[k*wide+i]) * vectors[i][e]
				}
				out[k*d+j] = float32(s * math.Sqrt(max(0, values[e])))
			}
		}
	})
	return out
}

// unit brings each row of d numbers to length 1; rows of nothing stay so. What a word means is
// in the direction of its vector.
func unit(rows []float32, d int) {
	for i := 0; i < len(rows); i += d {
		x := rows[i : i+d]
		if l := float32(math.Sqrt(float64(tagger.Dot(x, x)))); l > 0 {
			for k := range x {
				x[k] /= l
			}
		}
	}
}

// beside returns matrices of n rows as one, side by side.
func beside(n int, parts ...[]float32) []float32 {
	var out []float32
	for i := range n {
		for _, p := range parts {
			d := len(p) / n
			out = append(out, p[i*d:i*d+d]...)
		}
	}
	return out
}

// principal returns the d directions, a row of wide numbers each, in which the rows of a
// matrix differ most.
func principal(rows []float32, wide, d int) []float32 {
	square := make([][]float64, wide)
	for i := range square {
		square[i] = make([]float64, wide)
	}
	for at := 0; at < len(rows); at += wide {
		x := rows[at : at+wide]
		for i, a := range x {
			for j := range i + 1 {
				square[i][j] += float64(a * x[j])
			}
		}
	}
	for i := range square {
		for j := range i {
			square[j][i] = square[i][j]
		}
	}
	values, vectors := eigen(square)
	order := make([]int, wide)
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(values[b], values[a]) })
	out := make([]float32, d*wide)
	for k := range d {
		for i := range wide {
			out[k*wide+i] = float32(vectors[i][order[k]])
		}
	}
	return out
}

// orthonormalize makes the d columns of q orthonormal: modified Gram-Schmidt, twice.
func orthonormalize(q []float32, n, d int) {
	columns := make([]float32, n*d) // transposed, for speed
	for i := range n {
		for j := range d {
			columns[j*n+i] = q[i*d+j]
		}
	}
	for j := range d {
		c := columns[j*n : j*n+n]
		for range 2 {
			for i := range j {
				p := columns[i*n : i*n+n]
				tagger.Add(c, -tagger.Dot(c, p), p)
			}
		}
		length := float32(math.Sqrt(float64(tagger.Dot(c, c))))
		for i := range c {
			c[i] /= length
		}
	}
	for i := range n {
		for j := range d {
			q[i*d+j] = columns[j*n+i]
		}
	}
}

// eigen returns the eigenvalues of a small symmetric matrix and its eigenvectors, a column
// each, by Jacobi's rotations. It overwrites a.
func eigen(a [][]float64) (values []float64, vectors [][]float64) {
	n := len(a)
	v := make([][]float64, n)
	for i := range v {
		v[i] = make([]float64, n)
		v[i][i] = 1
	}
	for range 60 {
		off := 0.0
		for i := range n {
			for j := range i {
				off += a[i][j] * a[i][j]
			}
		}
		if off < 1e-12 {
			break
		}
		for p := range n {
			for q := p + 1; q < n; q++ {
				if math.Abs(a[p][q]) < 1e-15 {
					continue
				}
				theta := (a[q][q] - a[p][p]) / (2 * a[p][q])
				t := math.Copysign(1, theta) / (math.Abs(theta) + math.Sqrt(theta*theta+1))
				c := 1 / math.Sqrt(t*t+1)
				s := t * c
				for k := range n {
					x, y := a[k][p], a[k][q]
					a[k][p], a[k][q] = c*x-s*y, s*x+c*y
				}
				for k := range n {
					x, y := a[p][k], a[q][k]
					a[p][k], a[q][k] = c*x-s*y, s*x+c*y
				}
				for k := range n {
					x, y := v[k][p], v[k][q]
					v[k][p], v[k][q] = c*x-s*y, s*x+c*y
				}
			}
		}
	}
	values = make([]float64, n)
	for i := range n {
		values[i] = a[i][i]
	}
	return values, v
}
