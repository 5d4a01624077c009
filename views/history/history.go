// Package history is the History tab: every call that this dashboard made, with what
// was asked and what came back, to be searched, looked at, compared and run again.
package history

import (
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"assay/keymap"
	"assay/themes"
	"assay/ui/textline"
	"assay/ui/toast"
	"assay/views/frame"
	"assay/views/popup"
	"assay/views/result"
	"assay/workspace/history"
)

// paneID is a part of the view that can have the focus.
type paneID uint8

const (
	paneList paneID = iota
	paneRequest
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
	focus   paneID
	zoomed  bool

	calls   []*call // newest first
	shown   []*call // those that the search finds
	cursor  int64   // id of the selected call
	top     int
	outcome int           // how wide the widest outcome is that was on the screen
	times   int           // and the widest time
	then    keymap.Action // what is done once the selected call is read
	started bool          // the history was asked for
	loading bool          // its older part is being read
	reads   int           // numbers the readings; only the latest counts
	poller  int           // numbers the looks for calls of other dashboards
	err     error
	told    bool // the user knows of the error

	search  search
	marked  int64     // id of the call to compare with, or 0
	deleted [][]*call // the latest last

	changing chan struct{} // closed when the change of the store begun last is through
	over     *popup.Layer

	looked   looked
	lookups  int // numbers the looks at a call; only the latest counts
	requestY int // first line of the request that is shown

	dirty bool
	lines []string
}

// call is one call of the list.
type call struct {
	history.Entry
	text string // what is searched, in small letters
}

// looked is the call whose request and answer are shown.
type looked struct {
	id     int64
	entry  *history.Entry // nil until it is read
	err    error
	kept   *history.Answer // as it was read; nil if there is none
	answer *result.Pane    // what shows it; nil until it is read
	before *history.Entry
	lines  []string // the request, for a width
	width  int
}

// New returns the view.
func New(env *frame.Env) *View {
	v := &View{env: env, theme: env.Theme, over: popup.New(env), dirty: true}
	v.search.field = textline.New(env.Theme, env.Keys)
	v.search.field.SetPlaceholder("words, such as document, failed, 404 or pinned")
	return v
}

// Name is the tab's title.
func (v *View) Name() string { return "History" }

// Init waits for the history to change.
func (v *View) Init() tea.Cmd { return v.watch() }

// Show reads the history when the tab is first looked at.
func (v *View) Show(visible bool) tea.Cmd {
	v.visible, v.dirty = visible, true
	switch {
	case !visible:
		return nil
	case !v.started:
		v.started = true
		return tea.Batch(v.read(), v.poll())
	}
	return tea.Batch(v.readNewer(), v.poll())
}

// Update handles messages.
func (v *View) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case historyChanged:
		return tea.Batch(v.watch(), v.historyChanged())
	case firstRead:
		return v.firstRead(msg)
	case restRead:
		return v.restRead(msg)
	case newerRead:
		return v.newerRead(msg)
	case pollDue:
		if msg.poller == v.poller && v.visible {
			return tea.Batch(v.readNewer(), v.poll())
		}
		return nil
	case searched:
		return v.searched(msg)
	case lookDue:
		if msg.id == v.lookups {
			return v.lookNow()
		}
		return nil
	case entryRead:
		return v.entryRead(msg)
	case pairRead:
		return v.pairRead(msg)
	case changeFailed:
		return tea.Batch(frame.Notify(toast.Bad, msg.err.Error()), v.read())
	case runChosen:
		return v.visit(msg.entry, true)
	case frame.Owned: // by the answer
		v.dirty = true
		return msg.Deliver()
	}
	return nil
}

// Key handles keys.
func (v *View) Key(msg tea.KeyMsg) tea.Cmd {
	v.dirty = true
	switch {
	case v.over.IsOpen():
		return v.over.Key(msg)
	case v.search.open:
		return v.searchKey(msg)
	case v.answerFocused() && v.looked.answer.Editing():
		return v.looked.answer.Key(msg)
	case msg.Paste: // its name would be all of its text
		return nil
	}
	name := msg.String()
	if v.env.Keys.Find(name, keymap.Global) == keymap.Cancel {
		return v.back()
	}
	if v.answerFocused() && v.env.Keys.Find(name, v.looked.answer.Scopes()...) != "" {
		return v.looked.answer.Key(msg)
	}
	return frame.Try(v, v.env.Keys.Find(name, keymap.History))
}

// answerFocused reports whether the keys are the answer's.
func (v *View) answerFocused() bool { return v.focus == paneAnswer && v.looked.answer != nil }

// back does what Esc does: it closes or leaves what is nearest.
func (v *View) back() tea.Cmd {
	switch {
	case v.answerFocused() && v.looked.answer.Err() == nil && v.looked.answer.Back():
		return nil
	case v.zoomed:
		v.zoomed = false
		v.layout()
	case v.focus != paneList:
		v.focusOn(paneList)
	case v.search.field.Value() != "":
		v.search.field.SetValue("")
		return v.find()
	case v.marked != 0:
		v.marked = 0
	}
	return nil
}

// Do performs an action.
func (v *View) Do(action keymap.Action) tea.Cmd {
	v.dirty = true
	if action.Scope() != keymap.History {
		if v.focus != paneAnswer && !v.looked.answer.Aside(action) {
			v.focusOn(paneAnswer)
		}
		return v.looked.answer.Do(action)
	}
	if by, ok := keymap.Step(action, v.listRows(), len(v.shown)+len(v.looked.lines)); ok {
		return v.move(by)
	}
	switch action {
	case keymap.HistoryOpen:
		v.focusOn(paneAnswer)
	case keymap.HistoryNextPane:
		v.focusOn((v.focus + 1) % panes)
	case keymap.HistoryPrevPane:
		v.focusOn((v.focus + panes - 1) % panes)
	case keymap.HistoryZoom:
		v.zoomed = !v.zoomed
		v.layout()
	case keymap.HistorySearch:
		v.openSearch()
	case keymap.HistoryRefresh:
		return v.read()
	default:
		return v.act(action)
	}
	return nil
}

// row returns the place of the selected call among those shown.
func (v *View) row() int {
	if at := place(v.shown, v.cursor); at >= 0 {
		return at
	}
	return 0
}

// selected returns the selected call, or nil.
func (v *View) selected() *call {
	if len(v.shown) == 0 {
		return nil
	}
	return v.shown[v.row()]
}

func (v *View) move(by int) tea.Cmd {
	if v.focus == paneRequest {
		v.requestY = max(v.requestY+by, 0)
		return nil
	}
	if len(v.shown) == 0 {
		return nil
	}
	return v.selectRow(min(max(v.row()+by, 0), len(v.shown)-1))
}

func (v *View) selectRow(row int) tea.Cmd {
	v.cursor, v.dirty = v.shown[row].ID, true
	return v.look()
}

// focusOn moves the focus.
func (v *View) focusOn(p paneID) {
	v.focus, v.dirty = p, true
	v.layout()
}

// Mouse selects and scrolls.
func (v *View) Mouse(msg tea.MouseMsg) tea.Cmd {
	v.dirty = true
	if v.over.IsOpen() {
		return v.over.Mouse(msg, v.width, v.height)
	}
	pressed := msg.Action == tea.MouseActionPress && msg.Button == tea.MouseButtonLeft
	for p, a := range v.areas() {
		if !a.holds(msg.X, msg.Y) {
			continue
		}
		if pressed && v.focus != paneID(p) && !v.search.open {
			v.focusOn(paneID(p))
		}
		msg.X -= a.x
		msg.Y -= a.y
		switch paneID(p) {
		case paneAnswer:
			if v.looked.answer != nil {
				return v.looked.answer.Mouse(msg)
			}
		case paneRequest:
			v.requestY = max(v.requestY+frame.Wheel(msg), 0)
		case paneList:
			return v.listMouseIn(msg, pressed)
		}
		return nil
	}
	return nil
}

func (v *View) listMouseIn(msg tea.MouseMsg, pressed bool) tea.Cmd {
	if by := frame.Wheel(msg); by != 0 && len(v.shown) > 0 {
		return v.selectRow(min(max(v.row()+by, 0), len(v.shown)-1))
	}
	first := v.listHead() + 1
	if row := msg.Y - first + v.top; pressed && msg.Y >= first && row < len(v.shown) {
		return v.selectRow(row)
	}
	return nil
}

// SetSize gives the view its size.
func (v *View) SetSize(width, height int) {
	v.width, v.height = width, height
	v.layout()
}

// SetTheme changes the colours.
func (v *View) SetTheme(t *themes.Theme) {
	v.theme, v.dirty, v.looked.lines = t, true, nil
	v.search.field.SetTheme(t)
	v.over.SetTheme(t)
	if v.looked.answer != nil {
		v.looked.answer.SetTheme(t)
	}
}

// Scopes returns the scopes that hold now.
func (v *View) Scopes() []keymap.Scope {
	switch {
	case v.over.IsOpen():
		return v.over.Scopes()
	case v.search.open:
		return []keymap.Scope{keymap.List}
	case v.answerFocused() && v.looked.answer.Editing():
		return v.looked.answer.Scopes()
	case v.answerFocused():
		return append(v.looked.answer.Scopes(), keymap.History)
	}
	return []keymap.Scope{keymap.History}
}

// Commands returns what can be done wherever the focus is. What the answer can do is
// this tab's only while it is looked at.
func (v *View) Commands() []keymap.Scope {
	switch {
	case v.over.IsOpen() || v.search.open:
		return nil
	case v.visible && v.looked.answer != nil:
		return append([]keymap.Scope{keymap.History}, v.looked.answer.Commands()...)
	}
	return []keymap.Scope{keymap.History}
}

// GoesBack reports whether Esc leads back to the list.
func (v *View) GoesBack() bool { return v.focus != paneList && !v.Editing() }

// Editing reports whether printable keys are text.
func (v *View) Editing() bool {
	return v.over.IsOpen() || v.search.open || v.answerFocused() && v.looked.answer.Editing()
}

// pollEvery is how often calls of other dashboards are looked for, while the tab is
// on the screen.
const pollEvery = 2 * time.Second
