package result

import (
	"bytes"
	"encoding/json"
	"strings"

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
	if trimmed := bytes.TrimLeft(data, " \t\r\n"); len(trimmed) == 0 || trimmed[0] != '{' {
		return 0, 0
	}
	for i := 0; i < len(data); i++ {
		switch c := data[i]; c {
		case ' ', '\t', '\r', '\n', ':', ',', '{', '}', '[', ']':
			continue
		case '"':
			i = stringEnd(data, i)
			rest := bytes.TrimLeft(data[i:], " \t\r\n")
			i--
			if len(rest) > 0 && rest[0] == ':' {
				continue // a name
			}
			found++
		default:
			if c != 'n' {
				found++
			}
			if end := bytes.IndexAny(data[i:], ",]} \t\r\n"); end > 0 {
				i += end - 1
			}
		}
		all++
	}
	return found, all
}

// SumOf tells the Sum of an answer, and the status of the page if it is an error's: such
// a page is read like any other, and seldom has what was asked for.
func SumOf(response *wire.QueryResponse) string {
	return SumOfPage(response.Data, response.Metadata.PageStatus)
}

// SumOfPage is SumOf for data of a page that came with an error's status, or 0.
func SumOfPage(data json.RawMessage, status int) string {
	sum := Sum(data)
	if status > 0 {
		sum = strings.TrimPrefix(sum+", "+PageStatus(status), ", ")
	}
	return sum
}

// PageStatus tells the status that a page came with: "page 404 Not Found".
func PageStatus(status int) string {
	return "page " + wire.StatusText(status)
}

// firstList returns the name and the length of the first list among the members of the
// data. It goes over the bytes alone, which are valid JSON: the data can be large, and
// nothing of it is kept.
func firstList(data json.RawMessage) (string, int) {
	const members, items = 1, 2 // the depths at which the data's and the list's are
	var key json.RawMessage     // of the member that is read
	depth, commas := 0, 0
	atKey, inList, empty := true, false, false
	for i := 0; i < len(data); i++ {
		switch data[i] {
		case ' ', '\t', '\r', '\n', ':':
			continue
		case '"':
			end := stringEnd(data, i)
			if depth == members && atKey {
				key, atKey = data[i:end], false
			}
			i = end - 1
		case '[', '{':
			if depth == 0 && data[i] == '[' {
				return "", 0
			}
			inList = inList || depth == members && data[i] == '['
			depth++
			if depth == items {
				commas, empty = 0, true
				continue
			}
		case ',':
			if depth == members {
				atKey = true
			} else if depth == items {
				commas++
			}
		case ']', '}':
			depth--
			if depth != members || !inList {
				break
			}
			var name string
			if json.Unmarshal(key, &name) != nil || empty {
				return name, 0
			}
			return name, commas + 1
		}
		empty = false
	}
	return "", 0
}

// stringEnd returns where the string that starts at data[start] ends.
func stringEnd(data []byte, start int) int {
	for i := start + 1; i < len(data); i++ {
		next := bytes.IndexByte(data[i:], '"')
		if next < 0 {
			break
		}
		i += next
		escapes := 0
		for data[i-1-escapes] == '\\' {
			escapes++
		}
		if escapes%2 == 0 {
			return i + 1
		}
	}
	return len(data)
}
