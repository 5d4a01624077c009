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
	"slices"
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

	names []string // of elements and attributes
	attrs []attr   // those of each element side by side
	chars string   // every text and every attribute's value
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
// 24 bytes.
type Node struct {
	Kind   Kind
	Role   Role
	Level  uint8 // of a Heading, 1–6
	Hidden bool  // not shown: display none, hidden attribute, inside head or template
	Parent ID    // None for the root
	End    ID    // one past the last node of this subtree: descendants are ID+1 … End-1

	name  uint32 // of an element: its tag, in names
	start uint32 // of an element: its first attribute, in attrs; of a text: its first byte, in chars
	count uint32 // how many attributes or bytes it has
}

// attr is an attribute as a Document keeps it.
type attr struct {
	name        uint32 // in names
	start, size uint32 // in chars
}

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
	if n.Kind != Element {
		return ""
	}
	return d.names[n.name]
}

// Chars returns the text of a Text node as the source has it, white space not
// collapsed, or "" for an element.
func (d *Document) Chars(id ID) string {
	n := &d.Nodes[id]
	if n.Kind != Text {
		return ""
	}
	return d.chars[n.start : n.start+n.count]
}

// HasAttrs reports whether a node has attributes.
func (n *Node) HasAttrs() bool { return n.Kind == Element && n.count > 0 }

// Attrs returns the attributes of a node in the order of the source.
func (d *Document) Attrs(id ID) iter.Seq[Attr] {
	return func(yield func(Attr) bool) {
		for _, a := range d.attrsOf(id) {
			if !yield(Attr{d.names[a.name], d.chars[a.start : a.start+a.size]}) {
				return
			}
		}
	}
}

func (d *Document) attrsOf(id ID) []attr {
	n := &d.Nodes[id]
	if n.Kind != Element {
		return nil
	}
	return d.attrs[n.start : n.start+n.count]
}

// Attr returns the value of the named attribute (lower case) of a node, and whether it is there.
func (d *Document) Attr(id ID, name string) (string, bool) {
	for _, a := range d.attrsOf(id) {
		if d.names[a.name] == name {
			return d.chars[a.start : a.start+a.size], true
		}
	}
	return "", false
}

// DeleteAttrs takes those attributes off a node for which del returns true. It may be
// used only before anything else reads the document.
func (d *Document) DeleteAttrs(id ID, del func(Attr) bool) {
	attrs := d.attrsOf(id)
	left := slices.DeleteFunc(attrs, func(a attr) bool {
		return del(Attr{d.names[a.name], d.chars[a.start : a.start+a.size]})
	})
	if len(left) < len(attrs) {
		d.Nodes[id].count = uint32(len(left))
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
