package extract

import (
	"slices"
	"sort"
	"strings"

	"assay/service/content"
	"assay/service/extract/evidence"
	"assay/service/extract/lexicon"
	"assay/service/extract/records"
	"assay/service/extract/tree"
)

// titledLinks answers a list of links from those under the headings, or after the labels,
// that say just what the list is called, "See also" or "Moderators:", if what was found is
// elsewhere. What
// leads around in the page itself is no other thing.
func (e *engine) titledLinks(w *want, found []answer) []answer {
	if !w.asksForLinks() || e.t.Source != content.HTML {
		return found
	}
	var links []answer
	for i := range e.x.Sections {
		sec := &e.x.Sections[i]
		if !sameLetters(e.t.Text(sec.Heading), w.field.Name) || !e.inPlace(w, sec.Heading) {
			continue
		}
		box := e.under(sec)
		if slices.ContainsFunc(found, func(a answer) bool { return box.From < a.from && a.from < box.To }) {
			return found
		}
		links = append(links, e.linksIn(w, e.t.Nodes[sec.Heading].End, box.To)...)
	}
	if len(links) == 0 {
		links = e.labelledLinks(w)
	}
	switch {
	case len(links) > 0:
		return links
	case tree.TitlesRelated(w.field.Name) && areWithin(found):
		return nil
	}
	return found
}

// labelledLinks takes the links that are what stands after a label called as the list is.
func (e *engine) labelledLinks(w *want) []answer {
	for _, i := range e.labels {
		f := &e.x.Facts[i]
		if f.Paging || f.Near || !sameLetters(f.Name, w.field.Name) || !e.inPlace(w, f.Node) {
			continue
		}
		box := f.Node
		for !e.t.IsBlock(box) && e.t.Nodes[box].Parent != content.None {
			box = e.t.Nodes[box].Parent
		}
		if links := e.linksIn(w, box, e.t.Nodes[box].End); 3*e.t.LinkLen(box) >= 2*len(f.Values[0]) && e.t.Len(box) <= len(f.Name)+len(f.Values[0])+maxAfterLabel {
			return links
		}
	}
	return nil
}

// maxAfterLabel is how much text, in bytes, stands in a block beside a label and its links.
const maxAfterLabel = 20

// areWithin reports whether most records of a list of links lead to places in the page.
func areWithin(list []answer) bool {
	n := 0
	for i := range list {
		if slices.ContainsFunc(list[i].child, func(c answer) bool {
			return c.w.shape == lexicon.URL && strings.HasPrefix(c.leaf.text, "#")
		}) {
			n++
		}
	}
	return 2*n > len(list)
}

// asksForLinks reports whether a list asks for links and what is written on them, and
// no more.
func (w *want) asksForLinks() bool {
	urls := 0
	for _, c := range w.children {
		switch {
		case !c.field.IsLeaf() || c.field.List:
			return false
		case c.shape == lexicon.URL:
			urls++
		case !c.isNaming():
			return false
		}
	}
	return urls == 1 && len(w.children) == 2
}

// linksIn answers a list with the links between two nodes, each address once.
func (e *engine) linksIn(w *want, from, to content.ID) []answer {
	t := e.t
	var out []answer
	seen := map[string]bool{}
	for _, id := range e.x.Links {
		href := t.Value(id, "href")
		if id < from || id >= to || t.Len(id) < 2 || href == "" || seen[href] || strings.HasPrefix(href, "javascript:") {
			continue
		}
		seen[href] = true
		a := answer{from: id, to: t.Nodes[id].End, child: make([]answer, len(w.children))}
		for i, f := range w.children {
			a.child[i].w = f
			a.child[i].leaf.node = content.None
			text := t.Text(id)
			if f.shape == lexicon.URL {
				text = href
			}
			if encoded, fit := e.read(f, text); fit > 0 {
				a.child[i].leaf = value{json: encoded, text: text, node: id, kind: evidence.Heading, score: e.w.TitledLinks}
			}
		}
		out = append(out, a)
	}
	return out
}

// maxOthers is how many boxes of other things are told apart.
const maxOthers = 50

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
