// Package frame is what the dashboard's root and its views know of each other: a
// small interface, the surroundings a view works in, and the messages between them.
package frame

import (
	"context"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"assay/keymap"
	"assay/themes"
	"assay/ui/dialog"
	"assay/ui/toast"
	"assay/views/state"
	"assay/wire"
	"assay/workspace/history"
)

// View is one tab. The root knows nothing else of it. Methods are called from the
// program's own goroutine and must not block.
type View interface {
	// Name is the tab's title.
	Name() string
	// Init returns the command that starts the view's own work.
	Init() tea.Cmd
	// Update handles the messages of the view's own commands, and news: tea.FocusMsg,
	// tea.BlurMsg, UsageRead and Called.
	Update(msg tea.Msg) tea.Cmd
	// Key handles a key that the root did not take.
	Key(msg tea.KeyMsg) tea.Cmd
	// Mouse handles a mouse event; coordinates are the view's own, from 0.
	Mouse(msg tea.MouseMsg) tea.Cmd
	// Do performs an action of one of the view's scopes, as its key would.
	Do(action keymap.Action) tea.Cmd
	// View returns exactly as many lines as the view is high, each exactly as wide.
	View() []string
	// SetSize gives the view its size in cells.
	SetSize(width, height int)
	// SetTheme changes the colours.
	SetTheme(t *themes.Theme)
	// Show tells the view whether it is on the screen; unseen views do not tick.
	Show(visible bool) tea.Cmd
	// Scopes returns the scopes of the keys that hold now, the focused part's first.
	Scopes() []keymap.Scope
	// Commands returns the scopes whose actions Do performs now, wherever the focus
	// is: what the palette offers of the view.
	Commands() []keymap.Scope
	// Editing reports whether a text field has the focus, so that printable keys
	// are text.
	Editing() bool
	// Disabled says why an action cannot be done now, or "".
	Disabled(action keymap.Action) string
}

// Busy is a view in which something is under way that ends with the dashboard.
type Busy interface {
	// UnderWay says what that is, a sentence each.
	UnderWay() []string
}

// Env is the surroundings of every view.
type Env struct {
	Theme   *themes.Theme
	Keys    *keymap.Map
	Service *Service
	State   *state.Store
	History *history.Store // every call that costs, or starts something, is recorded in it
	Usage   *wire.Usage    // the latest known, or nil; the root keeps it
	Now     func() time.Time
	KeyAt   time.Time // when the latest key was pressed
	// Portal makes an address that opens the service's web pages, signed in, once; nil
	// for a service that is not this machine's own.
	Portal func(context.Context) (string, error)
}

// The shares of the limit at which the usage turns colour and is told.
const (
	Warn     = 0.8
	Critical = 0.95
)

// Notice is a message for the user.
type Notice struct {
	Level toast.Level
	Text  string
}

// Copy asks for text to be put on the clipboard. What names it for the user.
type Copy struct{ What, Text string }

// UsageRead is the outcome of asking for the usage. The root shows it in the
// status line, and tells every view.
type UsageRead struct {
	Usage *wire.Usage // nil on failure
	Err   error
	Took  time.Duration
	At    time.Time
}

// Called tells that a call which may have cost something has ended.
type Called struct {
	Took time.Duration
	Err  error
}

// ExternalCommand asks the root to run a program in place of the dashboard.
type ExternalCommand struct {
	Path string
	Args []string
	Done func(error) tea.Msg
}

// Ask asks the root to put a question over the view. The message of the answer
// chosen comes back to whoever asked. It waits until the view is on the screen.
type Ask struct {
	Dialog *dialog.Dialog
	Of     Receiver // the view; Own fills it in
}

// SessionsAlive tells how many browser sessions are alive, for the status line.
type SessionsAlive struct {
	Count  int
	AtMost bool // some of them may have ended: the service does not say
}

// Watches tells how many queries are watched, for the status line.
type Watches struct{ Count int }

// Alert tells the user of something that matters even while they look elsewhere: as a
// message, and by the terminal's notification.
type Alert struct {
	Notice
	Title string
}

// Visit asks the root to show the tab of the given name and to hand it a message.
type Visit struct {
	Tab string
	Msg tea.Msg
}

// AskAgain asks the tab that made a call to fill it in again as it was, and to run it
// if so told: the user has agreed to what it costs.
type AskAgain struct {
	Entry  *history.Entry
	Answer *history.Answer // of that call, to be shown until there is another; nil if it is not kept
	Run    bool
}
