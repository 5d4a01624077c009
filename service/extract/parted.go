package extract

import "assay/service/extract/records"

const (
	heldShare = 0.7 // of the text of some records that those within them have
	minParted = 1.5 // fields that each of those within answers, on average
)

// parted returns the set of the records that make up those of the best one, several in
// each, and answer as many fields one by one: the best one's are the sections of a page,
// told by their headings and by the first record of each.
func (e *engine) parted(w *want, best *weighed, all []weighed) *weighed {
	if !isFlat(w) || w.areWords() { // what somebody said may be said over again within a post
		return best
	}
	whole := best
	held := heldShare * float64(best.set.Size)
	for i := range all {
		c := &all[i]
		if len(c.set.Spans) <= len(best.set.Spans) || float64(c.set.Size) < held || c.al.score < wideSimilar*best.al.score {
			continue
		}
		further := furtherIn(best.set.Spans, c.set.Spans)
		if further == nil || e.lines(c.set.Spans) < minHeldLines*len(c.set.Spans) {
			continue
		}
		if filled := e.told(w, further, c.al); filled >= minParted && filled >= wideFilled*e.told(w, best.set.Spans, best.al) {
			whole, held = c, float64(c.set.Size)
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
func (e *engine) lines(spans []records.Span) int {
	n := 0
	for _, sp := range spans {
		first, last := e.t.LinesBetween(sp.From, sp.To)
		n += last - first
	}
	return n
}
