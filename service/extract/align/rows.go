package align

import (
	"slices"
	"sort"
	"strings"

	"assay/service/content"
	"assay/service/extract/evidence"
	"assay/service/extract/fields"
	"assay/service/extract/lexicon"
	"assay/service/extract/onpage"
	"assay/service/extract/records"
)

// WithoutRank takes the place of a record in its list off the words that begin with it.
func (e *Engine) WithoutRank(w *fields.Field, child []fields.Answer) {
	rank := ""
	for i, f := range w.Children {
		if f.Concept.String() == "rank" && f.Query.IsLeaf() {
			rank = child[i].Leaf.Text
		}
	}
	if rank == "" {
		return
	}
	for i, f := range w.Children {
		leaf := &child[i].Leaf
		rest, ok := strings.CutPrefix(leaf.Text, rank+" ")
		if !ok || !onpage.IsWords(f.Shape) || f.Concept.String() == "rank" {
			continue
		}
		if encoded, fit := e.Read(f, rest); fit > 0 {
			leaf.JSON, leaf.Text = encoded, rest
		}
	}
}

// Unaligned answers from one record alone what may stand anywhere in it, or in few of
// them: its picture, the price that is struck through.
func (e *Engine) Unaligned(w *fields.Field, sp records.Span) fields.Value {
	none := fields.Value{Node: content.None}
	if isCurrentPrice(w) && w.IsOnly("price", "saleprice") {
		return e.onlyPrice(w, sp)
	}
	former := w.Concept.String() == "oldprice"
	if !former && (w.Shape != lexicon.Image || !w.IsOnly("image", "url")) {
		return none
	}
	for id := sp.From; id < min(sp.To, sp.From+onpage.MaxRecordSize); id++ {
		text := ""
		switch n := &e.Tree.Nodes[id]; {
		case n.Hidden:
		case former && e.IsFormer(id) && e.Tree.Len(id) <= onpage.MaxFormer:
			text = e.Tree.Text(id)
		case !former && e.Tree.Tag(id) == "img":
			if text = onpage.ImageSource(e.Tree.Document, id); isIcon(text) {
				text = ""
			}
		}
		if text == "" {
			continue
		}
		if encoded, fit := e.Read(w, text); fit > 0 && encoded != `""` {
			return fields.Value{JSON: encoded, Text: text, Node: id, Kind: evidence.Record, Score: e.Weights.ColumnForm}
		}
	}
	return none
}

// onlyPrice answers a field from the only current price of a record.
func (e *Engine) onlyPrice(w *fields.Field, sp records.Span) fields.Value {
	found := fields.Value{Node: content.None}
	marks := e.Index.Prices
	for i := onpage.FirstMark(marks, sp.From); i < len(marks) && marks[i].Node < sp.To; i++ {
		if e.Struck(marks[i].Node) {
			continue
		}
		encoded, fit := e.Read(w, marks[i].Text)
		if fit <= 0 || found.JSON != "" && encoded != found.JSON {
			return fields.Value{Node: content.None}
		}
		found = fields.Value{JSON: encoded, Text: marks[i].Text, Node: marks[i].Node, Kind: evidence.Record, Score: e.Weights.ColumnForm}
	}
	return found
}

// IsEmpty reports whether a record answers nothing.
func IsEmpty(a *fields.Answer) bool {
	return !slices.ContainsFunc(a.Children, func(c fields.Answer) bool { return c.Leaf.JSON != "" || len(c.List) > 0 || len(c.Children) > 0 })
}

// HeadingIn returns the heading of a record, or None.
func (e *Engine) HeadingIn(sp records.Span) content.ID {
	i := sort.Search(len(e.Index.Sections), func(i int) bool { return e.Index.Sections[i].Heading >= sp.From })
	if i < len(e.Index.Sections) && e.Index.Sections[i].Heading < sp.To {
		return e.Index.Sections[i].Heading
	}
	return content.None
}

// WithoutSame takes out what something cost before if it costs the same now: it is the
// one price of what is not reduced.
func (e *Engine) WithoutSame(child []fields.Answer) {
	for i := range child {
		if child[i].Field.Concept.String() != "oldprice" || child[i].Leaf.JSON == "" {
			continue
		}
		for k := range child {
			if k != i && child[k].Field.Shape == lexicon.Price && child[k].Leaf.JSON == child[i].Leaf.JSON {
				child[i].Leaf = fields.Value{Node: content.None}
				break
			}
		}
	}
}

// isCurrentPrice reports whether a field asks for what something costs now.
func isCurrentPrice(w *fields.Field) bool {
	return w.Shape == lexicon.Price && w.Concept.String() != "oldprice" && w.Concept.String() != "discount"
}

// Take answers a field of a record from a part of it, if the part can be read as such.
func (e *Engine) Take(a *fields.Answer, p *onpage.Part, c onpage.Choice) bool {
	switch {
	case a.Field.Shape == lexicon.Rating && isTooLong(e, a.Field, p):
		return false
	case isCurrentPrice(a.Field) && !p.IsText() && e.Struck(p.ID):
		return false
	}
	for _, text := range e.PartValues(a.Field, p) {
		encoded, fit := e.Read(a.Field, text)
		if fit <= 0 || encoded == `""` {
			continue
		}
		if v := formedIn(e, a.Field, p); v.JSON != "" {
			a.Leaf = v
			return true
		}
		kind := evidence.Record
		if p.Key != evidence.NoKey {
			kind = evidence.Label
		}
		a.Leaf = fields.Value{JSON: encoded, Text: text, Node: p.ID, Kind: kind, Score: min(0.99, c.Score)}
		return true
	}
	return false
}
