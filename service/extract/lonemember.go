package extract

import (
	"assay/service/extract/records"
)

// likeOthers reads the lists within records that have one member, or none, as those of
// the records that have several: one alone does not tell of which kind it is, nor its
// parts.
func (e *engine) likeOthers(w *want, out []answer) {
	for i, f := range w.children {
		if !f.field.List || f.field.IsLeaf() {
			continue
		}
		set := e.setOfMembers(out, i)
		if set == nil {
			continue
		}
		flat := f.flattened()
		al := e.align(flat, set)
		for r := range out {
			a := &out[r].child[i]
			spans := within(set.Spans, scope{from: out[r].from, to: out[r].to})
			if len(a.list) > 1 || len(spans) == 0 {
				continue
			}
			a.list = e.folded(f, e.rows(flat, withSpans(set, spans), al))
		}
	}
}

// setOfMembers returns the set of records that has the members of the i-th field's list
// of the first record with several, and some of a record with fewer.
func (e *engine) setOfMembers(out []answer, i int) *records.Set {
	several, fewer := -1, -1
	for r := range out {
		switch n := len(out[r].child[i].list); {
		case n > 1 && several < 0 && out[r].child[i].list[0].from < out[r].child[i].list[0].to:
			several = r
		case n < 2 && fewer < 0:
			fewer = r
		}
	}
	if several < 0 || fewer < 0 {
		return nil
	}
	members := out[several].child[i].list
	for _, set := range e.sets {
		spans := within(set.Spans, scope{from: out[several].from, to: out[several].to})
		if len(spans) == len(members) && spans[0].From == members[0].from && spans[0].To == members[0].to &&
			len(within(set.Spans, scope{from: out[fewer].from, to: out[fewer].to})) > 0 {
			return set
		}
	}
	return nil
}
