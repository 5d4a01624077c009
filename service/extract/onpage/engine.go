// Package onpage reads a page for a query: how like the page's names are to a field's, what its
// texts are as values of a field's type, what the page is about and what it says of other things.
package onpage

import (
	"sort"

	"assay/service/content"
	"assay/service/extract/evidence"
	"assay/service/extract/fields"
	"assay/service/extract/records"
	"assay/service/extract/tree"
)

// Page is what a page says whatever is asked for. One goroutine may use it at a time.
type Page struct {
	Index  *evidence.Index
	Tree   *tree.Tree
	Sets   []*records.Set
	Labels []int   // indexes of the label facts, by node
	ByKey  []int32 // by name: how often it occurs

	namedBy bearers           // once asked for
	shown   map[string]string // values of structured data in the page's words; see AsShown
	columns map[sampled][]Column

	stars      []star // the ratings drawn on the page, once known
	starsKnown bool

	cards      []records.Span // boxes about other pages, once known; see InCard
	cardsKnown bool
	lastCard   int // the place in cards that was looked up last

	others      []records.Span // boxes of other things by the lines over them, once known; see AmongOthers
	othersKnown bool

	country      string // the page's, once known; see homeCountry
	countryKnown bool
}

// NewPage returns what a page says, with its sets of records.
func NewPage(x *evidence.Index, sets []*records.Set) *Page {
	p := &Page{Index: x, Tree: x.Tree, Sets: sets, ByKey: make([]int32, x.KeyCount())}
	for i := range x.Names {
		for _, k := range x.KeysOf(i) {
			p.ByKey[k]++
		}
	}
	for i := range x.Facts {
		if x.Facts[i].Kind == evidence.Label {
			p.Labels = append(p.Labels, i)
		}
	}
	sort.SliceStable(p.Labels, func(a, b int) bool { return x.Facts[p.Labels[a]].Node < x.Facts[p.Labels[b]].Node })
	for _, marks := range [...][]evidence.Mark{x.Dates, x.Prices, x.Phones, x.Emails} {
		sort.SliceStable(marks, func(a, b int) bool { return marks[a].Node < marks[b].Node })
	}
	return p
}

// Engine reads a page for one query. The packages that answer the query add to it what they know
// of the page and the query.
type Engine struct {
	*Page
	Weights *Weights

	// Weighed is told what is weighed by its likelihood; nil if nobody asks.
	Weighed func(*fields.Field, *TextReading, string, Signs)

	keptNames int // of how many names, in the order of the page, each field keeps how like they are

	ids      map[string]int32         // of encoded values, in lower case
	readings map[reader]*textReadings // what texts were read as, if that is kept
	reader   reader                   // who asked last
	kept     *textReadings            // what it is answered from

	main      string // the main text, once known
	mainNode  content.ID
	mainKnown bool
}

// New returns what reads a page for the fields of a query. Weights may be nil, for the fitted ones.
func New(p *Page, weights *Weights, asked []*fields.Field) *Engine {
	e := &Engine{Page: p, Weights: weights}
	if weights == nil {
		e.Weights = &fitted
	}
	keepFor(e, asked)
	return e
}
