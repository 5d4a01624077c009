package evidence

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// node is a JSON value with its members in source order.
type node struct {
	kind   byte // '{', '[', '"' for strings, 'n' for numbers and words
	text   string
	names  []string
	values []node
}

func (n *node) member(name string) *node {
	for i := range n.names {
		if n.names[i] == name {
			return &n.values[i]
		}
	}
	return nil
}

const maxJSONDepth = 60

// parseJSON reads the first JSON value in a text as leniently as pages need it:
// comments, raw line breaks in strings, trailing commas and a missing end are
// all passed over.
func parseJSON(text string) (node, bool) {
	p := jsonParser{s: text}
	p.blank()
	if p.i >= len(text) || text[p.i] != '{' && text[p.i] != '[' {
		return node{}, false
	}
	n := p.value(0)
	return n, !p.bad
}

type jsonParser struct {
	s   string
	i   int
	bad bool
}

func (p *jsonParser) blank() {
	for p.i < len(p.s) {
		switch c := p.s[p.i]; {
		case c <= ' ':
			p.i++
		case c == 0xEF && strings.HasPrefix(p.s[p.i:], "\ufeff"):
			p.i += 3
		case c == '/' && strings.HasPrefix(p.s[p.i:], "/*"):
			end := strings.Index(p.s[p.i+2:], "*/")
			if end < 0 {
				p.i = len(p.s)
				return
			}
			p.i += end + 4
		case c == '/' && strings.HasPrefix(p.s[p.i:], "//"):
			end := strings.IndexByte(p.s[p.i:], '\n')
			if end < 0 {
				p.i = len(p.s)
				return
			}
			p.i += end
		case c == '<' && strings.HasPrefix(p.s[p.i:], "<!--"):
			p.i += 4
		case c == '<' && strings.HasPrefix(p.s[p.i:], "<![CDATA["):
			p.i += 9
		default:
			return
		}
	}
}

func (p *jsonParser) value(depth int) node {
	p.blank()
	if p.i >= len(p.s) || depth > maxJSONDepth {
		p.bad = true
		return node{}
	}
	switch c := p.s[p.i]; c {
	case '{':
		return p.object(depth)
	case '[':
		return p.array(depth)
	case '"', '\'':
		return node{kind: '"', text: p.str(c)}
	}
	start := p.i
	for p.i < len(p.s) && !strings.ContainsRune(",]}\"'{[ \t\r\n", rune(p.s[p.i])) {
		p.i++
	}
	if p.i == start {
		p.bad = true
		p.i++
	}
	return node{kind: 'n', text: p.s[start:min(p.i, len(p.s))]}
}

func (p *jsonParser) object(depth int) node {
	n := node{kind: '{'}
	p.i++
	for !p.bad {
		p.blank()
		if p.i >= len(p.s) {
			return n
		}
		c := p.s[p.i]
		switch {
		case c == '}':
			p.i++
			return n
		case c == ',':
			p.i++
			continue
		}
		var name string
		if c == '"' || c == '\'' {
			name = p.str(c)
		} else {
			start := p.i
			for p.i < len(p.s) && (p.s[p.i] == '_' || p.s[p.i] == '$' || p.s[p.i] >= '0' && p.s[p.i] <= '9' || p.s[p.i]|0x20 >= 'a' && p.s[p.i]|0x20 <= 'z') {
				p.i++
			}
			name = p.s[start:p.i]
		}
		p.blank()
		if p.i >= len(p.s) || p.s[p.i] != ':' {
			p.bad = true
			return n
		}
		p.i++
		v := p.value(depth + 1)
		n.names = append(n.names, name)
		n.values = append(n.values, v)
	}
	return n
}

func (p *jsonParser) array(depth int) node {
	n := node{kind: '['}
	p.i++
	for !p.bad {
		p.blank()
		if p.i >= len(p.s) {
			return n
		}
		switch p.s[p.i] {
		case ']':
			p.i++
			return n
		case ',':
			p.i++
			continue
		}
		n.values = append(n.values, p.value(depth+1))
	}
	return n
}

func (p *jsonParser) str(quote byte) string {
	p.i++
	start := p.i
	for p.i < len(p.s) && p.s[p.i] != quote && p.s[p.i] != '\\' {
		p.i++
	}
	if p.i < len(p.s) && p.s[p.i] == quote {
		p.i++
		return p.s[start : p.i-1]
	}
	var b strings.Builder
	b.WriteString(p.s[start:p.i])
	for p.i < len(p.s) {
		c := p.s[p.i]
		p.i++
		if c == quote {
			return b.String()
		}
		if c != '\\' || p.i >= len(p.s) {
			b.WriteByte(c)
			continue
		}
		e := p.s[p.i]
		p.i++
		switch e {
		case 'n', 'r':
			b.WriteByte('\n')
		case 't':
			b.WriteByte(' ')
		case 'b', 'f':
		case 'u':
			r := p.hex4()
			if r >= 0xD800 && r < 0xDC00 && strings.HasPrefix(p.s[p.i:], "\\u") {
				p.i += 2
				r = (r-0xD800)<<10 + (p.hex4() - 0xDC00) + 0x10000
			}
			b.WriteRune(r)
		default:
			b.WriteByte(e)
		}
	}
	return b.String()
}

func (p *jsonParser) hex4() rune {
	if p.i+4 > len(p.s) {
		return utf8.RuneError
	}
	v, err := strconv.ParseUint(p.s[p.i:p.i+4], 16, 32)
	if err != nil {
		return utf8.RuneError
	}
	p.i += 4
	return rune(v)
}
