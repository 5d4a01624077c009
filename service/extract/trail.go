package extract

import (
	"strings"

	"assay/service/content"
	"assay/service/extract/evidence"
	"assay/service/extract/lexicon"
	"assay/service/extract/tree"
)

// crumb is one step of a breadcrumb trail.
type crumb struct {
	node content.ID
	text string
	href string
}

// trail finds the page's breadcrumb trail: the element that is named so, else
// the short run of links near the heading that starts at the front page.
func (e *engine) trail() []crumb {
	t := e.t
	var best []crumb
	for i := range t.Nodes {
		id := content.ID(i)
		n := &t.Nodes[i]
		if n.Kind != content.Element || t.Region(id)&tree.InBreadcrumbs == 0 || t.Len(id) == 0 || t.Len(id) > 1500 {
			continue
		}
		if n.Parent != content.None && t.Region(n.Parent)&tree.InBreadcrumbs != 0 {
			continue // within the trail
		}
		if crumbs := e.crumbs(id); len(crumbs) > 0 && len(crumbs) <= 12 && (best == nil || len(best) == 1 && len(crumbs) > 1) {
			best = crumbs
		}
	}
	if best != nil {
		return best
	}
	for _, id := range e.x.Links {
		if !isHome(t.Text(id)) || t.Region(id)&tree.InFooter != 0 {
			continue
		}
		root := t.Nodes[id].Parent
		for up := 0; up < 3 && root != content.None; root, up = t.Nodes[root].Parent, up+1 {
			if t.Len(root) > 300 {
				break
			}
			crumbs := e.crumbs(root)
			if len(crumbs) >= 2 && len(crumbs) <= 8 && crumbs[0].node == id && nested(crumbs) {
				return crumbs
			}
		}
	}
	return nil
}

func isHome(s string) bool {
	switch strings.ToLower(strings.Trim(s, " »›>/")) {
	case "home", "homepage", "start", "startseite", "accueil", "inicio", "home page", "início", "hem", "hjem", "forside", "etusivu", "strona główna", "domov", "domů", "главная", "index", "front page", "ホーム", "홈", "首页", "voorpagina":
		return true
	}
	return false
}

// nested reports whether each link of a trail leads further into the site.
func nested(crumbs []crumb) bool {
	last := 0
	for _, c := range crumbs[1:] {
		if c.href == "" {
			continue
		}
		depth := strings.Count(strings.Trim(c.href, "/"), "/")
		if depth < last {
			return false
		}
		last = depth
	}
	return true
}

// crumbs reads the links and the plain texts in an element, in order.
func (e *engine) crumbs(root content.ID) []crumb {
	t := e.t
	var out []crumb
	add := func(c crumb) {
		c.text = strings.Trim(c.text, " \u00a0»›>/|→·•\\-–:<‹«❯⟩▸▶")
		if c.text == "" || strings.EqualFold(c.text, "you are here") || len(out) > 0 && out[len(out)-1].text == c.text {
			return
		}
		out = append(out, c)
	}
	for k := root; k < t.Nodes[root].End; k++ {
		n := &t.Nodes[k]
		switch {
		case n.Hidden:
		case n.Kind == content.Element && n.Role == content.Link:
			text := t.Text(k)
			if text == "" {
				if text = t.Value(k, "title"); text == "" {
					text = t.Value(k, "aria-label")
				}
			}
			add(crumb{k, text, t.Value(k, "href")})
			k = n.End - 1
		case n.Kind == content.Text && strings.TrimSpace(n.Text) != "":
			add(crumb{n.Parent, strings.Join(strings.Fields(n.Text), " "), ""})
		}
	}
	return out
}

// trailList answers a list of breadcrumbs.
func (e *engine) trailList(w *want) []answer {
	var out []answer
	for _, c := range e.trail() {
		a := answer{child: make([]answer, len(w.children))}
		for i, f := range w.children {
			a.child[i].w = f
			a.child[i].leaf.node = content.None
			if !f.field.IsLeaf() || f.field.List {
				continue
			}
			text := c.text
			if f.shape == lexicon.URL {
				text = c.href
			}
			if encoded, fit := e.read(f, text); fit > 0 {
				a.child[i].leaf = value{json: encoded, text: text, node: c.node, kind: evidence.Record, score: 0.8}
			}
		}
		out = append(out, a)
	}
	return out
}
