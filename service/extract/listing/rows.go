package listing

import (
	"slices"

	"assay/service/content"
	"assay/service/extract/align"
	"assay/service/extract/evidence"
	"assay/service/extract/fields"
	"assay/service/extract/lexicon"
	"assay/service/extract/onpage"
	"assay/service/extract/records"
)

// rows reads all records of a set by an alignment.
func rows(e *Engine, w *fields.Field, set *records.Set, al onpage.Alignment) []fields.Answer {
	out := make([]fields.Answer, 0, len(set.Spans))
	filled := 0
	mayLack := !slices.ContainsFunc(w.Children, func(f *fields.Field) bool { return !align.MayLack(f) }) &&
		!slices.ContainsFunc(set.Spans, func(sp records.Span) bool { return e.HeadingIn(sp) == content.None })
	counts := make([]int, len(w.Children))
	for _, sp := range set.Spans {
		if e.Context.Err() != nil {
			break
		}
		child := row(e, w, sp, al)
		n := 0
		for i := range child {
			if child[i].Leaf.JSON != "" || len(child[i].List) > 0 || len(child[i].Children) > 0 {
				n++
				counts[i]++
			}
		}
		if n > 0 {
			filled++
		}
		if n > 0 || mayLack || bearsMark(e, w, sp) {
			out = append(out, fields.Answer{Children: child, From: sp.From, To: sp.To})
		}
	}
	if filled*3 < len(set.Spans) {
		out = slices.DeleteFunc(out, func(a fields.Answer) bool { return align.IsEmpty(&a) })
	}
	// Members that lack what nearly all others have are not records.
	kept := out[:0]
	for r := range out {
		missing, n := 0, 0
		for i := range counts {
			if counts[i]*10 >= len(out)*7 && counts[i] > 1 {
				n++
				c := &out[r].Children[i]
				if c.Leaf.JSON == "" && len(c.List) == 0 && len(c.Children) == 0 {
					missing++
				}
			}
		}
		if missing*2 < n || n == 0 || missing == 0 {
			kept = append(kept, out[r])
		}
	}
	likeOthers(e, w, kept)
	kept = ratedOnly(w, kept)
	e.WithoutOrdinals(w, kept)
	presence(e, w, kept)
	return shownOnce(kept)
}

// row reads one record.
func row(e *Engine, w *fields.Field, sp records.Span, al onpage.Alignment) []fields.Answer {
	child := make([]fields.Answer, len(w.Children))
	ranks := make([]int, len(child)) // 1 + place of the choice used
	for i, f := range w.Children {
		child[i].Field = f
		child[i].Leaf.Node = content.None
		if !f.Query.IsLeaf() || f.Query.List {
			child[i] = container(e, []*fields.Field{f}, onpage.Scope{From: sp.From, To: sp.To})[0]
		}
	}
	left := 0 // fields without their first choice
	for _, choices := range al.Choices {
		if len(choices) > 0 {
			left++
		}
	}
	e.Walk(sp, func(p onpage.Part) bool {
		for i := range w.Children {
			for rank, c := range al.Choices[i] {
				if ranks[i] != 0 && ranks[i] <= rank+1 {
					break
				}
				if (p.Key == c.Key && (p.Key != evidence.NoKey || p.Path == c.Path)) && e.Take(&child[i], &p, c) {
					if ranks[i] = rank + 1; rank == 0 {
						left--
					}
				}
			}
		}
		return left > 0
	})
	e.WithoutRank(w, child)
	for i, f := range w.Children {
		if f.Query.IsLeaf() && !f.Query.List && child[i].Leaf.JSON == "" {
			child[i].Leaf = e.Unaligned(f, sp)
			if child[i].Leaf.JSON == "" {
				child[i].Leaf = e.DataValue(f, sp)
			}
		}
	}
	open := false
	for i := range child {
		open = open || ranks[i] == 0 && len(al.Choices[i]) > 0
	}
	if open { // a record that is dressed otherwise
		e.Walk(sp, func(p onpage.Part) bool {
			for i := range w.Children {
				if ranks[i] == 0 && len(al.Choices[i]) > 0 && p.Key == evidence.NoKey && p.Plain == al.Choices[i][0].Plain && e.Take(&child[i], &p, al.Choices[i][0]) {
					ranks[i] = 1
				}
			}
			return true
		})
	}
	for i, f := range w.Children {
		if al.Formed[i] && child[i].Leaf.JSON == "" {
			child[i].Leaf = e.Formed(f, sp)
		}
	}
	for i, f := range w.Children {
		if f.Shape == lexicon.Rating && f.Query.IsLeaf() && !f.Query.List && child[i].Leaf.JSON == "" {
			child[i].Leaf = drawnRating(e, f, sp)
		}
	}
	e.WithoutSame(child)
	for i, f := range w.Children {
		if f.Shape == lexicon.Prose && f.Query.IsLeaf() && !f.Query.List && child[i].Leaf.Kind == evidence.Record {
			align.TrimRecord(e.Engine, &child[i], child)
		}
	}
	return child
}

// likeOthers reads the lists within records that have one member, or none, as those of
// the records that have several: one alone does not tell of which kind it is, nor its
// parts.
func likeOthers(e *Engine, w *fields.Field, out []fields.Answer) {
	for i, f := range w.Children {
		if !f.Query.List || f.Query.IsLeaf() {
			continue
		}
		model := slices.IndexFunc(out, func(a fields.Answer) bool {
			return len(a.Children[i].List) > 1 && a.Children[i].List[0].From < a.Children[i].List[0].To
		})
		if model < 0 {
			continue
		}
		var all []records.Span
		for _, m := range out[model].Children[i].List {
			all = append(all, records.Span{From: m.From, To: m.To})
		}
		first := all[0].From
		few := map[int][]records.Span{}
		for r := range out {
			if len(out[r].Children[i].List) < 2 {
				if spans := madeLike(e, first, onpage.Scope{From: out[r].From, To: out[r].To}); len(spans) > 0 {
					few[r] = spans
					all = append(all, spans...)
				}
			}
		}
		if len(few) == 0 {
			continue
		}
		slices.SortFunc(all, func(a, b records.Span) int { return int(a.From - b.From) })
		flat := f.Flattened()
		al := e.align(flat, &records.Set{Spans: all})
		for r := range out {
			if spans := few[r]; spans != nil {
				out[r].Children[i].List = folded(e, f, rows(e, flat, &records.Set{Spans: spans}, al))
			}
		}
	}
}

// drawnRating answers a field of a record with the rating that it draws, wherever
// it stands in it: readers' comments have theirs in the first line of the text, and
// most have none.
func drawnRating(e *Engine, w *fields.Field, sp records.Span) fields.Value {
	if s := e.FirstStar(sp.From, sp.To); s != nil {
		if encoded, fit := e.Read(w, s.Text); fit > 0 {
			return fields.Value{JSON: encoded, Text: s.Text, Node: s.Node, Kind: evidence.Record, Score: e.Weights.ColumnForm}
		}
	}
	return fields.Value{Node: content.None}
}
