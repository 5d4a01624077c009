package extract

import (
	"context"
	"errors"
	"strings"

	"assay/query"
	"assay/service/content"
	"assay/wire"
)

// Asked is a query that may be meant.
type Asked struct {
	Query *query.Query
	Odds  float64 // logarithm of how likely it is meant against the others
}

// byOdds is how much the odds of a query count, against the share of its fields that are
// answered; fitted on prompts.
const byOdds = 1. / 25

// Best answers the one of several queries that a document answers best: of the most fields with
// the most certainty. Of one alone it is Run. It returns which one that is.
func Best(ctx context.Context, doc *content.Document, asked []Asked, opt Options) (best int, result *Result, err error) {
	if len(asked) == 0 {
		return 0, nil, errors.New("extract: no query")
	}
	p, err := Read(ctx, doc, nil)
	if err != nil {
		return 0, nil, err
	}
	if len(asked) == 1 {
		result, err = p.Answer(ctx, asked[0].Query, opt)
		return 0, result, err
	}
	weighed := opt
	weighed.NoEvidence = false
	most := 0.0
	for i, a := range asked {
		r, err := p.Answer(ctx, a.Query, weighed)
		if err != nil {
			return 0, nil, err
		}
		if fit := answered(a.Query.Root, r.Evidence) + byOdds*a.Odds; result == nil || fit > most {
			best, result, most = i, r, fit
		}
	}
	if opt.NoEvidence {
		result.Evidence = nil
	}
	return best, result, nil
}

// answered returns the mean certainty of a query's fields, those of records by the mean of their
// values; one without a value has none.
func answered(c *query.Container, evidence []wire.Evidence) float64 {
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

// fieldPath returns the JSON pointer of a value without the places in lists. A field's name is
// no number.
func fieldPath(pointer string) string {
	var b strings.Builder
	for part := range strings.SplitSeq(strings.TrimPrefix(pointer, "/"), "/") {
		if part == "" || part[0] < '0' || part[0] > '9' {
			b.WriteString("/" + part)
		}
	}
	return b.String()
}
