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

// The weights of a reading's odds and of each field that has an answer, beside the mean certainty of
// its fields, which were fitted on prompts.
const (
	byOdds     = 1. / 25
	byAnswered = 0.1
	ofOne      = 0.5 // how much a list of plain values that has one counts
)

// Best answers the reading that a document answers best: the most fields with the most certainty.
// The likeliest reading comes first. Best returns the query that it answered.
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
		answer, err := p.Answer(ctx, r.Query, weighed)
		if err != nil {
			return nil, nil, err
		}
		certain, answered := certainty(r.Query, answer.Evidence)
		if fit := certain + byAnswered*float64(answered) + byOdds*r.Odds; best == nil || fit > most {
			best, result, most = r.Query, answer, fit
		}
	}
	if opt.NoEvidence {
		result.Evidence = nil
	}
	return best, result, nil
}

// certainty returns the mean score of a query's fields, 0 to 1, and how many have an answer. The score
// of a field of records is the mean of its values; a field without a value has none.
func certainty(q *query.Query, evidence []wire.Evidence) (mean float64, answered int) {
	sums, counts := map[string]float64{}, map[string]float64{}
	for _, e := range evidence {
		path := fieldPath(e.Pointer)
		sums[path] += e.Score
		counts[path]++
	}
	fields := 0
	q.Walk(func(f *query.Field, parents []*query.Field) {
		if !f.IsLeaf() {
			return
		}
		fields++
		path := ""
		for _, p := range parents {
			path += "/" + p.Name
		}
		path += "/" + f.Name
		n := counts[path]
		if n == 0 {
			return
		}
		answered++
		sure := sums[path] / n
		if n == 1 && f.List {
			sure *= ofOne
		}
		mean += sure
	})
	return mean / float64(max(fields, 1)), answered
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
