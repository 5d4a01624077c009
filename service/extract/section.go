package extract

import (
	"strings"

	"assay/service/extract/evidence"
)

// section takes the part of the site that the page's trail puts it in: the last step
// before the page itself, or of a page that lists things, the page.
func (f *finder) section() {
	e := f.e
	trail := e.trail()
	if len(trail) < 2 {
		return
	}
	last := &trail[len(trail)-1]
	if strings.EqualFold(last.text, e.h1()) {
		if e.listsThings() {
			f.add(evidence.Typed, last.node, last.text, f.e.w.TrailStep)
			return
		}
		last = &trail[len(trail)-2]
	}
	if !isHome(last.text) {
		f.add(evidence.Typed, last.node, last.text, f.e.w.TrailStep)
	}
}

// listsThings reports whether most of the page's text is boxes about other pages.
func (e *engine) listsThings() bool {
	e.inCard(0)
	size := 0
	for _, sp := range e.cards {
		size += e.t.SpanLen(sp.From, sp.To)
	}
	return size*3 > e.t.Size()
}
