package extract

import (
	"slices"
	"sort"
	"strings"

	"assay/service/content"
	"assay/service/extract/evidence"
	"assay/service/extract/lexicon"
	"assay/service/extract/records"
)

// rows reads all records of a set by an alignment.
func (e *engine) rows(w *want, set *records.Set, al alignment) []answer {
	out := make([]answer, 0, len(set.Spans))
	filled := 0
	mayLack := !slices.ContainsFunc(w.children, func(f *want) bool { return !f.mayLack() }) &&
		!slices.ContainsFunc(set.Spans, func(sp records.Span) bool { return e.headingIn(sp) == content.None })
	counts := make([]int, len(w.children))
	for _, sp := range set.Spans {
		if e.ctx.Err() != nil {
			break
		}
		child := e.row(w, sp, al)
		n := 0
		for i := range child {
			if child[i].leaf.json != "" || len(child[i].list) > 0 || len(child[i].child) > 0 {
				n++
				counts[i]++
			}
		}
		if n > 0 {
			filled++
		}
		if n > 0 || mayLack || e.bearsMark(w, sp) {
			out = append(out, answer{child: child, from: sp.From, to: sp.To})
		}
	}
	if filled*3 < len(set.Spans) {
		out = slices.DeleteFunc(out, func(a answer) bool { return isEmpty(&a) })
	}
	// Members that lack what nearly all others have are not records.
	kept := out[:0]
	for r := range out {
		missing, n := 0, 0
		for i := range counts {
			if counts[i]*10 >= len(out)*7 && counts[i] > 1 {
				n++
				c := &out[r].child[i]
				if c.leaf.json == "" && len(c.list) == 0 && len(c.child) == 0 {
					missing++
				}
			}
		}
		if missing*2 < n || n == 0 || missing == 0 {
			kept = append(kept, out[r])
		}
	}
	e.likeOthers(w, kept)
	kept = ratedOnly(w, kept)
	e.withoutOrdinals(w, kept)
	e.presence(w, kept)
	return shownOnce(kept)
}

// withoutRank takes the place of a record in its list off the words that begin with it.
func (e *engine) withoutRank(w *want, child []answer) {
	rank := ""
	for i, f := range w.children {
		if f.concept.String() == "rank" && f.field.IsLeaf() {
			rank = child[i].leaf.text
		}
	}
	if rank == "" {
		return
	}
	for i, f := range w.children {
		leaf := &child[i].leaf
		rest, ok := strings.CutPrefix(leaf.text, rank+" ")
		if !ok || !isWords(f.shape) || f.concept.String() == "rank" {
			continue
		}
		if encoded, fit := e.read(f, rest); fit > 0 {
			leaf.json, leaf.text = encoded, rest
		}
	}
}

// unaligned answers from one record alone what may stand anywhere in it, or in few of
// them: its picture, the price that is struck through.
func (e *engine) unaligned(w *want, sp records.Span) value {
	none := value{node: content.None}
	former := w.concept.String() == "oldprice"
	if !former && (w.shape != lexicon.Image || !w.isOnly("image", "url")) {
		return none
	}
	for id := sp.From; id < min(sp.To, sp.From+maxRecordSize); id++ {
		text := ""
		switch n := &e.t.Nodes[id]; {
		case n.Hidden:
		case former && (e.t.Tag(id) == "del" || e.t.Tag(id) == "s" || e.t.Tag(id) == "strike") && e.t.Len(id) <= maxStruck:
			text = e.t.Text(id)
		case !former && e.t.Tag(id) == "img":
			if text = imageSource(e.t.Document, id); isIcon(text) {
				text = ""
			}
		}
		if text == "" {
			continue
		}
		if encoded, fit := e.read(w, text); fit > 0 && encoded != `""` {
			return value{json: encoded, text: text, node: id, kind: evidence.Record, score: e.w.ColumnForm}
		}
	}
	return none
}

// isEmpty reports whether a record answers nothing.
func isEmpty(a *answer) bool {
	return !slices.ContainsFunc(a.child, func(c answer) bool { return c.leaf.json != "" || len(c.list) > 0 || len(c.child) > 0 })
}

// headingIn returns the heading of a record, or None.
func (e *engine) headingIn(sp records.Span) content.ID {
	i := sort.Search(len(e.x.Sections), func(i int) bool { return e.x.Sections[i].Heading >= sp.From })
	if i < len(e.x.Sections) && e.x.Sections[i].Heading < sp.To {
		return e.x.Sections[i].Heading
	}
	return content.None
}

// row reads one record.
func (e *engine) row(w *want, sp records.Span, al alignment) []answer {
	child := make([]answer, len(w.children))
	ranks := make([]int, len(child)) // 1 + place of the choice used
	for i, f := range w.children {
		child[i].w = f
		child[i].leaf.node = content.None
		if !f.field.IsLeaf() || f.field.List {
			child[i] = e.container([]*want{f}, scope{from: sp.From, to: sp.To})[0]
		}
	}
	e.walk(sp, func(p part) bool {
		for i := range w.children {
			for rank, c := range al.choices[i] {
				if ranks[i] != 0 && ranks[i] <= rank+1 {
					break
				}
				if (p.key == c.key && (p.key != evidence.NoKey || p.path == c.path)) && e.take(&child[i], &p, c) {
					ranks[i] = rank + 1
				}
			}
		}
		return true
	})
	e.withoutRank(w, child)
	for i, f := range w.children {
		if f.field.IsLeaf() && !f.field.List && child[i].leaf.json == "" {
			child[i].leaf = e.unaligned(f, sp)
			if child[i].leaf.json == "" {
				child[i].leaf = e.dataValue(f, sp)
			}
		}
	}
	open := false
	for i := range child {
		open = open || ranks[i] == 0 && len(al.choices[i]) > 0
	}
	if open { // a record that is dressed otherwise
		e.walk(sp, func(p part) bool {
			for i := range w.children {
				if ranks[i] == 0 && len(al.choices[i]) > 0 && p.key == evidence.NoKey && p.plain == al.choices[i][0].plain && e.take(&child[i], &p, al.choices[i][0]) {
					ranks[i] = 1
				}
			}
			return true
		})
	}
	for i, f := range w.children {
		if al.formed[i] && child[i].leaf.json == "" {
			child[i].leaf = e.formed(f, sp)
		}
	}
	for i, f := range w.children {
		if f.shape == lexicon.Rating && f.field.IsLeaf() && !f.field.List && child[i].leaf.json == "" {
			child[i].leaf = e.drawnRating(f, sp)
		}
	}
	e.withoutSame(child)
	for i, f := range w.children {
		if f.shape == lexicon.Prose && f.field.IsLeaf() && !f.field.List && child[i].leaf.kind == evidence.Record {
			e.trimRecord(&child[i], child)
		}
	}
	return child
}

// withoutSame takes out what something cost before if it costs the same now: it is the
// one price of what is not reduced.
func (e *engine) withoutSame(child []answer) {
	for i := range child {
		if child[i].w.concept.String() != "oldprice" || child[i].leaf.json == "" {
			continue
		}
		for k := range child {
			if k != i && child[k].w.shape == lexicon.Price && child[k].leaf.json == child[i].leaf.json {
				child[i].leaf = value{node: content.None}
				break
			}
		}
	}
}

// take answers a field of a record from a part of it, if the part can be read as such.
func (e *engine) take(a *answer, p *part, c choice) bool {
	if a.w.shape == lexicon.Rating && e.isTooLong(a.w, p) {
		return false
	}
	for _, text := range e.partValues(a.w, p) {
		encoded, fit := e.read(a.w, text)
		if fit <= 0 || encoded == `""` {
			continue
		}
		if v := e.formedIn(a.w, p); v.json != "" {
			a.leaf = v
			return true
		}
		kind := evidence.Record
		if p.key != evidence.NoKey {
			kind = evidence.Label
		}
		a.leaf = value{json: encoded, text: text, node: p.id, kind: kind, score: min(0.99, c.score)}
		return true
	}
	return false
}
