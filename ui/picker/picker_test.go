package picker

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/muesli/termenv"

	"assay/keymap"
	"assay/themes"
	"assay/ui/cells"
)

func open() *Picker {
	theme := themes.New(themes.Default(true), termenv.TrueColor, themes.GlyphsFor(false))
	return New(theme, keymap.Default(), "Commands", []Item{
		{Name: "Run the query", Detail: "^R", Group: "Query", Value: 1},
		{Name: "Save the screenshot", Disabled: "there is none", Value: 2},
		{Name: "Refresh", Detail: "r", Group: "Usage", Value: 3},
		{Name: "日本語 \x1b[31m name", Value: 4},
	})
}

func press(p *Picker, keys ...string) Result {
	var last Result
	for _, key := range keys {
		last, _ = p.Update(keymap.KeyNamed(key))
	}
	return last
}

func TestChoosing(t *testing.T) {
	tests := []struct {
		name   string
		keys   []string
		chosen any // nil for none
		closed bool
	}{
		{"the first", []string{"enter"}, 1, false},
		{"by moving", []string{"down", "down", "enter"}, 3, false},
		{"by typing a part", []string{"r", "e", "f", "enter"}, 3, false},
		{"a disabled one", []string{"down", "enter"}, nil, false},
		{"nothing matches", []string{"z", "z", "z", "enter"}, nil, false},
		{"closing", []string{"r", "esc"}, nil, true},
	}
	for _, tt := range tests {
		result := press(open(), tt.keys...)
		var chosen any
		if result.Chosen != nil {
			chosen = result.Chosen.Value
		}
		if chosen != tt.chosen || result.Closed != tt.closed {
			t.Errorf("%s: chosen %v, closed %v", tt.name, chosen, result.Closed)
		}
	}
}

// What was written out is found rather than what merely has its letters somewhere, the
// beginnings of words before what is within them.
func TestWordsRatherThanLetters(t *testing.T) {
	theme := themes.New(themes.Default(true), termenv.TrueColor, themes.GlyphsFor(false))
	p := New(theme, keymap.Default(), "Commands", []Item{
		{Name: "Show the latest messages"}, {Name: "Fold the mesothemes"}, {Name: "Choose the theme", Group: "Assay"}, {Name: "Quit"},
	})
	press(p, "t", "h", "e", "m", "e")
	var got []string
	for _, m := range p.shown {
		got = append(got, p.items[m.item].Name)
	}
	if want := "Choose the theme, Fold the mesothemes"; strings.Join(got, ", ") != want {
		t.Errorf("found %q, want %s", got, want)
	}
	p = New(theme, keymap.Default(), "Commands", []Item{{Name: "Export the result"}, {Name: "Choose the theme", Group: "Assay"}})
	press(p, "a", "s", " ", "t", "h")
	if current := p.Current(); current == nil || current.Name != "Choose the theme" {
		t.Errorf("words of the group and the name in any order find %v", current)
	}
	p = New(theme, keymap.Default(), "Keys", []Item{{Name: "Undo", Group: "Editor"}, {Name: "Edit the text in your own editor", Group: "Query"}})
	press(p, "e", "d", "i", "t", "o", "r")
	if current := p.Current(); current == nil || current.Group != "Query" || len(p.shown) != 2 {
		t.Errorf("what is named after the words comes behind the group that is: %v", current)
	}
}

// Why something cannot be done is told whole of the selected item, however narrow
// the list is.
func TestReasonOfTheSelected(t *testing.T) {
	theme := themes.New(themes.Default(true), termenv.TrueColor, themes.GlyphsFor(false))
	const reason = "there is no session; n launches one"
	p := New(theme, keymap.Default(), "Commands", []Item{
		{Name: "Launch a session", Detail: "n"},
		{Name: "Preview the next page of the session", Disabled: reason},
	})
	for _, width := range []int{60, 80, 120} {
		press(p, "down")
		if text := ansi.Strip(strings.Join(p.View(width, 16), "\n")); !strings.Contains(text, reason) {
			t.Errorf("%d columns do not tell %q:\n%s", width, reason, text)
		}
	}
}

func TestView(t *testing.T) {
	p := open()
	text := ansi.Strip(strings.Join(p.View(80, 20), "\n"))
	for _, want := range []string{"Commands", "Run the query", "^R", "there is none", "日本語 ^[[31m name", "type to search"} {
		if !strings.Contains(text, want) {
			t.Errorf("the picker lacks %q:\n%s", want, text)
		}
	}
	for width := 30; width < 120; width += 7 {
		lines := p.View(width, 16)
		for _, line := range lines {
			if cells.Width(line) != cells.Width(lines[0]) || cells.Width(line) > width {
				t.Fatalf("in %d columns a line is %d wide: %q", width, cells.Width(line), ansi.Strip(line))
			}
		}
	}
}

// A name is not cut for the second of two keys.
func TestKeysGiveWayToTheName(t *testing.T) {
	theme := themes.New(themes.Default(true), termenv.TrueColor, themes.GlyphsFor(false))
	const name = "Switch, set up and test profiles"
	p := New(theme, keymap.Default(), "Commands", []Item{{Name: name, Detail: "Shift+F1 Alt+Shift+A"}})
	text := ansi.Strip(strings.Join(p.View(60, 16), "\n"))
	if !strings.Contains(text, name) || !strings.Contains(text, "Shift+F1") || strings.Contains(text, "Alt") {
		t.Errorf("at 60 columns:\n%s", text)
	}
	if text := ansi.Strip(strings.Join(p.View(80, 16), "\n")); !strings.Contains(text, "Shift+F1 Alt+Shift+A") {
		t.Errorf("at 80 columns:\n%s", text)
	}
}
