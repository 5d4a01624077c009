package jsondoc

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"math/bits"
	"sync/atomic"
	"unicode/utf8"
)

// Options say what Index accepts and whom it tells.
type Options struct {
	// Many accepts any number of documents one after the other, as in NDJSON. If
	// there are several they become the elements of one list.
	Many bool
	// Progress, if not nil, is set to the number of bytes read so far.
	Progress *atomic.Int64
}

// SyntaxError says where bytes stop being JSON.
type SyntaxError struct {
	Offset       int64 // in bytes, from 0
	Line, Column int   // from 1; the column counts characters
	Problem      string
}

func (e *SyntaxError) Error() string {
	return fmt.Sprintf("line %d, column %d: %s", e.Line, e.Column, e.Problem)
}

// Index reads data once, checks that it is JSON as encoding/json would (but to any
// depth) and returns it as a Document. The data is kept, not copied, and must not
// change. An error is a *SyntaxError, the context's, or says that data is larger
// than 4 GiB.
func Index(ctx context.Context, data []byte, options Options) (*Document, error) {
	if uint64(len(data)) >= math.MaxUint32 {
		return nil, fmt.Errorf("the document has %d bytes; the viewer takes up to 4 GiB", len(data))
	}
	s := scanner{data: data, options: options}
	s.nodes = make([]node, 1, estimate(data))
	if err := s.run(ctx); err != nil {
		return nil, err
	}
	doc := &Document{data: data, nodes: s.nodes, many: s.documents > 1}
	doc.survey()
	return doc, nil
}

// estimate guesses the number of nodes from the density of separators in the first
// bytes, so that the index of a large document is not copied while it grows.
func estimate(data []byte) int {
	sample := data[:min(len(data), 256<<10)]
	n := bytes.Count(sample, []byte{','}) + bytes.Count(sample, []byte{'{'}) + bytes.Count(sample, []byte{'['})
	if len(sample) < len(data) {
		n = int(float64(n) * float64(len(data)) / float64(len(sample)) * 1.02)
	}
	return n + 16
}

type scanner struct {
	data      []byte
	options   Options
	nodes     []node
	documents int
}

// nodesPerCheck is how many nodes are read between looks at the context.
const nodesPerCheck = 1 << 14

// run is one loop without recursion: parents are found through the nodes, so depth
// costs nothing but a bit of memory. Where it is stands in variables, not in fields of
// the scanner, so that registers hold it.
func (s *scanner) run(ctx context.Context) error {
	data, nodes := s.data, s.nodes
	var (
		i        int    // next byte
		problem  string // with the bytes at i
		current  uint32 // the container being read; 0 is the list of documents
		inObject bool   // current is an object
		objects  []bool // inObject of the containers around current
		ord      uint32 // the next child's place in current
		check    = len(nodes) + nodesPerCheck
	)
	for {
		i = skipSpace(data, i)
		start := i // of the value, or of its key
		if inObject {
			if i, problem = scanKey(data, i); problem != "" {
				return s.fail(i, problem)
			}
		}
		if i >= len(data) {
			return s.fail(i, "unexpected end, a value is missing")
		}
		self := uint32(len(nodes))
		nodes = append(nodes, node{pos: uint32(start), end: self + 1, parent: current, ord: ord})
		ord++
		if c := data[i]; !opens(c) {
			if i, problem = scanScalar(data, i); problem != "" {
				return s.fail(i, problem)
			}
		} else if i = skipSpace(data, i+1); is(data, i, c+2) { // '{'+2 is '}', '['+2 is ']'
			i++
		} else {
			if len(nodes) > check {
				check = len(nodes) + nodesPerCheck
				if err := s.pause(ctx, i); err != nil {
					return err
				}
			}
			objects = append(objects, inObject)
			current, inObject, ord = self, c == '{', 0
			continue
		}
		for i = skipSpace(data, i); current != 0 && is(data, i, closing(inObject)); i = skipSpace(data, i+1) {
			n := &nodes[current]
			n.end = uint32(len(nodes))
			current, ord = n.parent, n.ord+1
			inObject, objects = objects[len(objects)-1], objects[:len(objects)-1]
		}
		switch {
		case current == 0 && i == len(data):
			nodes[0].end = uint32(len(nodes))
			s.nodes, s.documents = nodes, int(ord)
			return nil
		case current != 0 && is(data, i, ','):
			i++
		case current != 0 || !s.options.Many || !separated(data, i):
			return s.fail(i, missing(data, i, current == 0, closing(inObject)))
		}
	}
}

// missing says what should stand at i, after a value.
func missing(data []byte, i int, outside bool, end byte) string {
	switch {
	case outside:
		return unexpected(data, i) + " after the end of the document"
	case i < len(data):
		return fmt.Sprintf("%s, a comma or '%c' is missing", unexpected(data, i), end)
	}
	return fmt.Sprintf("unexpected end, '%c' is missing", end)
}

// pause tells how far the reading is and whether it is still wanted.
func (s *scanner) pause(ctx context.Context, i int) error {
	if s.options.Progress != nil {
		s.options.Progress.Store(int64(i))
	}
	return ctx.Err()
}

// separated reports whether a document may start at i, after another one: words
// and numbers need white space between them.
func separated(data []byte, i int) bool {
	if isSpace(data[i-1]) {
		return true
	}
	switch data[i] {
	case '{', '[', '"':
		return true
	}
	switch data[i-1] {
	case '}', ']', '"':
		return true
	}
	return false
}

func (s *scanner) fail(at int, problem string) error {
	at = min(at, len(s.data))
	before := s.data[:at]
	line := bytes.Count(before, []byte{'\n'}) + 1
	start := bytes.LastIndexByte(before, '\n') + 1
	return &SyntaxError{
		Offset: int64(at), Line: line, Column: utf8.RuneCount(before[start:]) + 1, Problem: problem,
	}
}

func unexpected(data []byte, at int) string {
	if at >= len(data) {
		return "unexpected end"
	}
	r, _ := utf8.DecodeRune(data[at:])
	if r == utf8.RuneError {
		return fmt.Sprintf("unexpected byte 0x%02x", data[at])
	}
	return fmt.Sprintf("unexpected %q", r)
}

// opens reports whether a byte begins an object or a list.
func opens(c byte) bool { return c == '{' || c == '[' }

// is reports whether a byte stands at i.
func is(data []byte, i int, c byte) bool { return i < len(data) && data[i] == c }

// closing returns the bracket that ends an object or a list.
func closing(object bool) byte {
	if object {
		return '}'
	}
	return ']'
}

func isSpace(c byte) bool { return c <= ' ' && (c == ' ' || c == '\n' || c == '\r' || c == '\t') }

func skipSpace(data []byte, i int) int {
	for i < len(data) && isSpace(data[i]) {
		i++
	}
	return i
}

// scanKey reads the key at i and the colon after it, and returns the offset of the value
// that follows, or where it goes wrong and what is wrong.
func scanKey(data []byte, i int) (end int, problem string) {
	if i >= len(data) {
		return i, "unexpected end, a key is missing"
	}
	if data[i] != '"' {
		return i, unexpected(data, i) + ", a key in double quotes is missing"
	}
	if i, problem = scanString(data, i+1); problem != "" {
		return i, problem
	}
	if i = skipSpace(data, i); i >= len(data) || data[i] != ':' {
		return i, unexpected(data, i) + ", a colon is missing after the key"
	}
	return skipSpace(data, i+1), ""
}

// scanScalar reads the string, number or word at i and returns the offset after it, or
// where it goes wrong and what is wrong.
func scanScalar(data []byte, i int) (end int, problem string) {
	switch data[i] {
	case '"':
		return scanString(data, i+1)
	case 't':
		return scanWord(data, i, "true")
	case 'f':
		return scanWord(data, i, "false")
	case 'n':
		return scanWord(data, i, "null")
	case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
		return scanNumber(data, i)
	}
	return i, unexpected(data, i) + ", a value is missing"
}

func scanWord(data []byte, i int, word string) (end int, problem string) {
	if len(data)-i < len(word) || string(data[i:i+len(word)]) != word {
		return i, "unexpected word, did you mean " + word + "?"
	}
	return i + len(word), ""
}

const (
	ones  = 0x0101010101010101
	highs = 0x8080808080808080
)

// plainBytes returns how many bytes from i on are neither a quote, a backslash nor
// a control character, eight at a time. Each test marks bytes by their high bit;
// a borrow can mark a byte wrongly only above one marked rightly, so the lowest
// mark is always right.
func plainBytes(data []byte, i int) int {
	start := i
	for i+8 <= len(data) {
		w := binary.LittleEndian.Uint64(data[i:])
		quote := w ^ ('"' * ones)
		slash := w ^ ('\\' * ones)
		marks := ((quote-ones)&^quote | (slash-ones)&^slash | (w-' '*ones)&^w) & highs
		if marks != 0 {
			return i + bits.TrailingZeros64(marks)/8 - start
		}
		i += 8
	}
	for i < len(data) && data[i] != '"' && data[i] != '\\' && data[i] >= ' ' {
		i++
	}
	return i - start
}

// scanString reads a string whose opening quote is before i and returns the offset
// after the closing one, or where it goes wrong and what is wrong.
func scanString(data []byte, i int) (end int, problem string) {
	for {
		i += plainBytes(data, i)
		if i >= len(data) {
			return i, "unexpected end, a closing quote is missing"
		}
		switch data[i] {
		case '"':
			return i + 1, ""
		case '\\':
			n, ok := escapeLength(data, i)
			if !ok {
				return i, "unknown escape in a string"
			}
			i += n
		default:
			return i, fmt.Sprintf("control character 0x%02x in a string; it must be escaped", data[i])
		}
	}
}

// escapeLength returns the length of the escape at i: 2 or 6.
func escapeLength(data []byte, i int) (int, bool) {
	if i+1 >= len(data) {
		return 0, false
	}
	switch data[i+1] {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		return 2, true
	case 'u':
		if i+6 > len(data) {
			return 0, false
		}
		for _, c := range data[i+2 : i+6] {
			if !('0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'f') {
				return 0, false
			}
		}
		return 6, true
	}
	return 0, false
}

// scanNumber reads the number at i and returns the offset after it, or where it
// goes wrong and what is wrong.
func scanNumber(data []byte, i int) (end int, problem string) {
	if data[i] == '-' {
		i++
	}
	switch {
	case i < len(data) && data[i] == '0':
		i++
		if i < len(data) && isDigit(data[i]) {
			return i, "a number cannot start with 0"
		}
	case i < len(data) && isDigit(data[i]):
		i = skipDigits(data, i)
	default:
		return i, "a digit is missing after the minus sign"
	}
	if i < len(data) && data[i] == '.' {
		i++
		if i >= len(data) || !isDigit(data[i]) {
			return i, "a digit is missing after the decimal point"
		}
		i = skipDigits(data, i)
	}
	if i < len(data) && data[i]|0x20 == 'e' {
		i++
		if i < len(data) && (data[i] == '+' || data[i] == '-') {
			i++
		}
		if i >= len(data) || !isDigit(data[i]) {
			return i, "a digit is missing in the exponent"
		}
		i = skipDigits(data, i)
	}
	return i, ""
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func skipDigits(data []byte, i int) int {
	for i < len(data) && isDigit(data[i]) {
		i++
	}
	return i
}
