package extract

import (
	"strings"

	"assay/service/content"
	"assay/service/extract/evidence"
	"assay/service/extract/tree"
)

// isIcon reports whether the address of a picture is that of a drawing that pages are
// decorated with.
func isIcon(source string) bool {
	path, _, _ := strings.Cut(strings.ToLower(source), "?")
	return strings.HasSuffix(path, ".svg") || strings.HasSuffix(path, ".gif") || strings.Contains(path, "logo") || strings.Contains(path, "icon")
}

// figure answers a container that asks for the page's picture with its address and
// what is said of it; nil if it asks for something else or there is none.
func (e *engine) figure(w *want, s scope) []answer {
	if !s.whole || w.concept.String() != "image" || !w.isOnly("image") {
		return nil
	}
	for _, id := range e.x.Images {
		if !s.holds(id) || !e.isOwnPicture(w, id, s) {
			continue
		}
		box := e.figureOf(id)
		if box == content.None {
			continue
		}
		return e.container(w.children, scope{from: box, to: e.t.Nodes[box].End, name: w})
	}
	return nil
}

// figureOf returns the figure a picture stands in, or None.
func (e *engine) figureOf(id content.ID) content.ID {
	for up := 0; id != content.None && up < 8; id, up = e.t.Nodes[id].Parent, up+1 {
		if e.t.Tag(id) == "figure" {
			return id
		}
	}
	return content.None
}

// captions takes what the scope's first figure says of its picture, or of whom it is
// by.
func (f *finder) captions(credit bool) {
	e := f.e
	for id := f.s.from; id < f.s.to; id++ {
		n := &e.t.Nodes[id]
		if e.t.Tag(id) != "figcaption" && !(credit && e.isCredit(id)) || n.Hidden || e.t.Len(id) == 0 || f.s.whole && e.t.Region(id)&(tree.Aside|tree.InComments) != 0 {
			continue
		}
		text, by := splitCredit(e.t.Text(id))
		if credit {
			text = by
		}
		f.add(evidence.Typed, id, text, f.e.w.Caption)
		return
	}
}

// maxCreditLine is how long, in bytes, a line is that says only whom a picture is by.
const maxCreditLine = 60

// isCredit reports whether an element beside a picture says whom it is by and nothing else.
func (e *engine) isCredit(id content.ID) bool {
	n := &e.t.Nodes[id]
	if n.Kind != content.Element || e.t.Len(id) < 5 || e.t.Len(id) > maxCreditLine || n.Parent == content.None {
		return false
	}
	if what, by := splitCredit(e.t.Text(id)); what != "" || by == "" {
		return false
	}
	for k := n.Parent + 1; k < id; k++ {
		if e.t.Tag(k) == "img" {
			return true
		}
	}
	return false
}

// splitCredit parts what stands under a picture into what it shows and whom it is by.
func splitCredit(s string) (text, credit string) {
	for _, mark := range [...]string{"Foto:", "Fotos:", "Photo:", "Photos:", "Photograph:", "Photo by", "Bild:", "Image:", "Credit...", "Credit:", "Crédit photo :", "Crédit :", "Crédits :", "Crédito:", "©", "(c)"} {
		if before, after, ok := strings.Cut(s, mark); ok {
			return strings.TrimRight(before, " (|–—-/"), strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(after), ")"))
		}
	}
	return s, ""
}
