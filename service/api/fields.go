package api

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// fields reads the members of a JSON object by name. A member that is null is
// absent, one that nobody asks for is ignored. The first one that is wrong is
// kept as the problem, and what is read after it means nothing.
type fields struct {
	path    string // of the object, as in "params."; "" for the body
	members map[string]jsontext.Value
	problem *problem
}

// problem holds the first failure of an object and the objects within it.
type problem struct{ first *failure }

// err returns the first failure, or nil.
func (f fields) err() error {
	if f.problem.first == nil {
		return nil
	}
	return f.problem.first
}

// reject notes what is wrong with a member; the message begins with its name.
func (f fields) reject(c code, name, format string, args ...any) {
	if f.problem.first == nil {
		field := f.path + name
		f.problem.first = failField(c, field, field+" "+format, args...)
	}
}

// value returns a member, if it is there and not null.
func (f fields) value(name string) (jsontext.Value, bool) {
	value, ok := f.members[name]
	return value, ok && value.Kind() != 'n'
}

// has reports whether a member is there and not null.
func (f fields) has(name string) bool {
	_, ok := f.value(name)
	return ok
}

// typed returns a member if it is of a kind; another kind is a problem.
func (f fields) typed(name, kind string, kinds ...jsontext.Kind) (jsontext.Value, bool) {
	value, ok := f.value(name)
	if !ok {
		return nil, false
	}
	if slices.Contains(kinds, value.Kind()) {
		return value, true
	}
	f.reject(invalidType, name, "must be %s, not %s.", kind, kindName(value.Kind()))
	return nil, false
}

// text returns a string member, and whether it is there.
func (f fields) text(name string) (string, bool) {
	value, ok := f.typed(name, "a string", '"')
	if !ok {
		return "", false
	}
	// The error says that invalid UTF-8 was replaced, which is what is wanted.
	text, _ := jsontext.AppendUnquote(nil, value)
	return string(text), true
}

// boolean returns a boolean member, false if it is absent.
func (f fields) boolean(name string) bool {
	value, ok := f.typed(name, "true or false", 't', 'f')
	return ok && value.Kind() == 't'
}

// number returns a number from low to high, 0 if it is absent.
func (f fields) number(name string, low, high float64) float64 {
	value, ok := f.typed(name, "a number", '0')
	if !ok {
		return 0
	}
	number, err := strconv.ParseFloat(string(value), 64)
	if err != nil || number < low || number > high {
		plain := func(n float64) string { return strconv.FormatFloat(n, 'f', -1, 64) }
		f.reject(outOfRange, name, "must be from %s to %s; it is %s.", plain(low), plain(high), clip(string(value)))
		return 0
	}
	return number
}

// integer returns a whole number from low to high, or absent if it is.
func (f fields) integer(name string, low, high, absent int64) int64 {
	if !f.has(name) {
		return absent
	}
	number := f.number(name, float64(low), float64(high))
	if number != math.Trunc(number) {
		f.reject(invalidType, name, "must be a whole number; it is %s.", clip(string(f.members[name])))
	}
	return int64(number)
}

// oneOf returns a string member that has one of the given values, the first of
// which is its default.
func (f fields) oneOf(name string, values ...string) string {
	text, ok := f.text(name)
	if !ok {
		return values[0]
	}
	if slices.Contains(values, text) {
		return text
	}
	f.reject(invalidValue, name, "must be %s; it is %s.", alternatives(values), strconv.Quote(clip(text)))
	return values[0]
}

// object returns the members of an object member, none if it is absent, and
// whether it is there.
func (f fields) object(name string) (fields, bool) {
	inner := fields{path: f.path + name + ".", problem: f.problem}
	value, ok := f.typed(name, "an object", '{')
	if !ok {
		return inner, false
	}
	members, err := decodeObject(value)
	if err != nil {
		// The body was read whole before: its parts are valid JSON.
		f.reject(invalidValue, name, "cannot be read.")
	}
	inner.members = members
	return inner, true
}

// kindName names a kind of JSON value.
func kindName(kind jsontext.Kind) string {
	switch kind {
	case 'n':
		return "null"
	case 't', 'f':
		return "a boolean"
	case '"':
		return "a string"
	case '0':
		return "a number"
	case '[':
		return "an array"
	}
	return "an object"
}

// alternatives lists values for a message: "a", "b" or "c".
func alternatives(values []string) string {
	quoted := make([]string, len(values))
	for i, value := range values {
		quoted[i] = strconv.Quote(value)
	}
	last := len(quoted) - 1
	return strings.Join(quoted[:last], ", ") + " or " + quoted[last]
}

// clip shortens a client's value to what a message can show.
func clip(text string) string {
	const shown = 40
	if len(text) <= shown {
		return text
	}
	return strings.ToValidUTF8(text[:shown], "") + "…"
}
