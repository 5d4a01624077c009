// Package extract answers queries from content. It has no model and invents
// nothing: every value is a piece of the page or a typed reading of one, and the
// engine can say which.
//
// The pipeline: evidence gathers everything that may be an answer (package
// evidence), records finds repeated regions (package records), matching scores
// fields against both, decoding chooses one joint answer for each container, and
// package read turns chosen text into typed values.
package extract

import (
	"context"
	"encoding/json"
	"errors"

	"assay/client"
	"assay/client/query"
	"assay/service/content"
	"assay/service/extract/evidence"
	"assay/service/extract/records"
	"assay/service/extract/tree"
)

// Options says how deep to look.
type Options struct {
	Deep bool // weigh more candidate records, at the cost of time
}

// Result is the answer to a query.
type Result struct {
	Data     json.RawMessage   // shaped by the query, fields in its order
	Evidence []client.Evidence // one for each value that is not null, in the order of the data
}

// Run answers a query from a document. The answer depends on nothing but its
// arguments. The only errors are those of ctx.
func Run(ctx context.Context, doc *content.Document, q *query.Query, opt Options) (*Result, error) {
	if q == nil || q.Root == nil {
		return nil, errors.New("extract: no query")
	}
	t := tree.New(doc)
	x := evidence.Gather(ctx, t)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	e := &engine{ctx: ctx, x: x, t: t, w: &weights, opt: opt}
	e.sets = records.Mine(ctx, x)
	e.prepare()
	root := compileContainer(q.Root)
	answer := e.container(root, e.page(root))
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	w := writer{e: e}
	w.object(answer, "")
	return &Result{Data: w.buf, Evidence: w.evidence}, nil
}

// engine answers one query from one page.
type engine struct {
	ctx    context.Context
	x      *evidence.Index
	t      *tree.Tree
	w      *Weights
	opt    Options
	sets   []*records.Set
	labels []int                // indexes of the label facts, by node
	byKey  map[evidence.Key]int // how often a name occurs
	site   string               // the site's name, from the page's title
}
