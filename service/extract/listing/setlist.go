package listing

import (
	"math"
	"slices"
	"sort"
	"strings"

	"assay/query"
	"assay/service/content"
	"assay/service/extract/align"
	"assay/service/extract/evidence"
	"assay/service/extract/fields"
	"assay/service/extract/find"
	"assay/service/extract/lexicon"
	"assay/service/extract/onpage"
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
func bestSet(e *Engine, w *fields.Field, s onpage.Scope) *find.Reading {
	list := w
	w = w.Flattened()
	type ranked struct {
		set  *records.Set
		rank float64
	}
	var sets []ranked
	for _, set := range e.Sets {
		spans := align.Within(set.Spans, s)
		if len(spans) < 2 && (s.Whole || len(spans) == 0) {
			continue // within a record of its own a list may have one member
		}
		if len(spans) < len(set.Spans) {
			set = withSpans(set, spans)
		}
		if !e.InPlace(w, spans[0].From) || areHeaders(e, spans) {
			continue
		}
		sets = append(sets, ranked{set, glance(e, w, set)})
	}
	sort.SliceStable(sets, func(a, b int) bool { return sets[a].rank > sets[b].rank })
	limit := maxFullSets
	if e.deep {
		limit = maxDeepSets
	}
	if len(sets) > limit {
		sets = sets[:limit]
	}
	var best *weighed
	all := make([]weighed, 0, len(sets))
	for _, r := range sets {
		if e.Context.Err() != nil {
			break
		}
		c := weighSet(e, w, r.set, s)
		if unsaid(e, w, r.set, c.al) {
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
	best = widened(e, w, parted(e, w, deepened(best, all), all, s), all)
	if onlyNames(e, w, best) || mostlyOpen(e, w, best) {
		return nil
	}
	return &find.Reading{Score: best.score, Answers: func() []fields.Answer { return folded(e, list, rows(e, w, best.set, best.al)) }}
}

// weighSet says how well the records of a set answer a list.
func weighSet(e *Engine, w *fields.Field, set *records.Set, s onpage.Scope) weighed {
	al := e.align(w, set)
	score := al.Score
	name := setName(e, w, set.Keys, set.Around)
	score += e.Weights.SetName*name*(namedAlone+(1-namedAlone)*al.Known) + e.Weights.SetSize*min(1, math.Log2(float64(len(set.Spans)))/4)
	if ofGoods(w) && areCards(e, set) {
		score += e.Weights.SetCards
	}
	factor := setPlace(e, w, set, name, s)
	if isFlat(w) && holdsRecords(e, set) {
		factor *= heldRecords
	}
	if !s.Whole && isAllOf(e, set.Spans[0], s) {
		factor *= itself
	}
	if areMembers(e, w, set, name) {
		factor *= theirMembers
	}
	if n := len(set.Spans); n == 2 {
		if set.Size > 2*maxPairSize {
			factor *= e.Weights.Pair
		}
		factor *= unlike + (1-unlike)*min(1, 2*al.Common)
	}
	return weighed{set, al, score * factor, called(e, w, set) * factor * min(1, al.Score/barely)}
}

// called is what it counts for among sets that the heading over one says what is asked
// for, or that its records lead to pages of that name.
func called(e *Engine, w *fields.Field, set *records.Set) float64 {
	if isAnyList(w) {
		return 0
	}
	over := surely(e, w, set.Over)
	if over > 0 && namesOne(e, w, set.Over) {
		over = 0
	}
	return e.Weights.SetUnder*over + e.Weights.SetLeads*surely(e, w, set.Leads)
}

// namesOne reports whether a heading is one of several that are all called what is asked
// for: "Group A" stands over one group.
func namesOne(e *Engine, w *fields.Field, heading evidence.Key) bool {
	for i := range e.Index.Sections {
		if k := e.Index.Sections[i].Key; k != heading && surely(e, w, k) > 0 {
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
func isAllOf(e *Engine, sp records.Span, s onpage.Scope) bool {
	return e.Tree.SpanLen(sp.From, sp.To) >= e.Tree.SpanLen(s.From, s.To)
}

// theirMembers is the factor for a set that is named as what is asked for within records.
const theirMembers = 0.8

// areMembers reports whether the name of a set is rather that of a list within the records
// that are looked for: the screens of a film are no films.
func areMembers(e *Engine, w *fields.Field, set *records.Set, named float64) bool {
	for _, f := range w.Children {
		if f.Query.List && !f.Query.IsLeaf() && setName(e, f, set.Keys, nil) > max(named, e.Weights.MinSimilarity) {
			return true
		}
	}
	return false
}

// areHeaders reports whether records are the headers of one table: they name its columns.
func areHeaders(e *Engine, spans []records.Span) bool {
	first, last := spans[0].From, spans[len(spans)-1].From
	return first != last && e.Tree.Nodes[first].Role == content.HeaderCell && e.Tree.Nodes[first].Parent == e.Tree.Nodes[last].Parent
}

// What makes records the sections of a text rather than a list.
const (
	minOpen    = 2   // fields that are asked for beside the name, and not told by any
	minSection = 250 // bytes of text in one, on average
)

// onlyNames reports whether records tell nothing of what is asked but what they are
// called, lead to nothing of that name, and nothing says that they are what is asked for:
// the headings of an article are no goods without a price, nor offices without an address.
func onlyNames(e *Engine, w *fields.Field, best *weighed) bool {
	named, open := false, 0
	for i, f := range w.Children {
		told := len(best.al.Choices[i]) > 0 || best.al.Formed[i]
		switch {
		case f.IsNaming():
			named = named || told
		case told || f.Query.List || !f.Query.IsLeaf():
			return false
		default:
			open++
		}
	}
	return named && open >= minOpen && best.set.Size > minSection*len(best.set.Spans) &&
		setName(e, w, best.set.Keys, best.set.Around) < e.Weights.MinSimilarity && !areLinked(e, best.set)
}

// mostlyOpen reports whether records that nothing names, not even the page's title, tell
// just one of the things that are asked, and neither what they are called nor where they
// lead: prices are no variants without their sizes.
func mostlyOpen(e *Engine, w *fields.Field, best *weighed) bool {
	told, asked := 0, 0
	for i, f := range w.Children {
		has := len(best.al.Choices[i]) > 0 || best.al.Formed[i]
		switch {
		case f.Hidden:
			continue
		case f.Query.List, !f.Query.IsLeaf(), has && (f.IsNaming() || f.Own || f.Shape == lexicon.URL):
			return false
		case f.Type == query.Boolean:
			has = has || toldApart(e, f, onpage.SampleOf(best.set.Spans)) > 0
		}
		asked++
		if has {
			told++
		}
	}
	return asked > 1 && told <= 1 && !onpage.AreWords(w) && !areCalled(e, w, best.set)
}

// areCalled reports whether records are called what a list is, by anything at or over them
// or by what the page is about.
func areCalled(e *Engine, w *fields.Field, set *records.Set) bool {
	return setName(e, w, set.Keys, set.Around) >= e.Weights.MinSimilarity ||
		slices.ContainsFunc(w.Name, func(t lexicon.Term) bool { return t.Want >= 0.5 && e.IsAbout(t.Word) })
}

// areLinked reports whether most records begin with a link, or have one before the end of
// their heading: each leads to a thing of its own.
func areLinked(e *Engine, set *records.Set) bool {
	sample := onpage.SampleOf(set.Spans)
	linked := 0
	for _, sp := range sample {
		i := sort.Search(len(e.Index.Links), func(i int) bool { return e.Index.Links[i] >= sp.From })
		if i == len(e.Index.Links) || e.Index.Links[i] >= sp.To {
			continue
		}
		end := e.Tree.From(sp.From)
		if h := e.HeadingIn(sp); h != content.None {
			end = e.Tree.To(h)
		}
		if e.Tree.From(e.Index.Links[i]) <= end {
			linked++
		}
	}
	return linked*2 > len(sample)
}

// heldRecords is the factor for a set whose records are made of records themselves: the
// sections of a page.
const heldRecords = 0.6

// isFlat reports whether the records of a list have no list or container within them.
func isFlat(w *fields.Field) bool {
	for _, c := range w.Children {
		if c.Query.List || !c.Query.IsLeaf() {
			return false
		}
	}
	return true
}

// holdsRecords reports whether half of the records of a set or more have a heading of
// their own over several alike boxes that make up most of them, and not of one build in
// all: things of one kind are made alike within, too.
func holdsRecords(e *Engine, set *records.Set) bool {
	n := 0
	sample := onpage.SampleOf(set.Spans)
	builds := map[string]bool{}
	for _, sp := range sample {
		if held := heldIn(e, sp, minHeldLines); held != nil {
			first := held[0].From
			builds[e.Tree.Tag(first)+" "+e.Tree.Value(first, "class")] = true
			n++
		}
	}
	return n*2 >= len(sample) && len(builds) > 1
}

// heldIn returns the records of another set that make up most of a record under its heading, of so
// many lines on average, or nil.
func heldIn(e *Engine, sp records.Span, leastLines int) []records.Span {
	size := e.Tree.SpanLen(sp.From, sp.To)
	i := sort.Search(len(e.Index.Sections), func(i int) bool { return e.Index.Sections[i].Heading >= sp.From })
	if i == len(e.Index.Sections) || e.Index.Sections[i].Heading >= sp.To || e.Tree.From(e.Index.Sections[i].Heading)-e.Tree.From(sp.From) > onpage.MaxPattern {
		return nil
	}
	end := e.Tree.Nodes[e.Index.Sections[i].Heading].End
	for _, other := range e.Sets {
		if other.Spans[0].From < end || other.Spans[0].From >= sp.To || other.Class {
			continue
		}
		spans := align.Within(other.Spans, onpage.Scope{From: end, To: sp.To})
		held, lines := 0, 0
		for _, o := range spans {
			held += e.Tree.SpanLen(o.From, o.To)
			first, last := e.Tree.LinesBetween(o.From, o.To)
			lines += last - first
		}
		if len(spans) > 1 && len(spans) == len(other.Spans) && held*10 > size*7 && lines >= leastLines*len(spans) {
			return spans
		}
	}
	return nil
}

// minHeldLines is how many lines a record within another has, on average: the
// paragraphs of a card have one.
const minHeldLines = 2

// setPlace is the factor for a set's place on the page, named as well as it is.
func setPlace(e *Engine, w *fields.Field, set *records.Set, named float64, s onpage.Scope) float64 {
	r := e.Tree.Region(set.Spans[0].From)
	if !s.Whole {
		r &^= e.Tree.Region(s.From)
	}
	if factor, told := setInPlace(e, w, set.Spans[0].From); told {
		return factor
	}
	if r&w.Filter.Likely != 0 {
		return 1 + e.Weights.OwnPlace
	}
	crumbs := w.Concept.String() == "breadcrumbs"
	if crumbs {
		if r&tree.InBreadcrumbs != 0 {
			return 1
		}
		return 0.8
	}
	if r&(tree.InBreadcrumbs|tree.InNav|tree.InFooter|tree.InHeader) != 0 {
		return e.Weights.SetAside * 0.6
	}
	if r&tree.InComments != 0 && r&tree.InForm == 0 && (w.Concept.String() == "comment" || w.Concept.String() == "post") {
		return 1 + e.Weights.OwnPlace
	}
	if r&tree.Aside != 0 {
		return e.Weights.SetAside + (1-e.Weights.SetAside)*max(0, named-align.SurelyNamed)/(1-align.SurelyNamed)
	}
	return 1
}

// surely is how well a name fits a list, from 0 for one that fits hardly.
func surely(e *Engine, w *fields.Field, k evidence.Key) float64 {
	return max(0, e.Similarity(w, k)-align.SurelyNamed) / (1 - align.SurelyNamed)
}

// glance is a quick guess at how well a set can answer, from one of its records.
func glance(e *Engine, w *fields.Field, set *records.Set) float64 {
	n := len(set.Spans)
	sp := set.Spans[n/2]
	if n == 2 {
		sp = set.Spans[1]
	}
	rank := 2*setName(e, w, set.Keys, set.Around) + 0.25*min(6, math.Log2(float64(n))) + 0.12*math.Log2(float64(set.Size+16))
	mean := set.Size / n
	first := sort.Search(len(e.Index.Names), func(i int) bool { return e.Index.Names[i].Node >= sp.From })
	for _, f := range w.Children {
		best := 0.0
		for i := first; i < len(e.Index.Names) && i < first+60 && e.Index.Names[i].Node < sp.To; i++ {
			for _, k := range e.Index.KeysOf(i) {
				best = max(best, e.Similarity(f, k))
			}
		}
		form := 0.0
		switch f.Shape {
		case lexicon.Date:
			form = e.AnyMark(e.Index.Dates, sp)
		case lexicon.Price:
			form = e.AnyMark(e.Index.Prices, sp)
		case lexicon.URL:
			form = onpage.AnyID(e.Index.Links, sp)
		case lexicon.Image:
			form = onpage.AnyID(e.Index.Images, sp)
		case lexicon.Prose:
			if mean > 60 {
				form = 0.7
			}
		case lexicon.Text, lexicon.AnyShape:
			if mean > 3 {
				form = 0.2
			}
		}
		rank += 2 * max(best, form) / float64(len(w.Children))
	}
	if mean > 6000 {
		rank -= 1
	}
	if r := e.Tree.Region(set.Spans[0].From); r&(tree.InNav|tree.InFooter|tree.InHeader) != 0 && w.Concept.String() != "breadcrumbs" {
		rank -= 1
	}
	return rank
}

// setInPlace is the factor for a set of records that a description puts in a place.
func setInPlace(e *Engine, w *fields.Field, id content.ID) (factor float64, told bool) {
	if w.Filter.Place|w.Filter.NotPlace == 0 {
		return 1, false
	}
	if !e.InPlace(w, id) {
		return 0, true
	}
	return 1, w.Filter.Place != 0
}

// setName says how well the names on and around records fit a list's name.
func setName(e *Engine, w *fields.Field, keys, around []evidence.Key) float64 {
	best := 0.0
	for _, k := range keys {
		best = max(best, e.Similarity(w, k))
	}
	for i, k := range around {
		best = max(best, (0.95-0.02*float64(min(i, 10)))*e.Similarity(w, k))
	}
	if isAnyList(w) {
		best *= anyListName
	}
	return best
}

// anyListName is how much of a list's name counts that would suit any list: the
// parts of menus are items, too.
const anyListName = 0.4

// isAnyList reports whether a list's name tells nothing of what its members are.
func isAnyList(w *fields.Field) bool {
	switch strings.ToLower(w.Query.Name) {
	case "items", "item_list", "itemlist", "list", "entries", "elements", "records", "rows", "results", "objects", "things":
		return true
	}
	return false
}
