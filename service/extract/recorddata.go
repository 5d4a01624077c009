package extract

import (
	"strconv"
	"strings"

	"assay/service/content"
	"assay/service/extract/evidence"
	"assay/service/extract/records"
)

// Limits of what the attributes of a record are searched for.
const (
	maxDataNodes = 40  // nodes of a record
	maxDataValue = 100 // bytes of a value
)

// dataValue reads what a record says of itself to scripts alone, in an attribute that is
// called as the field is: data-sku, data-product-id.
func (e *engine) dataValue(w *want, sp records.Span) value {
	for id := sp.From; id < min(sp.To, sp.From+maxDataNodes); id++ {
		for a := range e.t.Attrs(id) {
			name, ok := strings.CutPrefix(a.Name, "data-")
			if !ok || a.Value == "" || len(a.Value) > maxDataValue || !sameLetters(name, w.field.Name) {
				continue
			}
			if encoded, fit := e.read(w, a.Value); fit > 0 && encoded != `""` {
				return value{json: encoded, text: a.Value, node: id, kind: evidence.Record, score: e.w.Kind[evidence.Record] * fit}
			}
		}
	}
	return value{node: content.None}
}

// minOrdinals is how many records are numbered at least whose numbers are told from words.
const minOrdinals = 2

// withoutOrdinals takes off the words that begin with the place of their record in the
// list, where that stands in an element of its own.
func (e *engine) withoutOrdinals(w *want, out []answer) {
	if len(out) < minOrdinals {
		return
	}
	for i, f := range w.children {
		if !f.field.IsLeaf() || f.field.List || f.typ != 0 || !isWords(f.shape) {
			continue
		}
		rest := make([]string, len(out))
		for r := range out {
			leaf := &out[r].child[i].leaf
			ordinal := strconv.Itoa(r + 1)
			after, ok := strings.CutPrefix(leaf.text, ordinal)
			if after = strings.TrimLeft(after, " .)\n"); !ok || after == "" || !e.beginsWithText(leaf.node, ordinal) {
				rest = nil
				break
			}
			rest[r] = after
		}
		for r := range rest {
			leaf := &out[r].child[i].leaf
			if encoded, fit := e.read(f, rest[r]); fit > 0 {
				leaf.json, leaf.text = encoded, rest[r]
			}
		}
	}
}

// beginsWithText reports whether the first text of a node is a number and nothing else.
func (e *engine) beginsWithText(id content.ID, number string) bool {
	if id == content.None {
		return false
	}
	for k := id; k < e.t.Nodes[id].End; k++ {
		if n := &e.t.Nodes[k]; n.Kind == content.Text && !n.Hidden {
			if text := strings.TrimSpace(e.t.Chars(k)); text != "" {
				return strings.TrimRight(text, ".)") == number
			}
		}
	}
	return false
}
