package evidence

import (
	"strings"

	"assay/service/content"
)

// Bounds of what of a JSON page is read as things; the rest is known by its names.
const (
	maxJSONThings = 50_000 // objects
	maxJSONProps  = 1000   // different members of one
)

// jsonPage reads a page that is JSON: each of its objects is a thing, whose members
// are its properties.
func (x *Index) jsonPage() {
	if x.Tree.Source != content.JSON {
		return
	}
	r := jsonReader{x: x}
	if x.Tree.Nodes[0].Role == content.List {
		holder := &Thing{Kind: State, Node: 0}
		x.Things = append(x.Things, holder)
		for id := x.Tree.FirstChild(0); id != content.None; id = x.Tree.Nodes[id].Next {
			r.property(holder, "items", id, false, 0)
		}
		return
	}
	r.object(0, true, 0)
}

type jsonReader struct {
	x     *Index
	count int
}

// object makes a thing of an object. One that is no member of a list may be what the
// page is about.
func (r *jsonReader) object(id content.ID, alone bool, depth int) *Thing {
	t := &Thing{Kind: State, Node: id}
	if alone {
		r.x.Things = append(r.x.Things, t)
	}
	r.count++
	nodes := r.x.Tree.Nodes
	for k := r.x.Tree.FirstChild(id); k != content.None; k = nodes[k].Next {
		r.property(t, strings.TrimPrefix(nodes[k].Tag, content.JSONValue), k, alone, depth)
	}
	return t
}

// property adds the value of an element to a property: each member of an array, the
// thing that an object is, or the text.
func (r *jsonReader) property(t *Thing, name string, id content.ID, alone bool, depth int) {
	if r.count >= maxJSONThings || len(t.Props) >= maxJSONProps || depth > maxJSONDepth {
		return
	}
	nodes := r.x.Tree.Nodes
	first := r.x.Tree.FirstChild(id)
	switch {
	case first == content.None:
	case nodes[first].Kind == content.Text:
		if text := clean(nodes[first].Text); text != "" {
			t.add(name, Value{Text: text, Node: id})
		}
	case nodes[first].Tag == "img":
		t.add(name, Value{Text: r.x.Tree.Value(id, "href"), Node: id})
	case nodes[id].Role == content.List || nodes[first].Role == content.Item:
		for k := first; k != content.None; k = nodes[k].Next {
			r.property(t, name, k, false, depth+1)
		}
	default:
		thing := r.object(id, alone, depth+1)
		t.add(name, Value{Thing: thing, Node: id})
	}
}
