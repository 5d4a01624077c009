package queries

import (
	"context"
	"errors"
	"slices"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"assay/query"
	"assay/ui/toast"
	"assay/views/frame"
	"assay/workspace/history"
)

// maxNames bounds the names of fields that are remembered.
const maxNames = 400

// namesFile is the state they are kept in.
const namesFile = "field_names"

type namesRead struct {
	names []string
	err   error
}

// maxCalls bounds the calls of the history that names are taken from.
const maxCalls = 300

// namesTime bounds the reading of the history.
const namesTime = 5 * time.Second

// readNames reads the names of fields of earlier queries: of those asked here, of
// those in the folder of saved queries, and of all in the history, documents' too.
func (v *View) readNames() tea.Cmd {
	store, folder, calls := v.env.State, v.folder(), v.env.History
	return func() tea.Msg {
		var read namesRead
		read.err = store.Load(namesFile, &read.names)
		read.names = append(read.names, fieldNames(folder)...)
		read.names = append(read.names, pastNames(calls)...)
		return read
	}
}

var errEnough = errors.New("enough calls")

// pastNames returns the names of fields in the latest queries of the history. One that
// cannot be read has none: the History tab says what is wrong with it.
func pastNames(calls *history.Store) []string {
	ctx, cancel := context.WithTimeout(context.Background(), namesTime)
	defer cancel()
	var names []string
	seen, asked, left := map[string]bool{}, map[string]bool{}, maxCalls
	_ = calls.Each(ctx, func(e *history.Entry) error {
		if left--; left < 0 {
			return errEnough
		}
		if e.Query == "" || asked[e.Query] {
			return nil
		}
		asked[e.Query] = true
		q, err := query.Parse(e.Query)
		if err != nil {
			return nil
		}
		for _, name := range query.FieldNames(q) {
			if !seen[name] {
				seen[name] = true
				names = append(names, name)
			}
		}
		return nil
	})
	return names
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
