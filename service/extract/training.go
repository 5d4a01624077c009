package extract

import (
	"context"
	"encoding/json"

	"assay/query"
	"assay/service/extract/fields"
	"assay/service/extract/onpage"
	"assay/service/extract/rank"
	"assay/service/extract/ranking"
)

// Ranked returns what may answer the fields of a query that ask for one value: what the models of
// values are trained on.
func (p *Page) Ranked(ctx context.Context, q *query.Query) *ranking.Rankings {
	e, answered, again, labels := p.answers(ctx, q, Options{})
	return e.Ranked(answered, again, labels)
}

// RankedColumns returns the columns that may answer the lists of a query: what the models of columns
// are trained on.
func (p *Page) RankedColumns(ctx context.Context, q *query.Query) []ranking.ListOffers {
	e, answered, again, _ := p.answers(ctx, q, Options{})
	return e.RankedColumns(answered, again)
}

// RankedLists returns what may answer the lists of a query, with the columns that models give it:
// what the model of sets is trained on.
func (p *Page) RankedLists(ctx context.Context, q *query.Query, columns *rank.Stages) []ranking.ListOffers {
	e, answered, again, _ := p.answers(ctx, q, Options{})
	return e.RankedLists(answered, again, columns)
}

// Candidates returns what may answer the fields of a query about a document by their likelihood.
// The only errors are those of ctx.
func (p *Page) Candidates(ctx context.Context, q *query.Query) ([]onpage.Candidate, error) {
	var out []onpage.Candidate
	root := fields.CompileFor(q.Root, p.called)
	e := ranking.New(ctx, &p.known, root, nil, false)
	e.Weighed = func(w *fields.Field, r *onpage.TextReading, label string, s onpage.Signs) {
		if r.IsValue() {
			out = append(out, onpage.Candidate{Field: w.Query, JSON: json.RawMessage(r.Encoded), Label: label, Signs: s, Odds: s.Odds()})
		}
	}
	e.Answer(root)
	return out, ctx.Err()
}

// Afresh returns the page without what was worked out for its queries: that takes much memory, and
// training keeps many pages.
func (p *Page) Afresh() *Page { return &Page{*p.known.Afresh()} }
