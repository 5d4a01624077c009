package frame

import (
	"context"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"assay/keymap"
	"assay/themes"
	"assay/ui/cells"
	"assay/ui/dialog"
	"assay/ui/toast"
	"assay/wire"
)

// Notify returns a command that tells the user something.
func Notify(level toast.Level, text string) tea.Cmd {
	return func() tea.Msg { return Notice{level, text} }
}

// CopyText returns a command that puts text on the clipboard. What names it for the user.
func CopyText(what, text string) tea.Cmd { return func() tea.Msg { return Copy{what, text} } }

// Question asks about something that costs or destroys: Enter does it, Esc does not.
func Question(t *themes.Theme, title, yes, no string, then tea.Msg, body ...string) *dialog.Dialog {
	return &dialog.Dialog{Title: title, Level: t.Warn, Body: body, Choices: []dialog.Choice{
		{Key: "enter", Show: "Enter", Label: yes, Msg: then}, {Key: "esc", Show: "Esc", Label: no},
	}}
}

// Show returns the command that puts a question over the view.
func Show(d *dialog.Dialog) tea.Cmd { return func() tea.Msg { return Ask{Dialog: d} } }

// Key writes the first key of an action, as it is shown.
func (e *Env) Key(action keymap.Action) string { return e.Keys.Key(action, e.Theme.Glyphs.ASCII) }

// Try returns the command of an action of a view or a part of it, or the reason why it cannot
// be done now.
func Try(v interface {
	Disabled(keymap.Action) string
	Do(keymap.Action) tea.Cmd
}, action keymap.Action) tea.Cmd {
	if action == "" {
		return nil
	}
	if reason := v.Disabled(action); reason != "" {
		return Notify(toast.Info, reason)
	}
	return v.Do(action)
}

// Save returns the command that keeps a value until the next run, or says why not.
func (e *Env) Save(name string, value any) tea.Cmd {
	store := e.State
	return func() tea.Msg {
		if err := store.Save(name, value); err != nil {
			return Notice{toast.Warn, err.Error()}
		}
		return nil
	}
}

// UsageTime is how long the service may take to say what is left while its user waits to
// be asked about a cost.
const UsageTime = 5 * time.Second

// ReadUsage asks for the usage within a time. It blocks, and belongs in commands.
func (e *Env) ReadUsage(limit time.Duration) (read UsageRead) {
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	c, err := e.Service.Client(ctx)
	if read.Err = err; err == nil {
		start := e.Now()
		read.Usage, read.Err = c.Usage(ctx)
		read.Took = e.Now().Sub(start)
	}
	read.At = e.Now()
	return read
}

// LeftAfter says what is left before and after calls.
func LeftAfter(u *wire.Usage, calls int64) string {
	return "Left now " + cells.Group(u.Left()) + ", after " + cells.Group(max(u.Left()-calls, 0)) + "."
}

// Counted words a number of things: "1 call", "2,904 calls".
func Counted[N int | int64](n N, what string) string { return Plural(n, what, what+"s") }

// Plural is Counted for things whose plural is not made by an s.
func Plural[N int | int64](n N, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return cells.Group(int64(n)) + " " + many
}

// Wheel returns by how many lines an event scrolls: 0 if it is no turn of the wheel.
func Wheel(msg tea.Msg) int {
	if mouse, ok := msg.(tea.MouseMsg); ok {
		switch mouse.Button {
		case tea.MouseButtonWheelUp:
			return -3
		case tea.MouseButtonWheelDown:
			return 3
		}
	}
	return 0
}
