package extract

import (
	"strings"

	"assay/service/content"
	"assay/service/extract/evidence"
	"assay/service/extract/lexicon"
)

// bestThings weighs arrays of things in structured data.
func (e *engine) bestThings(w *want, s scope) *reading {
	if !s.whole && s.thing == nil || w.filter.place != 0 {
		return nil
	}
	var best *reading
	consider := func(name string, things []*evidence.Thing, node float64) {
		if len(things) < 2 && !(len(things) == 1 && node > 0) {
			return
		}
		if len(things) > 3000 {
			things = things[:3000]
		}
		score := 0.0
		sample := things[:min(len(things), 5)]
		for _, f := range w.children {
			hits := 0.0
			for _, t := range sample {
				hits += e.thingLeaf(f, t).score
			}
			score += hits / float64(len(sample))
		}
		score /= float64(len(w.children))
		sim := e.similarity(w, e.x.Intern(name))
		for _, typ := range things[0].Types {
			sim = max(sim, e.similarity(w, e.x.Intern(typ)))
		}
		if score < 0.2 {
			return
		}
		score += e.w.SetName*sim - 0.12*(1-sim)
		if best == nil || score > best.score {
			best = &reading{score, func() []answer { return e.thingRows(w, things) }}
		}
	}
	var visit func(t *evidence.Thing, depth int)
	visit = func(t *evidence.Thing, depth int) {
		for i := range t.Props {
			p := &t.Props[i]
			var things []*evidence.Thing
			for _, v := range p.Values {
				if v.Thing != nil && v.Thing != t {
					things = append(things, unwrap(v.Thing))
				}
			}
			name := p.Name
			if name == "itemListElement" || name == "mainEntity" || name == "@graph" {
				name = strings.Join(t.Types, " ")
			}
			one := 0.0
			if name == "review" || name == "comment" {
				one = 1
			}
			consider(name, things, one)
			if depth < 4 {
				for _, v := range p.Values {
					if v.Thing != nil && v.Thing != t {
						visit(v.Thing, depth+1)
					}
				}
			}
		}
	}
	roots := e.x.Things
	if !s.whole {
		roots = []*evidence.Thing{s.thing}
	}
	byType := map[string][]*evidence.Thing{}
	var types []string
	for _, t := range roots {
		if len(t.Types) > 0 {
			if byType[t.Types[0]] == nil {
				types = append(types, t.Types[0])
			}
			byType[t.Types[0]] = append(byType[t.Types[0]], t)
		}
		visit(t, 0)
	}
	for _, typ := range types {
		consider(typ, byType[typ], 0)
	}
	return best
}

// unwrap takes the item out of a list item.
func unwrap(t *evidence.Thing) *evidence.Thing {
	if !t.Is("ListItem") {
		return t
	}
	for _, v := range t.Get("item") {
		if v.Thing != nil && len(v.Thing.Props) > 0 {
			if len(t.Get("name")) > 0 && len(v.Thing.Get("name")) == 0 {
				merged := *v.Thing
				merged.Props = append(merged.Props[:len(merged.Props):len(merged.Props)], evidence.Prop{Name: "name", Values: t.Get("name")})
				return &merged
			}
			return v.Thing
		}
		if v.Thing == nil && v.Text != "" && len(t.Get("url")) == 0 {
			merged := *t
			merged.Props = append(merged.Props[:len(merged.Props):len(merged.Props)], evidence.Prop{Name: "url", Values: []evidence.Value{v}})
			return &merged
		}
	}
	return t
}

// thingLeaf answers one field from one thing.
func (e *engine) thingLeaf(w *want, t *evidence.Thing) value {
	best := value{node: content.None}
	if !w.field.IsLeaf() {
		return best
	}
	var try func(t *evidence.Thing, path string, depth int)
	try = func(t *evidence.Thing, path string, depth int) {
		for i := range t.Props {
			p := &t.Props[i]
			sim := e.similarity(w, e.x.Intern(path+p.Name))
			for _, v := range p.Values {
				if sim >= e.w.MinSimilarity {
					if text := v.String(); text != "" {
						if encoded, fit := e.read(w, text); fit > 0 {
							if score := e.w.Kind[t.Kind] * sim * fit; score > best.score {
								best = value{json: encoded, text: text, node: v.Node, kind: t.Kind, score: score}
							}
						}
					}
				}
				if v.Thing != nil && depth < 2 {
					next := path + p.Name + " "
					if p.Name == "offers" || p.Name == "item" {
						next = path
					}
					try(v.Thing, next, depth+1)
				}
				break
			}
		}
	}
	try(t, "", 0)
	if best.json == "" && w.shape == lexicon.URL && t.ID != "" {
		if encoded, fit := e.read(w, t.ID); fit > 0 && strings.Contains(t.ID, "/") {
			return value{json: encoded, text: t.ID, node: t.Node, kind: t.Kind, score: 0.5}
		}
	}
	return best
}

func (e *engine) thingRows(w *want, things []*evidence.Thing) []answer {
	var out []answer
	for _, t := range things {
		if e.ctx.Err() != nil {
			break
		}
		a := answer{child: make([]answer, len(w.children)), thing: t}
		filled := false
		for i, f := range w.children {
			a.child[i].w = f
			if !f.field.IsLeaf() || f.field.List {
				a.child[i] = e.container([]*want{f}, scope{from: 0, to: 0, thing: t})[0]
				continue
			}
			a.child[i].leaf = e.thingLeaf(f, t)
			if a.child[i].leaf.score < e.w.Threshold {
				a.child[i].leaf = value{node: content.None}
			}
			filled = filled || a.child[i].leaf.json != ""
		}
		if filled {
			out = append(out, a)
		}
	}
	return out
}
