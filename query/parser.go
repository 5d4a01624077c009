package query

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// maxDepth bounds how deep braces nest, and with it the parser's recursion. It
// is far above what a service accepts; see Stats.
const maxDepth = 1000

// maxErrors bounds how many errors are collected. Nobody reads more, and text
// with nothing right in it is still checked at the pace of typing.
const maxErrors = 5000

const (
	aName        = "a name"
	aNameOrClose = `a name or "}"`
)

// Parse reads a query. The error, if any, is an ErrorList with everything that
// is wrong, in source order (5,000 errors at most); the query is then what could
// be made of the rest: never nil and with a Root, good for an editor's
// completion but not for running. Parse takes time linear in len(src).
func Parse(src string) (*Query, error) {
	p := parser{scan: scanner{src: src}, at: Position{Row: 1, Column: 1}}
	p.next()
	q := p.query()
	if len(p.errs) > 0 {
		return q, p.errs
	}
	return q, nil
}

// parser reads fields from tokens, with one token of lookahead.
type parser struct {
	scan    scanner
	tok     Token    // the lookahead
	pos     Position // of tok
	end     Position // just after tok
	prevEnd Position // just after the token before tok
	at      Position // how far positions have been counted

	depth    int
	unclosed bool // a missing "}" has been reported; the outer ones follow from it

	errs   ErrorList
	errors []Error // storage that errs points into
	spare  []Field // storage for fields
}

func (p *parser) next() {
	p.prevEnd = p.end
	p.tok = p.scan.next()
	p.pos = p.advance(p.tok.Start)
	p.end = p.advance(p.tok.End)
}

// advance counts rows and columns on to the given offset.
func (p *parser) advance(offset int) Position {
	src := p.scan.src
	at := p.at
	for at.Offset < offset {
		c := src[at.Offset]
		switch {
		case c == '\n', c == '\r' && !strings.HasPrefix(src[at.Offset+1:], "\n"):
			at = Position{at.Offset + 1, at.Row + 1, 1}
		case c < utf8.RuneSelf:
			at.Offset++
			at.Column++
		default:
			_, size := utf8.DecodeRuneInString(src[at.Offset:])
			if at.Offset > 0 || !strings.HasPrefix(src, byteOrderMark) {
				at.Column++
			}
			at.Offset += size
		}
	}
	p.at = at
	return at
}

func (p *parser) text() string { return p.scan.src[p.tok.Start:p.tok.End] }

// name returns the lookahead as the name of a field: spellings that look the same
// are the same name.
func (p *parser) name() string { return norm.NFC.String(p.text()) }

// query parses the whole source.
func (p *parser) query() *Query {
	q := &Query{}
	switch p.tok.Kind {
	case OpenBrace:
		q.Root = p.container()
	case EOF:
		p.unexpected(`"{"`, "a query is a list of names in braces")
		return &Query{Root: &Container{Open: p.pos, Close: p.pos}}
	default:
		p.unexpected(`"{"`, "a query begins with a brace")
		if p.tok.Kind != Name {
			p.skipTo(OpenBrace, Name)
		}
		if p.tok.Kind == OpenBrace {
			q.Root = p.container()
			break
		}
		q.Root = &Container{Open: p.pos}
		p.fields(q.Root)
		q.Root.Close = p.pos
		if p.tok.Kind == CloseBrace {
			p.next()
		}
	}
	if p.tok.Kind == EOF {
		return q
	}
	hint := "everything belongs inside the outermost braces"
	if p.tok.Kind == CloseBrace {
		hint = `this "}" has no "{"`
	}
	p.unexpected("the end of the query", hint)
	for p.tok.Kind != EOF {
		switch p.tok.Kind {
		case CloseBrace, Comma:
			p.next()
		default:
			p.fields(q.Root)
		}
	}
	return q
}

// container parses from "{" to the matching "}".
func (p *parser) container() *Container {
	c := &Container{Open: p.pos}
	if p.depth == maxDepth {
		p.fail(p.pos, p.end, Error{Message: "braces nest too deep: " + strconv.Itoa(maxDepth) + " levels are the limit"})
		p.skipBraces()
		c.Close = p.prevEnd
		return c
	}
	p.depth++
	p.next()
	before := len(p.errs)
	p.fields(c)
	c.Close = p.pos
	switch {
	case p.tok.Kind == CloseBrace:
		if len(c.Fields) == 0 && len(p.errs) == before {
			p.unexpected(aName, "braces hold at least one name")
		}
		p.next()
	case !p.unclosed:
		p.unclosed = true
		expected := aNameOrClose
		if len(c.Fields) == 0 {
			expected = aName
		}
		p.unexpected(expected, `the "{" on row `+strconv.Itoa(c.Open.Row)+", column "+strconv.Itoa(c.Open.Column)+" is not closed")
	}
	p.depth--
	return c
}

// fields parses fields and the commas between them into c, up to a "}" or the
// end, which it leaves.
func (p *parser) fields(c *Container) {
	names := nameSet{fields: c.Fields}
	comma := false // the last token was a comma
	for first := true; ; first = false {
		if p.tok.Kind == Comma {
			if first || comma {
				p.needlessCommas(first)
			} else {
				p.next()
			}
			comma = true
			continue
		}
		expected := aNameOrClose
		if first {
			expected = aName
		}
		comma = false
		switch p.tok.Kind {
		case EOF, CloseBrace:
			c.Fields = names.fields
			return
		case Name:
			other := names.find(p.name())
			if other == nil {
				names.add(p.field())
				break
			}
			p.duplicate(other)
			p.drop(p.field())
		case Illegal:
			p.illegal(expected)
		case OpenBrace:
			p.unexpected(aName, "braces follow the name they belong to")
			p.container()
		case OpenBracket:
			p.unexpected(expected, `"[]" follows a name or its description`)
			p.brackets()
			if p.tok.Kind == OpenBrace {
				p.container()
			}
		case CloseBracket:
			p.unexpected(expected, `this "]" has no "["`)
			p.next()
		case Description, Unclosed:
			p.unexpected(expected, "a description follows the name it belongs to")
			p.next()
		}
	}
}

// needlessCommas reports a comma, or several, with no name before.
func (p *parser) needlessCommas(leading bool) {
	pos := p.pos
	for p.tok.Kind == Comma {
		p.next()
	}
	if p.full() {
		return
	}
	hint := "one comma separates two names"
	if leading {
		hint = "a comma comes after a name"
	}
	p.fail(pos, p.prevEnd, Error{Found: ",", Expected: aName, Message: expectation(aName, Comma.String(), hint)})
}

// field parses one field. The lookahead is its name, or what was meant as one.
func (p *parser) field() *Field {
	f := p.newField()
	f.Name, f.NamePos = p.name(), p.pos
	p.next()
	if p.tok.Kind == Description || p.tok.Kind == Unclosed {
		p.description(f)
		for p.tok.Kind == Description || p.tok.Kind == Unclosed {
			p.misplaced("a name takes one description")
		}
	}
	if p.tok.Kind == OpenBracket {
		p.list(f)
	}
	if p.tok.Kind == OpenBrace {
		f.Container = p.container()
		if p.tok.Kind == OpenBracket && p.pos.Row == p.prevEnd.Row {
			p.unexpected(aNameOrClose, `"[]" follows a name or its description, before the braces`)
			f.List = true
			p.brackets()
		}
	}
	f.End = p.prevEnd
	return f
}

// list parses the "[]" of a field.
func (p *parser) list(f *Field) {
	f.List = true
	if p.pos.Row != p.prevEnd.Row {
		p.unexpected(aNameOrClose, `"[]" stands on the row of its name or its description`)
	}
	p.brackets()
	for {
		switch p.tok.Kind {
		case OpenBracket:
			p.unexpected(aNameOrClose, `for a list of lists, name the inner list: `+clip(f.Name)+`[] { items[] }`)
			p.brackets()
		case Description, Unclosed:
			if f.DescPos.Row > 0 {
				p.misplaced("a name takes one description")
				continue
			}
			p.description(f)
		default:
			return
		}
	}
}

// brackets parses "[" and "]".
func (p *parser) brackets() {
	p.next()
	if p.tok.Kind == CloseBracket {
		p.next()
		return
	}
	p.unexpected(`"]"`, "nothing stands between the brackets of a list")
	if p.tok.Kind == Illegal || p.tok.Kind == Name && p.closesBracket() {
		p.next()
	}
	if p.tok.Kind == CloseBracket {
		p.next()
	}
}

// closesBracket reports whether a "]" follows the lookahead.
func (p *parser) closesBracket() bool {
	return strings.HasPrefix(strings.TrimLeft(p.scan.src[p.tok.End:min(p.tok.End+8, len(p.scan.src))], " \t"), "]")
}

// description parses the lookahead, "(…)", into f.
func (p *parser) description(f *Field) {
	inner := strings.TrimPrefix(p.text(), "(")
	unclosed := p.tok.Kind == Unclosed
	if unclosed {
		p.fail(p.pos, p.end, Error{Found: p.text(), Expected: `")"`,
			Message: `the description is not closed: expected ")" on the same row`})
	} else {
		inner = strings.TrimSuffix(inner, ")")
	}
	if !utf8.ValidString(inner) {
		p.fail(p.pos, p.end, Error{Message: "the description is not valid UTF-8"})
	}
	text := strings.TrimSpace(peel(strings.TrimSpace(inner)))
	if unclosed && text == "" { // it is reported already, and has nothing to check
		p.next()
		return
	}
	f.DescPos = p.pos
	f.Description = text
	f.TextPos = p.pos
	if i := strings.Index(inner, text); text != "" {
		f.TextPos.Offset += len("(") + i
		f.TextPos.Column += len("(") + utf8.RuneCountInString(inner[:i])
	}
	p.next()
}

// peel takes off quotes around s, one pair. Quotes that s has inside as well are
// not a pair around it, as in "a" or "b".
func peel(s string) string {
	if len(s) < 2 || s[0] != '"' && s[0] != '\'' || s[len(s)-1] != s[0] {
		return s
	}
	if inner := s[1 : len(s)-1]; strings.IndexByte(inner, s[0]) < 0 {
		return inner
	}
	return s
}

// illegal reports the lookahead, which is no token of the language, and goes on
// behind it as well as can be guessed.
func (p *parser) illegal(expected string) {
	text := p.text()
	p.unexpected(expected, illegalHint(text))
	r, _ := utf8.DecodeRuneInString(text)
	switch {
	case isNameRune(r), len(text) > 1 && (r == '"' || r == '\''):
		p.drop(p.field()) // meant as a name: its description, brackets and braces are in order
	case r == ':':
		row := p.pos.Row
		p.next()
		if p.tok.Kind == Name && p.pos.Row == row && !p.closesBracket() {
			p.next() // name: type
		}
	default:
		p.next()
	}
}

// skipTo skips tokens up to one of the given kinds or the end.
func (p *parser) skipTo(a, b Kind) {
	for p.tok.Kind != a && p.tok.Kind != b && p.tok.Kind != EOF {
		p.next()
	}
}

// skipBraces skips from "{" past its "}".
func (p *parser) skipBraces() {
	for open := 0; p.tok.Kind != EOF; {
		switch p.tok.Kind {
		case OpenBrace:
			open++
		case CloseBrace:
			open--
		}
		p.next()
		if open == 0 {
			return
		}
	}
	p.unclosed = true
}

// misplaced reports the lookahead and skips it.
func (p *parser) misplaced(hint string) {
	p.unexpected(aNameOrClose, hint)
	p.next()
}

func (p *parser) newField() *Field {
	if len(p.spare) == cap(p.spare) {
		p.spare = make([]Field, 0, min(2*cap(p.spare)+4, 128))
	}
	p.spare = append(p.spare, Field{})
	return &p.spare[len(p.spare)-1]
}

// drop gives back the storage of a field that has no place in the tree.
func (p *parser) drop(f *Field) {
	if last := len(p.spare) - 1; last >= 0 && f == &p.spare[last] {
		p.spare = p.spare[:last]
	}
}

// nameSet collects the fields of a container and finds them by name.
type nameSet struct {
	fields []*Field
	byName map[string]*Field // made once there are more than a few
}

func (s *nameSet) find(name string) *Field {
	if s.byName != nil {
		return s.byName[name]
	}
	for _, f := range s.fields {
		if f.Name == name {
			return f
		}
	}
	return nil
}

func (s *nameSet) add(f *Field) {
	s.fields = append(s.fields, f)
	switch {
	case s.byName != nil:
		s.byName[f.Name] = f
	case len(s.fields) > 12:
		s.byName = make(map[string]*Field, 4*len(s.fields))
		for _, f := range s.fields {
			s.byName[f.Name] = f
		}
	}
}
