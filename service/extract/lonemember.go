package extract

import (
	"slices"

	"assay/service/content"
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
		model := slices.IndexFunc(out, func(a answer) bool {
			return len(a.child[i].list) > 1 && a.child[i].list[0].from < a.child[i].list[0].to
		})
		if model < 0 {
			continue
		}
		var all []records.Span
		for _, m := range out[model].child[i].list {
			all = append(all, records.Span{From: m.from, To: m.to})
		}
		first := all[0].From
		few := map[int][]records.Span{}
		for r := range out {
			if len(out[r].child[i].list) < 2 {
				if spans := e.madeLike(first, scope{from: out[r].from, to: out[r].to}); len(spans) > 0 {
					few[r] = spans
					all = append(all, spans...)
				}
			}
		}
		if len(few) == 0 {
			continue
		}
		slices.SortFunc(all, func(a, b records.Span) int { return int(a.From - b.From) })
		flat := f.flattened()
		al := e.align(flat, &records.Set{Spans: all})
		for r := range out {
			if spans := few[r]; spans != nil {
				out[r].child[i].list = e.folded(f, e.rows(flat, &records.Set{Spans: spans}, al))
			}
		}
	}
}

// madeLike returns the most records in a scope that are made as a member of another
// record's list: the same tag and class in the same kind of element.
func (e *engine) madeLike(member content.ID, s scope) []records.Span {
	var best []records.Span
	for _, set := range e.sets {
		if spans := within(set.Spans, s); len(spans) > len(best) && e.build(spans[0].From) == e.build(member) && e.build(e.t.Nodes[spans[0].From].Parent) == e.build(e.t.Nodes[member].Parent) {
			best = spans
		}
	}
	return best
}

// build is how an element is made: its tag and classes.
func (e *engine) build(id content.ID) string {
	if id == content.None {
		return ""
	}
	return e.t.Tag(id) + " " + e.t.Value(id, "class")
}
