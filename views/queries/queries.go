// Package queries is the Query tab: a page, a query or a prompt, and the answer as
// a tree.
package queries

import (
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"assay/client/query"
	"assay/keymap"
	"assay/themes"
	"assay/ui/cells"
	"assay/ui/editor"
	"assay/ui/form"
	"assay/ui/jsondoc"
	"assay/ui/jsontree"
	"assay/ui/picker"
	"assay/ui/textline"
	"assay/ui/toast"
	"assay/views/frame"
)

// pane is a part of the view that can have the focus.
type paneID uint8

const (
	paneSource paneID = iota
	paneEditor
	paneResult
	panes
)

// View is the tab.
type View struct {
	env     *frame.Env
	theme   *themes.Theme
	width   int
	height  int
	visible bool

	source   *source
	query    *editor.Model
	prompt   *editor.Model
	isPrompt bool
	settings settings
	result   *result

	focus    paneID
	zoomed   bool
	form     *form.Model // the params, while they are open
	examples *picker.Picker
	running  *call
	runs     int

	loaded bool  // the draft of the last run was read
	saved  draft // what the draft's file holds
	edits  int

	dirty bool
	lines []string
}

// New returns the view.
func New(env *frame.Env) *View {
	v := &View{
		env: env, theme: env.Theme, source: newSource(env), settings: defaults, result: newResult(env),
		query:  editor.New(env.Theme, env.Keys, language{}),
		prompt: editor.New(env.Theme, env.Keys, nil),
		dirty:  true,
	}
	v.query.SetPlaceholder("{ title }")
	v.prompt.SetPlaceholder("all products with name, price and rating")
	v.source.focus(true)
	return v
}

// Name is the tab's title.
func (v *View) Name() string { return "Query" }

// Init reads what was being written at the last run.
func (v *View) Init() tea.Cmd { return v.readDraft() }

// editor returns the editor on the screen.
func (v *View) editor() *editor.Model {
	if v.isPrompt {
		return v.prompt
	}
	return v.query
}

// Update handles messages.
func (v *View) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case draftRead:
		v.loaded = true
		if msg.found && v.edits == 0 {
			v.restore(msg.draft)
			v.focusOn(v.focus)
		}
		if msg.err != nil {
			return frame.Notify(toast.Warn, msg.err.Error())
		}
		return nil
	case draftDue:
		if msg.version == v.edits {
			return v.saveDraft()
		}
		return nil
	case runEnded:
		return v.ended(msg)
	case runTick:
		if v.running == nil || v.running.id != msg.id {
			return nil
		}
		v.dirty = true
		return v.running.tick()
	case jsontree.LoadedMsg:
		cmd := v.result.tree.Update(msg)
		v.dirty = true
		if msg.Of(v.result.tree) && msg.Document != nil {
			return tea.Batch(cmd, v.result.raw.SetDocument(msg.Document))
		}
		return cmd
	case editor.CopyMsg:
		return func() tea.Msg { return frame.Copy{What: "text", Text: msg.Text} }
	case jsontree.CopyMsg:
		what := msg.What
		if what == "value" || what == "JSON" {
			what += " of " + cells.CutMiddle(cells.Visible(msg.Path), 40, v.theme.Glyphs.Ellipsis)
		}
		return func() tea.Msg { return frame.Copy{What: what, Text: msg.Text} }
	case tea.KeyMsg, tea.MouseMsg:
		return nil
	}
	commands := []tea.Cmd{v.query.Update(msg), v.prompt.Update(msg), v.result.tree.Update(msg), v.result.raw.Update(msg)}
	v.dirty = true
	return tea.Batch(commands...)
}

// Key handles keys.
func (v *View) Key(msg tea.KeyMsg) tea.Cmd {
	v.dirty = true
	if v.running != nil {
		v.running.busy = true
	}
	switch {
	case v.form != nil:
		return v.formKey(msg)
	case v.examples != nil:
		return v.examplesUpdate(msg)
	case v.result.searching && v.focus == paneResult:
		return v.searchKey(msg)
	}
	if msg.Paste { // its name would be all of its text
		return v.focusedKey(msg)
	}
	name := msg.String()
	if v.env.Keys.Find(name, keymap.Global) == keymap.Cancel && !(v.focus == paneEditor && v.editor().Finding()) {
		return v.back()
	}
	if action := v.env.Keys.Find(name, keymap.Query); action != "" && !(v.plain(msg) && v.Editing()) {
		if reason := v.Disabled(action); reason != "" {
			return frame.Notify(toast.Info, reason)
		}
		return v.Do(action)
	}
	return v.focusedKey(msg)
}

// back does what Esc does: it ends, closes or leaves what is nearest.
func (v *View) back() tea.Cmd {
	switch hits, _ := v.result.tree.SearchStatus(); {
	case v.running != nil:
		return v.cancel()
	case v.zoomed:
		return v.Do(keymap.QueryZoom)
	case v.focus != paneResult:
	case v.result.err != nil && v.result.response != nil: // the answer before the failure
		v.result.err = nil
	case hits != "":
		v.result.tree.EndSearch(false)
		v.result.raw.EndSearch(false)
	default:
		v.focusOn(paneEditor)
	}
	return nil
}

// focusedKey hands a key to the focused part.
func (v *View) focusedKey(msg tea.KeyMsg) tea.Cmd {
	switch v.focus {
	case paneSource:
		return v.sourceKey(msg)
	case paneEditor:
		return v.edited(func() tea.Cmd { return v.editor().Update(msg) })
	}
	return v.resultKey(msg)
}

// plain reports whether a key is text.
func (v *View) plain(msg tea.KeyMsg) bool {
	return msg.Type == tea.KeyRunes && !msg.Alt || msg.Type == tea.KeySpace
}

// edited runs a change and sees to the draft if the text changed.
func (v *View) edited(change func() tea.Cmd) tea.Cmd {
	before := v.editor().Version()
	cmd := change()
	if v.editor().Version() == before {
		return cmd
	}
	return tea.Batch(cmd, v.changed())
}

func (v *View) sourceKey(msg tea.KeyMsg) tea.Cmd {
	if msg.Paste {
		return v.sourcePaste(string(msg.Runes))
	}
	switch v.env.Keys.Find(msg.String(), keymap.Form) {
	case keymap.FormAccept:
		if v.editor().Value() == "" {
			v.focusOn(paneEditor)
			return nil
		}
		return v.run()
	case keymap.FormNext:
		v.focusOn(paneEditor)
		return nil
	}
	field := v.source.field()
	if field == nil {
		if v.plain(msg) {
			return frame.Notify(toast.Info, "paste HTML here, or switch the source with "+v.key(keymap.QuerySource))
		}
		return nil
	}
	return v.sourceEdited(field, msg)
}

// sourcePaste takes pasted text for what it is, or into the field.
func (v *View) sourcePaste(text string) tea.Cmd {
	if v.source.paste(text) {
		v.source.focus(true)
		return v.changed()
	}
	return v.sourceEdited(v.source.field(), tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(strings.TrimSpace(text)), Paste: true})
}

func (v *View) sourceEdited(field *textline.Model, msg tea.KeyMsg) tea.Cmd {
	before := field.Value()
	cmd := field.Update(msg)
	if field.Value() == before {
		return cmd
	}
	return tea.Batch(cmd, v.changed())
}

func (v *View) resultKey(msg tea.KeyMsg) tea.Cmd {
	if msg.Paste {
		return nil
	}
	action := v.env.Keys.Find(msg.String(), keymap.Tree)
	if reason := v.Disabled(action); reason != "" {
		return frame.Notify(toast.Info, reason)
	}
	return v.Do(action)
}

// Do performs an action.
func (v *View) Do(action keymap.Action) tea.Cmd {
	v.dirty = true
	switch action {
	case keymap.QueryRun:
		return v.run()
	case keymap.QueryNextPane:
		v.focusOn((v.focus + 1) % panes)
	case keymap.QueryPrevPane:
		v.focusOn((v.focus + panes - 1) % panes)
	case keymap.QueryZoom:
		v.zoomed = !v.zoomed
		v.layout()
	case keymap.QueryParams:
		v.openForm()
	case keymap.QuerySource:
		v.source.next()
		v.focusOn(paneSource)
		return v.changed()
	case keymap.QuerySwitch:
		v.isPrompt = !v.isPrompt
		v.focusOn(paneEditor)
		return v.changed()
	case keymap.QueryExamples:
		v.openExamples()
	case keymap.QueryView:
		v.nextFace()
		v.focusOn(paneResult)
	case keymap.QueryTake:
		return v.takeGenerated()
	case keymap.QueryScreenshot:
		return v.result.saveScreenshot(false)
	case keymap.QueryOpenShot:
		return v.result.saveScreenshot(true)
	case keymap.QuerySaveResult:
		return v.result.saveData()
	case keymap.TreeSearch:
		v.focusOn(paneResult)
		v.result.searching = true
		v.result.search.Focus()
		v.result.search.SetValue("")
		v.layout()
	default:
		return v.delegate(action)
	}
	return nil
}

// delegate performs an action of the editor or the result, as its own key would.
func (v *View) delegate(action keymap.Action) tea.Cmd {
	switch action.Scope() {
	case keymap.Editor:
		if v.focus != paneEditor {
			v.focusOn(paneEditor)
		}
		return v.edited(func() tea.Cmd { return v.editor().Perform(action) })
	case keymap.Tree:
		if v.focus != paneResult {
			v.focusOn(paneResult)
		}
		return v.result.do(action)
	}
	return nil
}

// takeGenerated puts the query made from a prompt into the query editor, where it
// can be undone.
func (v *View) takeGenerated() tea.Cmd {
	text := *v.result.response.Metadata.GeneratedQuery
	if q, err := query.Parse(text); err == nil {
		text = query.Format(q)
	}
	v.isPrompt = false
	v.query.Replace(text)
	v.focusOn(paneEditor)
	return v.changed()
}

// focusOn moves the focus.
func (v *View) focusOn(p paneID) {
	v.focus, v.dirty = p, true
	v.source.focus(p == paneSource)
	v.query.Blur()
	v.prompt.Blur()
	if p == paneEditor {
		v.editor().Focus()
	}
	if p == paneResult {
		v.result.tree.Focus()
		v.result.raw.Focus()
	} else {
		v.result.tree.Blur()
		v.result.raw.Blur()
	}
	v.layout()
}

// reveal shows the result after a run, and gives it the focus.
func (v *View) reveal() {
	if v.form == nil && v.examples == nil {
		v.focusOn(paneResult)
	}
}

func (v *View) searchKey(msg tea.KeyMsg) tea.Cmd {
	switch v.env.Keys.Find(msg.String(), keymap.List) {
	case keymap.ListCancel:
		v.result.searching = false
		v.result.search.Blur()
		v.layout()
		v.result.tree.EndSearch(true)
		v.result.raw.EndSearch(true)
		return nil
	case keymap.ListAccept:
		v.result.searching = false
		v.result.search.Blur()
		v.layout()
		return nil
	case keymap.ListDown:
		return v.delegate(keymap.TreeNextHit)
	case keymap.ListUp:
		return v.delegate(keymap.TreePrevHit)
	}
	before := v.result.search.Value()
	cmd := v.result.search.Update(msg)
	if v.result.search.Value() == before {
		return cmd
	}
	return tea.Batch(cmd, v.result.find(v.result.search.Value()))
}

// find searches the result in both of its faces, so that switching keeps the hits.
func (r *result) find(text string) tea.Cmd {
	return tea.Batch(r.tree.Search(text, jsondoc.SearchOptions{}), r.raw.Search(text, jsondoc.SearchOptions{}))
}

func (v *View) openExamples() {
	var items []picker.Item
	for i, e := range examples {
		items = append(items, picker.Item{Name: e.name, Value: i})
	}
	v.examples = picker.New(v.theme, v.env.Keys, "Examples", items)
}

func (v *View) examplesUpdate(msg tea.Msg) tea.Cmd {
	result, cmd := v.examples.Update(msg)
	switch {
	case result.Closed:
		v.examples = nil
	case result.Chosen != nil:
		chosen := examples[result.Chosen.Value.(int)]
		v.examples = nil
		v.isPrompt = false
		v.query.Replace(chosen.query)
		v.focusOn(paneEditor)
		return tea.Batch(cmd, v.changed())
	}
	return cmd
}

// Show tells the view whether it is on the screen.
func (v *View) Show(visible bool) tea.Cmd {
	v.visible, v.dirty = visible, true
	return nil
}

// Scopes returns the scopes that hold now.
func (v *View) Scopes() []keymap.Scope {
	switch {
	case v.form != nil:
		return []keymap.Scope{keymap.Form}
	case v.examples != nil || v.result.searching && v.focus == paneResult:
		return []keymap.Scope{keymap.List}
	case v.focus == paneEditor:
		return []keymap.Scope{keymap.Editor, keymap.Query}
	case v.focus == paneResult && v.result.response != nil && v.result.err == nil:
		return []keymap.Scope{keymap.Tree, keymap.Query}
	}
	return []keymap.Scope{keymap.Query}
}

// Commands returns what can be done wherever the focus is.
func (v *View) Commands() []keymap.Scope {
	if v.form != nil || v.examples != nil {
		return nil
	}
	return []keymap.Scope{keymap.Query, keymap.Editor, keymap.Tree}
}

// Editing reports whether printable keys are text.
func (v *View) Editing() bool {
	return v.form != nil || v.examples != nil || v.focus != paneResult || v.result.searching
}

func (v *View) key(action keymap.Action) string {
	return v.env.Keys.Key(action, v.theme.Glyphs.ASCII)
}

func blank(text string) bool { return strings.TrimSpace(text) == "" }
