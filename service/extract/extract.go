// Package extract answers queries from content. It has no language model and invents
// nothing: every value is a piece of the page or a typed reading of one, and the engine
// can say which.
//
// Reading a page gathers everything that may be an answer (package evidence) and finds the
// parts that are built alike (package records). A query's fields (package fields) are
// answered by what the page calls things (packages onpage, find, align and listing, each on
// the one before), and what has no answer then by trained models (package ranking).
package extract

import (
	"context"
	"encoding/json"
	"errors"
	"slices"

	"assay/query"
	"assay/service/content"
	"assay/service/extract/evidence"
	"assay/service/extract/fields"
	"assay/service/extract/find"
	"assay/service/extract/lexicon"
	"assay/service/extract/onpage"
	"assay/service/extract/paper"
	"assay/service/extract/ranking"
	"assay/service/extract/records"
	"assay/service/extract/tree"
	"assay/wire"
)

// Options says how deep to look.
type Options struct {
	Deep       bool            // weigh more candidate records, at the cost of time
	Weights    *onpage.Weights // what to believe of the sources; nil for the fitted table
	NoEvidence bool            // the data alone: the evidence of many values takes more memory than the page
}

// Result is the answer to a query.
type Result struct {
	Data     json.RawMessage // shaped by the query, fields in its order
	Evidence []wire.Evidence // one for each value that is not null, in the order of the data; nil if it is not wanted
}

// Page is a document that has been read: its evidence and records are known, and
// queries can be answered from it, one at a time.
type Page struct{ known ranking.Page }

// Read reads a document, but for the sources in without. The only errors are
// those of ctx.
func Read(ctx context.Context, doc *content.Document, without []evidence.Kind) (*Page, error) {
	p := &Page{}
	if doc.Source == content.PDF || doc.Source == content.Image {
		doc = paper.Localized(doc)
		p.known.Sheet = paper.New(doc)
	}
	index := evidence.Gather(ctx, tree.New(doc))
	if p.known.Sheet != nil {
		find.AddPairs(index, p.known.Sheet)
	}
	for _, kind := range without {
		index.Drop(kind)
	}
	var sets []*records.Set
	if !slices.Contains(without, evidence.Record) {
		sets = records.Mine(ctx, index)
	}
	p.known.Page = onpage.NewPage(index, sets)
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
	e.Rank(answer, e.RankedLeaves(answer, again), labels)
	if p.known.Sheet == nil {
		e.RankLists(answer, again)
	}
	for list := range fields.RecordLists(answer) {
		if p.known.Sheet == nil {
			e.PartMeasured(list)
			e.PartNames(list)
			e.FillMatches(list)
			e.FillStatements(list)
			e.FillOver(list)
			e.FillLeft(list)
		}
		e.FillNumbers(list)
		e.WithoutTotals(list)
	}
	fields.Fill(answer, again)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	w := fields.Writer{Buf: make([]byte, 0, fields.SizeOf(answer))}
	if !opt.NoEvidence {
		w.Doc = p.known.Index.Tree.Document
	}
	w.Object(answer, "")
	return &Result{Data: w.Buf, Evidence: w.Evidence}, nil
}

// answers returns what a page says by the names of a query's fields, and by what they mean of
// those that have no answer: nil if all have one. labels are those of a web page for its fields.
func (p *Page) answers(ctx context.Context, q *query.Query, opt Options) (e *ranking.Engine, named, meant []fields.Answer, labels fields.Pairs) {
	root := fields.CompileFor(q.Root, p.called)
	e, named = p.ask(ctx, root, opt)
	again := fields.Rewording{}
	again.Unanswered(named)
	if len(again) > 0 || len(e.RankedLeaves(named, nil)) > 0 {
		labels = fields.Pair(p.known.Index, named)
	}
	if len(again) == 0 {
		return e, named, nil, labels
	}
	for field, r := range again {
		r.Labels = labels[field]
	}
	again.Understand(root)
	_, meant = p.ask(ctx, again.Container(q.Root), opt)
	return e, named, meant, labels
}

// sameName is how alike two names are at least that say the same.
const sameName = 0.9

// called reports whether the page calls something by a name, and whether a label does.
func (p *Page) called(name lexicon.Phrase) (named, labelled bool) {
	x := p.known.Index
	for k := range evidence.Key(x.KeyCount()) {
		if lexicon.Similarity(name, x.Phrase(k)) < sameName {
			continue
		}
		named = true
		if slices.ContainsFunc(x.Facts, func(f evidence.Fact) bool { return f.Kind == evidence.Label && f.Key == k }) {
			return true, true
		}
	}
	return named, false
}

// ask answers the fields of a query by what the page calls things.
func (p *Page) ask(ctx context.Context, asked []*fields.Field, opt Options) (*ranking.Engine, []fields.Answer) {
	e := ranking.New(ctx, &p.known, asked, opt.Weights, opt.Deep)
	return e, e.Answer(asked)
}
