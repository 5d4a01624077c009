package extract

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"assay/service/content"
	"assay/service/extract/evidence"
	"assay/service/extract/lexicon"
)

// maxGlued is how long, in bytes, two values are that stand in one cell without a blank between them.
const maxGlued = 60

// beforeGlued returns what a cell says before what stands right after it, without a blank, in
// an element of its own: the number of a flight before its airline. It is all the text of
// other cells.
func (e *engine) beforeGlued(cell content.ID, text string) string {
	t := e.t
	after := e.gluedPart(cell)
	if after == content.None {
		return text
	}
	head := strings.TrimSpace(t.Span(t.From(cell), t.From(after)))
	if head == "" || len(head) > maxGlued || !strings.HasPrefix(oneLine(text), head) || !strings.ContainsFunc(head, unicode.IsLetter) || strings.ContainsAny(head[len(head)-1:], ",:;(") {
		return text
	}
	return head
}

// gluedPart returns the element at the end of a cell that adds something of its own to
// what the cell says, or None.
func (e *engine) gluedPart(cell content.ID) content.ID {
	t := e.t
	last := content.None
	for id := cell + 1; id < t.Nodes[cell].End; id++ {
		n := &t.Nodes[id]
		if n.Kind == content.Element && t.Len(id) > 0 && t.To(id) == t.To(cell) && t.From(id) > t.From(cell)+1 {
			last = id
			break
		}
	}
	if last == content.None || t.Len(last) > maxGlued {
		return content.None
	}
	if tag := t.Tag(last); tag != "small" && (tag != "span" || t.Value(last, "class") == "") {
		return content.None
	}
	if first, _ := utf8.DecodeRuneInString(t.Text(last)); !unicode.IsLetter(first) && !unicode.IsDigit(first) {
		return content.None
	}
	if before := t.Raw(t.From(last)-1, t.From(last)); strings.TrimSpace(before) == "" || strings.TrimSpace(t.Raw(t.From(last), t.From(last)+1)) == "" {
		return content.None // set apart: the words go on
	}
	return last
}

// isWhole reports whether a field takes all that a cell says, however it is parted.
func (w *want) isWhole() bool {
	switch w.shape {
	case lexicon.Text, lexicon.AnyShape, lexicon.Identifier, lexicon.Org, lexicon.Person:
		return w.typ != 0
	}
	return true
}

// rowValue answers a field that no column is for by what a cell of the row says of itself
// under a label of its own: "Code: RF2207".
func (e *engine) rowValue(w *want, row content.ID) value {
	s := scope{from: row, to: e.t.Nodes[row].End}
	best := value{node: content.None}
	for _, i := range e.labels {
		f := &e.x.Facts[i]
		if f.Node >= s.to {
			break
		}
		if !s.holds(f.Node) || f.Near || f.Paging {
			continue
		}
		sim := e.similarity(w, f.Key)
		if sim < surelyNamed {
			continue
		}
		if encoded, fit := e.read(w, f.Values[0]); fit > 0 && encoded != `""` && e.w.Kind[evidence.Label]*sim*fit > best.score {
			best = value{json: encoded, text: f.Values[0], node: f.Node, kind: evidence.Label, score: e.w.Kind[evidence.Label] * sim * fit}
		}
	}
	return best
}
