package extract

import (
	"strings"

	"assay/service/content"
)

// noted returns the text of an element, line by line, without the marks of
// footnotes in it: superscripts that lead to a place further down the page.
func (e *engine) noted(id content.ID) string {
	t := e.t
	from, end := t.From(id), t.To(id)
	var b strings.Builder
	cut := false
	for k := id + 1; k < t.Nodes[id].End; k++ {
		n := &t.Nodes[k]
		if t.Tag(k) != "sup" || n.Kind != content.Element {
			continue
		}
		if e.isNoteMark(k) {
			b.WriteString(t.Raw(from, t.From(k)))
			from, cut = t.To(k), true
		}
		k = n.End - 1
	}
	if !cut {
		return t.Prose(id)
	}
	b.WriteString(t.Raw(from, end))
	return strings.Trim(b.String(), " \n")
}

// isNoteMark reports whether a superscript is the mark of a footnote.
func (e *engine) isNoteMark(id content.ID) bool {
	t := e.t
	if size := t.Len(id); size == 0 || size > 8 {
		return false
	}
	for k := id; k < t.Nodes[id].End && k < id+4; k++ {
		if n := &t.Nodes[k]; n.Role == content.Link && n.Kind == content.Element {
			return strings.HasPrefix(t.Value(k, "href"), "#")
		}
	}
	return isNoteText(strings.TrimSpace(t.Text(id)))
}

// isNoteText reports whether a text is the mark of a footnote and nothing else: "[1]".
func isNoteText(text string) bool {
	return len(text) > 2 && len(text) <= 8 && text[0] == '[' && text[len(text)-1] == ']'
}
