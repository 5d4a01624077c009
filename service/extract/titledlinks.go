package extract

import (
	"slices"
	"strings"

	"assay/service/content"
	"assay/service/extract/evidence"
	"assay/service/extract/lexicon"
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
