package listing

import (
	"sort"
	"strings"

	"assay/query"
	"assay/service/content"
	"assay/service/extract/evidence"
	"assay/service/extract/fields"
	"assay/service/extract/lexicon"
	"assay/service/extract/onpage"
	"assay/service/extract/records"
)

// presence answers the yes-or-no fields that no part of the records tells by whether
// a record bears a mark of the field's name: a class, a badge, a picture's name. It
// says something only if some records bear it and others do not.
func presence(e *Engine, w *fields.Field, list []fields.Answer) {
	if len(list) < 2 {
		return
	}
	for i, f := range w.Children {
		if f.Type != query.Boolean || !f.Query.IsLeaf() || f.Query.List {
			continue
		}
		mark := onpage.MarkOf(f)
		if len(mark) == 0 {
			continue
		}
		answered := false
		nodes := make([]content.ID, len(list))
		marked := 0
		for r := range list {
			answered = answered || list[r].Children[i].Leaf.JSON != ""
			if nodes[r] = markIn(e, mark, records.Span{From: list[r].From, To: list[r].To}); nodes[r] != content.None {
				marked++
			}
		}
		if answered || marked == 0 || marked == len(list) {
			continue
		}
		for r := range list {
			v := fields.Value{JSON: "false", Node: list[r].From, Kind: evidence.Record, Score: e.Weights.Presence}
			if nodes[r] != content.None {
				v.JSON, v.Node, v.Text = "true", nodes[r], strings.TrimSpace(e.Tree.Text(nodes[r]))
			}
			list[r].Children[i].Leaf = v
		}
	}
}

// bearsMark reports whether a record bears the mark of a yes-or-no field of the list.
func bearsMark(e *Engine, w *fields.Field, sp records.Span) bool {
	for _, f := range w.Children {
		if f.Type != query.Boolean || !f.Query.IsLeaf() || f.Query.List {
			continue
		}
		if mark := onpage.MarkOf(f); len(mark) > 0 && markIn(e, mark, sp) != content.None {
			return true
		}
	}
	return false
}

// toldApart is what a yes-or-no field adds to a set of records of which some bear its
// mark.
func toldApart(e *Engine, f *fields.Field, sample []records.Span) float64 {
	mark := onpage.MarkOf(f)
	marked := 0
	for _, sp := range sample {
		if len(mark) > 0 && markIn(e, mark, sp) != content.None {
			marked++
		}
	}
	if marked == 0 || marked == len(sample) {
		return 0
	}
	return e.Weights.Presence
}

// isAdWord reports whether a yes-or-no field of this name asks for advertisements,
// which are marked in many words.
func isAdWord(stem string) bool {
	switch stem {
	case lexicon.Stem("sponsored"), lexicon.Stem("promoted"), lexicon.Stem("advertisement"), "ad", lexicon.Stem("anzeige"), lexicon.Stem("advertised"):
		return true
	}
	return false
}

// markIn returns the first element of a record that bears a mark, or None.
func markIn(e *Engine, mark lexicon.Phrase, sp records.Span) content.ID {
	t := e.Tree
	if len(mark) == 1 && isAdWord(mark[0].Word) {
		return e.AdMark(sp)
	}
	limit := min(sp.To, sp.From+onpage.MaxRecordSize)
	names := sort.Search(len(e.Index.Names), func(i int) bool { return e.Index.Names[i].Node >= sp.From })
	for id := sp.From; id < limit; id++ {
		n := &t.Nodes[id]
		if n.Kind != content.Element || n.Hidden {
			continue
		}
		for ; names < len(e.Index.Names) && e.Index.Names[names].Node <= id; names++ {
			for _, k := range e.Index.KeysOf(names) {
				if e.Index.Names[names].Node == id && onpage.Bears(mark, e.Index.Phrase(k)) {
					return id
				}
			}
		}
		texts := [...]string{t.Value(id, "title"), t.Value(id, "alt"), t.Value(id, "aria-label"), ""}
		if size := t.Len(id); size > 1 && size <= onpage.MaxMark {
			texts[3] = t.Text(id)
		}
		for _, text := range texts {
			if text != "" && len(text) <= onpage.MaxMark && !onpage.IsDenied(text) && onpage.Bears(mark, lexicon.Compile(text)) {
				return id
			}
		}
	}
	return content.None
}
