package fields

import (
	"iter"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"assay/service/content"
	"assay/service/extract/evidence"
	"assay/wire"
)

// Answer is the answer to one field: a leaf, an object or a list.
type Answer struct {
	Field    *Field
	Leaf     Value
	List     []Answer // of a list; each without a name
	Children []Answer // of a container

	From, To content.ID      // of a record: the nodes from ≤ id < to; equal if it is none of the page's regions
	Thing    *evidence.Thing // of a record of structured data: what it was read from; else nil
}

// Writer encodes answers and says what each value rests on.
type Writer struct {
	Buf       []byte
	Doc       *content.Document // nil if no evidence is wanted: the page is not kept for what is written
	Evidence  []wire.Evidence
	selectors *selectors
	paths     *jsonPaths // of a page that is JSON
}

// SizeOf is how many bytes the answers to fields are, encoded, or a few more.
func SizeOf(answers []Answer) int {
	size := len("{},")
	for i := range answers {
		if f := &answers[i]; f.Field != nil {
			size += len(f.Field.Query.Name) + len(`"":,`)
		}
		size += max(len(answers[i].Leaf.JSON), len("null"))
		if len(answers[i].List) > 0 {
			size += SizeOf(answers[i].List)
		}
		if len(answers[i].Children) > 0 {
			size += SizeOf(answers[i].Children)
		}
	}
	return size
}

// Object writes the answers to the fields of a container. pointer is where it stands in the data.
func (w *Writer) Object(answers []Answer, pointer string) {
	w.Buf = append(w.Buf, '{')
	for i := range answers {
		if answers[i].Field.Hidden { // the last ones
			break
		}
		if i > 0 {
			w.Buf = append(w.Buf, ',')
		}
		name := answers[i].Field.Query.Name
		w.Buf = append(w.Buf, '"')
		w.Buf = append(w.Buf, name...) // names are identifiers: nothing to escape
		w.Buf = append(w.Buf, `":`...)
		w.Field(&answers[i], w.at(pointer, name))
	}
	w.Buf = append(w.Buf, '}')
}

// Field writes the answer to one field.
func (w *Writer) Field(a *Answer, pointer string) {
	f := a.Field.Query
	switch {
	case f.List:
		w.Buf = append(w.Buf, '[')
		for i := range a.List {
			if i > 0 {
				w.Buf = append(w.Buf, ',')
			}
			at := w.at(pointer, strconv.Itoa(i))
			if f.IsLeaf() {
				w.leaf(&a.List[i].Leaf, at)
			} else {
				w.Object(a.List[i].Children, at)
			}
		}
		w.Buf = append(w.Buf, ']')
	case f.IsLeaf():
		w.leaf(&a.Leaf, pointer)
	default:
		w.Object(a.Children, pointer)
	}
}

// at is the pointer to a member, where evidence is to have one.
func (w *Writer) at(pointer, member string) string {
	if w.Doc == nil {
		return ""
	}
	return pointer + "/" + member
}

// maxEvidenceText bounds the text quoted in evidence, in bytes.
const maxEvidenceText = 500

func (w *Writer) leaf(v *Value, pointer string) {
	if v.JSON == "" {
		w.Buf = append(w.Buf, "null"...)
		return
	}
	w.Buf = append(w.Buf, v.JSON...)
	if w.Doc != nil {
		w.Evidence = append(w.Evidence, w.cite(w.Doc, pointer, v.Kind.String(), v.Text, v.Node, v.Score))
	}
}

// cite makes the evidence for one value.
func (w *Writer) cite(d *content.Document, pointer, kind, text string, node content.ID, score float64) wire.Evidence {
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
	w Writer
	d *content.Document
}

// NewCiter returns a Citer for a document.
func NewCiter(d *content.Document) *Citer { return &Citer{d: d} }

// Cite returns the evidence for the value at a JSON Pointer that was read from
// text in a node, which may be content.None.
func (c *Citer) Cite(pointer, kind, text string, node content.ID, score float64) wire.Evidence {
	return c.w.cite(c.d, pointer, kind, text, node, score)
}

// Quote encodes a text as a JSON string, as package json does that leaves <, > and &
// as they are. It takes no more memory than the result, which may be a page's whole
// text.
func Quote(s string) string {
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
	nth   []int32 // per element, its place among siblings of its name, from 1; 0 until it is asked for
	alone []bool  // per element, whether no sibling has its name; the same
	ids   map[string]int
	made  map[content.ID]string
	last  map[string]content.ID // by name, the last of some siblings
}

func newSelectors(d *content.Document) *selectors {
	s := &selectors{
		doc: d, nth: make([]int32, len(d.Nodes)), alone: make([]bool, len(d.Nodes)),
		ids: map[string]int{}, made: map[content.ID]string{}, last: map[string]content.ID{},
	}
	for i := range d.Nodes {
		if v, ok := d.Attr(content.ID(i), "id"); ok {
			s.ids[v]++
		}
	}
	return s
}

// number counts the children of a node, or what has no parent.
func (s *selectors) number(parent content.ID) {
	id, end := content.ID(0), content.ID(len(s.doc.Nodes))
	if parent != content.None {
		id, end = parent+1, s.doc.Nodes[parent].End
	}
	clear(s.last)
	for ; id < end; id = s.doc.Nodes[id].End {
		if s.doc.Nodes[id].Kind != content.Element {
			continue
		}
		tag := s.doc.Tag(id)
		if before, ok := s.last[tag]; ok {
			s.nth[id], s.alone[before] = s.nth[before]+1, false
		} else {
			s.nth[id], s.alone[id] = 1, true
		}
		s.last[tag] = id
	}
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
	var b strings.Builder
	path := make([]content.ID, 0, 32)
	for at := id; at != content.None; at = d.Nodes[at].Parent {
		if v, ok := d.Attr(at, "id"); ok && isPlainIdent(v) && s.ids[v] == 1 {
			b.WriteString("#" + v)
			break
		}
		path = append(path, at)
	}
	for _, at := range slices.Backward(path) {
		if b.Len() > 0 {
			b.WriteString(" > ")
		}
		b.WriteString(escapeTag(d.Tag(at)))
		if s.nth[at] == 0 {
			s.number(d.Nodes[at].Parent)
		}
		if !s.alone[at] {
			b.WriteString(":nth-of-type(" + strconv.Itoa(int(s.nth[at])) + ")")
		}
	}
	s.made[id] = b.String()
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
			steps = append(steps, "["+Quote(tag)+"]")
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

// Value is an answer for one leaf and what it rests on.
type Value struct {
	JSON  string // encoded; "" for null
	Text  string // what it was read from
	Node  content.ID
	Kind  evidence.Kind
	Score float64
}

// RecordLists goes through the answers to lists of records, also to those in containers, but not to
// those in records.
func RecordLists(answers []Answer) iter.Seq[*Answer] {
	return func(yield func(*Answer) bool) {
		for i := range answers {
			switch a := &answers[i]; {
			case a.Field == nil || a.Field.Children == nil:
			case a.Field.Query.List:
				if !yield(a) {
					return
				}
			default:
				for list := range RecordLists(a.Children) {
					if !yield(list) {
						return
					}
				}
			}
		}
	}
}

// AnsweredIn counts the records of a list that answer one of its fields.
func (a *Answer) AnsweredIn(field int) int {
	n := 0
	for r := range a.List {
		if c := &a.List[r].Children[field]; c.Leaf.JSON != "" || len(c.List)+len(c.Children) > 0 {
			n++
		}
	}
	return n
}
