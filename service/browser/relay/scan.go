package relay

import (
	"bytes"
	"errors"
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

// scan reads the top level of a client's message. Every byte of it is checked, for
// what is inside goes to the browser as it is and must not be read differently
// there; nothing inside is copied.
//
// A message with an id and an error is one that can be answered.
func scan(message []byte) (request, error) {
	var r request
	// A NUL would end the message early for the browser.
	if bytes.IndexByte(message, 0) >= 0 || !utf8.Valid(message) {
		return r, errSyntax
	}
	s := scanner{text: message}
	if !s.byte('{') {
		return r, errSyntax
	}
	shapely := true
	for first := true; !s.byte('}'); first = false {
		if !first && !s.byte(',') {
			return r, errSyntax
		}
		key, ok := s.string()
		if !ok || !s.byte(':') {
			return r, errSyntax
		}
		value, ok := s.value(0)
		if !ok {
			return r, errSyntax
		}
		if !r.set(key, value) {
			shapely = false
		}
	}
	s.space()
	switch {
	case s.failed || s.at != len(message):
		return r, errSyntax
	case !shapely || r.id == nil || r.method == "":
		return r, errShape
	}
	return r, nil
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

// scanner goes over JSON text. After failed nothing matches.
type scanner struct {
	text   []byte
	at     int
	failed bool
}

func (s *scanner) space() {
	for s.at < len(s.text) {
		switch s.text[s.at] {
		case ' ', '\t', '\n', '\r':
			s.at++
		default:
			return
		}
	}
}

// byte skips space and, if it follows, one byte.
func (s *scanner) byte(c byte) bool {
	s.space()
	if s.failed || s.at >= len(s.text) || s.text[s.at] != c {
		return false
	}
	s.at++
	return true
}

// string returns what is between the quotes of a string that follows, as it stands.
func (s *scanner) string() ([]byte, bool) {
	if !s.byte('"') {
		return nil, false
	}
	begin := s.at
	quote := -1 // where the next quote is
	for {
		if quote < s.at {
			next := bytes.IndexByte(s.text[s.at:], '"')
			if next < 0 {
				s.failed = true
				return nil, false
			}
			quote = s.at + next
		}
		escape := bytes.IndexByte(s.text[s.at:quote], '\\')
		if escape < 0 {
			s.at = quote + 1
			return s.text[begin:quote], true
		}
		s.at += escape
		if !s.escape() {
			s.failed = true
			return nil, false
		}
	}
}

// escape skips a character that is written with a backslash. The browser gives no
// answer that could be told apart to a message with one it does not know.
func (s *scanner) escape() bool {
	if s.at+1 >= len(s.text) {
		return false
	}
	switch s.text[s.at+1] {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		s.at += 2
		return true
	case 'u':
		if s.at+6 > len(s.text) {
			return false
		}
		for _, c := range s.text[s.at+2 : s.at+6] {
			hex := 'a' <= c|0x20 && c|0x20 <= 'f' || '0' <= c && c <= '9'
			if !hex {
				return false
			}
		}
		s.at += 6
		return true
	}
	return false
}

// value returns the text of the value that follows.
func (s *scanner) value(depth int) ([]byte, bool) {
	s.space()
	if s.failed || s.at >= len(s.text) || depth > maxDepth {
		s.failed = true
		return nil, false
	}
	begin := s.at
	ok := false
	switch c := s.text[s.at]; {
	case c == '"':
		_, ok = s.string()
	case c == '{':
		ok = s.container(depth, true, '}')
	case c == '[':
		ok = s.container(depth, false, ']')
	default:
		ok = s.word()
	}
	if !ok {
		s.failed = true
		return nil, false
	}
	return s.text[begin:s.at], true
}

// container skips an object, whose values have names, or an array.
func (s *scanner) container(depth int, hasNames bool, end byte) bool {
	s.at++
	if s.byte(end) {
		return true
	}
	for {
		if hasNames {
			if _, ok := s.string(); !ok || !s.byte(':') {
				return false
			}
		}
		if _, ok := s.value(depth + 1); !ok {
			return false
		}
		if s.byte(end) {
			return true
		}
		if !s.byte(',') {
			return false
		}
	}
}

// word skips a number, true, false or null.
func (s *scanner) word() bool {
	begin := s.at
	for s.at < len(s.text) {
		c := s.text[s.at]
		letter := 'a' <= c|0x20 && c|0x20 <= 'z'
		if !letter && (c < '0' || c > '9') && c != '.' && c != '-' && c != '+' {
			break
		}
		s.at++
	}
	text := jsontext.Value(s.text[begin:s.at])
	return text.IsValid() && (text.Kind() != '0' || isFinite(text))
}

// isFinite reports whether a number can be had in 64 bits; the browser leaves a
// message unanswered that has another.
func isFinite(number []byte) bool {
	if len(number) < 300 && !bytes.ContainsAny(number, "eE") {
		return true
	}
	_, err := strconv.ParseFloat(string(number), 64)
	return err == nil
}
