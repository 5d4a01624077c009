// Package queries is the Query tab: a page, a query or a prompt, and the answer as
// a tree.
package queries

import (
	"cmp"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"assay/keymap"
	"assay/themes"
	"assay/ui/filepicker"
	"assay/ui/picker"
	"assay/ui/toast"
	"assay/views/ask"
	"assay/views/batch"
	"assay/views/frame"
	"assay/views/popup"
	engine "assay/workspace/batch"
	"assay/workspace/watch"
)

// pane is a part of the view that can have the focus.
type paneID uint8

const (
	paneSource paneID = iota
	paneEditor
	paneResult
	panes
)

// Options say where saved queries are and what variables mean.
type Options struct {
	Workspace string            // the configured folder of saved queries, or ""
	Folder    string            // where they are if nothing else says so
	Variables map[string]string // the values of variables
	Least     time.Duration     // the shortest interval of a watch; 0 is watch.Least
}

// View is the tab.
type View struct {
	env     *frame.Env
	options Options
	theme   *themes.Theme
	width   int
	height  int
	visible bool

	*tab   // the one on the screen
	tabs   []*tab
	closed []*tab // the latest last
	runs   int

	every     string // the interval of the latest watch, as it is typed
	unwatched int    // watches that ended with the dashboard

	over  *popup.Layer
	batch *batch.Panel

	elsewhere []string // files opened or saved outside the folder of saved queries, the latest first

	names   []used   // of fields of earlier queries, the latest first
	recent  []string // sources that were asked, the latest first
	loaded  bool     // the drafts of the last run were read
	written drafts   // what their file holds
	edits   int

	dirty bool
	lines []string
}

// New returns the view, with an empty query.
func New(env *frame.Env, options Options) *View {
	options.Least = cmp.Or(options.Least, watch.Least)
	v := &View{env: env, options: options, theme: env.Theme, every: defaultEvery, dirty: true}
	v.batch, v.over = batch.New(env), popup.New(env)
	v.over.Side = v.formSide
	v.tab = v.newTab()
	v.tabs = []*tab{v.tab}
	return v
}

// Name is the tab's title.
func (v *View) Name() string { return "Query" }

// Init reads what was being written at the last run.
func (v *View) Init() tea.Cmd { return tea.Batch(v.readDrafts(), v.readPast(), v.batch.Init()) }

// Update handles messages.
func (v *View) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case draftsRead:
		return v.draftsRead(msg)
	case draftDue:
		if msg.version == v.edits {
			return v.saveDrafts()
		}
		return nil
	case past:
		v.pastRead(msg)
		return nil
	case runEnded:
		return v.ended(msg)
	case frame.AskAgain:
		return v.again(msg)
	case pageRead:
		v.pageRead(msg)
		return nil
	case namesOffered:
		return v.namesOffered(msg)
	case frame.UsageRead:
		v.dirty = true
		return v.batch.Update(msg)
	case frame.Owned:
		v.dirty = true
		switch told := msg.Msg.(type) {
		case filepicker.ChosenMsg:
			return v.filePicked(told.Of)
		case filepicker.NoticeMsg:
			return frame.Notify(toast.Warn, told.Text)
		}
		if asked, ok := msg.Owner.(*ask.Pane); ok {
			return v.edited(asked, msg.Deliver)
		}
		return msg.Deliver()
	}
	return v.updateFiles(msg)
}

// updateFiles handles the messages of watches, and of files that are read and written.
func (v *View) updateFiles(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case watchCost:
		return v.confirmWatch(msg)
	case watchChosen:
		return v.startWatch(msg)
	case watchRun:
		return v.watchRan(msg)
	case watchEnded:
		return v.watchEnded(msg)
	case filesListed:
		return v.filesListed(msg)
	case fileRead:
		return v.fileRead(msg)
	case saveAsked:
		return v.write(msg.tab, msg.path)
	case reloadAsked:
		return readFile(msg.tab.kept.path, msg.tab)
	case closeAsked:
		return v.closeNow(msg.tab)
	}
	return nil
}

// Key handles keys.
func (v *View) Key(msg tea.KeyMsg) tea.Cmd {
	v.dirty = true
	if v.running != nil {
		v.running.busy = true
	}
	switch {
	case v.importable(msg):
		return v.pasteRequests(string(msg.Runes))
	case v.batch.IsOpen():
		return v.batch.Key(msg)
	case v.over.IsOpen():
		return v.over.Key(msg)
	case v.result.Editing() && v.focus == paneResult:
		return v.result.Key(msg)
	}
	if msg.Paste { // its name would be all of its text
		return v.focusedKey(msg)
	}
	name := msg.String()
	if v.focus == paneEditor && v.ask.Takes(msg) {
		return v.focusedKey(msg)
	}
	if v.focus == paneSource && v.source.list != nil {
		if cmd, taken := v.offerKey(name); taken {
			return cmd
		}
	}
	if v.env.Keys.Find(name, keymap.Global) == keymap.Cancel || v.typing() && v.env.Keys.Find(name, keymap.Typing) == keymap.FieldLeave {
		return v.back()
	}
	return v.actionKey(msg)
}

// actionKey does what a key means in the whole tab, or hands it to the focused part.
func (v *View) actionKey(msg tea.KeyMsg) tea.Cmd {
	name := msg.String()
	scopes := []keymap.Scope{keymap.Query, keymap.Ask, keymap.Result}
	if v.focus == paneSource {
		scopes = append([]keymap.Scope{keymap.Source}, scopes...)
		if v.typing() && v.env.Keys.Meaning(name, keymap.Form) == keymap.FormNext && v.env.Keys.Meaning(name, keymap.Query) == keymap.QueryNextPane {
			if cmd, more := v.extend(); more {
				return cmd
			}
		}
	}
	if action := v.env.Keys.Find(name, scopes...); action != "" && !(v.plain(msg) && v.Editing()) {
		return frame.Try(v, action)
	}
	return v.focusedKey(msg)
}

// back does what Esc does: it ends, closes or leaves what is nearest.
func (v *View) back() tea.Cmd {
	switch {
	case v.running != nil:
		return v.cancel()
	case v.typing():
		v.move(v.focus, false)
	case v.zoomed:
		return v.Do(keymap.QueryZoom)
	case v.focus == paneResult || v.result.Err() != nil:
		v.result.Back()
	}
	return nil
}

// focusedKey hands a key to the focused part.
func (v *View) focusedKey(msg tea.KeyMsg) tea.Cmd {
	switch v.focus {
	case paneSource:
		return v.sourceKey(msg)
	case paneEditor:
		return v.edited(v.ask, func() tea.Cmd { return v.ask.Key(msg) })
	}
	return v.result.Key(msg)
}

// plain reports whether a key is text.
func (v *View) plain(msg tea.KeyMsg) bool {
	return msg.Type == tea.KeyRunes && !msg.Alt || msg.Type == tea.KeySpace
}

// edited runs a change and sees to the draft if the question changed.
func (v *View) edited(asked *ask.Pane, change func() tea.Cmd) tea.Cmd {
	before := asked.Version()
	cmd := change()
	if asked.Version() == before {
		return cmd
	}
	return tea.Batch(cmd, v.changed())
}

func (v *View) sourceKey(msg tea.KeyMsg) tea.Cmd {
	if msg.Paste {
		if !v.source.typing { // it takes the place of what is there
			v.typeSource()
		}
		return v.sourceEdited(func() tea.Cmd { return v.source.paste(v.env.Keys, string(msg.Runes)) })
	}
	if !v.source.typing {
		if v.env.Keys.Find(msg.String(), keymap.Field) == keymap.FieldType {
			return v.typeSource()
		}
		return nil
	}
	if v.env.Keys.Find(msg.String(), keymap.Form) == keymap.FormAccept {
		return v.sourceEntered()
	}
	return v.sourceEdited(func() tea.Cmd { return v.source.update(v.env.Keys, msg) })
}

// sourceEntered goes on from the source: to the query that is still to be written, or to
// the answer. A source that cannot be asked keeps the focus.
func (v *View) sourceEntered() tea.Cmd {
	if !v.ask.Empty() {
		return v.run()
	}
	filled, err := v.fill()
	if err == nil {
		err = v.source.place().check(filled.url)
	}
	if err != nil {
		return v.faulty(err)
	}
	v.move(paneEditor, true)
	return v.readPage()
}

// faulty says what is wrong with the page until another is named, and goes to where it is
// mended.
func (v *View) faulty(err error) tea.Cmd {
	v.move(paneSource, true)
	v.source.wrong = err.Error()
	return frame.Notify(toast.Warn, err.Error())
}

// sourceEdited runs a change of the source, and follows it.
func (v *View) sourceEdited(change func() tea.Cmd) tea.Cmd {
	before := v.source.place()
	cmd := change()
	if v.source.place() == before {
		return cmd
	}
	v.source.wrong = ""
	return tea.Batch(cmd, v.offer(false), v.changed())
}

// Do performs an action.
func (v *View) Do(action keymap.Action) tea.Cmd {
	v.dirty = true
	if v.batch.IsOpen() {
		return v.batch.Do(action)
	}
	switch action {
	case keymap.QueryRun:
		return v.run()
	case keymap.QueryNextPane:
		return v.focusOn((v.focus + 1) % panes)
	case keymap.QueryPrevPane:
		return v.focusOn((v.focus + panes - 1) % panes)
	case keymap.QueryZoom:
		v.zoomed = !v.zoomed
		v.layout()
	case keymap.QueryParams:
		v.openParams()
	case keymap.QuerySource:
		return v.typeSource()
	case keymap.SourceRecent:
		if !v.typing() {
			v.typeSource()
		}
		return v.offer(true)
	case keymap.SourceFile:
		return v.pickFile()
	case keymap.FieldType:
		if v.focus == paneSource {
			return v.typeSource()
		}
		v.move(v.focus, true)
	case keymap.QueryExamples:
		v.openExamples()
	case keymap.AskTake:
		return v.take(*v.result.Answer().Metadata.GeneratedQuery)
	default:
		return v.doTabs(action)
	}
	return nil
}

// doTabs performs an action of the open queries, their files, and what is made of them.
func (v *View) doTabs(action keymap.Action) tea.Cmd {
	switch action {
	case keymap.QueryNew:
		return v.openNew()
	case keymap.QueryClose:
		return v.close()
	case keymap.QueryReopen:
		return v.reopen()
	case keymap.QueryNext:
		return v.step(1)
	case keymap.QueryPrev:
		return v.step(-1)
	case keymap.QueryOpen:
		return v.listFiles()
	case keymap.QuerySave:
		return v.save()
	case keymap.QuerySaveAs:
		v.saveAs()
	case keymap.QueryBatch:
		return v.openBatch(nil)
	case keymap.QueryBatchLinks:
		return v.openBatch(v.result.Links(engine.MaxURLs))
	case keymap.QueryWatch:
		return v.toggleWatch()
	case keymap.QuerySnippets:
		return v.openSnippets()
	default:
		return v.delegate(action)
	}
	return nil
}

// delegate performs an action of the editor or the result, as its own key would.
func (v *View) delegate(action keymap.Action) tea.Cmd {
	switch action.Scope() {
	case keymap.Ask, keymap.Editor:
		if v.focus != paneEditor {
			v.focusOn(paneEditor)
		}
		return v.edited(v.ask, func() tea.Cmd { return v.ask.Do(action) })
	case keymap.Tree, keymap.Table, keymap.Result:
		if v.focus != paneResult && !v.result.Aside(action) {
			v.focusOn(paneResult)
		}
		cmd := v.result.Do(action)
		if action == keymap.ResultWhere { // it is remembered
			return tea.Batch(cmd, v.changed())
		}
		return cmd
	}
	return nil
}

// take puts a query into the editor, where it can be undone.
func (v *View) take(query string) tea.Cmd {
	v.ask.ReplaceQuery(query)
	v.move(paneEditor, false)
	return v.changed()
}

// typing reports whether keys are text of the source or the question.
func (v *View) typing() bool {
	return v.focus == paneSource && v.source.typing || v.focus == paneEditor && v.ask.Typing()
}

// typeSource has the source typed anew, or changed after a key that moves in it. One that
// is wrong is there to be mended.
func (v *View) typeSource() tea.Cmd {
	v.move(paneSource, true)
	if v.source.wrong == "" {
		v.source.field.SelectAll()
	}
	if v.source.field.Value() == "" {
		return v.offer(false)
	}
	return nil
}

// focusOn moves the focus. Whoever types goes on to type.
func (v *View) focusOn(p paneID) tea.Cmd {
	if p == paneSource && v.typing() {
		return v.typeSource()
	}
	v.move(p, v.typing())
	if p == paneEditor {
		return v.readPage()
	}
	return nil
}

// move moves the focus, to type in a pane of text or not.
func (v *View) move(p paneID, typing bool) {
	v.focus, v.dirty = p, true
	v.source.focus(p == paneSource && typing)
	if p == paneEditor {
		v.ask.Focus(typing)
	} else {
		v.ask.Blur()
	}
	if p == paneResult {
		v.result.Focus()
	} else {
		v.result.Blur()
	}
	v.layout()
}

// reveal shows the result after a run, and gives it the focus.
func (v *View) reveal() {
	if !v.hasPopup() {
		v.focusOn(paneResult)
	}
}

func (v *View) openExamples() {
	var items []picker.Item
	for _, e := range examples {
		items = append(items, picker.Item{Name: e.name, Value: e.query})
	}
	v.openPicker("Examples", items, func(item *picker.Item) tea.Cmd { return v.take(item.Value.(string)) })
}

// Show tells the view whether it is on the screen.
func (v *View) Show(visible bool) tea.Cmd {
	v.visible, v.dirty = visible, true
	if !visible && v.typing() {
		v.move(v.focus, false)
	}
	v.seen()
	return v.batch.Show(visible)
}

// Scopes returns the scopes that hold now.
func (v *View) Scopes() []keymap.Scope {
	switch {
	case v.batch.IsOpen():
		return v.batch.Scopes()
	case v.over.IsOpen():
		return v.over.Scopes()
	case v.focus == paneEditor:
		return append(v.ask.Scopes(), keymap.Query, keymap.Ask, keymap.Result)
	case v.focus == paneResult && v.result.Editing():
		return v.result.Scopes()
	case v.focus == paneResult:
		return append(v.result.Scopes(), keymap.Query, keymap.Ask)
	}
	scopes := []keymap.Scope{keymap.Field, keymap.Source, keymap.Query, keymap.Ask, keymap.Result}
	if v.source.typing {
		scopes[0] = keymap.Typing
	}
	return scopes
}

// Commands returns what can be done wherever the focus is.
func (v *View) Commands() []keymap.Scope {
	if v.batch.IsOpen() {
		return v.batch.Commands()
	}
	if v.hasPopup() {
		return nil
	}
	return append([]keymap.Scope{keymap.Query, keymap.Source, keymap.Ask, keymap.Editor}, v.result.Commands()...)
}

// GoesBack reports whether Esc leads back from the choice of a file, to the pages of a
// batch, or out of what was opened in the answer.
func (v *View) GoesBack() bool {
	if v.batch.IsOpen() {
		return v.batch.Looks() && !v.batch.Editing()
	}
	if files, picking := v.over.Over().(*fileBox); picking {
		return !files.Editing()
	}
	return !v.Editing() && (v.focus == paneResult || v.result.Err() != nil) && v.result.GoesBack()
}

// Editing reports whether printable keys are text.
func (v *View) Editing() bool {
	if v.batch.IsOpen() {
		return v.batch.Editing()
	}
	return v.hasPopup() || v.typing() || v.focus == paneResult && v.result.Editing()
}
