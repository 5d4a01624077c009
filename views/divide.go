package views

import (
	tea "github.com/charmbracelet/bubbletea"

	"assay/ui/toast"
	"assay/views/frame"
)

// shares is how the panes of each tab divide the screen, by the name of the border.
type shares map[string]frame.Share

type sharesRead struct{ shares shares }

const (
	sharesName = "panes"
	// How far a key moves a border.
	stepColumns = 4
	stepLines   = 2
)

// borderName is what a border's share is remembered by.
func borderName(v frame.View, axis frame.Axis) string {
	if axis == frame.Level {
		return v.Name() + " lines"
	}
	return v.Name()
}

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

func (read sharesRead) handle(m *root) tea.Cmd {
	if m.shares != nil { // the user was faster
		return nil
	}
	m.shares = read.shares
	for _, v := range m.views {
		if divided, ok := v.(frame.Divided); ok {
			for _, axis := range []frame.Axis{frame.Upright, frame.Level} {
				divided.Divide(axis, max(min(read.shares[borderName(v, axis)], 1), 0))
			}
		}
	}
	return nil
}

// border returns a border of the active view, if it is on the screen.
func (m *root) border(axis frame.Axis) (view frame.Divided, at frame.Border, ok bool) {
	if view, ok = m.views[m.active].(frame.Divided); ok {
		at, ok = view.Border(axis)
	}
	return view, at, ok
}

// divide puts a border of the active view before a column or a line of the view.
func (m *root) divide(view frame.Divided, axis frame.Axis, at int) {
	size := m.width
	if axis == frame.Level {
		size = m.height - m.chrome()
	}
	share := max(min(frame.Share(at)/frame.Share(max(size, 1)), 1), 0.01)
	if m.shares == nil {
		m.shares = shares{}
	}
	m.shares[borderName(m.views[m.active], axis)] = share
	m.divided = true
	view.Divide(axis, share)
}

// moveBorder moves a border of the active view by columns or lines.
func (m *root) moveBorder(axis frame.Axis, by int) tea.Cmd {
	view, border, ok := m.border(axis)
	switch {
	case ok:
		m.divide(view, axis, border.At+by)
		return nil
	case axis == frame.Level:
		return m.notify(toast.Info, "there are no panes above each other here")
	}
	return m.notify(toast.Info, "there are no panes side by side here")
}

// dragging is a border that follows the mouse.
type dragging struct{ axis frame.Axis }

// drag moves a border with the mouse; taken is false if the event is the view's.
func (m *root) drag(msg tea.MouseMsg) (taken bool) {
	left := msg.Button == tea.MouseButtonLeft
	if m.dragged == nil {
		return left && msg.Action == tea.MouseActionPress && m.grab(msg.X, msg.Y-m.top())
	}
	axis := m.dragged.axis
	view, _, ok := m.border(axis)
	switch {
	case !ok || !left || msg.Action == tea.MouseActionRelease:
		m.dragged = nil
	case axis == frame.Level:
		m.divide(view, axis, msg.Y-m.top())
	default:
		m.divide(view, axis, msg.X)
	}
	return true
}

// grab takes hold of the border at a place of the view, if there is one. A press on the
// title of a lower pane is the pane's all the same.
func (m *root) grab(x, y int) (taken bool) {
	if y >= m.height-m.chrome() {
		return false
	}
	if _, b, ok := m.border(frame.Upright); ok && (x == b.At || x == b.At-1) && y >= b.From && y < b.To {
		m.dragged = &dragging{frame.Upright}
		return true
	}
	if _, b, ok := m.border(frame.Level); ok && (y == b.At || y == b.At-1) && x >= b.From && x < b.To {
		m.dragged = &dragging{frame.Level}
		return y < b.At
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
