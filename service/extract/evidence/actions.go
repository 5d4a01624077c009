package evidence

import (
	"strings"

	"assay/service/content"
	"assay/service/extract/lexicon"
)

// isAddressOfPage reports whether what is written on a link is where it leads, and nothing else.
func isAddressOfPage(s string) bool {
	return (strings.HasPrefix(s, "http://") || strings.HasPrefix(s, "https://") || strings.HasPrefix(s, "www.")) && !strings.Contains(s, " ")
}

// Limits of what a value is searched for an action that is offered beside it.
const (
	maxActionNodes = 60
	maxActionText  = 40 // bytes
)

// WithoutAction returns the text of a value without the link or button at its end that
// offers to do something with it: "Tulsa, OK (map it!)".
func (x *Index) WithoutAction(value content.ID, text string) string {
	if value == content.None {
		return text
	}
	t := x.Tree
	for up := 0; up < 3 && t.Len(value) < len(text) && t.Nodes[value].Parent != content.None; up++ { // the value begins in it
		value = t.Nodes[value].Parent
	}
	for id := t.Nodes[value].End - 1; id > value && id > t.Nodes[value].End-maxActionNodes; id-- {
		n := &t.Nodes[id]
		if n.Kind != content.Element || n.Role != content.Link && n.Role != content.Button || t.Len(id) == 0 {
			continue
		}
		if t.Len(id) > maxActionText {
			return text
		}
		offer := t.Text(id)
		head, ok := strings.CutSuffix(strings.TrimRight(text, " )]"), offer)
		if head = strings.TrimRight(head, " ([|·•-–\n"); !ok || head == "" || !lexicon.IsAction(offer) && !isAddressOfPage(offer) {
			return text
		}
		text = head
	}
	return text
}
