package views

import (
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"assay/views/frame"
)

// border fails unless the border between the panes is before a column.
func (d *player) border(column int) {
	d.t.Helper()
	if b, ok := d.m.views[d.m.active].(frame.Divided).Border(frame.Upright); !ok || b.At != column {
		d.t.Errorf("the border is before column %d (%v), want %d:\n%s", b.At, ok, column, d.text())
	}
	d.measure()
}

// level fails unless the border below the upper panes is before a line of the view.
func (d *player) level(line int) {
	d.t.Helper()
	if b, ok := d.m.views[d.m.active].(frame.Divided).Border(frame.Level); !ok || b.At != line {
		d.t.Errorf("the border is before line %d (%v), want %d:\n%s", b.At, ok, line, d.text())
	}
	d.measure()
}

func (d *player) dragged(y int, columns ...int) {
	button := tea.MouseButtonLeft
	action := tea.MouseActionPress
	for _, x := range columns {
		d.send(tea.MouseMsg{X: x, Y: y, Action: action, Button: button})
		action = tea.MouseActionMotion
	}
	d.send(tea.MouseMsg{X: columns[len(columns)-1], Y: y, Action: tea.MouseActionRelease, Button: button})
}

// The border between panes follows the mouse, leaves each pane some room, and is where
// it was at the next start.
func TestBordersAreDragged(t *testing.T) {
	t.Parallel()
	s := newStage(t)
	folder := stateDir(t)
	at := func(o *Options) { o.StateDir = folder }
	d := open(t, s, 120, 36, at)
	d.until("3,410 of 10,000")
	d.keys("2")
	d.border(48)
	d.dragged(15, 48, 60, 72)
	d.border(72)
	d.dragged(15, 71, 30)
	d.border(30)
	d.dragged(15, 29, 0)
	d.border(24)
	d.dragged(15, 24, 119)
	d.border(96)
	d.dragged(15, 60, 70) // not on the border: the panes' own
	d.border(96)
	d.keys("alt+-")
	d.border(92)
	d.keys("alt+3")
	d.border(54)
	d.dragged(15, 54, 66)
	d.border(66)
	d.keys("alt+1", "alt+=")
	d.until("there are no panes side by side here")

	if err := d.m.keepShares(); err != nil {
		t.Fatal(err)
	}
	again := open(t, s, 120, 36, at)
	again.await("the borders were not remembered", func() bool { return again.m.shares["Query"] > 0.7 && again.m.shares["Documents"] > 0.5 })
	again.keys("2")
	again.border(92)
	again.keys("alt+3")
	again.border(66)
}

// So does the border below the upper panes, by the line it is drawn on and the title of
// the pane below it.
func TestLevelBordersAreDragged(t *testing.T) {
	t.Parallel()
	s := newStage(t)
	folder := stateDir(t)
	d := open(t, s, 120, 36, func(o *Options) { o.StateDir = folder })
	d.until("3,410 of 10,000")
	down := func(x int, lines ...int) { // from line to line of the screen
		action := tea.MouseActionPress
		for _, y := range lines {
			d.send(tea.MouseMsg{X: x, Y: y, Action: action, Button: tea.MouseButtonLeft})
			action = tea.MouseActionMotion
		}
		d.send(tea.MouseMsg{X: x, Y: lines[len(lines)-1], Action: tea.MouseActionRelease, Button: tea.MouseButtonLeft})
	}
	d.keys("2")
	d.keys("alt+_")
	d.until("there are no panes above each other here")
	d.typed("https://shop.example/lamps")
	d.keys("tab")
	d.typed("{ products[] { name ")
	d.keys("f5")
	d.until("2 products", "Alder")
	d.keys("i")
	d.until("Where from")
	d.level(25)
	down(80, 26, 20, 15) // the lower border of the tree
	d.level(13)
	down(80, 15, 18) // the title of the pane below
	d.level(16)
	down(80, 18, 0)
	d.level(8)
	down(20, 10, 20) // the editor, beside it
	d.level(8)
	d.keys("alt++")
	d.level(10)
	d.keys("alt+1")
	d.until("Latest calls")
	d.level(16)
	down(20, 18, 22) // the title of the panes below the chart
	d.level(20)
	down(20, 21, 35) // which keep what they need
	d.level(25)
	down(20, 26, 4) // so does the chart
	d.level(13)
	d.keys("alt+5")
	d.until("shop.example/lamps", "products")
	d.level(13)
	down(20, 15, 22)
	d.level(20)
	if err := d.m.keepShares(); err != nil {
		t.Fatal(err)
	}
	again := open(t, s, 120, 36, func(o *Options) { o.StateDir = folder })
	again.await("the borders were not remembered", func() bool { return again.m.shares["History lines"] > 0.5 })
	again.keys("5")
	again.until("shop.example/lamps", "products")
	again.level(20)
}
