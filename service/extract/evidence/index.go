// Package evidence gathers from a page everything that may be the answer to a
// field: what its structured data says, what stands beside a label, under a
// heading or in an element with a telling name, and what is a value by its form.
// It does not know what is asked for.
package evidence

import (
	"context"
	"slices"

	"assay/service/content"
	"assay/service/extract/read"
	"assay/service/extract/tree"
)

// Kind says what sort of evidence a value rests on.
type Kind uint8

// The kinds of evidence.
const (
	JSONLD    Kind = iota // a property in JSON-LD
	Microdata             // a property in microdata
	Meta                  // a meta element
	Label                 // text beside its label
	Name                  // an element whose class, id or other attribute names it
	Heading               // a heading, or what follows one
	Typed                 // text that has the form of such a value
	Column                // a cell of a table under its header
	Record                // a part of one of several alike records
	RDFa                  // a property in RDFa
	Format                // a property in a microformat
	State                 // a member of the state a page's scripts start from
	Kinds                 // how many kinds there are
)

var kindNames = [Kinds]string{"json-ld", "microdata", "meta", "label", "name", "heading", "text", "table", "record", "rdfa", "microformat", "state"}

// String returns the kind's name as answers give it.
func (k Kind) String() string { return kindNames[k] }

// GoString returns the name of the kind's constant.
func (k Kind) GoString() string {
	return [Kinds]string{"JSONLD", "Microdata", "Meta", "Label", "Name", "Heading", "Typed", "Column", "Record", "RDFa", "Format", "State"}[k]
}

// Key is a name found on the page: Index.Phrase says what it means.
type Key int32

// NoKey is the Key of what has no name.
const NoKey Key = -1

// Fact is a value, or several, that the page gives under a name.
type Fact struct {
	Kind   Kind
	Key    Key
	Name   string     // of a label: as it is written
	Node   content.ID // the element the value is in
	Values []string
	Thing  *Thing // for structured data, what it is a property of
	Near   bool   // the label stands apart from the value, or is only guessed to be one
	Paging bool   // it is about the pages of a list, wherever it stands
}

// Index is all the evidence of one page.
type Index struct {
	Tree   *tree.Tree
	Locale read.Locale

	names    names
	nameKeys []Key                 // of all Names, one after the other
	ids      map[string]content.ID // by id attribute; nil until asked for
	openers  map[string]content.ID // what opens an element, by its id; nil until asked for

	cardLabels []cardLabel
	labelCount int                 // values paired with a label so far
	stacked    map[content.ID]bool // rows of tables that are labels, or values under them
	blanks     []content.ID        // elements beside a label that hold no value, in order
	boxes      map[string]bool     // the numbers of a form's boxes
	paired     map[content.ID]bool // elements that hold nothing but labels and their values in turn
	under      map[content.ID]bool // whether in an element's children labels stand under their values
	lastOwn    content.ID          // the last element whose own text is a label, or None

	Things   []*Thing // top-level structured data in page order
	Facts    []Fact   // structured data, metas, labels
	Names    []Named  // elements with telling attributes, in document order
	Sections []Section
	Dates    []Mark
	Prices   []Mark
	Phones   []Mark
	Emails   []Mark
	Images   []content.ID
	Links    []content.ID
	Tables   []*Grid
	Controls []Control   // fields and buttons of forms, in document order
	Title    string      // of the title element
	H1       content.ID  // the heading of the page, or None
	Main     content.ID  // the element that holds the main text, or None
	Apart    tree.Region // the regions that are not of the page's own text
	HasMain  bool        // whether the page marks the part that is its own: InMain
}

// cardLabel is a label that metas give to another meta's value.
type cardLabel struct{ data, label string }

// Named is an element to which its attributes give names: Index.KeysOf.
type Named struct {
	Node content.ID
	from uint32 // where its names begin in Index.nameKeys
}

// KeysOf returns the names of the element at a place in Names.
func (x *Index) KeysOf(at int) []Key {
	from, to := int(x.Names[at].from), len(x.nameKeys)
	if at+1 < len(x.Names) {
		to = int(x.Names[at+1].from)
	}
	return x.nameKeys[from:to:to]
}

// Section is a heading and what it is the heading of.
type Section struct {
	Heading content.ID
	Key     Key
	Level   uint8
	End     content.ID // first node after it: the next heading of its level or above
	Next    content.ID // first node after the text right under it: the next heading of any level
}

// Mark is a piece of a line that has the form of a value.
type Mark struct {
	Node     content.ID
	From, To int32 // in the visible text; 0, 0 for the value of an attribute
	Text     string
}

// Gather reads a page. It stops early, with what it has, when ctx ends.
func Gather(ctx context.Context, t *tree.Tree) *Index {
	x := &Index{
		Tree: t, Locale: localeOf(t),
		H1: content.None, Main: content.None, lastOwn: content.None, boxes: boxesOf(t),
	}
	for _, step := range [...]func(){
		x.jsonPage, x.jsonLD, x.microdata, x.microformats, x.elements, x.repeated, x.state, x.thingFacts, x.sections, x.tables, x.labels, x.lines, x.controls, x.pagination, x.findMain,
	} {
		if ctx.Err() != nil {
			return x
		}
		step()
	}
	x.Locale.Near = x.lastDay()
	return x
}

// Drop forgets the evidence of one kind, so that what it is worth can be measured.
func (x *Index) Drop(kind Kind) {
	switch kind {
	case Name:
		x.Names = nil
	case Heading:
		x.Sections, x.H1 = nil, content.None
	case Typed:
		x.Dates, x.Prices, x.Phones, x.Emails, x.Main = nil, nil, nil, nil, content.None
	case Column:
		x.Tables = nil
	case Label:
		x.Controls = nil
	}
	x.Facts = slices.DeleteFunc(x.Facts, func(f Fact) bool { return f.Kind == kind })
	x.Things = slices.DeleteFunc(x.Things, func(t *Thing) bool { return t.Kind == kind })
}
