package extract

import (
	"iter"
	"slices"
	"sort"
	"strings"
	"unicode"

	"assay/query"
	"assay/service/content"
	"assay/service/extract/evidence"
	"assay/service/extract/lexicon"
	"assay/service/extract/read"
	"assay/service/extract/records"
)

// alignment is how the fields of a list are read from the records of a set.
type alignment struct {
	score   float64
	known   float64    // the share of the fields that it tells
	common  float64    // the share of the columns that all sampled records have
	choices [][]choice // per field, the columns that may give it, best first
	formed  []bool     // per field, whether a text of its form gives it, wherever it stands
}

type choice struct {
	path  uint64
	plain uint64
	key   evidence.Key
	score float64
}

// surelyKnown is the score from which on a field counts as told in full.
const surelyKnown = 0.5

// maxChoices is how many columns a field may be read from, if the first has nothing.
const maxChoices = 8

// ownField is what sets a field that is called what the records are before others of
// its kind.
const ownField = 0.01

// choices returns what to read a field from that is given the column.
func (col *column) choices(score float64) []choice {
	plain := col.first().plain
	out := []choice{{col.path, plain, col.key, score}}
	for _, path := range col.also {
		out = append(out, choice{path, plain, col.key, score})
	}
	return out
}

// given goes through the fields that have a column.
func (al *alignment) given(columns []column) iter.Seq2[int, *column] {
	return func(yield func(int, *column) bool) {
		for i, choices := range al.choices {
			if len(choices) == 0 {
				continue
			}
			if col := find(columns, choices[0]); col != nil && !yield(i, col) {
				return
			}
		}
	}
}

// align finds the columns of a set and gives each field the one that fits best,
// no column to two fields.
func (e *engine) align(w *want, set *records.Set) alignment {
	sample := sampleOf(set.Spans)
	columns := e.merge(e.columns(sample))
	al := alignment{choices: make([][]choice, len(w.children)), formed: make([]bool, len(w.children))}
	nested := make([]float64, len(w.children))
	var members []members
	for i, f := range w.children {
		if f.field.List || !f.field.IsLeaf() {
			score, m := e.nested(f, sample)
			nested[i], members = score, append(members, m...)
		}
	}
	g := giver{e: e, w: w, columns: columns, al: &al, taken: map[use]bool{}}
	pairs := e.weigh(w, columns, sample, members)
	for k := range pairs {
		g.give(e.tightest(w, columns, pairs[k:]))
	}
	e.narrow(w, columns, &al)
	e.nameRecords(w, columns, sample, &al)
	e.headed(w, columns, sample, &al)
	for i, f := range w.children {
		if al.formed[i] = e.areFormed(f, sample); al.formed[i] && len(al.choices[i]) == 0 {
			al.score += e.w.Leftover
		}
	}
	e.leftovers(w, columns, sample, &al)
	for i, f := range w.children {
		score := 0.0
		switch {
		case f.field.List || !f.field.IsLeaf():
			score = nested[i]
		case f.typ == query.Boolean && len(al.choices[i]) == 0:
			score = e.toldApart(f, sample)
		}
		al.score += score
		if len(al.choices[i]) > 0 {
			score = al.choices[i][0].score
		}
		al.known += min(1, score/surelyKnown)
	}
	asked := len(w.children)
	for i, f := range w.children {
		if f.hidden && len(al.choices[i]) == 0 {
			asked--
		}
	}
	al.score /= float64(max(1, asked))
	al.known /= float64(max(1, asked))
	al.common = inCommon(columns, len(sample))
	return al
}

// weigh says how well each column answers each field that is one value of a record, the
// best first.
func (e *engine) weigh(w *want, columns []column, sample []records.Span, members []members) []fieldColumn {
	var pairs []fieldColumn
	for i, f := range w.children {
		if !f.field.IsLeaf() || f.field.List {
			continue
		}
		for c := range columns {
			score := e.columnScore(f, &columns[c], sample)
			if e.isOfMembers(&columns[c], members) {
				score *= ofMembers
			}
			if score <= minColumn {
				continue
			}
			if f.concept != 0 && f.concept == w.concept { // the actor of the cast, before the agent
				score += ownField
			}
			if f.shape == lexicon.Clock && f.bound > 0 {
				score += endLater * float64(c) // of two times the later one is the end
			}
			pairs = append(pairs, fieldColumn{i, c, score})
		}
	}
	sort.SliceStable(pairs, func(a, b int) bool { return pairs[a].score > pairs[b].score })
	return pairs
}

// minColumn is the score up to which a column is no answer at all.
const minColumn = 0.1

// use is a side of a column that a field is given.
type use struct {
	column int
	side   side
}

// giver gives the fields of a list their columns.
type giver struct {
	e       *engine
	w       *want
	columns []column
	al      *alignment
	taken   map[use]bool
}

// give gives a field a column, if no other has it; a field that has one keeps further
// ones for the records that lack the first.
func (g *giver) give(p fieldColumn) {
	f, col := g.w.children[p.field], &g.columns[p.column]
	u := use{p.column, sideOf(f)}
	if g.taken[u] {
		return
	}
	clock := f.shape == lexicon.Clock
	if other := (use{p.column, text + upper - u.side}); clock && u.side != address && g.taken[other] && !g.e.areSpans(col) {
		return
	}
	given := &g.al.choices[p.field]
	if len(*given) > 0 {
		if len(*given) < maxChoices && p.score > 0.6*(*given)[0].score {
			*given = append(*given, choice{col.path, col.first().plain, col.key, p.score})
		}
		return
	}
	if clock && u.side == upper && g.taken[use{p.column, text}] && len(read.Clocks(g.e.partText(col.first()))) < 2 {
		return // when it leaves is not when it arrives
	}
	if u.side == text && g.e.sharesValue(col, g.columns, g.al, g.w) {
		return
	}
	g.taken[u] = true
	*given = col.choices(p.score)
	g.al.score += p.score
}

// tightest returns the first of some fields and columns, or if the column is of elements
// in which others tell the same amount just as well, those.
func (e *engine) tightest(w *want, columns []column, pairs []fieldColumn) fieldColumn {
	best := pairs[0]
	f := w.children[best.field]
	if !isQuantity(f.shape) {
		return best
	}
	for _, p := range pairs[1:] {
		if p.score < best.score {
			break
		}
		if outer, inner := columns[best.column].first(), columns[p.column].first(); p.field == best.field &&
			outer.id < inner.id && inner.id < e.t.Nodes[outer.id].End && e.partLen(inner) < e.partLen(outer) &&
			e.reading(f, e.partText(inner)).encoded == e.reading(f, e.partText(outer)).encoded {
			best = p
		}
	}
	return best
}

// endLater is by how much a time of day that ends something is sooner found in a column
// than in the one before it.
const endLater = 0.0001

// areSpans reports whether the parts of a column tell from when to when.
func (e *engine) areSpans(col *column) bool {
	for _, p := range col.present() {
		if len(read.Clocks(e.partText(p))) > 1 {
			return true
		}
	}
	return false
}

// inCommon returns the share of the columns that all of so many records have.
func inCommon(columns []column, records int) float64 {
	all := 0
	for i := range columns {
		if columns[i].have == records {
			all++
		}
	}
	return float64(all) / float64(max(1, len(columns)))
}

// members is where in a sampled record the members of a list within it stand.
type members struct {
	record   int // its index in the sample
	from, to content.ID
}

// ofMembers is the factor for a column for a field of the records themselves where the
// members of a list within them have it: what a menu says of a dish does not describe
// the part of the menu.
const ofMembers = 0.4

// isOfMembers reports whether the parts of a column belong to the members of lists
// within the records, or hold them.
func (e *engine) isOfMembers(col *column, of []members) bool {
	for i := range of {
		if p := &col.parts[of[i].record]; p.id != content.None && p.id < of[i].to && e.t.Nodes[p.id].End > of[i].from {
			return true
		}
	}
	return false
}

// nested says how well the records answer a list or container that each of them has,
// from two of them, and where they have the list's members, if there are several.
func (e *engine) nested(f *want, sample []records.Span) (float64, []members) {
	score, most := 0.0, 0
	var of []members
	for _, i := range [...]int{0, len(sample) / 2} {
		sp := sample[i]
		if sp.To-sp.From > maxRecordSize {
			continue
		}
		a := e.container([]*want{f}, scope{from: sp.From, to: sp.To})[0]
		most = max(most, len(a.list))
		switch {
		case f.field.List && f.field.IsLeaf():
			score += min(1, float64(len(a.list)))
		case f.field.List && len(a.list) == 1 && a.list[0].from < a.list[0].to && e.isAllOf(records.Span{From: a.list[0].from, To: a.list[0].to}, scope{from: sp.From, to: sp.To}):
			// the record is no list of itself
		case f.field.List && len(a.list) > 0:
			filled := 0.0
			for i := range a.list {
				filled += e.worth(a.list[i].child)
			}
			score += min(1, 0.3+filled/float64(len(a.list)))
			if n := len(a.list); n > 1 && a.list[0].from < a.list[n-1].to {
				of = append(of, members{i, a.list[0].from, a.list[n-1].to})
			}
		case !f.field.List:
			score += min(1, e.worth(a.child))
		}
	}
	if f.field.List && most < 2 {
		score *= e.w.LoneMember
	}
	return e.w.Nested * score / 2, of
}

// narrow gives a text that holds other fields of the record, or when it was written,
// the part of it that has most of its words and none of them.
func (e *engine) narrow(w *want, columns []column, al *alignment) {
	for i, f := range w.children {
		if f.shape != lexicon.Prose && !f.isNaming() || len(al.choices[i]) == 0 {
			continue
		}
		text := find(columns, al.choices[i][0])
		if text == nil || len(text.parts) == 0 {
			continue
		}
		if f.isNaming() {
			e.narrowName(w, text, columns, al, i)
			continue
		}
		dated := e.undivided(text)
		if dated > 0.7 && !e.holdsGiven(text, columns, al, i) {
			continue
		}
		var best *column
		most := 0.5
		for c := range columns {
			col := &columns[c]
			if col.key != evidence.NoKey || col.isText() {
				continue
			}
			if share := e.shareOf(col, text); share > most && !e.holdsGiven(col, columns, al, i) && (dated > 0.7 || e.undivided(col) > dated) {
				best, most = col, share
			}
		}
		if best != nil {
			al.choices[i] = append(best.choices(al.choices[i][0].score), al.choices[i]...)
		}
	}
}

// narrowName gives a name that holds the number of another field, as how many there
// are of a kind or what one costs, the part of it without.
func (e *engine) narrowName(w *want, name *column, columns []column, al *alignment, i int) {
	holds := false
	for k, o := range al.given(columns) {
		holds = holds || k != i && isQuantity(w.children[k].shape) && o.key == evidence.NoKey && e.isWithin(o, name)
	}
	if !holds {
		return
	}
	var best *column
	most := 0.0
	for c := range columns {
		col := &columns[c]
		if col.key != evidence.NoKey || e.isDivided(col.first()) || !e.differs(col) {
			continue
		}
		if share := e.shareOf(col, name); share > most && !e.holdsGiven(col, columns, al, i) {
			best, most = col, share
		}
	}
	if best != nil && most > 0 {
		al.choices[i] = append(best.choices(al.choices[i][0].score), al.choices[i]...)
	}
}

// holdsGiven reports whether the parts of a column hold those of one given to another
// field than i.
func (e *engine) holdsGiven(col *column, columns []column, al *alignment, i int) bool {
	for k, o := range al.given(columns) {
		if k == i || o.key != evidence.NoKey {
			continue
		}
		for p, q := range inBoth(col, o) {
			from, to := e.span(p)
			if a, b := e.span(q); from <= a && b <= to && b > a {
				return true
			}
		}
	}
	return false
}

// isWithin reports whether the parts of a column are inside those of another one that
// have more text.
func (e *engine) isWithin(inner, outer *column) bool { return e.shareOf(inner, outer) > 0 }

// shareOf says how much of the text of a column another one inside it has, in all
// records together: 0 if it is not inside it in each.
func (e *engine) shareOf(inner, outer *column) float64 {
	var part, whole float64
	for r, p := range outer.present() {
		q := &inner.parts[r]
		if q.id == content.None {
			return 0
		}
		from, to := e.span(p)
		a, b := e.span(q)
		if a < from || b > to || to-from == 0 || b-a == to-from {
			return 0
		}
		part, whole = part+float64(b-a), whole+float64(to-from)
	}
	return part / max(1, whole)
}

// Beliefs about columns that are matched by being left over.
const (
	minTogether  = 2 // fields that have a meaning of their own and are told by what is left, if any is
	minExplained = 2 // fields that must be known for each that is told by what is left
)

// leftovers gives the fields of a list that no name or form told the columns of
// short text that are left, in their order, if there are as many of the one as of the
// other. It is how a person reads a row whose cells have no names: what is asked for
// stands in the order it is asked for. Most of the fields must be known by other means,
// or the record must have just as many parts as there are fields.
func (e *engine) leftovers(w *want, columns []column, sample []records.Span, al *alignment) {
	open := openFields(w, al)
	switch {
	case len(open.ofKinds) == 1 && len(open.fields) == 0 && open.explained == open.texts-1 && e.countTexts(columns, sample) == open.texts:
		open.fields = open.ofKinds // all that is asked for beside all that is left
	case len(open.ofKinds) > 0:
		return // values of a kind of their own were not found
	}
	e.leftNumber(w, columns, sample, al, open.texts)
	if open.known > 0 && len(open.fields) < minTogether {
		return
	}
	if len(open.fields) == 0 || open.explained == 0 || len(sample) < 2 {
		return
	}
	least := minExplained * len(open.fields)
	if open.known == len(open.fields) { // a firm and a place: names of two kinds, and two columns of names
		least = len(open.fields)
	}
	if open.explained < least && e.countTexts(columns, sample) != open.texts {
		return
	}
	left := e.leftColumns(w, columns, sample, al)
	if len(left) != len(open.fields) {
		return
	}
	give := func(k, i int) {
		al.choices[i] = columns[left[k]].choices(e.w.Leftover)
		al.score += e.w.Leftover
		left = slices.Delete(left, k, k+1)
	}
	var inOrder []int
	for _, i := range open.fields {
		if k := e.tellingOf(w.children[i], columns, left); k >= 0 {
			give(k, i)
		} else {
			inOrder = append(inOrder, i)
		}
	}
	for _, i := range inOrder {
		give(0, i)
	}
}

// unanswered is which fields of a list are not answered yet, and how many there are beside them.
type unanswered struct {
	fields    []int // that what is left may answer
	ofKinds   []int // that have values of a kind of their own, which no other column has
	known     int   // of the first, those that have a meaning of their own
	explained int   // fields that are answered
	texts     int   // fields that text answers
}

// openFields returns the fields of a list that no column was found for.
func openFields(w *want, al *alignment) unanswered {
	var o unanswered
	for i, f := range w.children {
		leaf := f.field.IsLeaf() && !f.field.List
		if leaf && sideOf(f) != address {
			o.texts++
		}
		switch {
		case !leaf:
		case len(al.choices[i]) > 0, al.formed[i]:
			o.explained++
		case f.typ != 0:
		case f.concept == 0, f.shape == lexicon.Person, f.shape == lexicon.Integer: // a room may be a number or a name
			o.fields = append(o.fields, i)
		case f.isCalled():
			o.known++
			o.fields = append(o.fields, i)
		case isWords(f.shape):
			o.ofKinds = append(o.ofKinds, i)
		}
	}
	return o
}

// leftColumns returns the columns of short text that answer no field, in the order they
// stand in.
func (e *engine) leftColumns(w *want, columns []column, sample []records.Span, al *alignment) []int {
	var left []int
	for c := range columns {
		if e.isLeft(&columns[c], columns, sample, al) && !e.sharesValue(&columns[c], columns, al, w) {
			left = append(left, c)
		}
	}
	left = e.ownTexts(left, columns)
	slices.SortStableFunc(left, func(a, b int) int {
		for r := range sample {
			p, q := &columns[a].parts[r], &columns[b].parts[r]
			if p.id != content.None && q.id != content.None {
				from, _ := e.span(p)
				other, _ := e.span(q)
				return int(from - other)
			}
		}
		return a - b
	})
	return left
}

// tellingOf returns which of the columns that are left says by its words that it is a
// field's, "1 stop" for stops, or is the only one of names for a person; -1 if none
// does, or several do.
func (e *engine) tellingOf(f *want, columns []column, left []int) int {
	found := -1
	for k, c := range left {
		col := &columns[c]
		told, n := 0, 0
		for _, p := range col.present() {
			n++
			text := e.partText(p)
			if _, fit := e.readPerson(text); f.shape == lexicon.Person && fit > 0.9 && areCapitalized(strings.Fields(text)) {
				told++
			} else if len(f.name) == 1 && len(f.name[0].Word) > 3 && strings.Contains(strings.ToLower(text), f.name[0].Word) {
				told++
			}
		}
		if n > 0 && told*3 >= n*2 {
			if found >= 0 {
				return -1
			}
			found = k
		}
	}
	return found
}

// headed gives the heading of the records to the first field of plain words that nothing
// told, if none asks for what the records are called: it asks for that in a word of its
// own, such as the service in costs[], or in any word over a list, as the type of changes.
func (e *engine) headed(w *want, columns []column, sample []records.Span, al *alignment) {
	if slices.ContainsFunc(w.children, (*want).isNaming) {
		return
	}
	for i, f := range w.children {
		if !f.field.IsLeaf() || f.field.List || f.typ != 0 || len(al.choices[i]) > 0 || f.concept != 0 && !w.isOverList(f) {
			continue
		}
		for c := range columns {
			col := &columns[c]
			if p := col.first(); !p.isText() && col.key == evidence.NoKey && e.t.Nodes[p.id].Role == content.Heading && e.isLeft(col, columns, sample, al) {
				al.choices[i] = col.choices(e.w.Leftover)
				al.score += e.w.Leftover
				return
			}
		}
		return
	}
}

// isOverList reports whether a field is the only one of a list's records that is a text,
// and all else in them is lists: it asks for what stands over those, whatever it is called.
func (w *want) isOverList(f *want) bool {
	lists := 0
	for _, c := range w.children {
		switch {
		case c.field.List:
			lists++
		case c != f:
			return false
		}
	}
	return lists > 0 && isWords(f.shape)
}

// nameRecords gives the field for what a record is called, if no heading, link or bold
// text told it, the first words of the records that are no other field's.
func (e *engine) nameRecords(w *want, columns []column, sample []records.Span, al *alignment) {
	naming := -1
	for i, f := range w.children {
		if len(al.choices[i]) > 0 && f.shape == lexicon.Person {
			return // the others are told by more than their place
		}
		if naming < 0 && len(al.choices[i]) == 0 && f.typ == 0 && f.field.IsLeaf() && !f.field.List && (f.isNaming() || f.own || f.shape == lexicon.Person) {
			naming = i
		}
	}
	if naming < 0 || len(sample) < 2 {
		return
	}
	first := -1
	var at int32
	for c := range columns {
		col := &columns[c]
		if f := w.children[naming]; f.shape == lexicon.Person && !e.arePeople(f, col) || !e.isLeft(col, columns, sample, al) || e.sharesValue(col, columns, al, w) || !e.differs(col) {
			continue
		}
		if from := e.offset(col, sample); first < 0 || from <= at { // the innermost of those that begin together
			first, at = c, from
		}
	}
	if first >= 0 {
		al.choices[naming] = columns[first].choices(e.w.Leftover)
		al.score += e.w.Leftover
	}
}

// leftNumber gives the only field for a number that is still open the only column of
// bare numbers that is left, of records that have just as many parts as there are
// fields.
func (e *engine) leftNumber(w *want, columns []column, sample []records.Span, al *alignment, texts int) {
	open := -1
	for i, f := range w.children {
		if f.typ != query.Integer && f.typ != query.Number || len(al.choices[i]) > 0 {
			continue
		}
		if open >= 0 {
			return
		}
		open = i
	}
	if open < 0 || len(sample) < 2 || texts < 2 || len(w.children) > texts+1 || e.countTexts(columns, sample) != texts {
		return
	}
	left := -1
	for c := range columns {
		if !e.areNumbers(&columns[c], sample) || e.isGiven(&columns[c], al) || e.isOfAmount(&columns[c], columns, al) {
			continue
		}
		if left >= 0 && !e.samePlaces(&columns[c], &columns[left]) {
			return
		}
		left = c
	}
	if left >= 0 {
		al.choices[open] = columns[left].choices(e.w.Leftover)
		al.score += e.w.Leftover
	}
}

// areNumbers reports whether every record has a bare number in a column.
func (e *engine) areNumbers(col *column, sample []records.Span) bool {
	for r := range sample {
		if p := &col.parts[r]; p.id == content.None || p.key != evidence.NoKey || !read.IsBareNumber(e.partText(p)) {
			return false
		}
	}
	return true
}

// isGiven reports whether a column, or one of the same texts, is given to a field.
func (e *engine) isGiven(col *column, al *alignment) bool {
	for _, choices := range al.choices {
		if len(choices) > 0 && choices[0].path == col.path && choices[0].key == col.key {
			return true
		}
	}
	return false
}

// isOfAmount reports whether a column is within one that a field has, and all of that but
// for a sign: the figure of a price.
func (e *engine) isOfAmount(col *column, columns []column, al *alignment) bool {
	for _, given := range al.given(columns) {
		for p, q := range inBoth(col, given) {
			from, to := e.span(p)
			if f, t := e.span(q); f <= from && to <= t && t-f <= maxCount {
				return true
			}
			break
		}
	}
	return false
}

// samePlaces reports whether two columns hold the same texts at the same places.
func (e *engine) samePlaces(a, b *column) bool {
	for r := range a.parts {
		from, to := e.span(&a.parts[r])
		if f, t := e.span(&b.parts[r]); f != from || t != to {
			return false
		}
	}
	return true
}

// arePeople reports whether the parts of a column look like names of the people that a
// field asks for.
func (e *engine) arePeople(w *want, col *column) bool {
	return col.all(func(p *part) bool {
		text := e.partText(p)
		words := strings.Fields(text)
		_, fit := e.readPerson(text)
		return fit >= 0.9 && len(text) <= 40 && !strings.ContainsAny(text, ",0123456789") && !isPhraseOfWords(words) && (w.writes() || areCapitalized(words))
	})
}

// differs reports whether a column tells nearly all of the records apart.
func (e *engine) differs(col *column) bool {
	seen := map[string]bool{}
	for _, p := range col.present() {
		seen[e.partText(p)] = true
	}
	return len(seen)*10 >= col.have*8
}

// offset returns how far into its record a column begins, in the first record that
// has it.
func (e *engine) offset(col *column, sample []records.Span) int32 {
	for r, p := range col.present() {
		from, _ := e.span(p)
		return from - e.t.From(sample[r].From)
	}
	return 0
}

// isCalled reports whether the values of a field are names that may be anything: of
// firms and of places.
func (w *want) isCalled() bool {
	switch w.concept.String() {
	case "location", "city", "venue":
		return true
	}
	return w.shape == lexicon.Org
}

// countTexts counts the texts that the records have in common.
func (e *engine) countTexts(columns []column, sample []records.Span) int {
	var whole []int
	for c := range columns {
		if col := &columns[c]; col.key == evidence.NoKey && col.have*5 >= len(sample)*4 && e.partLen(col.first()) > 0 && !e.isDivided(col.first()) {
			whole = append(whole, c)
		}
	}
	return len(e.ownTexts(whole, columns))
}

// isWords reports whether values of a shape are a few words.
func isWords(s lexicon.Shape) bool {
	switch s {
	case lexicon.AnyShape, lexicon.Text, lexicon.Person, lexicon.Org:
		return true
	}
	return false
}

// isLeft reports whether a column is short text that tells records apart, that is
// not given to a field and holds nothing that is.
func (e *engine) isLeft(col *column, columns []column, sample []records.Span, al *alignment) bool {
	if col.key != evidence.NoKey || col.have*5 < len(sample)*4 || e.areButtons(col) || e.retells(col, columns, al) {
		return false
	}
	seen := map[string]bool{}
	for r, p := range col.present() {
		text := e.partText(p)
		if e.partLen(p) > 80 || !e.isPlainText(text) || e.isDivided(p) {
			return false
		}
		seen[text] = true
		from, to := e.span(p)
		for c := range columns {
			q := &columns[c].parts[r]
			if q.id == content.None || !e.isGiven(&columns[c], al) {
				continue
			}
			if q.key != evidence.NoKey && e.isDivided(q) {
				if strings.Contains(text, q.value) {
					return false
				}
			} else if a, b := e.span(q); a < to && from < b {
				return false
			}
		}
	}
	return len(seen) > 1
}

// minRetold is how long, in bytes, a value is whose mention tells a text from a value of
// its own.
const minRetold = 4

// retells reports whether a column says over again what a field is given: a sentence for
// those who do not see the page.
func (e *engine) retells(col *column, columns []column, al *alignment) bool {
	for _, o := range al.given(columns) {
		for p, q := range inBoth(col, o) {
			if said := e.partText(q); len(said) >= minRetold && strings.Contains(e.partText(p), said) {
				return true
			}
		}
	}
	return false
}

// isPlainText reports whether a text is words, and not a value of a form of its own.
func (e *engine) isPlainText(text string) bool {
	if letters(text) < 2 || strings.HasSuffix(text, ":") {
		return false
	}
	if _, ok := read.MarkedPrice(text, e.x.Locale); ok {
		return false
	}
	if _, from, to, ok := read.FindDate(text, e.x.Locale, e.t.Loaded); ok && (to-from)*2 > len(text) {
		return false
	}
	if _, _, ok := read.Clock(text); ok {
		return false
	}
	if _, ok := read.Email(text); ok {
		return false
	}
	_, known := read.Boolean(text) // "Add to cart"
	return !known
}

// ownTexts drops the columns whose text another one holds as its own: an element
// around the text alone.
func (e *engine) ownTexts(left []int, columns []column) []int {
	var out []int
	for _, c := range left {
		if !slices.ContainsFunc(out, func(o int) bool {
			return areAlike(&columns[c], &columns[o], func(p, q *part) bool {
				a, b := e.span(p)
				from, to := e.span(q)
				return from < b && a < to || e.partText(p) == e.partText(q)
			})
		}) {
			out = append(out, c)
		}
	}
	return out
}

// isDivided reports whether an element holds several things: texts of its own apart
// from each other.
func (e *engine) isDivided(p *part) bool {
	if p.isText() {
		return false
	}
	t := e.t
	if strings.Contains(t.Prose(p.id), "\n") {
		return true
	}
	at := p.id
	for range 6 {
		elements, last, texts := 0, content.None, 0
		for c := t.FirstChild(at); c != content.None; c = t.Next(c) {
			switch {
			case t.Nodes[c].Kind == content.Text:
				if strings.ContainsFunc(t.Raw(t.From(c), t.To(c)), isWordRune) {
					texts++
				}
			case t.Len(c) > 0 && strings.ContainsFunc(t.Text(c), isWordRune):
				elements, last = elements+1, c
			}
		}
		switch {
		case elements > 1:
			return true
		case elements == 0:
			return t.Len(at) <= maxPiece && len(e.partedByForm(t.Text(at))) > 1
		case texts > 0:
			return false
		}
		at = last
	}
	return false
}

// areCapitalized reports whether words are several that all begin with a capital.
func areCapitalized(words []string) bool {
	return len(words) > 1 && !slices.ContainsFunc(words, func(w string) bool { return !unicode.IsUpper([]rune(w)[0]) })
}
