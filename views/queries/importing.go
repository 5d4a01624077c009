package queries

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"assay/keymap"
	"assay/ui/form"
	"assay/ui/picker"
	"assay/ui/toast"
	"assay/views/ask"
	"assay/views/frame"
	"assay/views/popup"
	"assay/workspace/importer"
)

// requestsRead is the curl commands of a file.
type requestsRead struct {
	path     string
	requests []importer.Request
	err      error
}

// importable reports whether a pasted text is a curl command, and can be
// taken for one: it is no query, no prompt and no address.
func (v *View) importable(msg tea.KeyMsg) bool {
	f, open := v.over.Over().(*popup.Form)
	asked := open && f.Title == importTitle
	busy := v.hasPopup() || v.result.Editing() && v.focus == paneResult
	return msg.Paste && (asked || !busy) && importer.Looks(string(msg.Runes))
}

// pasteRequests opens the requests of a pasted text.
func (v *View) pasteRequests(text string) tea.Cmd {
	requests, err := importer.Read([]byte(text))
	if err != nil {
		return frame.Notify(toast.Warn, "not taken over: "+err.Error())
	}
	v.over.Close()
	return v.takeRequests(requests)
}

const (
	importTitle   = "Take over a request"
	fieldRequests = "requests"
)

// askImport asks for a file of requests.
func (v *View) askImport() {
	v.openForm(importTitle, []form.Field{{
		Name: fieldRequests, Label: "File", Kind: form.Text, Placeholder: "~/requests.sh",
		Help: "with curl commands; or paste one, here or anywhere in the query",
	}}, func(values form.Values) tea.Cmd {
		path := frame.Expand(values[fieldRequests])
		return func() tea.Msg {
			read := requestsRead{path: path}
			data, err := os.ReadFile(path)
			if err == nil {
				read.requests, err = importer.Read(data)
			}
			read.err = err
			return read
		}
	})
}

func (v *View) requestsRead(msg requestsRead) tea.Cmd {
	if msg.err != nil {
		return frame.Notify(toast.Bad, msg.err.Error())
	}
	if len(msg.requests) == 1 {
		return v.takeRequests(msg.requests)
	}
	var items []picker.Item
	for _, r := range msg.requests {
		items = append(items, picker.Item{Name: r.URL, Value: r})
	}
	v.openPicker("Requests of "+filepath.Base(msg.path), items, func(item *picker.Item) tea.Cmd {
		return v.takeRequests([]importer.Request{item.Value.(importer.Request)})
	})
	return nil
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
		commands = append(commands, frame.Notify(toast.Info, "the page is taken over: say what you want of it"))
	}
	if len(left) > 0 {
		commands = append(commands, frame.Notify(toast.Warn, "a query has no place for "+strings.Join(left, "; ")+": left out"))
	} else if !v.tab.ask.Empty() {
		commands = append(commands, frame.Notify(toast.Good, fmt.Sprintf("taken over; %s runs it", v.key(keymap.QueryRun))))
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
