package extract

import (
	"math"
	"slices"
	"sort"
	"strings"

	"assay/client/query"
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

// withinRecord is the factor for what a list must be worth within a record, which
// says itself that it is one of many.
const withinRecord = 0.7

// recordList answers a list of containers: the set of records whose parts best
// explain all fields at once.
func (e *engine) recordList(w *want, s scope) []answer {
	if w.concept.String() == "breadcrumbs" && s.whole {
		if r := e.bestThings(w, s); r != nil && r.score > 0.8 {
			return r.answers()
		}
		return e.trailList(w)
	}
	if r := e.paperList(w, s); r != nil {
		return r.answers()
	}
	if profiles := e.networkList(w, s); profiles != nil {
		return profiles
	}
	things, set := e.bestThings(w, s), e.bestSet(w, s)
	var best *reading
	for _, r := range [...]*reading{e.bestTable(w, s), e.bestTurned(w, s), things, set, e.bestPairs(w, s), e.measuredList(w, s), e.pictureList(w, s), e.bestHours(w, s), e.bestGroups(w, s)} {
		if r != nil && (best == nil || r.score > best.score) {
			best = r
		}
	}
	threshold := e.w.SetThreshold
	if !s.whole {
		threshold *= withinRecord
	}
	var found []answer
	if best != nil && best.score >= threshold {
		found = best.answers()
	}
	switch {
	case things == nil || set == nil || min(things.score, set.score) < threshold:
	case best == things:
		e.joined(found, set.answers())
	case best == set:
		e.joined(found, things.answers())
	}
	return e.loneRecord(w, s, found)
}

// reading is one way to answer a list of containers.
type reading struct {
	score   float64
	answers func() []answer
}

// bestTable weighs the page's tables by their headers. Tables of the same headers
// of which none is named better than the others are one list in parts.
func (e *engine) bestTable(w *want, s scope) *reading {
	type part struct {
		grid    *evidence.Grid
		columns []int
	}
	var parts []part
	best := 0.0
	for _, g := range e.x.Tables {
		if !s.holds(g.Node) || !e.inPlace(w, g.Node) {
			continue
		}
		columns, score, named := e.matchHeaders(w, g)
		if named == 0 {
			continue
		}
		score += e.rowLinks(w.children, g, columns)
		name := 0.0
		for _, k := range g.Titles {
			name = max(name, e.similarity(w, k))
		}
		for i := range g.Headers { // the column of names says what the rows are
			if !w.isAnyList() {
				name = max(name, e.similarity(w, g.Headers[i].Key))
			}
		}
		score = score*e.w.TableColumn + e.w.SetName*0.5*name
		score += 0.15*e.headersHinted(w, g) + titleHint*e.titleHinted(w, g)
		switch {
		case len(parts) == 0 || score > best:
			parts, best = append(parts[:0], part{g, columns}), score
		case score == best && sameHeaders(parts[0].grid, g):
			parts = append(parts, part{g, columns})
		}
	}
	if len(parts) == 0 {
		return nil
	}
	return &reading{best, func() []answer {
		var out []answer
		for _, p := range parts {
			out = append(out, e.tableRows(w, p.grid, p.columns)...)
		}
		return out
	}}
}

// linked is what an address or picture counts for that the rows of a table have without
// a column of its own.
const linked = 0.7

// rowLinks says how much the addresses and pictures of rows answer of the fields that
// no column does.
func (e *engine) rowLinks(ws []*want, g *evidence.Grid, columns []int) float64 {
	score := 0.0
	for i, w := range ws {
		if columns[i] >= 0 || sideOf(w) != address || !w.field.IsLeaf() || w.field.List || w.other || len(g.Rows) == 0 {
			continue
		}
		if row := g.Rows[len(g.Rows)/2]; e.rowLink(w, row.Node).json != "" {
			score += linked
		}
	}
	return score / float64(len(ws))
}

// rowLink returns the first address or picture in a row of a table.
func (e *engine) rowLink(w *want, row content.ID) value {
	for _, text := range e.valuesOf(w, row) {
		if encoded, fit := e.read(w, text); fit > 0 && encoded != `""` {
			return value{json: encoded, text: text, node: row, kind: evidence.Column, score: e.w.Kind[evidence.Column] * linked}
		}
	}
	return value{node: content.None}
}

func sameHeaders(a, b *evidence.Grid) bool {
	return slices.EqualFunc(a.Headers, b.Headers, func(x, y evidence.Header) bool { return x.Text == y.Text })
}

// titleHint is what a table gains whose title is what the list's description says.
const titleHint = 0.2

// titleHinted is 1 if a table has the title that a list's description gives.
func (e *engine) titleHinted(w *want, g *evidence.Grid) float64 {
	if w.field.Description == "" {
		return 0
	}
	hint := lexicon.Words(w.field.Description)
	for _, k := range append([]evidence.Key{e.x.HeadingOver(g.Node)}, g.Titles...) {
		if k == evidence.NoKey {
			continue
		}
		if lexicon.Similarity(lexicon.CompileWords(hint), e.x.Keys[k]) > 0.95 {
			return 1
		}
	}
	return 0
}

// headersHinted says how many of a table's headers the list's description names.
func (e *engine) headersHinted(w *want, g *evidence.Grid) float64 {
	if w.field.Description == "" || len(g.Headers) == 0 {
		return 0
	}
	hint := strings.ToLower(w.field.Description)
	hits := 0
	for _, h := range g.Headers {
		if h.Text != "" && strings.Contains(hint, strings.ToLower(h.Text)) {
			hits++
		}
	}
	return float64(hits) / float64(len(g.Headers))
}

// matchHeaders gives each field a column of a table, each column to one field.
func (e *engine) matchHeaders(list *want, g *evidence.Grid) (columns []int, score float64, named int) {
	ws := list.children
	columns = make([]int, len(ws))
	type pair struct {
		field, column int
		score         float64
	}
	var pairs []pair
	long := e.longHeaders(g)
	for i, w := range ws {
		columns[i] = -1
		if !w.field.IsLeaf() {
			continue
		}
		for c, h := range g.Headers {
			sim := e.similarity(w, h.Key)
			if h.Key == evidence.NoKey && h.Text != "" && strings.EqualFold(h.Text, w.field.Name) {
				sim = 1
			}
			if long != nil && long[c] != evidence.NoKey {
				sim = max(sim, 0.95*e.similarity(w, long[c]))
			}
			if w.isPortion() && strings.Contains(h.Text, "%") && e.onlyShare(g, c) {
				sim = max(sim, 0.8)
			}
			if areInitials(h.Text, w.field.Name) {
				sim = max(sim, 0.9)
			}
			if isCut(h.Text, w.field.Name) || lacksKind(h.Text, w.field.Name) {
				sim = max(sim, 0.8)
			}
			if !list.isAnyList() && (w.isNaming() || w.typ == 0 && w.isOwnNumber()) { // players[] { name } under "Player"
				sim = max(sim, 0.95*e.similarity(list, h.Key))
			}
			if sameLetters(h.Text, w.field.Name) {
				sim = 1.2
			}
			if sim >= e.w.MinSimilarity {
				pairs = append(pairs, pair{i, c, sim - 0.001*float64(c)})
			}
		}
	}
	full := make([]float64, len(g.Headers)) // a header over several columns is that of the fullest
	for c := range full {
		full[c] = 0.01 * e.filled(g, c)
	}
	sort.SliceStable(pairs, func(a, b int) bool {
		return pairs[a].score+full[pairs[a].column] > pairs[b].score+full[pairs[b].column]
	})
	taken, led := make([]bool, len(g.Headers)), make([]bool, len(g.Headers))
	for _, p := range pairs {
		of := taken
		if sideOf(ws[p.field]) == address { // the words of a cell and where they lead are two things
			of = led
		}
		if columns[p.field] >= 0 || of[p.column] {
			continue
		}
		columns[p.field], of[p.column] = p.column, true
		score += min(1, p.score)
		named++
	}
	if named > 0 {
		score += e.shareHeader(ws, g, columns, taken)
		e.nameColumn(ws, g, columns, taken)
	}
	return columns, score / float64(len(ws)), named
}

// sharedHeader is what a column adds that was told by a word of its header.
const sharedHeader = 0.4

// shareHeader gives the fields that are still open the free columns whose headers have
// a telling word of theirs, if no other does: among the columns of one table a word is
// enough.
func (e *engine) shareHeader(ws []*want, g *evidence.Grid, columns []int, taken []bool) float64 {
	score := 0.0
	for i, w := range ws {
		if columns[i] >= 0 || !w.field.IsLeaf() || w.field.List {
			continue
		}
		found := -1
		for c, h := range g.Headers {
			if taken[c] || h.Key == evidence.NoKey || !sharesTelling(w.name, e.x.Keys[h.Key]) {
				continue
			}
			if found >= 0 {
				found = -1
				break
			}
			found = c
		}
		if found >= 0 {
			columns[i], taken[found] = found, true
			score += sharedHeader
		}
	}
	return score
}

// sharesTelling reports whether two names have a word in common that tells things
// apart, and that is not a concept many names share.
func sharesTelling(a, b lexicon.Phrase) bool {
	for i := range a {
		for j := range b {
			if a[i].Word == b[j].Word && a[i].Concept == 0 && a[i].Want >= 1 && len(a[i].Word) > 3 {
				return true
			}
		}
	}
	return false
}

// nameColumn gives the field for what a row is about the first column of words that
// no other field has.
func (e *engine) nameColumn(ws []*want, g *evidence.Grid, columns []int, taken []bool) {
	var open []int
	for i, w := range ws {
		if columns[i] < 0 && w.typ == 0 && w.field.IsLeaf() && !w.field.List {
			open = append(open, i)
		}
	}
	for _, i := range open {
		w := ws[i]
		if concept := w.concept.String(); !w.own && (concept != "name" && concept != "title" || !w.isOnly("name", "title")) {
			continue
		}
		for c := range g.Headers {
			if !taken[c] && e.ofWords(g, c) {
				columns[i], taken[c] = c, true
				return
			}
		}
	}
	for c, h := range g.Headers { // the first column, if it has no header, or says no more than that it has names
		if taken[c] || len(open) == 0 || !e.ofWords(g, c) {
			continue
		}
		bare := h.Text == "" && c == 0
		if !bare && (h.Key == evidence.NoKey || !e.x.Keys[h.Key].Is("name")) {
			continue
		}
		for _, i := range open {
			if w := ws[i]; columns[i] < 0 && (w.shape == lexicon.Org || w.shape == lexicon.Person || bare && (isWords(w.shape) || len(open) == 1)) {
				columns[i], taken[c] = c, true
				return
			}
		}
	}
}

// ofWords reports whether a column has words that tell its rows apart.
func (e *engine) ofWords(g *evidence.Grid, column int) bool {
	rows := g.Rows[:min(len(g.Rows), 20)]
	words, seen := 0, map[string]bool{}
	for _, row := range rows {
		if c := row.Cells[column]; c != content.None {
			text := e.t.Text(c)
			if letters(text)*2 >= len(text) && len(text) < 120 {
				words++
			}
			seen[text] = true
		}
	}
	return words*10 >= len(rows)*7 && len(seen)*10 >= len(rows)*7
}

// filled is the share of rows that show something in a column.
func (e *engine) filled(g *evidence.Grid, column int) float64 {
	rows := g.Rows[:min(len(g.Rows), 20)]
	n := 0
	for _, row := range rows {
		if c := row.Cells[column]; c != content.None && e.t.Len(c) > 0 {
			n++
		}
	}
	return float64(n) / float64(len(rows))
}

// isPortion reports whether a field asks how large a part of a whole something is.
func (w *want) isPortion() bool {
	if w.isShare() || w.typ == query.Percent {
		return true
	}
	switch strings.ToLower(w.field.Name) {
	case "weight", "weighting", "allocation", "share", "portion", "proportion", "stake":
		return true
	}
	return false
}

// onlyShare reports whether a column is the only one whose header speaks of parts of a
// hundred.
func (e *engine) onlyShare(g *evidence.Grid, column int) bool {
	for c, h := range g.Headers {
		if c != column && strings.Contains(h.Text, "%") {
			return false
		}
	}
	return true
}

// sameLetters reports whether two names are equal but for case and separators.
func sameLetters(a, b string) bool {
	return a != "" && strings.Join(lexicon.Words(a), "") == strings.Join(lexicon.Words(b), "")
}

func (e *engine) tableRows(w *want, g *evidence.Grid, columns []int) []answer {
	out := make([]answer, 0, len(g.Rows))
	for _, row := range g.Rows {
		a := answer{child: make([]answer, len(w.children)), from: row.Node, to: e.t.Nodes[row.Node].End}
		filled := false
		for i, f := range w.children {
			a.child[i].w = f
			a.child[i].leaf.node = content.None
			if columns[i] < 0 || row.Cells[columns[i]] == content.None {
				switch {
				case !f.field.IsLeaf() || f.field.List:
					a.child[i] = e.container([]*want{f}, scope{from: row.Node, to: e.t.Nodes[row.Node].End})[0]
				case columns[i] < 0 && sideOf(f) == address && !f.other:
					a.child[i].leaf = e.rowLink(f, row.Node)
				}
				continue
			}
			cell := row.Cells[columns[i]]
			v := e.cellValue(f, cell)
			if f.field.List {
				if v.json != "" {
					a.child[i].list = []answer{{leaf: v}}
				}
				continue
			}
			a.child[i].leaf = v
			filled = filled || v.json != ""
		}
		if filled {
			out = append(out, a)
		}
	}
	return out
}

// cellValue reads a table cell. What has no type is taken as it stands, whatever
// the field's name suggests.
func (e *engine) cellValue(w *want, cell content.ID) value {
	t := e.t
	plain := *w
	if w.typ == 0 && w.shape != lexicon.URL && w.shape != lexicon.Image {
		plain.shape = lexicon.AnyShape
	}
	for _, text := range e.valuesOf(&plain, cell) {
		if encoded, fit := e.read(&plain, text); fit > 0 && encoded != `""` {
			return value{json: encoded, text: text, node: cell, kind: evidence.Column, score: e.w.Kind[evidence.Column] * (0.7 + 0.3*fit)}
		}
	}
	if w.typ == 0 && plain.shape != lexicon.AnyShape && t.Len(cell) > 0 { // "picture" may mean a film
		plain.shape = lexicon.AnyShape
		text := e.noted(cell)
		if encoded, fit := e.read(&plain, text); fit > 0 {
			return value{json: encoded, text: text, node: cell, kind: evidence.Column, score: e.w.Kind[evidence.Column] * 0.7}
		}
	}
	return value{node: content.None}
}

// namedAlone is what the name of a set counts for that tells none of the fields.
const namedAlone = 0.4

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
	goods := ofGoods(w)
	for _, r := range sets {
		if e.ctx.Err() != nil {
			break
		}
		al := e.align(w, r.set)
		score := al.score
		name := e.setName(w, r.set.Keys, r.set.Around)
		score += e.w.SetName*name*(namedAlone+(1-namedAlone)*al.known) + e.w.SetSize*min(1, math.Log2(float64(len(r.set.Spans)))/4)
		if goods && e.areCards(r.set) {
			score += e.w.SetCards
		}
		score *= e.setPlace(w, r.set, name, s)
		if isFlat(w) && e.holdsRecords(r.set) {
			score *= heldRecords
		}
		if n := len(r.set.Spans); n == 2 {
			if r.set.Size > 2*maxPairSize {
				score *= e.w.Pair
			}
			score *= unlike + (1-unlike)*min(1, 2*al.common)
		}
		all = append(all, weighed{r.set, al, score})
		if best == nil || score > best.score {
			best = &all[len(all)-1]
		}
	}
	if best == nil {
		return nil
	}
	best = e.widened(w, deepened(best, all), all)
	if e.onlyNames(w, best) {
		return nil
	}
	return &reading{best.score, func() []answer { return e.folded(list, e.rows(w, best.set, best.al)) }}
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
	if r&w.filter.likely != 0 {
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
	if r&tree.InComments != 0 && r&tree.InForm == 0 && w.concept.String() == "comment" {
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
			for _, k := range e.x.Names[i].Keys {
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

func (e *engine) anyMark(marks []evidence.Mark, sp records.Span) float64 {
	i := sort.Search(len(marks), func(i int) bool { return marks[i].Node >= sp.From })
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
