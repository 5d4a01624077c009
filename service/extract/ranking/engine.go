// Package ranking answers what has no answer by its name. It lays what a page offers beside the
// open fields, values as well as lists with their columns, and the trained models of package
// rank say what is likely right.
package ranking

import (
	"context"

	"assay/service/extract/align"
	"assay/service/extract/fields"
	"assay/service/extract/find"
	"assay/service/extract/listing"
	"assay/service/extract/onpage"
	"assay/service/extract/paper"
)

// Engine answers by trained models what has no answer by its name.
type Engine struct {
	*listing.Engine
	page *Page
}

// Page is what is known of a page whatever is asked for. One goroutine may use it at a time.
type Page struct {
	*onpage.Page
	Sheet *paper.Sheet // of a document; nil for a web page

	offered *offered // once asked for
	lists   *lists   // the same
}

// Afresh returns the page without what was worked out for its queries.
func (p *Page) Afresh() *Page {
	return &Page{Page: onpage.NewPage(p.Index, p.Sets), Sheet: p.Sheet}
}

// New returns what answers the fields of a query from a page. Weights may be nil, for the fitted
// ones; deep weighs more candidate records, at the cost of time.
func New(ctx context.Context, p *Page, asked []*fields.Field, weights *onpage.Weights, deep bool) *Engine {
	reader := onpage.New(p.Page, weights, asked)
	return &Engine{listing.New(ctx, align.New(find.New(reader, p.Sheet, asked)), deep), p}
}

// bare returns the engine without what it has worked out for its query.
func bare(e *Engine) *Engine {
	page := &onpage.Engine{Page: &onpage.Page{Index: e.Index, Tree: e.Tree, Sets: e.Sets}}
	return &Engine{Engine: &listing.Engine{Engine: &align.Engine{Engine: &find.Engine{Engine: page}}}}
}
