// Package listing answers a query by what the page calls things: containers, and lists from
// sets of records, tables, sections, series of links and structured data.
package listing

import (
	"context"

	"assay/service/content"
	"assay/service/extract/align"
	"assay/service/extract/fields"
)

// Engine answers a query by what the page calls things.
type Engine struct {
	*align.Engine
	Context context.Context
	deep    bool // weigh more candidate records, at the cost of time
	held    map[inRecord]fields.Answer
}

// inRecord is a list or container that is asked of a record: of several levels of them each is asked
// once, however many sets the record is of.
type inRecord struct {
	field    *fields.Field
	from, to content.ID
}

// New returns what answers a query by the page's own names.
func New(ctx context.Context, e *align.Engine, deep bool) *Engine {
	return &Engine{Engine: e, Context: ctx, deep: deep, held: map[inRecord]fields.Answer{}}
}

// Answer answers the fields of a query by the page's own names for things.
func (e *Engine) Answer(asked []*fields.Field) []fields.Answer {
	return container(e, asked, e.Whole(asked))
}
