// Package fields compiles a query: what each field asks for (its concept, type, filter and
// place among the others), what its name means if the page has no such name, and the answers.
package fields

import (
	"math"
	"slices"
	"strings"
	"time"

	"assay/query"
	"assay/service/extract/evidence"
	"assay/service/extract/filter"
	"assay/service/extract/lexicon"
	"assay/service/extract/paper"
	"assay/service/extract/read"
	"assay/service/extract/tree"
	"assay/service/extract/words"
)

// Field is a field made ready for matching.
type Field struct {
	Query    *query.Field
	Name     lexicon.Phrase
	Hint     lexicon.Phrase // the words of the description; nil if they tell nothing
	Concept  lexicon.Concept
	Shape    lexicon.Shape
	Type     query.Type
	Unit     time.Duration            // of a duration given as a number
	Measure  string                   // unit that the name says an amount is in, or ""
	Excludes []string                 // words of the name that have an opposite
	Filter   filter.Filter            // what the description limits it to
	Control  *Control                 // if it is a control of a form that is asked for
	Bound    int                      // of a range: below 0 its lower end, above 0 its upper
	Own      bool                     // in a list: whether it is called what the records are
	Other    bool                     // in a list: whether it is an address of something else than the records
	Paging   bool                     // whether it is about the pages of a list
	OfOther  bool                     // a name that is not the page's, or a date that is not the record's: of an author, seller, venue
	Beside   bool                     // in a list: whether the name of the record is asked for, too
	Special  bool                     // in a list: a word of its name tells it from others of its concept
	Hidden   bool                     // in a list: read for its filter alone, and not answered
	Known    bool                     // the lexicon knows its whole name
	Subject  bool                     // it asks for the name of what the page is about by what it is
	Sims     []uint16                 // by the first Keys, in SimUnits and one more; 0 where not yet known
	Asked    *words.Name              // its name and description, as a person asks
	Labels   map[evidence.Key]float64 // how likely labels of the page answer, of those paired with what is asked for
	Meaning  *words.Name              // the same, on a document
	Form     paper.Form               // of what it likely means there
	Children []*Field                 // of a container or a list of containers
	flat     *Field                   // of a list of containers: see flattened; nil until asked for
}

// CompileContainer compiles the fields of a container.
func CompileContainer(c *query.Container) []*Field { return Rewording(nil).Container(c) }

// CompileFor compiles the fields of a container for a page. A name that the lexicon does not know,
// or that the query describes, is read as the concept that it likely means beside the other names:
// people(who wrote this) are authors, not servings. An undescribed name that the page has stays.
func CompileFor(c *query.Container, called Called) []*Field {
	root := CompileContainer(c)
	re := Rewording{}
	re.addUncertain(root, called)
	thing := thingOf(root, called)
	if thing >= 0 {
		delete(re, c.Fields[thing])
	}
	if len(re) > 0 {
		re.Understand(root)
		root = re.Container(c)
	}
	if thing >= 0 {
		root[thing].nameThing()
	}
	return root
}

// Called says whether a page calls something by a name, and whether a label of it does.
type Called func(lexicon.Phrase) (named, labelled bool)

// Compile compiles one field.
func Compile(f *query.Field) *Field { return Rewording(nil).field(f) }

// Container compiles the fields of a container: those that are asked in other words, in these.
func (re Rewording) Container(c *query.Container) []*Field {
	out := make([]*Field, len(c.Fields))
	for i, f := range c.Fields {
		out[i] = re.field(f)
	}
	markSubject(out)
	return out
}

func (re Rewording) field(f *query.Field) *Field {
	hint := f.Hint()
	w := &Field{Query: f, Type: hint.Type, Control: controlOf(f.Name)}
	if r := re[f]; r != nil {
		w.Asked, w.Labels = r.name, r.Labels
	}
	name := spelledOut(lexicon.Words(wholeName(f.Name, hint.Type)))
	w.Filter, hint.Words = filter.Parse(hint.Words, f.Name, f.List || f.Container != nil)
	w.Name = lexicon.CompileWords(w.Filter.FromName(f, name))
	if len(w.Name) == 0 { // a name of stop words alone still names the field
		w.Name = lexicon.Phrase{{Word: f.Name, Want: 1, Have: 1}}
	}
	if f.IsLeaf() && (hint.Type == query.Integer || hint.Type == query.Number) {
		w.Name = counted(name, w.Name)
	}
	w.Known = len(w.Name) == 1 && w.Name[0].Concept != 0 && !w.Name.Vague()
	if r := re[f]; r != nil {
		if c := r.meaning.Concept; c != 0 && r.meaning.Sure >= w.leastSure(c, r.name == nil, hint.Words != "") {
			w.Known = w.Known && c == w.Name.Concept()
			w.Name = lexicon.Phrase{lexicon.Term{Word: c.String(), Concept: c, Want: 1, Have: 1}}
		}
	}
	if w.Asked == nil && f.List && !w.Known { // which of several lists is meant is in its heading
		w.Asked = words.Default().New(f.Name, hint.Words)
	}
	w.Concept = w.Name.Concept()
	if hint.Words != "" {
		if p := lexicon.Compile(hint.Words); len(p) > 0 {
			w.Hint = p
			if c := p.Concept(); c != 0 && !f.List && (w.Concept == 0 || w.Name.Vague() || w.isFormedBy(c)) {
				w.Concept = c
			}
		}
		w.Unit = read.UnitOf(hint.Words)
	}
	w.Paging = asksForPages(w.Concept, f.Name)
	w.Bound = EndOfRange(f.Name)
	if w.Unit == 0 {
		w.Unit = read.UnitOf(f.Name)
	}
	w.Measure, w.Excludes = read.MeasureNamed(lexicon.Words(f.Name)), lexicon.WithOpposite(lexicon.Words(f.Name))
	w.Shape = ShapeFor(w.Type, w.Concept)
	if w.Type == 0 && (w.Shape == lexicon.Person || w.Shape == lexicon.Org) && w.endsInWord() {
		w.Shape = lexicon.Text // the customer_service is nobody
	}
	if w.Type == 0 && f.List && f.Container == nil && (w.Shape == lexicon.Integer || w.Shape == lexicon.Number) {
		w.Shape = lexicon.AnyShape // rooms[] are no numbers of rooms
	}
	if w.Type == 0 && IsQuantity(w.Shape) && w.EndsInName() {
		w.Shape = lexicon.Text // a part_name is no number of parts
	}
	if (w.Shape == lexicon.Clock || w.Shape == lexicon.Date) && w.isEnd() {
		w.Bound = 1
	}
	if f.Container != nil {
		w.Filter.Place |= placeNamed(f.Name)
		w.Children = re.Container(f.Container)
		for _, c := range w.Children {
			if c.Asked == nil && f.List && !c.Known {
				c.Asked = words.Default().New(c.Query.Name, c.Query.Hint().Words)
			}
		}
		w.addHidden()
		w.placeChildren()
		w.nameChildren()
		w.partChildren()
	}
	return w
}

// leastSure returns how likely a name must mean a concept to be read as it. isFirst: the page has not
// been asked for the name yet. described: the query says what the name means.
func (w *Field) leastSure(meant lexicon.Concept, isFirst, described bool) float64 {
	c := w.Name.Concept()
	switch {
	case isFirst && c == meant, isFirst && !described && (w.Known || w.isKindOf(meant)):
		return never
	case c == meant:
		return withoutRest
	case isFirst && !described && len(w.Name) == 1 && w.Name.Unknown() && w.Query.IsLeaf():
		return oneWord
	case isFirst && described, w.Name.Unknown():
		return notKnown
	}
	return partlyKnown
}

// isKindOf reports whether a name says more than a concept does: prep_mins are not the total time, a
// premises_number is not an address, and nav_links are not breadcrumbs.
func (w *Field) isKindOf(c lexicon.Concept) bool {
	switch shape := w.Name.Concept().Shape(); shape {
	case lexicon.AnyShape, lexicon.Text:
		return false
	case lexicon.Identifier:
		return c.Shape() == lexicon.Address
	case lexicon.URL:
		return w.Query.List
	default:
		return c.Shape() == shape
	}
}

// isFormedBy reports whether a description is nothing but a concept which gives a form
// to what the name alone means in plain words: a location(street address).
func (w *Field) isFormedBy(c lexicon.Concept) bool {
	return w.Hint.Is(c.String()) && w.Concept.Shape() == lexicon.Text && c.Shape() != lexicon.Text && lexicon.Similarity(w.Name, w.Hint) > 0
}

// counted returns what a name means where a number is asked for: reviews(integer) are
// how many there are, if the lexicon knows such a count.
func counted(name []string, p lexicon.Phrase) lexicon.Phrase {
	if IsQuantity(p.Concept().Shape()) {
		return p
	}
	if count := lexicon.CompileWords(append(slices.Clone(name), "count")); len(count) == 1 && count[0].Concept != 0 && IsQuantity(count[0].Concept.Shape()) {
		return count
	}
	return p
}

// partChildren marks the names of what pages are seldom about: the name of the agent
// is not the title of the house's page.
func (w *Field) partChildren() {
	switch c := w.Concept.String(); {
	case w.Query.List:
		return
	case c == "seller", c == "publisher", c == "organizer", c == "venue", c == "brand", c == "contact":
	case w.Concept != 0 && w.Concept.Shape() == lexicon.Person && c != "player" && c != "actor":
	default:
		return
	}
	for _, child := range w.Children {
		child.OfOther = child.Concept.String() == "name" || child.Concept.String() == "title"
	}
}

// nameChildren settles what fields of records mean by what they are fields of: the
// option of options[] is its name, the position in a table of numbers its rank.
func (w *Field) nameChildren() {
	prices := 0
	for _, c := range w.Children {
		if c.Shape == lexicon.Price {
			prices++
		}
	}
	for _, c := range w.Children {
		if !c.Query.IsLeaf() || c.Query.List {
			continue
		}
		if !w.Query.List && c.Type == 0 && c.IsOnly("name") && w.isSomebody() {
			c.become(w.Concept.String())
			c.Subject = isOftenSubject(w.Concept)
			continue
		}
		if w.Concept.String() == "image" && w.IsOnly("image") && (c.Shape == lexicon.URL || strings.EqualFold(c.Query.Name, "src")) {
			c.become("image")
			continue
		}
		if w.Concept.String() == "hours" && c.Type == 0 && c.Name.Is("date") {
			c.become("weekday")
		}
		if c.Type == 0 && slices.ContainsFunc(w.Children, func(o *Field) bool { return o != c && o.IsOnly("weekday", "date") }) {
			switch strings.ToLower(c.Query.Name) {
			case "open", "opens", "opens_at", "opening", "opening_time", "from":
				c.become("time")
			case "close", "closes", "closes_at", "closing", "closing_time", "to", "until":
				c.become("endtime")
				c.Bound = 1
			}
		}
		c.Other = w.Query.List && c.Shape == lexicon.URL && c.leadsElsewhere(w.Name)
		c.Special = c.HasOwnWord(w.Name) && (c.Shape != lexicon.Price || prices > 1)
		c.Beside = slices.ContainsFunc(w.Children, (*Field).IsNaming)
		switch {
		case w.Query.List && (c.Type == query.Integer || c.Type == query.Number) && c.Concept.String() == "jobtitle":
			c.become("rank")
		case c.Type == 0 && c.IsNaming() && strings.HasPrefix(strings.ToLower(c.Query.Name), "job") && slices.ContainsFunc(w.Children, func(o *Field) bool { return o != c && o.IsNaming() }):
			c.become("occupation") // of somebody, who has a name; that of a vacancy is what it is called
		case w.Query.List && c.Type == 0 && (c.Concept == 0 || c.Shape == lexicon.Text) && len(c.Name) == 1 && len(w.Name) > 0 && c.Name[0].Word == w.Name[len(w.Name)-1].Word:
			c.Own = true
		case w.Query.List && c.Type == 0 && c.namesLink(w.Children):
			c.become("title")
		case w.Query.List && c.Type == 0 && w.Filter.Place&(tree.InNav|tree.InFooter|tree.InHeader|tree.InAside) != 0 && (c.Concept.String() == "content" || c.Query.Name == "label"):
			c.become("title") // of a link
		}
	}
}

// namesLink reports whether a field asks for what is written on a link: the text or
// label of records that else have an address alone.
func (w *Field) namesLink(fields []*Field) bool {
	switch strings.ToLower(w.Query.Name) {
	case "text", "label", "anchor", "anchor_text", "link_text", "caption":
	default:
		return false
	}
	return len(fields) == 2 && slices.ContainsFunc(fields, func(f *Field) bool { return f.Shape == lexicon.URL && f.Query.IsLeaf() })
}

// isSomebody reports whether a container is a person, a firm or whom to ask.
func (w *Field) isSomebody() bool {
	return w.Concept.Shape() == lexicon.Org || w.Concept.Shape() == lexicon.Person || w.Concept.String() == "contact"
}

// leadsElsewhere reports whether an address is that of something which the records of
// a list have beside their own: a trailer, a PDF, a calendar.
func (w *Field) leadsElsewhere(records lexicon.Phrase) bool {
	for i := range w.Name {
		term := &w.Name[i]
		switch term.Concept.String() {
		case "video", "applyurl", "downloadurl":
			return true
		}
		switch term.Word {
		case "pdf", "ticket", "booking", "calendar", "map", "transcript", "doi", "lyric", "demo", "github", "rss", "feed":
			return !slices.ContainsFunc(records, func(r lexicon.Term) bool { return r.Word == term.Word })
		}
	}
	return false
}

// HasOwnWord reports whether a name has a word that neither the lexicon nor the list's
// name knows: baggage_fee, but not flight_number in flights[].
func (w *Field) HasOwnWord(list lexicon.Phrase) bool {
	for _, t := range w.Name {
		if t.Concept == 0 && t.Want >= 0.5 && EndOfRange(t.Word) == 0 && !slices.ContainsFunc(list, func(l lexicon.Term) bool { return l.Word == t.Word }) {
			return true
		}
	}
	return false
}

// IsNaming reports whether a field asks for what a record is called.
func (w *Field) IsNaming() bool {
	concept := w.Concept.String()
	return w.Query.IsLeaf() && !w.Query.List && (concept == "title" || concept == "name") && w.IsOnly("title", "name")
}

// become makes a field mean a concept.
func (w *Field) become(concept string) {
	w.Name = lexicon.Compile(concept)
	w.Concept = w.Name.Concept()
	w.Shape = ShapeFor(w.Type, w.Concept)
}

// wholeName returns the name that a field's stands for when it is all there is of
// it: words too short or too common to mean that among others.
func wholeName(name string, typ query.Type) string {
	switch strings.ToLower(name) {
	case "q":
		return "question"
	case "a":
		return "answer"
	case "next", "nextpage", "next_link", "next_url":
		return "next_page"
	case "nutrition_facts", "nutrition_info", "nutrition_information", "nutritional_info", "nutritional_information", "nutritional_facts", "nutritional_values", "nutrition_values":
		return "nutrition"
	case "who":
		return "author"
	case "what":
		return "title"
	case "prev", "previous", "prevpage", "prev_link", "prev_url", "previous_link":
		return "previous_page"
	case "last_page", "lastpage":
		if typ == query.Integer || typ == query.Number {
			return "total_pages"
		}
	}
	return name
}

// spelledOut replaces the words that the lexicon does not know by those that they are cut
// short for.
func spelledOut(name []string) []string {
	for i, w := range name {
		if whole := words.Whole(w); whole != "" && lexicon.CompileWords(name[i:i+1]).Unknown() {
			if full := lexicon.Words(whole); len(full) == 1 {
				name[i] = full[0]
			}
		}
	}
	return name
}

// placeNamed returns the place that a container is named after, which has what its
// fields ask for; 0 for any other name.
func placeNamed(name string) tree.Region {
	switch strings.ToLower(name) {
	case "footer", "page_footer", "site_footer":
		return tree.InFooter
	case "nav", "navigation", "navbar", "main_nav", "main_navigation", "nav_menu", "menu_bar":
		return tree.InNav
	case "sidebar":
		return tree.InAside
	}
	return 0
}

// asksForPages reports whether a field is about the pages of a list or its results.
func asksForPages(c lexicon.Concept, name string) bool {
	switch c.String() {
	case "nextpage", "previouspage", "firstpage", "lastpage", "currentpage", "totalresults", "resultsrange", "loadmore":
		return true
	case "pages": // of a book too, unless they are counted
		return len(lexicon.Words(name)) > 1
	}
	return false
}

// placeChildren makes the place of a container that of its fields.
func (w *Field) placeChildren() {
	for _, c := range w.Children {
		c.Filter.Place |= w.Filter.Place
		c.Filter.NotPlace |= w.Filter.NotPlace
		c.placeChildren()
	}
}

// ShapeFor settles what values look like: the type asked for limits it, the
// concept refines it.
func ShapeFor(typ query.Type, c lexicon.Concept) lexicon.Shape {
	s := c.Shape()
	switch typ {
	case query.Integer, query.Number:
		switch s {
		case lexicon.Duration, lexicon.Price, lexicon.Rating, lexicon.Integer, lexicon.Number:
			return s
		}
		return lexicon.Number
	case query.Boolean:
		return lexicon.Boolean
	case query.Date, query.DateTime:
		return lexicon.Date
	case query.URL:
		if s == lexicon.Image {
			return s
		}
		return lexicon.URL
	case query.Email:
		return lexicon.Email
	case query.Phone:
		return lexicon.Phone
	case query.Price:
		return lexicon.Price
	case query.Percent:
		return lexicon.Number
	}
	return s
}

// LikenessOf turns a probability of the model of words into a likeness, in parts of SimUnits: 0 if it
// is below least.
func LikenessOf(p, least float64) uint16 {
	if p < least {
		return 0
	}
	return uint16(math.Round((LeastMeant + (MostMeant-LeastMeant)*p) * SimUnits))
}

// How a probability of the model of words becomes a likeness, found on the fitted half of the
// corpus: the higher SurelyMeant, the fewer names are understood, and the fewer are invented.
const (
	SurelyMeant  = 0.6  // of a name alone
	SurelyPaired = 0.65 // of a label that was taken among all for what is asked
	LeastMeant   = 0.35
	MostMeant    = 0.95
	notKnown     = 0.65 // how likely a name that the lexicon does not know means a concept, to be taken for it
	oneWord      = 0.92 // the same for a single undescribed word, before the page is asked for it
	partlyKnown  = 0.85 // the same for one of which it knows a word
	never        = 2    // more than any likelihood
	withoutRest  = 0.98 // the same for one that it knows but for a word, such as a received_date
)

// MaxKeptNames is how many names a page may have before what is written on its links
// is no longer kept as names: a page may be nothing but links.
const MaxKeptNames = 1 << 15

// SimUnits is what similarities are kept in parts of: 0.6 is 0.6 again, and not a
// little above what it is compared with.
const SimUnits = 10_000

// IsOnly reports whether the field's name tells nothing beyond the concepts: no
// other word narrows it.
func (w *Field) IsOnly(concepts ...string) bool {
	for _, t := range w.Name {
		if t.Concept == 0 {
			if t.Want > 0.5 {
				return false
			}
			continue
		}
		known := false
		for _, c := range concepts {
			known = known || t.Concept.String() == c
		}
		if !known && t.Want > 0.5 {
			return false
		}
	}
	return true
}

// CountsPeople reports whether a field asks how many of some people there are: for
// contributors the number of readers is no answer, though both may have written.
func (w *Field) CountsPeople() bool {
	return (w.Type == query.Integer || w.Type == query.Number) && (w.Concept.Shape() == lexicon.Person || w.Concept.Shape() == lexicon.Org)
}

// SharesWord reports whether two phrases have a word in common.
func SharesWord(a, b lexicon.Phrase) bool {
	return slices.ContainsFunc(a, func(x lexicon.Term) bool {
		return slices.ContainsFunc(b, func(y lexicon.Term) bool { return x.Word == y.Word })
	})
}

// IsQuantity reports whether values of a shape are numbers.
func IsQuantity(s lexicon.Shape) bool {
	switch s {
	case lexicon.Number, lexicon.Integer, lexicon.Price, lexicon.Rating, lexicon.Duration:
		return true
	}
	return false
}

// EndsInName reports whether a field asks for the name or title of what its other
// words say.
func (w *Field) EndsInName() bool {
	n := len(w.Name)
	if n < 2 || w.Name[n-1].Concept == 0 {
		return false
	}
	last := w.Name[n-1].Concept.String()
	return last == "name" || last == "title"
}

// endsInWord reports whether the last word of a name is one the lexicon does not
// know: it is what the others describe.
func (w *Field) endsInWord() bool {
	n := len(w.Name)
	return n > 1 && w.Name[n-1].Concept == 0 && w.Name[n-1].Want >= 1 && w.Name[n-2].Concept != 0
}

// partOf is how much the name of a container tells of its fields in a record, among
// the names of the record's parts.
const partOf = 0.3

// Flattened returns a list's fields with those of the containers in its records in
// their place, as parts of the records like any others: the name and country of the
// author of a review. It is the list itself if there are none.
func (w *Field) Flattened() *Field {
	if w.flat != nil {
		return w.flat
	}
	w.flat = w
	if !slices.ContainsFunc(w.Children, (*Field).IsPlainPart) {
		return w
	}
	flat := *w
	flat.Children = nil
	for _, c := range w.Children {
		if !c.IsPlainPart() {
			flat.Children = append(flat.Children, c)
			continue
		}
		for _, part := range c.Children {
			flat.Children = append(flat.Children, part.partOf(c))
		}
	}
	w.flat = &flat
	return w.flat
}

// IsPlainPart reports whether a field is a container of leaves alone.
func (w *Field) IsPlainPart() bool {
	return !w.Query.IsLeaf() && !w.Query.List && w.Filter.None() &&
		!slices.ContainsFunc(w.Children, func(c *Field) bool { return !c.Query.IsLeaf() || c.Query.List })
}

// partOf returns the field of a container as a part of the record that holds both.
func (w *Field) partOf(container *Field) *Field {
	part := *w
	part.Sims = nil
	if w.Concept == container.Concept && w.Concept != 0 { // the name of the author
		return &part
	}
	part.Name = make(lexicon.Phrase, 0, len(container.Name)+len(w.Name))
	for _, t := range container.Name {
		t.Want *= partOf
		part.Name = append(part.Name, t)
	}
	part.Name = append(part.Name, w.Name...)
	part.OfOther = container.isSomebody()
	return &part
}
