package documents

import (
	"encoding/json"
	"path/filepath"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"assay/ui/toast"
	"assay/views/ask"
	"assay/views/frame"
	"assay/views/result"
	"assay/wire"
)

// memory is what the view remembers between runs.
type memory struct {
	Recent   []string `json:"recent"` // files and folders, the latest first
	Query    string   `json:"query"`
	Prompt   string   `json:"prompt"`
	IsPrompt bool     `json:"is_prompt"`
	Mode     string   `json:"mode"`
	Evidence bool     `json:"evidence"`
}

const (
	stateName = "documents"
	// maxRecent is how many recent files and folders are kept.
	maxRecent = 40
)

type memoryRead struct {
	memory memory
	err    error
}

func (v *View) readMemory() tea.Cmd {
	store := v.env.State
	return func() tea.Msg {
		var read memoryRead
		read.err = store.Load(stateName, &read.memory)
		return read
	}
}

// restore takes over what was remembered, unless the user was faster.
func (v *View) restore(read memoryRead) tea.Cmd {
	v.loaded = true
	if read.err != nil {
		return frame.Notify(toast.Warn, read.err.Error())
	}
	m := read.memory
	v.recent = append(v.recent, m.Recent...)
	v.setRecent()
	if v.edited {
		return nil
	}
	v.ask.SetQuestion(ask.Question{Query: m.Query, Prompt: m.Prompt, IsPrompt: m.IsPrompt})
	if m.Mode == wire.ModeStandard {
		v.params.Mode = m.Mode
	}
	v.params.Evidence = m.Evidence
	return nil
}

// remember makes the chosen files and their folders the latest of the recent ones.
func (v *View) remember() {
	chosen := v.files.Chosen()
	v.edited = true
	for _, path := range chosen {
		v.recent = append([]string{path, filepath.Dir(path)}, v.recent...)
	}
	v.setRecent()
}

func (v *View) setRecent() {
	seen := map[string]bool{}
	v.recent = slices.DeleteFunc(v.recent, func(path string) bool {
		known := seen[path]
		seen[path] = true
		return known
	})
	v.recent = v.recent[:min(len(v.recent), maxRecent)]
	v.files.SetRecent(v.recent)
}

func (v *View) memory() memory {
	q := v.ask.Question()
	return memory{v.recent, q.Query, q.Prompt, q.IsPrompt, v.params.Mode, v.params.Evidence}
}

// Keep saves at the program's end what is remembered.
func (v *View) Keep() error {
	if !v.edited {
		return nil
	}
	m := v.memory()
	if !v.loaded { // too early an end
		var old memory
		if err := v.env.State.Load(stateName, &old); err != nil {
			return err
		}
		m.Recent = append(m.Recent, old.Recent...)
	}
	return v.env.State.Save(stateName, m)
}

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
	v.over.Close()
	v.zoomed = false
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
