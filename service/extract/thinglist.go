package extract

import (
	"strings"

	"assay/service/content"
	"assay/service/extract/evidence"
	"assay/service/extract/lexicon"
)

// Bounds of arrays of things.
const (
	maxThingRows   = 3000 // things of one that are answered from
	maxThingSample = 5    // things by which one is weighed
	maxThingNested = 4    // things within things that are looked through for them
)

// minThings is how much of its fields the things of an array must answer.
const minThings = 0.2

// bestThings weighs arrays of things in structured data.
func (e *engine) bestThings(w *want, s scope) *reading {
	if !s.whole && s.thing == nil || w.filter.Place != 0 {
		return nil
	}
	roots := e.x.Things
	if !s.whole {
		roots = []*evidence.Thing{s.thing}
	}
	l := thingLister{e: e, w: w}
	byType := map[string][]*evidence.Thing{}
	var types []string
	for _, t := range roots {
		if len(t.Types) > 0 {
			if byType[t.Types[0]] == nil {
				types = append(types, t.Types[0])
			}
			byType[t.Types[0]] = append(byType[t.Types[0]], t)
		}
		l.within(t, 0)
	}
	for _, typ := range types {
		if len(byType[typ]) > 1 {
			l.weigh(typ, byType[typ])
		}
	}
	return l.best
}

// thingLister finds the array of things that answers a list best.
type thingLister struct {
	e    *engine
	w    *want
	best *reading
}

// within weighs the arrays that are properties of a thing, and those of the things in it.
func (l *thingLister) within(t *evidence.Thing, depth int) {
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
		if len(things) > 1 || len(things) == 1 && (name == "review" || name == "comment") { // there may be but one of these
			l.weigh(name, things)
		}
		if depth == maxThingNested {
			continue
		}
		for _, v := range p.Values {
			if v.Thing != nil && v.Thing != t {
				l.within(v.Thing, depth+1)
			}
		}
	}
}

// weigh keeps an array of things under a name if it answers the list better than those
// before it.
func (l *thingLister) weigh(name string, things []*evidence.Thing) {
	e, w := l.e, l.w
	things = things[:min(len(things), maxThingRows)]
	score := 0.0
	sample := things[:min(len(things), maxThingSample)]
	for _, f := range w.children {
		hits := 0.0
		for _, t := range sample {
			hits += e.thingLeaf(f, t).score
		}
		score += hits / float64(len(sample))
	}
	score /= float64(len(w.children))
	if score < minThings {
		return
	}
	named := e.similarity(w, e.x.Intern(name))
	for _, typ := range things[0].Types {
		named = max(named, e.similarity(w, e.x.Intern(typ)))
	}
	score += e.w.SetName*named - 0.12*(1-named)
	if l.best == nil || score > l.best.score {
		l.best = &reading{score, func() []answer { return e.thingRows(w, things) }}
	}
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
