package evidence

import (
	"strings"

	"assay/service/content"
	"assay/service/extract/tree"
)

// ownLabel pairs the text of an element itself with the only element in it, as lists of
// details have it: <li>Colour <span>red</span></li>. What stands so once may be a
// sentence; it takes two such elements side by side.
func (x *Index) ownLabel(id content.ID) {
	t := x.Tree
	label, value := ownText(t, id)
	if value == content.None || !startsLikeLabel(label) || startsWithDigit(label) {
		return
	}
	if last := x.lastOwn; last == content.None || !areRows(t, last, id) {
		if next := nextElement(t, id); next == content.None || !areRows(t, id, next) {
			return
		}
	}
	x.lastOwn = id
	x.pair(label, value, t.Text(value), false)
}

// areRows reports whether two elements of one parent are built alike: a text of their
// own, and an element dressed like that of the other.
func areRows(t *tree.Tree, a, b content.ID) bool {
	if t.Nodes[a].Parent != t.Nodes[b].Parent || t.Tag(a) != t.Tag(b) {
		return false
	}
	one, first := ownText(t, a)
	other, second := ownText(t, b)
	return first != content.None && second != content.None && one != other &&
		t.Tag(first) == t.Tag(second) && firstClass(t, first) == firstClass(t, second)
}

// ownText returns the text that an element begins with and the element after it, if that
// is all that it has. A list, lines of text, and what leads to another page are no values
// of a label.
func ownText(t *tree.Tree, id content.ID) (label string, value content.ID) {
	value = content.None
	for c := t.FirstChild(id); c != content.None; c = t.Next(c) {
		switch n := &t.Nodes[c]; {
		case n.Kind == content.Text && value == content.None:
			label += t.Chars(c)
		case n.Kind == content.Text && strings.TrimSpace(t.Chars(c)) == "", t.Len(c) == 0:
		case n.Kind == content.Element && value == content.None && n.Role != content.Link && n.Role != content.List && n.Role != content.Button:
			value = c
		default:
			return "", content.None
		}
	}
	label = tidy(label)
	if value == content.None || label == "" || len(label) > maxLabel || t.Len(value) > maxBolded || strings.Contains(t.Prose(value), "\n") {
		return "", content.None
	}
	return label, value
}

// nextElement returns the sibling after an element, but for text between them.
func nextElement(t *tree.Tree, id content.ID) content.ID {
	for id = t.Next(id); id != content.None && t.Nodes[id].Kind == content.Text; id = t.Next(id) {
	}
	return id
}

func firstClass(t *tree.Tree, id content.ID) string {
	class, _, _ := strings.Cut(strings.TrimSpace(t.Value(id, "class")), " ")
	return class
}
