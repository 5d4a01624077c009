package extract

import (
	"slices"
	"sort"
	"strings"

	"assay/service/content"
	"assay/service/extract/evidence"
	"assay/service/extract/lexicon"
	"assay/service/extract/read"
	"assay/service/extract/tree"
)

// container answers the fields of a container from a scope.
func (e *engine) container(ws []*want, s scope) []answer {
	out := make([]answer, len(ws))
	leaves := make([]*want, 0, len(ws))
	for i, w := range ws {
		out[i].w = w
		switch {
		case e.ctx.Err() != nil:
		case w.field.List && w.field.IsLeaf():
			out[i].list = e.limit(w, e.valueList(w, s))
		case w.field.List:
			out[i].list = e.limit(w, e.recordList(w, s))
		case !w.field.IsLeaf() && (w.filter.Order != nil || w.filter.Take != 0):
			out[i].child = e.foremost(w, s)
		case !w.field.IsLeaf():
			out[i].child = e.part(w, s)
		default:
			leaves = append(leaves, w)
		}
	}
	chosen := e.choose(leaves, s)
	for i, w := range ws {
		if w.field.IsLeaf() && !w.field.List && e.ctx.Err() == nil {
			out[i].leaf = chosen[0]
			chosen = chosen[1:]
		}
	}
	return out
}

// choose answers leaves from a scope, all at once.
func (e *engine) choose(leaves []*want, s scope) []value {
	options := make([][]value, len(leaves))
	for i, w := range leaves {
		if e.ctx.Err() != nil {
			break
		}
		options[i] = e.candidates(w, s)
		if len(leaves) > manyLeaves {
			w.sims = nil // as much memory again for each
		}
	}
	return assign(options, e.w.Threshold, e.w.Shared)
}

// part answers a container: from the whole scope, or from the part of it that
// bears the container's name, whichever answers more.
func (e *engine) part(w *want, s scope) []answer {
	best := e.container(w.children, s)
	if a := e.figure(w, s); a != nil && e.worth(a) >= e.worth(best) {
		return a
	}
	if w.isSubject() || e.hasRoles(w) {
		return best
	}
	bestScore := e.worth(best)
	for _, o := range e.parts(w, s) {
		if e.ctx.Err() != nil {
			break
		}
		a := e.container(w.children, o.scope)
		if score := e.worth(a) + e.w.ScopeNamed*o.sim; score > bestScore {
			e.addTitle(a, best, o.scope)
			best, bestScore = a, score
		}
	}
	return best
}

// addTitle gives a part of the page that begins right under the page's heading, and
// has no heading of its own, that heading as its title.
func (e *engine) addTitle(part, whole []answer, s scope) {
	if e.x.H1 == content.None || e.x.H1 >= s.from {
		return
	}
	for i := range e.x.Sections {
		if h := e.x.Sections[i].Heading; h > e.x.H1 && h < s.to {
			return
		}
	}
	for i := range part {
		if w := part[i].w; w.field.IsLeaf() && !w.field.List && part[i].leaf.json == "" && whole[i].leaf.node == e.x.H1 && !w.ofOther {
			part[i].leaf = whole[i].leaf
		}
	}
}

// foremost answers a container that asks for one of a list: the cheapest product, the
// first post.
func (e *engine) foremost(w *want, s scope) []answer {
	if list := e.limit(w, e.recordList(w, s)); len(list) > 0 {
		return list[0].child
	}
	return e.part(w, s)
}

// isSubject reports whether a container's name only says what the page is about.
func (w *want) isSubject() bool {
	switch strings.ToLower(w.field.Name) {
	case "page", "webpage", "web_page", "website", "site", "document", "result", "data", "info", "seite", "webseite", "página", "pagina", "sito", "sitio":
		return true
	}
	for _, t := range w.name {
		switch {
		case t.Concept == 0 && t.Want > 0.5:
			return false
		case t.Concept != 0:
			switch t.Concept.String() {
			case "organization", "contact", "content", "description", "title", "name", "comment", "post":
			default:
				return false
			}
		}
	}
	return true
}

// worth is how well a container's fields were answered: the mean score of its
// leaves.
func (e *engine) worth(fields []answer) float64 {
	total, n := 0.0, 0
	for i := range fields {
		f := &fields[i]
		n++
		switch {
		case f.w.field.List:
			if len(f.list) > 0 {
				total += 0.6
			}
		case f.w.field.IsLeaf():
			total += f.leaf.score
		default:
			total += e.worth(f.child)
		}
	}
	if n == 0 {
		return 0
	}
	return total / float64(n)
}

type namedPart struct {
	scope scope
	sim   float64
}

// maxParts is how many parts of a page are tried for one container.
const maxParts = 6

// parts finds the parts of a scope that bear a container's name: structured data
// under a property of that name, sections under such a heading, elements of such
// a class.
func (e *engine) parts(w *want, s scope) []namedPart {
	var out []namedPart
	add := func(p scope, sim float64) {
		if sim >= 0.6 && (p.to-p.from > 1 || p.thing != nil) && p.to-p.from < s.to-s.from {
			out = append(out, namedPart{p, sim})
		}
	}
	for i := range e.x.Sections {
		sec := &e.x.Sections[i]
		if s.holds(sec.Heading) {
			add(scope{from: sec.Heading, to: min(sec.End, s.to), name: w}, e.similarity(w, sec.Key))
		}
	}
	for i := range e.x.Names {
		named := &e.x.Names[i]
		if !s.holds(named.Node) || e.t.Len(named.Node) == 0 {
			continue
		}
		for _, k := range e.x.KeysOf(i) {
			if sim := e.similarity(w, k); sim >= 0.6 {
				add(scope{from: named.Node, to: e.t.Nodes[named.Node].End, name: w}, sim)
				break
			}
		}
	}
	sort.SliceStable(out, func(a, b int) bool { return out[a].sim > out[b].sim })
	if len(out) > maxParts {
		out = out[:maxParts]
	}
	return out
}

// setName says how well the names on and around records fit a list's name.
func (e *engine) setName(w *want, keys, around []evidence.Key) float64 {
	best := 0.0
	for _, k := range keys {
		best = max(best, e.similarity(w, k))
	}
	for i, k := range around {
		best = max(best, (0.95-0.02*float64(min(i, 10)))*e.similarity(w, k))
	}
	if w.isAnyList() {
		best *= anyListName
	}
	return best
}

// anyListName is how much of a list's name counts that would suit any list: the
// parts of menus are items, too.
const anyListName = 0.4

// isAnyList reports whether a list's name tells nothing of what its members are.
func (w *want) isAnyList() bool {
	switch strings.ToLower(w.field.Name) {
	case "items", "item_list", "itemlist", "list", "entries", "elements", "records", "rows", "results", "objects", "things":
		return true
	}
	return false
}

// scope is the part of the page an answer is looked for in.
type scope struct {
	from, to content.ID      // nodes from ≤ id < to
	thing    *evidence.Thing // the structured data that describes it, or nil
	whole    bool            // the whole page
	name     *want           // the container whose name the part bears, or nil
}

func (e *engine) page(ws []*want) scope {
	return scope{from: 0, to: content.ID(len(e.t.Nodes)), whole: true, thing: e.mainThing(ws)}
}

func (s scope) holds(id content.ID) bool { return s.from <= id && id < s.to }

// prepare lays out what matching asks of the evidence over and over.
func (e *engine) prepare() {
	e.byKey = make([]int32, e.x.KeyCount())
	for i := range e.x.Names {
		for _, k := range e.x.KeysOf(i) {
			e.byKey[k]++
		}
	}
	for i := range e.x.Facts {
		if e.x.Facts[i].Kind == evidence.Label {
			e.labels = append(e.labels, i)
		}
	}
	sort.SliceStable(e.labels, func(a, b int) bool { return e.x.Facts[e.labels[a]].Node < e.x.Facts[e.labels[b]].Node })
	for _, marks := range [...][]evidence.Mark{e.x.Dates, e.x.Prices, e.x.Phones, e.x.Emails} {
		sort.SliceStable(marks, func(a, b int) bool { return marks[a].Node < marks[b].Node })
	}
	e.site = e.siteName()
}

// siteName finds the name of the site: what the page's title adds to its heading.
func (e *engine) siteName() string {
	for i := range e.x.Facts {
		f := &e.x.Facts[i]
		if f.Kind == evidence.Meta && e.x.Phrase(f.Key).Is("site") {
			return f.Values[0]
		}
	}
	if _, site := splitTitle(e.x.Title, e.h1()); site != "" {
		return site
	}
	return ""
}

func (e *engine) h1() string {
	if e.x.H1 == content.None {
		return ""
	}
	return e.withoutYear(e.x.H1)
}

// withoutYear returns the text of a heading without the year in brackets that stands after
// it in an element of its own, which tells what it names from others of that name.
func (e *engine) withoutYear(heading content.ID) string {
	text := e.t.Text(heading)
	cut := strings.LastIndexByte(text, '(')
	if cut < 2 || len(text)-cut != len("(2012)") || !isYear(text[cut+1:len(text)-1]) || text[len(text)-1] != ')' {
		return text
	}
	for c := e.t.FirstChild(heading); c != content.None; c = e.t.Next(c) {
		if e.t.Nodes[c].Kind == content.Element && e.t.Text(c) == text[cut:] {
			return strings.TrimSpace(text[:cut])
		}
	}
	return text
}

// titleSeparators stand between what a page is about and the site's name.
var titleSeparators = [...]string{" | ", " - ", " – ", " — ", " :: ", " » ", " • ", " · ", ": ", " / "}

// splitTitle parts a page title into what it is about and the site's name.
func splitTitle(title, heading string) (about, site string) {
	about = title
	for _, sep := range titleSeparators {
		head, tail, ok := strings.Cut(title, sep)
		if !ok {
			continue
		}
		last := title[strings.LastIndex(title, sep)+len(sep):]
		if heading != "" && strings.Contains(strings.ToLower(heading), strings.ToLower(last)) {
			return last, head
		}
		if sep == ": " {
			continue
		}
		if heading != "" && strings.HasPrefix(strings.ToLower(title), strings.ToLower(heading)) && len(title) > len(heading)+len(sep) {
			return title[:len(heading)], last
		}
		if len(tail) <= len(head)+20 || len(last) < 30 {
			return title[:len(title)-len(last)-len(sep)], last
		}
	}
	return about, ""
}

// mainThing picks the structured data that the fields are about: the thing that
// has most of them, is named like the page's heading, and is of a type that pages
// are about.
func (e *engine) mainThing(ws []*want) *evidence.Thing {
	cover := map[*evidence.Thing][]float64{}
	leaves := e.leavesOf(ws, nil)
	for i := range e.x.Facts {
		f := &e.x.Facts[i]
		if f.Thing == nil {
			continue
		}
		best := cover[f.Thing]
		if best == nil {
			best = make([]float64, len(leaves))
			cover[f.Thing] = best
		}
		for k, w := range leaves {
			if sim := e.similarity(w, f.Key); sim > 0.6 {
				best[k] = max(best[k], sim)
			}
		}
	}
	heading, title := strings.ToLower(e.h1()), strings.ToLower(e.x.Title)
	var main *evidence.Thing
	mainRank := 0.0
	for _, t := range e.x.Things {
		if cover[t] == nil || subjectRank(t) < 1 && t.Node != content.None && e.t.Region(t.Node)&tree.InComments != 0 {
			continue
		}
		rank := 0.6*subjectRank(t) + min(0.2, float64(len(t.Props))*0.01)
		for _, sim := range cover[t] {
			rank += 1.5 * sim / float64(len(leaves))
		}
		name := ""
		for _, key := range [...]string{"headline", "name", "title"} {
			if v := t.Get(key); len(v) > 0 {
				name = strings.ToLower(v[0].String())
				break
			}
		}
		switch {
		case name == "":
		case name == heading:
			rank += 0.6
		case strings.Contains(title, name), heading != "" && strings.Contains(heading, name):
			rank += 0.4
		}
		switch {
		case rank > mainRank:
			main, mainRank = t, rank
		case rank == mainRank && main != nil && slices.Equal(main.Types, t.Types) && soldOut(main) && !soldOut(t):
			main = t // the size that is to be had
		}
	}
	return main
}

// soldOut reports whether structured data says of every offer of a thing that it is
// not to be had.
func soldOut(t *evidence.Thing) bool {
	said := false
	for _, offer := range append(t.Get("offers"), evidence.Value{Thing: t}) {
		if offer.Thing == nil {
			continue
		}
		for _, v := range offer.Thing.Get("availability") {
			if stocked, ok := read.Boolean(v.Text); !ok || stocked {
				return false
			}
			said = true
		}
	}
	return said
}

// leavesOf lists the leaves of fields that are not inside a list.
func (e *engine) leavesOf(ws []*want, out []*want) []*want {
	for _, w := range ws {
		switch {
		case w.field.IsLeaf():
			out = append(out, w)
		case !w.field.List:
			out = e.leavesOf(w.children, out)
		}
	}
	return out
}

// subjectRank says how likely a thing of this type is what a page is about.
func subjectRank(t *evidence.Thing) float64 {
	rank := 0.4
	for _, name := range t.Types {
		switch name {
		case "WebSite", "WebPage", "Organization", "BreadcrumbList", "ImageObject", "Person", "SearchAction", "SiteNavigationElement", "WPHeader", "WPFooter", "WPSideBar", "ListItem", "Offer", "Rating", "AggregateRating", "Comment", "Review", "VideoObject", "Corporation", "NewsMediaOrganization", "CollectionPage", "ItemPage":
			rank = 0.2
		case "Product", "Recipe", "NewsArticle", "Article", "BlogPosting", "JobPosting", "Event", "Book", "Movie", "LocalBusiness", "Restaurant", "Hotel", "ProductGroup":
			return 1
		default:
			if rank == 0.4 {
				rank = 0.7
			}
		}
	}
	return rank
}

// place is the factor for a value's place on the page.
func (e *engine) place(w *want, id content.ID, s scope) float64 {
	if id == content.None {
		return 1
	}
	if w.filter.Place != 0 && e.inPlace(w, id) {
		return 1
	}
	r := e.t.Region(id)
	if !s.whole {
		r &^= e.t.Region(s.from)
	}
	f := 1.0
	contact := isContact(w.shape)
	if r&tree.InRelated != 0 {
		f *= e.w.Related
	}
	if r&tree.InForm != 0 && w.shape == lexicon.Price {
		r &^= tree.InForm // where one buys
	}
	if r&(tree.InChrome|tree.InForm) != 0 && !contact {
		f *= e.w.Chrome
	}
	if r&tree.InNav != 0 {
		f *= e.w.Nav
	}
	if r&tree.InFooter != 0 && !contact {
		f *= e.w.Footer
	}
	if r&tree.InHeader != 0 && !contact {
		f *= e.w.Footer
	}
	if r&tree.InAside != 0 && !contact {
		f *= e.w.Aside
	}
	if r&tree.InComments != 0 {
		f *= e.w.Comments
	}
	if s.whole && (w.shape == lexicon.Price || w.shape == lexicon.Rating) && e.inCard(id) {
		f *= e.w.Card
	}
	if s.whole && !contact && e.t.Size() > 0 {
		start := int32(0)
		if e.x.H1 != content.None {
			start = e.t.From(e.x.H1)
		}
		distance := float64(e.t.From(id) - start)
		if distance < 0 {
			distance *= -0.7
		}
		f *= 1 - e.w.Far*min(1, distance/8000)
	}
	return f
}
