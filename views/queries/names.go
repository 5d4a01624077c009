package queries

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"assay/client/query"
	"assay/ui/toast"
	"assay/views/frame"
)

// maxNames bounds the names of fields that are remembered.
const maxNames = 400

// namesFile is the state they are kept in.
const namesFile = "field_names"

type namesRead struct {
	names []string
	err   error
}

// readNames reads the names of fields of earlier queries.
func (v *View) readNames() tea.Cmd {
	store, folder := v.env.State, v.folder()
	return func() tea.Msg {
		var read namesRead
		read.err = store.Load(namesFile, &read.names)
		read.names = append(read.names, fieldNames(folder)...)
		return read
	}
}

// learn remembers the names of a query that was asked, the latest first, for the
// completion in later ones.
func (v *View) learn(text string) tea.Cmd {
	q, err := query.Parse(text)
	if err != nil {
		return nil
	}
	names := query.FieldNames(q)
	for _, name := range v.names {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	names = names[:min(len(names), maxNames)]
	if slices.Equal(names, v.names) {
		return nil
	}
	v.setNames(names)
	store := v.env.State
	return func() tea.Msg {
		if err := store.Save(namesFile, names); err != nil {
			return frame.Notice{Level: toast.Warn, Text: err.Error()}
		}
		return nil
	}
}

func (v *View) setNames(names []string) {
	v.names = names
	for _, d := range v.desks {
		d.ask.SetNames(names)
	}
}
