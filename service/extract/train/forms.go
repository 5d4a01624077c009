package main

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"assay/service/extract/prompt/tagger"
	"assay/service/extract/words"
)

// formWeights are those of the models of forms: which form the value has that a name asks
// for, and which form a value has, both of the paraphrases.
func formWeights(m *words.Model, all []attribute) []float32 {
	var names, values [][]float32
	var ofNames, ofValues []int
	for _, a := range all {
		form := slices.Index(words.Forms[:], a.form)
		if form < 0 {
			continue
		}
		for _, w := range a.ways {
			f := make([]float32, words.NameFeatures)
			n := m.New(strings.Join(w.name, " "), strings.Join(w.about, " "))
			copy(f, n.Vector()[:])
			f[words.Dim] = 1
			names, ofNames = append(names, f), append(ofNames, form)
		}
		for _, v := range a.examples {
			var f [words.LabelFeatures]float32
			m.LabelFeatures(&f, v)
			values, ofValues = append(values, f[:]), append(ofValues, form)
		}
	}
	return append(multinomial(names, ofNames, len(words.Forms), 4), multinomial(values, ofValues, len(words.Forms), 40)...)
}

// multinomial fits a multinomial logistic regression by AdaGrad, with as many rounds over the
// rows as it is told, and returns the weights by class.
func multinomial(rows [][]float32, class []int, classes, rounds int) []float32 {
	n := len(rows[0])
	w, sq := make([]float32, classes*n), make([]float32, classes*n)
	order := make([]int, len(rows))
	for i := range order {
		order[i] = i
	}
	r := rand.New(rand.NewPCG(5, 5))
	p := make([]float32, classes)
	for range rounds {
		r.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		for _, k := range order {
			top := float32(math.Inf(-1))
			for c := range p {
				p[c] = tagger.Dot(w[c*n:c*n+n], rows[k])
				top = max(top, p[c])
			}
			sum := float32(0)
			for c := range p {
				p[c] = float32(math.Exp(float64(p[c] - top)))
				sum += p[c]
			}
			for c := range p {
				g := p[c] / sum
				if c == class[k] {
					g--
				}
				for i, x := range rows[k] {
					d := g*x + 1e-6*w[c*n+i]
					sq[c*n+i] += d * d
					w[c*n+i] -= 0.2 * d / (float32(math.Sqrt(float64(sq[c*n+i]))) + 1e-6)
				}
			}
		}
	}
	return w
}
