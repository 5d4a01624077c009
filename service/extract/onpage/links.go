package onpage

import (
	"slices"
	"sort"
	"strings"

	"assay/service/content"
	"assay/service/extract/evidence"
	"assay/service/extract/records"
	"assay/service/extract/tree"
)

// maxOthers is how many boxes of other things are told apart.
const maxOthers = 50

// AmongOthers reports whether a node is in a box of other things that says so in the
// line over it, whatever the box is called.
func (e *Engine) AmongOthers(id content.ID) bool {
	if !e.othersKnown {
		e.othersKnown = true
		findOthers(e)
	}
	return slices.ContainsFunc(e.others, func(sp records.Span) bool { return sp.From <= id && id < sp.To })
}

// findOthers finds the boxes of other things: what a heading opens that says so, or
// what holds such a line with more.
func findOthers(e *Engine) {
	t := e.Tree
	for i := range e.Index.Sections {
		if s := &e.Index.Sections[i]; len(e.others) < maxOthers && tree.TitlesRelated(t.Text(s.Heading)) {
			e.others = append(e.others, e.Under(s))
		}
	}
	for i := range t.Lines {
		first := t.Lines[i].First
		if len(e.others) >= maxOthers || !tree.TitlesRelated(t.LineText(i)) || e.AmongOthers(first) {
			continue
		}
		if box := t.BoxOf(first); t.HasGrandparent(box) && (e.Index.H1 < box || e.Index.H1 >= t.Nodes[box].End) {
			e.others = append(e.others, records.Span{From: box, To: t.Nodes[box].End})
		}
	}
}

// Under returns a heading and what it stands over: up to the next heading of its level
// or above, and no further than its box.
func (e *Engine) Under(s *evidence.Section) records.Span {
	return records.Span{From: s.Heading, To: min(s.End, e.Tree.Nodes[e.Tree.BoxOf(s.Heading)].End)}
}

// Bounds of what counts as a card.
const (
	minCards    = 3   // alike boxes of one row or list
	maxCardText = 600 // bytes of text in one, on average
)

// InCard reports whether an element is part of a card: one of several alike boxes
// that each lead to another page and show its heading, picture or price. What
// such a box says is about that page, not about this one.
func (e *Engine) InCard(id content.ID) bool {
	if !e.cardsKnown {
		e.cardsKnown = true
		e.cards = findCards(e)
	}
	if i := e.lastCard; i < len(e.cards) && e.cards[i].From <= id && id < e.cards[i].To {
		return true
	}
	e.lastCard = sort.Search(len(e.cards), func(i int) bool { return e.cards[i].To > id })
	return e.lastCard < len(e.cards) && e.cards[e.lastCard].From <= id
}

// findCards returns the page's cards in page order, none inside another.
func findCards(e *Engine) []records.Span {
	var all []records.Span
	for _, set := range e.Sets {
		n := len(set.Spans)
		if n < minCards || set.Size/n > maxCardText {
			continue
		}
		cards := 0
		own := false // the page's own heading is in one
		for _, sp := range set.Spans {
			if e.Index.H1 >= sp.From && e.Index.H1 < sp.To {
				own = true
				break
			}
			if e.IsCard(sp) {
				cards++
			}
		}
		if !own && cards*5 >= n*4 {
			all = append(all, set.Spans...)
		}
	}
	sort.Slice(all, func(a, b int) bool {
		if all[a].From != all[b].From {
			return all[a].From < all[b].From
		}
		return all[a].To > all[b].To
	})
	out := all[:0]
	for _, sp := range all {
		if n := len(out); n > 0 && sp.From < out[n-1].To {
			out[n-1].To = max(out[n-1].To, sp.To)
			continue
		}
		out = append(out, sp)
	}
	return out
}

// IsCard reports whether a part of the page has a link, and a heading, picture or
// price.
func (e *Engine) IsCard(sp records.Span) bool {
	if AnyID(e.Index.Links, sp) == 0 {
		return false
	}
	if AnyID(e.Index.Images, sp) > 0 || e.AnyMark(e.Index.Prices, sp) > 0 {
		return true
	}
	i := sort.Search(len(e.Index.Sections), func(i int) bool { return e.Index.Sections[i].Heading >= sp.From })
	return i < len(e.Index.Sections) && e.Index.Sections[i].Heading < sp.To
}

// OwnAddress returns the address that the page gives as its own.
func (e *Engine) OwnAddress() string {
	for i := range e.Tree.Nodes {
		if id := content.ID(i); e.Tree.Tag(id) == "link" && strings.EqualFold(e.Tree.Value(id, "rel"), "canonical") {
			return e.Tree.Value(id, "href")
		}
	}
	return ""
}
