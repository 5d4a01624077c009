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

	"assay/keymap"
	"assay/themes"
	"assay/ui/jsontree"
	"assay/ui/textline"
	"assay/ui/toast"
	"assay/views/frame"
	"assay/views/popup"
	"assay/wire"
)

// Answer is what came back, and what is worth telling of how.
type Answer struct {
	Data     json.RawMessage // JSON; must not change from now on
	Metadata wire.Metadata
	Source   string    // the page or the document, for people
	At       time.Time // when it was asked for; zero is now
	Took     time.Duration
	Calls    int    // what it cost
	Question string // answers with the same one that is not "" are compared
	Sum      string // the first list of the data and its length: "24 products"; Sum makes it
}

// Options say how a pane is used.
type Options struct {
	Title string                                    // in the border; "Result" if ""
	Start func(t *themes.Theme, width int) []string // what to show before there is an answer; may be nil
	Again keymap.Action                             // what a failure advises to run the same again, or ""
	Plain bool                                      // a file is shown, which has no metadata
	Take  keymap.Action                             // what takes the query made from a prompt, or ""
}

// face is how the answer is shown.
type face uint8

const (
	asTree face = iota
	asRaw
	asMetadata
	asTable
)

var faceNames = map[face]string{asTree: "tree", asRaw: "raw", asMetadata: "metadata", asTable: "table"}

// Pane is the pane. Its methods are called from the program's own goroutine.
type Pane struct {
	env     *frame.Env
	theme   *themes.Theme
	options Options
	width   int
	height  int
	focused bool

	whole   *viewer // of the answer
	face    face
	search  searchLine
	filter  filter
	source  sourcePane
	changes changes
	over    *popup.Layer

	answer  *Answer
	kept    bool // the answer is of an earlier call than the latest that was made here
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
	p := &Pane{env: env, theme: env.Theme, options: options, over: popup.New(env), dirty: true, whole: newViewer(env)}
	p.over.Width, p.over.Margin = 72, 2 // a pane is narrower than a view
	p.search.field = textline.New(env.Theme, env.Keys)
	p.search.field.SetPlaceholder("search keys and values")
	p.filter.init(env)
	p.whole.tree.AcceptMany(options.Plain)
	return p
}

// shown returns the viewer on the screen: of the answer, or of what a filter makes of
// it.
func (p *Pane) shown() *viewer {
	if p.changes.viewer != nil {
		return p.changes.viewer
	}
	return p.plain()
}

// plain returns the viewer of the answer, or of what a filter makes of it.
func (p *Pane) plain() *viewer {
	if p.filter.viewer != nil {
		return p.filter.viewer
	}
	return p.whole
}

// viewers returns every viewer there is.
func (p *Pane) viewers() []*viewer {
	all := []*viewer{p.whole}
	for _, v := range []*viewer{p.filter.viewer, p.changes.viewer} {
		if v != nil {
			all = append(all, v)
		}
	}
	return all
}

// Show takes an answer, which ends what was running and any failure before it.
func (p *Pane) Show(answer Answer) tea.Cmd { return p.take(answer, false) }

// ShowKept takes the answer of an earlier call as Show does, and shows it dimmed and with
// its date until there is another.
func (p *Pane) ShowKept(answer Answer) tea.Cmd { return p.take(answer, true) }

func (p *Pane) take(answer Answer, kept bool) tea.Cmd {
	if answer.At.IsZero() {
		answer.At = p.env.Now()
	}
	p.kept = kept
	p.expectChanges(&answer)
	p.answer, p.err, p.running, p.metaTop, p.dirty = &answer, nil, nil, 0, true
	p.paint()
	p.layout()
	return frame.Own(p, p.whole.setData(answer.Data))
}

// Fail takes a failure, which ends what was running. The answer before it is kept,
// dimmed, and Back returns to it.
func (p *Pane) Fail(err error) {
	p.err, p.running, p.kept = err, nil, true
	p.paint()
	p.layout()
}

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
	height -= len(p.bottomLines()) + p.evidenceRows()
	for _, v := range p.viewers() {
		v.setSize(width, max(height, 0))
	}
	p.dirty = true
}

// SetTheme changes the colours.
func (p *Pane) SetTheme(t *themes.Theme) {
	p.theme, p.dirty = t, true
	p.paint()
	p.over.SetTheme(t)
	p.search.field.SetTheme(t)
	p.filter.field.SetTheme(t)
}

// Focus lets the pane take keys.
func (p *Pane) Focus() { p.setFocus(true) }

// Blur takes the focus away.
func (p *Pane) Blur() { p.setFocus(false) }

func (p *Pane) setFocus(focused bool) {
	p.focused, p.dirty = focused, true
	p.paint()
}

// paint gives what shows data its colours: those of an answer that is not, or not any
// more, that of the latest call are faded, and under a failure nothing is selected.
func (p *Pane) paint() {
	t, focused := p.dataTheme(), p.focused && p.err == nil
	for _, v := range p.viewers() {
		v.setTheme(t)
		v.focus(focused)
	}
}

func (p *Pane) dataTheme() *themes.Theme {
	if p.kept || p.running != nil {
		return p.theme.Faded()
	}
	return p.theme
}

// Update takes the messages of the pane's commands.
func (p *Pane) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case runningTick:
		return p.ticked(msg)
	case filtered:
		return p.filterEnded(msg)
	case beforeRead:
		return p.beforeRead(msg)
	case compared:
		return p.compared(msg)
	case filtersRead:
		p.filtersRead(msg)
	case frame.Owned:
		return p.viewed(msg)
	}
	return nil
}

// viewed hands a viewer its message, and goes on with what it shows now.
func (p *Pane) viewed(msg frame.Owned) tea.Cmd {
	p.dirty = true
	commands := []tea.Cmd{msg.Deliver()}
	if loaded, ok := msg.Msg.(jsontree.LoadedMsg); ok && loaded.Of(p.whole.tree) {
		commands = append(commands, p.compare())
		if p.filter.text != "" {
			commands = append(commands, p.applyFilter(p.filter.text))
		}
		if p.search.open && p.search.field.Value() != "" { // typed ahead
			commands = append(commands, p.find())
		}
	}
	commands = append(commands, p.showFirstChange())
	if p.face == asTable && p.shown().table.Document() == nil && p.shown().tree.Document() != nil {
		p.face = asTree // other data, without the list
	}
	return tea.Batch(commands...)
}

// Editing reports whether printable keys are text of the pane.
func (p *Pane) Editing() bool {
	return p.search.open || p.filter.open || p.over.IsOpen()
}

// Scopes returns the scopes of the keys that hold while the pane has the focus.
func (p *Pane) Scopes() []keymap.Scope {
	switch {
	case p.over.IsOpen():
		return p.over.Scopes()
	case p.search.open:
		return []keymap.Scope{keymap.Search}
	case p.filter.open:
		return []keymap.Scope{keymap.Filter}
	case p.readable():
		return []keymap.Scope{p.faceScope(), keymap.Result}
	}
	return []keymap.Scope{keymap.Result}
}

// Commands returns the scopes whose actions Do performs wherever the focus is.
func (p *Pane) Commands() []keymap.Scope { return []keymap.Scope{keymap.Result, p.faceScope()} }

// faceScope returns the scope of the keys of what is shown.
func (p *Pane) faceScope() keymap.Scope {
	if p.face == asTable {
		return keymap.Table
	}
	return keymap.Tree
}

// readable reports whether an answer is on the screen.
func (p *Pane) readable() bool { return p.answer != nil && p.err == nil }

// Key handles a key while the pane has the focus.
func (p *Pane) Key(msg tea.KeyMsg) tea.Cmd { return frame.Own(p, p.pressed(msg)) }

func (p *Pane) pressed(msg tea.KeyMsg) tea.Cmd {
	p.dirty = true
	switch {
	case p.over.IsOpen():
		return p.over.Key(msg)
	case p.search.open:
		return p.searchKey(msg)
	case p.filter.open:
		return p.filterKey(msg)
	case msg.Paste: // its name would be all of its text
		return nil
	}
	action := p.env.Keys.Find(msg.String(), p.faceScope(), keymap.Result)
	if action == "" {
		return nil
	}
	if reason := p.Disabled(action); reason != "" {
		return frame.Notify(toast.Info, reason)
	}
	return p.do(action)
}

// Back does what Esc does here: it ends, closes or leaves what is nearest, and
// reports whether there was anything.
func (p *Pane) Back() bool {
	p.dirty = true
	leave := p.nearest()
	if leave != nil {
		leave()
	}
	return leave != nil
}

// GoesBack reports whether there is anything that Back would leave.
func (p *Pane) GoesBack() bool { return p.nearest() != nil }

// nearest returns what leaves the nearest of what was opened here, or nil.
func (p *Pane) nearest() func() {
	hits, _ := p.shown().searchStatus(p.face)
	switch {
	case p.err != nil && p.answer != nil: // to the answer before the failure
		return func() {
			p.err = nil
			p.paint()
			p.layout()
		}
	case hits != "":
		return func() { p.shown().endSearch(false) }
	case p.evidenceRows() > 0:
		return func() { p.OpenEvidence(false) }
	case p.changes.viewer != nil:
		return p.closeChanges
	case p.filter.viewer != nil:
		return p.clearFilter
	case p.face == asTable:
		return func() { p.face = asTree }
	}
	return nil
}

// Do performs an action of the scopes of the pane and of what it shows.
func (p *Pane) Do(action keymap.Action) tea.Cmd { return frame.Own(p, p.do(action)) }

func (p *Pane) do(action keymap.Action) tea.Cmd {
	p.dirty = true
	switch action {
	case keymap.ResultView, keymap.ResultFilter:
		p.closeChanges()
	}
	switch action {
	case keymap.ResultChanges:
		return p.openChanges()
	case keymap.ResultNextChange, keymap.ResultPrevChange:
		return p.jumpChange(action == keymap.ResultNextChange)
	case keymap.ResultView:
		return p.nextFace()
	case keymap.ResultTable:
		return p.toggleTable()
	case keymap.ResultFilter:
		return p.openFilter()
	case keymap.ResultScreenshot:
		return p.saveScreenshot(false)
	case keymap.ResultOpenShot:
		return p.saveScreenshot(true)
	case keymap.ResultExport:
		p.openExport()
	case keymap.ResultWhere:
		p.OpenEvidence(!p.source.open)
	case keymap.TreeSearch, keymap.TableSearch:
		p.openSearch()
	case keymap.TableOpen:
		n := p.shown().table.Node()
		p.face = asTree
		p.shown().tree.Select(n)
	default:
		return p.doShown(action)
	}
	return nil
}

// nextFace shows the answer in its next form, at the same place of the data.
func (p *Pane) nextFace() tea.Cmd {
	switch {
	case p.face != asRaw && p.face != asMetadata && p.shown().tree.Document() != nil:
		return p.show(asRaw)
	case p.face != asMetadata && !p.options.Plain:
		return p.show(asMetadata)
	}
	return p.show(asTree)
}

// show changes the face; the reader's place and the search go along.
func (p *Pane) show(to face) tea.Cmd {
	from := p.face
	p.face = to
	p.layout()
	if from == asMetadata || to == asMetadata {
		return nil
	}
	return p.shown().follow(from, to)
}

// toggleTable goes from the tree to the table and back, or says why not.
func (p *Pane) toggleTable() tea.Cmd {
	if p.face == asTable {
		return p.show(asTree)
	}
	v := p.shown()
	n := 1
	if p.face != asMetadata {
		n = v.node(p.face)
	}
	cmd, ok := v.openTable(n)
	if !ok {
		return frame.Notify(toast.Info, "the result has no list of objects to show as a table")
	}
	return tea.Batch(cmd, p.show(asTable))
}

// doShown performs an action of the tree's or the table's scope on what is shown.
func (p *Pane) doShown(action keymap.Action) tea.Cmd {
	if p.face == asMetadata {
		p.scrollMetadata(action)
		return nil
	}
	v := p.shown()
	if p.face == asRaw && p.env.Keys.Binding(action).Group == keymap.CopyGroup { // what the line stands for is the tree's to tell
		v.tree.Select(v.raw.Node())
		return v.do(asTree, action, p.theme.Glyphs.Ellipsis)
	}
	return v.do(p.face, action, p.theme.Glyphs.Ellipsis)
}

func (p *Pane) scrollMetadata(action keymap.Action) {
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

// Mouse handles a mouse event; coordinates count from the pane's corner.
func (p *Pane) Mouse(msg tea.MouseMsg) tea.Cmd { return frame.Own(p, p.mouse(msg)) }

func (p *Pane) mouse(msg tea.MouseMsg) tea.Cmd {
	p.dirty = true
	if p.over.IsOpen() {
		return p.over.Mouse(msg, p.width, p.height)
	}
	pressed := msg.Action == tea.MouseActionPress && msg.Button == tea.MouseButtonLeft
	msg.X--
	msg.Y--
	switch {
	case pressed && msg.Y < 0:
		if msg.X > p.width-12 && p.Disabled(keymap.ResultView) == "" { // the name of the face
			return p.do(keymap.ResultView)
		}
	case !p.readable():
	case p.face == asRaw:
		return p.shown().raw.Update(msg)
	case p.face == asTree:
		return p.shown().tree.Update(msg)
	case p.face == asTable:
		return frame.Own(p.shown(), p.shown().table.Update(msg))
	case msg.Button == tea.MouseButtonWheelUp:
		p.metaTop = max(p.metaTop-3, 0)
	case msg.Button == tea.MouseButtonWheelDown:
		p.metaTop += 3
	}
	return nil
}
