package listing

import (
	"slices"
	"sort"
	"strings"

	"assay/service/content"
	"assay/service/extract/evidence"
	"assay/service/extract/fields"
	"assay/service/extract/find"
	"assay/service/extract/onpage"
	"assay/service/extract/read"
	"assay/service/extract/tree"
)

// container answers the fields of a container from a scope.
func container(e *Engine, ws []*fields.Field, s onpage.Scope) []fields.Answer {
	out := make([]fields.Answer, len(ws))
	leaves := make([]*fields.Field, 0, len(ws))
	for i, w := range ws {
		out[i].Field = w
		switch {
		case e.Context.Err() != nil:
		case w.Query.List && w.Query.IsLeaf():
			out[i].List = e.Limit(w, valueList(e, w, s))
		case w.Query.List:
			out[i].List = e.Limit(w, recordList(e, w, s))
		case !w.Query.IsLeaf() && (w.Filter.Order != nil || w.Filter.Take != 0):
			out[i].Children = foremost(e, w, s)
		case !w.Query.IsLeaf():
			out[i].Children = part(e, w, s)
		default:
			leaves = append(leaves, w)
		}
	}
	chosen := choose(e, leaves, s)
	for i, w := range ws {
		if w.Query.IsLeaf() && !w.Query.List && e.Context.Err() == nil {
			out[i].Leaf = chosen[0]
			chosen = chosen[1:]
		}
	}
	return out
}

// choose answers leaves from a scope, all at once.
func choose(e *Engine, leaves []*fields.Field, s onpage.Scope) []fields.Value {
	options := make([][]fields.Value, len(leaves))
	for i, w := range leaves {
		if e.Context.Err() != nil {
			break
		}
		options[i] = e.Candidates(w, s)
		if len(leaves) > onpage.ManyLeaves {
			w.Sims = nil // as much memory again for each
		}
	}
	return assign(options, e.Weights.Threshold, e.Weights.Shared)
}

// part answers a container: from the whole scope, or from the part of it that
// bears the container's name, whichever answers more.
func part(e *Engine, w *fields.Field, s onpage.Scope) []fields.Answer {
	best := container(e, w.Children, s)
	if a := figure(e, w, s); a != nil && worth(e, a) >= worth(e, best) {
		return a
	}
	if isSubject(w) || e.HasRoles(w) {
		return best
	}
	bestScore := worth(e, best)
	for _, o := range parts(e, w, s) {
		if e.Context.Err() != nil {
			break
		}
		a := container(e, w.Children, o.scope)
		if score := worth(e, a) + e.Weights.ScopeNamed*o.sim; score > bestScore {
			addTitle(e, a, best, o.scope)
			best, bestScore = a, score
		}
	}
	return best
}

// addTitle gives a part of the page that begins right under the page's heading, and
// has no heading of its own, that heading as its title.
func addTitle(e *Engine, part, whole []fields.Answer, s onpage.Scope) {
	if e.Index.H1 == content.None || e.Index.H1 >= s.From {
		return
	}
	for i := range e.Index.Sections {
		if h := e.Index.Sections[i].Heading; h > e.Index.H1 && h < s.To {
			return
		}
	}
	for i := range part {
		if w := part[i].Field; w.Query.IsLeaf() && !w.Query.List && part[i].Leaf.JSON == "" && whole[i].Leaf.Node == e.Index.H1 && !w.OfOther {
			part[i].Leaf = whole[i].Leaf
		}
	}
}

// foremost answers a container that asks for one of a list: the cheapest product, the
// first post.
func foremost(e *Engine, w *fields.Field, s onpage.Scope) []fields.Answer {
	if list := e.Limit(w, recordList(e, w, s)); len(list) > 0 {
		return list[0].Children
	}
	return part(e, w, s)
}

// isSubject reports whether a container's name only says what the page is about.
func isSubject(w *fields.Field) bool {
	switch strings.ToLower(w.Query.Name) {
	case "page", "webpage", "web_page", "website", "site", "document", "result", "data", "info", "seite", "webseite", "página", "pagina", "sito", "sitio":
		return true
	}
	for _, t := range w.Name {
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
func worth(e *Engine, answers []fields.Answer) float64 {
	total, n := 0.0, 0
	for i := range answers {
		f := &answers[i]
		n++
		switch {
		case f.Field.Query.List:
			if len(f.List) > 0 {
				total += 0.6
			}
		case f.Field.Query.IsLeaf():
			total += f.Leaf.Score
		default:
			total += worth(e, f.Children)
		}
	}
	if n == 0 {
		return 0
	}
	return total / float64(n)
}

type namedPart struct {
	scope onpage.Scope
	sim   float64
}

// maxParts is how many parts of a page are tried for one container.
const maxParts = 6

// parts finds the parts of a scope that bear a container's name: structured data
// Under a property of that name, sections under such a heading, elements of such
// a class.
func parts(e *Engine, w *fields.Field, s onpage.Scope) []namedPart {
	var out []namedPart
	add := func(p onpage.Scope, sim float64) {
		if sim >= 0.6 && (p.To-p.From > 1 || p.Thing != nil) && p.To-p.From < s.To-s.From {
			out = append(out, namedPart{p, sim})
		}
	}
	for i := range e.Index.Sections {
		sec := &e.Index.Sections[i]
		if s.Holds(sec.Heading) {
			add(onpage.Scope{From: sec.Heading, To: min(sec.End, s.To), Name: w}, e.Similarity(w, sec.Key))
		}
	}
	for i := range e.Index.Names {
		named := &e.Index.Names[i]
		if !s.Holds(named.Node) || e.Tree.Len(named.Node) == 0 {
			continue
		}
		for _, k := range e.Index.KeysOf(i) {
			if sim := e.Similarity(w, k); sim >= 0.6 {
				add(onpage.Scope{From: named.Node, To: e.Tree.Nodes[named.Node].End, Name: w}, sim)
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

// Whole is the whole page, with the structured data that the fields are about.
func (e *Engine) Whole(ws []*fields.Field) onpage.Scope {
	return onpage.Scope{From: 0, To: content.ID(len(e.Tree.Nodes)), Whole: true, Thing: mainThing(e, ws)}
}

// mainThing picks the structured data that the fields are about: the thing that
// has most of them, is named like the page's heading, and is of a type that pages
// are about.
func mainThing(e *Engine, ws []*fields.Field) *evidence.Thing {
	cover := map[*evidence.Thing][]float64{}
	leaves := leavesOf(e, ws, nil)
	for i := range e.Index.Facts {
		f := &e.Index.Facts[i]
		if f.Thing == nil {
			continue
		}
		best := cover[f.Thing]
		if best == nil {
			best = make([]float64, len(leaves))
			cover[f.Thing] = best
		}
		for k, w := range leaves {
			if sim := e.Similarity(w, f.Key); sim > 0.6 {
				best[k] = max(best[k], sim)
			}
		}
	}
	heading, title := strings.ToLower(e.H1()), strings.ToLower(e.Index.Title)
	var main *evidence.Thing
	mainRank := 0.0
	for _, t := range e.Index.Things {
		if cover[t] == nil || find.SubjectRank(t) < 1 && t.Node != content.None && e.Tree.Region(t.Node)&tree.InComments != 0 {
			continue
		}
		rank := 0.6*find.SubjectRank(t) + min(0.2, float64(len(t.Props))*0.01)
		for _, sim := range cover[t] {
			rank += 1.5 * sim / float64(len(leaves))
		}
		name := ""
		for _, key := range [...]string{"headline", "name", "title"} {
			if v := t.Get(key); len(v) > 0 {
				name = strings.ToLower(v[0].String())
				break
			}
		}
		switch {
		case name == "":
		case name == heading:
			rank += 0.6
		case strings.Contains(title, name), heading != "" && strings.Contains(heading, name):
			rank += 0.4
		}
		switch {
		case rank > mainRank:
			main, mainRank = t, rank
		case rank == mainRank && main != nil && slices.Equal(main.Types, t.Types) && soldOut(main) && !soldOut(t):
			main = t // the size that is to be had
		}
	}
	return main
}

// soldOut reports whether structured data says of every offer of a thing that it is
// not to be had.
func soldOut(t *evidence.Thing) bool {
	said := false
	for _, offer := range append(t.Get("offers"), evidence.Value{Thing: t}) {
		if offer.Thing == nil {
			continue
		}
		for _, v := range offer.Thing.Get("availability") {
			if stocked, ok := read.Boolean(v.Text); !ok || stocked {
				return false
			}
			said = true
		}
	}
	return said
}

// leavesOf lists the leaves of fields that are not inside a list.
func leavesOf(e *Engine, ws []*fields.Field, out []*fields.Field) []*fields.Field {
	for _, w := range ws {
		switch {
		case w.Query.IsLeaf():
			out = append(out, w)
		case !w.Query.List:
			out = leavesOf(e, w.Children, out)
		}
	}
	return out
}

// folded puts the fields of containers back into them. What no part of the record
// told is answered as that of a part of the page.
func folded(e *Engine, w *fields.Field, rows []fields.Answer) []fields.Answer {
	flat := w.Flattened()
	if flat == w {
		return rows
	}
	for r := range rows {
		a := &rows[r]
		child := make([]fields.Answer, 0, len(w.Children))
		k := 0
		for _, f := range w.Children {
			if !f.IsPlainPart() {
				child = append(child, a.Children[k])
				k++
				continue
			}
			whole := fields.Answer{Field: f, Children: part(e, f, onpage.Scope{From: a.From, To: a.To})}
			for i, part := range f.Children {
				told := a.Children[k+i].Leaf
				if v := whole.Children[i].Leaf; told.JSON == "" && v.Kind != evidence.Typed && !slices.ContainsFunc(a.Children, func(o fields.Answer) bool { return o.Leaf.JSON != "" && o.Leaf.JSON == v.JSON }) {
					told = v
				}
				whole.Children[i] = fields.Answer{Field: part, Leaf: told}
			}
			k += len(f.Children)
			child = append(child, whole)
		}
		a.Children = child
	}
	return rows
}
