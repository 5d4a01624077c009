package extract

import (
	"sort"

	"assay/service/content"
	"assay/service/extract/lexicon"
	"assay/service/extract/records"
)

// Bounds of what counts as a card.
const (
	minCards    = 3   // alike boxes of one row or list
	maxCardText = 600 // bytes of text in one, on average
)

// inCard reports whether an element is part of a card: one of several alike boxes
// that each lead to another page and show its heading, picture or price. What
// such a box says is about that page, not about this one.
func (e *engine) inCard(id content.ID) bool {
	if !e.cardsKnown {
		e.cardsKnown = true
		e.cards = e.findCards()
	}
	if i := e.lastCard; i < len(e.cards) && e.cards[i].From <= id && id < e.cards[i].To {
		return true
	}
	e.lastCard = sort.Search(len(e.cards), func(i int) bool { return e.cards[i].To > id })
	return e.lastCard < len(e.cards) && e.cards[e.lastCard].From <= id
}

// findCards returns the page's cards in page order, none inside another.
func (e *engine) findCards() []records.Span {
	var all []records.Span
	for _, set := range e.sets {
		n := len(set.Spans)
		if n < minCards || set.Size/n > maxCardText {
			continue
		}
		cards := 0
		own := false // the page's own heading is in one
		for _, sp := range set.Spans {
			if e.x.H1 >= sp.From && e.x.H1 < sp.To {
				own = true
				break
			}
			if e.isCard(sp) {
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

// isCard reports whether a part of the page has a link, and a heading, picture or
// price.
func (e *engine) isCard(sp records.Span) bool {
	if e.anyID(e.x.Links, sp) == 0 {
		return false
	}
	if e.anyID(e.x.Images, sp) > 0 || e.anyMark(e.x.Prices, sp) > 0 {
		return true
	}
	i := sort.Search(len(e.x.Sections), func(i int) bool { return e.x.Sections[i].Heading >= sp.From })
	return i < len(e.x.Sections) && e.x.Sections[i].Heading < sp.To
}

// areCards reports whether nearly all records of a set are cards.
func (e *engine) areCards(set *records.Set) bool {
	sample := sampleOf(set.Spans)
	n := 0
	for _, sp := range sample {
		if e.isCard(sp) {
			n++
		}
	}
	return n*5 >= len(sample)*4
}

// ofGoods reports whether a list is of things with pages of their own, by the
// names, links and prices it asks for, rather than of what people said.
func ofGoods(w *want) bool {
	named := false
	for _, f := range w.children {
		switch f.shape {
		case lexicon.Prose:
			if f.concept.String() != "description" {
				return false
			}
		case lexicon.Person:
			return false
		case lexicon.URL, lexicon.Image, lexicon.Price:
			named = true
		}
		switch f.concept.String() {
		case "title", "name":
			named = true
		}
	}
	return named
}
