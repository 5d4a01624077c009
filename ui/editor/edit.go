package editor

import (
	"strings"
	"unicode"
	"unicode/utf8"

	tea "github.com/charmbracelet/bubbletea"
)

// proseIndent is one level of indentation where there is no language.
const proseIndent = "  "

func (m *Model) unit() string {
	if m.lang == nil {
		return proseIndent
	}
	return m.lang.Indent()
}

// typeRune puts in one character as typed: brackets bring their partner, a
// closing one that is there already is passed over, and one that comes first on
// its line takes the indentation of its opening one.
func (m *Model) typeRune(r rune) {
	if r == '\n' || r == '\r' {
		m.newline()
		return
	}
	if r == utf8.RuneError || r < 0 {
		return
	}
	s := m.selected()
	opens, closes := m.buf.pairOf(r)
	switch {
	case !s.empty() && opens >= 0:
		m.surround(s, m.buf.pairs[opens])
	case s.empty() && closes >= 0 && m.passOver(r):
	case s.empty() && opens >= 0 && m.pairsHere(m.buf.pairs[opens]):
		m.put(s, string(r)+string(m.buf.pairs[opens].Close), utf8.RuneLen(r))
	case s.empty() && closes >= 0 && m.buf.pairs[closes].Block && m.blankBefore():
		m.closeBlock(r)
	default:
		m.put(s, string(r), utf8.RuneLen(r))
	}
}

// put replaces s with text and puts the cursor forward bytes into it. Words
// typed after white space are undone apart.
func (m *Model) put(s span, text string, forward int) {
	r, _ := utf8.DecodeRuneInString(text)
	if !s.empty() || !unicode.IsSpace(r) && unicode.IsSpace(m.runeBefore(s.from)) {
		m.hist.closed = true
	}
	m.change(typing, func() {
		m.replace(s, text)
		m.place(pos{s.from.line, s.from.at + forward})
	})
}

// surround puts a pair around the selection, which stays selected.
func (m *Model) surround(s span, p Pair) {
	m.change(other, func() {
		text := m.buf.slice(s)
		m.replace(s, string(p.Open)+text+string(p.Close))
		from := pos{s.from.line, s.from.at + utf8.RuneLen(p.Open)}
		m.caret = caret{cursor: m.buf.clamp(endOf(from, text)), anchor: m.buf.clamp(from)}
	})
}

// passOver moves the cursor over the closing character after it, if it is r and
// has its opening one.
func (m *Model) passOver(r rune) bool {
	p := m.caret.cursor
	if m.runeAfter(p) != r {
		return false
	}
	_, closes := m.buf.pairOf(r)
	pair := m.buf.pairs[closes]
	if pair.Open != pair.Close {
		if _, ok := m.buf.partner(p); !ok {
			return false
		}
	}
	m.moveTo(m.buf.right(p), false)
	return true
}

// pairsHere reports whether an opening character typed at the cursor brings its
// closing one: not before a word, not in strings, no quote after a word.
func (m *Model) pairsHere(pair Pair) bool {
	p := m.caret.cursor
	after := m.runeAfter(p)
	if after >= 0 && !unicode.IsSpace(after) && after != ',' {
		if _, closes := m.buf.pairOf(after); closes < 0 {
			return false
		}
	}
	before := m.runeBefore(p)
	if pair.Open == pair.Close && (before == pair.Open || unicode.IsLetter(before) || unicode.IsDigit(before)) {
		return false
	}
	return !m.buf.quoted(p)
}

func (m *Model) blankBefore() bool {
	p := m.caret.cursor
	return strings.TrimLeft(m.buf.lines[p.line].text[:p.at], " \t") == ""
}

// closeBlock types a closing bracket that comes first on its line.
func (m *Model) closeBlock(r rune) {
	m.hist.closed = true
	m.change(typing, func() {
		p := m.caret.cursor
		end := m.replace(span{p, p}, string(r))
		if open, ok := m.buf.partner(p); ok {
			indent := indentation(m.buf.lines[open.line].text)
			m.replace(span{pos{p.line, 0}, p}, indent)
			end = pos{p.line, len(indent) + utf8.RuneLen(r)}
		}
		m.place(end)
	})
}

// newline breaks the line and indents the next: deeper for each block that is open
// before the cursor. A closing bracket after the cursor goes on a line of its own.
func (m *Model) newline() {
	s := m.selected()
	before := m.buf.lines[s.from.line].text[:s.from.at]
	after := m.buf.lines[s.to.line].text[s.to.at:]
	indent := indentation(before)
	text, tail := "\n"+indent, ""
	if m.lang != nil {
		s.from.at = len(strings.TrimRight(before, " \t")) // leaves no white space at the line's end
		rest := strings.TrimLeft(after, " \t")
		s.to.at += len(after) - len(rest)
		if open := m.openBlocks(s.from); len(open) > 0 {
			text += strings.Repeat(m.unit(), len(open))
			if r, _ := utf8.DecodeRuneInString(rest); r == open[len(open)-1].Close {
				tail = "\n" + indent + strings.Repeat(m.unit(), len(open)-1)
			}
		}
	}
	m.change(other, func() {
		m.replace(s, text+tail)
		m.place(endOf(s.from, text))
	})
}

// openBlocks returns the pairs that begin in the line of p and are open at p, of those
// whose content goes on lines of its own.
func (m *Model) openBlocks(p pos) []Pair {
	var open []Pair
	l := m.buf.lines[p.line]
	m.buf.lex(l)
	for _, k := range l.marks {
		pair := m.buf.pairs[k.pair]
		switch {
		case k.at >= p.at:
			return open
		case !pair.Block:
		case k.open:
			open = append(open, pair)
		case len(open) > 0:
			open = open[:len(open)-1]
		}
	}
	return open
}

// backspace deletes the selection; an empty pair; a level of indentation; or the
// character before the cursor.
func (m *Model) backspace() {
	p := m.caret.cursor
	before := m.buf.lines[p.line].text[:p.at]
	opens, _ := m.buf.pairOf(m.runeBefore(p))
	switch {
	case !m.selected().empty() || before == "":
		m.erase(erasing, m.buf.left(p))
	case opens >= 0 && m.runeAfter(p) == m.buf.pairs[opens].Close:
		m.change(erasing, func() {
			from := m.buf.left(p)
			m.replace(span{from, m.buf.right(p)}, "")
			m.place(from)
		})
	case m.lang != nil && strings.Trim(before, " ") == "":
		n := max(len(m.unit()), 1)
		m.erase(erasing, pos{p.line, (len(before) - 1) / n * n})
	default:
		m.erase(erasing, m.buf.left(p))
	}
}

// erase deletes the selection, or the text between the cursor and to.
func (m *Model) erase(k kind, to pos) {
	s := m.selected()
	if s.empty() {
		s = ordered(m.caret.cursor, to)
	} else {
		k = other
	}
	if s.empty() {
		return
	}
	m.change(k, func() {
		m.replace(s, "")
		m.place(s.from)
	})
}

// taken returns what a copy takes: the selection, or the cursor's line.
func (m *Model) taken() register {
	if s := m.selected(); !s.empty() {
		return register{text: m.buf.slice(s)}
	}
	return register{text: m.buf.lines[m.caret.cursor.line].text + "\n", lines: true}
}

func (m *Model) copy() tea.Cmd {
	m.register = m.taken()
	text := m.register.text
	return func() tea.Msg { return CopyMsg{Text: text} }
}

func (m *Model) cut() tea.Cmd {
	m.register = m.taken()
	s := m.selected()
	if s.empty() {
		line := s.from.line
		s = span{pos{line, 0}, pos{line, len(m.buf.lines[line].text)}}
		if line < len(m.buf.lines)-1 {
			s.to = pos{line + 1, 0}
		} else if line > 0 {
			s.from = m.buf.left(s.from)
		}
	}
	m.change(other, func() {
		m.replace(s, "")
		m.place(s.from)
	})
	text := m.register.text
	return func() tea.Msg { return CopyMsg{Text: text} }
}

// paste puts in what was cut or copied here; whole lines go above the cursor's.
func (m *Model) paste() {
	if m.register.text == "" {
		return
	}
	s := m.selected()
	if !m.register.lines || !s.empty() {
		m.Insert(m.register.text)
		return
	}
	m.change(other, func() {
		start := pos{s.from.line, 0}
		m.replace(span{start, start}, m.register.text)
		m.place(pos{s.from.line + 1, s.from.at})
	})
}

// runeBefore and runeAfter return the character beside p in its line, -1 if there
// is none.
func (m *Model) runeBefore(p pos) rune {
	if p.at == 0 {
		return -1
	}
	r, _ := utf8.DecodeLastRuneInString(m.buf.lines[p.line].text[:p.at])
	return r
}

func (m *Model) runeAfter(p pos) rune {
	text := m.buf.lines[p.line].text
	if p.at == len(text) {
		return -1
	}
	r, _ := utf8.DecodeRuneInString(text[p.at:])
	return r
}
