package extract

import (
	"cmp"
	"iter"
	"slices"
	"sort"
	"strings"
	"unicode"

	"assay/service/content"
	"assay/service/extract/evidence"
	"assay/service/extract/lexicon"
	"assay/service/extract/paper"
	"assay/service/extract/read"
)

// maxCandidates is how many values are weighed for one leaf in the end.
const maxCandidates = 8

// finder gathers the candidates for one leaf in one scope.
type finder struct {
	e      *engine
	w      *want
	s      scope
	found  []value
	kinds  []uint16 // per value found, the kinds of evidence for it, a bit each
	places []place  // by identity of a value

	onRole map[paper.Role]bool // roles of whose labels a document has values

	isTitle bool // the field is what the page is called
}

// place is where a value is in what was found, plus one; 0 for nowhere.
type place = int32

// finder returns a finder for a leaf in a scope.
func (e *engine) finder(w *want, s scope) *finder {
	f := &finder{e: e, w: w, s: s, found: e.found, places: e.places}
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
	if strength <= 0.05 || !f.e.inPlace(f.w, node) {
		return
	}
	if f.w.shape == lexicon.Price && f.isOverstruck(node, text) {
		strength *= struckPrice
	}
	if kind > evidence.Meta {
		text = byName(f.w, text)
	}
	f.addRead(kind, node, f.e.reading(f.w, text), strength)
}

// struckPrice is the factor for a price that is struck through as what a thing costs.
const struckPrice = 0.3

// isOverstruck reports whether a text is a price that the page strikes through, and
// not asked for as such.
func (f *finder) isOverstruck(node content.ID, text string) bool {
	if node == content.None || f.w.concept.String() == "oldprice" {
		return false
	}
	e := f.e
	if e.struck(node) {
		return true
	}
	for id := node + 1; id < e.t.Nodes[node].End && id < node+maxPriceNodes; id++ {
		switch e.t.Tag(id) {
		case "del", "s", "strike":
			if e.t.Len(id) > 0 && !strings.ContainsFunc(strings.Replace(text, e.t.Text(id), "", 1), unicode.IsDigit) {
				return true
			}
		}
	}
	return false
}

// maxPriceNodes bounds where a price is looked for that is struck through.
const maxPriceNodes = 12

// byName returns what is to be read of a text that the page shows for a field.
func byName(w *want, text string) string {
	if w.shape == lexicon.Person {
		return cutByline(text)
	}
	if open := strings.LastIndex(text, " ("); open > 0 && isWords(w.shape) && w.wantsLess() && strings.HasSuffix(text, ")") {
		return text[:open]
	}
	return text
}

// addRead adds a candidate that has been read.
func (f *finder) addRead(kind evidence.Kind, node content.ID, r textReading, strength float64) {
	if !r.isValue() || f.e.sheet != nil && f.e.sheet.IsName(r.text) {
		return
	}
	score := min(strength*r.fit, 0.99)
	at := f.at(r.id)
	if *at == 0 {
		f.kinds = append(f.kinds, 1<<kind)
		f.found = append(f.found, value{json: r.encoded, text: r.text, node: node, kind: kind, score: score})
		*at = place(len(f.found))
		return
	}
	i := *at - 1
	old := &f.found[i]
	if score > old.score {
		score, old.score = old.score, score
		old.json, old.text, old.node, old.kind = r.encoded, r.text, node, kind
	}
	// A source of another kind confirms; the same value over and over hardly does.
	if bit := uint16(1) << kind; f.kinds[i]&bit == 0 {
		f.kinds[i] |= bit
		old.score += (1 - old.score) * score * f.e.w.Confirmed
	} else if node != old.node && !(f.w.shape == lexicon.Price && f.s.whole && f.e.inCard(node)) {
		old.score += (1 - old.score) * score * f.e.w.Repeated
	}
}

// candidates returns the best values for a leaf in a scope, best first.
func (e *engine) candidates(w *want, s scope) []value {
	f := e.finder(w, s)
	if e.sheet != nil && s.whole && w.meaning != nil {
		role := e.roles[w.field] != 0
		known := role && e.mayMean[w.field] == nil
		if role {
			f.onPaper()
		}
		if (!known || !f.isLabelled()) && !w.isOnly("title", "name") {
			f.offered()
			f.atHead()
		}
		if f.isSure() || paper.AsksBox(w.field.Name) {
			return f.best()
		}
		if role {
			f.facts()
			return f.best()
		}
	}
	if w.control != nil && w.control.kinds != nil {
		if f.asked(); len(f.found) > 0 {
			return f.best()
		}
	}
	switch w.concept.String() {
	case "title", "name":
		f.isTitle = w.isOnly("title", "name")
	}
	f.isTitle = f.isTitle || s.whole && e.namesHeading(w)
	f.facts()
	f.names()
	f.headed()
	f.controls()
	f.byForm()
	if e.namesPage(w) && s.whole && !f.isTitle {
		f.title()
	}
	f.said()
	if s.whole {
		switch {
		case f.isTitle && e.sheet != nil:
			f.paperTitle()
		case f.isTitle && w.ofOther:
		case f.isTitle:
			f.agreeWithTitle()
		case w.concept.String() == "organization" || w.concept.String() == "site":
			f.agreeWithSite()
		case w.concept.String() == "content":
			f.lessThanMain()
		}
	}
	return f.best()
}

// best returns what was found, best first.
func (f *finder) best() []value {
	f.e.found, f.e.places = f.found[:0], f.places // to be used again
	slices.SortStableFunc(f.found, func(a, b value) int { return cmp.Compare(b.score, a.score) })
	found := f.e.extremes(f.w, f.found)
	return slices.Clone(found[:min(len(found), maxCandidates)])
}

// facts takes what structured data, metas and labels say under a fitting name.
func (f *finder) facts() {
	e, w := f.e, f.w
	if f.s.whole {
		for i := range e.x.Facts {
			if fact := &e.x.Facts[i]; fact.Kind != evidence.Label {
				f.fact(fact)
			}
		}
	} else if f.s.thing != nil {
		for i := range e.x.Facts {
			if fact := &e.x.Facts[i]; fact.Thing == f.s.thing {
				f.fact(fact)
			}
		}
	}
	first := 0
	if !f.s.whole {
		first = sort.Search(len(e.labels), func(i int) bool { return e.x.Facts[e.labels[i]].Node >= f.s.from })
	}
	for _, i := range e.labels[first:] {
		fact := &e.x.Facts[i]
		if !f.s.holds(fact.Node) {
			break
		}
		s := e.similarity(w, fact.Key)
		if s < completed {
			s = max(s, e.withHeading(w, fact))
		}
		if s < e.w.MinSimilarity {
			continue
		}
		strength := e.w.Kind[evidence.Label] * s
		switch {
		case !fact.Paging:
			strength *= e.place(w, fact.Node, f.s)
		case !w.paging:
			continue
		}
		if fact.Near {
			if w.shape == lexicon.Duration && read.IsBareNumber(fact.Values[0]) {
				continue // "Total omega 3" is no time
			}
			strength *= 0.85
			if w.shape == lexicon.Org {
				strength *= 0.6 // the entries of a menu under "Company"
			}
		}
		text := strings.Join(fact.Values, ", ")
		if w.shape == lexicon.Person {
			text = e.uncredited(w, text)
		}
		if strings.Trim(text, "-–—") == "" {
			continue // there is none
		}
		if w.shape == lexicon.URL {
			if to := e.leadsTo(fact.Node); to != "" {
				text = to
			}
		}
		f.add(evidence.Label, fact.Node, text, strength)
	}
}

func (f *finder) fact(fact *evidence.Fact) {
	s := f.e.similarity(f.w, fact.Key)
	if s < f.e.w.MinSimilarity {
		return
	}
	if f.isTitle && fact.Thing != nil && fact.Thing == f.s.thing && subjectRank(fact.Thing) == 1 && len(f.e.x.Phrase(fact.Key)) == 1 {
		s = 1 // the name of what the page is about is its title
	}
	strength := f.e.w.Kind[fact.Kind] * s
	if f.isTitle && fact.Kind == evidence.Meta && strings.EqualFold(fact.Values[0], f.e.x.Title) {
		strength *= 0.7 // the title element over again
	}
	if fact.Thing != nil && fact.Thing != f.s.thing {
		strength *= f.e.w.OtherThing
		if fact.Kind == evidence.Microdata || fact.Kind == evidence.RDFa || fact.Kind == evidence.Format {
			strength *= f.e.place(f.w, fact.Node, f.s)
		}
	}
	text := fact.Values[0]
	if f.w.shape == lexicon.Person && len(fact.Values) > 1 && len(fact.Values) < 6 {
		text = strings.Join(fact.Values, ", ")
	}
	f.add(fact.Kind, fact.Node, f.e.asShown(f.w, text), strength)
}

// largeText is the size, in bytes, of texts that are only read as often as would
// read the page four times over: elements of one name may be nested without end.
const largeText = 20_000

// names takes the elements whose attributes name the field.
func (f *finder) names() {
	e, w := f.e, f.w
	budget := 8*largeText + 4*e.t.Size()
	for i := range f.namedInScope() {
		named := &e.x.Names[i]
		best, key := 0.0, evidence.NoKey
		for _, k := range f.e.x.KeysOf(i) {
			if s := e.similarity(w, k); s > best {
				best, key = s, k
			}
		}
		if best < e.w.MinSimilarity {
			continue
		}
		if size := e.t.Len(named.Node); size > largeText {
			if budget -= size; budget < 0 {
				continue
			}
		}
		strength := e.w.Kind[evidence.Name] * best * e.place(w, named.Node, f.s)
		if n := e.byKey[key]; n > 3 && f.s.whole {
			strength *= max(0.7, 1-0.03*float64(n))
		}
		if f.s.whole && w.shape == lexicon.Rating && e.byKey[key] > 1 {
			strength *= 0.7 // one of several: of a review, not of the page's subject
		}
		if (f.s.whole || f.s.holds(e.x.H1)) && f.isTitle && e.t.Len(named.Node) > 0 && !e.inTitle(named.Node) {
			strength *= 0.4 // a title of something, but not of the page
		}
		if w.typ == 0 && isWords(w.shape) && e.isButton(named.Node) {
			strength *= 0.4 // it says what to do
		}
		if w.typ == 0 && isWords(w.shape) && f.s.whole && w.shape == lexicon.Text && strings.Contains(e.t.Prose(named.Node), "\n") {
			strength *= f.e.w.Divided
		}
		if strength <= 0.05 || !e.inPlace(w, named.Node) {
			continue
		}
		for _, r := range e.namedReadings(w, i) {
			f.addRead(evidence.Name, named.Node, r, strength)
		}
	}
}

// namedInScope yields the places in Index.Names of the scope's elements that may
// have a name for the field, in page order.
func (f *finder) namedInScope() iter.Seq[int] {
	names := f.e.x.Names
	return func(yield func(int) bool) {
		if f.s.whole {
			for _, i := range f.e.named(f.w) {
				if !yield(int(i)) {
					return
				}
			}
			return
		}
		first := sort.Search(len(names), func(i int) bool { return names[i].Node >= f.s.from })
		for i := first; i < len(names) && f.s.holds(names[i].Node) && yield(i); i++ {
		}
	}
}

// maxHeaded is how long, in bytes, a line under a heading is that is a price or a yes
// or no, and not about one.
const maxHeaded = 30

// headed takes the text right under a heading that names the field.
func (f *finder) headed() {
	e, w := f.e, f.w
	switch w.shape {
	case lexicon.URL, lexicon.Image, lexicon.Rating:
		return
	}
	first := 0
	if !f.s.whole {
		first = sort.Search(len(e.x.Sections), func(i int) bool { return e.x.Sections[i].Heading >= f.s.from })
	}
	for i := first; i < len(e.x.Sections); i++ {
		s := &e.x.Sections[i]
		if !f.s.holds(s.Heading) {
			break
		}
		sim := e.similarity(w, s.Key)
		if sim < e.w.MinSimilarity+0.1 || e.x.EndsBox(s.Heading) {
			continue
		}
		from := e.t.To(s.Heading)
		to := int32(e.t.Size())
		if int(s.Next) < len(e.t.Nodes) {
			to = e.t.From(s.Next)
		}
		if to-from < 2 || to < from {
			continue
		}
		text := strings.TrimSpace(e.t.Raw(from, min(to, from+20000)))
		if w.shape == lexicon.Date {
			text = e.exactTime(s.Heading, s.Next, text)
		}
		if w.shape != lexicon.Prose && w.shape != lexicon.Hours && w.shape != lexicon.Address {
			text, _, _ = strings.Cut(text, "\n")
		}
		if (w.shape == lexicon.Price || w.shape == lexicon.Boolean) && len(text) > maxHeaded {
			continue
		}
		f.add(evidence.Heading, s.Heading, text, e.w.Kind[evidence.Heading]*sim*e.place(w, s.Heading, f.s))
	}
}

// exactTime returns what a time element under a heading says for machines, if the
// field asks for a date of that form, else the text.
func (e *engine) exactTime(heading, next content.ID, text string) string {
	if heading = e.t.Nodes[heading].End; text == "" || heading >= next {
		return text
	}
	i := sort.Search(len(e.x.Dates), func(i int) bool { return e.x.Dates[i].Node >= heading })
	for ; i < len(e.x.Dates) && e.x.Dates[i].Node < next; i++ {
		if m := &e.x.Dates[i]; e.t.Nodes[m.Node].Role == content.Time && strings.HasPrefix(text, e.t.Text(m.Node)) {
			return m.Text
		}
	}
	return text
}

// cutByline keeps the first part of a line about an author: "Ann Lee | 3 May".
func cutByline(s string) string {
	for _, sep := range [...]string{" | ", " • ", " · ", " – ", " — ", " / ", " - ", ", in ", "\n"} {
		if head, _, ok := strings.Cut(s, sep); ok && len(head) > 2 {
			s = head
		}
	}
	return s
}

// inTitle reports whether an element's text is part of the page's title.
func (e *engine) inTitle(id content.ID) bool {
	text := e.t.Text(id)
	return len(text) > 3 && len(text) < 300 && strings.Contains(strings.ToLower(e.x.Title), strings.ToLower(text))
}
