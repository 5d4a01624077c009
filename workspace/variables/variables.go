// Package variables fills in the {{name}} of a text: in addresses, queries and
// prompts.
package variables

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Reference is a {{name}} in a text.
type Reference struct {
	Name       string
	Start, End int // byte offsets, braces included
}

// References returns the references of a text in order. Spaces inside the braces
// do not matter; a name is letters, digits, "_", "-" and ".", and begins with a
// letter or "_". What only looks like a reference is text: the braces of a query
// stand alone or around names that are apart from them by a space.
func References(text string) []Reference {
	var found []Reference
	for at := 0; ; {
		open := strings.Index(text[at:], "{{")
		if open < 0 {
			return found
		}
		open += at
		end := strings.Index(text[open:], "}}")
		if end < 0 {
			return found
		}
		end += open
		if name := strings.Trim(text[open+2:end], " \t"); IsName(name) {
			found = append(found, Reference{name, open, end + 2})
			at = end + 2
		} else {
			at = open + 1
		}
	}
}

// IsName reports whether name can name a variable.
func IsName(name string) bool {
	for i, r := range name {
		switch {
		case r == '_', 'a' <= r && r <= 'z', 'A' <= r && r <= 'Z':
		case i > 0 && ('0' <= r && r <= '9' || r == '-' || r == '.'):
		default:
			return false
		}
	}
	return name != ""
}

// Undefined is a reference to a variable that has no value.
type Undefined struct {
	Name        string
	Row, Column int // of the reference, from 1, in lines and characters
}

// Error says where it is.
func (u *Undefined) Error() string {
	return fmt.Sprintf("the variable {{%s}} is not defined", u.Name)
}

// Expand returns the text with the values in the place of the references. Values
// are not expanded again. The error is the first *Undefined.
func Expand(text string, values map[string]string) (string, error) {
	references := References(text)
	if len(references) == 0 {
		return text, nil
	}
	var b strings.Builder
	last := 0
	for _, r := range references {
		value, ok := values[r.Name]
		if !ok {
			before := text[:r.Start]
			return "", &Undefined{
				Name: r.Name, Row: strings.Count(before, "\n") + 1,
				Column: utf8.RuneCountInString(before[strings.LastIndexByte(before, '\n')+1:]) + 1,
			}
		}
		b.WriteString(text[last:r.Start])
		b.WriteString(value)
		last = r.End
	}
	b.WriteString(text[last:])
	return b.String(), nil
}
