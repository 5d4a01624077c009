package editor

import (
	"errors"
	"regexp"
	"regexp/syntax"
	"slices"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"
)

// search is what is looked for and where it was found.
type search struct {
	pattern pattern
	origin  pos    // where the cursor was when finding began
	found   []span // all matches at version
	version int
	done    pattern        // that found is for
	match   *regexp.Regexp // done, made ready; nil if it is empty or wrong
	err     error          // what is wrong with done, or nil
}

// pattern is what is looked for and how.
type pattern struct {
	text   string
	regexp bool
	exact  bool // case matters; if not, only where the text has upper case
	word   bool // whole words only
}

// compile makes a pattern ready. An empty one gives nil.
func (p pattern) compile() (*regexp.Regexp, error) {
	if p.text == "" {
		return nil, nil
	}
	text := p.text
	if !p.regexp {
		text = regexp.QuoteMeta(text)
	}
	flags := "(?m)"
	if !p.exact && !strings.ContainsFunc(p.literal(), unicode.IsUpper) {
		flags = "(?mi)"
	}
	match, err := regexp.Compile(flags + text)
	if wrong := (*syntax.Error)(nil); errors.As(err, &wrong) {
		return nil, errors.New(wrong.Code.String())
	}
	return match, err
}

// literal is the text without what a backslash stands before: the S of \S is no
// capital.
func (p pattern) literal() string {
	if !p.regexp {
		return p.text
	}
	var b strings.Builder
	escaped := false
	for _, r := range p.text {
		if !escaped && r != '\\' {
			b.WriteRune(r)
		}
		escaped = !escaped && r == '\\'
	}
	return b.String()
}

// Find selects the first place at or after the cursor, or the start of the
// selection, that matches, and sets what FindNext looks for. Matching ignores case
// unless the pattern has upper case. It returns the number of places.
func (m *Model) Find(text string) int {
	m.search.origin = m.selected().from
	m.search.pattern = pattern{text: text}
	m.findFrom(m.search.origin)
	return len(m.matches())
}

// FindNext selects the next place found, going on at the start after the last.
func (m *Model) FindNext() { m.findFrom(m.selected().to) }

// FindPrevious selects the place found before.
func (m *Model) FindPrevious() {
	found := m.matches()
	if len(found) == 0 {
		return
	}
	from := m.selected().from
	i := sort.Search(len(found), func(i int) bool { return !found[i].from.before(from) })
	m.selectMatch(found[(i-1+len(found))%len(found)])
}

// Matches returns the number of the place that is selected, 0 for none of them,
// and how many there are.
func (m *Model) Matches() (current, total int) {
	found := m.matches()
	s := m.selected()
	i := sort.Search(len(found), func(i int) bool { return !found[i].from.before(s.from) })
	if i < len(found) && m.clampSpan(found[i]) == s {
		return i + 1, len(found)
	}
	return 0, len(found)
}

// findFrom selects the first match at or after from, else the first of all.
func (m *Model) findFrom(from pos) {
	found := m.matches()
	if len(found) == 0 {
		m.dirty = true
		return
	}
	i := sort.Search(len(found), func(i int) bool { return !found[i].from.before(from) })
	m.selectMatch(found[i%len(found)])
}

func (m *Model) selectMatch(s span) {
	s = m.clampSpan(s)
	m.sel(s.from, s.to)
}

func (m *Model) clampSpan(s span) span { return span{m.buf.clamp(s.from), m.buf.clamp(s.to)} }

// matches returns every place that matches, in order. None is empty or goes over a
// line's end.
func (m *Model) matches() []span {
	f := &m.search
	if f.done == f.pattern && f.version == m.version {
		return f.found
	}
	f.found, f.done, f.version = nil, f.pattern, m.version
	f.match, f.err = f.pattern.compile()
	if f.match == nil {
		return nil
	}
	for i, l := range m.buf.lines {
		for _, at := range f.match.FindAllStringIndex(l.text, -1) {
			if at[0] < at[1] && (!f.pattern.word || isWord(l.text, at[0], at[1])) {
				f.found = append(f.found, span{pos{i, at[0]}, pos{i, at[1]}})
			}
		}
	}
	return f.found
}

// isWord reports whether text[from:to] has no part of a word beside it.
func isWord(text string, from, to int) bool {
	before, _ := utf8.DecodeLastRuneInString(text[:from])
	after, _ := utf8.DecodeRuneInString(text[to:])
	return !inWord(before) && !inWord(after)
}

func inWord(r rune) bool {
	return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r)
}

// matchesIn returns the matches on one line.
func (m *Model) matchesIn(line int) []span {
	if !m.Finding() {
		return nil
	}
	found := m.matches()
	from := sort.Search(len(found), func(i int) bool { return found[i].from.line >= line })
	to := sort.Search(len(found), func(i int) bool { return found[i].from.line > line })
	return found[from:to]
}

// replacementOf returns what takes the place of a match: of a regular expression, $1
// and ${name} stand for what its groups matched.
func (m *Model) replacementOf(s span, template string) string {
	if !m.search.pattern.regexp {
		return template
	}
	text := m.buf.lines[s.from.line].text
	all := m.search.match.FindAllStringSubmatchIndex(text, -1)
	i := slices.IndexFunc(all, func(at []int) bool { return at[0] == s.from.at })
	return string(m.search.match.ExpandString(nil, template, text, all[i]))
}

// ReplaceMatch replaces the selected place and selects the next one. If none is
// selected it only selects.
func (m *Model) ReplaceMatch(with string) {
	current, _ := m.Matches()
	if current == 0 {
		m.FindNext()
		return
	}
	s := m.matches()[current-1]
	text := clean(m.replacementOf(s, with))
	m.change(other, func() { m.place(m.replace(s, text)) })
	m.findFrom(m.caret.cursor)
}

// ReplaceAll replaces every place found, as one change, and returns how many there
// were. The cursor stays on its line.
func (m *Model) ReplaceAll(with string) int {
	found := m.matches()
	if len(found) == 0 {
		return 0
	}
	at := m.selected().from
	m.change(other, func() {
		for _, s := range slices.Backward(found) { // the places before keep theirs
			m.replace(s, clean(m.replacementOf(s, with)))
		}
		m.place(pos{min(at.line, len(m.buf.lines)-1), 0})
	})
	return len(found)
}
