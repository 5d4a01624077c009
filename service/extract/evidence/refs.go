package evidence

import (
	"strings"

	"assay/service/content"
)

// byID returns the first element that has an id.
func (x *Index) byID(id string) (content.ID, bool) {
	if x.ids == nil {
		x.ids = firstBy(x, "id")
	}
	at, ok := x.ids[id]
	return at, ok
}

// firstBy returns the first elements that have a value of an attribute, by the value.
func firstBy(x *Index, name string) map[string]content.ID {
	out := map[string]content.ID{}
	for i := range x.Tree.Nodes {
		if v := x.Tree.Value(content.ID(i), name); v != "" {
			if _, taken := out[v]; !taken {
				out[v] = content.ID(i)
			}
		}
	}
	return out
}

// labelledBy returns the first element that an element refers to as its label.
func (x *Index) labelledBy(id content.ID) (content.ID, bool) {
	first, _, _ := strings.Cut(x.Tree.Value(id, "aria-labelledby"), " ")
	if first == "" {
		return content.None, false
	}
	return x.byID(first)
}

// LabelOf returns what an element is called by another: by the one that it refers to as its label,
// or by the tab or the button that opens it; or NoKey.
func (x *Index) LabelOf(id content.ID) Key {
	t := x.Tree
	at, ok := x.labelledBy(id)
	if own := t.Value(id, "id"); !ok && own != "" {
		if x.openers == nil {
			x.openers = firstBy(x, "aria-controls")
		}
		at, ok = x.openers[own]
	}
	if !ok || t.Len(at) == 0 || t.Len(at) > maxLabel {
		return NoKey
	}
	return x.Intern(t.Text(at))
}
