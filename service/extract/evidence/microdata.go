package evidence

import (
	"strings"

	"assay/service/content"
)

// microdata reads microdata and RDFa in one walk, and then what items refer to
// elsewhere on the page.
func (x *Index) microdata() {
	w := itemWalk{x: x}
	w.walk(0, content.ID(len(x.Tree.Nodes)), nil)
	if len(w.refs) == 0 {
		return
	}
	for i := 0; i < len(w.refs) && i < maxRefs; i++ {
		for id := range strings.FieldsSeq(w.refs[i].ids) {
			if at, ok := x.byID(id); ok && !x.Tree.Contains(at, w.refs[i].thing.Node) {
				w.walk(at, x.Tree.Nodes[at].End, w.refs[i].thing)
			}
		}
	}
}

// maxRefs bounds how many items may refer to other parts of the page.
const maxRefs = 200

type itemWalk struct {
	x     *Index
	refs  []itemRef
	total int
}

type itemRef struct {
	thing *Thing
	ids   string
}

// walk reads the items among nodes. What stands outside any item is a property
// of top, if there is one.
func (w *itemWalk) walk(from, to content.ID, top *Thing) {
	x, t := w.x, w.x.Tree
	var open []*Thing
	var ends []content.ID
	if top != nil {
		open, ends = append(open, top), append(ends, to)
	}
	for id := from; id < to; id++ {
		for len(ends) > 0 && id >= ends[len(ends)-1] {
			open, ends = open[:len(open)-1], ends[:len(ends)-1]
		}
		n := &t.Nodes[id]
		if n.Kind != content.Element || !n.HasAttrs() {
			continue
		}
		var prop, types, refs string
		var starts, rdfa bool
		for a := range t.Attrs(id) {
			switch a.Name {
			case "itemprop":
				prop = a.Value
			case "itemscope":
				starts = true
			case "itemtype":
				types = a.Value
			case "itemref":
				refs = a.Value
			case "typeof":
				starts, rdfa, types = true, true, a.Value
			case "property":
				if len(open) > 0 && !strings.Contains(a.Value, "og:") && t.Tag(id) != "meta" || len(open) > 0 && strings.HasPrefix(a.Value, "schema:") {
					prop = a.Value
				}
			}
		}
		if prop == "" && !starts || w.total > maxThings {
			continue
		}
		w.total++
		v := Value{Node: id}
		if starts && (types != "" || !rdfa) {
			v.Thing = &Thing{Kind: Microdata, Node: id}
			if rdfa {
				v.Thing.Kind = RDFa
			}
			for name := range strings.FieldsSeq(types) {
				v.Thing.Types = append(v.Thing.Types, localName(name))
			}
			if refs != "" && top == nil {
				w.refs = append(w.refs, itemRef{v.Thing, refs})
			}
		} else {
			v.Text = propValue(x, id)
		}
		if prop != "" && len(open) > 0 && (v.Thing != nil || v.Text != "") {
			for name := range strings.FieldsSeq(prop) {
				open[len(open)-1].add(localName(name), v)
			}
		} else if v.Thing != nil && top == nil {
			x.Things = append(x.Things, v.Thing)
		}
		if v.Thing != nil {
			open, ends = append(open, v.Thing), append(ends, n.End)
		}
	}
}

// propValue is the value HTML gives an element with itemprop.
func propValue(x *Index, id content.ID) string {
	t := x.Tree
	if v := t.Value(id, "content"); v != "" {
		return clean(v)
	}
	switch t.Tag(id) {
	case "a", "area", "link":
		if text := t.Text(id); text != "" && t.Value(id, "itemprop") != "url" {
			return text
		}
		href := t.Value(id, "href")
		if name, ok := vocabularyTerm(href); ok {
			return name
		}
		return href
	case "img", "audio", "video", "source", "embed", "iframe":
		if v := t.Value(id, "src"); v != "" {
			return v
		}
		return t.Value(id, "data-src")
	case "time":
		if v := t.Value(id, "datetime"); v != "" {
			return v
		}
	case "data", "meter":
		if v := t.Value(id, "value"); v != "" {
			return v
		}
	}
	return t.Prose(id)
}
