package listing

import (
	"slices"
	"strings"

	"assay/service/content"
	"assay/service/extract/evidence"
	"assay/service/extract/fields"
	"assay/service/extract/lexicon"
	"assay/service/extract/onpage"
	"assay/service/extract/read"
)

// measures are the fields of a list that asks for amounts of things: where they are among its
// fields, or -1.
type measures struct{ amount, unit, of, note int }

// measuresOf returns them, and whether a list asks for nothing else.
func measuresOf(w *fields.Field) (m measures, ok bool) {
	m = measures{-1, -1, -1, -1}
	for i, c := range w.Children {
		at := &m.of
		for _, word := range lexicon.Words(c.Query.Name) {
			switch lexicon.Stem(word) {
			case "amount", "quantity", "qty", "measure", "count", "meng", "menge", "anzahl", "quantite", "cantidad", "quantita", "quantidade", "hoeveelheid":
				at = &m.amount
			case "unit", "einheit", "unite", "unidad", "unita", "unidade", "eenheid":
				at = &m.unit
			case "note", "preparation":
				at = &m.note
			}
		}
		if *at >= 0 || !c.Query.IsLeaf() || c.Query.List || c.Type != 0 && at != &m.amount {
			return m, false
		}
		*at = i
	}
	return m, m.amount >= 0 && m.of >= 0 && w.Filter.None()
}

// PartMeasured answers a list that asks for amounts and what they are of, if no record has both, from
// the items of a plain list: "200 g flour".
func (e *Engine) PartMeasured(a *fields.Answer) {
	m, ok := measuresOf(a.Field)
	if !ok || slices.ContainsFunc(a.List, func(r fields.Answer) bool {
		return r.Children[m.amount].Leaf.JSON != "" && r.Children[m.of].Leaf.JSON != ""
	}) {
		return
	}
	if rows := measuredRows(e, a.Field, m); len(rows) > 0 {
		a.List = rows
	}
}

// measuredRows parts the items of a plain list of a field's name, if most begin with an amount.
func measuredRows(e *Engine, w *fields.Field, m measures) []fields.Answer {
	plain := *w
	plain.Children, plain.Shape = nil, lexicon.Items
	items := valueList(e, &plain, onpage.Scope{Whole: true, To: content.ID(len(e.Tree.Nodes))})
	out := make([]fields.Answer, 0, len(items))
	with := 0
	for i := range items {
		item := &items[i].Leaf
		amount, unit, of := read.Measured(MemberText(w, onpage.OneLine(item.Text)))
		if amount != "" {
			with++
		}
		row := fields.Answer{Children: make([]fields.Answer, len(w.Children)), From: item.Node, To: item.Node}
		for k, c := range w.Children {
			row.Children[k] = fields.Answer{Field: c, Leaf: fields.Value{Node: content.None}}
		}
		give := func(at int, text string) {
			if at < 0 || text == "" {
				return
			}
			encoded := fields.Quote(text)
			if c := w.Children[at]; c.Type != 0 {
				encoded, _ = e.Read(c, text)
			}
			row.Children[at].Leaf = fields.Value{JSON: encoded, Text: text, Node: item.Node, Kind: evidence.Record, Score: item.Score}
		}
		if m.unit >= 0 {
			give(m.unit, unit)
		} else {
			amount = strings.TrimSpace(amount + " " + unit)
		}
		if m.note >= 0 {
			var note string
			of, note, _ = strings.Cut(of, ", ")
			give(m.note, note)
		}
		give(m.amount, amount)
		give(m.of, of)
		out = append(out, row)
	}
	if 2*with < len(items) {
		return nil
	}
	return out
}
