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
		for id := x.Tree.FirstChild(0); id != content.None; id = x.Tree.Next(id) {
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
	page := r.x.Tree
	for k := page.FirstChild(id); k != content.None; k = page.Next(k) {
		r.property(t, strings.TrimPrefix(page.Tag(k), content.JSONValue), k, alone, depth)
	}
	return t
}

// property adds the value of an element to a property: each member of an array, the
// thing that an object is, or the text.
func (r *jsonReader) property(t *Thing, name string, id content.ID, alone bool, depth int) {
	if r.count >= maxJSONThings || len(t.Props) >= maxJSONProps || depth > maxJSONDepth {
		return
	}
	page := r.x.Tree
	first := page.FirstChild(id)
	switch {
	case first == content.None:
	case page.Nodes[first].Kind == content.Text:
		if text := clean(page.Chars(first)); text != "" {
			t.add(name, Value{Text: text, Node: id})
		}
	case page.Tag(first) == "img":
		t.add(name, Value{Text: page.Value(id, "href"), Node: id})
	case page.Nodes[id].Role == content.List || page.Nodes[first].Role == content.Item:
		for k := first; k != content.None; k = page.Next(k) {
			r.property(t, name, k, false, depth+1)
		}
	default:
		thing := r.object(id, alone, depth+1)
		t.add(name, Value{Thing: thing, Node: id})
	}
}
