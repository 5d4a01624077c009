package views

import (
	tea "github.com/charmbracelet/bubbletea"

	"assay/ui/overlay"
	"assay/views/frame"
)

// dismiss closes what lies over the view without an answer.
func (m *root) dismiss() {
	if tried, ok := m.over.(*themeList); ok {
		tried.Close()
	}
	m.over = nil
}

// mouseOver hands a mouse event to what lies over the view, in its own coordinates;
// a press beside it closes it, unless it asks for an answer.
func (m *root) mouseOver(msg tea.MouseMsg) tea.Cmd {
	box := m.over.View(m.env.Theme, m.width, m.height)
	msg, beside := overlay.Mouse(msg, m.width, m.height, box)
	if beside {
		switch m.over.(type) {
		case *question, *profileForm: // they hold what was typed
		default:
			m.dismiss()
		}
		return nil
	}
	return m.toOverlay(msg)
}

func (m *root) mouse(msg tea.MouseMsg) tea.Cmd {
	if msg.Y == m.height-1 && msg.Action == tea.MouseActionPress && msg.Button == tea.MouseButtonLeft {
		if cmd, hit := m.hintPressed(msg.X); hit {
			return cmd
		}
	}
	if m.over != nil {
		return m.mouseOver(msg)
	}
	if msg.Y == 0 && m.top() > 0 {
		if msg.Action == tea.MouseActionPress && msg.Button == tea.MouseButtonLeft {
			if index, ok := m.tabAt(msg.X); ok {
				return m.show(index)
			}
		}
		return nil
	}
	top := m.top()
	if msg.Y < top || msg.Y >= m.height-1 {
		return nil
	}
	msg.Y -= top
	return frame.Own(m.shown(), m.shown().Mouse(msg))
}
