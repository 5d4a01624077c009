package dialog

import (
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"
	"github.com/muesli/termenv"

	"assay/themes"
)

func TestKeysTypedAheadDoNotAnswer(t *testing.T) {
	opened := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	d := Dialog{Choices: []Choice{{Key: "enter", Label: "send", Msg: "sent"}, {Key: "x", Label: "close"}}}
	d.Open(opened)
	enter, x, esc := tea.KeyMsg{Type: tea.KeyEnter}, tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("x")}, tea.KeyMsg{Type: tea.KeyEsc}
	if done, msg := d.Key(enter, opened.Add(Guard-1)); done || msg != nil {
		t.Error("a key typed ahead answered the dialog")
	}
	after := opened.Add(Guard)
	if done, msg := d.Key(enter, after); !done || msg != "sent" {
		t.Errorf("enter: %v %v", done, msg)
	}
	if done, msg := d.Key(x, after); !done || msg != nil {
		t.Errorf("a choice without a message: %v %v", done, msg)
	}
	if done, msg := d.Key(esc, after); !done || msg != nil {
		t.Errorf("esc: %v %v", done, msg)
	}
	if done, _ := d.Key(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("q")}, after); done {
		t.Error("a key that is no choice closed the dialog")
	}
}

func TestView(t *testing.T) {
	theme := themes.New(themes.Default(true), termenv.Ascii, themes.GlyphsFor(false))
	d := Dialog{Title: "Send?", Body: []string{"3 files for \x1b[31m6 calls"}, Choices: []Choice{{Show: "Enter", Label: "send"}}}
	got := ansi.Strip(strings.Join(d.View(theme, 60, 20), "\n"))
	for _, want := range []string{"Send?", "3 files for ^[[31m6 calls", "Enter send"} {
		if !strings.Contains(got, want) {
			t.Errorf("the dialog lacks %q:\n%s", want, got)
		}
	}
}

// A click on a choice gives its answer, but not at once after the dialog opened.
func TestClicks(t *testing.T) {
	theme := themes.New(themes.Default(true), termenv.Ascii, themes.GlyphsFor(false))
	opened := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	d := Dialog{Title: "Send?", Body: []string{"3 files"}, Choices: []Choice{{Show: "Enter", Label: "send", Msg: "sent"}, {Show: "Esc", Label: "back"}}}
	d.Open(opened)
	at := func(word string) tea.MouseMsg {
		for y, line := range d.View(theme, 60, 20) {
			if before, _, found := strings.Cut(ansi.Strip(line), word); found {
				return tea.MouseMsg{X: ansi.StringWidth(before), Y: y, Action: tea.MouseActionPress, Button: tea.MouseButtonLeft}
			}
		}
		t.Fatalf("the dialog lacks %q", word)
		return tea.MouseMsg{}
	}
	if done, _ := d.Mouse(at("send"), opened.Add(Guard-1)); done {
		t.Error("a click ahead answered the dialog")
	}
	after := opened.Add(Guard)
	for word, want := range map[string]tea.Msg{"Enter": "sent", "send": "sent", "back": nil} {
		if done, msg := d.Mouse(at(word), after); !done || msg != want {
			t.Errorf("%s: %v %v", word, done, msg)
		}
	}
	for _, word := range []string{"3 files", "·"} {
		if done, msg := d.Mouse(at(word), after); done || msg != nil {
			t.Errorf("%s: %v %v", word, done, msg)
		}
	}
}
