package views

import (
	tea "github.com/charmbracelet/bubbletea"

	"assay/ui/toast"
	"assay/views/frame"
)

// shares is how the panes of each tab divide the width, by the tab's name.
type shares map[string]frame.Share

type sharesRead struct{ shares shares }

const (
	sharesName = "panes"
	// step is how far a key moves the border, in columns.
	step = 4
)

// readShares reads how the panes were divided at the last run.
func (m *root) readShares() tea.Cmd {
	store := m.env.State
	return func() tea.Msg {
		read := sharesRead{shares{}}
		if err := store.Load(sharesName, &read.shares); err != nil {
			return frame.Notice{Level: toast.Warn, Text: err.Error()}
		}
		return read
	}
}

func (m *root) restoreShares(read shares) {
	if m.shares != nil { // the user was faster
		return
	}
	m.shares = read
	for _, v := range m.views {
		if divided, ok := v.(frame.Divided); ok {
			divided.Divide(max(min(read[v.Name()], 1), 0))
		}
	}
}

// divider returns the active view's border, if one is on the screen.
func (m *root) divider() (view frame.Divided, column, top int, ok bool) {
	if view, ok = m.views[m.active].(frame.Divided); ok {
		column, top, ok = view.Divider()
	}
	return view, column, top, ok
}

// divide puts the border of the active view before a column.
func (m *root) divide(view frame.Divided, column int) {
	share := max(min(frame.Share(column)/frame.Share(max(m.width, 1)), 1), 0.01)
	if m.shares == nil {
		m.shares = shares{}
	}
	m.shares[m.views[m.active].Name()] = share
	m.divided = true
	view.Divide(share)
}

// moveDivider moves the border of the active view by columns.
func (m *root) moveDivider(by int) tea.Cmd {
	view, column, _, ok := m.divider()
	if !ok {
		return m.notify(toast.Info, "no panes stand side by side here")
	}
	m.divide(view, column+by)
	return nil
}

// drag moves the border with the mouse; taken is false if the event is the view's.
func (m *root) drag(msg tea.MouseMsg) (taken bool) {
	view, column, top, ok := m.divider()
	switch {
	case m.dragging && (!ok || msg.Action == tea.MouseActionRelease || msg.Button != tea.MouseButtonLeft):
		m.dragging = false
		return true
	case m.dragging:
		m.divide(view, msg.X)
		return true
	case ok && msg.Action == tea.MouseActionPress && msg.Button == tea.MouseButtonLeft &&
		(msg.X == column || msg.X == column-1) && msg.Y-m.top() > top && msg.Y < m.height-1: // titles and corners are the panes'
		m.dragging = true
		return true
	}
	return false
}

// keepShares saves at the program's end how the panes are divided.
func (m *root) keepShares() error {
	if !m.divided {
		return nil
	}
	return m.env.State.Save(sharesName, m.shares)
}
