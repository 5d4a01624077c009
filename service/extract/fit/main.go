// Command fit measures the extraction engine on a corpus of pages with known
// answers, and fits the table of weights to them.
//
//	go run ./service/extract/fit --corpus DIR                 score every set, by halves
//	go run ./service/extract/fit --corpus DIR --untaught      also by names that the model of words has learned, and by others
//	go run ./service/extract/fit --corpus DIR --ablate        what each source of evidence is worth
//	go run ./service/extract/fit --corpus DIR --without time,names   score without some of them
//	go run ./service/extract/fit --corpus DIR --search 2      fit the weights and print the table
//	go run ./service/extract/fit --corpus DIR --sets paper,people --likelihood   fit what documents' values are weighed by
//	go run ./service/extract/fit --corpus DIR --rank --write service/extract/rank
//	                                                          train the models that weigh what pages offer, see package rank
//	go run ./service/extract/fit --corpus DIR --rank --ablate  what each group of their features is worth
//	go run ./service/extract/fit --corpus DIR --explain ID    one case, with what each answer rests on
//	go run ./service/extract/fit --corpus DIR --same 300      answer so many cases over and over: are the answers the same?
//	go run ./service/extract/fit --corpus DIR --speed         the time that pages take
//
// Cases fall into two halves by a hash of their names. Weights are fitted on the
// first half alone; the second tells whether a gain holds on pages that were not
// looked at. The same corpus and flags give the same table, to the digit.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"

	"assay/service/extract/onpage"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Args[1:], os.Stdout, os.Stderr); err != nil {
		if !errors.Is(err, flag.ErrHelp) {
			fmt.Fprintln(os.Stderr, "fit:", err)
		}
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string, out, progress io.Writer) error {
	flags := flag.NewFlagSet("fit", flag.ContinueOnError)
	flags.SetOutput(progress)
	corpus := flags.String("corpus", "", "the `directory` of the corpus: a folder with a cases.jsonl for each set")
	sets := flags.String("sets", "", "only these sets, separated by commas")
	variant := flags.String("variant", "", "only this variant: as_is or stripped")
	perSet := flags.Int("per-set", 0, "at most so many cases of each set and half (0: all)")
	jobs := flags.Int("jobs", 2, "pages read at once")
	search := flags.Int("search", 0, "fit the weights in so many `rounds` and print the table")
	seed := flags.Uint64("seed", 1, "what the order of the search comes from")
	likelihood := flags.Bool("likelihood", false, "fit the weights of what may answer the fields of documents")
	write := flags.String("write", "", "also write the fitted table to this Go `file`, or the models to this folder")
	ablate := flags.Bool("ablate", false, "score without each source of evidence in turn")
	untaught := flags.Bool("untaught", false, "also score the held-back half by names that the model of words has learned, and by others; run it in the project's folder")
	without := flags.String("without", "", "switch these `sources` of evidence off, separated by commas")
	results := flags.String("results", "", "write one line of JSON for each case to this `file`")
	same := flags.Int("same", 0, "answer so many `cases` on 1, 2 and 8 processors, in other orders, and compare the answers")
	speed := flags.Bool("speed", false, "take the time that pages take, parsed and answered, on one processor")
	ranks := flags.Bool("rank", false, "train the models that weigh what pages offer, in the project's folder, and write them with --write")
	explain := flags.String("explain", "", "show one case, by the start of its `id`")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if *corpus == "" {
		return errors.New("no corpus: name its folder with --corpus")
	}
	var names []string
	if *sets != "" {
		names = strings.Split(*sets, ",")
	}
	if *explain != "" && len(names) == 0 {
		set, _, _ := strings.Cut(*explain, "-")
		names = []string{set}
	}
	cases, err := load(*corpus, names, *variant, *perSet)
	if err != nil {
		return err
	}
	if len(cases) == 0 {
		return fmt.Errorf("no cases of pages in %s", *corpus)
	}
	m := &measurer{cases: cases, jobs: max(1, *jobs)}
	if *ranks {
		m.keep = true
		return m.rank(ctx, *write, *ablate, out)
	}
	if *without != "" {
		if m.without, err = sourcesOf(*without); err != nil {
			return err
		}
	}
	switch {
	case *explain != "":
		return m.explain(ctx, out, *explain)
	case *same > 0:
		return m.same(ctx, out, *same, *seed)
	case *speed:
		return m.speed(ctx, out)
	case *search > 0, *likelihood:
		var source []byte
		if *likelihood {
			source, err = m.likelihood(ctx, progress)
		} else {
			m.keep = true
			var w onpage.Weights
			w, err = m.search(ctx, progress, *search, *seed)
			source = table(w)
		}
		if err != nil {
			return err
		}
		if *write != "" {
			if err := os.WriteFile(*write, source, 0o644); err != nil {
				return fmt.Errorf("writing the table: %w", err)
			}
		}
		_, err = out.Write(source)
		return err
	case *ablate:
		return m.ablate(ctx, out)
	}
	scores, err := m.measure(ctx, onpage.Fitted())
	if err != nil {
		return err
	}
	if *results != "" {
		if err := m.writeResults(*results, scores); err != nil {
			return err
		}
	}
	if err := m.report(out, scores); err != nil || !*untaught {
		return err
	}
	return m.reportUntaught(out, scores)
}
