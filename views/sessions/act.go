package sessions

import (
	"context"
	"encoding/json"
	"errors"

	tea "github.com/charmbracelet/bubbletea"

	"assay/client"
	"assay/keymap"
	"assay/ui/desktop"
	"assay/ui/picker"
	"assay/ui/toast"
	"assay/views/frame"
	"assay/views/proxy"
	"assay/wire"
	"assay/workspace/history"
)

// addresses returns what can be copied of the selected session beside its cdp_url.
func (v *View) addresses() []frame.Copy {
	s := v.selected()
	out := []frame.Copy{
		{What: "the live view's address", Text: s.StreamURL(v.page())},
		{What: "base_url", Text: s.BaseURL},
	}
	if plain := wire.PlainURL(s.CDPURL); plain != s.CDPURL { // of a session on this machine
		out = append(out, frame.Copy{What: "cdp_url without TLS", Text: plain})
	}
	return out
}

// openAddresses offers them.
func (v *View) openAddresses() {
	var items []picker.Item
	for _, c := range v.addresses() {
		items = append(items, picker.Item{Name: c.What, Value: c})
	}
	v.over.List("Copy of "+v.short(v.cursor), items, func(item *picker.Item) tea.Cmd {
		address := item.Value.(frame.Copy)
		return frame.CopyText(address.What, address.Text)
	})
}

// page returns the index of the page that is looked at.
func (v *View) page() int {
	if v.preview != nil {
		return v.preview.page
	}
	return 0
}

// askPage opens a query of the page that is looked at. Where only the list is shown, the
// page's session is shown first.
func (v *View) askPage() tea.Cmd {
	if v.listShown() && !v.wide() {
		return v.Do(keymap.SessionOpen)
	}
	page := -1
	if v.preview != nil {
		page = v.preview.page
	}
	e := &history.Entry{Kind: history.Query, Origin: history.URL, Source: wire.SessionAddress(v.cursor, page)}
	return func() tea.Msg { return frame.Visit{Tab: "Query", Msg: frame.AskAgain{Entry: e}} }
}

// browse opens the live view in the user's web browser; on this machine without
// TLS, whose certificate the browser would not know.
func (v *View) browse() tea.Cmd {
	address := wire.PlainURL(v.selected().StreamURL(v.page()))
	hint := v.env.Key(keymap.SessionOther) + " copies its address"
	return func() tea.Msg {
		switch err := desktop.Open(address); {
		case errors.Is(err, desktop.ErrNone):
			return frame.Notice{Level: toast.Warn, Text: "there is no desktop here to open the live view on; " + hint}
		case err != nil:
			return frame.Notice{Level: toast.Warn, Text: "the live view was not opened (" + err.Error() + "); " + hint}
		}
		return frame.Notice{Level: toast.Good, Text: "live view opened in the web browser"}
	}
}

// openScripts offers the scripts.
func (v *View) openScripts() {
	var items []picker.Item
	for i, s := range scripts {
		items = append(items, picker.Item{Name: s.name, Detail: s.file, Value: i})
	}
	v.over.List("Script for "+v.short(v.cursor), items, func(item *picker.Item) tea.Cmd {
		s := v.selected()
		if s == nil || s.CDPURL == "" {
			return frame.Notify(toast.Info, "the session has ended")
		}
		v.script = item.Value.(int)
		chosen, address, what := scripts[v.script], s.CDPURL, "the script for "+scripts[v.script].name
		return v.call(requestTimeout, func(_ context.Context, c *client.Client) tea.Msg {
			return frame.Copy{What: what, Text: chosen.fill(address, c.CAFile())}
		}, func(error) tea.Msg { return frame.Copy{What: what, Text: chosen.fill(address, "")} })
	})
}

// again opens the options of a session of the history, or launches one with them.
func (v *View) again(msg frame.AskAgain) tea.Cmd {
	var r wire.SessionRequest
	if e := msg.Entry; e.Params != "" {
		if err := json.Unmarshal([]byte(e.Params), &r); err != nil {
			return frame.Notify(toast.Bad, "the options of the session cannot be read: "+err.Error())
		}
	}
	v.settings, v.changed, v.dirty = settings{Preset: r.UAPreset, Profile: r.BrowserProfile, Inactivity: r.InactivityTimeout, Shutdown: r.ShutdownMode,
		Settings: proxy.From(r.Proxy, "")}.valid(), true, true
	v.over.Close()
	if msg.Run {
		return v.launch()
	}
	v.openForm()
	return nil
}
