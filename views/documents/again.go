package documents

import (
	"encoding/json"

	tea "github.com/charmbracelet/bubbletea"

	"assay/ui/toast"
	"assay/views/ask"
	"assay/views/frame"
	"assay/views/result"
	"assay/wire"
)

// again chooses the document of a call of the history and fills in what was asked. If
// it is to be run, its cost is looked at and asked about as ever.
func (v *View) again(msg frame.AskAgain) tea.Cmd {
	e := msg.Entry
	params := wire.DocumentParams{Mode: wire.ModeFast}
	if e.Params != "" {
		if err := json.Unmarshal([]byte(e.Params), &params); err != nil {
			return frame.Notify(toast.Bad, "the params of the call cannot be read: "+err.Error())
		}
	}
	if params.Mode == "" {
		params.Mode = wire.ModeFast
	}
	v.form, v.exports, v.zoomed = nil, nil, false
	v.params, v.edited, v.dirty = params, true, true
	v.ask.SetQuestion(ask.Question{Query: e.Query, Prompt: e.Prompt, IsPrompt: e.Query == ""})
	v.files.Drop(v.files.Chosen()...)
	v.files.Choose(e.Path)
	v.remember()
	v.focusOn(paneAsk)
	var shown tea.Cmd
	if msg.Answer != nil && e.OK() {
		v.batch.keep(e.Path, result.Answer{
			Data: msg.Answer.Data, Metadata: msg.Answer.Metadata, Source: e.Source, At: e.At, Took: e.Took, Calls: e.Cost, Sum: e.Sum,
		})
		shown = v.showSelected()
	}
	if msg.Run {
		return tea.Batch(shown, v.follow(), v.lookAtCost([]string{e.Path}))
	}
	return tea.Batch(shown, v.follow())
}
