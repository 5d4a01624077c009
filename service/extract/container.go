package extract

import (
	"sort"
	"strings"

	"assay/service/content"
	"assay/service/extract/evidence"
)

// container answers the fields of a container from a scope.
func (e *engine) container(ws []*want, s scope) []answer {
	out := make([]answer, len(ws))
	leaves := make([]*want, 0, len(ws))
	for i, w := range ws {
		out[i].w = w
		switch {
		case e.ctx.Err() != nil:
		case w.field.List && w.field.IsLeaf():
			out[i].list = e.limit(w, e.valueList(w, s))
		case w.field.List:
			out[i].list = e.limit(w, e.recordList(w, s))
		case !w.field.IsLeaf() && (w.filter.order != nil || w.filter.take != 0):
			out[i].child = e.foremost(w, s)
		case !w.field.IsLeaf():
			out[i].child = e.part(w, s)
		default:
			leaves = append(leaves, w)
		}
	}
	chosen := e.choose(leaves, s)
	for i, w := range ws {
		if w.field.IsLeaf() && !w.field.List && e.ctx.Err() == nil {
			out[i].leaf = chosen[0]
			chosen = chosen[1:]
		}
	}
	return out
}

// choose answers leaves from a scope, all at once.
func (e *engine) choose(leaves []*want, s scope) []value {
	options := make([][]value, len(leaves))
	for i, w := range leaves {
		if e.ctx.Err() != nil {
			break
		}
		options[i] = e.candidates(w, s)
		if len(leaves) > manyLeaves {
			w.sims = nil // as much memory again for each
		}
	}
	return assign(options, e.w.Threshold, e.w.Shared)
}

// part answers a container: from the whole scope, or from the part of it that
// bears the container's name, whichever answers more.
func (e *engine) part(w *want, s scope) []answer {
	best := e.container(w.children, s)
	if a := e.figure(w, s); a != nil && e.worth(a) >= e.worth(best) {
		return a
	}
	if w.isSubject() || e.hasRoles(w) {
		return best
	}
	bestScore := e.worth(best)
	for _, o := range e.parts(w, s) {
		if e.ctx.Err() != nil {
			break
		}
		a := e.container(w.children, o.scope)
		if score := e.worth(a) + e.w.ScopeNamed*o.sim; score > bestScore {
			e.addTitle(a, best, o.scope)
			best, bestScore = a, score
		}
	}
	return best
}

// addTitle gives a part of the page that begins right under the page's heading, and
// has no heading of its own, that heading as its title.
func (e *engine) addTitle(part, whole []answer, s scope) {
	if e.x.H1 == content.None || e.x.H1 >= s.from {
		return
	}
	for i := range e.x.Sections {
		if h := e.x.Sections[i].Heading; h > e.x.H1 && h < s.to {
			return
		}
	}
	for i := range part {
		if w := part[i].w; w.field.IsLeaf() && !w.field.List && part[i].leaf.json == "" && whole[i].leaf.node == e.x.H1 && !w.ofOther {
			part[i].leaf = whole[i].leaf
		}
	}
}

// foremost answers a container that asks for one of a list: the cheapest product, the
// first post.
func (e *engine) foremost(w *want, s scope) []answer {
	if list := e.limit(w, e.recordList(w, s)); len(list) > 0 {
		return list[0].child
	}
	return e.part(w, s)
}

// isSubject reports whether a container's name only says what the page is about.
func (w *want) isSubject() bool {
	switch strings.ToLower(w.field.Name) {
	case "page", "webpage", "web_page", "website", "site", "document", "result", "data", "info", "seite", "webseite", "página", "pagina", "sito", "sitio":
		return true
	}
	for _, t := range w.name {
		switch {
		case t.Concept == 0 && t.Want > 0.5:
			return false
		case t.Concept != 0:
			switch t.Concept.String() {
			case "organization", "contact", "content", "description", "title", "name", "comment", "post":
			default:
				return false
			}
		}
	}
	return true
}

// worth is how well a container's fields were answered: the mean score of its
// leaves.
func (e *engine) worth(fields []answer) float64 {
	total, n := 0.0, 0
	for i := range fields {
		f := &fields[i]
		n++
		switch {
		case f.w.field.List:
			if len(f.list) > 0 {
				total += 0.6
			}
		case f.w.field.IsLeaf():
			total += f.leaf.score
		default:
			total += e.worth(f.child)
		}
	}
	if n == 0 {
		return 0
	}
	return total / float64(n)
}

type namedPart struct {
	scope scope
	sim   float64
}

// maxParts is how many parts of a page are tried for one container.
const maxParts = 6

// parts finds the parts of a scope that bear a container's name: structured data
// under a property of that name, sections under such a heading, elements of such
// a class.
func (e *engine) parts(w *want, s scope) []namedPart {
	var out []namedPart
	add := func(p scope, sim float64) {
		if sim >= 0.6 && (p.to-p.from > 1 || p.thing != nil) && p.to-p.from < s.to-s.from {
			out = append(out, namedPart{p, sim})
		}
	}
	for i := range e.x.Sections {
		sec := &e.x.Sections[i]
		if s.holds(sec.Heading) {
			add(scope{from: sec.Heading, to: min(sec.End, s.to), name: w}, e.similarity(w, sec.Key))
		}
	}
	for i := range e.x.Names {
		named := &e.x.Names[i]
		if !s.holds(named.Node) || e.t.Len(named.Node) == 0 {
			continue
		}
		for _, k := range e.x.KeysOf(i) {
			if sim := e.similarity(w, k); sim >= 0.6 {
				add(scope{from: named.Node, to: e.t.Nodes[named.Node].End, name: w}, sim)
				break
			}
		}
	}
	sort.SliceStable(out, func(a, b int) bool { return out[a].sim > out[b].sim })
	if len(out) > maxParts {
		out = out[:maxParts]
	}
	return out
}

// setName says how well the names on and around records fit a list's name.
func (e *engine) setName(w *want, keys, around []evidence.Key) float64 {
	best := 0.0
	for _, k := range keys {
		best = max(best, e.similarity(w, k))
	}
	for i, k := range around {
		best = max(best, (0.95-0.02*float64(min(i, 10)))*e.similarity(w, k))
	}
	if w.isAnyList() {
		best *= anyListName
	}
	return best
}

// anyListName is how much of a list's name counts that would suit any list: the
// parts of menus are items, too.
const anyListName = 0.4

// isAnyList reports whether a list's name tells nothing of what its members are.
func (w *want) isAnyList() bool {
	switch strings.ToLower(w.field.Name) {
	case "items", "item_list", "itemlist", "list", "entries", "elements", "records", "rows", "results", "objects", "things":
		return true
	}
	return false
}
