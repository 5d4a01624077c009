// Package batch asks one query of many pages, over the tab that the query is in: a
// list of addresses is made, its cost is told, and then each page has a row that says
// how far it is. A batch goes on while other things are on the screen, and after a
// restart of the dashboard from the journal it keeps.
package batch

import (
	"path/filepath"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"assay/keymap"
	"assay/themes"
	"assay/ui/cells"
	"assay/ui/editor"
	"assay/ui/toast"
	"assay/views/frame"
	"assay/views/popup"
	"assay/views/result"
	"assay/wire"
	"assay/workspace/batch"
)

// Request is what is asked of each page.
type Request struct {
	Query  string
	Prompt string
	Params *wire.Params // nil for the defaults
	Words  string       // the params in words
}

// face is what the panel shows.
type face uint8

const (
	making  face = iota // the list of addresses
	running             // the pages of a batch
	looking             // what a page gave, or all of them
)

// Panel is the batch's place over a tab. Its methods are called from the program's own
// goroutine.
type Panel struct {
	env     *frame.Env
	theme   *themes.Theme
	width   int
	height  int
	visible bool // its tab is on the screen
	open    bool
	face    face

	request  Request
	list     *editor.Model
	read     listRead // what the list holds
	reading  int      // counts the readings, for the latest of them
	settings batch.Settings
	asking   int // counts the questions about the cost
	kept     []batch.Kept
	waits    bool // the user was told at the start of unfinished batches, and did not look yet

	over *popup.Layer

	batch  *batch.Batch // the one that is shown or runs, or nil
	runs   bool         // from the moment it is told to
	path   string
	rows   rows
	ticker int
	told   time.Time // when the cost was told last while it runs

	result  *result.Pane
	shown   int // counts what is looked at, for the latest of it
	tabular bool

	dirty bool
	lines []string
}

// Folder is the name of the folder of the journals in the profile's state.
const Folder = "batches"

// Keep is how many complete batches are kept.
const Keep = 50

// New returns a panel that is closed.
func New(env *frame.Env) *Panel {
	c := &Panel{env: env, theme: env.Theme, settings: batch.Defaults, over: popup.New(env), dirty: true}
	c.list = editor.New(env.Theme, env.Keys, &language{})
	c.list.SetPlaceholder("https://shop.example/lamps?page=1")
	return c
}

// Init finds the batches that an earlier run left unfinished, and tells of them.
func (c *Panel) Init() tea.Cmd { return frame.Own(c, c.lookAround(true)) }

// Waits reports whether Open would list unfinished batches, which needs no question.
func (c *Panel) Waits() bool { return c.waits && !c.active() }

// Open shows the panel for a question, with more addresses for its list. While a batch
// runs it shows that; after the user was told of unfinished ones it lists them.
func (c *Panel) Open(request Request, urls []string) tea.Cmd {
	c.open, c.dirty = true, true
	c.request = request
	if c.active() && len(urls) == 0 {
		c.face = running
		return frame.Own(c, c.tick())
	}
	c.face = making
	c.list.Focus()
	c.layout()
	if len(urls) > 0 {
		c.addLines(urls)
	} else if c.waits {
		c.waits = false
		c.openEarlier()
	}
	return frame.Own(c, tea.Batch(c.readList(), c.lookAround(false)))
}

// IsOpen reports whether the panel hides its tab.
func (c *Panel) IsOpen() bool { return c.open }

// Looks reports whether data is looked at.
func (c *Panel) Looks() bool { return c.face == looking }

// active reports whether the batch is under way.
func (c *Panel) active() bool { return c.batch != nil && c.runs }

// progress returns how far the batch is.
func (c *Panel) progress() batch.Progress {
	p := c.batch.Progress(c.env.Now())
	p.Active = p.Active || c.runs
	return p
}

// folder is where the journals are.
func (c *Panel) folder() string { return c.env.State.Path(Folder) }

// Update takes the messages of the panel's commands, and frame.UsageRead.
func (c *Panel) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case listDue:
		return c.readNow(msg)
	case listRead:
		c.takeList(msg)
		return nil
	case listLoaded:
		return c.loaded(msg)
	case aroundRead:
		return c.takeAround(msg)
	case costRead:
		return c.confirm(msg)
	case startChosen:
		return c.start(msg)
	case opened:
		return c.opened(msg)
	case ended:
		return c.ended(msg)
	case ticked:
		return c.ticked(msg)
	case answerRead:
		return c.showAnswer(msg)
	case frame.UsageRead:
		c.dirty = true
		return nil
	case editor.CopyMsg:
		return frame.CopyText("text", msg.Text)
	case frame.Owned: // by the result
		c.dirty = true
		return tea.Batch(msg.Deliver(), c.makeTable())
	}
	return c.edit(func() tea.Cmd { return c.list.Update(msg) })
}

// Key handles a key while the panel is open.
func (c *Panel) Key(msg tea.KeyMsg) tea.Cmd { return frame.Own(c, c.pressed(msg)) }

func (c *Panel) pressed(msg tea.KeyMsg) tea.Cmd {
	c.dirty = true
	switch {
	case c.over.IsOpen():
		return c.over.Key(msg)
	case c.face == looking:
		return c.resultKey(msg)
	case c.face == running && c.rows.narrow.typed:
		return c.narrowKey(msg)
	case c.face == making && c.list.Finding() && (msg.Paste || c.env.Keys.Meaning(msg.String(), keymap.FindBar) != ""):
		return c.edit(func() tea.Cmd { return c.list.Update(msg) })
	case c.face == making && msg.Paste:
		return c.paste(string(msg.Runes))
	}
	scope := keymap.Pages
	if c.face == making {
		scope = keymap.URLs
	}
	if action := c.env.Keys.Find(msg.String(), scope); action != "" {
		if reason := c.Disabled(action); reason != "" {
			return frame.Notify(toast.Info, reason)
		}
		return c.do(action)
	}
	if c.face == making {
		return c.edit(func() tea.Cmd { return c.list.Update(msg) })
	}
	return nil
}

// resultKey handles a key while data is looked at.
func (c *Panel) resultKey(msg tea.KeyMsg) tea.Cmd {
	if !c.result.Editing() && c.env.Keys.Find(msg.String(), keymap.Global) == keymap.Cancel {
		if !c.result.Back() {
			c.face = running
			return c.tick()
		}
		return nil
	}
	return c.result.Key(msg)
}

// Do performs an action of the panel's scopes.
func (c *Panel) Do(action keymap.Action) tea.Cmd { return frame.Own(c, c.do(action)) }

func (c *Panel) do(action keymap.Action) tea.Cmd {
	c.dirty = true
	switch action {
	case keymap.URLsStart:
		return c.lookAtCost()
	case keymap.URLsLoad:
		c.openLoad()
	case keymap.URLsSettings:
		c.openSettings()
	case keymap.URLsEarlier, keymap.PagesEarlier:
		c.openEarlier()
	case keymap.URLsBack:
		if c.batch != nil {
			c.face = running
			return c.tick()
		}
		c.open = false
	case keymap.PagesBack:
		if c.rows.narrow.text != "" {
			c.endNarrow()
			return nil
		}
		c.open = false
	case keymap.PagesNew:
		return c.Open(c.request, nil)
	default:
		if c.face == looking {
			return c.result.Do(action)
		}
		return c.doPages(action)
	}
	return nil
}

// Disabled says why an action cannot be done now, or "".
func (c *Panel) Disabled(action keymap.Action) string {
	switch action {
	case keymap.Cancel:
		return "nothing is running"
	case keymap.EditorFormat:
		return "a list of addresses cannot be formatted"
	case keymap.URLsStart:
		switch {
		case c.active():
			return "a batch is running: pause or cancel it first"
		case c.request.Query == "" && c.request.Prompt == "":
			return "write a query first; " + c.env.Key(keymap.URLsBack) + " goes back to it"
		case len(c.read.list.URLs) == 0:
			return "there is no address in the list yet"
		}
	case keymap.URLsEarlier, keymap.PagesEarlier:
		switch {
		case c.active():
			return "a batch is running: pause or cancel it first"
		case len(c.kept) == 0:
			return "there is no earlier batch"
		}
	case keymap.SearchRegexp:
		return "this search is for plain text"
	case keymap.PagesNew:
		if c.active() {
			return "the batch is running: pause or cancel it first"
		}
	}
	switch {
	case action.Scope() == keymap.Pages:
		return c.pagesDisabled(action)
	case c.face == looking:
		return c.result.Disabled(action)
	}
	return ""
}

// Scopes returns the scopes of the keys that hold now.
func (c *Panel) Scopes() []keymap.Scope {
	switch {
	case c.over.IsOpen():
		return c.over.Scopes()
	case c.face == looking:
		return c.result.Scopes()
	case c.face == making && c.list.Finding():
		return []keymap.Scope{keymap.FindBar, keymap.URLs, keymap.Editor}
	case c.face == making:
		return []keymap.Scope{keymap.URLs, keymap.Editor}
	case c.rows.narrow.typed:
		return []keymap.Scope{keymap.Search}
	}
	return []keymap.Scope{keymap.Pages}
}

// Commands returns the scopes whose actions Do performs.
func (c *Panel) Commands() []keymap.Scope {
	switch {
	case c.over.IsOpen():
		return nil
	case c.face == looking:
		return c.result.Commands()
	case c.face == making:
		return []keymap.Scope{keymap.URLs}
	}
	return []keymap.Scope{keymap.Pages}
}

// Editing reports whether printable keys are text.
func (c *Panel) Editing() bool {
	return c.over.IsOpen() || c.face == making || c.face == looking && c.result.Editing() || c.face == running && c.rows.narrow.typed
}

// SetSize gives the panel its size in cells.
func (c *Panel) SetSize(width, height int) {
	c.width, c.height = width, height
	c.layout()
}

// SetTheme changes the colours.
func (c *Panel) SetTheme(t *themes.Theme) {
	c.theme, c.dirty = t, true
	c.list.SetTheme(t)
	c.over.SetTheme(t)
	if c.result != nil {
		c.result.SetTheme(t)
	}
}

// Show tells the panel whether its tab is on the screen; unseen it does not tick.
func (c *Panel) Show(visible bool) tea.Cmd {
	c.visible, c.dirty = visible, true
	return frame.Own(c, c.tick())
}

// Keep ends what is under way, to go on at the next run of the dashboard.
func (c *Panel) Keep() error {
	if c.batch == nil {
		return nil
	}
	return c.batch.Close()
}

// Mark is how far a batch under way is, for the tab's border; "" without one.
func (c *Panel) Mark() string {
	if !c.active() {
		return ""
	}
	p := c.progress()
	return "batch " + cells.Group(int64(p.Through())) + " of " + cells.Group(int64(p.Total))
}

// Mouse handles a mouse event in the panel's coordinates.
func (c *Panel) Mouse(msg tea.MouseMsg) tea.Cmd { return frame.Own(c, c.mouse(msg)) }

func (c *Panel) mouse(msg tea.MouseMsg) tea.Cmd {
	c.dirty = true
	switch {
	case c.over.IsOpen():
		return c.over.Mouse(msg, c.width, c.height)
	case c.face == looking:
		return c.result.Mouse(msg)
	case c.face == making:
		msg.X -= 2
		msg.Y--
		return c.edit(func() tea.Cmd { return c.list.Update(msg) })
	}
	c.rowsMouse(msg)
	return nil
}

// name is a batch's name for people: when it was made, and of how many pages.
func name(k batch.Kept) string {
	return k.Created.Local().Format("2 Jan 15:04") + "  " + frame.Counted(k.Total, "page") + "  " + cells.Visible(k.First)
}

// journalPath returns where a batch that begins now is kept.
func (c *Panel) journalPath(now time.Time) string { return filepath.Join(c.folder(), batch.Name(now)) }
