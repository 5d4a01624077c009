package listing

import (
	"slices"

	"assay/service/extract/fields"
	"assay/service/extract/lexicon"
	"assay/service/extract/onpage"
	"assay/service/extract/records"
)

// weighed is a set of records with how its parts answer a list.
type weighed struct {
	set    *records.Set
	al     onpage.Alignment
	score  float64
	called float64 // what its name counts for beside other sets
}

// Shares of what the records of a set fill that the further records of a wider one
// have to fill to belong to the list.
const (
	wideSimilar = 0.6 // of the score of the parts
	wideFilled  = 0.5 // of the fields
)

// widened returns the set that has all records of the best one and more that fill
// the same fields. Marks that only some records bear, as of every other row, of
// one author or of those with stars, make sets of their own, which fit a little
// better than the whole.
func widened(e *Engine, w *fields.Field, best *weighed, all []weighed) *weighed {
	wide := best
	for i := range all {
		c := &all[i]
		if len(c.set.Spans) <= len(wide.set.Spans) || c.al.Score < wideSimilar*best.al.Score {
			continue
		}
		more := beyond(c.set.Spans, best.set.Spans)
		switch {
		case more == nil:
		case fillAlike(e, w, c, best, more):
			wide = c
		case len(more) <= maxSorted:
			if own := ownOf(e, w, c, best, more); len(own) > len(wide.set.Spans) {
				wide = &weighed{set: withSpans(c.set, own), al: c.al, score: c.score}
			}
		}
	}
	if wide != best {
		wide.score = max(wide.score, best.score)
	}
	return wide
}

// deepened returns the set whose records hold those of the best one, each just one of
// them, and answer more fields: the card around a text has its link and its picture.
func deepened(best *weighed, all []weighed) *weighed {
	whole := best
	for i := range all {
		if c := &all[i]; c.al.Score > whole.al.Score && holdEach(c.set.Spans, best.set.Spans) {
			whole = c
		}
	}
	if whole != best {
		whole.score = max(whole.score, best.score)
	}
	return whole
}

// holdEach reports whether each of some records lies in one of its own of as many
// others, but for a few that have none.
func holdEach(outer, inner []records.Span) bool {
	if len(outer) < len(inner) || len(outer) > len(inner)+len(inner)/4 {
		return false
	}
	k := 0
	for _, sp := range inner {
		for k < len(outer) && outer[k].To <= sp.From {
			k++
		}
		if k == len(outer) || outer[k].From > sp.From || outer[k].To < sp.To {
			return false
		}
		k++
	}
	return true
}

// maxSorted is how many further records are looked at one by one.
const maxSorted = 40

// ownOf returns the records of the best set with those of the further ones that fill
// nearly as many fields: the others stand between them, as advertisements do.
func ownOf(e *Engine, w *fields.Field, wide, best *weighed, more []records.Span) []records.Span {
	if !fillAlike(e, w, wide, best, best.set.Spans) {
		return nil
	}
	own := slices.Clone(best.set.Spans)
	for _, sp := range more {
		if fillAlike(e, w, wide, best, []records.Span{sp}) {
			own = append(own, sp)
		}
	}
	slices.SortFunc(own, func(a, b records.Span) int { return int(a.From - b.From) })
	return own
}

func withSpans(set *records.Set, spans []records.Span) *records.Set {
	part := *set
	part.Spans = spans
	return &part
}

// beyond returns the records of a set that another has not, or nil if it lacks some
// of the other's.
func beyond(spans, of []records.Span) []records.Span {
	var more []records.Span
	k := 0
	for _, sp := range spans {
		if k < len(of) && of[k].From == sp.From {
			k++
			continue
		}
		more = append(more, sp)
	}
	if k < len(of) {
		return nil
	}
	return more
}

// fillAlike reports whether the further records of a wider set answer nearly as many
// fields as those that both have.
func fillAlike(e *Engine, w *fields.Field, wide, best *weighed, more []records.Span) bool {
	filled := told(e, w, best.set.Spans, best.al)
	return filled > 0 && told(e, w, more, wide.al) >= wideFilled*filled
}

// told returns how many fields records answer, on average.
func told(e *Engine, w *fields.Field, spans []records.Span, al onpage.Alignment) float64 {
	sample := onpage.SampleOf(spans)
	n := 0
	for _, sp := range sample {
		for _, c := range row(e, w, sp, al) {
			if c.Leaf.JSON != "" || len(c.List) > 0 || len(c.Children) > 0 {
				n++
			}
		}
	}
	return float64(n) / float64(len(sample))
}

const (
	heldShare = 0.7 // of the text of some records that those within them have
	minParted = 1.5 // fields that each of those within answers, on average
)

// parted returns the set of the records that make up those of the best one, several in
// each, and answer as many fields one by one: the best one's are the sections of a page,
// told by their headings and by the first record of each.
func parted(e *Engine, w *fields.Field, best *weighed, all []weighed, s onpage.Scope) *weighed {
	if !isFlat(w) || onpage.AreWords(w) { // what somebody said may be said over again within a post
		return best
	}
	leastLines, alike := minHeldLines, wideFilled
	if slices.ContainsFunc(w.Children, isTelling) { // a line each may do, if it says all
		leastLines, alike = 1, 1
	}
	if set := held(e, best.set, leastLines); set != nil {
		all = append(slices.Clone(all), weighSet(e, w, set, s))
	}
	whole := best
	least := heldShare * float64(best.set.Size)
	for i := range all {
		c := &all[i]
		if len(c.set.Spans) <= len(best.set.Spans) || float64(c.set.Size) < least || c.al.Score < wideSimilar*best.al.Score {
			continue
		}
		further := furtherIn(best.set.Spans, c.set.Spans)
		if further == nil || lines(e, c.set.Spans) < leastLines*len(c.set.Spans) {
			continue
		}
		if filled := told(e, w, further, c.al); filled >= minParted && filled >= alike*told(e, w, best.set.Spans, best.al) {
			whole, least = c, float64(c.set.Size)
		}
	}
	if whole != best {
		whole.score = max(whole.score, best.score)
	}
	return whole
}

// furtherIn returns the records that are not the first of those in the same outer one, or
// nil if some lie in none, or some outer ones hold none.
func furtherIn(outer, inner []records.Span) []records.Span {
	var further []records.Span
	k, holding := -1, 0
	for _, sp := range inner {
		if k >= 0 && sp.To <= outer[k].To {
			further = append(further, sp)
			continue
		}
		if k++; k == len(outer) || sp.From <= outer[k].From || sp.To > outer[k].To {
			return nil
		}
		holding++
	}
	if holding < len(outer) {
		return nil
	}
	return further
}

// lines returns how many lines of text some records have.
func lines(e *Engine, spans []records.Span) int {
	n := 0
	for _, sp := range spans {
		first, last := e.Tree.LinesBetween(sp.From, sp.To)
		n += last - first
	}
	return n
}

// held returns what the records of a set hold, as a set, if each has a heading over two or more that
// are built alike, as the sections of a menu do; else nil.
func held(e *Engine, set *records.Set, leastLines int) *records.Set {
	var spans []records.Span
	for _, sp := range set.Spans {
		in := heldIn(e, sp, leastLines)
		if in == nil {
			return nil
		}
		spans = append(spans, in...)
	}
	return withSpans(set, spans)
}

// isTelling reports whether a field asks for what is told by its form.
func isTelling(w *fields.Field) bool {
	switch w.Shape {
	case lexicon.Price, lexicon.Date, lexicon.Number, lexicon.Integer, lexicon.Rating, lexicon.Clock, lexicon.Duration:
		return true
	}
	return false
}
