// Package views is the dashboard: a root with tabs, a status line, help, the
// command palette and messages, and one package per tab.
package views

import (
	"context"
	"errors"
	"os"
	"slices"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"assay/keymap"
	"assay/themes"
	"assay/ui/clipboard"
	"assay/ui/dialog"
	"assay/ui/imageview"
	"assay/ui/notify"
	"assay/ui/toast"
	"assay/views/frame"
)

// The smallest terminal the dashboard works in, in cells.
const (
	MinWidth  = 60
	MinHeight = 16
)

// root is the program's model. It owns the screen; each view owns its own part.
type root struct {
	options Options
	env     *frame.Env
	copier  *clipboard.Clipboard

	notifier *notify.Notifier

	views       []frame.View
	alone       bool // files are shown, in tabs if there are several: there is no service
	active      int
	width       int
	height      int
	ready       bool // the size is known
	over        modal
	waiting     map[frame.Receiver]*dialog.Dialog // questions of views that are not on the screen
	log         toast.Log
	toastClosed bool // the user has read it
	toastTab    int  // where it was told

	dark    bool          // the terminal's background, as far as is known
	lastErr error         // of the latest request to the service; nil if it worked
	latency time.Duration // of the latest call; until there is one, of the latest request
	called  bool          // some request has ended
	charged bool          // the latency is of a call, which asking for the usage is not
	alive   frame.SessionsAlive
	watches int  // queries that are watched
	away    bool // the terminal said that it lost the focus
	focuses bool // the terminal tells of the focus

	crash      crashReport
	keyOffered bool     // the key was asked for
	keyboard   *os.File // the terminal that keys are read from
	hold       func()   // keeps the screen as it is until the next one draws on it
	next       *root    // what the program goes on with after this one's end
}

// modal is what lies over the active view and takes all keys.
type modal interface {
	// Update handles a message; open reports whether it stays.
	Update(msg tea.Msg) (open bool, cmd tea.Cmd)
	// Scopes returns the scopes of the keys that hold in it, for the bottom line.
	Scopes() []keymap.Scope
	// View draws a box that fits into the given size.
	View(t *themes.Theme, maxWidth, maxHeight int) []string
}

type (
	toastOver      struct{}
	backgroundRead struct{ dark bool }
	sixelsShown    struct{} // by the terminal, which said so
	minuteOver     struct{}
	runAction      struct{ action keymap.Action }
	missingRead    struct{ parts []Part }
	setupChosen    struct{}
	setupDone      struct{ err error }
)

func (m *root) Init() tea.Cmd {
	commands := []tea.Cmd{minute(), m.title(), m.reveal(true), m.checkMissing()}
	for _, v := range m.views {
		commands = append(commands, frame.Own(v, v.Init()))
	}
	return m.crash.guarded(tea.Batch(commands...))
}

// handler is a message of the root's own, which knows what comes of it.
type handler interface{ handle(*root) tea.Cmd }

func (run runAction) handle(m *root) tea.Cmd { return m.do(run.action) }

func (minuteOver) handle(*root) tea.Cmd { return minute() }

// handle draws pictures as the terminal can show them.
func (sixelsShown) handle(m *root) tea.Cmd {
	imageview.ShowsSixels()
	if m.ready {
		m.resize(m.width, m.height)
	}
	return nil
}

// minute keeps the status line's time left true.
func minute() tea.Cmd {
	return tea.Tick(time.Minute, func(time.Time) tea.Msg { return minuteOver{} })
}

func (m *root) checkMissing() tea.Cmd {
	if m.options.Missing == nil {
		return nil
	}
	missing := m.options.Missing
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		return missingRead{missing(ctx)}
	}
}

// Update is the one place where messages enter.
func (m *root) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	defer m.crash.panicked()
	var cmd tea.Cmd
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.crash.resized(msg.Width, msg.Height)
		m.resize(msg.Width, msg.Height)
	case tea.KeyMsg:
		if m.away { // a key tells of the focus too
			cmd = m.message(tea.FocusMsg{})
		}
		m.env.KeyAt = m.env.Now()
		m.closeToast()
		cmd = tea.Batch(cmd, m.keys(msg))
	case tea.MouseMsg:
		cmd = m.mouse(msg)
	default:
		cmd = m.message(msg)
	}
	return m, m.crash.guarded(cmd)
}

func (m *root) message(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case frame.Owned:
		return msg.Deliver()
	case handler:
		return msg.handle(m)
	case tea.BlurMsg, tea.FocusMsg:
		_, m.away = msg.(tea.BlurMsg)
		m.focuses = true
		return m.tell(msg)
	case tea.ResumeMsg:
		return tea.EnableMouseCellMotion // which bubbletea forgets
	case frame.Notice:
		return m.notify(msg.Level, msg.Text)
	case frame.Alert:
		return tea.Batch(m.notify(msg.Level, msg.Text), m.alert(msg))
	case frame.Watches:
		m.watches = msg.Count
	case frame.Copy:
		return m.copy(msg)
	case frame.ExternalCommand:
		return m.external(msg)
	case frame.Ask:
		m.askOrWait(msg)
	case frame.Visit:
		at := slices.IndexFunc(m.views, func(v frame.View) bool { return v.Name() == msg.Tab })
		return tea.Batch(m.show(at), frame.Owned{Owner: m.views[at], Msg: msg.Msg}.Deliver())
	case frame.SessionsAlive:
		m.alive = msg
	case frame.UsageRead:
		return m.usageRead(msg)
	case frame.Called:
		m.outcome(msg.Err)
		if msg.Took > 0 {
			m.latency, m.charged = msg.Took, true
		}
		return m.tell(msg)
	}
	return nil
}

// askOrWait puts a question over its view, at the latest when its user comes back to it.
func (m *root) askOrWait(question frame.Ask) {
	if question.Of == nil || question.Of == frame.Receiver(m.shown()) {
		m.ask(question.Dialog)
		return
	}
	if m.waiting == nil {
		m.waiting = map[frame.Receiver]*dialog.Dialog{}
	}
	m.waiting[question.Of] = question.Dialog
}

// usageRead takes what the service said of the usage, for the status line and the views.
func (m *root) usageRead(msg frame.UsageRead) tea.Cmd {
	m.outcome(msg.Err)
	if !m.charged && msg.Took > 0 {
		m.latency = msg.Took
	}
	if msg.Usage != nil {
		m.env.Usage = msg.Usage
	}
	return tea.Batch(m.lookForKey(msg.Err), m.tell(msg))
}

// tell hands news of the terminal or of the service to the views.
func (m *root) tell(news tea.Msg) tea.Cmd {
	commands := make([]tea.Cmd, len(m.views))
	for i, v := range m.views {
		commands[i] = frame.Owned{Owner: v, Msg: news}.Deliver()
	}
	return tea.Batch(commands...)
}

// shown is the view on the screen.
func (m *root) shown() frame.View { return m.views[m.active] }

// reveal tells the active view whether it is on the screen.
func (m *root) reveal(visible bool) tea.Cmd { return frame.Own(m.shown(), m.shown().Show(visible)) }

// outcome notes how a request to the service ended. One that was cancelled says
// nothing of the service.
func (m *root) outcome(err error) {
	if errors.Is(err, context.Canceled) {
		return
	}
	m.called, m.lastErr = true, err
	if isOffline(err) {
		m.env.Service.Forget()
	}
}

func (m *root) resize(width, height int) {
	m.width, m.height, m.ready = width, height, true
	for _, v := range m.views {
		v.SetSize(width, max(height-m.chrome(), 0))
	}
}

// keys takes a key. Several printable keys that arrive in one read come as one
// message; outside text fields each is a key of its own.
func (m *root) keys(msg tea.KeyMsg) tea.Cmd {
	if msg.Type == tea.KeyRunes && !msg.Paste && len(msg.Runes) > 1 && !m.editing() {
		var commands []tea.Cmd
		for _, r := range msg.Runes {
			commands = append(commands, m.key(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{r}, Alt: msg.Alt}))
		}
		return tea.Batch(commands...)
	}
	return m.key(msg)
}

// editing reports whether printable keys are text now.
func (m *root) editing() bool {
	if m.over != nil {
		_, asks := m.over.(*question)
		keys, ok := m.over.(interface{ Editing() bool })
		return !asks && !(ok && !keys.Editing())
	}
	return m.views[m.active].Editing()
}

func (m *root) key(msg tea.KeyMsg) tea.Cmd {
	if msg.Paste { // text, whatever it spells; its name would be all of it
		if m.over != nil {
			return m.toOverlay(msg)
		}
		return frame.Own(m.shown(), m.shown().Key(msg))
	}
	name := msg.String()
	global := m.env.Keys.Find(name, keymap.Global)
	if name == "ctrl+c" && global == keymap.Quit { // quits from anywhere
		return m.do(keymap.Quit)
	}
	printable := msg.Type == tea.KeyRunes && !msg.Alt || msg.Type == tea.KeySpace
	if m.over != nil {
		if global == keymap.Suspend || global == keymap.Redraw {
			return m.do(global)
		}
		if _, open := m.over.(*commandList); open && global == keymap.Palette && !printable {
			m.over = nil
			return nil
		}
		return m.toOverlay(msg)
	}
	if global == "" || global == keymap.Cancel || printable && m.editing() {
		return frame.Own(m.shown(), m.shown().Key(msg))
	}
	return m.do(global)
}

func (m *root) toOverlay(msg tea.Msg) tea.Cmd {
	over := m.over
	open, cmd := over.Update(msg)
	if !open && m.over == over {
		m.over = nil
	}
	return cmd
}

// do performs an action, wherever it came from.
func (m *root) do(action keymap.Action) tea.Cmd {
	switch action {
	case keymap.Quit:
		return m.quit()
	case keymap.Suspend:
		return tea.Suspend
	case keymap.Redraw:
		return tea.ClearScreen
	case keymap.Help:
		m.over = m.newHelp()
	case keymap.Palette:
		m.over = m.newPalette()
	case keymap.Messages:
		m.over = m.newMessages()
	case keymap.Services:
		if m.options.For == nil || m.options.Settings == "" {
			return m.notify(toast.Info, "there are no profiles here")
		}
		return m.readProfiles()
	case keymap.Theme:
		m.openThemes()
	case keymap.Settings:
		return m.openSettings()
	case keymap.NextTab:
		return m.show((m.active + 1) % len(m.views))
	case keymap.PrevTab:
		return m.show((m.active + len(m.views) - 1) % len(m.views))
	case keymap.Tab1, keymap.Tab2, keymap.Tab3, keymap.Tab4, keymap.Tab5:
		return m.show(int(action[len(action)-1] - '1'))
	default:
		return m.perform(action)
	}
	return nil
}

// underWay says what ends with this dashboard.
func (m *root) underWay() []string {
	var out []string
	for _, v := range m.views {
		if busy, ok := v.(frame.Busy); ok {
			out = append(out, busy.UnderWay()...)
		}
	}
	return out
}

// quit ends the program. What would end with it is asked about, once.
func (m *root) quit() tea.Cmd {
	ending := m.underWay()
	if _, asked := m.over.(*question); len(ending) == 0 || asked {
		return tea.Quit
	}
	m.ask(frame.Question(m.env.Theme, "Quit?", "quit", "stay", tea.Quit(), ending...))
	return nil
}

// perform does an action of a view, going to the view's tab first.
func (m *root) perform(action keymap.Action) tea.Cmd {
	owner := m.active
	if here := append(m.scopes(), m.views[m.active].Commands()...); !slices.Contains(here, action.Scope()) {
		for i, v := range m.views {
			if slices.Contains(v.Commands(), action.Scope()) {
				owner = i
			}
		}
	}
	if reason := m.views[owner].Disabled(action); reason != "" {
		return m.notify(toast.Info, reason)
	}
	return tea.Batch(m.show(owner), frame.Own(m.views[owner], m.views[owner].Do(action)))
}

func (m *root) show(index int) tea.Cmd {
	if index >= len(m.views) || index == m.active {
		return nil
	}
	hide := m.reveal(false)
	m.active = index
	if d := m.waiting[m.shown()]; d != nil {
		delete(m.waiting, m.shown())
		m.ask(d)
	}
	return tea.Batch(hide, m.reveal(true), m.title())
}

func (m *root) notify(level toast.Level, text string) tea.Cmd {
	message := toast.Message{Level: level, Text: text, At: m.env.Now()}
	m.log.Add(message)
	if open, ok := m.over.(*messageLog); ok {
		open.told()
	}
	m.toastClosed, m.toastTab = false, m.active
	return tea.Tick(message.Lifetime(), func(time.Time) tea.Msg { return toastOver{} })
}

// present is how long after a key its user is taken to look on, where the terminal
// does not tell of the focus.
const present = time.Minute

// alert has the terminal tell of something, unless its user sees it anyway.
func (m *root) alert(msg frame.Alert) tea.Cmd {
	looking := !m.away && (m.focuses || m.env.Now().Sub(m.env.KeyAt) < present)
	if looking {
		return nil
	}
	notifier := m.notifier
	return func() tea.Msg {
		if err := notifier.Tell(msg.Title, msg.Text); err != nil {
			return frame.Notice{Level: toast.Warn, Text: err.Error()}
		}
		return nil
	}
}

func (m *root) copy(c frame.Copy) tea.Cmd {
	result := m.copier.Copy(context.Background(), c.Text, c.What)
	return func() tea.Msg { return copied{result().(clipboard.ResultMsg)} }
}

// copied is how that went.
type copied struct{ clipboard.ResultMsg }

func (c copied) handle(m *root) tea.Cmd {
	if c.Err == nil {
		return m.notify(toast.Good, c.String())
	}
	m.over = m.newText("Copy it by hand", c.Text)
	return m.notify(toast.Bad, c.Err.Error())
}

// handle follows the terminal's background unless a theme was chosen.
func (read backgroundRead) handle(m *root) tea.Cmd {
	m.dark = read.dark
	switch _, trying := m.over.(*themeList); {
	case trying:
	case m.options.Theme == "":
		m.setPalette(themes.Default(m.dark))
	default:
		m.setPalette(m.env.Theme.Palette)
	}
	return m.remember(m.dark)
}

// screen is what is remembered of the terminal for the next first frame.
type screen struct {
	Dark bool `json:"dark"`
}

func (m *root) remember(dark bool) tea.Cmd {
	return m.env.Save("screen", screen{dark})
}
