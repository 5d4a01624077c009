package onpage

import (
	"sort"

	"assay/service/content"
	"assay/service/extract/evidence"
	"assay/service/extract/records"
)

// Struck reports whether a text is struck through, as an earlier price is.
func (e *Engine) Struck(id content.ID) bool { return e.struckAround(id) != content.None }

// struckAround returns the outermost element of some around a node that strikes its text through, or
// None.
func (e *Engine) struckAround(id content.ID) content.ID {
	found := content.None
	for up := 0; id != content.None && up < 4; id, up = e.Tree.Nodes[id].Parent, up+1 {
		if e.Tree.IsStruck(id) {
			found = id
		}
	}
	return found
}

// FirstMark returns the index of the first mark that does not stand before a node.
func FirstMark(marks []evidence.Mark, from content.ID) int {
	return sort.Search(len(marks), func(i int) bool { return marks[i].Node >= from })
}

// AnyMark says how much one of the marks, which are in the order of the page, within a record says
// that it is of a thing.
func (e *Engine) AnyMark(marks []evidence.Mark, sp records.Span) float64 {
	i := FirstMark(marks, sp.From)
	if i < len(marks) && marks[i].Node < sp.To {
		return 0.8
	}
	return 0
}

// AnyID says the same of elements.
func AnyID(ids []content.ID, sp records.Span) float64 {
	i := sort.Search(len(ids), func(i int) bool { return ids[i] >= sp.From })
	if i < len(ids) && ids[i] < sp.To {
		return 0.5
	}
	return 0
}
