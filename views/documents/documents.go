// Package documents is the Documents tab: files are chosen, what they cost is told
// before anything is sent, and what each of them gave is shown and exported.
package documents

import (
	"os"
	"path/filepath"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"assay/keymap"
	"assay/themes"
	"assay/ui/filepicker"
	"assay/ui/imageview"
	"assay/ui/toast"
	"assay/views/ask"
	"assay/views/frame"
	"assay/views/popup"
	"assay/wire"
)

// paneID is a part of the view that can have the focus, in the order of Tab: what is
// needed to send comes first.
type paneID uint8

const (
	paneFiles paneID = iota
	paneAsk
	paneChosen
	paneBatch
	paneAnswer
	panes
)

// View is the tab.
type View struct {
	env     *frame.Env
	theme   *themes.Theme
	width   int
	height  int
	visible bool

	files   *filepicker.Model
	started bool // the first folder is being read
	counts  *counts
	cursor  int // in the chosen files
	top     int
	ask     *ask.Pane
	params  wire.DocumentParams

	focus  paneID
	zoomed bool
	over   *popup.Layer // the params, or the ways to export

	asking  int               // numbers the looks at the cost before sending; only the latest counts
	asked   map[string]*count // what the user was asked about
	looking bool
	batch   batch
	preview preview
	screen  imageview.Screen

	loaded bool // what the last run left was read
	edited bool
	recent []string

	dirty bool
	lines []string
}

// New returns the view.
func New(env *frame.Env) *View {
	v := &View{
		env: env, theme: env.Theme, ask: ask.New(env), counts: newCounts(), over: popup.New(env), dirty: true,
		params: wire.DocumentParams{Mode: wire.ModeFast},
		screen: imageview.ThisScreen(env.Theme.Profile, env.Theme.Glyphs.ASCII),
	}
	home, _ := os.UserHomeDir() // without one, paths are written in full
	folder, err := os.Getwd()
	if err != nil {
		folder = string(filepath.Separator)
	}
	v.files = filepicker.New(env.Theme, env.Keys, filepicker.Options{
		Folder: folder, Home: home, Kind: "PDFs and images", Fits: fits, Detail: v.detail,
	})
	v.files.Focus()
	return v
}

// fits reports whether a name is that of a document.
func fits(name string) bool {
	switch strings.ToLower(filepath.Ext(name)) {
	case ".pdf", ".jpg", ".jpeg", ".png":
		return true
	}
	return false
}

// Name is the tab's title.
func (v *View) Name() string { return "Documents" }

// Init reads what the last run left.
func (v *View) Init() tea.Cmd { return v.readMemory() }

// Show reads the folder when the tab is first looked at.
func (v *View) Show(visible bool) tea.Cmd {
	v.visible, v.dirty = visible, true
	if !visible {
		if v.typing() {
			v.move(v.focus, false)
		}
		return nil
	}
	if !v.started {
		v.started = true
		return tea.Batch(v.files.Init(), v.tick())
	}
	return tea.Batch(v.tick(), v.follow())
}

// Update handles messages.
func (v *View) Update(msg tea.Msg) tea.Cmd {
	v.dirty = true
	switch msg := msg.(type) {
	case memoryRead:
		return v.restore(msg)
	case frame.AskAgain:
		return v.again(msg)
	case frame.Owned: // by the question or an answer
		return tea.Batch(msg.Deliver(), v.follow())
	case countRead:
		v.counts.take(msg)
		return v.follow()
	case filepicker.ChosenMsg:
		v.remember()
		return v.follow()
	case filepicker.NoticeMsg:
		return frame.Notify(toast.Warn, msg.Text)
	case filepicker.NoPathsMsg:
		return v.pasteQuery(msg.Text)
	case costRead:
		return v.confirm(msg)
	case unknownAsked:
		return v.confirmUnknown(msg)
	case sendChosen:
		return v.start(msg)
	case ended:
		return v.ended(msg)
	case batchTick:
		return v.ticked(msg)
	case previewRead:
		return v.previewed(msg)
	}
	return tea.Batch(v.files.Update(msg), v.follow())
}

// follow starts what the files on the screen need: their pages are counted, and the
// one under the cursor is previewed.
func (v *View) follow() tea.Cmd {
	if !v.started {
		return nil
	}
	v.cursor = min(v.cursor, max(len(v.files.Chosen())-1, 0))
	return tea.Batch(v.count(), v.followPreview())
}

// Key handles keys.
func (v *View) Key(msg tea.KeyMsg) tea.Cmd {
	v.dirty = true
	switch {
	case v.over.IsOpen():
		return v.over.Key(msg)
	case v.answerEdits():
		return v.batch.selected().pane.Key(msg)
	}
	if msg.Paste {
		return v.paste(msg)
	}
	name := msg.String()
	if v.focus == paneAsk && v.ask.Takes(msg) {
		return v.focusedKey(msg)
	}
	if v.env.Keys.Find(name, keymap.Global) == keymap.Cancel && !(v.focus == paneFiles && v.files.Editing()) {
		return v.back()
	}
	return v.actionKey(msg)
}

// actionKey does what a key means in the whole tab, or hands it to the focused part.
func (v *View) actionKey(msg tea.KeyMsg) tea.Cmd {
	name := msg.String()
	plain := msg.Type == tea.KeyRunes && !msg.Alt || msg.Type == tea.KeySpace
	action := v.env.Keys.Find(name, keymap.Documents)
	if action == keymap.DocumentsExport && v.focus == paneAnswer { // of the file that is looked at
		action = ""
	}
	if action == "" && v.focus == paneAsk {
		action = v.env.Keys.Find(name, keymap.Ask)
	}
	if v.focus == paneFiles && v.files.Editing() && action != keymap.DocumentsSend { // Tab completes a path
		action = ""
	}
	if action != "" && !(plain && v.Editing()) {
		return frame.Try(v, action)
	}
	return v.focusedKey(msg)
}

// paste takes pasted text for what it is: paths choose files, wherever the focus is,
// and other text belongs to the query, unless a field is open for it.
func (v *View) paste(msg tea.KeyMsg) tea.Cmd {
	text := string(msg.Runes)
	typing := v.focus == paneFiles && v.files.Editing()
	if typing || v.focus == paneAsk && !filepicker.LooksLikePaths(text) {
		return v.focusedKey(msg)
	}
	v.focusOn(paneFiles)
	return v.files.Paste(text)
}

// pasteQuery puts text that was pasted elsewhere, and names no file, into the query.
func (v *View) pasteQuery(text string) tea.Cmd {
	v.focusOn(paneAsk)
	v.edited = true
	return tea.Batch(
		v.ask.Key(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(text), Paste: true}),
		frame.Notify(toast.Info, "the pasted text names no file, so it was put into the query"),
	)
}

// answerEdits reports whether a text is typed in the answer's pane.
func (v *View) answerEdits() bool {
	d := v.batch.selected()
	return v.focus == paneAnswer && d != nil && d.pane != nil && d.pane.Editing()
}

// focusedKey hands a key to the focused part.
func (v *View) focusedKey(msg tea.KeyMsg) tea.Cmd {
	switch v.focus {
	case paneFiles:
		if action := v.env.Keys.Find(msg.String(), keymap.Files); action != "" && !v.files.Editing() {
			return frame.Try(v, action)
		}
		return tea.Batch(v.files.Update(msg), v.follow())
	case paneChosen:
		return frame.Try(v, v.env.Keys.Find(msg.String(), keymap.Chosen))
	case paneAsk:
		v.edited = v.edited || v.ask.Typing()
		return v.ask.Key(msg)
	case paneBatch:
		return frame.Try(v, v.env.Keys.Find(msg.String(), keymap.Batch))
	case paneAnswer:
		d := v.batch.selected()
		if d != nil && d.state != done { // there is nothing to walk through; the file's own keys are told of
			return frame.Try(v, v.env.Keys.Find(msg.String(), keymap.Batch))
		}
		if d != nil && d.pane != nil {
			return d.pane.Key(msg)
		}
	}
	return nil
}

// back does what Esc does: it ends, closes or leaves what is nearest.
func (v *View) back() tea.Cmd {
	d := v.batch.selected()
	switch {
	case v.typing():
		v.move(v.focus, false)
		return nil
	case v.zoomed:
		return v.Do(keymap.DocumentsZoom)
	case v.preview.on && v.focus != paneAsk:
		return v.Do(keymap.DocumentsPreview)
	case v.focus == paneFiles:
		if cmd, closed := v.files.Close(); closed {
			return cmd
		}
	case v.focus == paneAnswer:
		if d != nil && d.pane != nil && d.pane.Back() {
			return nil
		}
		v.focusOn(paneBatch)
		return nil
	}
	if v.batch.running() > 0 {
		return v.cancelAll()
	}
	v.focusOn(paneFiles)
	return nil
}

// Do performs an action.
func (v *View) Do(action keymap.Action) tea.Cmd {
	v.dirty = true
	switch action.Scope() {
	case keymap.Files:
		if v.focus != paneFiles {
			v.focusOn(paneFiles)
		}
		if action == keymap.FilesRefresh {
			v.counts.forget()
		}
		return tea.Batch(v.files.Do(action), v.follow())
	case keymap.Chosen:
		return v.doChosen(action)
	case keymap.Batch:
		return v.doBatch(action)
	case keymap.Ask, keymap.Editor:
		if action == keymap.AskTake {
			return v.takeGenerated()
		}
		if v.focus != paneAsk {
			v.focusOn(paneAsk)
		}
		v.edited = true
		return v.ask.Do(action)
	case keymap.Tree, keymap.Table, keymap.Result:
		d := v.batch.selected()
		if !d.pane.Aside(action) && v.focus != paneAnswer {
			v.focusOn(paneAnswer)
		}
		return d.pane.Do(action)
	}
	switch action {
	case keymap.DocumentsSend:
		chosen := v.files.Chosen()
		rest, sent := v.split(chosen)
		if s := v.sum(rest); s.isSent(sent) {
			return v.lookAtCost(chosen)
		}
		return v.lookAtCost(rest)
	case keymap.DocumentsNextPane:
		v.focusOn(v.next(1))
	case keymap.DocumentsPrevPane:
		v.focusOn(v.next(-1))
	case keymap.DocumentsZoom:
		v.zoomed = !v.zoomed
		v.layout()
		return v.follow()
	case keymap.DocumentsParams:
		v.openForm()
	case keymap.DocumentsPreview:
		return v.togglePreview()
	case keymap.DocumentsExport:
		v.openExports()
	}
	return nil
}

func (v *View) doChosen(action keymap.Action) tea.Cmd {
	if v.focus != paneChosen {
		v.focusOn(paneChosen)
	}
	chosen := v.files.Chosen()
	if action == keymap.ChosenDrop {
		v.files.Drop(chosen[v.cursor])
		if len(chosen) == 1 {
			v.focusOn(paneFiles)
		}
	} else if by, ok := keymap.Step(action, v.areas()[paneChosen].height-2, len(chosen)); ok {
		v.cursor = min(max(v.cursor+by, 0), max(len(chosen)-1, 0))
	}
	return v.follow()
}

// takeGenerated puts the query made from a prompt into the editor.
func (v *View) takeGenerated() tea.Cmd {
	v.ask.ReplaceQuery(*v.batch.selected().answer.Metadata.GeneratedQuery)
	v.edited = true
	v.focusOn(paneAsk)
	return nil
}

// there reports whether a pane can have the focus now.
func (v *View) there(p paneID) bool {
	switch p {
	case paneChosen:
		return len(v.files.Chosen()) > 0
	case paneBatch, paneAnswer:
		return len(v.batch.docs) > 0
	}
	return true
}

// next returns the pane that the focus goes to.
func (v *View) next(by int) paneID {
	p := v.focus
	for {
		p = paneID((int(p) + by + int(panes)) % int(panes))
		if v.there(p) {
			return p
		}
	}
}

// focusOn moves the focus.
func (v *View) focusOn(p paneID) { v.move(p, v.typing()) }

// typing reports whether keys are text of the question.
func (v *View) typing() bool { return v.focus == paneAsk && v.ask.Typing() }

// move moves the focus, to type in the question or not.
func (v *View) move(p paneID, typing bool) {
	v.focus, v.dirty = p, true
	v.files.Blur()
	v.ask.Blur()
	switch p {
	case paneFiles:
		v.files.Focus()
	case paneAsk:
		v.ask.Focus(typing)
	}
	v.layout()
}

// Scopes returns the scopes that hold now.
func (v *View) Scopes() []keymap.Scope {
	if v.over.IsOpen() {
		return v.over.Scopes()
	}
	switch v.focus {
	case paneFiles:
		return append(v.files.Scopes(), keymap.Documents)
	case paneChosen:
		return []keymap.Scope{keymap.Chosen, keymap.Documents}
	case paneAsk:
		return append(v.ask.Scopes(), keymap.Documents, keymap.Ask)
	case paneBatch:
		return []keymap.Scope{keymap.Batch, keymap.Documents}
	}
	d := v.batch.selected()
	switch {
	case v.answerEdits():
		return d.pane.Scopes()
	case d != nil && d.state == done && d.pane != nil:
		return append(d.pane.Scopes(), keymap.Documents)
	}
	return []keymap.Scope{keymap.Batch, keymap.Documents}
}

// Commands returns what can be done wherever the focus is. What the Query tab has
// too is this tab's only while it is looked at.
func (v *View) Commands() []keymap.Scope {
	switch {
	case v.over.IsOpen():
		return nil
	case !v.visible:
		return []keymap.Scope{keymap.Documents}
	}
	scopes := []keymap.Scope{keymap.Documents, keymap.Files, keymap.Chosen, keymap.Batch, keymap.Ask, keymap.Editor}
	if d := v.batch.selected(); d != nil && d.pane != nil {
		scopes = append(scopes, d.pane.Commands()...)
	}
	return scopes
}

// GoesBack reports whether Esc leads back to the files, or from a file's data to its row.
func (v *View) GoesBack() bool {
	return (v.focus != paneFiles || v.preview.on) && !v.zoomed && !v.Editing()
}

// Editing reports whether printable keys are text.
func (v *View) Editing() bool {
	return v.over.IsOpen() || v.typing() || v.focus == paneFiles && v.files.Editing() || v.answerEdits()
}

// Disabled says why an action cannot be done now.
func (v *View) Disabled(action keymap.Action) string {
	d := v.batch.selected()
	switch action.Scope() {
	case keymap.Files:
		return v.files.Disabled(action)
	case keymap.Chosen:
		if len(v.files.Chosen()) == 0 {
			return "no file is chosen"
		}
	case keymap.Batch:
		return v.batch.disabled(action)
	case keymap.Ask, keymap.Editor:
		if action == keymap.AskTake {
			if d == nil || d.answer == nil || d.answer.Metadata.GeneratedQuery == nil {
				return "no query was made from a prompt yet"
			}
			return ""
		}
		return v.ask.Disabled(action)
	case keymap.Tree, keymap.Table, keymap.Result:
		if d == nil || d.pane == nil || d.state != done {
			return "there is no result yet"
		}
		return d.pane.Disabled(action)
	}
	return v.disabledHere(action)
}

// disabledHere says why an action of the whole tab cannot be done now.
func (v *View) disabledHere(action keymap.Action) string {
	switch action {
	case keymap.Cancel:
		if v.batch.running() == 0 {
			return "nothing is running"
		}
	case keymap.DocumentsSend:
		switch {
		case len(v.files.Chosen()) == 0:
			return "no file is chosen; " + v.env.Key(keymap.FilesToggle) + " chooses the one under the cursor"
		case v.looking:
			return "asking what is left"
		case v.batch.running() > 0:
			return "files are being sent; " + v.env.Key(keymap.Cancel) + " cancels them"
		}
	case keymap.DocumentsExport:
		if !v.batch.ended() {
			return "there are no results yet"
		}
	case keymap.DocumentsPreview:
		if _, file := v.files.Selected(); !file && !v.preview.on && !(v.focus == paneChosen && v.there(paneChosen)) {
			return "there is no file under the cursor"
		}
	}
	return ""
}
