// Package listing answers a query by what the page calls things: containers, and lists from
// sets of records, tables, sections, series of links and structured data.
package listing

import (
	"context"

	"assay/service/extract/align"
	"assay/service/extract/fields"
)

// Engine answers a query by what the page calls things.
type Engine struct {
	*align.Engine
	Context context.Context
	deep    bool // weigh more candidate records, at the cost of time
}

// New returns what answers a query by the page's own names.
func New(ctx context.Context, e *align.Engine, deep bool) *Engine {
	return &Engine{Engine: e, Context: ctx, deep: deep}
}

// Answer answers the fields of a query by the page's own names for things.
func (e *Engine) Answer(asked []*fields.Field) []fields.Answer {
	return container(e, asked, e.Whole(asked))
}
