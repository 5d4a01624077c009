package filepicker

import (
	"strings"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/sahilm/fuzzy"

	"assay/keymap"
)

// match is a row of the list.
type match struct {
	entry int
	hits  []int // bytes of the name that the filter found
}

// siftedMsg is what the list shows.
type siftedMsg struct {
	of      *Model
	by      *reader
	pattern string
	types   bool
	hidden  bool
	shown   []match
}

// sift finds what the list is to show. Among tens of thousands of names that takes
// longer than a frame may.
func (m *Model) sift() tea.Cmd {
	m.sifting = true
	msg := siftedMsg{of: m, by: m.latest, pattern: strings.TrimSpace(m.filter.Value()), types: m.allTypes, hidden: m.hidden}
	entries := m.entries
	return func() tea.Msg {
		msg.shown = sift(entries, msg.pattern, msg.types, msg.hidden)
		return msg
	}
}

func sift(entries []entry, pattern string, types, hidden bool) []match {
	var rows []int
	for i := range entries {
		e := &entries[i]
		switch {
		case e.up && pattern != "":
		case e.hidden && !hidden && !e.up:
		case e.folder || types || e.fits && !e.odd:
			rows = append(rows, i)
		}
	}
	shown := make([]match, 0, len(rows))
	if pattern == "" {
		for _, row := range rows {
			shown = append(shown, match{entry: row})
		}
		return shown
	}
	for _, found := range fuzzy.FindFrom(pattern, names{entries, rows}) {
		shown = append(shown, match{rows[found.Index], found.MatchedIndexes})
	}
	return shown
}

type names struct {
	entries []entry
	rows    []int
}

func (n names) String(i int) string { return n.entries[n.rows[i]].name }
func (n names) Len() int            { return len(n.rows) }

// show takes over what the list shows, unless the list has changed since.
func (m *Model) show(msg siftedMsg) tea.Cmd {
	if msg.by != m.latest || msg.types != m.allTypes || msg.hidden != m.hidden || msg.pattern != strings.TrimSpace(m.filter.Value()) {
		return nil
	}
	goal := m.goal
	if e := m.at(); e != nil && goal == "" && msg.pattern == m.sifted {
		goal = e.path
	}
	m.goal, m.sifted, m.sifting = "", msg.pattern, false
	m.shown, m.cursor, m.top = msg.shown, 0, 0
	if goal == "" && msg.pattern == "" {
		m.cursor = m.firstFile()
	}
	for i, s := range m.shown {
		if goal != "" && m.entries[s.entry].path == goal {
			m.cursor = i
			m.top = max(i-m.rows()/2, 0)
		}
	}
	m.move(0)
	if m.opens {
		m.opens = false
		return m.open()
	}
	return nil
}

// firstFile is the row where the cursor begins: that of the first file, or of the
// first folder if there is no file, rather than of the way back up.
func (m *Model) firstFile() int {
	row := 0
	for i, s := range m.shown {
		switch e := &m.entries[s.entry]; {
		case !e.folder:
			return i
		case !e.up && m.entries[m.shown[row].entry].up:
			row = i
		}
	}
	return row
}

func (m *Model) filterKey(msg tea.KeyMsg) tea.Cmd {
	action := m.keys.Find(msg.String(), keymap.List)
	by, _ := keymap.Step(action, m.rows(), len(m.shown))
	m.move(by)
	switch action {
	case keymap.ListAccept:
		if text := m.filter.Value(); LooksLikePaths(text) {
			return m.Paste(text)
		}
		return m.open()
	case keymap.ListCancel:
		return m.endFilter()
	case "":
		before := m.filter.Value()
		cmd := m.filter.Update(msg)
		if m.filter.Value() != before {
			return tea.Batch(cmd, m.sift())
		}
		return cmd
	}
	return nil
}

// endFilter closes the filter and shows everything again, with the cursor where it
// was.
func (m *Model) endFilter() tea.Cmd {
	m.filtering, m.opens = false, false
	m.filter.Blur()
	if m.filter.Value() == "" {
		return nil
	}
	if e := m.at(); e != nil {
		m.goal = e.path
	}
	m.filter.SetValue("")
	return m.sift()
}
