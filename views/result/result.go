// Package result is a pane that shows one answer of the service: the data as a tree
// or as raw JSON, its metadata, the screenshot, and what is under way or went wrong
// instead. It does not know who asked: a tab gives it what came back, its size, the
// focus and its keys.
package result

import (
	"encoding/json"
	"math"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"assay/client"
	"assay/keymap"
	"assay/themes"
	"assay/ui/jsondoc"
	"assay/ui/jsontree"
	"assay/ui/rawjson"
	"assay/ui/textline"
	"assay/ui/toast"
	"assay/views/frame"
)

// Answer is what came back, and what is worth telling of how.
type Answer struct {
	Data     json.RawMessage // JSON; must not change from now on
	Metadata client.Metadata
	Source   string // the page or the document, for people
	Took     time.Duration
	Calls    int    // what it cost
	Sum      string // the first list of the data and its length: "24 products"; Sum makes it
}

// Options say how a pane is used.
type Options struct {
	Title string                                    // in the border; "Result" if ""
	Start func(t *themes.Theme, width int) []string // what to show before there is an answer; may be nil
	Again keymap.Action                             // what a failure advises to run the same again, or ""
	Take  keymap.Action                             // what takes the query made from a prompt, or ""
}

// face is how the answer is shown.
type face uint8

const (
	asTree face = iota
	asRaw
	asMetadata
	faces
)

var faceNames = [faces]string{"tree", "raw", "metadata"}

// Pane is the pane. Its methods are called from the program's own goroutine; all
// messages but keys and mouse must reach Update.
type Pane struct {
	env     *frame.Env
	theme   *themes.Theme
	options Options
	width   int
	height  int
	focused bool

	tree      *jsontree.Model
	raw       *rawjson.Model
	search    *textline.Model
	searching bool
	face      face

	answer  *Answer
	err     error
	running *running
	metaTop int // the first line of the metadata that is shown

	dirty bool
	lines []string
}

// New returns a pane without an answer.
func New(env *frame.Env, options Options) *Pane {
	if options.Title == "" {
		options.Title = "Result"
	}
	p := &Pane{
		env: env, theme: env.Theme, options: options, dirty: true,
		tree: jsontree.New(env.Theme, env.Keys), raw: rawjson.New(env.Theme, env.Keys), search: textline.New(env.Theme, env.Keys),
	}
	p.search.SetPlaceholder("search keys and values")
	return p
}

// Show takes an answer, which ends what was running and any failure before it.
func (p *Pane) Show(answer Answer) tea.Cmd {
	p.answer, p.err, p.running, p.metaTop, p.dirty = &answer, nil, nil, 0, true
	return p.tree.SetData(answer.Data)
}

// Fail takes a failure, which ends what was running. The answer before it is kept,
// and Back returns to it.
func (p *Pane) Fail(err error) { p.err, p.running, p.dirty = err, nil, true }

// Answer returns what was answered last, or nil; Err why the latest attempt failed,
// or nil.
func (p *Pane) Answer() *Answer { return p.answer }

// Err returns why the latest attempt failed, or nil.
func (p *Pane) Err() error { return p.err }

// SetSize gives the pane its size in cells, border included.
func (p *Pane) SetSize(width, height int) {
	p.width, p.height = width, height
	p.layout()
}

// layout gives the parts their sizes.
func (p *Pane) layout() {
	width, height := border.Inner(p.width, p.height)
	if p.searching {
		height--
	}
	p.tree.SetSize(width, max(height, 0))
	p.raw.SetSize(width, max(height, 0))
	p.dirty = true
}

// SetTheme changes the colours.
func (p *Pane) SetTheme(t *themes.Theme) {
	p.theme, p.dirty = t, true
	p.tree.SetTheme(t)
	p.raw.SetTheme(t)
	p.search.SetTheme(t)
}

// Focus lets the pane take keys.
func (p *Pane) Focus() {
	p.focused, p.dirty = true, true
	p.tree.Focus()
	p.raw.Focus()
}

// Blur takes the focus away.
func (p *Pane) Blur() {
	p.focused, p.dirty = false, true
	p.tree.Blur()
	p.raw.Blur()
}

// Update takes every message but keys and mouse.
func (p *Pane) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.KeyMsg, tea.MouseMsg:
		return nil
	case runningTick:
		return p.ticked(msg)
	case jsontree.LoadedMsg:
		cmd := p.tree.Update(msg)
		p.dirty = true
		if msg.Of(p.tree) && msg.Document != nil {
			return tea.Batch(cmd, p.raw.SetDocument(msg.Document))
		}
		return cmd
	}
	p.dirty = true
	return tea.Batch(p.tree.Update(msg), p.raw.Update(msg))
}

// Editing reports whether printable keys are text of the pane.
func (p *Pane) Editing() bool { return p.searching }

// Scopes returns the scopes of the keys that hold while the pane has the focus.
func (p *Pane) Scopes() []keymap.Scope {
	switch {
	case p.searching:
		return []keymap.Scope{keymap.List}
	case p.readable():
		return []keymap.Scope{keymap.Tree, keymap.Result}
	}
	return []keymap.Scope{keymap.Result}
}

// readable reports whether an answer is on the screen.
func (p *Pane) readable() bool { return p.answer != nil && p.err == nil }

// Key handles a key while the pane has the focus.
func (p *Pane) Key(msg tea.KeyMsg) tea.Cmd {
	p.dirty = true
	if p.searching {
		return p.searchKey(msg)
	}
	if msg.Paste { // its name would be all of its text
		return nil
	}
	action := p.env.Keys.Find(msg.String(), keymap.Tree, keymap.Result)
	if action == "" {
		return nil
	}
	if reason := p.Disabled(action); reason != "" {
		return frame.Notify(toast.Info, reason)
	}
	return p.Do(action)
}

// Back does what Esc does here: it ends, closes or leaves what is nearest, and
// reports whether there was anything.
func (p *Pane) Back() bool {
	p.dirty = true
	hits, _ := p.tree.SearchStatus()
	switch {
	case p.err != nil && p.answer != nil: // to the answer before the failure
		p.err = nil
	case hits != "":
		p.endSearch(false)
	default:
		return false
	}
	return true
}

// Do performs an action of the tree's or the result's scope.
func (p *Pane) Do(action keymap.Action) tea.Cmd {
	p.dirty = true
	switch action {
	case keymap.ResultView:
		p.nextFace()
	case keymap.ResultScreenshot:
		return p.saveScreenshot(false)
	case keymap.ResultOpenShot:
		return p.saveScreenshot(true)
	case keymap.ResultSave:
		return p.saveData()
	case keymap.TreeSearch:
		p.searching = true
		p.search.Focus()
		p.search.SetValue("")
		p.layout()
	default:
		return p.doShown(action)
	}
	return nil
}

// nextFace shows the answer in its next form, at the same place of the data.
func (p *Pane) nextFace() {
	switch p.face {
	case asTree:
		if selected, ok := p.tree.Selected(); ok {
			p.raw.Select(selected.Node)
		}
	case asRaw:
		p.tree.Select(p.raw.Node())
	}
	p.face = (p.face + 1) % faces
}

// doShown performs an action of the tree's scope on what is shown.
func (p *Pane) doShown(action keymap.Action) tea.Cmd {
	switch p.face {
	case asTree:
		return p.doTree(action)
	case asRaw:
		if p.env.Keys.Binding(action).Group == keymap.CopyGroup { // what the line stands for is the tree's to tell
			p.tree.Select(p.raw.Node())
			return p.doTree(action)
		}
		p.raw.Do(action)
	case asMetadata:
		const page = 10
		switch action {
		case keymap.TreeUp:
			p.metaTop--
		case keymap.TreeDown:
			p.metaTop++
		case keymap.TreePageUp, keymap.TreeHalfUp:
			p.metaTop -= page
		case keymap.TreePageDown, keymap.TreeHalfDown:
			p.metaTop += page
		case keymap.TreeFirst:
			p.metaTop = 0
		case keymap.TreeLast:
			p.metaTop = math.MaxInt32
		}
	}
	return nil
}

// searchKey handles a key while a text to search is typed.
func (p *Pane) searchKey(msg tea.KeyMsg) tea.Cmd {
	if !msg.Paste {
		switch p.env.Keys.Find(msg.String(), keymap.List) {
		case keymap.ListCancel:
			p.closeSearch()
			p.endSearch(true)
			return nil
		case keymap.ListAccept:
			p.closeSearch()
			return nil
		case keymap.ListDown:
			return p.doShown(keymap.TreeNextHit)
		case keymap.ListUp:
			return p.doShown(keymap.TreePrevHit)
		}
	}
	before := p.search.Value()
	cmd := p.search.Update(msg)
	if text := p.search.Value(); text != before {
		return tea.Batch(cmd, p.find(text))
	}
	return cmd
}

func (p *Pane) closeSearch() {
	p.searching = false
	p.search.Blur()
	p.layout()
}

// find searches the data in both of its faces, so that switching keeps the hits.
func (p *Pane) find(text string) tea.Cmd {
	return tea.Batch(p.tree.Search(text, jsondoc.SearchOptions{}), p.raw.Search(text, jsondoc.SearchOptions{}))
}

func (p *Pane) endSearch(back bool) {
	p.tree.EndSearch(back)
	p.raw.EndSearch(back)
}

// Mouse handles a mouse event; coordinates count from the pane's corner.
func (p *Pane) Mouse(msg tea.MouseMsg) tea.Cmd {
	p.dirty = true
	pressed := msg.Action == tea.MouseActionPress && msg.Button == tea.MouseButtonLeft
	msg.X--
	msg.Y--
	switch {
	case pressed && msg.Y < 0:
		if msg.X > p.width-12 && p.Disabled(keymap.ResultView) == "" { // the name of the face
			return p.Do(keymap.ResultView)
		}
	case !p.readable():
	case p.face == asRaw:
		return p.raw.Update(msg)
	case p.face == asTree:
		return p.tree.Update(msg)
	case msg.Button == tea.MouseButtonWheelUp:
		p.metaTop = max(p.metaTop-3, 0)
	case msg.Button == tea.MouseButtonWheelDown:
		p.metaTop += 3
	}
	return nil
}
