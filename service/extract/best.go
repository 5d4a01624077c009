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

// byOdds is how much the odds of a reading count against the certainty of its answers. It was
// fitted on prompts.
const byOdds = 1. / 25

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
		if best != nil && 1+byOdds*r.Odds <= most { // not even if it is certain
			break
		}
		answer, err := p.Answer(ctx, r.Query, weighed)
		if err != nil {
			return nil, nil, err
		}
		if fit := certainty(r.Query.Root, answer.Evidence) + byOdds*r.Odds; best == nil || fit > most {
			best, result, most = r.Query, answer, fit
		}
	}
	if opt.NoEvidence {
		result.Evidence = nil
	}
	return best, result, nil
}

// certainty returns the mean score of a query's fields, 0 to 1. That of a field of records is the
// mean of its values; a field without a value has none.
func certainty(c *query.Container, evidence []wire.Evidence) float64 {
	sums, counts := map[string]float64{}, map[string]float64{}
	for _, e := range evidence {
		path := fieldPath(e.Pointer)
		sums[path] += e.Score
		counts[path]++
	}
	total, fields := 0.0, 0
	var visit func(c *query.Container, path string)
	visit = func(c *query.Container, path string) {
		for _, f := range c.Fields {
			at := path + "/" + f.Name
			if f.Container != nil {
				visit(f.Container, at)
				continue
			}
			fields++
			if n := counts[at]; n > 0 {
				total += sums[at] / n
			}
		}
	}
	visit(c, "")
	return total / float64(max(fields, 1))
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
