package main

import (
	"fmt"
	"io"

	"assay/service/extract/words"
)

// teacher has what the small models are trained on.
type teacher struct {
	attributes []attribute
	whole      *words.Model  // of all paraphrases
	fold       *words.Model  // of those of some kinds of things, so that others are new to it
	names      []namesKind   // of the fitted half
	texts      words.Weights // what labels and forms teach, the same for all folds
}

// The kinds of the set "names" are in two folds, of which each measures what the other teaches.
const both = -1

// weights trains the small models, with the names of one fold of kinds or of both.
func (t *teacher) weights(fold int) *words.Weights {
	w := new(words.Weights)
	*w = t.texts
	made := paraphrasePages(t.fold.With(w), t.attributes)
	w.Pair = pairWeights(append(made, t.pages(w, fold)...))
	made = paraphrasePages(t.fold.With(w), t.attributes)
	w.Match = matchWeights(append(made, t.pages(w, fold)...))
	return w
}

// pages are what the fitted names ask of their pages, of one fold of kinds or of both.
func (t *teacher) pages(w *words.Weights, fold int) []namesPage {
	var out []namesPage
	for i := range t.names {
		if k := &t.names[i]; fold == both || k.fold() == fold {
			out = append(out, k.pages(t.whole.With(w))...)
		}
	}
	return out
}

// measure prints how well names are understood by what was learned of other kinds of pages.
func (t *teacher) measure(out io.Writer) {
	for fold := range 2 {
		w := t.weights(1 - fold)
		pages := t.pages(w, fold)
		for _, sure := range []float64{0, 0.3, 0.5, 0.7} {
			fmt.Fprintf(out, "fold %d, sure %.1f: ", fold, sure)
			measure(t.whole.With(w), pages, sure, out)
		}
	}
}
