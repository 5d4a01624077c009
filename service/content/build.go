package content

import (
	"encoding/binary"
	"slices"
	"strings"
)

// Builder makes a Document in one pass in document order.
//
// Use: Open for each element, Text for each run of text inside it, Close when the
// element ends; Done gives the finished document, which can be read only then. Calls
// must nest; Done closes what is still open.
type Builder struct {
	doc    *Document
	open   []ID // elements, innermost last
	chars  strings.Builder
	record record               // of the element that is opened
	names  map[string]uint32    // by name: its place in the document's
	values [keptLast]uint32     // of attributes, those met last, by their hash: where they are in chars
	alike  [keptLast]keptRecord // of elements, those met last, by their hash
}

// Start is an element as it begins.
type Start struct {
	Role   Role
	Level  uint8  // of a Heading, 1–6
	Hidden bool   // not shown
	Tag    string // the element's name in lower case
	Attrs  []Attr // copied
}

// Values of attributes come again and again, classes above all, and so do elements: what
// was met last is not stored a second time.
const (
	keptLast      = 1 << 10
	maxKeptValue  = 80 // bytes
	maxKeptRecord = 8  // words
)

type keptRecord struct{ start, size uint32 }

// NewBuilder returns a Builder that fills in the nodes of doc, whose other fields are
// the caller's to set.
func NewBuilder(doc *Document) *Builder {
	b := &Builder{doc: doc, names: make(map[string]uint32, 64)}
	b.put("") // at 0, where values that are empty are
	return b
}

// Grow makes room for so many nodes more, and for so many bytes of their texts and
// attributes.
func (b *Builder) Grow(nodes, chars int) {
	b.doc.Nodes = slices.Grow(b.doc.Nodes, nodes)
	b.chars.Grow(chars + nodes + chars/64) // each text has its size before it
}

// Open adds an element and makes it the parent of what follows, until Close.
func (b *Builder) Open(start Start) ID {
	id := b.add(Node{Kind: Element, Role: start.Role, Level: start.Level, Hidden: start.Hidden, at: b.element(&start)})
	b.open = append(b.open, id)
	return id
}

// element stores the tag and the attributes of an element, or finds them where they were
// stored last.
func (b *Builder) element(start *Start) uint32 {
	tag := b.name(start.Tag)
	if len(start.Attrs) == 0 {
		return tag
	}
	r := append(b.record[:0], tag, uint32(len(start.Attrs)))
	for i := range start.Attrs {
		r = append(r, b.name(start.Attrs[i].Name), b.value(start.Attrs[i].Value))
	}
	b.record = r
	stored := keptRecord{uint32(len(b.doc.records)), uint32(len(r))}
	if len(r) <= maxKeptRecord {
		h := uint32(2166136261)
		for _, word := range r {
			h = (h ^ word) * 16777619
		}
		kept := &b.alike[(h^h>>15)%keptLast]
		if slices.Equal(b.doc.records[kept.start:kept.start+kept.size], r) {
			return kept.start | withAttrs
		}
		*kept = stored
	}
	b.doc.records = append(b.doc.records, r...)
	return stored.start | withAttrs
}

// Text adds a run of text. Text outside any element is not kept.
func (b *Builder) Text(text string) ID {
	if len(b.open) == 0 || text == "" {
		return None
	}
	return b.add(Node{Kind: Text, Role: Inline, Hidden: b.doc.Nodes[b.open[len(b.open)-1]].Hidden, at: b.put(text)})
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
	if len(b.doc.chars) < b.chars.Cap()*3/4 {
		b.doc.chars = strings.Clone(b.doc.chars)
	}
	b.chars = strings.Builder{}
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

// put stores a text after its size and returns where.
func (b *Builder) put(text string) uint32 {
	at := uint32(b.chars.Len())
	var size [binary.MaxVarintLen32]byte
	b.chars.Write(size[:binary.PutUvarint(size[:], uint64(len(text)))])
	b.chars.WriteString(text)
	return at
}

// value stores the value of an attribute, or finds it where it was stored last.
func (b *Builder) value(value string) uint32 {
	if value == "" {
		return 0
	}
	if len(value) > maxKeptValue {
		return b.put(value)
	}
	h := uint32(2166136261)
	for i := 0; i < len(value); i++ {
		h = (h ^ uint32(value[i])) * 16777619
	}
	kept := &b.values[(h^h>>15)%keptLast]
	if charsAt(b.chars.String(), *kept) != value {
		*kept = b.put(value)
	}
	return *kept
}
