package queries

import (
	"errors"
	"slices"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"assay/ui/toast"
	"assay/views/ask"
	"assay/views/frame"
	"assay/views/proxy"
	"assay/workspace/saved"
)

// drafts is what the view restores at the next start.
type drafts struct {
	Active  int     `json:"active"`
	Queries []draft `json:"queries"`
	// Elsewhere are files that were opened or saved outside the folder of saved queries.
	Elsewhere []string `json:"elsewhere,omitempty"`
}

func (d drafts) same(other drafts) bool {
	return d.Active == other.Active && slices.Equal(d.Queries, other.Queries) && slices.Equal(d.Elsewhere, other.Elsewhere)
}

// draft is one query of them. A proxy's password is not part of it.
type draft struct {
	Path     string   `json:"path,omitempty"`    // of its file
	Content  string   `json:"content,omitempty"` // of its file when that was read or written last
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

// content is the draft without what is said of the tab's file and name.
func (d *tab) content() draft {
	asked := d.ask.Question()
	p := d.source.place()
	out := draft{
		Source: p.kind(),
		Query:  asked.Query, Prompt: asked.Prompt, IsPrompt: asked.IsPrompt, Settings: d.settings.withoutSecrets(),
	}
	switch {
	case p.html != "":
		if len(p.html) <= maxKeptHTML {
			out.HTML = p.html
		}
	case out.Source == fromFile:
		out.File = p.text
	default:
		out.URL = p.text
	}
	return out
}

// filed is the draft without what has no place in a file: what was typed for a proxy that
// is not the chosen one. A file ends with a line end, whether the text in the editor does
// or not.
func (d draft) filed() draft {
	d.Query = strings.TrimSuffix(d.Query, "\n")
	if d.Settings.Kind == proxy.None {
		d.Settings.Settings = proxy.Settings{Kind: proxy.None}
	}
	return d
}

func (v *View) drafts() drafts {
	out := drafts{Active: v.number(), Elsewhere: v.elsewhere}
	for _, d := range v.tabs {
		kept := d.content()
		kept.Path, kept.Content = d.kept.path, d.kept.content
		kept.Where = d.result.EvidenceOpen()
		out.Queries = append(out.Queries, kept)
	}
	return out
}

func (d *tab) restore(kept draft) {
	if f, err := saved.Parse(kept.Path, []byte(kept.Content)); kept.Path != "" && err == nil {
		d.takeFile(kept.Path, f, kept.Content)
	}
	switch kept.Source {
	case fromFile:
		d.source.set(filePlace(kept.File))
	case fromHTML:
		d.source.set(place{text: kept.URL, html: kept.HTML})
	default:
		d.source.set(place{text: kept.URL})
	}
	d.ask.SetQuestion(ask.Question{Query: kept.Query, Prompt: kept.Prompt, IsPrompt: kept.IsPrompt})
	d.settings = kept.Settings.valid()
	d.result.OpenEvidence(kept.Where)
}

func (v *View) restore(kept drafts) {
	v.tabs = nil
	for _, one := range kept.Queries {
		d := v.newTab()
		d.restore(one)
		v.tabs = append(v.tabs, d)
	}
	v.tab = v.tabs[min(max(kept.Active, 0), len(v.tabs)-1)]
	v.written = v.drafts()
	v.dirty = true
}

type (
	draftsRead struct {
		drafts drafts
		err    error
	}
	draftDue struct{ version int }
)

const draftsName = "queries"

// readDrafts reads the drafts of the last run.
func (v *View) readDrafts() tea.Cmd {
	store := v.env.State
	return func() tea.Msg {
		var read draftsRead
		read.err = store.Load(draftsName, &read.drafts)
		return read
	}
}

func (v *View) draftsRead(msg draftsRead) tea.Cmd {
	v.loaded = true
	if msg.err != nil {
		return frame.Notify(toast.Warn, msg.err.Error())
	}
	if len(v.elsewhere) == 0 {
		v.elsewhere = msg.drafts.Elsewhere
	}
	if len(msg.drafts.Queries) == 0 || v.edits > 0 {
		return nil
	}
	v.restore(msg.drafts)
	if v.focus = paneEditor; v.pristine() {
		v.focus = paneSource
	}
	v.move(v.focus, false)
	return nil
}

// saveDelay is how long the view waits after a change before it saves the drafts.
const saveDelay = time.Second

// changed starts the wait before the drafts are saved.
func (v *View) changed() tea.Cmd {
	v.dirty = true
	v.edits++
	version := v.edits
	return tea.Tick(saveDelay, func(time.Time) tea.Msg { return draftDue{version} })
}

func (v *View) saveDrafts() tea.Cmd {
	current := v.drafts()
	if current.same(v.written) {
		return nil
	}
	v.written = current
	return v.env.Save(draftsName, current)
}

// Keep saves the drafts at the program's end, and ends the watches.
func (v *View) Keep() error {
	for _, d := range v.tabs {
		if d.watch != nil {
			v.unwatched++
		}
		d.endWatch()
	}
	err := v.batch.Keep()
	if current := v.drafts(); (v.loaded || v.edits > 0) && !current.same(v.written) {
		err = errors.Join(err, v.env.State.Save(draftsName, current))
	}
	return err
}
