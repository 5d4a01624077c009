package history

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

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
	err   error // what is wrong with what was typed
	runs  int   // numbers the searches; only the latest counts
}

// query is a search that was read.
type query struct {
	words   []word
	filters []filter
}

// word is text to be found in a call.
type word struct {
	text string // in small letters
	not  bool
}

// filter is a condition, such as status:error.
type filter struct {
	not   bool
	holds func(c *call, now time.Time) bool
}

func (q query) empty() bool { return len(q.words)+len(q.filters) == 0 }

// filterNames are the names of conditions.
var filterNames = []string{"after", "is", "kind", "status"}

// parseQuery reads a search: words, "several words", -without and name:value.
func parseQuery(text string) (query, error) {
	var q query
	for _, part := range splitWords(strings.ToLower(text)) {
		part, not := strings.CutPrefix(part, "-")
		name, value, ok := strings.Cut(part, ":")
		if !ok || !slices.Contains(filterNames, name) {
			if part = strings.ReplaceAll(part, `"`, ""); part != "" {
				q.words = append(q.words, word{part, not})
			}
			continue
		}
		value = strings.ReplaceAll(value, `"`, "")
		if value == "" {
			continue // is being typed
		}
		holds, err := parseFilter(name, value)
		if err != nil {
			return q, err
		}
		q.filters = append(q.filters, filter{not, holds})
	}
	return q, nil
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

func parseFilter(name, value string) (func(*call, time.Time) bool, error) {
	switch name {
	case "kind":
		return func(c *call, _ time.Time) bool { return strings.HasPrefix(string(c.Kind), value) }, nil
	case "status":
		return parseStatus(value), nil
	case "is":
		if !strings.HasPrefix("pinned", value) {
			return nil, fmt.Errorf("is:%s is not known: there is is:pinned", value)
		}
		return func(c *call, _ time.Time) bool { return c.Pinned }, nil
	}
	when, err := parseWhen(value)
	if err != nil {
		return nil, fmt.Errorf("%s:%s is no time: try today, 2h, 7d or 2026-11-30", name, value)
	}
	return func(c *call, now time.Time) bool { return !c.At.Before(when(now)) }, nil
}

func parseStatus(value string) func(*call, time.Time) bool {
	return func(c *call, _ time.Time) bool {
		switch {
		case value == "ok":
			return c.OK()
		case value == "error" || value == "failed":
			return !c.OK() && c.Code != history.CodeCancelled
		case len(value) == 3 && strings.HasSuffix(value, "xx"):
			return c.Status/100 == int(value[0]-'0')
		}
		return strconv.Itoa(c.Status) == value || strings.HasPrefix(c.Code, value)
	}
}

// parseWhen reads a day or how long ago something was.
func parseWhen(value string) (func(now time.Time) time.Time, error) {
	midnight := func(now time.Time) time.Time {
		year, month, day := now.Local().Date()
		return time.Date(year, month, day, 0, 0, 0, 0, time.Local)
	}
	switch value {
	case "today":
		return midnight, nil
	case "yesterday":
		return func(now time.Time) time.Time { return midnight(now).AddDate(0, 0, -1) }, nil
	}
	if at, err := time.ParseInLocation(time.DateOnly, value, time.Local); err == nil {
		return func(time.Time) time.Time { return at }, nil
	}
	text, hours := value, time.Duration(1)
	for unit, n := range map[string]time.Duration{"d": 24, "w": 7 * 24} {
		if rest, ok := strings.CutSuffix(value, unit); ok {
			text, hours = rest+"h", n
		}
	}
	ago, err := time.ParseDuration(text)
	return func(now time.Time) time.Time { return now.Add(-ago * hours) }, err
}

// fits reports whether a call is what is searched.
func (q query) fits(c *call, now time.Time) bool {
	for _, f := range q.filters {
		if f.holds(c, now) == f.not {
			return false
		}
	}
	for _, w := range q.words {
		if strings.Contains(c.text, w.text) == w.not {
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
	q, err := parseQuery(s.field.Value())
	if s.err = err; err != nil { // what was found stays until it is right
		return nil
	}
	s.query = q
	run, calls, now := s.runs, v.calls, v.env.Now()
	work := func() tea.Msg { return searched{run, q.among(calls, now)} }
	if q.empty() || len(calls) <= atOnce {
		return v.searched(work().(searched))
	}
	return work
}

// Search returns the calls that a search finds, as the tab does. An error says what is
// wrong with the search.
func Search(entries []history.Entry, text string, now time.Time) ([]history.Entry, error) {
	q, err := parseQuery(text)
	if err != nil {
		return nil, err
	}
	var found []history.Entry
	for _, c := range q.among(rows(entries), now) {
		found = append(found, c.Entry)
	}
	return found, nil
}

// among returns the calls that fit, newest first.
func (q query) among(calls []*call, now time.Time) []*call {
	var found []*call
	for _, c := range calls {
		if q.fits(c, now) {
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
