package evidence

import (
	"strings"

	"assay/service/content"
	"assay/service/extract/tree"
)

// ownPair is an element that is made of a label and a value, of which one is an element
// in it and the other its own text.
type ownPair struct {
	label, value string
	node         content.ID // that the value is in
	part         content.ID // the element that is one of the two
	first        bool       // that element is the label
}

// ownLabel pairs the text of an element itself with the element in it, as lists of details
// have them: <li>Colour <span>red</span></li>, <p><span>Colour</span><br>red</p>. What
// stands so once may be a sentence; it takes two such elements side by side.
func ownLabel(x *Index, id content.ID) {
	t := x.Tree
	p, ok := ownPairOf(t, id)
	if !ok || !startsLikeLabel(p.label) || startsWithDigit(p.label) || p.first && isByline(x, p.part) {
		return
	}
	if x.lastOwn == content.None || !areRows(t, x.lastOwn, id) {
		next := nextElement(t, id)
		if next == content.None || !areRows(t, id, next) {
			return
		}
	}
	x.lastOwn = id
	pair(x, p.label, p.node, p.value, p.first && !strings.HasSuffix(p.label, ":") && !namedLabel(x, p.part))
}

// areRows reports whether two elements of one parent are labels and values built alike.
func areRows(t *tree.Tree, a, b content.ID) bool {
	if t.Nodes[a].Parent != t.Nodes[b].Parent || t.Tag(a) != t.Tag(b) {
		return false
	}
	one, ok := ownPairOf(t, a)
	other, too := ownPairOf(t, b)
	return ok && too && one.label != other.label && one.first == other.first &&
		t.Tag(one.part) == t.Tag(other.part) && firstClass(t, one.part) == firstClass(t, other.part)
}

// ownPairOf reads an element as a label and a value. Links, buttons and lists are neither,
// and a value is one line.
func ownPairOf(t *tree.Tree, id content.ID) (ownPair, bool) {
	p := ownPair{node: content.None, part: content.None}
	texts := 0
	for c := t.FirstChild(id); c != content.None; c = t.Next(c) {
		switch n := &t.Nodes[c]; {
		case n.Kind == content.Text && strings.TrimSpace(t.Chars(c)) == "", n.Role == content.Break, n.Kind == content.Element && t.Len(c) == 0:
		case n.Kind == content.Text && texts == 0:
			texts++
		case n.Kind == content.Element && p.part == content.None && n.Role != content.Link && n.Role != content.List && n.Role != content.Button:
			p.part, p.first = c, texts == 0
		default:
			return p, false
		}
	}
	if p.part == content.None || texts == 0 {
		return p, false
	}
	if p.first {
		p.label, p.value, p.node = t.Text(p.part), strings.Trim(t.Raw(t.To(p.part), t.To(id)), " \n"), id
	} else {
		p.label, p.value, p.node = strings.TrimSpace(t.Span(t.From(id), t.From(p.part))), t.Prose(p.part), p.part
	}
	return p, p.label != "" && len(p.label) <= maxLabel && p.value != "" && len(p.value) <= maxBolded && !strings.Contains(p.value, "\n")
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
