package records

import (
	"slices"

	"assay/service/content"
	"assay/service/extract/evidence"
)

// siblings finds the groups of elements under one parent, one parent after the other: a
// page may have as many of them as elements, and few become sets.
func (m *miner) siblings() {
	alike := alike{of: map[groupKey]int{}}
	room := 4 * maxSets
	for i := range m.t.Nodes {
		parent := content.ID(i)
		if m.t.Nodes[parent].End <= parent+2 { // no two children
			continue
		}
		m.under(parent, &alike)
		if len(m.beside) > room {
			m.forget()
			room = max(room, 2*len(m.beside))
		}
	}
}

// alike is the groups of one parent's children. It is used again for the next parent.
type alike struct {
	of     map[groupKey]int // by key: its place in groups
	groups []group
}

// maxReused is how many groups one parent may have for their memory to be used again.
const maxReused = 64

func (a *alike) reset() {
	if len(a.groups) > maxReused {
		*a = alike{of: map[groupKey]int{}}
		return
	}
	clear(a.of)
	a.groups = a.groups[:0]
}

// group returns the group of a key, which is empty if the key is new.
func (a *alike) group(k groupKey) *group {
	at, ok := a.of[k]
	if !ok {
		at = len(a.groups)
		a.of[k] = at
		var spans []Span // what another group had there before
		if at < cap(a.groups) {
			spans = a.groups[:at+1][at].spans[:0]
		}
		a.groups = append(a.groups, group{spans: spans})
	}
	return &a.groups[at]
}

// under finds the groups of a parent's children.
func (m *miner) under(parent content.ID, a *alike) {
	a.reset()
	for c := m.t.FirstChild(parent); c != content.None; c = m.t.Next(c) {
		m.signature(c, amongSiblings, func(k groupKey, place uint8) {
			if !m.met.repeated(k) {
				return
			}
			g := a.group(k)
			sp := Span{c, m.t.Nodes[c].End}
			switch n := len(g.spans); {
			case n == 0:
				g.place, g.first = place, sp
			case n >= maxSpans || g.spans[n-1] == sp: // a class written twice
				return
			}
			g.spans = append(g.spans, sp)
		})
	}
	for i := range a.groups {
		if g := a.groups[i]; len(g.spans) > 1 {
			g.parent, g.spans = parent, slices.Clone(g.spans)
			g.split = m.isSplit(g.spans)
			m.beside = append(m.beside, g)
		}
	}
}

// forget drops groups that cannot become sets, because there are enough before them on
// the page. Of groups that begin with one element some may have the same members.
func (m *miner) forget() {
	slices.SortFunc(m.beside, byFirst)
	sets, last := 0, content.None
	m.beside = slices.DeleteFunc(m.beside, func(g group) bool {
		if g.first.From != last {
			sets++
			last = g.first.From
		}
		return sets > maxSets && !g.split
	})
}

// isSplit reports whether text to speak of stands between the members of a group.
func (m *miner) isSplit(spans []Span) bool {
	n := len(spans)
	if n < 3 || n > maxSplit {
		return false
	}
	between, inside, beside := 0, 0, 0
	for k := 1; k < n; k++ {
		inside += m.t.Len(spans[k-1].From)
		if size := m.t.SpanLen(spans[k-1].To, spans[k].From); size > 1 {
			between++
			beside += size
		}
	}
	return between*4 >= (n-1)*3 && beside*3 >= inside
}

// maxSplit is how many records of several siblings one parent may have.
const maxSplit = 2000

// segments takes records that are several siblings: what begins with an element
// of one class and goes on to the next of it.
func (m *miner) segments() {
	t := m.t
	type shape struct {
		parent content.ID
		count  int
	}
	done := map[shape]bool{}
	for i := range m.found {
		g := &m.found[i]
		n := len(g.spans)
		s := shape{g.parent, n}
		if !g.split || done[s] {
			continue
		}
		done[s] = true
		spans := make([]Span, n)
		for k := range spans {
			spans[k] = Span{g.spans[k].From, t.Nodes[g.parent].End}
			if k+1 < n {
				spans[k].To = min(g.spans[k+1].From, m.endOfSection(spans[k]))
			}
		}
		// The last record has no successor: it is as many siblings long as the one before.
		siblings := 0
		for c := spans[n-2].From; c != content.None && c < spans[n-2].To; c = t.Next(c) {
			siblings++
		}
		for c := spans[n-1].From; c != content.None && siblings > 0; c = t.Next(c) {
			spans[n-1].To = t.Nodes[c].End
			siblings--
		}
		m.keep(spans, false)
	}
}

// endOfSection returns where what a heading heads ends, if that is the first element of a
// record; else where the record does.
func (m *miner) endOfSection(sp Span) content.ID {
	sections := m.x.Sections
	i, ok := slices.BinarySearchFunc(sections, sp.From, func(s evidence.Section, id content.ID) int { return int(s.Heading - id) })
	if !ok || sections[i].Level > 6 {
		return sp.To
	}
	return min(sp.To, sections[i].End)
}
