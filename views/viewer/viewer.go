// Package viewer is the view of assay view: one file of JSON or NDJSON in the pane
// that shows answers, and nothing else.
package viewer

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"slices"
	"sync/atomic"

	tea "github.com/charmbracelet/bubbletea"

	"assay/keymap"
	"assay/ui/cells"
	"assay/views/frame"
	"assay/views/result"
	"assay/wire"
	"assay/workspace/text"
)

// View is the view.
type View struct {
	*result.Pane
	env    *frame.Env
	begun  bool // the file is being read, or was
	name   string
	source *os.File
	size   int          // of the file; 0 for a pipe
	read   atomic.Int64 // bytes so far
}

// whole is all that the file holds.
type whole struct {
	data []byte
	err  error
}

// New returns a view of what can be read from source, which is read to its end and
// closed when the view is first shown.
func New(env *frame.Env, name string, source *os.File) *View {
	v := &View{env: env, name: name, source: source}
	if info, err := source.Stat(); err == nil && info.Mode().IsRegular() {
		v.size = int(info.Size())
	}
	v.Pane = result.New(env, result.Options{Title: cells.Visible(name), Plain: true})
	v.Pane.Focus()
	return v
}

// Name is what the help calls the view.
func (v *View) Name() string { return "View" }

// File is the name of the file.
func (v *View) File() string { return v.name }

// Init does nothing: a file is read when it is looked at.
func (v *View) Init() tea.Cmd { return nil }

// Show reads the file the first time.
func (v *View) Show(visible bool) tea.Cmd {
	if v.begun || !visible {
		return nil
	}
	v.begun = true
	words := func() string { return "reading " + cells.Bytes(v.read.Load()) }
	return tea.Batch(v.Pane.Start(v.env.Now(), words), v.readAll)
}

// readAll reads the file, which may be a pipe, to its end and closes it.
func (v *View) readAll() tea.Msg {
	defer v.source.Close()
	data := make([]byte, 0, v.size+bytes.MinRead)
	for {
		n, err := v.source.Read(data[len(data):min(cap(data), len(data)+1<<24)])
		data = data[:len(data)+n]
		v.read.Store(int64(len(data)))
		switch {
		case err == io.EOF:
			return whole{data: text.UTF8(data)}
		case err != nil:
			return whole{err: fmt.Errorf("reading %s: %w", v.name, err)}
		case len(data) == cap(data):
			data = slices.Grow(data, bytes.MinRead)
		}
	}
}

// Update handles messages.
func (v *View) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case whole:
		return v.take(msg)
	case frame.Owned: // by the pane
		return msg.Deliver()
	}
	return nil
}

// take shows the file.
func (v *View) take(file whole) tea.Cmd {
	if file.err != nil {
		v.Pane.Fail(file.err)
		return nil
	}
	return v.Pane.Show(result.Answer{Data: file.data, Metadata: wire.Metadata{}, Source: v.name})
}

// Key handles keys.
func (v *View) Key(msg tea.KeyMsg) tea.Cmd {
	if !v.Pane.Editing() && v.env.Keys.Find(msg.String(), keymap.Global) == keymap.Cancel {
		v.Pane.Back()
		return nil
	}
	return v.Pane.Key(msg)
}

// GoesBack reports whether Esc leads back from what was opened in the pane.
func (v *View) GoesBack() bool { return !v.Editing() && v.Pane.GoesBack() }

// Disabled says why an action cannot be done now.
func (v *View) Disabled(action keymap.Action) string {
	if action == keymap.Cancel {
		return "nothing is running"
	}
	return v.Pane.Disabled(action)
}
