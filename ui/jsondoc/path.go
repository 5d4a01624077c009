package jsondoc

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// up returns n and what it is in, outermost first, without Root.
func (d *Document) up(n int) []int {
	var chain []int
	for root := d.Root(); n > root; n = int(d.nodes[n].parent) {
		chain = append(chain, n)
	}
	slices.Reverse(chain)
	return chain
}

// Path returns the path to n as jq writes it: .products[0].name. With several
// documents it is the path in the list that jq --slurp makes of them.
func (d *Document) Path(n int) string {
	var b strings.Builder
	for i, step := range d.up(n) {
		switch {
		case !d.IsMember(step):
			if i == 0 {
				b.WriteByte('.')
			}
			writeIndex(&b, d.Place(step))
		case isPlainKey(d.Key(step)):
			b.WriteByte('.')
			b.WriteString(d.Key(step))
		default:
			if i == 0 {
				b.WriteByte('.')
			}
			writeQuoted(&b, d.Key(step))
		}
	}
	if b.Len() == 0 {
		return "."
	}
	return b.String()
}

// Label returns what stands before a value: its key, or its place in a list. Root has
// none.
func (d *Document) Label(n int) string {
	switch {
	case n == d.Root():
		return ""
	case d.IsMember(n):
		return d.Key(n)
	}
	return strconv.Itoa(d.Place(n))
}

// Pointer returns the path to n as a JSON Pointer (RFC 6901); that of Root is "".
func (d *Document) Pointer(n int) string {
	var b strings.Builder
	for _, step := range d.up(n) {
		b.WriteByte('/')
		if d.IsMember(step) {
			pointerEscapes.WriteString(&b, d.Key(step))
		} else {
			b.WriteString(strconv.Itoa(d.Place(step)))
		}
	}
	return b.String()
}

var pointerEscapes = strings.NewReplacer("~", "~0", "/", "~1")

// Find returns the node a JSON Pointer leads to. If there is no such node it
// returns the last node of the path that is there, and false.
func (d *Document) Find(pointer string) (n int, found bool) {
	n = d.Root()
	if pointer == "" {
		return n, true
	}
	for step := range strings.SplitSeq(strings.TrimPrefix(pointer, "/"), "/") {
		child := -1
		if d.Kind(n) == Object {
			child = d.Member(n, strings.ReplaceAll(strings.ReplaceAll(step, "~1", "/"), "~0", "~"))
		} else if place, err := strconv.Atoi(step); err == nil && place >= 0 {
			child = d.Child(n, place)
		}
		if child < 0 {
			return n, false
		}
		n = child
	}
	return n, true
}

// Member returns the first child of the object n with a key, or -1.
func (d *Document) Member(n int, key string) int {
	for c := n + 1; c < int(d.nodes[n].end); c = int(d.nodes[c].end) {
		at := int(d.nodes[c].pos) + 1
		end, _ := scanString(d.data, at)
		raw := d.data[at : end-1]
		if string(raw) == key && bytes.IndexByte(raw, '\\') < 0 {
			return c
		}
		if bytes.IndexByte(raw, '\\') >= 0 && string(Decode(nil, raw)) == key {
			return c
		}
	}
	return -1
}

func writeIndex(b *strings.Builder, place int) {
	b.WriteByte('[')
	b.WriteString(strconv.Itoa(place))
	b.WriteByte(']')
}

func writeQuoted(b *strings.Builder, key string) {
	quoted, _ := jsontext.AppendQuote(nil, key) // what is no UTF-8 is replaced
	b.WriteByte('[')
	b.Write(quoted)
	b.WriteByte(']')
}

// isPlainKey reports whether jq takes the key after a dot without quotes in every
// version in use: older ones do not take its own words.
func isPlainKey(key string) bool {
	if key == "" || isDigit(key[0]) {
		return false
	}
	for i := range len(key) {
		if c := key[i]; c != '_' && !isDigit(c) && !('a' <= c|0x20 && c|0x20 <= 'z') {
			return false
		}
	}
	return !slices.Contains(jqWords, key)
}

var jqWords = []string{
	"__loc__", "and", "as", "catch", "def", "elif", "else", "end", "foreach", "if",
	"import", "include", "label", "or", "reduce", "then", "try",
}
