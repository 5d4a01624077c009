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
	"slices"

	"assay/query"
	"assay/service/content"
	"assay/service/extract/evidence"
	"assay/service/extract/paper"
	"assay/service/extract/records"
	"assay/service/extract/tree"
	"assay/service/extract/words"
	"assay/wire"
)

// Options says how deep to look.
type Options struct {
	Deep       bool     // weigh more candidate records, at the cost of time
	Weights    *Weights // what to believe of the sources; nil for the fitted table
	NoEvidence bool     // the data alone: the evidence of many values takes more memory than the page
}

// Result is the answer to a query.
type Result struct {
	Data     json.RawMessage // shaped by the query, fields in its order
	Evidence []wire.Evidence // one for each value that is not null, in the order of the data; nil if it is not wanted
}

// Page is a document that has been read: its evidence and records are known, and
// queries can be answered from it, one at a time.
type Page struct {
	x     *evidence.Index
	sets  []*records.Set
	sheet *paper.Sheet // of a document; nil for a web page
}

// Read reads a document, but for the sources in without. The only errors are
// those of ctx.
func Read(ctx context.Context, doc *content.Document, without []evidence.Kind) (*Page, error) {
	p := &Page{}
	if doc.Source == content.PDF || doc.Source == content.Image {
		doc = paper.Localized(doc)
		p.sheet = paper.New(doc)
	}
	p.x = evidence.Gather(ctx, tree.New(doc))
	if p.sheet != nil {
		addPairs(p.x, p.sheet)
	}
	for _, kind := range without {
		p.x.Drop(kind)
	}
	if !slices.Contains(without, evidence.Record) {
		p.sets = records.Mine(ctx, p.x)
	}
	return p, ctx.Err()
}

// Run answers a query from a document. The answer depends on nothing but its
// arguments. The only errors are those of ctx.
func Run(ctx context.Context, doc *content.Document, q *query.Query, opt Options) (*Result, error) {
	p, err := Read(ctx, doc, nil)
	if err != nil {
		return nil, err
	}
	return p.Answer(ctx, q, opt)
}

// Answer answers a query from a page. The answer depends on nothing but the page
// and the arguments. The only errors are those of ctx.
func (p *Page) Answer(ctx context.Context, q *query.Query, opt Options) (*Result, error) {
	if q == nil || q.Root == nil {
		return nil, errors.New("extract: no query")
	}
	e, answer, again, labels := p.answers(ctx, q, opt)
	e.rank(answer, e.rankedLeaves(nil, answer, again, ""), labels)
	if p.sheet == nil {
		e.rankLists(answer, again)
	}
	fill(answer, again)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	w := writer{buf: make([]byte, 0, sizeOf(answer))}
	if !opt.NoEvidence {
		w.doc = p.x.Tree.Document
	}
	w.object(answer, "")
	return &Result{Data: w.buf, Evidence: w.evidence}, nil
}

// answers returns what a page says by the names of a query's fields, and by what they mean of
// those that have no answer: nil if all have one. labels are those of a web page for its fields.
func (p *Page) answers(ctx context.Context, q *query.Query, opt Options) (e *engine, named, meant []answer, labels pairs) {
	root := compileContainer(q.Root)
	e, named = p.ask(ctx, root, opt)
	again := rewording{}
	again.unanswered(named)
	if len(again) > 0 || len(e.rankedLeaves(nil, named, nil, "")) > 0 {
		labels = pair(p.x, named)
	}
	if len(again) == 0 {
		return e, named, nil, labels
	}
	for field, r := range again {
		r.labels = labels[field]
	}
	again.understand(root)
	_, meant = p.ask(ctx, again.container(q.Root), opt)
	return e, named, meant, labels
}

// ask answers what is wanted of a page.
func (p *Page) ask(ctx context.Context, root []*want, opt Options) (*engine, []answer) {
	e := p.engine(ctx, root, opt)
	return e, e.answer(root)
}

// engine returns what answers a query from a page.
func (p *Page) engine(ctx context.Context, root []*want, opt Options) *engine {
	e := &engine{ctx: ctx, x: p.x, t: p.x.Tree, w: &weights, opt: opt, sets: p.sets, sheet: p.sheet}
	if opt.Weights != nil {
		e.w = opt.Weights
	}
	e.prepare()
	e.keepFor(root)
	if e.sheet != nil {
		e.fieldRoles = newFieldRoles()
		e.findRoles(root, "", false)
	}
	return e
}

func (e *engine) answer(root []*want) []answer { return e.container(root, e.page(root)) }

// engine answers one query from one page.
type engine struct {
	ctx    context.Context
	x      *evidence.Index
	t      *tree.Tree
	w      *Weights
	opt    Options
	sets   []*records.Set
	labels []int        // indexes of the label facts, by node
	byKey  []int32      // by name: how often it occurs
	sheet  *paper.Sheet // nil for a web page

	keptNames int // of how many names, in the order of the page, each field keeps how like they are

	namedBy  bearers                  // once asked for
	ids      map[string]int32         // of encoded values, in lower case
	readings map[reader]*textReadings // what texts were read as, if that is kept
	reader   reader                   // who asked last
	kept     *textReadings            // what it is answered from
	found    []value                  // where finders put what they find, one after the other
	places   []place                  // by identity of a value: where in found it is

	fieldRoles                                          // of a query of a document
	asked      []*want                                  // the fields that are no part of records, on a document
	matches    map[*want][]match                        // what may answer them, once asked for
	weighed    func(*want, *textReading, string, Signs) // is told what is weighed by its likelihood; nil if nobody asks
	heads      map[string]*words.Name                   // names of columns, once compared
	tables     []ledger                                 // of a document, once asked for
	site       string                                   // the site's name, from the page's title

	shown map[string]string // values of structured data in the page's words; see asShown

	main      string // the main text, once known
	mainNode  content.ID
	mainKnown bool

	stars      []star // the ratings drawn on the page, once known
	starsKnown bool

	cards      []records.Span // boxes about other pages, once known; see inCard
	cardsKnown bool
	lastCard   int // the place in cards that was looked up last

	others      []records.Span // boxes of other things by the lines over them, once known; see amongOthers
	othersKnown bool

	saidAll   []sentence // the sentences that may tell a value, once known
	saidKnown bool

	country      string // the page's, once known; see homeCountry
	countryKnown bool
}
