package listing

import (
	"assay/service/content"
	"assay/service/extract/evidence"
	"assay/service/extract/fields"
	"assay/service/extract/find"
	"assay/service/extract/onpage"
)

// pictures takes the gallery for a list of pictures.
func (l *lister) pictures() {
	if !find.AsksForPictures(l.w) {
		return
	}
	var sources []string
	nodes := l.e.Gallery(l.w, l.s)
	for _, id := range nodes {
		sources = append(sources, onpage.ImageSource(l.e.Tree.Document, id))
	}
	l.add(evidence.Typed, l.e.Weights.Gallery, sources, nodes)
}

// figure answers a container that asks for the page's picture with its address and
// what is said of it; nil if it asks for something else or there is none.
func figure(e *Engine, w *fields.Field, s onpage.Scope) []fields.Answer {
	if !s.Whole || w.Concept.String() != "image" || !w.IsOnly("image") {
		return nil
	}
	for _, id := range e.Index.Images {
		if !s.Holds(id) || !e.IsOwnPicture(w, id, s) {
			continue
		}
		box := e.FigureOf(id)
		if box == content.None {
			continue
		}
		return container(e, w.Children, onpage.Scope{From: box, To: e.Tree.Nodes[box].End, Name: w})
	}
	return nil
}
