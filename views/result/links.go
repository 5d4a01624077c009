package result

import (
	"bytes"

	"assay/ui/jsondoc"
)

// Links returns the addresses in the column of the selected value: the same member of
// every element of the list it is in, at most so many. It is empty if there are none.
func (p *Pane) Links(limit int) []string {
	v := p.shown()
	doc := v.tree.Document()
	if doc == nil || p.answer == nil {
		return nil
	}
	n := v.node(p.face)
	if p.face == asMetadata || n < 0 {
		return nil
	}
	var keys []string // from the element to the value, the last first
	for n > doc.Root() && doc.IsMember(n) {
		keys = append(keys, doc.Key(n))
		n = doc.Parent(n)
	}
	if n <= doc.Root() {
		return nil
	}
	list := doc.Parent(n)
	var links []string
	for element := list + 1; element < doc.End(list) && len(links) < limit; element = doc.End(element) {
		links = append(links, linksAt(doc, element, keys)...)
	}
	return links[:min(len(links), limit)]
}

// linksAt returns the address that lies under an element, or those of a list there.
func linksAt(doc *jsondoc.Document, n int, keys []string) []string {
	for i := len(keys) - 1; i >= 0; i-- {
		if doc.Kind(n) != jsondoc.Object {
			return nil
		}
		if n = doc.Member(n, keys[i]); n < 0 {
			return nil
		}
	}
	if doc.Kind(n) == jsondoc.Array {
		var links []string
		for element := n + 1; element < doc.End(n); element = doc.End(element) {
			if doc.Kind(element) == jsondoc.String {
				links = append(links, linksAt(doc, element, nil)...)
			}
		}
		return links
	}
	text := doc.Text(n)
	if doc.Kind(n) != jsondoc.String || !bytes.HasPrefix(text, []byte("http://")) && !bytes.HasPrefix(text, []byte("https://")) {
		return nil
	}
	return []string{string(text)}
}
