package queries

import (
	"fmt"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"assay/keymap"
	"assay/ui/toast"
	"assay/views/ask"
	"assay/views/frame"
	"assay/workspace/importer"
)

// importable reports whether a pasted text is a curl command, and can be
// taken for one: it is no query, no prompt and no address.
func (v *View) importable(msg tea.KeyMsg) bool {
	busy := v.hasPopup() || v.result.Editing() && v.focus == paneResult
	return msg.Paste && !busy && importer.Looks(string(msg.Runes))
}

// pasteRequests opens the requests of a pasted text.
func (v *View) pasteRequests(text string) tea.Cmd {
	requests, err := importer.Read([]byte(text))
	if err != nil {
		return frame.Notify(toast.Warn, "not imported: "+err.Error())
	}
	return v.takeRequests(requests)
}

// takeRequests opens requests, each in a query of its own, and says what was left out.
func (v *View) takeRequests(requests []importer.Request) tea.Cmd {
	var commands []tea.Cmd
	var left []string
	for _, r := range requests {
		if !v.pristine() {
			if len(v.tabs) >= maxTabs {
				commands = append(commands, v.openNew()) // says so
				break
			}
			commands = append(commands, v.openNew())
		}
		v.tab.take(r)
		left = append(left, r.Left...)
	}
	v.move(paneEditor, false)
	if v.tab.ask.Empty() {
		commands = append(commands, frame.Notify(toast.Info, "the page is imported: now say what you want from it"))
	}
	if len(left) > 0 {
		commands = append(commands, frame.Notify(toast.Warn, "a query has no place for "+strings.Join(left, "; ")+": left out"))
	} else if !v.tab.ask.Empty() {
		commands = append(commands, frame.Notify(toast.Good, fmt.Sprintf("imported; %s runs it", v.env.Key(keymap.QueryRun))))
	}
	return tea.Batch(append(commands, v.changed())...)
}

// take fills the tab with a request.
func (d *tab) take(r importer.Request) {
	password := ""
	if p := r.Params.Proxy; p != nil {
		password = p.Password
	}
	d.settings = settingsFrom(r.Params, password)
	d.source.set(place{text: r.URL, html: r.Page})
	d.ask.SetQuestion(ask.Question{Query: r.Query, Prompt: r.Prompt, IsPrompt: r.IsPrompt})
	d.zoomed = false
}
