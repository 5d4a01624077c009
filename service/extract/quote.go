package extract

import (
	"strings"
	"unicode/utf8"
)

// quote encodes a text as a JSON string, as package json does that leaves <, > and &
// as they are. It takes no more memory than the result, which may be a page's whole
// text.
func quote(s string) string {
	size := len(s) + 2
	for rest := s; rest != ""; {
		at, n, escape := nextEscape(rest)
		size += len(escape) - n
		rest = rest[at+n:]
	}
	var b strings.Builder
	b.Grow(size)
	b.WriteByte('"')
	for s != "" {
		at, n, escape := nextEscape(s)
		b.WriteString(s[:at])
		b.WriteString(escape)
		s = s[at+n:]
	}
	b.WriteByte('"')
	return b.String()
}

// nextEscape finds the first n bytes of a text that a JSON string has another way, and
// that way; the text's end and n = 0 if there are none.
func nextEscape(s string) (at, n int, escape string) {
	for at < len(s) {
		c := s[at]
		if c >= utf8.RuneSelf {
			r, n := utf8.DecodeRuneInString(s[at:])
			switch {
			case r == utf8.RuneError && n == 1:
				return at, n, `\ufffd`
			case r == '\u2028':
				return at, n, `\u2028`
			case r == '\u2029':
				return at, n, `\u2029`
			}
			at += n
			continue
		}
		if c < ' ' || c == '"' || c == '\\' {
			return at, 1, escapeOf(c)
		}
		at++
	}
	return at, 0, ""
}

func escapeOf(c byte) string {
	switch c {
	case '"':
		return `\"`
	case '\\':
		return `\\`
	case '\b':
		return `\b`
	case '\f':
		return `\f`
	case '\n':
		return `\n`
	case '\r':
		return `\r`
	case '\t':
		return `\t`
	}
	const digits = "0123456789abcdef"
	return string([]byte{'\\', 'u', '0', '0', digits[c>>4], digits[c&15]})
}
