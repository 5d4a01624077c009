package find

import (
	"cmp"
	"iter"
	"slices"
	"sort"
	"strings"
	"unicode"

	"assay/service/content"
	"assay/service/extract/evidence"
	"assay/service/extract/fields"
	"assay/service/extract/lexicon"
	"assay/service/extract/onpage"
	"assay/service/extract/paper"
	"assay/service/extract/read"
)

// maxCandidates is how many values are weighed for one leaf in the end.
const maxCandidates = 8

// finder gathers the candidates for one leaf in one scope.
type finder struct {
	Engine *Engine
	w      *fields.Field
	s      onpage.Scope
	found  []fields.Value
	kinds  []uint16 // per value found, the kinds of evidence for it, a bit each
	places []place  // by identity of a value

	onRole map[paper.Role]bool // roles of whose labels a document has values

	isTitle bool // the field is what the page is called
}

// place is where a value is in what was found, plus one; 0 for nowhere.
type place = int32

// newFinder returns a finder for a leaf in a scope.
func newFinder(e *Engine, w *fields.Field, s onpage.Scope) *finder {
	f := &finder{Engine: e, w: w, s: s, found: e.found, places: e.places}
	e.found, e.places = nil, nil // a finder may start others
	clear(f.places)
	return f
}

// at returns the place of a value found with its identity.
func (f *finder) at(id int32) *place {
	if int(id) >= len(f.places) {
		f.places = append(f.places, make([]place, max(64, 2*int(id)-len(f.places)))...)
	}
	return &f.places[id]
}

// add adds a candidate of the given strength; a value found again is believed
// more.
func (f *finder) add(kind evidence.Kind, node content.ID, text string, strength float64) {
	if strength <= 0.05 || !f.Engine.InPlace(f.w, node) {
		return
	}
	if f.w.Shape == lexicon.Price && isOverstruck(f, node, text) {
		strength *= struckPrice
	}
	if kind > evidence.Meta {
		text = onpage.ByName(f.w, text)
	}
	f.addRead(kind, node, f.Engine.Reading(f.w, text), strength)
}

// struckPrice is the factor for a price that is struck through as what a thing costs.
const struckPrice = 0.3

// isOverstruck reports whether a text is a price that the page strikes through, and
// not asked for as such.
func isOverstruck(f *finder, node content.ID, text string) bool {
	if node == content.None || f.w.Concept.String() == "oldprice" {
		return false
	}
	e := f.Engine
	if e.Struck(node) {
		return true
	}
	for id := node + 1; id < e.Tree.Nodes[node].End && id < node+maxPriceNodes; id++ {
		if e.Tree.Len(id) > 0 && e.IsFormer(id) && !strings.ContainsFunc(strings.Replace(text, e.Tree.Text(id), "", 1), unicode.IsDigit) {
			return true
		}
	}
	return false
}

// maxPriceNodes bounds where a price is looked for that is struck through.
const maxPriceNodes = 12

// addRead adds a candidate that has been read.
func (f *finder) addRead(kind evidence.Kind, node content.ID, r onpage.TextReading, strength float64) {
	if !r.IsValue() || f.Engine.Sheet != nil && f.Engine.Sheet.IsName(r.Text) {
		return
	}
	score := min(strength*r.Fit, 0.99)
	at := f.at(r.ID)
	if *at == 0 {
		f.kinds = append(f.kinds, 1<<kind)
		f.found = append(f.found, fields.Value{JSON: r.Encoded, Text: r.Text, Node: node, Kind: kind, Score: score})
		*at = place(len(f.found))
		return
	}
	i := *at - 1
	old := &f.found[i]
	if score > old.Score {
		score, old.Score = old.Score, score
		old.JSON, old.Text, old.Node, old.Kind = r.Encoded, r.Text, node, kind
	}
	// A source of another kind confirms; the same value over and over hardly does.
	if bit := uint16(1) << kind; f.kinds[i]&bit == 0 {
		f.kinds[i] |= bit
		old.Score += (1 - old.Score) * score * f.Engine.Weights.Confirmed
	} else if node != old.Node && !(f.w.Shape == lexicon.Price && f.s.Whole && f.Engine.InCard(node)) {
		old.Score += (1 - old.Score) * score * f.Engine.Weights.Repeated
	}
}

// Candidates returns the best values for a leaf in a scope, best first.
func (e *Engine) Candidates(w *fields.Field, s onpage.Scope) []fields.Value {
	f := newFinder(e, w, s)
	if e.Sheet != nil && s.Whole && w.Meaning != nil {
		role := e.Roles[w.Query] != 0
		known := role && e.MayMean[w.Query] == nil
		if role {
			f.onPaper()
		}
		if (!known || !isLabelled(f)) && !w.IsOnly("title", "name") {
			f.offered()
			atHead(f)
		}
		if isSure(f) || paper.AsksBox(w.Query.Name) {
			return best(f)
		}
		if role {
			f.facts()
			return best(f)
		}
	}
	if w.Control != nil && w.Control.Kinds != nil {
		if f.asked(); len(f.found) > 0 {
			return best(f)
		}
	}
	switch w.Concept.String() {
	case "title", "name":
		f.isTitle = w.IsOnly("title", "name")
	}
	f.isTitle = f.isTitle || s.Whole && e.NamesHeading(w)
	f.facts()
	f.names()
	f.headed()
	f.controls()
	byForm(f)
	if s.Whole && e.NamesSite(w) {
		f.organization(true)
	}
	if e.NamesPage(w) && s.Whole && !f.isTitle {
		f.title()
	}
	f.said()
	if s.Whole {
		switch {
		case f.isTitle && e.Sheet != nil:
			f.paperTitle()
		case f.isTitle && w.OfOther:
		case f.isTitle:
			agreeWithTitle(f)
		case w.Concept.String() == "organization" || w.Concept.String() == "site":
			agreeWithSite(f)
		case w.Concept.String() == "content":
			lessThanMain(f)
		}
		if w.Shape == lexicon.Prose {
			f.labelledText()
		}
	}
	return best(f)
}

// best returns what was found, best first.
func best(f *finder) []fields.Value {
	f.Engine.found, f.Engine.places = f.found[:0], f.places // to be used again
	slices.SortStableFunc(f.found, func(a, b fields.Value) int { return cmp.Compare(b.Score, a.Score) })
	found := f.Engine.Extremes(f.w, f.found)
	return slices.Clone(found[:min(len(found), maxCandidates)])
}

// facts takes what structured data, metas and labels say under a fitting name.
func (f *finder) facts() {
	e, w := f.Engine, f.w
	if f.s.Whole {
		for i := range e.Index.Facts {
			if fact := &e.Index.Facts[i]; fact.Kind != evidence.Label {
				f.fact(fact)
			}
		}
	} else if f.s.Thing != nil {
		for i := range e.Index.Facts {
			if fact := &e.Index.Facts[i]; fact.Thing == f.s.Thing {
				f.fact(fact)
			}
		}
	}
	first := 0
	if !f.s.Whole {
		first = sort.Search(len(e.Labels), func(i int) bool { return e.Index.Facts[e.Labels[i]].Node >= f.s.From })
	}
	for _, i := range e.Labels[first:] {
		fact := &e.Index.Facts[i]
		if !f.s.Holds(fact.Node) {
			break
		}
		s := max(e.Similarity(w, fact.Key), ofRange(e, w, fact))
		if s < completed {
			s = max(s, withHeading(e, w, fact))
		}
		if s < e.Weights.MinSimilarity {
			continue
		}
		strength := e.Weights.Kind[evidence.Label] * s
		switch {
		case !fact.Paging:
			strength *= e.Place(w, fact.Node, f.s)
		case !w.Paging:
			continue
		}
		if fact.Near {
			if w.Shape == lexicon.Duration && read.IsBareNumber(fact.Values[0]) {
				continue // "Total omega 3" is no time
			}
			strength *= 0.85
			if w.Shape == lexicon.Org {
				strength *= 0.6 // the entries of a menu under "Company"
			}
		}
		text := strings.Join(fact.Values, ", ")
		if w.Shape == lexicon.Person {
			text = uncredited(e, w, text)
		}
		if strings.Trim(text, "-–—") == "" {
			continue // there is none
		}
		if w.Shape == lexicon.URL {
			if to := e.LeadsTo(fact.Node); to != "" {
				text = to
			}
		}
		if w.Type == 0 && len(text) <= maxExact && fields.IsQuantity(w.Shape) && !strings.ContainsAny(text, "0123456789") && onpage.SameLetters(fact.Name, w.Query.Name) {
			plain := *w // a grade that is a letter, not a number
			plain.Shape = lexicon.Text
			f.addRead(evidence.Label, fact.Node, e.Reading(&plain, text), strength)
			continue
		}
		f.add(evidence.Label, fact.Node, text, strength)
	}
}

// maxExact is how long, in bytes, words are at most that stand for an amount beside a field's very name.
const maxExact = 40

// ofRange is how well a label answers for a field that asks for an end of the range beside it: the
// salary for min_salary.
func ofRange(e *Engine, w *fields.Field, label *evidence.Fact) float64 {
	if w.Bound == 0 || e.EndOf(w, label.Values[0]) == label.Values[0] {
		return 0
	}
	unbounded := slices.DeleteFunc(slices.Clone(w.Name), func(t lexicon.Term) bool { return fields.EndOfRange(t.Word) != 0 })
	return lexicon.Similarity(unbounded, e.Index.Phrase(label.Key))
}

func (f *finder) fact(fact *evidence.Fact) {
	s := f.Engine.Similarity(f.w, fact.Key)
	if s < f.Engine.Weights.MinSimilarity {
		return
	}
	if f.isTitle && fact.Thing != nil && fact.Thing == f.s.Thing && SubjectRank(fact.Thing) == 1 && len(f.Engine.Index.Phrase(fact.Key)) == 1 {
		s = 1 // the name of what the page is about is its title
	}
	strength := f.Engine.Weights.Kind[fact.Kind] * s
	if f.isTitle && fact.Kind == evidence.Meta && strings.EqualFold(fact.Values[0], f.Engine.Index.Title) {
		strength *= 0.7 // the title element over again
	}
	if fact.Thing != nil && fact.Thing != f.s.Thing {
		strength *= f.Engine.Weights.OtherThing
		if fact.Kind == evidence.Microdata || fact.Kind == evidence.RDFa || fact.Kind == evidence.Format {
			strength *= f.Engine.Place(f.w, fact.Node, f.s)
		}
	}
	text := fact.Values[0]
	if f.w.Shape == lexicon.Person && len(fact.Values) > 1 && len(fact.Values) < 6 {
		text = strings.Join(fact.Values, ", ")
	}
	f.add(fact.Kind, fact.Node, f.Engine.AsShown(f.w, text), strength)
}

// largeText is the size, in bytes, of texts that are only read as often as would
// read the page four times over: elements of one name may be nested without end.
const largeText = 20_000

// names takes the elements whose attributes name the field.
func (f *finder) names() {
	e, w := f.Engine, f.w
	budget := 8*largeText + 4*e.Tree.Size()
	for i := range namedInScope(f) {
		named := &e.Index.Names[i]
		best, key := 0.0, evidence.NoKey
		for _, k := range f.Engine.Index.KeysOf(i) {
			if s := e.Similarity(w, k); s > best {
				best, key = s, k
			}
		}
		if best < e.Weights.MinSimilarity {
			continue
		}
		if size := e.Tree.Len(named.Node); size > largeText {
			if budget -= size; budget < 0 {
				continue
			}
		}
		strength := e.Weights.Kind[evidence.Name] * best * e.Place(w, named.Node, f.s)
		if n := e.ByKey[key]; n > 3 && f.s.Whole {
			strength *= max(0.7, 1-0.03*float64(n))
		}
		if f.s.Whole && w.Shape == lexicon.Rating && e.ByKey[key] > 1 {
			strength *= 0.7 // one of several: of a review, not of the page's subject
		}
		if (f.s.Whole || f.s.Holds(e.Index.H1)) && f.isTitle && e.Tree.Len(named.Node) > 0 && !inTitle(e, named.Node) {
			strength *= 0.4 // a title of something, but not of the page
		}
		if w.Type == 0 && onpage.IsWords(w.Shape) && e.IsButton(named.Node) {
			strength *= 0.4 // it says what to do
		}
		if w.Type == 0 && onpage.IsWords(w.Shape) && f.s.Whole && w.Shape == lexicon.Text && strings.Contains(e.Tree.Prose(named.Node), "\n") {
			strength *= f.Engine.Weights.Divided
		}
		if strength <= 0.05 || !e.InPlace(w, named.Node) {
			continue
		}
		for _, r := range e.NamedReadings(w, i) {
			f.addRead(evidence.Name, named.Node, r, strength)
		}
	}
}

// namedInScope yields the places in Index.Names of the scope's elements that may
// have a name for the field, in page order.
func namedInScope(f *finder) iter.Seq[int] {
	names := f.Engine.Index.Names
	return func(yield func(int) bool) {
		if f.s.Whole {
			for _, i := range f.Engine.Named(f.w) {
				if !yield(int(i)) {
					return
				}
			}
			return
		}
		first := sort.Search(len(names), func(i int) bool { return names[i].Node >= f.s.From })
		for i := first; i < len(names) && f.s.Holds(names[i].Node) && yield(i); i++ {
		}
	}
}

// maxHeaded is how long, in bytes, a line under a heading is that is a price or a yes
// or no, and not about one.
const maxHeaded = 30

// maxOwnLabel is how long, in bytes, a label at most is that a text under a heading begins with.
const maxOwnLabel = 40

// headed takes the text right under a heading that names the field.
func (f *finder) headed() {
	e, w := f.Engine, f.w
	switch w.Shape {
	case lexicon.URL, lexicon.Image, lexicon.Rating:
		return
	}
	first := 0
	if !f.s.Whole {
		first = sort.Search(len(e.Index.Sections), func(i int) bool { return e.Index.Sections[i].Heading >= f.s.From })
	}
	for i := first; i < len(e.Index.Sections); i++ {
		s := &e.Index.Sections[i]
		if !f.s.Holds(s.Heading) {
			break
		}
		sim := e.Similarity(w, s.Key)
		if sim < e.Weights.MinSimilarity+0.1 || e.Index.EndsBox(s.Heading) {
			continue
		}
		from := e.Tree.To(s.Heading)
		to := int32(e.Tree.Size())
		if int(s.Next) < len(e.Tree.Nodes) {
			to = e.Tree.From(s.Next)
		}
		if to-from < 2 || to < from {
			continue
		}
		text := strings.TrimSpace(e.Tree.Raw(from, min(to, from+20000)))
		if w.Shape == lexicon.Date {
			text = exactTime(e, s.Heading, s.Next, text)
		}
		if w.Shape != lexicon.Prose && w.Shape != lexicon.Hours && w.Shape != lexicon.Address {
			text, _, _ = strings.Cut(text, "\n")
			if label, value, ok := strings.Cut(text, ": "); ok && len(label) < maxOwnLabel && e.TextSimilarity(w, label) >= e.Weights.MinSimilarity {
				text = value // "Name: Oak & Co" under "Seller"
			}
		}
		if (w.Shape == lexicon.Price || w.Shape == lexicon.Boolean) && len(text) > maxHeaded {
			continue
		}
		f.add(evidence.Heading, s.Heading, text, e.Weights.Kind[evidence.Heading]*sim*e.Place(w, s.Heading, f.s))
	}
}

// exactTime returns what a time element under a heading says for machines, if the
// field asks for a date of that form, else the text.
func exactTime(e *Engine, heading, next content.ID, text string) string {
	if heading = e.Tree.Nodes[heading].End; text == "" || heading >= next {
		return text
	}
	i := sort.Search(len(e.Index.Dates), func(i int) bool { return e.Index.Dates[i].Node >= heading })
	for ; i < len(e.Index.Dates) && e.Index.Dates[i].Node < next; i++ {
		if m := &e.Index.Dates[i]; e.Tree.Nodes[m.Node].Role == content.Time && strings.HasPrefix(text, e.Tree.Text(m.Node)) {
			return m.Text
		}
	}
	return text
}

// inTitle reports whether an element's text is part of the page's title.
func inTitle(e *Engine, id content.ID) bool {
	text := e.Tree.Text(id)
	return len(text) > 3 && len(text) < 300 && strings.Contains(strings.ToLower(e.Index.Title), strings.ToLower(text))
}

// Reading is one way to answer a list of containers.
type Reading struct {
	Score   float64
	Answers func() []fields.Answer
}
