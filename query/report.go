package query

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// unexpected reports that the lookahead is not what was expected.
func (p *parser) unexpected(expected, hint string) {
	if p.full() {
		return
	}
	p.fail(p.pos, p.end, Error{Found: p.text(), Expected: expected, Message: expectation(expected, p.found(), hint)})
}

// duplicate reports that the lookahead is the name of another field as well.
func (p *parser) duplicate(other *Field) {
	if p.full() {
		return
	}
	p.fail(p.pos, p.end, Error{Found: p.text(), Expected: "another name",
		Message: `duplicate name "` + clip(p.text()) + `": it stands on row ` + strconv.Itoa(other.NamePos.Row) +
			", column " + strconv.Itoa(other.NamePos.Column) + " of the same braces already"})
}

func expectation(expected, found, hint string) string {
	if hint == "" {
		return "expected " + expected + ", found " + found
	}
	return "expected " + expected + ", found " + found + ": " + hint
}

// full reports whether no more errors are collected.
func (p *parser) full() bool { return len(p.errs) == maxErrors }

// fail records an error.
func (p *parser) fail(pos, end Position, e Error) {
	if p.full() {
		return
	}
	e.Pos, e.End = pos, end
	if len(p.errors) == cap(p.errors) {
		p.errors = make([]Error, 0, min(2*cap(p.errors)+4, 256))
	}
	p.errors = append(p.errors, e)
	p.errs = append(p.errs, &p.errors[len(p.errors)-1])
}

// illegalHint says what to do about text that is no token of the language.
func illegalHint(text string) string {
	r, size := utf8.DecodeRuneInString(text)
	switch {
	case r == utf8.RuneError && size == 1:
		return "this is not valid UTF-8"
	case r == '"' || r == '\'':
		return "names are written without quotes"
	case r == '#' || strings.HasPrefix(text, "//"):
		return "a query has no comments"
	case r == ')':
		return `this ")" has no "(" on its row`
	case r == ':':
		return "a type goes in parentheses, as in price(number)"
	case r == '.':
		return "fields of a field go in braces, as in product { price }"
	case r == ';':
		return "fields are separated by spaces, commas or new rows"
	case r == '-' || r == '*':
		return "fields are listed without bullets"
	case unicode.IsDigit(r) || unicode.IsMark(r):
		return `a name begins with a letter or "_"`
	case isNameRune(r):
		return `names have "_" for "-": ` + clip(strings.ReplaceAll(text, "-", "_"))
	case unicode.IsSpace(r) || unicode.In(r, unicode.Cf, unicode.Zs):
		return "this character only looks like a space"
	}
	return ""
}

// found shows the lookahead in a message.
func (p *parser) found() string {
	switch p.tok.Kind {
	case Name:
		return `"` + clip(p.text()) + `"`
	case Description, Unclosed:
		return printable(clip(p.text()))
	case Illegal:
		text := printable(clip(p.text()))
		if text[0] == '"' {
			return text
		}
		return `"` + text + `"`
	}
	return p.tok.Kind.String()
}

// clip shortens s to what a message can show.
func clip(s string) string {
	const limit = 40
	if len(s) <= limit {
		return s
	}
	end := limit
	for end > limit-utf8.UTFMax && !utf8.RuneStart(s[end]) {
		end--
	}
	return s[:end] + "…"
}

// printable shows characters that would not be seen, or would act on a terminal,
// by their code.
func printable(s string) string {
	hidden := func(r rune) bool { return !unicode.IsPrint(r) || r == utf8.RuneError }
	if strings.IndexFunc(s, hidden) < 0 {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		if hidden(r) {
			fmt.Fprintf(&b, "%U", r)
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}
