package extract

import (
	"assay/service/content"
	"assay/service/extract/tree"
)

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
