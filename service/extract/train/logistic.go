package main

import "math"

// logistic fits the weights of a logistic regression of rows of features by Newton's method,
// with a small penalty on their squares.
func logistic(rows [][]float32, yes []bool) []float32 {
	n := len(rows[0])
	w := make([]float64, n)
	for range 12 {
		g, h := make([]float64, n), make([]float64, n*n)
		for i := range n {
			g[i] = -w[i]
			h[i*n+i] = 1
		}
		for k, f := range rows {
			z := 0.0
			for i, x := range f {
				z += w[i] * float64(x)
			}
			p := 1 / (1 + math.Exp(-z))
			y := 0.0
			if yes[k] {
				y = 1
			}
			for i, x := range f {
				if x == 0 {
					continue
				}
				g[i] += (y - p) * float64(x)
				by := p * (1 - p) * float64(x)
				row := h[i*n : i*n+i+1]
				for j := range row {
					row[j] += by * float64(f[j])
				}
			}
		}
		for i, x := range solve(h, g) {
			w[i] += x
		}
	}
	out := make([]float32, n)
	for i, x := range w {
		out[i] = float32(x)
	}
	return out
}

// solve solves h·x = g for a symmetric positive definite h, of which the lower half is given,
// by Cholesky's method. It overwrites both.
func solve(h, g []float64) []float64 {
	n := len(g)
	for j := range n {
		for k := range j {
			h[j*n+j] -= h[j*n+k] * h[j*n+k]
		}
		h[j*n+j] = math.Sqrt(h[j*n+j])
		for i := j + 1; i < n; i++ {
			for k := range j {
				h[i*n+j] -= h[i*n+k] * h[j*n+k]
			}
			h[i*n+j] /= h[j*n+j]
		}
	}
	for i := range n {
		for k := range i {
			g[i] -= h[i*n+k] * g[k]
		}
		g[i] /= h[i*n+i]
	}
	for i := n - 1; i >= 0; i-- {
		for k := i + 1; k < n; k++ {
			g[i] -= h[k*n+i] * g[k]
		}
		g[i] /= h[i*n+i]
	}
	return g
}
