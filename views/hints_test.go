package views

import (
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
)

// clickHint clicks on words of the bottom line.
func (d *player) clickHint(words string) {
	d.t.Helper()
	lines := strings.Split(d.text(), "\n")
	before, _, found := strings.Cut(lines[len(lines)-1], words)
	if !found {
		d.t.Fatalf("the bottom line has no %q: %q", words, lines[len(lines)-1])
	}
	d.send(tea.MouseMsg{X: len([]rune(before)), Y: len(lines) - 1, Action: tea.MouseActionPress, Button: tea.MouseButtonLeft})
}

// A click on a key of the bottom line presses it, where the view is seen and over it.
func TestHintsAreClicked(t *testing.T) {
	t.Parallel()
	d := answered(t)
	d.clickHint("help")
	d.until("Keys of Query")
	d.clickHint("close")
	d.gone("Keys of Query")
	d.keys("1")
	d.clickHint("commands")
	d.until("type to search")
	d.clickHint("Esc")
	d.gone("type to search")
	d.clickHint("interval")
	d.until("refresh every 1 min")
	d.clickHint("interval") // beside a message
	d.until("refresh every 5 min")
	d.send(tea.MouseMsg{X: 119, Y: 35, Action: tea.MouseActionPress, Button: tea.MouseButtonLeft})
	d.until("Calls this cycle")
	d.measure()
}

// However narrow the screen is, the bottom line says how to get back.
func TestTheWayBackIsShown(t *testing.T) {
	d, _ := withProfiles(t)
	d.until("3,410 of 10,000")
	d.send(tea.WindowSizeMsg{Width: MinWidth, Height: MinHeight})
	d.keys("alt+A")
	d.until("Profiles", "gone")
	if bottom := d.bottom(); !strings.Contains(bottom, "Esc close") {
		t.Errorf("over the profiles it says %q", bottom)
	}
	d.keys("a")
	d.until("New profile", "Enter saves")
	if bottom := d.bottom(); !strings.Contains(bottom, "Esc back") || strings.Contains(bottom, "Enter") {
		t.Errorf("the form says Enter saves, and below it is %q", bottom)
	}
}

// Where Esc leads back, the bottom line says so; q is the way out of the program there too.
func TestEscBackIsShown(t *testing.T) {
	d := batchScene(t)
	d.send(tea.WindowSizeMsg{Width: 80, Height: 24})
	shows := func(where string) {
		t.Helper()
		if bottom := d.bottom(); !strings.Contains(bottom, "Esc back") || !strings.Contains(bottom, "q quit") {
			t.Errorf("in %s the bottom line is %q", where, bottom)
		}
	}
	shows("the pages of a batch")
	d.keys("enter")
	d.until("2 products", "Alder")
	shows("a page of the batch")
	d.keys("esc")
	d.until("1 waiting", "paused")
	d.keys("esc", "5")
	d.until("No call was made yet.")
	if bottom := d.bottom(); strings.Contains(bottom, "Esc") {
		t.Errorf("at rest the bottom line is %q", bottom)
	}
	d.keys("2", "alt+s")
	d.keys("ctrl+f")
	d.until("HTML file")
	for _, hint := range []string{"Esc back", "Space choose", "/ filter", "@ recent", "F1 help"} {
		if bottom := d.bottom(); !strings.Contains(bottom, hint) {
			t.Errorf("over the files the bottom line lacks %q: %q", hint, bottom)
		}
	}
}
