package query

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Kind is the kind of a token.
type Kind uint8

// The kinds of tokens.
const (
	Illegal      Kind = iota // text that has no place in a query
	EOF                      // the end of the source; never among Tokens
	Name                     // an identifier
	Description              // "(…)" with its parentheses
	Unclosed                 // a description that is not closed on its row
	OpenBrace                // {
	CloseBrace               // }
	OpenBracket              // [
	CloseBracket             // ]
	Comma                    // ,
)

// String names the kind as an error message would.
func (k Kind) String() string {
	switch k {
	case EOF:
		return "the end of the query"
	case Name:
		return "a name"
	case Description:
		return "a description"
	case Unclosed:
		return "an unclosed description"
	case OpenBrace:
		return `"{"`
	case CloseBrace:
		return `"}"`
	case OpenBracket:
		return `"["`
	case CloseBracket:
		return `"]"`
	case Comma:
		return `","`
	}
	return "illegal text"
}

// Token is one token of a query's source, src[Start:End].
type Token struct {
	Kind       Kind
	Start, End int // byte offsets
}

// Tokens splits src into its tokens, white space left out. Any text can be
// split: what is not part of the language comes as Illegal or Unclosed. It takes
// time linear in len(src), and its only allocation is the slice.
func Tokens(src string) []Token {
	tokens := make([]Token, 0, len(src)/4+8)
	s := scanner{src: src}
	for {
		t := s.next()
		if t.Kind == EOF {
			return tokens
		}
		tokens = append(tokens, t)
	}
}

const byteOrderMark = "\ufeff"

// scanner splits a source text into tokens.
type scanner struct {
	src string
	off int // where the next token is looked for

	// The opening parentheses that have no partner on the row that ends at
	// rowEnd, in order. They are found in one pass the first time that a
	// description turns out to be unclosed, so that a row full of them is not
	// searched again for each.
	unmatched []int
	rowEnd    int
}

// next returns the next token; at the end of the source, and from then on, EOF.
func (s *scanner) next() Token {
	s.skipSpace()
	start := s.off
	if start == len(s.src) {
		return Token{EOF, start, start}
	}
	kind := Illegal
	switch c := s.src[start]; {
	case c == '{':
		kind, s.off = OpenBrace, start+1
	case c == '}':
		kind, s.off = CloseBrace, start+1
	case c == '[':
		kind, s.off = OpenBracket, start+1
	case c == ']':
		kind, s.off = CloseBracket, start+1
	case c == ',':
		kind, s.off = Comma, start+1
	case c == '(':
		kind = s.description()
	case c == ')':
		s.off = start + 1
	case isNameByte(c):
		kind = s.word()
	case c == '"' || c == '\'':
		s.quoted(c)
	case c == '#' || strings.HasPrefix(s.src[start:], "//"):
		s.off = s.endOfRow(start)
	default:
		if r, _ := utf8.DecodeRuneInString(s.src[start:]); isNameRune(r) {
			kind = s.word()
		} else {
			s.junk()
		}
	}
	return Token{kind, start, s.off}
}

func (s *scanner) skipSpace() {
	if s.off == 0 && strings.HasPrefix(s.src, byteOrderMark) {
		s.off = len(byteOrderMark)
	}
	for s.off < len(s.src) && isSpace(s.src[s.off]) {
		s.off++
	}
}

// word scans a name, or what was meant as one: with a digit or a combining mark at
// its beginning, or with hyphens inside.
func (s *scanner) word() Kind {
	kind := Name
	if r, _ := utf8.DecodeRuneInString(s.src[s.off:]); r != '_' && !unicode.IsLetter(r) {
		kind = Illegal
	}
	for s.off < len(s.src) {
		c := s.src[s.off]
		switch {
		case isNameByte(c):
			s.off++
		case c == '-':
			if r, _ := utf8.DecodeRuneInString(s.src[s.off+1:]); !isNameRune(r) {
				return kind
			}
			kind = Illegal
			s.off++
		case c >= utf8.RuneSelf:
			r, size := utf8.DecodeRuneInString(s.src[s.off:])
			if !isNameRune(r) {
				return kind
			}
			s.off += size
		default:
			return kind
		}
	}
	return kind
}

// quoted scans a string in quotes, which the language has only inside
// descriptions; taken whole, it is one error and not many.
func (s *scanner) quoted(quote byte) {
	for i := s.off + 1; i < len(s.src) && s.src[i] != '\n' && s.src[i] != '\r'; i++ {
		if s.src[i] == quote {
			s.off = i + 1
			return
		}
	}
	s.off++
}

// junk scans a run of characters that nothing in the language begins with, and the
// marks on them.
func (s *scanner) junk() {
	for s.off < len(s.src) {
		c := s.src[s.off]
		if isSpace(c) || isNameByte(c) || strings.IndexByte("{}[](),\"'#", c) >= 0 {
			return
		}
		r, size := utf8.DecodeRuneInString(s.src[s.off:])
		if isNameRune(r) && !unicode.IsMark(r) {
			return
		}
		s.off += size
	}
}

// description scans from "(" to its partner on the same row. If there is none,
// it takes the text up to the next brace or bracket or the row's end, so that
// the rest of the row still counts.
func (s *scanner) description() Kind {
	start := s.off
	if end, ok := s.closing(start); ok {
		s.off = end
		return Description
	}
	end := start + 1
	for end < s.rowEnd && strings.IndexByte("{}[", s.src[end]) < 0 {
		end++
	}
	s.off = start + len(strings.TrimRight(s.src[start:end], " \t,"))
	return Unclosed
}

// closing returns the offset after the partner of the "(" at start, if its row
// has one.
func (s *scanner) closing(start int) (end int, ok bool) {
	if start < s.rowEnd {
		for len(s.unmatched) > 0 && s.unmatched[0] < start {
			s.unmatched = s.unmatched[1:]
		}
		if len(s.unmatched) > 0 && s.unmatched[0] == start {
			return 0, false
		}
	}
	depth := 0
	i := start
	for ; i < len(s.src) && s.src[i] != '\n' && s.src[i] != '\r'; i++ {
		switch s.src[i] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return i + 1, true
			}
		}
	}
	s.rowEnd = i
	s.unmatched = unmatchedParens(s.src[:i], start)
	return 0, false
}

// unmatchedParens returns the offsets, from start on, of the opening parentheses
// of row that have no partner.
func unmatchedParens(row string, start int) []int {
	var open []int
	for i := start; i < len(row); i++ {
		switch row[i] {
		case '(':
			open = append(open, i)
		case ')':
			if len(open) > 0 {
				open = open[:len(open)-1]
			}
		}
	}
	return open
}

func (s *scanner) endOfRow(from int) int {
	if i := strings.IndexAny(s.src[from:], "\r\n"); i >= 0 {
		return from + i
	}
	return len(s.src)
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// isNameByte reports whether c is a character of ASCII that can stand in a name.
func isNameByte(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '_' || isDigit(c)
}

// isNameRune reports whether r can stand in a name. Combining marks can: several
// scripts write vowels with them.
func isNameRune(r rune) bool {
	return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r)
}
