package extract

import (
	"context"
	"errors"
	"strings"

	"assay/query"
	"assay/service/content"
	"assay/service/extract/prompt"
	"assay/wire"
)

// How much the odds of a reading count, and each field that has an answer, beside the certainty of the
// answers. They were fitted on prompts.
const (
	byOdds     = 1. / 25
	byAnswered = 0.1
)

// Best answers the reading that a document answers best: the most fields with the most certainty.
// The likeliest comes first. It returns the query that was answered.
func Best(ctx context.Context, doc *content.Document, readings []prompt.Reading, opt Options) (*query.Query, *Result, error) {
	if len(readings) == 0 {
		return nil, nil, errors.New("extract: no query")
	}
	p, err := Read(ctx, doc, nil)
	if err != nil {
		return nil, nil, err
	}
	if len(readings) == 1 {
		result, err := p.Answer(ctx, readings[0].Query, opt)
		return readings[0].Query, result, err
	}
	weighed := opt
	weighed.NoEvidence = false
	var best *query.Query
	var result *Result
	most := 0.0
	for _, r := range readings {
		if best != nil && 1+byAnswered*float64(leaves(r.Query.Root))+byOdds*r.Odds <= most { // not even if all is certain
			continue
		}
		answer, err := p.Answer(ctx, r.Query, weighed)
		if err != nil {
			return nil, nil, err
		}
		certain, answered := certainty(r.Query.Root, answer.Evidence)
		if fit := certain + byAnswered*float64(answered) + byOdds*r.Odds; best == nil || fit > most {
			best, result, most = r.Query, answer, fit
		}
	}
	if opt.NoEvidence {
		result.Evidence = nil
	}
	return best, result, nil
}

// leaves returns how many fields have values of their own.
func leaves(c *query.Container) int {
	n := 0
	for _, f := range c.Fields {
		if f.IsLeaf() {
			n++
		} else {
			n += leaves(f.Container)
		}
	}
	return n
}

// certainty returns the mean score of a query's fields, 0 to 1, and how many have an answer. The score
// of a field of records is the mean of its values; a field without a value has none.
func certainty(c *query.Container, evidence []wire.Evidence) (mean float64, answered int) {
	sums, counts := map[string]float64{}, map[string]float64{}
	for _, e := range evidence {
		path := fieldPath(e.Pointer)
		sums[path] += e.Score
		counts[path]++
	}
	var visit func(c *query.Container, path string)
	visit = func(c *query.Container, path string) {
		for _, f := range c.Fields {
			at := path + "/" + f.Name
			if !f.IsLeaf() {
				visit(f.Container, at)
			} else if n := counts[at]; n > 0 {
				mean += sums[at] / n
				answered++
			}
		}
	}
	visit(c, "")
	return mean / float64(max(leaves(c), 1)), answered
}

// fieldPath returns the JSON pointer of a value without the indexes of lists. No field's name
// begins with a digit.
func fieldPath(pointer string) string {
	var b strings.Builder
	for part := range strings.SplitSeq(strings.TrimPrefix(pointer, "/"), "/") {
		if part == "" || part[0] < '0' || part[0] > '9' {
			b.WriteString("/" + part)
		}
	}
	return b.String()
}
