package relay

import (
	"bytes"
	"errors"
	"io"
	"strconv"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// request is a client's message. Its parts are slices of the message.
type request struct {
	id      []byte // an integer
	method  string
	session string // "" for the browser
	params  []byte // an object; nil if there are none
}

const (
	// maxDepth bounds how deep a message nests. Chromium's own limit is 300.
	maxDepth = 300

	// maxName bounds the names of methods and sessions; Chromium's are shorter.
	maxName = 128
)

// Errors of messages that are not passed on.
var (
	errSyntax = errors.New("Message must be a valid JSON")
	errShape  = errors.New("Message must have an integer 'id', a string 'method' and, if any, an object 'params' and a string 'sessionId', each once, named without escapes, and nothing else")
)

// scan reads the top level of a client's message. Every token of it is checked, for
// what is inside goes to the browser as it is and must not be read differently
// there; nothing inside is copied.
//
// A message with an id and an error is one that can be answered.
func scan(message []byte) (request, error) {
	var r request
	// A NUL would end the message early for the browser. Its strings may hold half of a
	// surrogate pair, as those of JavaScript may.
	if bytes.IndexByte(message, 0) >= 0 || !utf8.Valid(message) {
		return r, errSyntax
	}
	in := jsontext.NewDecoder(bytes.NewBuffer(message), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	if begin, err := in.ReadToken(); err != nil || begin.Kind() != '{' {
		return r, errSyntax
	}
	shapely := true
	for in.PeekKind() == '"' {
		key, err := skip(in, message)
		if err != nil {
			return r, err
		}
		value, err := skip(in, message)
		if err != nil {
			return r, err
		}
		shapely = r.set(key[1:len(key)-1], value) && shapely
	}
	if _, err := in.ReadToken(); err != nil {
		return r, errSyntax
	}
	if _, err := in.ReadToken(); err != io.EOF {
		return r, errSyntax
	}
	if !shapely || r.id == nil || r.method == "" {
		return r, errShape
	}
	return r, nil
}

// skip reads a name or a value and returns its text in the message.
func skip(in *jsontext.Decoder, message []byte) ([]byte, error) {
	begin, depth := in.InputOffset(), in.StackDepth()
	for {
		token, err := in.ReadToken()
		if err != nil || in.StackDepth() > depth+maxDepth || token.Kind() == '0' && !isFinite(token.String()) {
			return nil, errSyntax
		}
		if in.StackDepth() == depth {
			return bytes.TrimLeft(message[begin:in.InputOffset()], " \t\r\n:,"), nil
		}
	}
}

// set keeps a member of the message and reports whether it is one that may be there.
func (r *request) set(key, value []byte) bool {
	switch string(key) {
	case "id":
		if r.id != nil || !isInteger(value) {
			return false
		}
		r.id = value
	case "method":
		if r.method != "" || !isPlain(value) {
			return false
		}
		r.method = string(value[1 : len(value)-1])
	case "sessionId":
		if string(value) == "null" || string(value) == `""` {
			return true
		}
		if r.session != "" || !isPlain(value) {
			return false
		}
		r.session = string(value[1 : len(value)-1])
	case "params":
		if string(value) == "null" && r.params == nil {
			return true
		}
		if r.params != nil || value[0] != '{' {
			return false
		}
		r.params = value
	default:
		return false
	}
	return true
}

func isInteger(value []byte) bool {
	_, err := strconv.ParseInt(string(value), 10, 64)
	return err == nil && len(value) <= 16
}

// isPlain reports whether a value is a name: a string of letters, digits, dots, dashes
// and underscores.
func isPlain(value []byte) bool {
	const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_"
	return len(value) > 2 && len(value) <= maxName+2 && value[0] == '"' && len(bytes.Trim(value[1:len(value)-1], letters)) == 0
}

// isFinite reports whether a number can be had in 64 bits; the browser leaves a
// message unanswered that has another.
func isFinite(number string) bool {
	_, err := strconv.ParseFloat(number, 64)
	return err == nil
}
