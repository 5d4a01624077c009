package queries

import (
	tea "github.com/charmbracelet/bubbletea"

	"assay/ui/toast"
	"assay/views/batch"
	"assay/views/frame"
)

// openBatch goes on to the list of pages that the query is asked of; links are put
// into it. Batches that were left unfinished need no query here.
func (v *View) openBatch(links []string) tea.Cmd {
	filled, err := v.fill()
	if err == nil {
		err = v.ask.Check()
	}
	if err == nil {
		err = v.settings.Check()
	}
	switch {
	case err != nil && len(links) == 0 && v.batch.Waits():
		v.move(v.focus, false) // on the way back from the batch keys are commands
		return v.batch.Open(batch.Request{Params: v.settings.params()}, nil)
	case err != nil:
		return frame.Notify(toast.Warn, err.Error())
	}
	v.move(v.focus, false)
	return v.batch.Open(batch.Request{
		Query: filled.query, Prompt: filled.prompt, Params: v.settings.params(), Words: v.settings.summary(v.theme.Glyphs.Separator),
	}, links)
}
