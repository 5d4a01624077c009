package evidence

import (
	"strings"

	"assay/service/content"
)

// jsonLD reads the page's JSON-LD scripts.
func (x *Index) jsonLD() {
	var all []*Thing
	byID := map[string]*Thing{}
	b := jsonThings{byID: byID}
	for i := range x.Tree.Data {
		d := &x.Tree.Data[i]
		if d.Type != "application/ld+json" {
			continue
		}
		n, _ := parseJSON(d.Text)
		b.node = d.Node
		all = b.top(all, &n)
	}
	b.resolve(all)
	x.Things = append(x.Things, all...)
}

type jsonThings struct {
	byID  map[string]*Thing
	node  content.ID
	count int
}

func (b *jsonThings) top(all []*Thing, n *node) []*Thing {
	switch n.kind {
	case '[':
		for i := range n.values {
			all = b.top(all, &n.values[i])
		}
	case '{':
		t := b.thing(n)
		if graph := n.member("@graph"); graph != nil {
			all = b.top(all, graph)
			if len(t.Props) == 0 {
				return all
			}
		}
		all = append(all, t)
	}
	return all
}

func (b *jsonThings) thing(n *node) *Thing {
	t := &Thing{Kind: JSONLD, Node: b.node}
	b.count++
	for i, name := range n.names {
		v := &n.values[i]
		switch name {
		case "@context", "@graph":
			continue
		case "@type":
			t.Types = appendTypes(t.Types, v)
			continue
		case "@id":
			t.ID = v.text
			continue
		}
		b.values(t, strings.TrimPrefix(name, "schema:"), v)
	}
	if t.ID != "" && len(t.Props) > 0 {
		if _, taken := b.byID[t.ID]; !taken {
			b.byID[t.ID] = t
		}
	}
	return t
}

func appendTypes(types []string, v *node) []string {
	if v.kind == '[' {
		for i := range v.values {
			types = appendTypes(types, &v.values[i])
		}
		return types
	}
	return append(types, localName(v.text))
}

func localName(s string) string {
	s = strings.TrimRight(s, "/")
	return s[strings.LastIndexAny(s, "/#:")+1:]
}

func (b *jsonThings) values(t *Thing, name string, v *node) {
	if b.count > maxThings {
		return
	}
	switch v.kind {
	case '[':
		for i := range v.values {
			b.values(t, name, &v.values[i])
		}
	case '{':
		t.add(name, Value{Thing: b.thing(v), Node: b.node})
	default:
		if v.text != "" && v.text != "null" {
			t.add(name, Value{Text: clean(v.text), Node: b.node})
		}
	}
}

// resolve replaces references by what they refer to.
func (b *jsonThings) resolve(things []*Thing) {
	work := append([]*Thing(nil), things...)
	for len(work) > 0 {
		t := work[len(work)-1]
		work = work[:len(work)-1]
		for i := range t.Props {
			for j := range t.Props[i].Values {
				v := &t.Props[i].Values[j]
				if v.Thing == nil {
					continue
				}
				if len(v.Thing.Props) == 0 {
					if target := b.byID[v.Thing.ID]; target != nil && target != t {
						v.Thing = target
					} else if v.Thing.ID != "" {
						v.Thing.add("url", Value{Text: v.Thing.ID, Node: v.Node})
					}
					continue
				}
				work = append(work, v.Thing)
			}
		}
	}
}
