package history

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"assay/keymap"
	"assay/ui/cells"
	"assay/ui/toast"
	"assay/views/frame"
	"assay/wire"
	"assay/workspace/history"
	"assay/workspace/text"
)

type (
	changeFailed struct{ err error }
	runChosen    struct{ entry *history.Entry }
	pairRead     struct {
		look          int
		before, after *history.Entry
		earlier       *history.Answer
		later         *history.Answer
		err           error
	}
)

// act performs the actions that do something with calls. What needs all of a call waits
// until it is read.
func (v *View) act(action keymap.Action) tea.Cmd {
	switch action {
	case keymap.HistoryAgain, keymap.HistoryRun, keymap.HistorySnippet, keymap.HistoryCopy:
		if v.looked.id != v.selected().ID {
			v.lookups++
			v.then = action
			return v.lookNow()
		}
	}
	switch action {
	case keymap.HistoryAgain:
		return v.visit(v.looked.entry, false)
	case keymap.HistoryRun:
		return v.askRun()
	case keymap.HistoryMark:
		v.toggleMark()
	case keymap.HistoryCompare:
		return v.compare()
	case keymap.HistoryPin:
		return v.pin()
	case keymap.HistoryDelete:
		return v.remove()
	case keymap.HistoryUndo:
		return v.undo()
	case keymap.HistoryCopy:
		return frame.CopyText("source", v.source())
	case keymap.HistorySnippet:
		v.openSnippets()
	}
	return nil
}

// Disabled says why an action cannot be done now.
func (v *View) Disabled(action keymap.Action) string {
	c := v.selected()
	switch action {
	case keymap.Cancel:
		return "nothing is running"
	case keymap.HistoryUndo:
		if len(v.deleted) == 0 {
			return "no call was deleted"
		}
		return ""
	case keymap.HistorySearch, keymap.HistoryNextPane, keymap.HistoryPrevPane, keymap.HistoryZoom:
		switch {
		case !v.started:
			return "the history is read when its tab is opened"
		case len(v.calls) == 0:
			return "the history is empty"
		}
		return ""
	}
	switch scope := action.Scope(); scope {
	case keymap.History, keymap.Global:
	case keymap.List: // of the search or a list over the view
		return ""
	default:
		if v.looked.answer == nil {
			return "there is no answer on the screen"
		}
		return v.looked.answer.Disabled(action)
	}
	switch action {
	case keymap.HistoryOpen, keymap.HistoryMark, keymap.HistoryPin, keymap.HistoryDelete, keymap.HistoryCompare,
		keymap.HistoryAgain, keymap.HistoryRun, keymap.HistorySnippet, keymap.HistoryCopy:
		if c == nil {
			return "no call is selected"
		}
	}
	switch action {
	case keymap.HistoryAgain, keymap.HistoryRun, keymap.HistorySnippet, keymap.HistoryCopy:
		if v.looked.id == c.ID && v.looked.err != nil {
			return "the call cannot be read"
		}
	}
	return v.disabledFor(action, c)
}

// disabledFor says why an action cannot be done with the selected call now.
func (v *View) disabledFor(action keymap.Action, c *call) string {
	switch action {
	case keymap.HistoryOpen:
		switch {
		case c.Kind == history.Session:
			return "a session has no answer"
		case v.focus == paneAnswer:
			return "the answer is on the screen"
		}
	case keymap.HistoryMark:
		return uncomparable(c)
	case keymap.HistoryCompare:
		if reason := uncomparable(c); reason != "" {
			return reason
		}
		switch other := v.other(c); {
		case other == nil && v.marked != 0:
			return "this is the marked call; compare another with it"
		case other == nil:
			return "there is no earlier answer to the same query; " + v.env.Key(keymap.HistoryMark) + " marks any call to compare with"
		}
	case keymap.HistoryRun:
		return unrepeatable(&c.Entry)
	case keymap.HistorySnippet:
		switch {
		case c.Kind != history.Query:
			return "there are snippets of web queries only"
		case c.Origin == history.HTML:
			return "the HTML itself is not kept"
		}
	case keymap.HistoryCopy:
		if c.Kind == history.Session {
			return "a session has no source"
		}
	}
	return ""
}

// uncomparable says why the answer of a call cannot be compared, or "".
func uncomparable(c *call) string {
	switch {
	case c.Kind == history.Session:
		return "a session has no answer to compare"
	case !c.OK():
		return "the call failed: there is nothing to compare"
	case !c.Kept:
		return "the answer is not kept: it is too large"
	}
	return ""
}

// unrepeatable says why a call cannot be run again as it was, or "".
func unrepeatable(e *history.Entry) string {
	switch {
	case e.Masked:
		return "a secret of the call was not kept: open the call and enter it"
	case e.Origin == history.HTML:
		return "the HTML itself is not kept: open the call and paste it again"
	}
	return ""
}

// tabs name the tab of each kind of call.
var tabs = map[history.Kind]string{history.Query: "Query", history.Document: "Documents", history.Session: "Sessions"}

// visit goes to the tab of a call and fills the call in.
func (v *View) visit(e *history.Entry, run bool) tea.Cmd {
	again := frame.AskAgain{Entry: e, Run: run}
	if v.looked.entry == e {
		again.Answer = v.looked.kept
	}
	return func() tea.Msg { return frame.Visit{Tab: tabs[e.Kind], Msg: again} }
}

// askRun asks whether to run the call again. Documents are asked about by their own
// tab, which counts their pages first.
func (v *View) askRun() tea.Cmd {
	e := v.looked.entry
	switch e.Kind {
	case history.Document:
		return v.visit(e, true)
	case history.Session:
		return frame.Show(frame.Question(v.theme, "Launch a session with the same options?", "run it", "back", runChosen{e}, "It costs no calls, and lives until its own time has come."))
	}
	d := frame.Question(v.theme, "Run the query again for 1 call?", "run it", "back", runChosen{e}, cells.CutMiddle(cells.Visible(e.Source), 200, v.theme.Glyphs.Ellipsis))
	if u := v.env.Usage; u != nil {
		d.Body = append(d.Body, frame.LeftAfter(u, 1))
	}
	return frame.Show(d)
}

// source is what names the source exactly.
func (v *View) source() string {
	e := v.looked.entry
	if e.Path != "" {
		return e.Path
	}
	return e.Source
}

func (v *View) toggleMark() {
	id := v.selected().ID
	if v.marked == id {
		id = 0
	}
	v.marked = id
}

// other returns the call to compare a call with: the marked one, else the one before
// that answered the same question about the same source.
func (v *View) other(c *call) *call {
	if v.marked != 0 && v.marked != c.ID {
		if at := place(v.calls, v.marked); at >= 0 {
			return v.calls[at]
		}
	}
	if v.marked == c.ID {
		return nil
	}
	for _, o := range v.calls[max(place(v.calls, c.ID), 0):] {
		if o.ID < c.ID && o.Kind == c.Kind && o.Source == c.Source && o.Path == c.Path && o.Query == c.Query && o.Prompt == c.Prompt && uncomparable(o) == "" {
			return o
		}
	}
	return nil
}

// compare shows how the answers of two calls differ, the older one first.
func (v *View) compare() tea.Cmd {
	before, after := v.other(v.selected()).ID, v.selected().ID
	if before > after {
		before, after = after, before
	}
	v.lookups++
	look, store := v.lookups, v.env.History
	return func() tea.Msg {
		read := pairRead{look: look}
		read.before, read.earlier, read.err = store.Get(context.Background(), before)
		if read.err == nil {
			read.after, read.later, read.err = store.Get(context.Background(), after)
		}
		if read.err == nil && (read.earlier == nil || read.later == nil) {
			read.err = errors.New("an answer is not kept any more")
		}
		return read
	}
}

func (v *View) pairRead(msg pairRead) tea.Cmd {
	if msg.look != v.lookups {
		return nil
	}
	if msg.err != nil {
		return frame.Notify(toast.Bad, "comparing: "+msg.err.Error())
	}
	v.looked = looked{id: v.cursor, entry: msg.after, kept: msg.later, before: msg.before}
	p := v.newAnswer("Answer " + v.moment(msg.before.At) + " " + v.theme.Glyphs.Arrow + " " + v.moment(msg.after.At))
	v.focusOn(paneAnswer)
	return p.ShowChanges(shownAnswer(msg.after, msg.later), msg.earlier.Data)
}

// change runs a change of the store, after those begun before it; a failure is told
// and the list read anew.
func (v *View) change(work func(context.Context) error) tea.Cmd {
	before, done := v.changing, make(chan struct{})
	v.changing = done
	return func() tea.Msg {
		defer close(done)
		if before != nil {
			<-before
		}
		if err := work(context.Background()); err != nil {
			return changeFailed{err}
		}
		return nil
	}
}

func (v *View) pin() tea.Cmd {
	c, store := v.selected(), v.env.History
	c.Pinned = !c.Pinned
	if v.looked.entry != nil && v.looked.id == c.ID {
		v.looked.entry.Pinned, v.looked.lines = c.Pinned, nil
	}
	id, pinned := c.ID, c.Pinned
	return v.change(func(ctx context.Context) error { return store.Pin(ctx, pinned, id) })
}

// maxUndo bounds how many deletions can be undone.
const maxUndo = 100

func (v *View) remove() tea.Cmd {
	c, row, store := v.selected(), v.row(), v.env.History
	v.deleted = append(v.deleted, []*call{c})
	v.deleted = v.deleted[max(len(v.deleted)-maxUndo, 0):]
	v.calls = without(v.calls, c)
	v.shown = without(v.shown, c)
	if v.marked == c.ID {
		v.marked = 0
	}
	if len(v.shown) > 0 {
		v.cursor = v.shown[min(row, len(v.shown)-1)].ID
	}
	id := c.ID
	return tea.Batch(v.look(), v.change(func(ctx context.Context) error { return store.Delete(ctx, id) }),
		frame.Notify(toast.Info, "deleted; "+v.env.Key(keymap.HistoryUndo)+" brings it back"))
}

func without(calls []*call, c *call) []*call {
	return slices.DeleteFunc(slices.Clone(calls), func(other *call) bool { return other.ID == c.ID })
}

func (v *View) undo() tea.Cmd {
	last := len(v.deleted) - 1
	group, store := v.deleted[last], v.env.History
	v.deleted = v.deleted[:last]
	var ids []int64
	for _, c := range group {
		ids = append(ids, c.ID)
		at, _ := slices.BinarySearchFunc(v.calls, c.ID, newestFirst)
		v.calls = slices.Insert(slices.Clone(v.calls), at, c)
		v.cursor = c.ID
	}
	return tea.Batch(v.find(), v.change(func(ctx context.Context) error { return store.Restore(ctx, ids...) }))
}

// request returns the web query of a call as it can be sent again.
func request(e *history.Entry) (wire.QueryRequest, error) {
	r := wire.QueryRequest{Query: e.Query, Prompt: e.Prompt}
	if e.Params != "" {
		r.Params = &wire.Params{}
		if err := json.Unmarshal([]byte(e.Params), r.Params); err != nil {
			return r, fmt.Errorf("the params of the call cannot be read: %w", err)
		}
	}
	switch e.Origin {
	case history.URL:
		r.URL = e.Source
	case history.File:
		data, err := os.ReadFile(e.Path)
		if err == nil {
			r.HTML, err = text.HTML(data)
		}
		if err != nil {
			return r, fmt.Errorf("reading the page: %w", err)
		}
	}
	return r, nil
}

// openSnippets offers the languages.
func (v *View) openSnippets() {
	e, note := v.looked.entry, ""
	if e.Masked {
		note = ", in which " + history.Mask + " stands for what is secret,"
	}
	v.over.Snippets(note, func() (wire.QueryRequest, error) { return request(e) })
}
