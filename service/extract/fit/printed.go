package main

import (
	"fmt"
	"os"

	"assay/query"
	"assay/service/extract/fit/made"
	"assay/service/extract/words"
)

// Documents are made to train on, as there are few whose answers are known.
const (
	madeSet    = "made"
	madeAsked  = 1200
	madeWeight = 0.3
)

// printedCases makes documents and what is asked of them.
func printedCases(n int) ([]*testCase, error) {
	all, err := words.ReadParaphrases(os.DirFS(paraphrases))
	if err != nil {
		return nil, err
	}
	maker, err := made.NewMaker(all)
	if err != nil {
		return nil, err
	}
	var out []*testCase
	for i, d := range maker.Documents(n, 1) {
		c := &testCase{ID: fmt.Sprintf("made-%d", i), Set: madeSet, Query: d.Query, Expected: d.Expected, Compare: d.Compare, printed: d.Document}
		if c.query, err = query.Parse(d.Query); err != nil {
			return nil, fmt.Errorf("%s: %w", c.ID, err)
		}
		out = append(out, c)
	}
	return out, nil
}
