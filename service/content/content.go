// Package content is the tree that extraction reads. Web pages and documents are
// both turned into it; extraction knows no other source.
//
// A Document is a flat array of nodes in document order, so that a subtree is a
// range of indexes and walking it is a loop. It is built once by a Builder and
// read-only afterwards, hence safe for concurrent readers.
package content

import (
	"iter"
	"net/url"
	"time"
)

// ID is the index of a node in its Document. The root has ID 0.
type ID = int32

// None is the ID of a node that does not exist.
const None ID = -1

// Source says what a document was read from.
type Source uint8

// The sources of documents.
const (
	HTML  Source = iota // a web page
	PDF                 // a PDF with or without a text layer
	Image               // a photo or scan
	JSON                // a page that is JSON
)

// JSONValue begins the tag of every element of a page that is JSON; the name of the
// member follows, if it is one, which is also the element's name attribute. Arrays
// have the role List or, inside another array, Item.
const JSONValue = "$"

// Document is one page or file as a tree.
type Document struct {
	Source Source
	URL    *url.URL    // where it is: after redirects; nil for a document with no address
	Base   *url.URL    // what relative links are resolved against (<base href>, else URL); nil if unknown
	Lang   string      // BCP 47 language the document declares, or ""
	Loaded time.Time   // when it was read: what relative dates are relative to
	Layout bool        // whether nodes have boxes and styles
	Data   []Data      // embedded data blocks, in document order
	Again  []*Document // the same pages read otherwise, with the same boxes, where reading is uncertain; nil for most

	Nodes  []Node
	Boxes  []Box   // parallel to Nodes if Layout, else nil
	Styles []Style // parallel to Nodes if Layout, else nil

	names   []string // of elements and attributes
	records []uint32 // of elements with attributes: see record
	chars   string   // every text and every attribute's value, each after its size
}

// Data is a block of machine-readable data embedded in a page: the text of a script.
type Data struct {
	Type string // the script's type attribute, lower-case without parameters; "" for plain scripts
	ID   string // the script's id attribute
	Text string
	Node ID // where it stood
}

// Kind tells elements from text.
type Kind uint8

// The kinds of nodes.
const (
	Element Kind = iota
	Text
)

// Role is what a node is for, whatever the source called it.
type Role uint8

// The roles of nodes. A document reader gives its nodes roles too: a line of a
// PDF is a Block, its table cells are Cells.
const (
	Inline     Role = iota // part of a line: span, b, a text run
	Block                  // a block of its own: p, div, section
	Heading                // h1–h6; Node.Level says which
	Link                   // a with href
	ImageRole              // img, svg, picture
	List                   // ul, ol, menu
	Item                   // li
	Terms                  // dl
	Term                   // dt
	Definition             // dd
	Table                  // table
	Row                    // tr
	HeaderCell             // th
	Cell                   // td
	Caption                // caption, figcaption, legend
	Label                  // label
	Field                  // input, select, textarea
	Button                 // button
	Time                   // time
	Quote                  // blockquote
	Code                   // pre, code
	Article                // article
	Main                   // main
	Header                 // header
	Footer                 // footer, the running foot of a document page
	Navigation             // nav
	Aside                  // aside
	Form                   // form
	Page                   // one page of a document
	Head                   // head and what is in it: not shown
	Break                  // br, hr
)

// Node is an element or a run of text. Its tag, its attributes and its text are asked
// of the Document: pages have millions of nodes, so a node holds no pointers and takes
// 16 bytes.
type Node struct {
	Kind   Kind
	Role   Role
	Level  uint8 // of a Heading, 1–6
	Hidden bool  // not shown: display none, hidden attribute, inside head or template
	Parent ID    // None for the root
	End    ID    // one past the last node of this subtree: descendants are ID+1 … End-1

	at uint32 // of an element: its tag in names, or its record and withAttrs; of a text: where it is in chars
}

// withAttrs marks the place of a record, which an element with attributes has.
const withAttrs = 1 << 31

// record is what a Document keeps of an element with attributes: its tag in names, how
// many attributes it has, and for each its name in names and where its value is in
// chars. Elements that are alike may have one record.
type record []uint32

func (r record) tag() uint32               { return r[0] }
func (r record) attrs() int                { return int(r[1]) }
func (r record) attr(i int) (n, at uint32) { return r[2+2*i], r[3+2*i] }

// Attr is one attribute of an element; Name is in lower case.
type Attr struct {
	Name, Value string
}

// Box is where a node was drawn, in CSS pixels (documents: points) from the top
// left of the page. Page counts from 1 for documents and is 0 for web pages.
type Box struct {
	X, Y, Width, Height float32
	Page                int32
}

// Style is the drawn style of a node.
type Style struct {
	Size   float32 // font size, pixels or points
	Weight uint16  // font weight, 100–900
	Color  uint32  // 0xRRGGBB
	Strike bool    // struck through
}

// Tag returns the name of an element in lower case, or "" for text.
func (d *Document) Tag(id ID) string {
	n := &d.Nodes[id]
	switch {
	case n.Kind != Element:
		return ""
	case n.at&withAttrs == 0:
		return d.names[n.at]
	}
	return d.names[d.record(n).tag()]
}

// Chars returns the text of a Text node as the source has it, white space not
// collapsed, or "" for an element.
func (d *Document) Chars(id ID) string {
	n := &d.Nodes[id]
	if n.Kind != Text {
		return ""
	}
	return charsAt(d.chars, n.at)
}

// HasAttrs reports whether a node has attributes.
func (n *Node) HasAttrs() bool { return n.Kind == Element && n.at&withAttrs != 0 }

// Attrs returns the attributes of a node in the order of the source.
func (d *Document) Attrs(id ID) iter.Seq[Attr] {
	return func(yield func(Attr) bool) {
		n := &d.Nodes[id]
		if !n.HasAttrs() {
			return
		}
		r := d.record(n)
		for i := range r.attrs() {
			if name, at := r.attr(i); !yield(Attr{d.names[name], charsAt(d.chars, at)}) {
				return
			}
		}
	}
}

// record returns the record of an element with attributes.
func (d *Document) record(n *Node) record { return d.records[n.at&^withAttrs:] }

// charsAt returns the text at a place in chars.
func charsAt(chars string, at uint32) string {
	size, shift := uint32(0), 0
	for chars[at] >= 0x80 {
		size |= uint32(chars[at]&0x7f) << shift
		shift += 7
		at++
	}
	size |= uint32(chars[at]) << shift
	return chars[at+1 : at+1+size]
}

// Attr returns the value of the named attribute (lower case) of a node, and whether it is there.
func (d *Document) Attr(id ID, name string) (string, bool) {
	n := &d.Nodes[id]
	if !n.HasAttrs() {
		return "", false
	}
	r := d.record(n)
	for i := range r.attrs() {
		if of, at := r.attr(i); d.names[of] == name {
			return charsAt(d.chars, at), true
		}
	}
	return "", false
}

// DeleteAttrs takes those attributes off a node for which del returns true. It may be
// used only before anything else reads the document.
func (d *Document) DeleteAttrs(id ID, del func(Attr) bool) {
	n := &d.Nodes[id]
	if !n.HasAttrs() {
		return
	}
	r := d.record(n)
	left := record{r.tag(), 0}
	for i := range r.attrs() {
		if name, at := r.attr(i); !del(Attr{d.names[name], charsAt(d.chars, at)}) {
			left = append(left, name, at)
			left[1]++
		}
	}
	switch left.attrs() {
	case r.attrs():
	case 0:
		n.at = left.tag()
	default:
		n.at = uint32(len(d.records)) | withAttrs
		d.records = append(d.records, left...)
	}
}

// FirstChild returns the first child of a node, or None.
func (d *Document) FirstChild(id ID) ID {
	if d.Nodes[id].End > id+1 {
		return id + 1
	}
	return None
}

// Next returns the next sibling of a node, or None.
func (d *Document) Next(id ID) ID {
	n := &d.Nodes[id]
	if n.Parent == None || n.End >= d.Nodes[n.Parent].End {
		return None
	}
	return n.End
}

// HasGrandparent reports whether a node is neither the root nor a child of it.
func (d *Document) HasGrandparent(id ID) bool {
	parent := d.Nodes[id].Parent
	return parent != None && d.Nodes[parent].Parent != None
}

// Contains reports whether b is a or lies in a's subtree.
func (d *Document) Contains(a, b ID) bool { return a <= b && b < d.Nodes[a].End }
