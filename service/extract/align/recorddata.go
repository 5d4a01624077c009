package align

import (
	"strconv"
	"strings"

	"assay/service/content"
	"assay/service/extract/evidence"
	"assay/service/extract/fields"
	"assay/service/extract/onpage"
	"assay/service/extract/records"
)

// Limits of what the attributes of a record are searched for.
const (
	maxDataNodes = 40  // nodes of a record
	maxDataValue = 100 // bytes of a value
)

// DataValue reads what a record says of itself to scripts alone, in an attribute that is
// called as the field is: data-sku, data-product-id.
func (e *Engine) DataValue(w *fields.Field, sp records.Span) fields.Value {
	for id := sp.From; id < min(sp.To, sp.From+maxDataNodes); id++ {
		for a := range e.Tree.Attrs(id) {
			name, ok := strings.CutPrefix(a.Name, "data-")
			if !ok || a.Value == "" || len(a.Value) > maxDataValue || !onpage.SameLetters(name, w.Query.Name) {
				continue
			}
			if encoded, fit := e.Read(w, a.Value); fit > 0 && encoded != `""` {
				return fields.Value{JSON: encoded, Text: a.Value, Node: id, Kind: evidence.Record, Score: e.Weights.Kind[evidence.Record] * fit}
			}
		}
	}
	return fields.Value{Node: content.None}
}

// minOrdinals is how many records are numbered at least whose numbers are told from words.
const minOrdinals = 2

// WithoutOrdinals takes off the words that begin with the place of their record in the
// list, where that stands in an element of its own.
func (e *Engine) WithoutOrdinals(w *fields.Field, out []fields.Answer) {
	if len(out) < minOrdinals {
		return
	}
	for i, f := range w.Children {
		if !f.Query.IsLeaf() || f.Query.List || f.Type != 0 || !onpage.IsWords(f.Shape) {
			continue
		}
		rest := make([]string, len(out))
		for r := range out {
			leaf := &out[r].Children[i].Leaf
			ordinal := strconv.Itoa(r + 1)
			after, ok := strings.CutPrefix(leaf.Text, ordinal)
			if after = strings.TrimLeft(after, " .)\n"); !ok || after == "" || !beginsWithText(e, leaf.Node, ordinal) {
				rest = nil
				break
			}
			rest[r] = after
		}
		for r := range rest {
			leaf := &out[r].Children[i].Leaf
			if encoded, fit := e.Read(f, rest[r]); fit > 0 {
				leaf.JSON, leaf.Text = encoded, rest[r]
			}
		}
	}
}

// beginsWithText reports whether the first text of a node is a number and nothing else.
func beginsWithText(e *Engine, id content.ID, number string) bool {
	if id == content.None {
		return false
	}
	for k := id; k < e.Tree.Nodes[id].End; k++ {
		if n := &e.Tree.Nodes[k]; n.Kind == content.Text && !n.Hidden {
			if text := strings.TrimSpace(e.Tree.Chars(k)); text != "" {
				return strings.TrimRight(text, ".)") == number
			}
		}
	}
	return false
}
