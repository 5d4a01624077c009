package popup

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"assay/ui/picker"
	"assay/ui/toast"
	"assay/views/frame"
	"assay/wire"
	"assay/wire/snippet"
)

// Snippets lists the languages in which a request can be copied. The request is made in a
// command; note is added to the message that it is copied.
func (l *Layer) Snippets(note string, request func() (wire.QueryRequest, error)) {
	var items []picker.Item
	for _, language := range snippet.Languages() {
		items = append(items, picker.Item{Name: language.Name, Value: language})
	}
	service := l.env.Service
	l.List("Copy the query as", items, func(item *picker.Item) tea.Cmd {
		language := item.Value.(snippet.Language)
		return func() tea.Msg {
			r, err := request()
			if err != nil {
				return frame.Notice{Level: toast.Bad, Text: err.Error()}
			}
			api, err := service.Client(context.Background())
			if err != nil {
				return frame.Notice{Level: toast.Bad, Text: err.Error()}
			}
			return frame.Copy{What: "snippet for " + language.Name + note, Text: language.Write(api.BaseURL(), r)}
		}
	})
}
