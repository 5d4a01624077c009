package find

import (
	"strconv"
	"strings"

	"assay/service/content"
	"assay/service/extract/evidence"
	"assay/service/extract/lexicon"
	"assay/service/extract/onpage"
	"assay/service/extract/tree"
)

// listed takes an item of a list in the page's main part that says no more than what a
// yes-or-no field is called, "Free Wi-Fi" among the facilities, or the opposite: "No pets".
func (f *finder) listed() {
	e := f.Engine
	mark := onpage.MarkOf(f.w)
	if !f.s.Whole || len(mark) == 0 {
		return
	}
	for i := range e.Tree.Nodes {
		id := content.ID(i)
		n := &e.Tree.Nodes[i]
		if n.Role != content.Item && !isBadge(e, id) || n.Hidden || e.Tree.Len(id) == 0 || e.Tree.Len(id) > onpage.MaxMark || e.Tree.LinkLen(id) > 0 || e.Tree.Region(id)&(tree.Aside|tree.InComments) != 0 {
			continue
		}
		if text := e.Tree.Text(id); onpage.Bears(mark, lexicon.Compile(text)) {
			encoded := strconv.FormatBool(!onpage.IsDenied(text))
			f.addRead(evidence.Typed, id, onpage.TextReading{Text: text, Encoded: encoded, Fit: 1, ID: e.IdOf(encoded)}, f.Engine.Weights.Presence)
			return
		}
	}
}

// isBadge reports whether an element is a badge of the page's subject.
func isBadge(e *Engine, id content.ID) bool {
	if e.Tree.Nodes[id].Kind != content.Element || e.Index.H1 == content.None || e.Tree.Len(id) == 0 || e.Tree.Len(id) > onpage.MaxMark {
		return false
	}
	class := strings.ToLower(e.Tree.Value(id, "class"))
	if !strings.Contains(class, "badge") && !strings.Contains(class, "flag") && !strings.Contains(class, "onsale") && !strings.Contains(class, "sticker") {
		return false
	}
	return !e.InCard(id) && !isConcealed(e, id)
}
