package queries

import (
	tea "github.com/charmbracelet/bubbletea"

	"assay/ui/toast"
	"assay/views/batch"
	"assay/views/frame"
)

// openBatch goes on to the list of pages that the query is asked of; links are put
// into it.
func (v *View) openBatch(links []string) tea.Cmd {
	filled, err := v.fill()
	if err == nil {
		err = v.ask.Check()
	}
	if err == nil {
		err = v.settings.Check()
	}
	if err != nil {
		return frame.Notify(toast.Warn, err.Error())
	}
	return v.batch.Open(batch.Request{
		Query: filled.query, Prompt: filled.prompt, Params: v.settings.params(), Words: v.settings.summary(v.theme.Glyphs.Separator),
	}, links)
}
