package find

import (
	"slices"
	"sort"
	"strings"

	"assay/query"
	"assay/service/content"
	"assay/service/extract/evidence"
	"assay/service/extract/fields"
	"assay/service/extract/lexicon"
	"assay/service/extract/onpage"
	"assay/service/extract/tree"
)

// Bounds of a gallery.
const (
	maxGalleryText = 40 // bytes of text for each picture in the box of a gallery
	maxGalleryUp   = 6  // elements around a picture that are tried as its box
)

// AsksForPictures reports whether a list asks for the pictures of the page's subject.
func AsksForPictures(w *fields.Field) bool {
	return w.Concept.String() == "image" && w.IsOnly("image", "url")
}

// Gallery returns the pictures of a page's subject: those of the box that has the
// most and little else, or all that are not about something else if no box has two.
func (e *Engine) Gallery(w *fields.Field, s onpage.Scope) []content.ID {
	own := make([]content.ID, 0, 16)
	for _, id := range e.Index.Images {
		if s.Holds(id) && e.IsOwnPicture(w, id, s) {
			own = append(own, id)
		}
	}
	t := e.Tree
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
		for up := 0; up < maxGalleryUp && box != content.None && box >= s.From; up, box = up+1, t.Nodes[box].Parent {
			held := inside(box)
			if t.Len(box) > maxGalleryText*len(held) || box <= e.Index.H1 && e.Index.H1 < t.Nodes[box].End {
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

// IsOwnPicture reports whether a picture shows what the page is about: it is no logo,
// icon or dot, and not about another page.
func (e *Engine) IsOwnPicture(w *fields.Field, id content.ID, s onpage.Scope) bool {
	t := e.Tree
	if t.Nodes[id].Hidden || !e.InPlace(w, id) {
		return false
	}
	src := onpage.ImageSource(t.Document, id)
	if src == "" || strings.HasSuffix(strings.ToLower(src), ".svg") || strings.HasPrefix(src, "data:") {
		return false
	}
	for _, name := range [...]string{"width", "height"} {
		if v := t.Value(id, name); len(v) == 1 || len(v) == 2 && v < "64" && !strings.Contains(v, "%") {
			return false
		}
	}
	if w.Filter.Place != 0 || !s.Whole {
		return true
	}
	return t.Region(id)&(tree.InNav|tree.InHeader|tree.InFooter|tree.InRelated|tree.InComments|tree.InChrome|tree.InBreadcrumbs) == 0 &&
		!e.InCard(id) && !e.AmongOthers(id) && !leadsHome(e, id)
}

// leadsHome reports whether a node is or lies in a link to the site's front page, as its
// logo.
func leadsHome(e *Engine, id content.ID) bool {
	for at, up := id, 0; at != content.None && up < 4; at, up = e.Tree.Nodes[at].Parent, up+1 {
		if e.Tree.Nodes[at].Role == content.Link {
			href := e.Tree.Value(at, "href")
			return href == "/" || strings.Count(href, "/") <= 3 && strings.HasSuffix(href, "/") && strings.Contains(href, "://")
		}
	}
	return false
}

// PictureList answers a list of pictures that asks for their addresses and what they
// show.
func (e *Engine) PictureList(w *fields.Field, s onpage.Scope) *Reading {
	if w.Concept.String() != "image" || slices.ContainsFunc(w.Children, func(c *fields.Field) bool { return pictureField(c) == "" }) {
		return nil
	}
	nodes := e.Gallery(w, s)
	if len(nodes) == 0 {
		return nil
	}
	return &Reading{e.Weights.Gallery + e.Weights.SetName, func() []fields.Answer {
		out := make([]fields.Answer, 0, len(nodes))
		for _, id := range nodes {
			a := fields.Answer{Children: make([]fields.Answer, len(w.Children)), From: id, To: id + 1}
			for i, c := range w.Children {
				text := onpage.ImageSource(e.Tree.Document, id)
				if pictureField(c) == "alt" {
					text = e.Tree.Value(id, "alt")
				}
				a.Children[i] = fields.Answer{Field: c, Leaf: fields.Value{Node: content.None}}
				if encoded, fit := e.Read(c, text); fit > 0 {
					a.Children[i].Leaf = fields.Value{JSON: encoded, Text: text, Node: id, Kind: evidence.Typed, Score: e.Weights.Gallery}
				}
			}
			out = append(out, a)
		}
		return out
	}}
}

// pictureField tells what a field of a picture asks for: its address, what it shows,
// or something else.
func pictureField(c *fields.Field) string {
	if !c.Query.IsLeaf() || c.Query.List {
		return ""
	}
	switch strings.ToLower(c.Query.Name) {
	case "alt", "alt_text", "alttext", "caption", "title", "description", "text", "label":
		return "alt"
	}
	if c.Type == query.URL || c.Shape == lexicon.URL || c.Shape == lexicon.Image {
		return "src"
	}
	return ""
}

// FigureOf returns the figure a picture stands in, or None.
func (e *Engine) FigureOf(id content.ID) content.ID {
	for up := 0; id != content.None && up < 8; id, up = e.Tree.Nodes[id].Parent, up+1 {
		if e.Tree.Tag(id) == "figure" {
			return id
		}
	}
	return content.None
}

// captions takes what the scope's first figure says of its picture, or of whom it is
// by.
func (f *finder) captions(credit bool) {
	e := f.Engine
	for id := f.s.From; id < f.s.To; id++ {
		n := &e.Tree.Nodes[id]
		if e.Tree.Tag(id) != "figcaption" && !(credit && isCredit(e, id)) || n.Hidden || e.Tree.Len(id) == 0 || f.s.Whole && e.Tree.Region(id)&(tree.Aside|tree.InComments) != 0 {
			continue
		}
		text, by := splitCredit(e.Tree.Text(id))
		if credit {
			text = by
		}
		f.add(evidence.Typed, id, text, f.Engine.Weights.Caption)
		return
	}
}

// maxCreditLine is how long, in bytes, a line is that says only whom a picture is by.
const maxCreditLine = 60

// isCredit reports whether an element beside a picture says whom it is by and nothing else.
func isCredit(e *Engine, id content.ID) bool {
	n := &e.Tree.Nodes[id]
	if n.Kind != content.Element || e.Tree.Len(id) < 5 || e.Tree.Len(id) > maxCreditLine || n.Parent == content.None {
		return false
	}
	if what, by := splitCredit(e.Tree.Text(id)); what != "" || by == "" {
		return false
	}
	for k := n.Parent + 1; k < id; k++ {
		if e.Tree.Tag(k) == "img" {
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
