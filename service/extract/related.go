package extract

import (
	"slices"

	"assay/service/content"
	"assay/service/extract/evidence"
	"assay/service/extract/records"
	"assay/service/extract/tree"
)

// maxOthers is how many boxes of other things are told apart.
const maxOthers = 50

// asksForOthers reports whether a list's name asks for other things than the page's
// own: similar_shows, articles_similaires, recommended.
func asksForOthers(words []string) bool { return slices.ContainsFunc(words, tree.NamesRelated) }

// amongOthers reports whether a node is in a box of other things that says so in the
// line over it, whatever the box is called.
func (e *engine) amongOthers(id content.ID) bool {
	if !e.othersKnown {
		e.othersKnown = true
		e.findOthers()
	}
	return slices.ContainsFunc(e.others, func(sp records.Span) bool { return sp.From <= id && id < sp.To })
}

// findOthers finds the boxes of other things: what a heading opens that says so, or
// what holds such a line with more.
func (e *engine) findOthers() {
	t := e.t
	for i := range e.x.Sections {
		if s := &e.x.Sections[i]; len(e.others) < maxOthers && tree.TitlesRelated(t.Text(s.Heading)) {
			e.others = append(e.others, e.under(s))
		}
	}
	for i := range t.Lines {
		first := t.Lines[i].First
		if len(e.others) >= maxOthers || !tree.TitlesRelated(t.LineText(i)) || e.amongOthers(first) {
			continue
		}
		if box := t.BoxOf(first); t.HasGrandparent(box) && (e.x.H1 < box || e.x.H1 >= t.Nodes[box].End) {
			e.others = append(e.others, records.Span{From: box, To: t.Nodes[box].End})
		}
	}
}

// under returns a heading and what it stands over: up to the next heading of its level
// or above, and no further than its box.
func (e *engine) under(s *evidence.Section) records.Span {
	return records.Span{From: s.Heading, To: min(s.End, e.t.Nodes[e.t.BoxOf(s.Heading)].End)}
}
