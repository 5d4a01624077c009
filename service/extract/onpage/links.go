package onpage

import (
	"slices"
	"sort"
	"strings"

	"assay/service/content"
	"assay/service/extract/evidence"
	"assay/service/extract/fields"
	"assay/service/extract/lexicon"
	"assay/service/extract/records"
	"assay/service/extract/tree"
)

// TitledLinks answers a list of links from those under the headings, or after the labels,
// that say just what the list is called, "See also" or "Moderators:", if what was found is
// elsewhere. What
// leads around in the page itself is no other thing.
func (e *Engine) TitledLinks(w *fields.Field, found []fields.Answer) []fields.Answer {
	if !asksForLinks(w) || e.Tree.Source != content.HTML {
		return found
	}
	var links []fields.Answer
	for i := range e.Index.Sections {
		sec := &e.Index.Sections[i]
		if !SameLetters(e.Tree.Text(sec.Heading), w.Query.Name) || !e.InPlace(w, sec.Heading) {
			continue
		}
		box := under(e, sec)
		if slices.ContainsFunc(found, func(a fields.Answer) bool { return box.From < a.From && a.From < box.To }) {
			return found
		}
		links = append(links, linksIn(e, w, e.Tree.Nodes[sec.Heading].End, box.To)...)
	}
	if len(links) == 0 {
		links = labelledLinks(e, w)
	}
	switch {
	case len(links) > 0:
		return links
	case tree.TitlesRelated(w.Query.Name) && areWithin(found):
		return nil
	}
	return found
}

// labelledLinks takes the links that are what stands after a label called as the list is.
func labelledLinks(e *Engine, w *fields.Field) []fields.Answer {
	for _, i := range e.Labels {
		f := &e.Index.Facts[i]
		if f.Paging || f.Near || !SameLetters(f.Name, w.Query.Name) || !e.InPlace(w, f.Node) {
			continue
		}
		box := f.Node
		for !e.Tree.IsBlock(box) && e.Tree.Nodes[box].Parent != content.None {
			box = e.Tree.Nodes[box].Parent
		}
		if links := linksIn(e, w, box, e.Tree.Nodes[box].End); 3*e.Tree.LinkLen(box) >= 2*len(f.Values[0]) && e.Tree.Len(box) <= len(f.Name)+len(f.Values[0])+maxAfterLabel {
			return links
		}
	}
	return nil
}

// maxAfterLabel is how much text, in bytes, stands in a block beside a label and its links.
const maxAfterLabel = 20

// areWithin reports whether most records of a list of links lead to places in the page.
func areWithin(list []fields.Answer) bool {
	n := 0
	for i := range list {
		if slices.ContainsFunc(list[i].Children, func(c fields.Answer) bool {
			return c.Field.Shape == lexicon.URL && strings.HasPrefix(c.Leaf.Text, "#")
		}) {
			n++
		}
	}
	return 2*n > len(list)
}

// asksForLinks reports whether a list asks for links and what is written on them, and
// no more.
func asksForLinks(w *fields.Field) bool {
	urls := 0
	for _, c := range w.Children {
		switch {
		case !c.Query.IsLeaf() || c.Query.List:
			return false
		case c.Shape == lexicon.URL:
			urls++
		case !c.IsNaming():
			return false
		}
	}
	return urls == 1 && len(w.Children) == 2
}

// linksIn answers a list with the links between two nodes, each address once.
func linksIn(e *Engine, w *fields.Field, from, to content.ID) []fields.Answer {
	t := e.Tree
	var out []fields.Answer
	seen := map[string]bool{}
	for _, id := range e.Index.Links {
		href := t.Value(id, "href")
		if id < from || id >= to || t.Len(id) < 2 || href == "" || seen[href] || strings.HasPrefix(href, "javascript:") {
			continue
		}
		seen[href] = true
		a := fields.Answer{From: id, To: t.Nodes[id].End, Children: make([]fields.Answer, len(w.Children))}
		for i, f := range w.Children {
			a.Children[i].Field = f
			a.Children[i].Leaf.Node = content.None
			text := t.Text(id)
			if f.Shape == lexicon.URL {
				text = href
			}
			if encoded, fit := e.Read(f, text); fit > 0 {
				a.Children[i].Leaf = fields.Value{JSON: encoded, Text: text, Node: id, Kind: evidence.Heading, Score: e.Weights.TitledLinks}
			}
		}
		out = append(out, a)
	}
	return out
}

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
			e.others = append(e.others, under(e, s))
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

// under returns a heading and what it stands over: up to the next heading of its level
// or above, and no further than its box.
func under(e *Engine, s *evidence.Section) records.Span {
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
			if isCard(e, sp) {
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
func isCard(e *Engine, sp records.Span) bool {
	if e.AnyID(e.Index.Links, sp) == 0 {
		return false
	}
	if e.AnyID(e.Index.Images, sp) > 0 || e.AnyMark(e.Index.Prices, sp) > 0 {
		return true
	}
	i := sort.Search(len(e.Index.Sections), func(i int) bool { return e.Index.Sections[i].Heading >= sp.From })
	return i < len(e.Index.Sections) && e.Index.Sections[i].Heading < sp.To
}

// AreCards reports whether nearly all records of a set are cards.
func (e *Engine) AreCards(set *records.Set) bool {
	sample := SampleOf(set.Spans)
	n := 0
	for _, sp := range sample {
		if isCard(e, sp) {
			n++
		}
	}
	return n*5 >= len(sample)*4
}

// OfGoods reports whether a list is of things with pages of their own, by the
// names, links and prices it asks for, rather than of what people said.
func OfGoods(w *fields.Field) bool {
	named := false
	for _, f := range w.Children {
		switch f.Shape {
		case lexicon.Prose:
			if f.Concept.String() != "description" {
				return false
			}
		case lexicon.Person:
			return false
		case lexicon.URL, lexicon.Image, lexicon.Price:
			named = true
		}
		switch f.Concept.String() {
		case "title", "name":
			named = true
		}
	}
	return named
}
