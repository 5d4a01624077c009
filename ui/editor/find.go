package editor

import (
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	tea "github.com/charmbracelet/bubbletea"

	"assay/keymap"
	"assay/ui/textline"
)

// search is what is looked for and where it was found.
type search struct {
	pattern string
	origin  pos    // where the cursor was when finding began
	found   []span // all matches at version
	version int
	done    string // the pattern that found is for
}

// OpenFind opens the find bar at the foot of the editor. While it is open, keys
// go to it: the application must offer Esc to the editor first (Finding).
func (m *Model) OpenFind() {
	if m.finding != nil {
		return
	}
	s := m.selected()
	m.search.origin = s.from
	m.finding = textline.New(m.theme, m.keys)
	m.finding.SetPlaceholder("find in the text")
	m.finding.Focus()
	if !s.empty() && s.from.line == s.to.line {
		m.finding.SetValue(m.buf.slice(s))
		m.search.pattern = m.finding.Value()
	}
	m.dirty, m.reveal = true, tight
}

// Finding reports whether the find bar is open.
func (m *Model) Finding() bool { return m.finding != nil }

// EndFind closes the find bar; what was found last stays selected.
func (m *Model) EndFind() {
	if m.finding != nil {
		m.finding, m.dirty = nil, true
	}
}

// Find selects the first place at or after the cursor, or the start of the
// selection, that matches, and sets what FindNext looks for. Matching ignores case
// unless the pattern has upper case. It returns the number of places.
func (m *Model) Find(pattern string) int {
	m.search.origin = m.selected().from
	m.search.pattern = pattern
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

// findKey handles a key while the find bar is open.
func (m *Model) findKey(msg tea.KeyMsg) tea.Cmd {
	switch m.keys.Find(msg.String(), keymap.Editor) {
	case keymap.EditorFindClose, keymap.EditorFind:
		m.EndFind()
		return nil
	case keymap.EditorNewline, keymap.EditorFindNext, keymap.EditorDown:
		m.FindNext()
		return nil
	case keymap.EditorFindPrevious, keymap.EditorUp:
		m.FindPrevious()
		return nil
	}
	cmd := m.finding.Update(msg)
	m.dirty = true
	if pattern := m.finding.Value(); pattern != m.search.pattern {
		m.search.pattern = pattern
		if len(m.matches()) == 0 {
			m.moveTo(m.buf.clamp(m.search.origin), false)
		} else {
			m.findFrom(m.search.origin)
		}
	}
	return cmd
}

// matches returns every place that matches, in order.
func (m *Model) matches() []span {
	f := &m.search
	if f.done == f.pattern && f.version == m.version {
		return f.found
	}
	f.found, f.done, f.version = nil, f.pattern, m.version
	if f.pattern == "" {
		return nil
	}
	fold := !strings.ContainsFunc(f.pattern, unicode.IsUpper)
	for i, l := range m.buf.lines {
		for at := 0; at < len(l.text); {
			from, to := indexOf(l.text, f.pattern, at, fold)
			if from < 0 {
				break
			}
			f.found = append(f.found, span{pos{i, from}, pos{i, to}})
			at = to
		}
	}
	return f.found
}

// matchesIn returns the matches on one line.
func (m *Model) matchesIn(line int) []span {
	if m.finding == nil {
		return nil
	}
	found := m.matches()
	from := sort.Search(len(found), func(i int) bool { return found[i].from.line >= line })
	to := sort.Search(len(found), func(i int) bool { return found[i].from.line > line })
	return found[from:to]
}

// indexOf returns where pattern first is in text at or after byte offset at, -1 if
// nowhere. The match may differ in length from the pattern when case is ignored.
func indexOf(text, pattern string, at int, fold bool) (from, to int) {
	if !fold {
		i := strings.Index(text[at:], pattern)
		if i < 0 {
			return -1, -1
		}
		return at + i, at + i + len(pattern)
	}
	for at < len(text) {
		if n := prefixFold(text[at:], pattern); n >= 0 {
			return at, at + n
		}
		_, size := utf8.DecodeRuneInString(text[at:])
		at += size
	}
	return -1, -1
}

// prefixFold returns the length of the prefix of text that equals pattern without
// regard to case, -1 if none does.
func prefixFold(text, pattern string) int {
	n := 0
	for _, want := range pattern {
		if n == len(text) {
			return -1
		}
		got, size := utf8.DecodeRuneInString(text[n:])
		if got != want && unicode.ToLower(got) != unicode.ToLower(want) {
			return -1
		}
		n += size
	}
	return n
}
