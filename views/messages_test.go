package views

import (
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"assay/keymap"
	"assay/ui/toast"
	"assay/views/frame"
)

// told opens the log of three messages, the newest of which is selected.
func told(t *testing.T) *player {
	d := answered(t)
	d.send(frame.Notice{Level: toast.Info, Text: "the oldest"})
	d.send(frame.Notice{Level: toast.Bad, Text: "the middle one"})
	d.send(frame.Notice{Level: toast.Good, Text: "the newest"})
	d.keys("alt+m")
	d.until("Messages", "x the middle one", "+ the newest")
	if n := strings.Count(d.text(), "the newest"); n != 1 {
		t.Errorf("beside the log the message stands %d times", n)
	}
	return d
}

func TestMessageLog(t *testing.T) {
	t.Parallel()
	selects := func(text string) func(*player) {
		return func(d *player) {
			d.keys("y")
			if got := waitFor[frame.Copy](d).Text; got != text {
				d.t.Errorf("%q is selected, want %q", got, text)
			}
		}
	}
	table := map[keymap.Action]struct {
		before []string
		holds  func(*player)
	}{
		keymap.MessagesCopy:  {[]string{"j"}, selects("the middle one")},
		keymap.MessagesClose: {nil, func(d *player) { d.gone("Messages") }},
		"messages.up":        {[]string{"G"}, selects("the middle one")},
		"messages.down":      {nil, selects("the middle one")},
		"messages.page_up":   {[]string{"G"}, selects("the newest")},
		"messages.page_down": {nil, selects("the oldest")},
		"messages.first":     {[]string{"G"}, selects("the newest")},
		"messages.last":      {nil, selects("the oldest")},
	}
	for _, b := range keymap.Default().In(keymap.Log) {
		row, ok := table[b.Action]
		if !ok {
			t.Errorf("%s is not in the table", b.Action)
			continue
		}
		for _, key := range b.Keys {
			t.Run(string(b.Action)+" by "+key, func(t *testing.T) {
				d := told(t)
				d.keys(row.before...)
				d.seen = nil
				d.keys(key)
				row.holds(d)
				d.measure()
			})
		}
	}
}

// The selection stays on its message when another comes.
func TestMessageLogKeepsItsSelection(t *testing.T) {
	t.Parallel()
	d := told(t)
	d.keys("j")
	d.send(frame.Notice{Level: toast.Info, Text: "one more"})
	d.keys("y")
	if got := waitFor[frame.Copy](d).Text; got != "the middle one" {
		t.Errorf("%q is selected", got)
	}
}

// A click selects a message, one beside the log closes it.
func TestMessageLogMouse(t *testing.T) {
	t.Parallel()
	d := told(t)
	for y, line := range strings.Split(d.text(), "\n") {
		if strings.Contains(line, "the oldest") {
			d.send(tea.MouseMsg{X: 60, Y: y, Action: tea.MouseActionPress, Button: tea.MouseButtonLeft})
		}
	}
	d.keys("y")
	if got := waitFor[frame.Copy](d).Text; got != "the oldest" {
		t.Errorf("%q is selected", got)
	}
	d.send(tea.MouseMsg{X: 0, Y: 3, Action: tea.MouseActionPress, Button: tea.MouseButtonLeft})
	d.gone("Messages")
}

// A message leaves the keys where they are, stays in the tab in which it was told, and
// goes when its user, who has read it, goes on.
func TestAMessageHasItsOwnLine(t *testing.T) {
	t.Parallel()
	d := answered(t)
	keys := d.bottom()
	d.keys("d")
	d.until("nothing to compare with")
	if got := d.bottom(); got != keys {
		t.Errorf("the keys gave way to a message: %q, before %q", got, keys)
	}
	d.keys("1")
	d.refuse("nothing to compare with")
	d.keys("2")
	d.until("nothing to compare with")
	d.keys("j") // at once: it was not read yet
	d.until("nothing to compare with")
	d.later(readable)
	d.keys("j")
	d.refuse("nothing to compare with")
	d.measure()
}

// bottom is the line of the keys.
func (d *player) bottom() string {
	lines := strings.Split(d.text(), "\n")
	return lines[len(lines)-1]
}

// A field that is typed into says so, how to stop, and how to change tabs.
func TestTypingIsSeen(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{60, 16}, {80, 24}, {120, 36}} {
		d := open(t, newStage(t), size[0], size[1])
		d.keys("2")
		if line := d.bottom(); strings.Contains(line, "typing") || !strings.Contains(line, "Enter type") {
			t.Errorf("%v: at rest it says %q", size, line)
		}
		d.keys("enter")
		if line := d.bottom(); !strings.Contains(line, "typing") || !strings.Contains(line, "Esc done") || !strings.Contains(line, "Alt+1…5 tabs") {
			t.Errorf("%v: while one types it says %q", size, line)
		}
		d.typed("https://shop.example")
		d.keys("tab")
		d.typed("{ a ")
		d.keys("esc", "B")
		d.until("one address a line")
		if line := d.bottom(); !strings.Contains(line, "typing") || !strings.Contains(line, "Esc back") || !strings.Contains(line, "Alt+1…5 tabs") {
			t.Errorf("%v: in the list of a batch it says %q", size, line)
		}
		d.keys("esc", "4")
		d.until("No browser is running")
	}
}

// With no messages, no key is shown but that which closes the log.
func TestNothingToCopyInAnEmptyLog(t *testing.T) {
	t.Parallel()
	d := answered(t)
	d.keys("alt+m")
	d.until("there are no messages")
	if bottom := strings.TrimSpace(d.bottom()); bottom != "Esc close" {
		t.Errorf("the bottom line is %q", bottom)
	}
}
