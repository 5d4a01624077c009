package table

import (
	"bytes"
	"strconv"

	"assay/ui/cells"
	"assay/ui/jsondoc"
	"assay/ui/rows"
)

// cellText is what one cell shows: a scalar bare, what is nested in a few signs.
type cellText struct {
	text rows.Text
	buf  []byte
}

// cellBytes is how much of a value is looked at: more than any column is wide.
const cellBytes = 1024

// safe takes text as it is, or as the content of a JSON string.
func (c *cellText) safe(source []byte, escaped bool) {
	form := rows.Plain
	if escaped {
		form = rows.JSONString
	}
	c.text.Safe(source, 0, cellBytes, form)
}

// set takes the value of a node.
func (c *cellText) set(doc *jsondoc.Document, n int) {
	switch doc.Kind(n) {
	case jsondoc.String:
		raw := doc.Raw(n)
		c.safe(raw[1:len(raw)-1], true)
	case jsondoc.Array, jsondoc.Object:
		c.safe(c.compact(doc, n), false)
	default:
		c.safe(doc.Raw(n), false)
	}
}

// compact writes what is nested: short plain values of a list one after the other,
// else how much there is.
func (c *cellText) compact(doc *jsondoc.Document, n int) []byte {
	b := c.buf[:0]
	defer func() { c.buf = b }()
	list := doc.Kind(n) == jsondoc.Array
	if list {
		plain := true
		left := 8
		for at := n + 1; at < doc.End(n) && left > 0; at = doc.End(at) {
			if kind := doc.Kind(at); kind == jsondoc.Array || kind == jsondoc.Object {
				plain = false
				break
			}
			left--
		}
		if !doc.HasChildren(n) {
			return append(b, "[]"...)
		}
		if !plain {
			return append(append(append(b, '['), strconv.Itoa(doc.Count(n))...), ']')
		}
		for at := n + 1; at < doc.End(n) && len(b) < widest*4; at = doc.End(at) {
			if len(b) > 0 {
				b = append(b, ", "...)
			}
			b = append(b, bytes.TrimSpace(doc.Text(at))...)
		}
		return b
	}
	b = append(b, '{')
	for at := n + 1; at < doc.End(n) && len(b) < widest*4; at = doc.End(at) {
		if len(b) > 1 {
			b = append(b, ", "...)
		}
		b = append(b, doc.Key(at)...)
		b = append(b, ": "...)
		switch kind := doc.Kind(at); kind {
		case jsondoc.Array:
			b = append(append(append(b, '['), strconv.Itoa(doc.Count(at))...), ']')
		case jsondoc.Object:
			b = append(b, "{}"...)
		default:
			text := doc.Text(at)
			b = append(b, text[:min(len(text), widest)]...)
		}
	}
	return append(b, '}')
}

// width returns the cells of the text, up to a limit.
func (c *cellText) width(limit int) int {
	end, width := c.text.Cut(limit)
	if end < len(c.text.Bytes) {
		return limit
	}
	return width
}

// shorten cuts an address in the middle if it is too wide: its ends tell most.
func (c *cellText) shorten(width int, ellipsis string) {
	b := c.text.Bytes
	if c.text.More || !bytes.HasPrefix(b, []byte("http")) || !bytes.Contains(b, []byte("://")) {
		return
	}
	if end, _ := c.text.Cut(width); end == len(b) {
		return
	}
	c.safe([]byte(cells.CutMiddle(string(b), width, ellipsis)), false)
}
