package extract

import (
	"slices"
	"strings"

	"assay/service/content"
	"assay/service/extract/evidence"
	"assay/service/extract/records"
)

// Bounds of what counts as the only record of a list.
const (
	maxLone     = 8    // elements that are tried
	maxLoneText = 3000 // bytes of text in one
	loneName    = 0.6  // how well the list's name must fit what bears it
)

// loneRecord answers a list with its only record, a search with one hit or a job at
// one place, where what was found says less: nothing, or the parts of that record for
// as many records. Only an element that bears the list's name, or is all that an
// element or a heading of that name holds, is believed.
func (e *engine) loneRecord(w *want, s scope, found []answer) []answer {
	if !s.whole {
		return found
	}
	most := filledFields(found)
	if 2*most > float64(len(w.children)) || areNamed(w, found) {
		return found
	}
	best := found
	for _, sp := range e.loneSpans(w) {
		if len(found) > 0 && (found[0].to == found[0].from || found[0].from < sp.From || found[0].to > sp.To) {
			continue
		}
		if !e.inPlace(w, sp.From) {
			continue
		}
		set := &records.Set{Spans: []records.Span{sp}, Size: e.t.SpanLen(sp.From, sp.To)}
		al := e.align(w.flattened(), set)
		if al.score < e.w.SetThreshold {
			continue
		}
		rows := e.folded(w, e.rows(w.flattened(), set, al))
		n := filledFields(rows)
		if n < 2 && int(n) < len(w.children) || len(rows) == 0 || holdsSeveral(&rows[0], found) {
			continue
		}
		inner := len(best) == 1 && best[0].from <= sp.From && sp.To <= best[0].to // less about it than of it
		if n > most || n == most && inner {
			best, most = rows, n
		}
	}
	return best
}

// areNamed reports whether several records have what they are called: they are no
// parts of one.
func areNamed(w *want, list []answer) bool {
	at := slices.IndexFunc(w.children, (*want).isNaming)
	named := 0
	for i := range list {
		if at >= 0 && list[i].child[at].leaf.json != "" {
			named++
		}
	}
	return named > 1
}

// holdsSeveral reports whether a value of a record holds those of several others: it
// is the list, and not a member of it.
func holdsSeveral(lone *answer, list []answer) bool {
	for i := range lone.child {
		text, held := lone.child[i].leaf.text, 0
		for k := range list {
			if slices.ContainsFunc(list[k].child, func(c answer) bool { return c.leaf.json != "" && strings.Contains(text, c.leaf.text) }) {
				held++
			}
		}
		if held > 1 {
			return true
		}
	}
	return false
}

// filledFields returns how many fields of a record are answered, on average.
func filledFields(list []answer) float64 {
	n := 0
	for i := range list {
		for _, c := range list[i].child {
			if c.leaf.json != "" || len(c.list) > 0 || len(c.child) > 0 {
				n++
			}
		}
	}
	return float64(n) / float64(max(1, len(list)))
}

// loneSpans finds what may be the only record of a list, the outermost of each place
// first.
func (e *engine) loneSpans(w *want) []records.Span {
	t := e.t
	var out []records.Span
	add := func(sp records.Span) {
		for len(out) < maxLone {
			if size := t.SpanLen(sp.From, sp.To); size > 1 && size <= maxLoneText && !slices.Contains(out, sp) {
				out = append(out, sp)
			}
			only := e.onlyChild(sp)
			if only == content.None {
				return
			}
			sp = records.Span{From: only, To: t.Nodes[only].End}
		}
	}
	for i := range e.x.Names {
		named := &e.x.Names[i]
		if t.Len(named.Node) > 0 && slices.ContainsFunc(e.x.KeysOf(i), func(k evidence.Key) bool {
			return e.byKey[k] == 1 && e.similarity(w, k) >= loneName
		}) {
			add(records.Span{From: named.Node, To: t.Nodes[named.Node].End})
		}
	}
	for i := range e.x.Sections {
		if sec := &e.x.Sections[i]; e.similarity(w, sec.Key) >= loneName {
			if h := &t.Nodes[sec.Heading]; h.Parent != content.None {
				add(records.Span{From: h.End, To: min(sec.End, t.Nodes[h.Parent].End)})
			}
		}
	}
	return out
}

// onlyChild returns the element that shows all there is in a part of the page but for
// the heading over it, or None.
func (e *engine) onlyChild(sp records.Span) content.ID {
	t := e.t
	first := sp.From
	if t.Nodes[first].Kind == content.Element && t.Nodes[first].End == sp.To {
		first = t.FirstChild(first)
	}
	only := content.None
	for c := first; c != content.None && c < sp.To; c = t.Next(c) {
		n := &t.Nodes[c]
		switch {
		case t.Len(c) == 0 || n.Hidden || n.Role == content.Heading && only == content.None:
		case n.Kind == content.Text || only != content.None:
			return content.None
		default:
			only = c
		}
	}
	return only
}
