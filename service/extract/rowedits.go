package extract

import (
	"slices"

	"assay/service/content"
	"assay/service/extract/records"
	"assay/service/extract/tree"
)

// minDoubled is the share of records that repeat others, from which on all are taken to
// be shown once for wide and once for narrow screens.
const minDoubled = 0.4

// shownOnce takes out the records that repeat others word for word, if that is how the
// list is made; a row or two that happen to be the same stay.
func shownOnce(rows []answer) []answer {
	seen := make(map[string]bool, len(rows))
	repeats := make([]bool, len(rows))
	n := 0
	for r := range rows {
		said := string(appendSaid(nil, rows[r].child))
		if repeats[r] = seen[said]; repeats[r] {
			n++
		}
		seen[said] = true
	}
	if len(seen) < 2 || float64(n) < minDoubled*float64(len(rows)) {
		return rows
	}
	once := rows[:0]
	for r := range rows {
		if !repeats[r] {
			once = append(once, rows[r])
		}
	}
	return once
}

// appendSaid appends all that a record says.
func appendSaid(b []byte, fields []answer) []byte {
	for i := range fields {
		b = append(append(b, fields[i].leaf.json...), 0)
		b = appendSaid(b, fields[i].child)
		b = appendSaid(append(b, 1), fields[i].list)
	}
	return b
}

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

// Limits of trimming the text of a record.
const (
	maxHeadLines = 6  // lines at its head or foot that other fields may stand in
	maxTailLine  = 40 // bytes of a line of buttons at its foot
)

// trimRecord takes off a record's text the lines at its head that answer other
// fields of the record, as who wrote it and when, and the links at its foot.
func (e *engine) trimRecord(a *answer, fields []answer) {
	t := e.t
	node := a.leaf.node
	if node == content.None || a.leaf.json == "" || t.Nodes[node].Kind != content.Element {
		return
	}
	if prose := t.Prose(node); a.w.isDescription() && written(prose) != prose {
		return // nothing of the record's other fields is left in it
	}
	first, last := t.LinesOf(node)
	from, to, held := last, first, false // the lines that other fields stand in
	for i := range fields {
		f := &fields[i].leaf
		if &fields[i] == a || f.json == "" || f.node <= node || f.node >= t.Nodes[node].End {
			continue
		}
		held = true
		for k := first; k < last; k++ {
			if line := &t.Lines[k]; line.From <= t.From(f.node) && t.To(f.node) <= line.To && t.Len(f.node) > 0 {
				from, to = min(from, k), max(to, k+1)
				break
			}
		}
	}
	if !held {
		return
	}
	head := first
	switch {
	case from >= to:
	case t.Lines[last-1].To-t.Lines[to-1].To >= t.Lines[from].From-t.Lines[first].From: // more comes after them
		if to-first <= maxHeadLines {
			head = to
		}
	case last-from <= maxHeadLines:
		last = from
	}
	for last > head+1 && e.isButtons(last-1) {
		last--
	}
	if head >= last || head == first && t.Lines[last-1].To == t.To(node) {
		return
	}
	text := t.Raw(t.Lines[head].From, t.Lines[last-1].To)
	if encoded, fit := e.read(a.w, text); fit > 0 {
		a.leaf.json, a.leaf.text = encoded, text
	}
}

// isButtons reports whether a line is short and nothing but links or buttons.
func (e *engine) isButtons(i int) bool {
	t := e.t
	line := &t.Lines[i]
	if line.To-line.From > maxTailLine {
		return false
	}
	id := t.LineNode(i)
	if t.LinkLen(id) >= t.Len(id) {
		return true
	}
	for at := t.Nodes[line.First].Parent; at != content.None && at >= id; at = t.Nodes[at].Parent {
		switch n := &t.Nodes[at]; {
		case n.Role == content.Button || n.Role == content.Link:
			return true
		case t.Region(at)&tree.InForm != 0:
			return true
		}
	}
	return false
}
