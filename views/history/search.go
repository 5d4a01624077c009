package history

import (
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"assay/keymap"
	"assay/ui/textline"
	"assay/workspace/history"
)

// search is the line a search is typed into, and what it means.
type search struct {
	field *textline.Model
	open  bool
	query query
	runs  int // numbers the searches; only the latest counts
}

// query is a search that was read: the words that a call has, or has not.
type query []word

type word struct {
	text string // in small letters
	not  bool
}

// parseQuery reads a search: words, "several words" and -without.
func parseQuery(text string) query {
	var q query
	for _, part := range splitWords(strings.ToLower(text)) {
		part, not := strings.CutPrefix(strings.ReplaceAll(part, `"`, ""), "-")
		if part != "" {
			q = append(q, word{part, not})
		}
	}
	return q
}

// splitWords cuts text at spaces that are not between quotes.
func splitWords(text string) []string {
	quoted := false
	return strings.FieldsFunc(text, func(r rune) bool {
		if r == '"' {
			quoted = !quoted
		}
		return r == ' ' && !quoted
	})
}

// pinned is the word that finds the calls that are pinned.
const pinned = "pinned"

// fits reports whether a call is what is searched.
func (q query) fits(c *call) bool {
	for _, w := range q {
		if found := strings.Contains(c.text, w.text) || c.Pinned && w.text == pinned; found == w.not {
			return false
		}
	}
	return true
}

type searched struct {
	run   int
	shown []*call
}

// atOnce is how many calls are searched before a reader could notice.
const atOnce = 5000

// find shows what the search finds; among many calls it does so off the program's own
// goroutine.
func (v *View) find() tea.Cmd {
	v.dirty = true
	s := &v.search
	s.runs++
	q := parseQuery(s.field.Value())
	s.query = q
	run, calls := s.runs, v.calls
	work := func() tea.Msg { return searched{run, q.among(calls)} }
	if len(q) == 0 || len(calls) <= atOnce {
		return v.searched(work().(searched))
	}
	return work
}

// Search returns the calls that a search finds, as the tab does.
func Search(entries []history.Entry, text string) []history.Entry {
	var found []history.Entry
	for _, c := range parseQuery(text).among(rows(entries)) {
		found = append(found, c.Entry)
	}
	return found
}

// among returns the calls that fit, newest first.
func (q query) among(calls []*call) []*call {
	var found []*call
	for _, c := range calls {
		if q.fits(c) {
			found = append(found, c)
		}
	}
	return found
}

func (v *View) searched(msg searched) tea.Cmd {
	if msg.run != v.search.runs {
		return nil
	}
	v.shown, v.dirty = msg.shown, true
	if place(v.shown, v.cursor) < 0 && len(v.shown) > 0 {
		v.cursor, v.top = v.shown[0].ID, 0
	}
	return v.look()
}

func (v *View) openSearch() {
	v.focusOn(paneList)
	v.search.open = true
	v.search.field.Focus()
	v.search.field.CursorEnd()
	v.layout()
}

// searchKey handles a key while the search is typed.
func (v *View) searchKey(msg tea.KeyMsg) tea.Cmd {
	if !msg.Paste {
		action := v.env.Keys.Find(msg.String(), keymap.List)
		if by, ok := keymap.Step(action, v.listRows(), len(v.shown)); ok {
			return v.move(by)
		}
		switch action {
		case keymap.ListAccept:
			return v.closeSearch(false)
		case keymap.ListCancel:
			return v.closeSearch(true)
		}
	}
	before := v.search.field.Value()
	cmd := v.search.field.Update(msg)
	if v.search.field.Value() == before {
		return cmd
	}
	return tea.Batch(cmd, v.find())
}

func (v *View) closeSearch(forget bool) tea.Cmd {
	v.search.open = false
	v.search.field.Blur()
	v.layout()
	if forget {
		v.search.field.SetValue("")
		return v.find()
	}
	return nil
}
