package queries

import (
	"encoding/json"

	tea "github.com/charmbracelet/bubbletea"

	"assay/ui/toast"
	"assay/views/ask"
	"assay/views/frame"
	"assay/views/result"
	"assay/wire"
	"assay/workspace/history"
)

// again opens a query of the history as it was asked, and runs it if so told. Open
// queries stay as they are.
func (v *View) again(msg frame.AskAgain) tea.Cmd {
	e := msg.Entry
	var params wire.Params
	if e.Params != "" {
		if err := json.Unmarshal([]byte(e.Params), &params); err != nil {
			return frame.Notify(toast.Bad, "the params of the call cannot be read: "+err.Error())
		}
	}
	v.over.Close()
	var commands []tea.Cmd
	if !v.pristine() {
		if len(v.tabs) >= maxTabs {
			return v.openNew() // says so
		}
		commands = append(commands, v.openNew())
	}
	d := v.tab
	d.settings = settingsFrom(params, "")
	switch e.Origin {
	case history.URL:
		d.source.set(place{text: e.Source})
	case history.File:
		d.source.set(filePlace(e.Path))
	default:
		d.source.set(place{})
	}
	d.ask.SetQuestion(ask.Question{Query: e.Query, Prompt: e.Prompt, IsPrompt: e.Query == "" && e.Prompt != ""})
	d.zoomed = false
	commands = append(commands, v.changed())
	if msg.Answer != nil && e.OK() {
		commands = append(commands, d.result.ShowKept(result.Answer{
			Data: msg.Answer.Data, Metadata: msg.Answer.Metadata, Source: d.source.place().name(), At: e.At, Took: e.Took, Calls: e.Cost, Sum: e.Sum, Question: d.question(e.Query, e.Prompt),
		}))
	}
	switch {
	case msg.Run:
		commands = append(commands, v.run())
	case e.Origin == history.HTML:
		v.move(paneSource, true)
		commands = append(commands, frame.Notify(toast.Info, "the HTML itself is not kept: paste it into the source"))
	case e.Masked:
		v.move(paneSource, true)
		commands = append(commands, frame.Notify(toast.Warn, "secrets are not kept: put them in where "+history.Mask+" stands, a proxy's password in the params"))
	default:
		v.move(paneEditor, false)
	}
	return tea.Batch(commands...)
}
