package main

import (
	"maps"
	"math"
	"math/rand/v2"
	"slices"

	"assay/service/extract/concept"
	"assay/service/extract/lexicon"
	"assay/service/extract/words"
)

// How much an example weighs, by where it comes from. Most paraphrases name things that have no
// concept of their own, so they weigh little.
const (
	byField      = 4
	byNoConcept  = 0.5 // a field that means no concept
	byPhrase     = 2
	byParaphrase = 0.1
	oneIn        = 3 // one paraphrase in so many is taken
)

const (
	conceptRounds = 6
	conceptRate   = 0.05
	usualAtLeast  = 0.02 // added to the share of each class among all names
	ofAnyKind     = 0.3  // the share of the prior of any kind in the prior of each
	ofFields      = 0.03 // the same in the prior of things that the fields are not about
)

// named is a name with what it means.
type named struct {
	vector words.Vector
	class  int
	weight float32
}

// learnConcepts trains the model of concepts on the lexicon's phrases, a part of the paraphrases and
// the names of the corpus' fields that are not kept back.
func learnConcepts(m *words.Model, fields, paraphrases []words.Attribute) *concept.Model {
	classes := map[string]int{"": 0}
	for c := range lexicon.Concepts() {
		classes[c.String()] = len(classes)
	}
	var examples []named
	classOf := func(c lexicon.Concept) int {
		if c == 0 {
			return 0
		}
		return classes[c.String()]
	}
	add := func(c lexicon.Concept, name, about string, weight float32) {
		examples = append(examples, named{*m.New(name, about).Vector(), classOf(c), weight})
	}
	for c, phrases := range lexicon.Concepts() {
		for _, p := range phrases {
			add(c, p, "", byPhrase)
		}
	}
	others := make([]float32, len(classes)) // how many attributes of any thing are of each class
	for i := range paraphrases {
		c := concept.Plain(paraphrases[i].Ways)
		others[classOf(c)]++
		for _, w := range paraphrases[i].Ways {
			if words.Hash(w.Name)%oneIn == 0 {
				add(c, w.Name, w.About, byParaphrase)
			}
		}
	}
	kinds := map[string][]float32{} // how many fields are of each class
	first := len(examples)
	for i := range fields {
		c := concept.Plain(fields[i].Ways[1:]) // after the path
		if kinds[fields[i].Kind] == nil {
			kinds[fields[i].Kind] = make([]float32, len(classes))
		}
		kinds[fields[i].Kind][classOf(c)]++
		weight := float32(byField)
		if c == 0 {
			weight = byNoConcept
		}
		for _, w := range fields[i].Ways[1:] {
			if !w.IsKeptBack() {
				add(c, w.Name, w.About, weight)
			}
		}
	}
	out := &concept.Model{Concepts: make([]string, len(classes)), Weights: make([][words.Dim + 1]float32, len(classes))}
	for name, class := range classes {
		out.Concepts[class] = name
	}
	descend(out, examples)

	usual := make([]float32, len(classes))
	for _, e := range examples[first:] {
		for c, p := range out.Classify(&e.vector) {
			usual[c] += float32(p)
		}
	}
	for c := range usual {
		usual[c] = usual[c]/float32(len(examples)-first) + usualAtLeast
	}
	concept.Normalize(usual)
	out.Kinds = append(out.Kinds, usual)
	for _, name := range slices.Sorted(maps.Keys(kinds)) {
		kind := kinds[name]
		concept.Normalize(kind)
		for c := range kind {
			kind[c] = (1-ofAnyKind)*kind[c] + ofAnyKind*usual[c]
		}
		out.Kinds = append(out.Kinds, kind)
	}
	concept.Normalize(others)
	for c := range others {
		others[c] = (1-ofFields)*others[c] + ofFields*usual[c]
	}
	out.Kinds = append(out.Kinds, others)
	return out
}

// descend fits a softmax regression by stochastic gradient descent with AdaGrad's steps
// (Duchi, Hazan and Singer, 2011).
func descend(m *concept.Model, examples []named) {
	squares := make([][words.Dim + 1]float32, len(m.Weights))
	random := rand.New(rand.NewPCG(1, 2))
	for range conceptRounds {
		for _, k := range random.Perm(len(examples)) {
			e := &examples[k]
			for c, p := range m.Classify(&e.vector) {
				if c == e.class {
					p--
				}
				by := e.weight * float32(p)
				if by > -1e-4 && by < 1e-4 {
					continue
				}
				w, s := &m.Weights[c], &squares[c]
				for i := range w {
					g := by
					if i < words.Dim {
						g *= concept.Scale * e.vector[i]
					}
					s[i] += g * g
					w[i] -= conceptRate * g / (float32(math.Sqrt(float64(s[i]))) + 1e-6)
				}
			}
		}
	}
}
