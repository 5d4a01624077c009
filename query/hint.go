package query

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// String gives the word by which a description names the type, "" for Untyped.
func (t Type) String() string {
	switch t {
	case String:
		return "string"
	case Integer:
		return "integer"
	case Number:
		return "number"
	case Boolean:
		return "boolean"
	case Date:
		return "date"
	case DateTime:
		return "datetime"
	case URL:
		return "url"
	case Email:
		return "email"
	case Phone:
		return "phone"
	case Price:
		return "price"
	case Percent:
		return "percent"
	}
	return ""
}

var typeNames = [...]string{"integer", "number", "float", "decimal", "boolean", "string", "date", "datetime",
	"url", "email", "phone", "price", "currency", "percent"}

// TypeNames returns the words that name types, for completion.
func TypeNames() []string { return typeNames[:] }

// ParseHint reads a description. A word such as "date" names the type only where
// it cannot be part of a phrase:
//
//   - as an item of its own among items separated by commas, semicolons, colons
//     or dashes: "integer", "integer, minutes", "in euros; number",
//     "boolean: whether it can be bought"; "a", "an", "as" and "type" before it
//     and "value" or "only" after it do not matter;
//   - at the end of an item, after "as": "the price as a number";
//   - at the start of the first item, before a parenthesis, "or", "between",
//     "per", "excluding", "including", "without", or "in" with a unit: "price in
//     euros", "date (as printed)", "integer between 1 and 5", but not "number in
//     the corner" nor "number of the invoice".
//
// The first item that names a type counts. Case does not matter. Everything else
// is Words.
func ParseHint(description string) Hint {
	hint, _ := readHint(description)
	return hint
}

// misspelling is a word that stands where a type would, and nearly is one.
type misspelling struct {
	start, end int    // byte offsets in the description
	meant      string // "" if there is none
}

func readHint(description string) (Hint, misspelling) {
	var (
		near  misspelling
		space [16]word
	)
	for start, first := 0, true; start <= len(description); first = false {
		end, next := itemEnd(description, start)
		if end-start <= maxItem {
			words := appendWords(space[:0], description[start:end], start)
			if t, from, to := typePhrase(words, first, &near); t != Untyped {
				return Hint{t, without(description, from, to)}, misspelling{}
			}
		}
		start = next
	}
	return Hint{Words: strings.TrimSpace(description)}, near
}

// word is a word of a description: where it is, and in lower case.
type word struct {
	start, end int
	text       string
}

// maxItem is the length, in bytes, above which an item is prose and not searched
// for a type.
const maxItem = 400

// appendWords splits s, which begins at the given offset, into words. An opening
// parenthesis begins a word.
func appendWords(words []word, s string, offset int) []word {
	start := -1
	for i, r := range s {
		space := unicode.IsSpace(r)
		if start >= 0 && (space || r == '(') {
			words = append(words, word{offset + start, offset + i, strings.ToLower(s[start:i])})
			start = -1
		}
		if start < 0 && !space {
			start = i
		}
	}
	if start >= 0 {
		words = append(words, word{offset + start, offset + len(s), strings.ToLower(s[start:])})
	}
	return words
}

// itemEnd returns where the item at start ends and where the next one begins;
// that is beyond the end of s after the last.
func itemEnd(s string, start int) (end, next int) {
	depth := 0
	for i := start; i < len(s); i++ {
		switch c := s[i]; {
		case c == '(':
			depth++
		case c == ')':
			depth--
		case depth > 0:
		case c == ';', c == ',' && !(i > start && isDigit(s[i-1]) && i+1 < len(s) && isDigit(s[i+1])):
			return i, i + 1
		case c == ':' && (i+1 == len(s) || s[i+1] == ' '):
			return i, i + 1
		case c == ' ':
			for _, dash := range [...]string{" - ", " – ", " — "} {
				if strings.HasPrefix(s[i:], dash) {
					return i, i + len(dash)
				}
			}
		}
	}
	return len(s), len(s) + 1
}

// typePhrase finds the type that an item names and the span of the words that
// name it. In near it notes the first word that stands there but is none.
func typePhrase(words []word, first bool, near *misspelling) (t Type, from, to int) {
	if len(words) == 0 {
		return Untyped, 0, 0
	}
	whole := trimFiller(words)
	if t := typeOf(whole); t != Untyped {
		return t, words[0].start, words[len(words)-1].end
	}
	if len(whole) == 1 {
		near.note(whole[0])
	}
	for i := len(words) - 2; i > 0; i-- {
		if words[i].text != "as" {
			continue
		}
		tail := trimFiller(words[i:])
		if t := typeOf(tail); t != Untyped {
			return t, words[i].start, words[len(words)-1].end
		}
		if len(tail) == 1 {
			near.note(tail[0])
		}
		break
	}
	if !first {
		return Untyped, 0, 0
	}
	head := words
	for len(head) > 0 && isFiller(head[0].text) {
		head = head[1:]
	}
	for n := min(3, len(head)-1); n > 0; n-- {
		if !qualifies(head[n:]) {
			continue
		}
		if t := typeOf(head[:n]); t != Untyped {
			return t, words[0].start, head[n-1].end
		}
	}
	return Untyped, 0, 0
}

// trimFiller leaves out words that may stand around the name of a type.
func trimFiller(words []word) []word {
	for len(words) > 1 && isFiller(words[0].text) {
		words = words[1:]
	}
	for len(words) > 1 && (words[len(words)-1].text == "value" || words[len(words)-1].text == "only") {
		words = words[:len(words)-1]
	}
	return words
}

func isFiller(word string) bool {
	switch word {
	case "as", "a", "an", "the", "type":
		return true
	}
	return false
}

// qualifies reports whether rest, which follows the name of a type, says more of
// the values rather than turning the name into the head of a phrase.
func qualifies(rest []word) bool {
	switch rest[0].text {
	case "or", "between", "per", "excluding", "including", "without":
		return true
	case "in":
		if len(rest) == 1 {
			return false
		}
		switch rest[1].text {
		case "the", "a", "an", "this", "that", "its", "their", "each", "every":
			return false // a place, not a unit
		}
		return true
	}
	return strings.HasPrefix(rest[0].text, "(")
}

// typeOf returns the type that words name, all of them together.
func typeOf(words []word) Type {
	if len(words) > 3 {
		return Untyped
	}
	name := words[0].text
	for _, w := range words[1:] {
		name += " " + w.text
	}
	switch name {
	case "integer", "integers", "int", "whole number", "whole numbers":
		return Integer
	case "number", "numbers", "float", "floats", "decimal", "decimals", "double", "numeric", "decimal number", "floating point number":
		return Number
	case "boolean", "booleans", "bool", "true/false", "yes/no", "true or false", "yes or no":
		return Boolean
	case "string", "strings", "str", "text":
		return String
	case "date", "dates", "iso date", "iso 8601 date", "iso 8601", "yyyy-mm-dd":
		return Date
	case "datetime", "datetimes", "date-time", "timestamp", "timestamps", "date and time", "iso datetime", "iso 8601 datetime":
		return DateTime
	case "url", "urls", "uri", "uris", "link", "links", "href":
		return URL
	case "email", "emails", "e-mail", "e-mails", "email address", "email addresses", "e-mail address":
		return Email
	case "phone", "phones", "phone number", "phone numbers", "telephone", "telephone number":
		return Phone
	case "price", "prices", "currency", "money":
		return Price
	case "percent", "percentage", "percentages", "%":
		return Percent
	}
	return Untyped
}

// without returns s without s[from:to] and the separators around it.
func without(s string, from, to int) string {
	const separators = " \t,;:-–—"
	before := strings.TrimRight(strings.TrimSpace(s[:from]), separators)
	after := strings.TrimLeft(strings.TrimSpace(s[to:]), separators)
	if before == "" || after == "" {
		return before + after
	}
	if spaced := strings.TrimLeft(s[to:], " \t"); spaced == after {
		return before + " " + after
	}
	return before + ", " + after
}

// note remembers w if it nearly names a type and is the first that does.
func (m *misspelling) note(w word) {
	if m.meant != "" {
		return
	}
	for _, name := range typeNames {
		if resembles(w.text, name) {
			*m = misspelling{w.start, w.end, name}
			return
		}
	}
}

// resembles reports whether w is one slip of the keyboard from name: a character
// missing, doubled or swapped with the next. A wrong character counts in longer
// words only, since short ones become other words by it (data, rate, test).
func resembles(w, name string) bool {
	if len(w) < 3 || w == name || w[0] != name[0] && !swapped(w, name, 0) || utf8.RuneCountInString(w) != len(w) {
		return false
	}
	i := 0
	for i < len(w) && i < len(name) && w[i] == name[i] {
		i++
	}
	switch len(w) - len(name) {
	case -1:
		return len(name) > 4 && w[i:] == name[i+1:]
	case 1:
		return w[i+1:] == name[i:] && len(name) > 3
	case 0:
		return swapped(w, name, i) || len(name) > 5 && w[i+1:] == name[i+1:]
	}
	return false
}

// swapped reports whether w is name with the characters at i and i+1 swapped.
func swapped(w, name string, i int) bool {
	return len(w) == len(name) && i+1 < len(w) &&
		w[i] == name[i+1] && w[i+1] == name[i] && w[i+2:] == name[i+2:] && w[:i] == name[:i]
}
