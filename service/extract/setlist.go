package extract

import (
	"math"
	"slices"
	"sort"

	"assay/query"
	"assay/service/content"
	"assay/service/extract/evidence"
	"assay/service/extract/lexicon"
	"assay/service/extract/records"
	"assay/service/extract/tree"
)

// How many sets of records are aligned and weighed in full for one list.
const (
	maxFullSets = 24
	maxDeepSets = 120
)

// maxPairSize is how much text, in bytes, a record of a set of two has at most:
// larger ones tend to be the halves of a page.
const maxPairSize = 1200

// unlike is the factor for a set of two that have no part in common: halves of a page,
// most likely.
const unlike = 0.5

// namedAlone is what the name of a set counts for that tells none of the fields.
const namedAlone = 0.8

// bestSet weighs the page's sets of alike records.
func (e *engine) bestSet(w *want, s scope) *reading {
	list := w
	w = w.flattened()
	type ranked struct {
		set  *records.Set
		rank float64
	}
	var sets []ranked
	for _, set := range e.sets {
		spans := within(set.Spans, s)
		if len(spans) < 2 && (s.whole || len(spans) == 0) {
			continue // within a record of its own a list may have one member
		}
		if len(spans) < len(set.Spans) {
			set = withSpans(set, spans)
		}
		if !e.inPlace(w, spans[0].From) || e.areHeaders(spans) {
			continue
		}
		sets = append(sets, ranked{set, e.glance(w, set)})
	}
	sort.SliceStable(sets, func(a, b int) bool { return sets[a].rank > sets[b].rank })
	limit := maxFullSets
	if e.opt.Deep {
		limit = maxDeepSets
	}
	if len(sets) > limit {
		sets = sets[:limit]
	}
	var best *weighed
	all := make([]weighed, 0, len(sets))
	for _, r := range sets {
		if e.ctx.Err() != nil {
			break
		}
		c := e.weighSet(w, r.set, s)
		if e.unsaid(w, r.set, c.al) {
			continue
		}
		all = append(all, c)
		if best == nil || c.score+c.called > best.score+best.called {
			best = &all[len(all)-1]
		}
	}
	if best == nil {
		return nil
	}
	best = e.widened(w, e.parted(w, deepened(best, all), all), all)
	if e.onlyNames(w, best) || e.mostlyOpen(w, best) {
		return nil
	}
	return &reading{best.score, func() []answer { return e.folded(list, e.rows(w, best.set, best.al)) }}
}

// weighSet says how well the records of a set answer a list.
func (e *engine) weighSet(w *want, set *records.Set, s scope) weighed {
	al := e.align(w, set)
	score := al.score
	name := e.setName(w, set.Keys, set.Around)
	score += e.w.SetName*name*(namedAlone+(1-namedAlone)*al.known) + e.w.SetSize*min(1, math.Log2(float64(len(set.Spans)))/4)
	if ofGoods(w) && e.areCards(set) {
		score += e.w.SetCards
	}
	factor := e.setPlace(w, set, name, s)
	if isFlat(w) && e.holdsRecords(set) {
		factor *= heldRecords
	}
	if !s.whole && e.isAllOf(set.Spans[0], s) {
		factor *= itself
	}
	if e.areMembers(w, set, name) {
		factor *= theirMembers
	}
	if n := len(set.Spans); n == 2 {
		if set.Size > 2*maxPairSize {
			factor *= e.w.Pair
		}
		factor *= unlike + (1-unlike)*min(1, 2*al.common)
	}
	return weighed{set, al, score * factor, e.called(w, set) * factor * min(1, al.score/barely)}
}

// called is what it counts for among sets that the heading over one says what is asked
// for, or that its records lead to pages of that name.
func (e *engine) called(w *want, set *records.Set) float64 {
	if w.isAnyList() {
		return 0
	}
	over := e.surely(w, set.Over)
	if over > 0 && e.namesOne(w, set.Over) {
		over = 0
	}
	return e.w.SetUnder*over + e.w.SetLeads*e.surely(w, set.Leads)
}

// namesOne reports whether a heading is one of several that are all called what is asked
// for: "Group A" stands over one group.
func (e *engine) namesOne(w *want, heading evidence.Key) bool {
	for i := range e.x.Sections {
		if k := e.x.Sections[i].Key; k != heading && e.surely(w, k) > 0 {
			return true
		}
	}
	return false
}

// barely is the score of a set below which what it is called counts for less.
const barely = 0.2

// itself is the factor for a list within a record whose one member is all there is of
// the record.
const itself = 0.6

// isAllOf reports whether a record has all the text of the record it lies in.
func (e *engine) isAllOf(sp records.Span, s scope) bool {
	return e.t.SpanLen(sp.From, sp.To) >= e.t.SpanLen(s.from, s.to)
}

// theirMembers is the factor for a set that is named as what is asked for within records.
const theirMembers = 0.8

// areMembers reports whether the name of a set is rather that of a list within the records
// that are looked for: the screens of a film are no films.
func (e *engine) areMembers(w *want, set *records.Set, named float64) bool {
	for _, f := range w.children {
		if f.field.List && !f.field.IsLeaf() && e.setName(f, set.Keys, nil) > max(named, e.w.MinSimilarity) {
			return true
		}
	}
	return false
}

// areHeaders reports whether records are the headers of one table: they name its columns.
func (e *engine) areHeaders(spans []records.Span) bool {
	first, last := spans[0].From, spans[len(spans)-1].From
	return first != last && e.t.Nodes[first].Role == content.HeaderCell && e.t.Nodes[first].Parent == e.t.Nodes[last].Parent
}

// What makes records the sections of a text rather than a list.
const (
	minOpen    = 2   // fields that are asked for beside the name, and not told by any
	minSection = 250 // bytes of text in one, on average
)

// onlyNames reports whether records tell nothing of what is asked but what they are
// called, lead to nothing of that name, and nothing says that they are what is asked for:
// the headings of an article are no goods without a price, nor offices without an address.
func (e *engine) onlyNames(w *want, best *weighed) bool {
	named, open := false, 0
	for i, f := range w.children {
		told := len(best.al.choices[i]) > 0 || best.al.formed[i]
		switch {
		case f.isNaming():
			named = named || told
		case told || f.field.List || !f.field.IsLeaf():
			return false
		default:
			open++
		}
	}
	return named && open >= minOpen && best.set.Size > minSection*len(best.set.Spans) &&
		e.setName(w, best.set.Keys, best.set.Around) < e.w.MinSimilarity && !e.areLinked(best.set)
}

// mostlyOpen reports whether records that nothing names, not even the page's title, tell
// just one of the things that are asked, and neither what they are called nor where they
// lead: prices are no variants without their sizes.
func (e *engine) mostlyOpen(w *want, best *weighed) bool {
	told, asked := 0, 0
	for i, f := range w.children {
		has := len(best.al.choices[i]) > 0 || best.al.formed[i]
		switch {
		case f.hidden:
			continue
		case f.field.List, !f.field.IsLeaf(), has && (f.isNaming() || f.own || f.shape == lexicon.URL):
			return false
		case f.typ == query.Boolean:
			has = has || e.toldApart(f, sampleOf(best.set.Spans)) > 0
		}
		asked++
		if has {
			told++
		}
	}
	return asked > 1 && told <= 1 && !w.areWords() && !e.areCalled(w, best.set)
}

// areCalled reports whether records are called what a list is, by anything at or over them
// or by what the page is about.
func (e *engine) areCalled(w *want, set *records.Set) bool {
	return e.setName(w, set.Keys, set.Around) >= e.w.MinSimilarity ||
		slices.ContainsFunc(w.name, func(t lexicon.Term) bool { return t.Want >= 0.5 && e.isAbout(t.Word) })
}

// areLinked reports whether most records begin with a link, or have one before the end of
// their heading: each leads to a thing of its own.
func (e *engine) areLinked(set *records.Set) bool {
	sample := sampleOf(set.Spans)
	linked := 0
	for _, sp := range sample {
		i := sort.Search(len(e.x.Links), func(i int) bool { return e.x.Links[i] >= sp.From })
		if i == len(e.x.Links) || e.x.Links[i] >= sp.To {
			continue
		}
		end := e.t.From(sp.From)
		if h := e.headingIn(sp); h != content.None {
			end = e.t.To(h)
		}
		if e.t.From(e.x.Links[i]) <= end {
			linked++
		}
	}
	return linked*2 > len(sample)
}

// heldRecords is the factor for a set whose records are made of records themselves: the
// sections of a page.
const heldRecords = 0.6

// isFlat reports whether the records of a list have no list or container within them.
func isFlat(w *want) bool {
	for _, c := range w.children {
		if c.field.List || !c.field.IsLeaf() {
			return false
		}
	}
	return true
}

// holdsRecords reports whether half of the records of a set or more have a heading of
// their own over several alike boxes that make up most of them, and not of one build in
// all: things of one kind are made alike within, too.
func (e *engine) holdsRecords(set *records.Set) bool {
	n := 0
	sample := sampleOf(set.Spans)
	builds := map[string]bool{}
	for _, sp := range sample {
		if first := e.heldIn(sp); first != content.None {
			builds[e.t.Tag(first)+" "+e.t.Value(first, "class")] = true
			n++
		}
	}
	return n*2 >= len(sample) && len(builds) > 1
}

// heldIn returns the first of the records of another set that make up most of a record
// under its heading, or None.
func (e *engine) heldIn(sp records.Span) content.ID {
	size := e.t.SpanLen(sp.From, sp.To)
	i := sort.Search(len(e.x.Sections), func(i int) bool { return e.x.Sections[i].Heading >= sp.From })
	if i == len(e.x.Sections) || e.x.Sections[i].Heading >= sp.To || e.t.From(e.x.Sections[i].Heading)-e.t.From(sp.From) > maxPattern {
		return content.None
	}
	end := e.t.Nodes[e.x.Sections[i].Heading].End
	for _, other := range e.sets {
		if other.Spans[0].From < end || other.Spans[0].From >= sp.To || other.Class {
			continue
		}
		spans := within(other.Spans, scope{from: end, to: sp.To})
		held, lines := 0, 0
		for _, o := range spans {
			held += e.t.SpanLen(o.From, o.To)
			first, last := e.t.LinesBetween(o.From, o.To)
			lines += last - first
		}
		if len(spans) > 1 && len(spans) == len(other.Spans) && held*10 > size*7 && lines >= minHeldLines*len(spans) {
			return spans[0].From
		}
	}
	return content.None
}

// minHeldLines is how many lines a record within another has, on average: the
// paragraphs of a card have one.
const minHeldLines = 2

func within(spans []records.Span, s scope) []records.Span {
	if s.whole {
		return spans
	}
	first := sort.Search(len(spans), func(i int) bool { return spans[i].From >= s.from })
	last := sort.Search(len(spans), func(i int) bool { return spans[i].From >= s.to })
	return spans[first:max(first, last)]
}

// setPlace is the factor for a set's place on the page, named as well as it is.
func (e *engine) setPlace(w *want, set *records.Set, named float64, s scope) float64 {
	r := e.t.Region(set.Spans[0].From)
	if !s.whole {
		r &^= e.t.Region(s.from)
	}
	if factor, told := e.setInPlace(w, set.Spans[0].From); told {
		return factor
	}
	if r&w.filter.Likely != 0 {
		return 1 + e.w.OwnPlace
	}
	crumbs := w.concept.String() == "breadcrumbs"
	if crumbs {
		if r&tree.InBreadcrumbs != 0 {
			return 1
		}
		return 0.8
	}
	if r&(tree.InBreadcrumbs|tree.InNav|tree.InFooter|tree.InHeader) != 0 {
		return e.w.SetAside * 0.6
	}
	if r&tree.InComments != 0 && r&tree.InForm == 0 && (w.concept.String() == "comment" || w.concept.String() == "post") {
		return 1 + e.w.OwnPlace
	}
	if r&tree.Aside != 0 {
		return e.w.SetAside + (1-e.w.SetAside)*max(0, named-surelyNamed)/(1-surelyNamed)
	}
	return 1
}

// surelyNamed is from how well its name fits a list is looked for beside the page's
// subject as well: in forms, at the side.
const surelyNamed = 0.6

// surely is how well a name fits a list, from 0 for one that fits hardly.
func (e *engine) surely(w *want, k evidence.Key) float64 {
	return max(0, e.similarity(w, k)-surelyNamed) / (1 - surelyNamed)
}

// glance is a quick guess at how well a set can answer, from one of its records.
func (e *engine) glance(w *want, set *records.Set) float64 {
	n := len(set.Spans)
	sp := set.Spans[n/2]
	if n == 2 {
		sp = set.Spans[1]
	}
	rank := 2*e.setName(w, set.Keys, set.Around) + 0.25*min(6, math.Log2(float64(n))) + 0.12*math.Log2(float64(set.Size+16))
	mean := set.Size / n
	first := sort.Search(len(e.x.Names), func(i int) bool { return e.x.Names[i].Node >= sp.From })
	for _, f := range w.children {
		best := 0.0
		for i := first; i < len(e.x.Names) && i < first+60 && e.x.Names[i].Node < sp.To; i++ {
			for _, k := range e.x.KeysOf(i) {
				best = max(best, e.similarity(f, k))
			}
		}
		form := 0.0
		switch f.shape {
		case lexicon.Date:
			form = e.anyMark(e.x.Dates, sp)
		case lexicon.Price:
			form = e.anyMark(e.x.Prices, sp)
		case lexicon.URL:
			form = e.anyID(e.x.Links, sp)
		case lexicon.Image:
			form = e.anyID(e.x.Images, sp)
		case lexicon.Prose:
			if mean > 60 {
				form = 0.7
			}
		case lexicon.Text, lexicon.AnyShape:
			if mean > 3 {
				form = 0.2
			}
		}
		rank += 2 * max(best, form) / float64(len(w.children))
	}
	if mean > 6000 {
		rank -= 1
	}
	if r := e.t.Region(set.Spans[0].From); r&(tree.InNav|tree.InFooter|tree.InHeader) != 0 && w.concept.String() != "breadcrumbs" {
		rank -= 1
	}
	return rank
}

// firstMark returns the index of the first mark that does not stand before a node.
func (e *engine) firstMark(marks []evidence.Mark, from content.ID) int {
	return sort.Search(len(marks), func(i int) bool { return marks[i].Node >= from })
}

func (e *engine) anyMark(marks []evidence.Mark, sp records.Span) float64 {
	i := e.firstMark(marks, sp.From)
	if i < len(marks) && marks[i].Node < sp.To {
		return 0.8
	}
	return 0
}

func (e *engine) anyID(ids []content.ID, sp records.Span) float64 {
	i := sort.Search(len(ids), func(i int) bool { return ids[i] >= sp.From })
	if i < len(ids) && ids[i] < sp.To {
		return 0.5
	}
	return 0
}
