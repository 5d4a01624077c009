package main

import (
	"cmp"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"assay/service/extract/words"
)

// example is a pair of names and whether they mean the same.
type example struct {
	f    [words.FeatureCount]float32
	same bool
}

// page is what several asked names and called ones of one page are to each other.
type namesPage struct {
	who    int
	asked  []*words.Name
	called []*words.Name // asked[i] means called[i]; asked beyond len(called) are absent
}

var notWord = regexp.MustCompile(`[^\pL\pN_]+`)

// namesPages reads the kinds of pages of the fitted half.
func namesPages(m *words.Model, corpus string) ([]namesPage, error) {
	var out []namesPage
	var bad error
	err := lines(filepath.Join(corpus, "names/kinds.jsonl"), func(s string) {
		var k struct {
			Kind   string
			Fields []struct {
				Label string
				Names []string
			}
			Absent []string
		}
		if err := json.Unmarshal([]byte(s), &k); err != nil {
			bad = err
			return
		}
		slug := strings.Trim(notWord.ReplaceAllString(strings.ToLower(k.Kind), "-"), "-")
		sum := sha256.Sum256([]byte("names-" + slug))
		if sum[0]%2 == 1 { // held back: score.py has the same rule
			return
		}
		for who := range 8 {
			p := namesPage{who: who}
			for _, f := range k.Fields {
				p.asked = append(p.asked, asked(m, f.Names[who]))
				p.called = append(p.called, m.New(f.Label, ""))
			}
			for _, a := range k.Absent {
				p.asked = append(p.asked, asked(m, a))
			}
			out = append(out, p)
		}
	})
	return out, cmp.Or(err, bad)
}

func asked(m *words.Model, name string) *words.Name {
	name, about, _ := strings.Cut(name, "(")
	return m.New(name, strings.TrimSuffix(about, ")"))
}

// isFold reports whether a kind is one of those that the encoder for making examples has not seen.
func isFold(kind string) bool { return words.Hash(kind)%4 == 0 }

// paraphrasePages makes pages of the kinds of things that the model has not seen.
func paraphrasePages(m *words.Model, all []attribute) []namesPage {
	byKind := map[string][]int{}
	var kinds []string
	for i, a := range all {
		if isFold(a.kind) {
			if byKind[a.kind] == nil {
				kinds = append(kinds, a.kind)
			}
			byKind[a.kind] = append(byKind[a.kind], i)
		}
	}
	var out []namesPage
	for _, k := range kinds {
		for round := range 12 {
			p := namesPage{}
			called := []string{"name", "name", "name", "en", "en", "en", "de", "fr", "es", "it", "pt", "nl"}[round]
			style := []string{"en", "ab", "q", "d", "o", "en", "d", "o", "q", "en", "ab", "d"}[round]
			for n, i := range byKind[k] {
				a := all[i]
				label := a.name
				if called != "name" {
					label = pick(a, called, round+n).text
				}
				w := pick(a, style, round*7+n)
				if w.text == label {
					continue
				}
				p.asked = append(p.asked, m.New(strings.Join(w.name, " "), strings.Join(w.about, " ")))
				p.called = append(p.called, m.New(label, ""))
			}
			out = append(out, p)
		}
	}
	return out
}

func pick(a attribute, style string, n int) way {
	var ways []way
	for _, w := range a.ways {
		if w.style == style {
			ways = append(ways, w)
		}
	}
	if len(ways) == 0 {
		return a.ways[0]
	}
	return ways[n%len(ways)]
}

func examplesOf(pages []namesPage) []example {
	var out []example
	for _, p := range pages {
		for i, a := range p.asked {
			for j, b := range p.called {
				e := example{same: i == j}
				words.Features(&e.f, a, b)
				out = append(out, e)
			}
		}
	}
	return out
}

// weights are those of the features of a pair of names.
type weights [words.FeatureCount]float64

// logistic fits the weights of a logistic regression by Newton's method, with a small
// penalty on their squares.
func logistic(examples []example) weights {
	const n = words.FeatureCount
	var w weights
	for range 25 {
		var g [n]float64
		var h [n][n]float64
		for i := range n {
			g[i] = -1 * w[i]
			h[i][i] = 1
		}
		for _, e := range examples {
			z := 0.0
			for i := range n {
				z += w[i] * float64(e.f[i])
			}
			p := 1 / (1 + math.Exp(-z))
			y := 0.0
			if e.same {
				y = 1
			}
			for i := range n {
				x := float64(e.f[i])
				if x == 0 {
					continue
				}
				g[i] += (y - p) * x
				for j := range n {
					h[i][j] += p * (1 - p) * x * float64(e.f[j])
				}
			}
		}
		step := solve(h, g)
		for i := range n {
			w[i] += step[i]
		}
	}
	return w
}

// solve solves h·x = g for a positive definite h by Gauss's elimination.
func solve[T [words.FeatureCount][words.FeatureCount]float64](h T, g [words.FeatureCount]float64) [words.FeatureCount]float64 {
	const n = words.FeatureCount
	a := [n][n]float64(h)
	for i := range n {
		for k := i + 1; k < n; k++ {
			by := a[k][i] / a[i][i]
			for j := i; j < n; j++ {
				a[k][j] -= by * a[i][j]
			}
			g[k] -= by * g[i]
		}
	}
	for i := n - 1; i >= 0; i-- {
		for j := i + 1; j < n; j++ {
			g[i] -= a[i][j] * g[j]
		}
		g[i] /= a[i][i]
	}
	return g
}

func (w *weights) score(a, b *words.Name) float64 {
	var f [words.FeatureCount]float32
	words.Features(&f, a, b)
	z := 0.0
	for i := range f {
		z += w[i] * float64(f[i])
	}
	return z
}

// measure prints, for each of eight people, the share of names for which the right label
// is taken, one label for one name, the best total first; then that of absent names to which
// a label of at least even odds is given.
func (w *weights) measure(pages []namesPage, out io.Writer, show bool) {
	var right, total [8]float64
	var invented, absent, nulls float64
	for _, p := range pages {
		type cell struct {
			s    float64
			i, j int
		}
		var cells []cell
		for i, a := range p.asked {
			for j, b := range p.called {
				cells = append(cells, cell{w.score(a, b), i, j})
			}
		}
		slices.SortStableFunc(cells, func(x, y cell) int {
			if x.s > y.s {
				return -1
			}
			return 1
		})
		usedA, usedB := map[int]bool{}, map[int]bool{}
		total[p.who] += float64(len(p.called))
		absent += float64(len(p.asked) - len(p.called))
		for _, c := range cells {
			if usedA[c.i] || usedB[c.j] {
				continue
			}
			usedA[c.i], usedB[c.j] = true, true
			if c.s < -2.5 {
				if c.i < len(p.called) {
					nulls++
				}
				continue
			}
			if c.i == c.j {
				right[p.who]++
			} else if c.i >= len(p.called) {
				invented++
			} else if show {
				fmt.Fprintf(out, "  who %d: %s (%s) -> %s %.2f; right: %s %.2f\n", p.who, strings.Join(p.asked[c.i].Words, " "), strings.Join(p.asked[c.i].About, " "), strings.Join(p.called[c.j].Words, " "), c.s, strings.Join(p.called[c.i].Words, " "), w.score(p.asked[c.i], p.called[c.i]))
			}
		}
	}
	mean, n := 0.0, 0.0
	for who := range 8 {
		if total[who] > 0 {
			fmt.Fprintf(out, " %.2f", right[who]/total[who])
			mean += right[who] / total[who]
			n++
		}
	}
	fmt.Fprintf(out, "  mean %.3f, invented %.3f of %.0f, null %.0f\n", mean/n, invented/max(1, absent), absent, nulls)
}
