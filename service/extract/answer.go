package extract

import (
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"assay/service/content"
	"assay/service/extract/evidence"
	"assay/wire"
)

// answer is the answer to one field: a leaf, an object or a list.
type answer struct {
	w     *want
	leaf  value
	list  []answer // of a list; each without a name
	child []answer // of a container

	from, to content.ID      // of a record: the nodes from ≤ id < to; equal if it is none of the page's regions
	thing    *evidence.Thing // of a record of structured data: what it was read from; else nil
}

// writer encodes answers and says what each value rests on.
type writer struct {
	buf       []byte
	doc       *content.Document // nil if no evidence is wanted: the page is not kept for what is written
	evidence  []wire.Evidence
	selectors *selectors
	paths     *jsonPaths // of a page that is JSON
}

// sizeOf is how many bytes the answers to fields are, encoded, or a few more.
func sizeOf(fields []answer) int {
	size := len("{},")
	for i := range fields {
		if f := &fields[i]; f.w != nil {
			size += len(f.w.field.Name) + len(`"":,`)
		}
		size += max(len(fields[i].leaf.json), len("null"))
		if len(fields[i].list) > 0 {
			size += sizeOf(fields[i].list)
		}
		if len(fields[i].child) > 0 {
			size += sizeOf(fields[i].child)
		}
	}
	return size
}

func (w *writer) object(fields []answer, pointer string) {
	w.buf = append(w.buf, '{')
	for i := range fields {
		if fields[i].w.hidden { // the last ones
			break
		}
		if i > 0 {
			w.buf = append(w.buf, ',')
		}
		name := fields[i].w.field.Name
		w.buf = append(w.buf, '"')
		w.buf = append(w.buf, name...) // names are identifiers: nothing to escape
		w.buf = append(w.buf, `":`...)
		w.field(&fields[i], w.at(pointer, name))
	}
	w.buf = append(w.buf, '}')
}

func (w *writer) field(a *answer, pointer string) {
	f := a.w.field
	switch {
	case f.List:
		w.buf = append(w.buf, '[')
		for i := range a.list {
			if i > 0 {
				w.buf = append(w.buf, ',')
			}
			at := w.at(pointer, strconv.Itoa(i))
			if f.IsLeaf() {
				w.leaf(&a.list[i].leaf, at)
			} else {
				w.object(a.list[i].child, at)
			}
		}
		w.buf = append(w.buf, ']')
	case f.IsLeaf():
		w.leaf(&a.leaf, pointer)
	default:
		w.object(a.child, pointer)
	}
}

// at is the pointer to a member, where evidence is to have one.
func (w *writer) at(pointer, member string) string {
	if w.doc == nil {
		return ""
	}
	return pointer + "/" + member
}

// maxEvidenceText bounds the text quoted in evidence, in bytes.
const maxEvidenceText = 500

func (w *writer) leaf(v *value, pointer string) {
	if v.json == "" {
		w.buf = append(w.buf, "null"...)
		return
	}
	w.buf = append(w.buf, v.json...)
	if w.doc != nil {
		w.evidence = append(w.evidence, w.cite(w.doc, pointer, v.kind.String(), v.text, v.node, v.score))
	}
}

// cite makes the evidence for one value.
func (w *writer) cite(d *content.Document, pointer, kind, text string, node content.ID, score float64) wire.Evidence {
	text = strings.ToValidUTF8(text, "")
	if len(text) > maxEvidenceText {
		cut := maxEvidenceText
		for !utf8.RuneStart(text[cut]) {
			cut--
		}
		text = text[:cut] + "…"
	}
	ev := wire.Evidence{Pointer: pointer, Kind: kind, Text: text, Score: math.Round(min(1, max(0, score))*1000) / 1000}
	if node == content.None {
		return ev
	}
	switch d.Source {
	case content.JSON:
		if w.paths == nil {
			w.paths = newJSONPaths(d)
		}
		s := w.paths.of(node)
		ev.Kind, ev.Selector = "json", &s
	case content.HTML:
		if w.selectors == nil {
			w.selectors = newSelectors(d)
		}
		s := w.selectors.of(node)
		ev.Selector = &s
	}
	if d.Layout {
		b := d.Boxes[node]
		ev.Page = int(b.Page)
		ev.Box = &[4]float64{float64(b.X), float64(b.Y), float64(b.Width), float64(b.Height)}
	}
	return ev
}
