package views

import (
	"fmt"
	"slices"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
)

// Nothing is asked for at intervals while another window has the focus; when it comes
// back, what is shown is made true.
func TestTerminalWithoutFocus(t *testing.T) {
	t.Parallel()
	s := newStage(t)
	b := addBrowsers(t, s, true)
	d := open(t, s, 120, 36)
	d.until("3,410 of 10,000")
	d.keys("4")
	d.until("No browser is running.")
	d.send(tea.BlurMsg{})
	asked := func() int {
		b.Lock()
		defer b.Unlock()
		return b.Lists
	}
	before := 0
	d.seen = nil
	d.await("the poll was never due", func() bool {
		before = asked() // what was asked for with the focus has been answered when the next poll is due
		return slices.ContainsFunc(d.seen, func(m tea.Msg) bool { return fmt.Sprintf("%T", m) == "sessions.pollDue" })
	})
	d.send(tea.KeyMsg{Type: tea.KeyF12}) // drains what the poll would have started
	if d.m.away {
		t.Error("a key did not tell of the focus")
	}
	d.await("the sessions were not asked for at the focus", func() bool { return asked() > before })
	if got := asked(); got != before+1 {
		t.Errorf("asked %d times without the focus", got-before-1)
	}

	d.keys("1")
	d.send(tea.BlurMsg{})
	s.Set(5120, 10000)
	d.send(tea.FocusMsg{})
	d.until("5,120 of 10,000")
}

// The window is named after the profile and the tab.
func TestWindowTitle(t *testing.T) {
	t.Parallel()
	named := func(d *player, title string) {
		t.Helper()
		want := tea.SetWindowTitle(title)()
		d.await("the window was not named "+title, func() bool { return slices.Contains(d.seen, want) })
	}
	d := open(t, newStage(t), 120, 36, func(o *Options) { o.Service = "work\x1b]0;x\a" })
	named(d, "assay · work^[]0;x^G · Usage")
	d.keys("3")
	named(d, "assay · work^[]0;x^G · Documents")
}
