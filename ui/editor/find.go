package editor

import (
	"regexp"
	"sort"
	"strings"
	"unicode"
)

// search is what is looked for and where it was found.
type search struct {
	text    string
	origin  pos    // where the cursor was when finding began
	found   []span // all matches at version
	version int
	done    string // that found is for
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

// matches returns every place that matches, in order. Case counts if what is looked for
// has upper case.
func (m *Model) matches() []span {
	f := &m.search
	if f.done == f.text && f.version == m.version {
		return f.found
	}
	f.found, f.done, f.version = nil, f.text, m.version
	if f.text == "" {
		return nil
	}
	pattern := regexp.QuoteMeta(f.text)
	if !strings.ContainsFunc(f.text, unicode.IsUpper) {
		pattern = "(?i)" + pattern
	}
	match := regexp.MustCompile(pattern)
	for i, l := range m.buf.lines {
		for _, at := range match.FindAllStringIndex(l.text, -1) {
			f.found = append(f.found, span{pos{i, at[0]}, pos{i, at[1]}})
		}
	}
	return f.found
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
