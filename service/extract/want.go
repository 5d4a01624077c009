package extract

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

// want is a field made ready for matching.
type want struct {
	field    *query.Field
	name     lexicon.Phrase
	hint     lexicon.Phrase // the words of the description; nil if they tell nothing
	concept  lexicon.Concept
	shape    lexicon.Shape
	typ      query.Type
	unit     time.Duration            // of a duration given as a number
	filter   filter.Filter            // what the description limits it to
	control  *controlWant             // if it is a control of a form that is asked for
	bound    int                      // of a range: below 0 its lower end, above 0 its upper
	own      bool                     // in a list: whether it is called what the records are
	other    bool                     // in a list: whether it is an address of something else than the records
	paging   bool                     // whether it is about the pages of a list
	ofOther  bool                     // a name that is not the page's, or a date that is not the record's: of an author, seller, venue
	beside   bool                     // in a list: whether the name of the record is asked for, too
	special  bool                     // in a list: a word of its name tells it from others of its concept
	hidden   bool                     // in a list: read for its filter alone, and not answered
	known    bool                     // the lexicon knows its whole name
	subject  bool                     // it asks for the name of what the page is about by what it is
	sims     []uint16                 // by the first Keys, in simUnits and one more; 0 where not yet known
	asked    *words.Name              // its name and description, as a person asks
	labels   map[evidence.Key]float64 // how likely labels of the page answer, of those paired with what is asked for
	meaning  *words.Name              // the same, on a document
	form     paper.Form               // of what it likely means there
	children []*want                  // of a container or a list of containers
	flat     *want                    // of a list of containers: see flattened; nil until asked for
}

func compileContainer(c *query.Container) []*want { return rewording(nil).container(c) }

func compile(f *query.Field) *want { return rewording(nil).field(f) }

func (re rewording) container(c *query.Container) []*want {
	out := make([]*want, len(c.Fields))
	for i, f := range c.Fields {
		out[i] = re.field(f)
	}
	markSubject(out)
	return out
}

func (re rewording) field(f *query.Field) *want {
	hint := f.Hint()
	w := &want{field: f, typ: hint.Type, control: controlOf(f.Name)}
	if r := re[f]; r != nil {
		w.asked, w.labels = r.name, r.labels
	}
	name := spelledOut(lexicon.Words(wholeName(f.Name, hint.Type)))
	w.filter, hint.Words = filter.Parse(hint.Words, f.Name, f.List || f.Container != nil)
	w.name = lexicon.CompileWords(w.filter.FromName(f, name))
	if len(w.name) == 0 { // a name of stop words alone still names the field
		w.name = lexicon.Phrase{{Word: f.Name, Want: 1, Have: 1}}
	}
	if f.IsLeaf() && (hint.Type == query.Integer || hint.Type == query.Number) {
		w.name = counted(name, w.name)
	}
	w.known = len(w.name) == 1 && w.name[0].Concept != 0 && !w.name.Vague()
	if r := re[f]; r != nil {
		c, least := r.meaning.Concept, partlyKnown
		switch {
		case w.name.Unknown():
			least = notKnown
		case c == w.name.Concept():
			least = withoutRest
		}
		if c != 0 && r.meaning.Sure >= least {
			w.name = lexicon.Phrase{lexicon.Term{Word: c.String(), Concept: c, Want: 1, Have: 1}}
		}
	}
	if w.asked == nil && f.List && !w.known { // which of several lists is meant is in its heading
		w.asked = words.Default().New(f.Name, hint.Words)
	}
	w.concept = w.name.Concept()
	if hint.Words != "" {
		if p := lexicon.Compile(hint.Words); len(p) > 0 {
			w.hint = p
			if c := p.Concept(); c != 0 && !f.List && (w.concept == 0 || w.name.Vague() || w.isFormedBy(c)) {
				w.concept = c
			}
		}
		w.unit = read.UnitOf(hint.Words)
	}
	w.paging = asksForPages(w.concept, f.Name)
	w.bound = endOfRange(f.Name)
	if w.unit == 0 {
		w.unit = read.UnitOf(f.Name)
	}
	w.shape = shapeFor(w.typ, w.concept)
	if w.typ == 0 && (w.shape == lexicon.Person || w.shape == lexicon.Org) && w.endsInWord() {
		w.shape = lexicon.Text // the customer_service is nobody
	}
	if w.typ == 0 && isQuantity(w.shape) && w.endsInName() {
		w.shape = lexicon.Text // a part_name is no number of parts
	}
	if w.shape == lexicon.Clock && w.isEnd() {
		w.bound = 1
	}
	if f.Container != nil {
		w.filter.Place |= placeNamed(f.Name)
		w.children = re.container(f.Container)
		for _, c := range w.children {
			if c.asked == nil && f.List && !c.known {
				c.asked = words.Default().New(c.field.Name, c.field.Hint().Words)
			}
		}
		w.addHidden()
		w.placeChildren()
		w.nameChildren()
		w.partChildren()
	}
	return w
}

// isFormedBy reports whether a description is nothing but a concept which gives a form
// to what the name alone means in plain words: a location(street address).
func (w *want) isFormedBy(c lexicon.Concept) bool {
	return w.hint.Is(c.String()) && w.concept.Shape() == lexicon.Text && c.Shape() != lexicon.Text && lexicon.Similarity(w.name, w.hint) > 0
}

// counted returns what a name means where a number is asked for: reviews(integer) are
// how many there are, if the lexicon knows such a count.
func counted(name []string, p lexicon.Phrase) lexicon.Phrase {
	if isQuantity(p.Concept().Shape()) {
		return p
	}
	if count := lexicon.CompileWords(append(slices.Clone(name), "count")); len(count) == 1 && count[0].Concept != 0 && isQuantity(count[0].Concept.Shape()) {
		return count
	}
	return p
}

// partChildren marks the names of what pages are seldom about: the name of the agent
// is not the title of the house's page.
func (w *want) partChildren() {
	switch c := w.concept.String(); {
	case w.field.List:
		return
	case c == "seller", c == "publisher", c == "organizer", c == "venue", c == "brand", c == "contact":
	case w.concept != 0 && w.concept.Shape() == lexicon.Person && c != "player" && c != "actor":
	default:
		return
	}
	for _, child := range w.children {
		child.ofOther = child.concept.String() == "name" || child.concept.String() == "title"
	}
}

// nameChildren settles what fields of records mean by what they are fields of: the
// option of options[] is its name, the position in a table of numbers its rank.
func (w *want) nameChildren() {
	prices := 0
	for _, c := range w.children {
		if c.shape == lexicon.Price {
			prices++
		}
	}
	for _, c := range w.children {
		if !c.field.IsLeaf() || c.field.List {
			continue
		}
		if !w.field.List && c.typ == 0 && c.isOnly("name") && w.isSomebody() {
			c.become(w.concept.String())
			c.subject = isOftenSubject(w.concept)
			continue
		}
		if w.concept.String() == "image" && w.isOnly("image") && (c.shape == lexicon.URL || strings.EqualFold(c.field.Name, "src")) {
			c.become("image")
			continue
		}
		if w.concept.String() == "hours" && c.typ == 0 && c.name.Is("date") {
			c.become("weekday")
		}
		c.other = w.field.List && c.shape == lexicon.URL && c.leadsElsewhere(w.name)
		c.special = c.hasOwnWord(w.name) && (c.shape != lexicon.Price || prices > 1)
		c.beside = slices.ContainsFunc(w.children, (*want).isNaming)
		switch {
		case w.field.List && (c.typ == query.Integer || c.typ == query.Number) && c.concept.String() == "jobtitle":
			c.become("rank")
		case c.typ == 0 && c.isNaming() && strings.HasPrefix(strings.ToLower(c.field.Name), "job") && slices.ContainsFunc(w.children, func(o *want) bool { return o != c && o.isNaming() }):
			c.become("occupation") // of somebody, who has a name; that of a vacancy is what it is called
		case w.field.List && c.typ == 0 && c.concept == 0 && len(c.name) == 1 && len(w.name) > 0 && c.name[0].Word == w.name[len(w.name)-1].Word:
			c.own = true
		case w.field.List && c.typ == 0 && c.namesLink(w.children):
			c.become("title")
		case w.field.List && c.typ == 0 && w.filter.Place&(tree.InNav|tree.InFooter|tree.InHeader|tree.InAside) != 0 && (c.concept.String() == "content" || c.field.Name == "label"):
			c.become("title") // of a link
		}
	}
}

// namesLink reports whether a field asks for what is written on a link: the text or
// label of records that else have an address alone.
func (w *want) namesLink(fields []*want) bool {
	switch strings.ToLower(w.field.Name) {
	case "text", "label", "anchor", "anchor_text", "link_text", "caption":
	default:
		return false
	}
	return len(fields) == 2 && slices.ContainsFunc(fields, func(f *want) bool { return f.shape == lexicon.URL && f.field.IsLeaf() })
}

// isSomebody reports whether a container is a person, a firm or whom to ask.
func (w *want) isSomebody() bool {
	return w.concept.Shape() == lexicon.Org || w.concept.Shape() == lexicon.Person || w.concept.String() == "contact"
}

// leadsElsewhere reports whether an address is that of something which the records of
// a list have beside their own: a trailer, a PDF, a calendar.
func (w *want) leadsElsewhere(records lexicon.Phrase) bool {
	for i := range w.name {
		term := &w.name[i]
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

// hasOwnWord reports whether a name has a word that neither the lexicon nor the list's
// name knows: baggage_fee, but not flight_number in flights[].
func (w *want) hasOwnWord(list lexicon.Phrase) bool {
	for _, t := range w.name {
		if t.Concept == 0 && t.Want >= 0.5 && endOfRange(t.Word) == 0 && !slices.ContainsFunc(list, func(l lexicon.Term) bool { return l.Word == t.Word }) {
			return true
		}
	}
	return false
}

// isNaming reports whether a field asks for what a record is called.
func (w *want) isNaming() bool {
	concept := w.concept.String()
	return w.field.IsLeaf() && !w.field.List && (concept == "title" || concept == "name") && w.isOnly("title", "name")
}

// become makes a field mean a concept.
func (w *want) become(concept string) {
	w.name = lexicon.Compile(concept)
	w.concept = w.name.Concept()
	w.shape = shapeFor(w.typ, w.concept)
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
func (w *want) placeChildren() {
	for _, c := range w.children {
		c.filter.Place |= w.filter.Place
		c.filter.NotPlace |= w.filter.NotPlace
		c.placeChildren()
	}
}

// shapeFor settles what values look like: the type asked for limits it, the
// concept refines it.
func shapeFor(typ query.Type, c lexicon.Concept) lexicon.Shape {
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

// similarity says how well a name on the page answers for the field's.
func (e *engine) similarity(w *want, k evidence.Key) float64 {
	if k == evidence.NoKey {
		return 0
	}
	if int(k) >= e.keptNames {
		return float64(e.likeness(w, e.x.Phrase(k))) / simUnits
	}
	if int(k) >= len(w.sims) {
		w.sims = append(w.sims, make([]uint16, min(e.x.KeyCount(), e.keptNames)-len(w.sims))...)
	}
	if s := w.sims[k]; s != 0 {
		return float64(s-1) / simUnits
	}
	w.sims[k] = e.likeness(w, e.x.Phrase(k)) + 1
	if w.asked != nil {
		w.sims[k] = max(w.sims[k], e.meant(w, k)+1)
	}
	return float64(w.sims[k]-1) / simUnits
}

// meant is how likely a name of the page means what the field's does, in parts of simUnits:
// what the model of words has learned, where it is sure enough.
func (e *engine) meant(w *want, k evidence.Key) uint16 {
	if p, ok := w.labels[k]; ok {
		return likenessOf(p, surelyPaired)
	}
	name := e.x.Name(k)
	if name == nil || !words.IsNear(w.asked, name) {
		return 0
	}
	return likenessOf(1/(1+math.Exp(-float64(words.Logit(w.asked, name)))), surelyMeant)
}

func likenessOf(p, least float64) uint16 {
	if p < least {
		return 0
	}
	return uint16(math.Round((leastMeant + (mostMeant-leastMeant)*p) * simUnits))
}

// How a probability of the model of words becomes a likeness, found on the fitted half of the
// corpus: the higher surelyMeant, the fewer names are understood, and the fewer are invented.
const (
	surelyMeant  = 0.6  // of a name alone
	surelyPaired = 0.65 // of a label that was taken among all for what is asked
	leastMeant   = 0.35
	mostMeant    = 0.95
	notKnown     = 0.65 // how likely a name that the lexicon does not know means a concept, to be taken for it
	partlyKnown  = 0.9  // the same for one of which it knows a word
	withoutRest  = 0.98 // the same for one that it knows but for a word, such as a received_date
)

// maxKeptNames is how many names a page may have before what is written on its links
// is no longer kept as names: a page may be nothing but links.
const maxKeptNames = 1 << 15

// textSimilarity says how well a text of the page answers, as a name, for the field's.
func (e *engine) textSimilarity(w *want, text string) float64 {
	if e.x.KeyCount() < maxKeptNames {
		return e.similarity(w, e.x.Intern(text))
	}
	have := evidence.Meaning(text)
	if len(have) == 0 {
		return 0
	}
	return float64(e.likeness(w, have)) / simUnits
}

// likeness is how well a name answers for the field's, in parts of simUnits.
func (e *engine) likeness(w *want, have lexicon.Phrase) uint16 {
	s := lexicon.Similarity(w.name, have)
	if w.hint != nil {
		if h := lexicon.Similarity(w.hint, have); w.name.Vague() {
			s = max(s, 0.9*h)
		} else if s > 0 || w.name.Unknown() {
			s = max(s, min(1, s+0.15*h), 0.75*h)
		}
	}
	if w.countsPeople() && !sharesWord(w.name, have) {
		s = 0
	}
	if w.children != nil && w.areWords() && have.Concept().String() == "content" {
		s = 0 // what somebody said is content, but not all content is what somebody said
	}
	return uint16(math.Round(s * simUnits))
}

// simUnits is what similarities are kept in parts of: 0.6 is 0.6 again, and not a
// little above what it is compared with.
const simUnits = 10_000

// countsPeople reports whether a field asks how many of some people there are: for
// contributors the number of readers is no answer, though both may have written.
func (w *want) countsPeople() bool {
	return (w.typ == query.Integer || w.typ == query.Number) && (w.concept.Shape() == lexicon.Person || w.concept.Shape() == lexicon.Org)
}

func sharesWord(a, b lexicon.Phrase) bool {
	return slices.ContainsFunc(a, func(x lexicon.Term) bool {
		return slices.ContainsFunc(b, func(y lexicon.Term) bool { return x.Word == y.Word })
	})
}

func isQuantity(s lexicon.Shape) bool {
	switch s {
	case lexicon.Number, lexicon.Integer, lexicon.Price, lexicon.Rating, lexicon.Duration:
		return true
	}
	return false
}

// endsInName reports whether a field asks for the name or title of what its other
// words say.
func (w *want) endsInName() bool {
	n := len(w.name)
	if n < 2 || w.name[n-1].Concept == 0 {
		return false
	}
	last := w.name[n-1].Concept.String()
	return last == "name" || last == "title"
}

// endOfRange tells which end of a range a name asks for.
func endOfRange(name string) int {
	for _, word := range lexicon.Words(name) {
		switch word {
		case "min", "minimum", "lowest", "low", "from", "lower", "mindestens", "ab":
			return -1
		case "max", "maximum", "highest", "high", "upper", "hochstens", "bis":
			return 1
		}
	}
	return 0
}

// isEnd reports whether a time of day is when something ends or arrives.
func (w *want) isEnd() bool {
	for _, word := range lexicon.Words(w.field.Name) {
		switch word {
		case "arrival", "arrives", "arrive", "arriving", "end", "ends", "ending", "closes", "closing", "close", "until", "to", "finish", "finishes", "checkout", "ankunft", "ende", "arrivee", "llegada", "arrivo", "aankomst":
			return true
		}
	}
	return false
}

// endsInWord reports whether the last word of a name is one the lexicon does not
// know: it is what the others describe.
func (w *want) endsInWord() bool {
	n := len(w.name)
	return n > 1 && w.name[n-1].Concept == 0 && w.name[n-1].Want >= 1 && w.name[n-2].Concept != 0
}

// partOf is how much the name of a container tells of its fields in a record, among
// the names of the record's parts.
const partOf = 0.3

// flattened returns a list's fields with those of the containers in its records in
// their place, as parts of the records like any others: the name and country of the
// author of a review. It is the list itself if there are none.
func (w *want) flattened() *want {
	if w.flat != nil {
		return w.flat
	}
	w.flat = w
	if !slices.ContainsFunc(w.children, (*want).isPlainPart) {
		return w
	}
	flat := *w
	flat.children = nil
	for _, c := range w.children {
		if !c.isPlainPart() {
			flat.children = append(flat.children, c)
			continue
		}
		for _, part := range c.children {
			flat.children = append(flat.children, part.partOf(c))
		}
	}
	w.flat = &flat
	return w.flat
}

// isPlainPart reports whether a field is a container of leaves alone.
func (w *want) isPlainPart() bool {
	return !w.field.IsLeaf() && !w.field.List && w.filter.None() &&
		!slices.ContainsFunc(w.children, func(c *want) bool { return !c.field.IsLeaf() || c.field.List })
}

// partOf returns the field of a container as a part of the record that holds both.
func (w *want) partOf(container *want) *want {
	part := *w
	part.sims = nil
	if w.concept == container.concept && w.concept != 0 { // the name of the author
		return &part
	}
	part.name = make(lexicon.Phrase, 0, len(container.name)+len(w.name))
	for _, t := range container.name {
		t.Want *= partOf
		part.name = append(part.name, t)
	}
	part.name = append(part.name, w.name...)
	part.ofOther = container.isSomebody()
	return &part
}

// folded puts the fields of containers back into them. What no part of the record
// told is answered as that of a part of the page.
func (e *engine) folded(w *want, rows []answer) []answer {
	flat := w.flattened()
	if flat == w {
		return rows
	}
	for r := range rows {
		a := &rows[r]
		child := make([]answer, 0, len(w.children))
		k := 0
		for _, f := range w.children {
			if !f.isPlainPart() {
				child = append(child, a.child[k])
				k++
				continue
			}
			whole := answer{w: f, child: e.part(f, scope{from: a.from, to: a.to})}
			for i, part := range f.children {
				told := a.child[k+i].leaf
				if v := whole.child[i].leaf; told.json == "" && v.kind != evidence.Typed && !slices.ContainsFunc(a.child, func(o answer) bool { return o.leaf.json != "" && o.leaf.json == v.json }) {
					told = v
				}
				whole.child[i] = answer{w: part, leaf: told}
			}
			k += len(f.children)
			child = append(child, whole)
		}
		a.child = child
	}
	return rows
}
