package content

import (
	"slices"
	"strings"
)

// Builder makes a Document in one pass in document order.
//
// Use: Open for each element, Text for each run of text inside it, Close when the
// element ends; Done gives the finished document, which can be read only then. Calls
// must nest; Done closes what is still open.
type Builder struct {
	doc   *Document
	open  []ID // elements, innermost last
	chars strings.Builder
	names map[string]uint32     // by name: its place in the document's
	kept  [keptValues]keptValue // values of attributes that were met last, by their hash
}

// Start is an element as it begins.
type Start struct {
	Role   Role
	Level  uint8  // of a Heading, 1–6
	Hidden bool   // not shown
	Tag    string // the element's name in lower case
	Attrs  []Attr // copied
}

// Values of attributes come again and again, classes above all: what was met last is
// not stored a second time.
const (
	keptValues   = 1 << 10
	maxKeptValue = 80 // bytes
)

type keptValue struct{ start, size uint32 }

// NewBuilder returns a Builder that fills in the nodes of doc, whose other fields are
// the caller's to set.
func NewBuilder(doc *Document) *Builder {
	return &Builder{doc: doc, names: make(map[string]uint32, 64)}
}

// Grow makes room for so many nodes more, and for so many bytes of their texts and
// attributes.
func (b *Builder) Grow(nodes, chars int) {
	b.doc.Nodes = slices.Grow(b.doc.Nodes, nodes)
	b.chars.Grow(chars)
}

// Open adds an element and makes it the parent of what follows, until Close.
func (b *Builder) Open(start Start) ID {
	node := Node{
		Kind: Element, Role: start.Role, Level: start.Level, Hidden: start.Hidden,
		name: b.name(start.Tag), start: uint32(len(b.doc.attrs)), count: uint32(len(start.Attrs)),
	}
	for i := range start.Attrs {
		at, size := b.value(start.Attrs[i].Value)
		b.doc.attrs = append(b.doc.attrs, attr{b.name(start.Attrs[i].Name), at, size})
	}
	id := b.add(node)
	b.open = append(b.open, id)
	return id
}

// Text adds a run of text. Text outside any element is not kept.
func (b *Builder) Text(text string) ID {
	if len(b.open) == 0 || text == "" {
		return None
	}
	node := Node{Kind: Text, Role: Inline, Hidden: b.doc.Nodes[b.open[len(b.open)-1]].Hidden}
	node.start, node.count = b.put(text)
	return b.add(node)
}

// Close ends the innermost open element.
func (b *Builder) Close() {
	top := len(b.open) - 1
	b.doc.Nodes[b.open[top]].End = ID(len(b.doc.Nodes))
	b.open = b.open[:top]
}

// Done closes what is open and returns the document.
func (b *Builder) Done() *Document {
	for len(b.open) > 0 {
		b.Close()
	}
	b.doc.chars = b.chars.String()
	return b.doc
}

func (b *Builder) add(node Node) ID {
	id := ID(len(b.doc.Nodes))
	node.Parent, node.End = None, id+1
	if top := len(b.open) - 1; top >= 0 {
		node.Parent = b.open[top]
	}
	b.doc.Nodes = append(b.doc.Nodes, node)
	return id
}

func (b *Builder) name(name string) uint32 {
	at, ok := b.names[name]
	if !ok {
		at = uint32(len(b.doc.names))
		name = strings.Clone(name) // it may be a piece of something large
		b.doc.names = append(b.doc.names, name)
		b.names[name] = at
	}
	return at
}

func (b *Builder) put(text string) (start, size uint32) {
	start = uint32(b.chars.Len())
	b.chars.WriteString(text)
	return start, uint32(len(text))
}

// value stores the value of an attribute, or finds it where it was stored last.
func (b *Builder) value(value string) (start, size uint32) {
	if value == "" || len(value) > maxKeptValue {
		return b.put(value)
	}
	h := uint32(2166136261)
	for i := 0; i < len(value); i++ {
		h = (h ^ uint32(value[i])) * 16777619
	}
	kept := &b.kept[(h^h>>15)%keptValues]
	if b.chars.String()[kept.start:kept.start+kept.size] != value {
		kept.start, kept.size = b.put(value)
	}
	return kept.start, kept.size
}
