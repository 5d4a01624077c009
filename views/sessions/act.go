package sessions

import (
	"context"
	"errors"

	tea "github.com/charmbracelet/bubbletea"

	"assay/client"
	"assay/keymap"
	"assay/ui/desktop"
	"assay/ui/picker"
	"assay/ui/toast"
	"assay/views/frame"
	"assay/wire"
)

// copyAddress puts one of the selected session's addresses on the clipboard.
func (v *View) copyAddress(action keymap.Action) tea.Cmd {
	s := v.selected()
	var c frame.Copy
	switch action {
	case keymap.SessionCDP:
		c = frame.Copy{What: "cdp_url", Text: s.CDPURL}
	case keymap.SessionPlain:
		c = frame.Copy{What: "cdp_url without TLS", Text: wire.PlainURL(s.CDPURL)}
	case keymap.SessionStream:
		c = frame.Copy{What: "the live view's address", Text: s.StreamURL(v.page())}
	case keymap.SessionBase:
		c = frame.Copy{What: "base_url", Text: s.BaseURL}
	}
	return func() tea.Msg { return c }
}

// page returns the index of the page that is looked at.
func (v *View) page() int {
	if v.preview != nil {
		return v.preview.page
	}
	return 0
}

// browse opens the live view in the user's web browser; on this machine without
// TLS, whose certificate the browser would not know.
func (v *View) browse() tea.Cmd {
	address := wire.PlainURL(v.selected().StreamURL(v.page()))
	hint := v.key(keymap.SessionStream) + " copies its address"
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
	v.scripts = picker.New(v.theme, v.env.Keys, "Script for "+v.short(v.cursor), items)
}

func (v *View) scriptsKey(msg tea.KeyMsg) tea.Cmd {
	result, cmd := v.scripts.Update(msg)
	switch {
	case result.Closed:
		v.scripts = nil
	case result.Chosen != nil:
		v.script, v.scripts = result.Chosen.Value.(int), nil
		chosen, s := scripts[v.script], v.selected()
		if s == nil || s.CDPURL == "" {
			return frame.Notify(toast.Info, "the session has ended")
		}
		address := s.CDPURL
		return v.call(requestTimeout, func(_ context.Context, c *client.Client) tea.Msg {
			return frame.Copy{What: "the script for " + chosen.name, Text: chosen.fill(address, c.CAFile())}
		}, func(error) tea.Msg {
			return frame.Copy{What: "the script for " + chosen.name, Text: chosen.fill(address, "")}
		})
	}
	return cmd
}
