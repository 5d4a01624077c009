package listing

import (
	"slices"
	"strings"

	"assay/service/content"
	"assay/service/extract/evidence"
	"assay/service/extract/fields"
	"assay/service/extract/lexicon"
	"assay/service/extract/onpage"
	"assay/service/extract/records"
	"assay/service/extract/tree"
)

// titledLinks answers a list of links from those under the headings, or after the labels,
// that say just what the list is called, "See also" or "Moderators:", if what was found is
// elsewhere. What
// leads around in the page itself is no other thing.
func titledLinks(e *Engine, w *fields.Field, found []fields.Answer) []fields.Answer {
	if !asksForLinks(w) || e.Tree.Source != content.HTML {
		return found
	}
	var links []fields.Answer
	for i := range e.Index.Sections {
		sec := &e.Index.Sections[i]
		if !onpage.SameLetters(e.Tree.Text(sec.Heading), w.Query.Name) || !e.InPlace(w, sec.Heading) {
			continue
		}
		box := e.Under(sec)
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
		if f.Paging || f.Near || !onpage.SameLetters(f.Name, w.Query.Name) || !e.InPlace(w, f.Node) {
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

// areCards reports whether nearly all records of a set are cards.
func areCards(e *Engine, set *records.Set) bool {
	sample := onpage.SampleOf(set.Spans)
	n := 0
	for _, sp := range sample {
		if e.IsCard(sp) {
			n++
		}
	}
	return n*5 >= len(sample)*4
}

// ofGoods reports whether a list is of things with pages of their own, by the
// names, links and prices it asks for, rather than of what people said.
func ofGoods(w *fields.Field) bool {
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
