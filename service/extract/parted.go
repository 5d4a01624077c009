package extract

import (
	"assay/service/content"
	"assay/service/extract/records"
)

// What makes the records of a set the sections of a list rather than its members.
const (
	sectionShare = 0.7  // of the text of the sections that the members have
	nearlyAsGood = 0.85 // of the score of the sections that the members have
)

// parted returns the set whose records make up those of the best one, several in each, and
// answer a list without lists in it nearly as well: the best one has the sections of a
// list, each with its heading and the members under it.
func (e *engine) parted(w *want, best *weighed, all []weighed) *weighed {
	if !isFlat(w) {
		return best
	}
	members := best
	for i := range all {
		c := &all[i]
		if len(c.set.Spans) >= 2*len(best.set.Spans) && c.score >= nearlyAsGood*best.score &&
			(members == best || c.score > members.score) && e.headsMembers(best.set.Spans, c.set.Spans) {
			members = c
		}
	}
	if members != best {
		members.score = max(members.score, best.score)
	}
	return members
}

// headsMembers reports whether each of some records begins with a heading and is made, for
// the most part, of several others, and whether there are no further ones.
func (e *engine) headsMembers(sections, members []records.Span) bool {
	k := 0
	for _, sp := range sections {
		h := e.headingIn(sp)
		first, held := k, 0
		for ; k < len(members) && members[k].From < sp.To; k++ {
			m := members[k]
			if h == content.None || h >= m.From || m.From < sp.From || m.To > sp.To {
				return false
			}
			held += e.t.SpanLen(m.From, m.To)
		}
		if k-first < 1 || float64(held) < sectionShare*float64(e.t.SpanLen(sp.From, sp.To)) {
			return false
		}
	}
	return k == len(members)
}
