// Command train makes the model of words that the engine has in its binary, from the
// paraphrases, a folder of texts and vocabularies, WordNet's glosses and the fitted half of a
// corpus' set "names":
//
//	go run ./service/extract/train --lexical DIR --corpus DIR
//
// The same input gives the same bytes. It prints how well names are understood: by people, the
// share of names for which the right label of a page is taken.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"time"

	"assay/service/extract/words"
)

func main() {
	if err := run(os.Args[1:], os.Stdout, os.Stderr); err != nil {
		if !errors.Is(err, flag.ErrHelp) {
			fmt.Fprintln(os.Stderr, "train:", err)
		}
		os.Exit(1)
	}
}

const (
	rounds    = 6      // how often each paraphrase is met
	mostWords = 44_000 // words with a vector of their own
	leastSeen = 5      // times that a text word occurs
)

func run(args []string, out, progress io.Writer) error {
	flags := flag.NewFlagSet("train", flag.ContinueOnError)
	flags.SetOutput(progress)
	lexicalDir := flags.String("lexical", "", "the `folder` of texts and vocabularies")
	wordnet := flags.String("wordnet", "/usr/share/wordnet", "the `folder` of WordNet's data files")
	paraphrases := flags.String("paraphrases", "service/extract/words/paraphrases", "the `folder` of paraphrases")
	corpus := flags.String("corpus", "", "the `folder` of the corpus")
	write := flags.String("write", "service/extract/words/model.bin", "write the model to this `file`")
	show := flags.Bool("show", false, "show names of the fitted half that are taken for others")
	if err := flags.Parse(args); err != nil {
		return err
	}
	start := time.Now()
	tell := func(format string, a ...any) {
		fmt.Fprintf(progress, "%6.1f s  %s\n", time.Since(start).Seconds(), fmt.Sprintf(format, a...))
	}
	l, err := readLexical(*lexicalDir, *wordnet)
	if err != nil {
		return err
	}
	attributes, err := readParaphrases(*paraphrases)
	if err != nil {
		return err
	}
	v := l.vocabulary(attributes)
	tell("%d passages, %d attributes, %d words", len(l.passages), len(attributes), len(v.words))
	base := embed(associations(v, l.passages), words.Dim, 1)
	tell("vectors of words")
	// An encoder that has not seen some kinds of things shows how well names are understood
	// that nobody wrote down.
	var seen []attribute
	for _, a := range attributes {
		if !isFold(a.kind) {
			seen = append(seen, a)
		}
	}
	fold := newEncoder(v, slices.Clone(base))
	fold.train(seen, l, rounds, progress)
	made := paraphrasePages(words.Decode(string(fold.file(seen, weights{}))), attributes)
	e := newEncoder(v, base)
	e.train(attributes, l, rounds, progress)
	fit, err := namesPages(words.Decode(string(e.file(attributes, weights{}))), *corpus)
	if err != nil {
		return err
	}
	alone := logistic(examplesOf(made))
	fmt.Fprint(out, "weights of paraphrases alone: ")
	alone.measure(fit, out, false)
	w := logistic(append(examplesOf(made), examplesOf(fit)...))
	fmt.Fprint(out, "of the fitted names, too:     ")
	w.measure(fit, out, *show)
	return os.WriteFile(*write, e.file(attributes, w), 0o644)
}
