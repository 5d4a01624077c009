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

// Citer makes evidence for values that were found in a document by other means
// than the engine's own.
type Citer struct {
	w writer
	d *content.Document
}

// NewCiter returns a Citer for a document.
func NewCiter(d *content.Document) *Citer { return &Citer{d: d} }

// Cite returns the evidence for the value at a JSON Pointer that was read from
// text in a node, which may be content.None.
func (c *Citer) Cite(pointer, kind, text string, node content.ID, score float64) wire.Evidence {
	return c.w.cite(c.d, pointer, kind, text, node, score)
}

// quote encodes a text as a JSON string, as package json does that leaves <, > and &
// as they are. It takes no more memory than the result, which may be a page's whole
// text.
func quote(s string) string {
	size := len(s) + 2
	for rest := s; rest != ""; {
		at, n, escape := nextEscape(rest)
		size += len(escape) - n
		rest = rest[at+n:]
	}
	var b strings.Builder
	b.Grow(size)
	b.WriteByte('"')
	for s != "" {
		at, n, escape := nextEscape(s)
		b.WriteString(s[:at])
		b.WriteString(escape)
		s = s[at+n:]
	}
	b.WriteByte('"')
	return b.String()
}

// nextEscape finds the first n bytes of a text that a JSON string has another way, and
// that way; the text's end and n = 0 if there are none.
func nextEscape(s string) (at, n int, escape string) {
	for at < len(s) {
		c := s[at]
		if c >= utf8.RuneSelf {
			r, n := utf8.DecodeRuneInString(s[at:])
			switch {
			case r == utf8.RuneError && n == 1:
				return at, n, `\ufffd`
			case r == '\u2028':
				return at, n, `\u2028`
			case r == '\u2029':
				return at, n, `\u2029`
			}
			at += n
			continue
		}
		if c < ' ' || c == '"' || c == '\\' {
			return at, 1, escapeOf(c)
		}
		at++
	}
	return at, 0, ""
}

func escapeOf(c byte) string {
	switch c {
	case '"':
		return `\"`
	case '\\':
		return `\\`
	case '\b':
		return `\b`
	case '\f':
		return `\f`
	case '\n':
		return `\n`
	case '\r':
		return `\r`
	case '\t':
		return `\t`
	}
	const digits = "0123456789abcdef"
	return string([]byte{'\\', 'u', '0', '0', digits[c>>4], digits[c&15]})
}

// selectors makes CSS selectors that each pick one element and no other.
type selectors struct {
	doc   *content.Document
	nth   []int32 // per element, its place among siblings of its name, from 1
	alone []bool  // per element, whether no sibling has its name
	ids   map[string]int
	made  map[content.ID]string
}

func newSelectors(d *content.Document) *selectors {
	s := &selectors{
		doc: d, nth: make([]int32, len(d.Nodes)), alone: make([]bool, len(d.Nodes)),
		ids: map[string]int{}, made: map[content.ID]string{},
	}
	type place struct {
		parent content.ID
		tag    string
	}
	last := map[place]content.ID{}
	for i := range d.Nodes {
		n := &d.Nodes[i]
		if n.Kind != content.Element {
			continue
		}
		if v, ok := d.Attr(content.ID(i), "id"); ok {
			s.ids[v]++
		}
		p := place{n.Parent, d.Tag(content.ID(i))}
		if before, ok := last[p]; ok {
			s.nth[i], s.alone[before] = s.nth[before]+1, false
		} else {
			s.nth[i], s.alone[i] = 1, true
		}
		last[p] = content.ID(i)
	}
	return s
}

// of starts at the nearest ancestor with an id of its own and counts children
// from there.
func (s *selectors) of(id content.ID) string {
	d := s.doc
	for d.Nodes[id].Kind == content.Text && d.Nodes[id].Parent != content.None {
		id = d.Nodes[id].Parent
	}
	if made, ok := s.made[id]; ok {
		return made
	}
	var steps []string
	for at := id; at != content.None; at = d.Nodes[at].Parent {
		if v, ok := d.Attr(at, "id"); ok && isPlainIdent(v) && s.ids[v] == 1 {
			steps = append(steps, "#"+v)
			break
		}
		step := escapeTag(d.Tag(at))
		if !s.alone[at] {
			step += ":nth-of-type(" + strconv.Itoa(int(s.nth[at])) + ")"
		}
		steps = append(steps, step)
	}
	for i, j := 0, len(steps)-1; i < j; i, j = i+1, j-1 {
		steps[i], steps[j] = steps[j], steps[i]
	}
	s.made[id] = strings.Join(steps, " > ")
	return s.made[id]
}

// isPlainIdent reports whether a name needs no escaping in a selector.
func isPlainIdent(s string) bool {
	if s == "" || len(s) > 60 {
		return false
	}
	for i := 0; i < len(s); i++ {
		c := s[i]
		letter := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_'
		if !letter && (i == 0 || (c < '0' || c > '9') && c != '-') {
			return false
		}
	}
	return true
}

func escapeTag(tag string) string {
	if isPlainIdent(tag) {
		return tag
	}
	var b strings.Builder
	for i, r := range tag {
		letter := r >= 'a' && r <= 'z' || r == '_' || r >= 0x80 || r == '-' && i > 0 || r >= '0' && r <= '9' && i > 0
		if !letter {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}

// jsonPaths tells where in a page that is JSON a value stands: $.items[0].name.
type jsonPaths struct {
	doc *content.Document
	nth []int32 // per element, its place among those of its parent, from 0
}

func newJSONPaths(d *content.Document) *jsonPaths {
	p := &jsonPaths{doc: d, nth: make([]int32, len(d.Nodes))}
	for i := range d.Nodes {
		if next := d.Next(content.ID(i)); next != content.None {
			p.nth[next] = p.nth[i] + 1
		}
	}
	return p
}

func (p *jsonPaths) of(id content.ID) string {
	var steps []string
	for ; id != content.None; id = p.doc.Nodes[id].Parent {
		n := &p.doc.Nodes[id]
		tag, ok := strings.CutPrefix(p.doc.Tag(id), content.JSONValue)
		switch {
		case !ok: // text, or the picture at an address
		case n.Parent == content.None:
			steps = append(steps, "$")
		case isPlainIdent(tag) && !strings.Contains(tag, "-"):
			steps = append(steps, "."+tag)
		case tag != "" || n.Role != content.Item:
			steps = append(steps, "["+quote(tag)+"]")
		default:
			steps = append(steps, "["+strconv.Itoa(int(p.nth[id]))+"]")
		}
	}
	var b strings.Builder
	for i := len(steps) - 1; i >= 0; i-- {
		b.WriteString(steps[i])
	}
	return b.String()
}
