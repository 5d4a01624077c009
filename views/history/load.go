package history

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"assay/client"
	"assay/ui/toast"
	"assay/views/frame"
	"assay/views/result"
	"assay/workspace/history"
)

type (
	historyChanged struct{}
	pollDue        struct{ poller int }
	// firstRead is the newest part of the history, which is on the screen at once.
	firstRead struct {
		read  int
		calls []*call
		err   error
	}
	// restRead is all that is older.
	restRead firstRead
	// newerRead is what was added since that read.
	newerRead firstRead
	lookDue   struct{ id int }
	entryRead struct {
		look   int
		id     int64
		entry  *history.Entry
		answer *history.Answer
		err    error
	}
)

// firstCalls is how many calls are read before the rest.
const firstCalls = 500

// watch waits for a change of the history by this dashboard.
func (v *View) watch() tea.Cmd {
	changed := v.env.History.Changed()
	return func() tea.Msg {
		<-changed
		return historyChanged{}
	}
}

// poll begins the wait for the next look.
func (v *View) poll() tea.Cmd {
	v.poller++
	poller := v.poller
	return tea.Tick(pollEvery, func(time.Time) tea.Msg { return pollDue{poller} })
}

// historyChanged tells once why the history cannot be used, and reads what is new.
func (v *View) historyChanged() tea.Cmd {
	err := v.env.History.Err()
	switch {
	case err != nil:
		v.err, v.dirty = err, true
		if !v.told {
			v.told = true
			return frame.Notify(toast.Bad, err.Error()+"; the dashboard goes on without it")
		}
		return nil
	case !v.visible:
		return nil
	}
	return v.readNewer()
}

func rows(entries []history.Entry) []*call {
	out := make([]*call, len(entries))
	for i, e := range entries {
		words := []string{e.Source, e.Path, e.Query, e.Prompt, e.Sum, e.Code, e.Error, string(e.Kind), strconv.Itoa(e.Status)}
		if !e.OK() && e.Code != history.CodeCancelled {
			words = append(words, "failed")
		}
		out[i] = &call{Entry: e, text: strings.ToLower(strings.Join(words, "\n"))}
	}
	return out
}

// read reads the history anew, with the changes made here that are still under way.
func (v *View) read() tea.Cmd {
	v.reads++
	v.loading, v.dirty = true, true
	read, store, changing := v.reads, v.env.History, v.changing
	return func() tea.Msg {
		if changing != nil {
			<-changing
		}
		entries, err := store.List(context.Background(), 0, firstCalls)
		return firstRead{read, rows(entries), err}
	}
}

func (v *View) firstRead(msg firstRead) tea.Cmd {
	if msg.read != v.reads {
		return nil
	}
	v.err, v.dirty = msg.err, true
	if msg.err != nil {
		v.loading = false
		return nil
	}
	v.calls = msg.calls
	if len(msg.calls) < firstCalls {
		v.loading = false
		return v.find()
	}
	read, store, oldest := v.reads, v.env.History, msg.calls[len(msg.calls)-1].ID
	rest := func() tea.Msg {
		entries, err := store.List(context.Background(), oldest, -1)
		return restRead{read, rows(entries), err}
	}
	return tea.Batch(v.find(), rest)
}

func (v *View) restRead(msg restRead) tea.Cmd {
	if msg.read != v.reads {
		return nil
	}
	v.loading, v.err, v.dirty = false, msg.err, true
	v.calls = append(v.calls, msg.calls...)
	return v.find()
}

// readNewer reads the calls that were added.
func (v *View) readNewer() tea.Cmd {
	if !v.started || v.err != nil {
		return nil
	}
	var after int64
	if len(v.calls) > 0 {
		after = v.calls[0].ID
	}
	read, store := v.reads, v.env.History
	return func() tea.Msg {
		entries, err := store.Newer(context.Background(), after)
		if err == nil && len(entries) == 0 {
			return nil
		}
		return newerRead{read, rows(entries), err}
	}
}

// newerRead adds what is new at the top; the selection stays on its call, or on the
// newest if it was there.
func (v *View) newerRead(msg newerRead) tea.Cmd {
	if msg.read != v.reads { // perhaps of the file that was set aside
		return nil
	}
	v.dirty = true
	if msg.err != nil {
		v.err = msg.err
		return nil
	}
	var newest int64
	if len(v.calls) > 0 {
		newest = v.calls[0].ID
	}
	fresh := slices.DeleteFunc(msg.calls, func(c *call) bool {
		return c.ID <= newest || slices.ContainsFunc(v.deleted, func(group []*call) bool { return place(group, c.ID) >= 0 })
	})
	if len(fresh) == 0 {
		return nil
	}
	following := len(v.shown) == 0 || v.row() == 0 && v.focus == paneList && v.looked.before == nil
	v.calls = slices.Insert(v.calls, 0, fresh...)
	if len(v.search.query) > 0 {
		return v.find()
	}
	v.shown = slices.Insert(v.shown, 0, fresh...)
	if following {
		return v.selectRow(0)
	}
	v.top += len(fresh)
	return nil
}

// place returns the index of a call in a list, or -1.
func place(calls []*call, id int64) int {
	if at, ok := slices.BinarySearchFunc(calls, id, newestFirst); ok {
		return at
	}
	return -1
}

func newestFirst(c *call, id int64) int { return cmp.Compare(id, c.ID) }

// lookDelay is how long a selection must stand before its call is read: whoever runs
// down the list is not held up.
const lookDelay = 100 * time.Millisecond

// look sees to it that the selected call is shown.
func (v *View) look() tea.Cmd {
	c := v.selected()
	if c == nil {
		v.looked = looked{}
		v.lookups++
		return nil
	}
	if c.ID == v.looked.id && v.looked.before == nil {
		return nil
	}
	v.lookups++
	v.then = ""
	id := v.lookups
	return tea.Tick(lookDelay, func(time.Time) tea.Msg { return lookDue{id} })
}

func (v *View) lookNow() tea.Cmd {
	c := v.selected()
	if c == nil {
		return nil
	}
	look, id, store := v.lookups, c.ID, v.env.History
	return func() tea.Msg {
		entry, answer, err := store.Get(context.Background(), id)
		return entryRead{look, id, entry, answer, err}
	}
}

func (v *View) entryRead(msg entryRead) tea.Cmd {
	if msg.look != v.lookups {
		return nil
	}
	v.looked = looked{id: msg.id, entry: msg.entry, kept: msg.answer, err: msg.err}
	v.requestY, v.dirty = 0, true
	then := v.then
	v.then = ""
	if msg.err != nil {
		v.layout()
		return nil
	}
	shown := v.showEntry(msg)
	if then != "" {
		return tea.Batch(shown, v.act(then))
	}
	return shown
}

// showEntry shows the answer of the call that was read.
func (v *View) showEntry(msg entryRead) tea.Cmd {
	p := v.newAnswer("Answer")
	switch {
	case !msg.entry.OK():
		p.Fail(failure(msg.entry))
		v.layout()
		return nil
	case msg.answer == nil:
		v.looked.answer = nil
		v.layout()
		return nil
	}
	v.layout()
	return p.Show(shownAnswer(msg.entry, msg.answer))
}

// newAnswer makes the pane for the answer of the call that is looked at.
func (v *View) newAnswer(title string) *result.Pane {
	p := result.New(v.env, result.Options{Title: title})
	p.SetTheme(v.theme)
	v.looked.answer = p
	return p
}

func shownAnswer(e *history.Entry, a *history.Answer) result.Answer {
	return result.Answer{Data: a.Data, Metadata: a.Metadata, Source: e.Source, Took: e.Took, Calls: e.Cost, Sum: e.Sum}
}

// failure is what the call failed with, as far as it is known.
func failure(e *history.Entry) error {
	if e.Status != 0 {
		return &client.Error{Status: e.Status, Code: e.Code, Message: e.Error, RequestID: e.RequestID}
	}
	if e.Code == history.CodeCancelled {
		return errors.New("The call was cancelled before it was answered.")
	}
	return errors.New(e.Error)
}
