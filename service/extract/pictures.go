package extract

import (
	"slices"
	"sort"
	"strings"

	"assay/query"
	"assay/service/content"
	"assay/service/extract/evidence"
	"assay/service/extract/lexicon"
	"assay/service/extract/tree"
)

// Bounds of a gallery.
const (
	maxGalleryText = 40 // bytes of text for each picture in the box of a gallery
	maxGalleryUp   = 6  // elements around a picture that are tried as its box
)

// asksForPictures reports whether a list asks for the pictures of the page's subject.
func (w *want) asksForPictures() bool {
	return w.concept.String() == "image" && w.isOnly("image", "url")
}

// gallery returns the pictures of a page's subject: those of the box that has the
// most and little else, or all that are not about something else if no box has two.
func (e *engine) gallery(w *want, s scope) []content.ID {
	own := make([]content.ID, 0, 16)
	for _, id := range e.x.Images {
		if s.holds(id) && e.isOwnPicture(w, id, s) {
			own = append(own, id)
		}
	}
	t := e.t
	inside := func(box content.ID) []content.ID {
		from := sort.Search(len(own), func(i int) bool { return own[i] >= box })
		to := sort.Search(len(own), func(i int) bool { return own[i] >= t.Nodes[box].End })
		return own[from:to]
	}
	var best []content.ID
	for _, id := range own {
		if len(best) > 0 && id <= best[len(best)-1] {
			continue // in a box that was seen
		}
		box := t.Nodes[id].Parent
		for up := 0; up < maxGalleryUp && box != content.None && box >= s.from; up, box = up+1, t.Nodes[box].Parent {
			held := inside(box)
			if t.Len(box) > maxGalleryText*len(held) || box <= e.x.H1 && e.x.H1 < t.Nodes[box].End {
				break
			}
			if len(held) > 1 && len(held) > len(best) {
				best = held
			}
		}
	}
	if len(best) == 0 {
		return own
	}
	return best
}

// isOwnPicture reports whether a picture shows what the page is about: it is no logo,
// icon or dot, and not about another page.
func (e *engine) isOwnPicture(w *want, id content.ID, s scope) bool {
	t := e.t
	if t.Nodes[id].Hidden || !e.inPlace(w, id) {
		return false
	}
	src := imageSource(t.Document, id)
	if src == "" || strings.HasSuffix(strings.ToLower(src), ".svg") || strings.HasPrefix(src, "data:") {
		return false
	}
	for _, name := range [...]string{"width", "height"} {
		if v := t.Value(id, name); len(v) == 1 || len(v) == 2 && v < "64" && !strings.Contains(v, "%") {
			return false
		}
	}
	if w.filter.Place != 0 || !s.whole {
		return true
	}
	return t.Region(id)&(tree.InNav|tree.InHeader|tree.InFooter|tree.InRelated|tree.InComments|tree.InChrome|tree.InBreadcrumbs) == 0 &&
		!e.inCard(id) && !e.amongOthers(id) && !e.leadsHome(id)
}

// leadsHome reports whether a node is or lies in a link to the site's front page, as its
// logo.
func (e *engine) leadsHome(id content.ID) bool {
	for at, up := id, 0; at != content.None && up < 4; at, up = e.t.Nodes[at].Parent, up+1 {
		if e.t.Nodes[at].Role == content.Link {
			href := e.t.Value(at, "href")
			return href == "/" || strings.Count(href, "/") <= 3 && strings.HasSuffix(href, "/") && strings.Contains(href, "://")
		}
	}
	return false
}

// pictures takes the gallery for a list of pictures.
func (l *lister) pictures() {
	if !l.w.asksForPictures() {
		return
	}
	var sources []string
	nodes := l.e.gallery(l.w, l.s)
	for _, id := range nodes {
		sources = append(sources, imageSource(l.e.t.Document, id))
	}
	l.add(evidence.Typed, l.e.w.Gallery, sources, nodes)
}

// pictureList answers a list of pictures that asks for their addresses and what they
// show.
func (e *engine) pictureList(w *want, s scope) *reading {
	if w.concept.String() != "image" || slices.ContainsFunc(w.children, func(c *want) bool { return pictureField(c) == "" }) {
		return nil
	}
	nodes := e.gallery(w, s)
	if len(nodes) == 0 {
		return nil
	}
	return &reading{e.w.Gallery + e.w.SetName, func() []answer {
		out := make([]answer, 0, len(nodes))
		for _, id := range nodes {
			a := answer{child: make([]answer, len(w.children)), from: id, to: id + 1}
			for i, c := range w.children {
				text := imageSource(e.t.Document, id)
				if pictureField(c) == "alt" {
					text = e.t.Value(id, "alt")
				}
				a.child[i] = answer{w: c, leaf: value{node: content.None}}
				if encoded, fit := e.read(c, text); fit > 0 {
					a.child[i].leaf = value{json: encoded, text: text, node: id, kind: evidence.Typed, score: e.w.Gallery}
				}
			}
			out = append(out, a)
		}
		return out
	}}
}

// pictureField tells what a field of a picture asks for: its address, what it shows,
// or something else.
func pictureField(c *want) string {
	if !c.field.IsLeaf() || c.field.List {
		return ""
	}
	switch strings.ToLower(c.field.Name) {
	case "alt", "alt_text", "alttext", "caption", "title", "description", "text", "label":
		return "alt"
	}
	if c.typ == query.URL || c.shape == lexicon.URL || c.shape == lexicon.Image {
		return "src"
	}
	return ""
}

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
