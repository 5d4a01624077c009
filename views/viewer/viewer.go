// Package viewer is the view of assay view: one JSON or NDJSON file in the pane that
// shows answers, and nothing else.
package viewer

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"sync/atomic"

	tea "github.com/charmbracelet/bubbletea"

	"assay/client"
	"assay/keymap"
	"assay/themes"
	"assay/ui/cells"
	"assay/ui/toast"
	"assay/views/frame"
	"assay/views/result"
)

// View is the view.
type View struct {
	env    *frame.Env
	pane   *result.Pane
	name   string
	source *os.File
	read   atomic.Int64 // bytes of the source so far
}

// New returns a view of what can be read from source, which is read to its end and
// closed.
func New(env *frame.Env, name string, source *os.File) *View {
	v := &View{env: env, name: name, source: source}
	v.pane = result.New(env, result.Options{Title: cells.Visible(name), Plain: true})
	v.pane.Focus()
	return v
}

// fileRead is the end of reading.
type fileRead struct {
	data []byte
	err  error
}

// Name is what the help calls the view.
func (v *View) Name() string { return "View" }

// Init reads the file.
func (v *View) Init() tea.Cmd {
	words := func() string { return "reading " + cells.Bytes(v.read.Load()) }
	return tea.Batch(v.pane.Start(v.env.Now(), words), func() tea.Msg {
		data, err := v.load()
		return fileRead{data, err}
	})
}

// load reads the source in one piece if its size is known.
func (v *View) load() ([]byte, error) {
	defer v.source.Close()
	size := 1 << 16
	if info, err := v.source.Stat(); err == nil && info.Mode().IsRegular() {
		size = int(info.Size())
	}
	data := make([]byte, 0, size+1)
	for {
		n, err := v.source.Read(data[len(data):min(cap(data), len(data)+1<<24)])
		data = data[:len(data)+n]
		v.read.Store(int64(len(data)))
		if err == io.EOF {
			return bytes.TrimPrefix(data, []byte("\xef\xbb\xbf")), nil
		}
		if err != nil {
			return nil, fmt.Errorf("reading %s: %w", v.name, err)
		}
		if len(data) == cap(data) {
			data = append(data, 0)[:len(data)]
		}
	}
}

// Update handles messages.
func (v *View) Update(msg tea.Msg) tea.Cmd {
	read, ok := msg.(fileRead)
	switch {
	case !ok:
		return v.pane.Update(msg)
	case read.err != nil:
		v.pane.Fail(read.err)
		return nil
	}
	return v.pane.Show(result.Answer{Data: read.data, Metadata: client.Metadata{}, Source: v.name})
}

// Key handles keys.
func (v *View) Key(msg tea.KeyMsg) tea.Cmd {
	if !v.pane.Editing() && v.env.Keys.Find(msg.String(), keymap.Global) == keymap.Cancel {
		v.pane.Back()
		return nil
	}
	return v.pane.Key(msg)
}

// Mouse handles the mouse.
func (v *View) Mouse(msg tea.MouseMsg) tea.Cmd { return v.pane.Mouse(msg) }

// Do performs an action.
func (v *View) Do(action keymap.Action) tea.Cmd {
	if reason := v.Disabled(action); reason != "" {
		return frame.Notify(toast.Info, reason)
	}
	return v.pane.Do(action)
}

// View draws the view.
func (v *View) View() []string { return v.pane.View() }

// SetSize gives the view its size.
func (v *View) SetSize(width, height int) { v.pane.SetSize(width, height) }

// SetTheme changes the colours.
func (v *View) SetTheme(t *themes.Theme) { v.pane.SetTheme(t) }

// Show is told whether the view is on the screen, as it always is.
func (v *View) Show(bool) tea.Cmd { return nil }

// Scopes returns the scopes that hold now.
func (v *View) Scopes() []keymap.Scope { return v.pane.Scopes() }

// Commands returns the scopes whose actions can be done.
func (v *View) Commands() []keymap.Scope { return v.pane.Commands() }

// Editing reports whether printable keys are text.
func (v *View) Editing() bool { return v.pane.Editing() }

// Disabled says why an action cannot be done now.
func (v *View) Disabled(action keymap.Action) string {
	if action == keymap.Cancel {
		return "nothing is running"
	}
	return v.pane.Disabled(action)
}
