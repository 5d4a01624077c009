// Package records finds the repeated regions of a page: parts that are built
// alike and so, most likely, describe things of one kind.
package records

import (
	"cmp"
	"context"
	"math/bits"
	"slices"
	"strings"

	"assay/service/content"
	"assay/service/extract/evidence"
	"assay/service/extract/tree"
)

// Span is a record: the nodes From ≤ id < To, one element or several side by side.
type Span struct {
	From, To content.ID
}

// Set is a number of records built alike, in page order.
type Set struct {
	Spans  []Span
	Keys   []evidence.Key // names of the records themselves
	Around []evidence.Key // names of what holds them, and of the heading over them
	Over   evidence.Key   // the heading over them, or NoKey
	Leads  evidence.Key   // the folder of the site that their first links lead into, or NoKey
	Size   int            // bytes of visible text in all records
	Links  int            // bytes of it in links
	Class  bool           // found by a class of their own, wherever they stand
}

// Limits of mining.
const (
	maxSpans = 20000 // records of one set
	maxSets  = 4000

	minOwnText = 8 // bytes of text beside the records within it that a record has
)

// groupKey stands for a signature: a parent (None for a group over the whole
// page), a tag, and a class or a build.
type groupKey uint64

func keyOf(parent content.ID, tag, class string) groupKey {
	h := uint64(14695981039346656037)
	for shift := 0; shift < 32; shift += 8 {
		h = (h ^ uint64(byte(parent>>shift))) * 1099511628211
	}
	for i := 0; i < len(tag); i++ {
		h = (h ^ uint64(tag[i])) * 1099511628211
	}
	h = (h ^ ' ') * 1099511628211
	for i := 0; i < len(class); i++ {
		h = (h ^ uint64(class[i])) * 1099511628211
	}
	return groupKey(h)
}

// Mine returns the sets of alike records on a page, in the order of their first
// record.
func Mine(ctx context.Context, x *evidence.Index) []*Set {
	m := &miner{x: x, t: x.Tree, groups: map[groupKey]int32{}, met: newMet(len(x.Tree.Nodes))}
	for i := range m.t.Nodes {
		m.signature(content.ID(i), anywhere|amongSiblings, func(k groupKey, _ uint8) { m.met.add(k) })
	}
	for i := range m.t.Nodes {
		id := content.ID(i)
		m.signature(id, anywhere, func(k groupKey, place uint8) { m.put(k, place, id) })
	}
	m.siblings()
	if ctx.Err() != nil {
		return nil
	}
	m.sets()
	m.terms()
	m.headed()
	return m.out
}

type miner struct {
	x      *evidence.Index
	t      *tree.Tree
	met    met
	groups map[groupKey]int32 // over the whole page, by key: its place in found
	found  []group
	beside []group // of siblings
	out    []*Set
}

// met tells which keys came more than once. Most do not, and a group for each of them
// would take more memory than all else that is known of a page. It may err, and say of
// a key that came once that it came again.
type met struct {
	once, again []uint64 // a bit for each hash
}

func newMet(nodes int) met {
	words := 1 << bits.Len(uint(nodes/8)) // eight bits and more for each node
	return met{make([]uint64, words), make([]uint64, words)}
}

func (m met) at(k groupKey) (word int, bit uint64) {
	k ^= k >> 32
	return int(k>>6) & (len(m.once) - 1), 1 << (k & 63)
}

func (m met) add(k groupKey) {
	word, bit := m.at(k)
	m.again[word] |= m.once[word] & bit
	m.once[word] |= bit
}

func (m met) repeated(k groupKey) bool {
	word, bit := m.at(k)
	return m.again[word]&bit != 0
}

// group is the elements of one key.
type group struct {
	parent content.ID // None for a group over the whole page
	place  uint8      // of the key among those of its first member
	mixed  bool       // members under more than one parent
	split  bool       // text to speak of stands between members, so that each may begin a record
	first  Span       // the only member, while spans is empty: most groups have no other
	spans  []Span
	inner  []Span // members that lie in one of the spans, of a group over the whole page
}

// byFirst orders groups by their first members, and those of one by their keys.
func byFirst(a, b group) int {
	return cmp.Or(cmp.Compare(a.first.From, b.first.From), cmp.Compare(a.place, b.place))
}

// reach is where the members of a group lie.
type reach uint8

const (
	anywhere      reach = 1 << iota // on the page
	amongSiblings                   // under one parent
)

// minCells is how many cells a row has at least that is like the rows of other tables.
const minCells = 3

// put adds an element to the group of a key over the whole page, if there is more than
// one for it.
func (m *miner) put(k groupKey, place uint8, id content.ID) {
	if !m.met.repeated(k) {
		return
	}
	sp := Span{id, m.t.Nodes[id].End}
	g, ok := m.groups[k]
	if !ok {
		m.groups[k] = int32(len(m.found))
		m.found = append(m.found, group{parent: content.None, place: place, first: sp})
		return
	}
	gr := &m.found[g]
	last := gr.first
	if n := len(gr.spans); n > 0 {
		last = gr.spans[n-1]
	}
	if id < last.To { // inside the one before
		if len(gr.inner) < maxSpans {
			gr.inner = append(gr.inner, sp)
		}
		return
	}
	if len(gr.spans) >= maxSpans {
		return
	}
	if m.t.Nodes[last.From].Parent != m.t.Nodes[id].Parent {
		gr.mixed = true
	}
	if gr.spans == nil {
		gr.spans = append(gr.spans, gr.first)
	}
	gr.spans = append(gr.spans, sp)
}

// sets keeps the groups that can be records, each collection of members once.
func (m *miner) sets() {
	type fingerprint struct {
		first, last content.ID
		count       int
	}
	seen := map[fingerprint]bool{}
	m.found = append(m.found, m.beside...)
	slices.SortFunc(m.found, byFirst)
	for i := range m.found {
		g := &m.found[i]
		if len(g.inner) > 0 {
			m.nested(g)
		}
		if len(g.spans) < 2 || g.parent == content.None && !g.mixed {
			continue
		}
		f := fingerprint{g.spans[0].From, g.spans[len(g.spans)-1].From, len(g.spans)}
		if seen[f] || len(m.out) >= maxSets {
			continue
		}
		seen[f] = true
		m.keep(g.spans, g.parent == content.None)
	}
	m.segments()
	m.found, m.beside, m.groups, m.met = nil, nil, nil, met{}
}

// nested takes records that lie in one another, as a post and the replies to it:
// each ends where the first within it begins.
func (m *miner) nested(g *group) {
	t := m.t
	outer := g.spans
	if len(outer) == 0 {
		outer = []Span{g.first}
	}
	if len(m.out) >= maxSets || len(outer)+len(g.inner) > maxSpans {
		return
	}
	spans := slices.Concat(outer, g.inner)
	slices.SortFunc(spans, func(a, b Span) int { return int(a.From - b.From) })
	bare := 0
	for i := range spans[:len(spans)-1] {
		sp, next := &spans[i], spans[i+1].From
		if next >= sp.To {
			continue
		}
		for p := t.Nodes[next].Parent; p > sp.From && t.From(p) == t.From(next); p = t.Nodes[next].Parent {
			next = p // what holds the replies
		}
		sp.To = next
		if t.SpanLen(sp.From, sp.To) < minOwnText {
			bare++
		}
	}
	if bare*5 > len(spans) {
		return // wrapped in one another, with nothing of their own
	}
	m.keep(spans, true)
}

func (m *miner) keep(spans []Span, class bool) {
	t := m.t
	s := &Set{Spans: spans, Class: class}
	for _, sp := range spans {
		s.Size += t.SpanLen(sp.From, sp.To)
		s.Links += t.LinkLen(sp.From)
	}
	first := spans[0].From
	s.Keys = shared(m.keysOf(first), m.keysOf(spans[1].From))
	top := t.Nodes[first].Parent
	for up := 0; up < 3 && top != content.None && t.HasGrandparent(top); up++ {
		s.Around = append(s.Around, m.keysOf(top)...)
		if label := m.x.LabelOf(top); label != evidence.NoKey {
			s.Around = append(s.Around, label)
		}
		if t.Next(top) != content.None && t.Len(top) > 2*s.Size {
			break
		}
		top = t.Nodes[top].Parent
	}
	if s.Over = m.x.HeadingOver(first); s.Over != evidence.NoKey {
		s.Around = append(s.Around, s.Over)
	}
	s.Leads = m.leads(spans)
	m.out = append(m.out, s)
}

// leads returns the name of the innermost folder of a site that the first links of two
// records both lead into: jobs, for "/jobs/4711".
func (m *miner) leads(spans []Span) evidence.Key {
	a, b := m.firstLink(spans[0]), m.firstLink(spans[1])
	end := 0 // after the last slash that both addresses have
	for i := 0; i < len(a) && i < len(b) && a[i] == b[i]; i++ {
		if a[i] == '/' {
			end = i
		}
	}
	folder := a[:end]
	folder = folder[strings.LastIndexByte(folder, '/')+1:]
	if a == b || len(folder) < minFolder || strings.ContainsAny(folder, ".0123456789:?=#%") {
		return evidence.NoKey
	}
	return m.x.Intern(folder)
}

// minFolder is how many letters the name of a folder has at least that says what is in it.
const minFolder = 3

// firstLink returns where the first link of a record leads, or "".
func (m *miner) firstLink(sp Span) string {
	i, _ := slices.BinarySearch(m.x.Links, sp.From)
	if i == len(m.x.Links) || m.x.Links[i] >= sp.To {
		return ""
	}
	return m.t.Value(m.x.Links[i], "href")
}

// shared returns the names that two records both have; what only one has is its
// own.
func shared(a, b []evidence.Key) []evidence.Key {
	out := a[:0:0]
	for _, k := range a {
		if slices.Contains(b, k) {
			out = append(out, k)
		}
	}
	return out
}

func (m *miner) keysOf(id content.ID) []evidence.Key {
	names := m.x.Names
	if i, ok := slices.BinarySearchFunc(names, id, func(n evidence.Named, id content.ID) int { return int(n.Node - id) }); ok {
		return m.x.KeysOf(i)
	}
	return nil
}

// terms takes each term of a definition list with its definitions as a record.
func (m *miner) terms() {
	t := m.t
	for i := range t.Nodes {
		if t.Nodes[i].Role != content.Terms || t.Nodes[i].Kind != content.Element || t.Nodes[i].Hidden {
			continue
		}
		var spans []Span
		for c := t.FirstChild(content.ID(i)); c != content.None; c = t.Next(c) {
			switch t.Nodes[c].Role {
			case content.Term:
				spans = append(spans, Span{c, t.Nodes[c].End})
			case content.Definition:
				if len(spans) > 0 {
					spans[len(spans)-1].To = t.Nodes[c].End
				}
			}
		}
		if len(spans) > 1 {
			m.keep(spans, false)
		}
	}
}

// headed takes each heading with what follows it, up to the next of its level
// under the same parent, as a record.
func (m *miner) headed() {
	t := m.t
	type level struct {
		parent content.ID
		level  uint8
	}
	at := map[level]int{}
	var groups [][]Span
	for i := range m.x.Sections {
		s := &m.x.Sections[i]
		parent := t.Nodes[s.Heading].Parent
		if parent == content.None || s.Level > 6 {
			continue
		}
		end := min(s.End, t.Nodes[parent].End)
		k := level{parent, s.Level}
		g, ok := at[k]
		if !ok {
			g = len(groups)
			at[k] = g
			groups = append(groups, nil)
		}
		groups[g] = append(groups[g], Span{s.Heading, end})
	}
	for _, spans := range groups {
		if len(spans) > 1 && len(spans) <= 500 {
			m.keep(spans, false)
		}
	}
}
