package extract

import (
	"net/url"
	"slices"
	"strings"

	"assay/service/content"
	"assay/service/extract/evidence"
	"assay/service/extract/lexicon"
)

// asksForNetworks reports whether a list is that of the profiles on social networks
// that a page links to.
func asksForNetworks(w *want) bool {
	words := lexicon.Words(w.field.Name)
	return len(words) <= 3 && slices.Contains(words, "social") || len(words) == 1 && words[0] == "socials"
}

// profile is a link to a page on a social network.
type profile struct {
	node       content.ID
	href, name string
}

// profilesIn returns the profiles on social networks that a scope links to, each once.
// A link by which to share the page is none.
func (e *engine) profilesIn(s scope) []profile {
	var out []profile
	for _, id := range e.x.Links {
		if !s.holds(id) {
			continue
		}
		href := e.t.Value(id, "href")
		if slices.ContainsFunc(out, func(p profile) bool { return p.href == href }) {
			continue
		}
		for _, n := range networks {
			if leadsTo(href, n.hosts) {
				out = append(out, profile{id, href, n.name})
				break
			}
		}
	}
	return out
}

// networkList answers a list of profiles on social networks: where each leads, the
// network's name, the name borne there. It is nil if another list is asked for or the
// page links to none.
func (e *engine) networkList(w *want, s scope) []answer {
	if !asksForNetworks(w) {
		return nil
	}
	var out []answer
	for _, p := range e.profilesIn(s) {
		a := answer{child: make([]answer, len(w.children)), from: p.node, to: e.t.Nodes[p.node].End}
		filled := false
		for i, f := range w.children {
			a.child[i].w = f
			a.child[i].leaf.node = content.None
			text := ""
			switch {
			case !f.field.IsLeaf() || f.field.List:
			case f.shape == lexicon.URL:
				text = p.href
			case strings.Contains(f.field.Name, "handle") || strings.Contains(f.field.Name, "user"):
				text = handleOf(p.href)
			case f.typ == 0 && (f.concept == 0 || f.isNaming() || f.concept.String() == "site"):
				text = p.name
			}
			if encoded, fit := e.read(f, text); text != "" && fit > 0 {
				a.child[i].leaf = value{json: encoded, text: text, node: p.node, kind: evidence.Typed, score: e.w.Profile}
				filled = true
			}
		}
		if filled {
			out = append(out, a)
		}
	}
	return out
}

// handleOf returns the name that the address of a profile ends in.
func handleOf(href string) string {
	u, err := url.Parse(href)
	if err != nil {
		return ""
	}
	path := strings.Trim(u.Path, "/")
	return strings.TrimPrefix(path[strings.LastIndexByte(path, '/')+1:], "@")
}

// networks takes the links to profiles on social networks, if those are asked for.
func (l *lister) networks() {
	if !asksForNetworks(l.w) {
		return
	}
	link := *l.one
	link.shape = lexicon.URL
	var texts []string
	var nodes []content.ID
	for _, p := range l.e.profilesIn(l.s) {
		texts, nodes = append(texts, p.href), append(nodes, p.node)
	}
	plain := l.one
	l.one = &link
	l.add(evidence.Typed, l.e.w.Profile, texts, nodes)
	l.one = plain
}
