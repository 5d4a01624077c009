package page

import (
	"strings"

	"assay/service/content"
)

// Bounds of what is folded, in nodes, and of the element that opens it, in bytes and nodes; and
// of what is shown although nothing opens it, in bytes.
const (
	maxPanel   = 5000
	maxSummary = 300
	maxOpener  = 40
	maxAbove   = 64 // of elements looked at above a panel
	leastMost  = 500
)

// unfold shows what a page keeps folded for its reader to open: the answers under
// questions, the panels behind tabs. It is as much of the page as what is open. So is a
// page that is hidden until a script has run. Menus and dialogs, and what is folded in the
// head, the foot and the navigation of the page, stay hidden.
func unfold(doc *content.Document) {
	f := folder{doc: doc}
	for i := 0; i < len(doc.Nodes); i++ {
		id, n := content.ID(i), &doc.Nodes[i]
		if n.Kind != content.Element {
			continue
		}
		before := f.enter(id)
		if !n.Hidden {
			continue
		}
		if !f.isPanel(id, before) && !f.isMost(id) {
			i = int(n.End) - 1
			continue
		}
		show(doc, id)
	}
}

// folder walks a document and finds what is folded in it.
type folder struct {
	doc        *content.Document
	controlled map[string]bool // ids of what tabs and buttons open; nil until asked for
	shown      int             // bytes of text that the page shows, and leastMost; 0 until asked for
	open       []family        // innermost last
}

// family is an element that is open and the last of its children that was met.
type family struct {
	end  content.ID
	last content.ID
}

// enter goes into an element and returns the sibling before it, or None.
func (f *folder) enter(id content.ID) content.ID {
	for len(f.open) > 0 && id >= f.open[len(f.open)-1].end {
		f.open = f.open[:len(f.open)-1]
	}
	before := content.None
	if n := len(f.open); n > 0 {
		before, f.open[n-1].last = f.open[n-1].last, id
	}
	f.open = append(f.open, family{end: f.doc.Nodes[id].End, last: content.None})
	return before
}

// controls returns the ids of the elements that tabs and buttons open.
func controls(doc *content.Document) map[string]bool {
	out := map[string]bool{}
	for i := range doc.Nodes {
		id := content.ID(i)
		if doc.Nodes[i].Kind != content.Element || doc.Nodes[i].Hidden || opensMenu(doc, id) {
			continue
		}
		if target, ok := doc.Attr(id, "aria-controls"); ok {
			out[target] = true
		}
	}
	return out
}

// isPanel reports whether a hidden element is folded away under something that opens it:
// a tab, a button that names it, or one that is the element before it.
func (f *folder) isPanel(id, before content.ID) bool {
	doc := f.doc
	n := &doc.Nodes[id]
	if isOpaque(doc.Tag(id)) || n.Role == content.Head || n.End < id+2 || n.End-id > maxPanel || n.Parent == content.None {
		return false
	}
	role, _ := doc.Attr(id, "role")
	if role != "tabpanel" && doc.Tag(n.Parent) != "details" && !opens(doc, before) {
		if f.controlled == nil {
			f.controlled = controls(doc)
		}
		if name, ok := doc.Attr(id, "id"); !ok || !f.controlled[name] {
			return false
		}
	}
	return !opensMenu(doc, id) && !isOfFrame(doc, id) && !asks(doc, id) && isReading(doc, id)
}

// isMost reports whether a hidden element has much more to read than all that the page shows.
func (f *folder) isMost(id content.ID) bool {
	doc := f.doc
	if isOpaque(doc.Tag(id)) || doc.Nodes[id].Role == content.Head {
		return false
	}
	if f.shown == 0 {
		f.shown = leastMost
		for k := range doc.Nodes {
			if n := &doc.Nodes[k]; n.Kind == content.Text && !n.Hidden {
				f.shown += len(strings.TrimSpace(doc.Chars(content.ID(k))))
			}
		}
	}
	return charsOf(doc, id) > f.shown && !opensMenu(doc, id) && !isOfFrame(doc, id) && isReading(doc, id)
}

// opensMenu reports whether an element is a menu, a dialog or a hint, or opens one.
func opensMenu(doc *content.Document, id content.ID) bool {
	if _, ok := doc.Attr(id, "aria-haspopup"); ok {
		return true
	}
	switch role, _ := doc.Attr(id, "role"); role {
	case "menu", "dialog", "alertdialog", "listbox", "tooltip", "navigation", "alert", "status":
		return true
	}
	class, _ := doc.Attr(id, "class")
	class = strings.ToLower(class)
	for _, word := range [...]string{"menu", "dropdown", "modal", "popup", "popover", "tooltip", "dialog", "drawer", "toast", "cookie"} {
		if strings.Contains(class, word) {
			return true
		}
	}
	return doc.Tag(id) == "dialog"
}

// isOfFrame reports whether an element is of what a site has around all its pages.
func isOfFrame(doc *content.Document, id content.ID) bool {
	for at, up := id, 0; at != content.None && up < maxAbove; at, up = doc.Nodes[at].Parent, up+1 {
		switch doc.Nodes[at].Role {
		case content.Header, content.Footer, content.Navigation, content.Form:
			return true
		}
	}
	return false
}

// asks reports whether an element has fields to fill in.
func asks(doc *content.Document, id content.ID) bool {
	for k := id; k < doc.Nodes[id].End; k++ {
		if doc.Nodes[k].Role == content.Field {
			return true
		}
	}
	return false
}

// isReading reports whether most of an element is text to be read, not of links.
func isReading(doc *content.Document, id content.ID) bool {
	text, linked := 0, 0
	for k := id; k < doc.Nodes[id].End; k++ {
		switch n := &doc.Nodes[k]; {
		case n.Kind == content.Text:
			text += len(strings.TrimSpace(doc.Chars(k)))
		case isOpaque(doc.Tag(k)):
			k = n.End - 1
		case n.Role == content.Link:
			linked += charsOf(doc, k)
		}
	}
	return text > 0 && linked*2 < text
}

// opens reports whether an element is a button, or a heading or term that is one: what
// is read before a click and opens what comes after it.
func opens(doc *content.Document, id content.ID) bool {
	if id == content.None || doc.Nodes[id].End-id > maxOpener || opensMenu(doc, id) || charsOf(doc, id) > maxSummary {
		return false
	}
	for k := id; k < doc.Nodes[id].End; k++ {
		n := &doc.Nodes[k]
		if n.Kind != content.Element {
			continue
		}
		_, expands := doc.Attr(k, "aria-expanded")
		if (n.Role == content.Button || expands) && !opensMenu(doc, k) {
			return charsOf(doc, k)*2 > charsOf(doc, id)
		}
	}
	return false
}

// charsOf returns how many bytes of text an element has.
func charsOf(doc *content.Document, id content.ID) int {
	n := 0
	for k := id; k < doc.Nodes[id].End; k++ {
		if doc.Nodes[k].Kind == content.Text {
			n += len(strings.TrimSpace(doc.Chars(k)))
		}
	}
	return n
}

// show marks an element and what is in it as shown, but for what is hidden by itself.
func show(doc *content.Document, id content.ID) {
	end := doc.Nodes[id].End
	doc.Nodes[id].Hidden = false
	var attrs []content.Attr
	for k := id + 1; k < end; k++ {
		n := &doc.Nodes[k]
		if n.Kind == content.Element {
			attrs = attrs[:0]
			for a := range doc.Attrs(k) {
				attrs = append(attrs, a)
			}
			if isHidden(doc.Tag(k), attrs) {
				k = n.End - 1
				continue
			}
		}
		n.Hidden = false
	}
}
