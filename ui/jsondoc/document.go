// Package jsondoc holds a JSON document as viewers need it: the bytes as they
// came and a flat index of the nodes in them, sixteen bytes a node, from which any
// row, path or value is found without decoding the rest. It searches documents of a
// hundred megabytes in a fraction of a second.
package jsondoc

import (
	"bytes"
	"encoding/json"
	"sort"
	"unicode/utf8"
)

// Kind is the type of a JSON value.
type Kind uint8

// The kinds of values.
const (
	Null Kind = iota
	Bool
	Number
	String
	Array
	Object
)

// String returns the kind in words.
func (k Kind) String() string {
	return [...]string{"null", "boolean", "number", "string", "list", "object"}[k]
}

// node is one value. Nodes are numbered in the order of the text, so that a node's
// descendants are those from its number + 1 up to its end.
type node struct {
	pos    uint32 // offset of the key, if there is one, else of the value
	end    uint32 // the node after the last descendant
	parent uint32
	ord    uint32 // place among the parent's children
}

// Document is indexed JSON. It never changes and may be read by many goroutines.
//
// Node 0 is the list of the documents in the data and is not part of the text; with
// one document, as is usual, that document is node 1 and Root.
type Document struct {
	data       []byte
	nodes      []node
	containers Set // objects and lists that are not empty, and node 0
	levels     levels
	many       bool
}

// Data returns the bytes the document was made from.
func (d *Document) Data() []byte { return d.data }

// Len returns the number of nodes, node 0 included.
func (d *Document) Len() int { return len(d.nodes) }

// Many reports whether the data holds several documents one after the other.
func (d *Document) Many() bool { return d.many }

// Root returns the node everything else is in: the document, or the list of them.
func (d *Document) Root() int {
	if d.many {
		return 0
	}
	return 1
}

// Containers returns the set of nodes that have children. It must not be changed.
func (d *Document) Containers() *Set { return &d.containers }

// HasChildren reports whether n is an object or a list that is not empty.
func (d *Document) HasChildren(n int) bool { return int(d.nodes[n].end) > n+1 }

// End returns the node after the last descendant of n; descendants are numbered
// from n+1. A sibling follows there unless n is its parent's last child.
func (d *Document) End(n int) int { return int(d.nodes[n].end) }

// Parent returns the node that n is in; that of node 0 is 0.
func (d *Document) Parent(n int) int { return int(d.nodes[n].parent) }

// Place returns the number of n among its parent's children, from 0.
func (d *Document) Place(n int) int { return int(d.nodes[n].ord) }

// IsLast reports whether n is the last child of its parent.
func (d *Document) IsLast(n int) bool { return d.nodes[n].end == d.nodes[d.nodes[n].parent].end }

// Depth returns how many nodes n is in, node 0 not counted if it is not Root.
func (d *Document) Depth(n int) int {
	depth := 0
	for root := d.Root(); n > root; n = int(d.nodes[n].parent) {
		depth++
	}
	return depth
}

// Count returns the number of children of n.
func (d *Document) Count(n int) int {
	if !d.HasChildren(n) {
		return 0
	}
	last := d.nodes[d.nodes[n].end-1]
	for int(last.parent) != n {
		last = d.nodes[last.parent]
	}
	return int(last.ord) + 1
}

// Child returns the child of n at a place, or -1. Of children that are deeper than the
// outer levels it takes time in proportion to the place.
func (d *Document) Child(n, place int) int {
	if place < 0 || place >= d.Count(n) {
		return -1
	}
	if outer := d.Outer(d.Depth(n + 1)); outer != nil {
		return outer.Select(outer.Rank(n+1) + place)
	}
	c := n + 1
	for range place {
		c = d.End(c)
	}
	return c
}

// IsMember reports whether n is a member of an object and so has a key.
func (d *Document) IsMember(n int) bool {
	parent := int(d.nodes[n].parent)
	return n > 0 && parent > 0 && d.data[d.valueOf(parent)] == '{'
}

// valueOf returns the offset of the value of a node known to be an object or list:
// if a quote is found there it can only be the key's.
func (d *Document) valueOf(container int) int {
	at := int(d.nodes[container].pos)
	if d.data[at] == '"' {
		return d.afterKey(at)
	}
	return at
}

// afterKey returns the offset of the value whose key starts at a given offset.
func (d *Document) afterKey(at int) int {
	at, _ = scanString(d.data, at+1)
	for d.data[at] != ':' {
		at++
	}
	at++
	for isSpace(d.data[at]) {
		at++
	}
	return at
}

// ValueOffset returns where the value of n starts in the data.
func (d *Document) ValueOffset(n int) int {
	switch {
	case n == 0:
		return 0
	case d.HasChildren(n):
		return d.valueOf(n)
	case d.IsMember(n):
		return d.afterKey(int(d.nodes[n].pos))
	}
	return int(d.nodes[n].pos)
}

// Kind returns the type of n's value.
func (d *Document) Kind(n int) Kind {
	if n == 0 {
		return Array
	}
	switch d.data[d.ValueOffset(n)] {
	case '{':
		return Object
	case '[':
		return Array
	case '"':
		return String
	case 't', 'f':
		return Bool
	case 'n':
		return Null
	}
	return Number
}

// RawKey returns the key of n as it is written, without the quotes; ok is false for
// a node that has none.
func (d *Document) RawKey(n int) (key []byte, ok bool) {
	if !d.IsMember(n) {
		return nil, false
	}
	at := int(d.nodes[n].pos) + 1
	end, _ := scanString(d.data, at)
	return d.data[at : end-1], true
}

// Key returns the key of n, or "" if it has none.
func (d *Document) Key(n int) string {
	raw, _ := d.RawKey(n)
	return string(Decode(nil, raw))
}

// Raw returns the value of n as it is written, with all that is in it.
func (d *Document) Raw(n int) []byte {
	if n == 0 {
		return d.data
	}
	at := d.ValueOffset(n)
	switch d.data[at] {
	case '{', '[':
		return d.data[at:d.closeOf(n, at)]
	case '"':
		end, _ := scanString(d.data, at+1)
		return d.data[at:end]
	}
	end := at
	for end < len(d.data) && isWord(d.data[end]) {
		end++
	}
	return d.data[at:end]
}

func isWord(c byte) bool {
	return isDigit(c) || 'a' <= c && c <= 'z' || c == '-' || c == '+' || c == '.' || c == 'E'
}

// closeOf returns the offset after the closing bracket of the container n, which
// opens at a given offset: after its last descendant come only the brackets of the
// containers that end there, innermost first.
func (d *Document) closeOf(n, at int) int {
	last := int(d.nodes[n].end) - 1
	if last == n { // empty
		return at + bytes.IndexByte(d.data[at:], d.data[at]+2) + 1
	}
	offset := d.ValueOffset(last)
	offset += len(d.Raw(last))
	for inner := last; inner != n; inner = int(d.nodes[inner].parent) {
		for d.data[offset] != ']' && d.data[offset] != '}' {
			offset++
		}
		offset++
	}
	return offset
}

// Text returns the value of n as text: a string decoded, anything else as written.
func (d *Document) Text(n int) []byte {
	raw := d.Raw(n)
	if d.Kind(n) == String {
		return Decode(nil, raw[1:len(raw)-1])
	}
	return raw
}

// Indented returns the value of n as JSON on indented lines, in the order it was
// written.
func (d *Document) Indented(n int) []byte {
	if n == 0 {
		var out bytes.Buffer
		for c := 1; c < len(d.nodes); c = int(d.nodes[c].end) {
			out.Write(d.Indented(c))
			out.WriteByte('\n')
		}
		return out.Bytes()
	}
	raw := d.Raw(n)
	var out bytes.Buffer
	if err := json.Indent(&out, raw, "", "  "); err != nil {
		return raw // deeper than encoding/json goes
	}
	return out.Bytes()
}

// at returns the node whose key or value covers an offset of the data; it is known
// to be at least from and below to.
func (d *Document) at(offset, from, to int) int {
	found := sort.Search(to-from, func(i int) bool { return int(d.nodes[from+i].pos) > offset })
	return max(0, from+found-1)
}

// Decode appends the text of a string's content as written in JSON to dst. Like
// encoding/json it makes U+FFFD of lone surrogates; other bytes stay as they are.
func Decode(dst, raw []byte) []byte {
	for {
		i := bytes.IndexByte(raw, '\\')
		if i < 0 {
			return append(dst, raw...)
		}
		dst = append(dst, raw[:i]...)
		r, n := DecodeEscape(raw[i:])
		dst = utf8.AppendRune(dst, r)
		raw = raw[i+n:]
	}
}

// DecodeEscape returns the character of the escape that raw starts with, and the
// escape's length. A surrogate pair counts as one escape; a lone surrogate gives
// utf8.RuneError.
func DecodeEscape(raw []byte) (r rune, n int) {
	switch raw[1] {
	case 'b':
		return '\b', 2
	case 'f':
		return '\f', 2
	case 'n':
		return '\n', 2
	case 'r':
		return '\r', 2
	case 't':
		return '\t', 2
	case 'u':
		r = hex4(raw[2:6])
		if r < 0xd800 || r > 0xdfff {
			return r, 6
		}
		if r < 0xdc00 && len(raw) >= 12 && raw[6] == '\\' && raw[7] == 'u' {
			if low := hex4(raw[8:12]); low >= 0xdc00 && low <= 0xdfff {
				return (r-0xd800)<<10 + (low - 0xdc00) + 0x10000, 12
			}
		}
		return utf8.RuneError, 6
	}
	return rune(raw[1]), 2
}

func hex4(digits []byte) rune {
	var r rune
	for _, c := range digits {
		switch {
		case isDigit(c):
			c -= '0'
		default:
			c = c | 0x20 - 'a' + 10
		}
		r = r<<4 | rune(c)
	}
	return r
}
