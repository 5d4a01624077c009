package queries

import (
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"assay/ui/toast"
	"assay/views/ask"
	"assay/views/frame"
)

// draft is what the view restores at the next start. A proxy's password is not
// part of it.
type draft struct {
	Source   kind     `json:"source"`
	URL      string   `json:"url"`
	File     string   `json:"file"`
	HTML     string   `json:"html,omitempty"`
	Query    string   `json:"query"`
	Prompt   string   `json:"prompt"`
	IsPrompt bool     `json:"is_prompt"`
	Settings settings `json:"params"`
	Where    bool     `json:"where_from"` // the pane that says where values come from is open
}

// maxKeptHTML bounds the pasted HTML that is kept.
const maxKeptHTML = 2 << 20

func (v *View) draft() draft {
	asked := v.ask.Question()
	d := draft{
		Source: v.source.kind, URL: v.source.url.Value(), File: v.source.file.Value(),
		Query: asked.Query, Prompt: asked.Prompt, IsPrompt: asked.IsPrompt, Settings: v.settings.withoutSecrets(),
		Where: v.result.EvidenceOpen(),
	}
	if len(v.source.html) <= maxKeptHTML {
		d.HTML = v.source.html
	}
	return d
}

func (v *View) restore(d draft) {
	for _, k := range kinds {
		if d.Source == k {
			v.source.kind = k
		}
	}
	v.source.url.SetValue(d.URL)
	v.source.file.SetValue(d.File)
	v.source.html = d.HTML
	v.ask.SetQuestion(ask.Question{Query: d.Query, Prompt: d.Prompt, IsPrompt: d.IsPrompt})
	v.settings = d.Settings.valid()
	v.result.OpenEvidence(d.Where)
	v.saved = v.draft()
	v.dirty = true
}

type (
	draftRead struct {
		draft draft
		found bool
		err   error
	}
	draftDue struct{ version int }
)

const draftName = "query"

// readDraft reads the draft of the last run.
func (v *View) readDraft() tea.Cmd {
	store := v.env.State
	return func() tea.Msg {
		read := draftRead{draft: draft{Source: ""}}
		read.err = store.Load(draftName, &read.draft)
		read.found = read.draft.Source != ""
		return read
	}
}

// saveDelay is how long the view waits after a change before it saves the draft.
const saveDelay = time.Second

// changed starts the wait before the draft is saved.
func (v *View) changed() tea.Cmd {
	v.dirty = true
	v.edits++
	version := v.edits
	return tea.Tick(saveDelay, func(time.Time) tea.Msg { return draftDue{version} })
}

func (v *View) saveDraft() tea.Cmd {
	current, store := v.draft(), v.env.State
	if current == v.saved {
		return nil
	}
	v.saved = current
	return func() tea.Msg {
		if err := store.Save(draftName, current); err != nil {
			return frame.Notice{Level: toast.Warn, Text: err.Error()}
		}
		return nil
	}
}

// Keep saves the draft at the program's end.
func (v *View) Keep() error {
	if current := v.draft(); (v.loaded || v.edits > 0) && current != v.saved {
		return v.env.State.Save(draftName, current)
	}
	return nil
}
