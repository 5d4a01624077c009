package extract

import (
	"strings"

	"assay/service/content"
)

// headingText returns what a heading says without an addition that ends it in an element of
// its own: "(2008)", "by Ann Lee", a smaller line. It is the whole heading if it has
// none, or if the page's title agrees on the addition.
func (e *engine) headingText(heading content.ID) string {
	head, _ := e.headingParts(heading)
	return head
}

// headingParts returns the text of a heading before an addition, and the element that is
// the addition, or None.
func (e *engine) headingParts(heading content.ID) (text string, addition content.ID) {
	t := e.t
	from := t.From(heading)
	whole := strings.TrimRight(t.Span(from, t.To(heading)), "¶# ")
	at, last := heading, content.None
	for {
		last = content.None
		for c := t.FirstChild(at); c != content.None; c = t.Next(c) {
			if t.Len(c) > 0 {
				last = c
			}
		}
		if last == content.None || t.Nodes[last].Kind != content.Element {
			return whole, content.None
		}
		if t.From(last) > t.From(at)+1 {
			break
		}
		at = last // an element within that has it all
	}
	if t.From(last) <= from {
		return whole, content.None
	}
	head, tail := t.Span(from, t.From(last)), t.Text(last)
	if len(head) < 2 || !e.isAddition(last, head, tail) {
		return whole, content.None
	}
	return head, last
}

// isAddition reports whether the last element of a heading only adds to what stands
// before it.
func (e *engine) isAddition(id content.ID, head, tail string) bool {
	if strings.HasPrefix(tail, "(") && strings.HasSuffix(tail, ")") {
		return true
	}
	if _, ok := afterBy(tail); ok {
		return true
	}
	switch e.t.Tag(id) {
	case "small", "em", "sub", "i":
		title := strings.ToLower(e.x.Title)
		return strings.Contains(title, strings.ToLower(head)) && !strings.Contains(title, strings.ToLower(tail))
	}
	return false
}
