package document

import "bytes"

// scanner reads the operators of a page's content, with what they need of their
// operands: the last numbers and the last name. Strings and the like are passed over.
type scanner struct {
	data []byte

	operator string
	numbers  [6]float64
	count    int // of numbers
	name     string
}

// next reads on to the end of the next operator.
func (s *scanner) next() bool {
	s.count = 0
	for len(s.data) > 0 {
		switch c := s.data[0]; {
		case c == '(':
			s.text()
		case c == '%':
			s.passOver(func(c byte) bool { return c != '\n' && c != '\r' })
		case c == '/':
			s.data = s.data[1:]
			s.name = string(s.passOver(isRegular))
		case c == '<' && len(s.data) > 1 && s.data[1] != '<':
			s.passOver(func(c byte) bool { return c != '>' })
		case !isRegular(c):
			s.data = s.data[1:]
		case c >= '0' && c <= '9' || c == '-' || c == '+' || c == '.':
			s.number()
		default:
			word := s.passOver(isRegular)
			s.operator = operators[string(word)]
			if s.operator == "ID" {
				s.image()
				s.operator = "EI"
			}
			if s.operator != "" {
				return true
			}
			s.count = 0
		}
	}
	return false
}

// operators are those that are followed.
var operators = func() map[string]string {
	known := map[string]string{}
	for _, name := range [...]string{"q", "Q", "cm", "w", "m", "l", "c", "v", "y", "h", "re", "s", "S", "b", "b*", "B", "B*", "f", "F", "f*", "n", "Do", "ID"} {
		known[name] = name
	}
	return known
}()

// isRegular reports whether a character is neither a blank nor one that parts others.
func isRegular(c byte) bool {
	switch c {
	case 0, '\t', '\n', '\f', '\r', ' ', '(', ')', '<', '>', '[', ']', '{', '}', '/', '%':
		return false
	}
	return true
}

// passOver returns what there is of such characters, and leaves it behind.
func (s *scanner) passOver(of func(byte) bool) []byte {
	n := 0
	for n < len(s.data) && of(s.data[n]) {
		n++
	}
	passed := s.data[:n]
	s.data = s.data[n:]
	return passed
}

// text passes over a string, which may have brackets in it.
func (s *scanner) text() {
	depth := 0
	for i := 0; i < len(s.data); i++ {
		switch s.data[i] {
		case '\\':
			i++
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				s.data = s.data[i+1:]
				return
			}
		}
	}
	s.data = nil
}

// number reads a number, of which the last six are kept.
func (s *scanner) number() {
	value, scale, sign, point := 0.0, 1.0, 1.0, false
	for _, c := range s.passOver(isRegular) {
		switch {
		case c == '-':
			sign = -1
		case c == '.':
			point = true
		case c >= '0' && c <= '9' && point:
			scale /= 10
			value += scale * float64(c-'0')
		case c >= '0' && c <= '9':
			value = 10*value + float64(c-'0')
		}
	}
	if s.count == len(s.numbers) {
		copy(s.numbers[:], s.numbers[1:])
		s.count--
	}
	s.numbers[s.count] = sign * value
	s.count++
}

// image passes over the data of an image within the content.
func (s *scanner) image() {
	for at := 0; ; {
		end := bytes.Index(s.data[at:], []byte("EI"))
		if end < 0 {
			s.data = nil
			return
		}
		at += end + 2
		if (at < 3 || !isRegular(s.data[at-3])) && (at == len(s.data) || !isRegular(s.data[at])) {
			s.data = s.data[at:]
			return
		}
	}
}
