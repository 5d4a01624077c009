package listing

import (
	"strings"

	"assay/service/content"
	"assay/service/extract/evidence"
	"assay/service/extract/fields"
	"assay/service/extract/find"
	"assay/service/extract/lexicon"
	"assay/service/extract/onpage"
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
func bestThings(e *Engine, w *fields.Field, s onpage.Scope) *find.Reading {
	if !s.Whole && s.Thing == nil || w.Filter.Place != 0 {
		return nil
	}
	roots := e.Index.Things
	if !s.Whole {
		roots = []*evidence.Thing{s.Thing}
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
	e    *Engine
	w    *fields.Field
	best *find.Reading
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
	for _, f := range w.Children {
		hits := 0.0
		for _, t := range sample {
			hits += thingLeaf(e, f, t).Score
		}
		score += hits / float64(len(sample))
	}
	score /= float64(len(w.Children))
	if score < minThings {
		return
	}
	named := e.Similarity(w, e.Index.Intern(name))
	for _, typ := range things[0].Types {
		named = max(named, e.Similarity(w, e.Index.Intern(typ)))
	}
	score += e.Weights.SetName*named - 0.12*(1-named)
	if l.best == nil || score > l.best.Score {
		l.best = &find.Reading{Score: score, Answers: func() []fields.Answer { return thingRows(e, w, things) }}
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
func thingLeaf(e *Engine, w *fields.Field, t *evidence.Thing) fields.Value {
	best := fields.Value{Node: content.None}
	if !w.Query.IsLeaf() {
		return best
	}
	var try func(t *evidence.Thing, path string, depth int)
	try = func(t *evidence.Thing, path string, depth int) {
		for i := range t.Props {
			p := &t.Props[i]
			sim := e.Similarity(w, e.Index.Intern(path+p.Name))
			for _, v := range p.Values {
				if sim >= e.Weights.MinSimilarity {
					if text := v.String(); text != "" {
						if encoded, fit := e.Read(w, text); fit > 0 {
							if score := e.Weights.Kind[t.Kind] * sim * fit; score > best.Score {
								best = fields.Value{JSON: encoded, Text: text, Node: v.Node, Kind: t.Kind, Score: score}
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
	if best.JSON == "" && w.Shape == lexicon.URL && t.ID != "" {
		if encoded, fit := e.Read(w, t.ID); fit > 0 && strings.Contains(t.ID, "/") {
			return fields.Value{JSON: encoded, Text: t.ID, Node: t.Node, Kind: t.Kind, Score: 0.5}
		}
	}
	return best
}

func thingRows(e *Engine, w *fields.Field, things []*evidence.Thing) []fields.Answer {
	var out []fields.Answer
	for _, t := range things {
		if e.Context.Err() != nil {
			break
		}
		a := fields.Answer{Children: make([]fields.Answer, len(w.Children)), Thing: t}
		filled := false
		for i, f := range w.Children {
			a.Children[i].Field = f
			if !f.Query.IsLeaf() || f.Query.List {
				a.Children[i] = container(e, []*fields.Field{f}, onpage.Scope{From: 0, To: 0, Thing: t})[0]
				continue
			}
			a.Children[i].Leaf = thingLeaf(e, f, t)
			if a.Children[i].Leaf.Score < e.Weights.Threshold {
				a.Children[i].Leaf = fields.Value{Node: content.None}
			}
			filled = filled || a.Children[i].Leaf.JSON != ""
		}
		if filled {
			out = append(out, a)
		}
	}
	return out
}
