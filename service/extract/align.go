package extract

import (
	"iter"
	"sort"

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
