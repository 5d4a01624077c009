package result

import (
	"bytes"
	"encoding/json"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"assay/ui/cells"
	"assay/views/frame"
	"assay/wire"
)

// Sum tells the first list of the data and its length, as "24 products"; of an object
// without one how many of its values were found, as "1 of 2 values"; or nothing. It reads
// the data as far as that list, and belongs in commands.
func Sum(data json.RawMessage) string {
	name, count := firstList(data)
	switch {
	case name == "":
		return sumOfValues(data)
	case count == 1: // a name in the plural reads badly after one
		return "1 in " + cells.Visible(name)
	case count == 0:
		return "no " + cells.Visible(name)
	}
	return cells.Group(int64(count)) + " " + cells.Visible(name)
}

func sumOfValues(data json.RawMessage) string {
	found, all := values(data)
	switch {
	case all == 0:
		return ""
	case found < all:
		return cells.Group(int64(found)) + " of " + frame.Counted(all, "value")
	}
	return frame.Counted(all, "value")
}

// values counts the plain values of an object, and those of them that are not null.
func values(data json.RawMessage) (found, all int) {
	d := decoder(data)
	if d.PeekKind() != '{' {
		return 0, 0
	}
	for {
		token, err := d.ReadToken()
		if err != nil { // at the end
			return found, all
		}
		switch in, read := d.StackIndex(d.StackDepth()); token.Kind() {
		case '{', '}', '[', ']':
		case 'n':
			all++
		default:
			if in != '{' || read%2 == 0 { // no name
				found++
				all++
			}
		}
	}
}

// decoder reads data as it is: it can be large, and nothing of it is kept.
func decoder(data json.RawMessage) *jsontext.Decoder {
	return jsontext.NewDecoder(bytes.NewBuffer(data), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
}

// SumOf tells the Sum of an answer, and what PageNote says of the page.
func SumOf(data json.RawMessage, about wire.Metadata) string {
	return strings.Trim(Sum(data)+", "+PageNote(about.PageStatus, about.PageUnfinished), ", ")
}

// PageNote says why a page may not have what was asked for, or is "": the status that it came
// with, if that is an error's ("page 404 Not Found"), and whether it was read before all of it
// had come. Such pages are read like any other.
func PageNote(status int, unfinished bool) string {
	var notes []string
	if status > 0 {
		notes = append(notes, "page "+wire.StatusText(status))
	}
	if unfinished {
		notes = append(notes, "page not finished")
	}
	return strings.Join(notes, ", ")
}

// firstList returns the name and the length of the first list among the members of the
// data.
func firstList(data json.RawMessage) (string, int) {
	d := decoder(data)
	if token, err := d.ReadToken(); err != nil || token.Kind() != '{' {
		return "", 0
	}
	for d.PeekKind() == '"' {
		token, _ := d.ReadToken() // after an error there is nothing to skip
		name := token.String()
		if d.PeekKind() == '[' {
			if n, err := length(d); err == nil {
				return name, n
			}
			break
		}
		if d.SkipValue() != nil {
			break
		}
	}
	return "", 0
}

// length reads a list and returns how many items it has.
func length(d *jsontext.Decoder) (n int, err error) {
	if _, err := d.ReadToken(); err != nil {
		return 0, err
	}
	for d.PeekKind() != ']' {
		if err := d.SkipValue(); err != nil {
			return 0, err
		}
		n++
	}
	return n, nil
}
