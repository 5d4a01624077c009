package align

import (
	"slices"
	"sort"
	"strings"
	"unicode"

	"assay/service/content"
	"assay/service/extract/evidence"
	"assay/service/extract/fields"
	"assay/service/extract/lexicon"
	"assay/service/extract/onpage"
	"assay/service/extract/read"
	"assay/service/extract/records"
)

// SurelyKnown is the score from which on a field counts as told in full.
const SurelyKnown = 0.5

// maxChoices is how many columns a field may be read from, if the first has nothing.
const maxChoices = 8

// ownField is what sets a field that is called what the records are before others of
// its kind.
const ownField = 0.01

// Weigh says how well each column answers each field that is one value of a record, the
// best first.
func (e *Engine) Weigh(w *fields.Field, columns []onpage.Column, sample []records.Span, members []Members) []FieldColumn {
	var pairs []FieldColumn
	for i, f := range w.Children {
		if !f.Query.IsLeaf() || f.Query.List {
			continue
		}
		for c := range columns {
			score := columnScore(e, f, &columns[c], sample)
			if isOfMembers(e, &columns[c], members) {
				score *= ofMembers
			}
			if score <= minColumn {
				continue
			}
			if f.Concept != 0 && f.Concept == w.Concept { // the actor of the cast, before the agent
				score += ownField
			}
			if f.Shape == lexicon.Clock && f.Bound > 0 {
				score += endLater * float64(c) // of two times the later one is the end
			}
			pairs = append(pairs, FieldColumn{i, c, score})
		}
	}
	sort.SliceStable(pairs, func(a, b int) bool { return pairs[a].Score > pairs[b].Score })
	return pairs
}

// minColumn is the score up to which a column is no answer at all.
const minColumn = 0.1

// Use is a side of a column that a field is given.
type Use struct {
	column int
	side   onpage.Side
}

// Giver gives the fields of a list their columns.
type Giver struct {
	Engine    *Engine
	Field     *fields.Field
	Columns   []onpage.Column
	Alignment *onpage.Alignment
	Taken     map[Use]bool
}

// Give gives a field a column, if no other has it; a field that has one keeps further
// ones for the records that lack the first.
func (g *Giver) Give(p FieldColumn) {
	f, col := g.Field.Children[p.Field], &g.Columns[p.Column]
	u := Use{p.Column, SideOf(f)}
	if g.Taken[u] {
		return
	}
	clock := f.Shape == lexicon.Clock
	if other := (Use{p.Column, onpage.TextSide + onpage.UpperSide - u.side}); clock && u.side != onpage.AddressSide && g.Taken[other] && !areSpans(g.Engine, col) {
		return
	}
	given := &g.Alignment.Choices[p.Field]
	if len(*given) > 0 {
		if len(*given) < maxChoices && p.Score > 0.6*(*given)[0].Score && !(u.side == onpage.AddressSide && g.isNamed(f, onpage.Find(g.Columns, (*given)[0])) && !g.isNamed(f, col)) {
			*given = append(*given, onpage.Choice{Path: col.Path, Plain: col.First().Plain, Key: col.Key, Score: p.Score})
		}
		return
	}
	if clock && u.side == onpage.UpperSide && g.Taken[Use{p.Column, onpage.TextSide}] && len(read.Clocks(g.Engine.PartText(col.First()))) < 2 {
		return // when it leaves is not when it arrives
	}
	if u.side == onpage.TextSide && sharesValue(g.Engine, col, g.Columns, g.Alignment, g.Field) {
		return
	}
	g.Taken[u] = true
	*given = col.Choices(p.Score)
	g.Alignment.Score += p.Score
}

// isNamed reports whether links of a column say what a field asks for.
func (g *Giver) isNamed(f *fields.Field, col *onpage.Column) bool {
	return linksSay(g.Engine, f, col) >= g.Engine.Weights.MinSimilarity
}

// Tightest returns the first of some fields and columns, or if the column is of elements
// in which others tell the same amount just as well, those.
func (e *Engine) Tightest(w *fields.Field, columns []onpage.Column, pairs []FieldColumn) FieldColumn {
	best := pairs[0]
	f := w.Children[best.Field]
	if !fields.IsQuantity(f.Shape) {
		return best
	}
	for _, p := range pairs[1:] {
		if outer, inner := columns[best.Column].First(), columns[p.Column].First(); p.Field == best.Field && (p.Score >= best.Score || inner.IsText()) &&
			(outer.ID < inner.ID || outer.ID == inner.ID && inner.IsText()) && inner.ID < e.Tree.Nodes[outer.ID].End && e.PartLen(inner) < e.PartLen(outer) &&
			e.Reading(f, e.PartText(inner)).Encoded == e.Reading(f, e.PartText(outer)).Encoded {
			best = p
		}
	}
	return best
}

// endLater is by how much a time of day that ends something is sooner found in a column
// than in the one before it.
const endLater = 0.0001

// areSpans reports whether the parts of a column tell from when to when.
func areSpans(e *Engine, col *onpage.Column) bool {
	for _, p := range col.Present() {
		if len(read.Clocks(e.PartText(p))) > 1 {
			return true
		}
	}
	return false
}

// InCommon returns the share of the columns that all of so many records have.
func InCommon(columns []onpage.Column, records int) float64 {
	all := 0
	for i := range columns {
		if columns[i].Have == records {
			all++
		}
	}
	return float64(all) / float64(max(1, len(columns)))
}

// Members is where in a sampled record the members of a list within it stand.
type Members struct {
	Record   int // its index in the sample
	From, To content.ID
}

// ofMembers is the factor for a column for a field of the records themselves where the
// members of a list within them have it: what a menu says of a dish does not describe
// the part of the menu.
const ofMembers = 0.4

// isOfMembers reports whether the parts of a column belong to the members of lists
// within the records, or hold them.
func isOfMembers(e *Engine, col *onpage.Column, of []Members) bool {
	for i := range of {
		if p := &col.Parts[of[i].Record]; p.ID != content.None && p.ID < of[i].To && e.Tree.Nodes[p.ID].End > of[i].From {
			return true
		}
	}
	return false
}

// Narrow gives a text that holds other fields of the record, or when it was written,
// the part of it that has most of its words and none of them.
func (e *Engine) Narrow(w *fields.Field, columns []onpage.Column, al *onpage.Alignment) {
	for i, f := range w.Children {
		if f.Shape != lexicon.Prose && !f.IsNaming() || len(al.Choices[i]) == 0 {
			continue
		}
		text := onpage.Find(columns, al.Choices[i][0])
		if text == nil || len(text.Parts) == 0 {
			continue
		}
		if f.IsNaming() {
			narrowName(e, w, text, columns, al, i)
			continue
		}
		dated := undivided(e, text)
		if dated > 0.7 && !holdsGiven(e, text, columns, al, i) {
			continue
		}
		var best *onpage.Column
		most := 0.5
		for c := range columns {
			col := &columns[c]
			if col.Key != evidence.NoKey || col.IsText() {
				continue
			}
			if share := shareOf(e, col, text); share > most && !holdsGiven(e, col, columns, al, i) && (dated > 0.7 || undivided(e, col) > dated) {
				best, most = col, share
			}
		}
		if best != nil {
			al.Choices[i] = append(best.Choices(al.Choices[i][0].Score), al.Choices[i]...)
		}
	}
}

// narrowName gives a name that holds the number of another field, as how many there
// are of a kind or what one costs, the part of it without.
func narrowName(e *Engine, w *fields.Field, name *onpage.Column, columns []onpage.Column, al *onpage.Alignment, i int) {
	holds := false
	for k, o := range al.Given(columns) {
		holds = holds || k != i && fields.IsQuantity(w.Children[k].Shape) && o.Key == evidence.NoKey && isWithin(e, o, name)
	}
	if !holds {
		return
	}
	var best *onpage.Column
	most := 0.0
	for c := range columns {
		col := &columns[c]
		if col.Key != evidence.NoKey || isDivided(e, col.First()) || !differs(e, col) {
			continue
		}
		if share := shareOf(e, col, name); share > most && !holdsGiven(e, col, columns, al, i) {
			best, most = col, share
		}
	}
	if best != nil && most > 0 {
		al.Choices[i] = append(best.Choices(al.Choices[i][0].Score), al.Choices[i]...)
	}
}

// holdsGiven reports whether the parts of a column hold those of one given to another
// field than i.
func holdsGiven(e *Engine, col *onpage.Column, columns []onpage.Column, al *onpage.Alignment, i int) bool {
	for k, o := range al.Given(columns) {
		if k == i || o.Key != evidence.NoKey {
			continue
		}
		for p, q := range inBoth(col, o) {
			from, to := e.Span(p)
			if a, b := e.Span(q); from <= a && b <= to && b > a {
				return true
			}
		}
	}
	return false
}

// isWithin reports whether the parts of a column are inside those of another one that
// have more text.
func isWithin(e *Engine, inner, outer *onpage.Column) bool { return shareOf(e, inner, outer) > 0 }

// shareOf says how much of the text of a column another one inside it has, in all
// records together: 0 if it is not inside it in each.
func shareOf(e *Engine, inner, outer *onpage.Column) float64 {
	var part, whole float64
	for r, p := range outer.Present() {
		q := &inner.Parts[r]
		if q.ID == content.None {
			return 0
		}
		from, to := e.Span(p)
		a, b := e.Span(q)
		if a < from || b > to || to-from == 0 || b-a == to-from {
			return 0
		}
		part, whole = part+float64(b-a), whole+float64(to-from)
	}
	return part / max(1, whole)
}

// isDivided reports whether an element holds several things: texts of its own apart
// from each other.
func isDivided(e *Engine, p *onpage.Part) bool {
	if p.IsText() {
		return false
	}
	t := e.Tree
	if strings.Contains(t.Prose(p.ID), "\n") {
		return true
	}
	at := p.ID
	for range 6 {
		elements, last, texts := 0, content.None, 0
		for c := t.FirstChild(at); c != content.None; c = t.Next(c) {
			switch {
			case t.Nodes[c].Kind == content.Text:
				if strings.ContainsFunc(t.Raw(t.From(c), t.To(c)), onpage.IsWordRune) {
					texts++
				}
			case t.Len(c) > 0 && strings.ContainsFunc(t.Text(c), onpage.IsWordRune):
				elements, last = elements+1, c
			}
		}
		switch {
		case elements > 1:
			return true
		case elements == 0:
			return t.Len(at) <= MaxPiece && len(e.partedByForm(t.Text(at))) > 1
		case texts > 0:
			return false
		}
		at = last
	}
	return false
}

// AreCapitalized reports whether words are several that all begin with a capital.
func AreCapitalized(words []string) bool {
	return len(words) > 1 && !slices.ContainsFunc(words, func(w string) bool { return !unicode.IsUpper([]rune(w)[0]) })
}

// FieldColumn is a column that may answer a field.
type FieldColumn struct {
	Field, Column int
	Score         float64
}
