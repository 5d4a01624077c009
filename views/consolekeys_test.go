package views

import (
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
)

func TestConsoleKeys(t *testing.T) {
	key := func(r rune, alt bool) tea.Msg { return tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{r}, Alt: alt} }
	for _, test := range []struct {
		name string
		sent []tea.Msg
		want string // the names of the keys that arrive
	}{
		{"letters", []tea.Msg{key('a', false), key('ü', false), key(' ', false)}, "a,ü, "},
		{"Ctrl held down, then R", []tea.Msg{key(0, false), key(0, false), tea.KeyMsg{Type: tea.KeyCtrlR}}, "ctrl+r"},
		{"Alt held down, then letters and a digit", []tea.Msg{key(0, true), key('w', true), key('B', true), key('2', true)}, "alt+w,alt+B,alt+2"},
		{"AltGr of a German keyboard", []tea.Msg{key(0, true), key('{', true), key('€', true), key('a', false)}, "{,€,a"},
		{"AltGr of a Polish keyboard", []tea.Msg{key('ł', true)}, "ł"},
		{"a character of two units", []tea.Msg{key(0xd83d, false), key(0, false), key(0xde00, false), key('a', false)}, "😀,a"},
		{"the second unit alone", []tea.Msg{key(0xde00, false), key('a', false)}, "a"},
		{"other keys", []tea.Msg{tea.KeyMsg{Type: tea.KeyEnter, Alt: true}, tea.KeyMsg{Type: tea.KeyF1}}, "alt+enter,f1"},
	} {
		t.Run(test.name, func(t *testing.T) {
			var keys consoleKeys
			var got []string
			for _, msg := range test.sent {
				if msg := keys.filter(nil, msg); msg != nil {
					got = append(got, msg.(tea.KeyMsg).String())
				}
			}
			if got := strings.Join(got, ","); got != test.want {
				t.Errorf("%s arrived, want %s", got, test.want)
			}
		})
	}
	if size := (tea.WindowSizeMsg{Width: 80}); (&consoleKeys{}).filter(nil, size) != size {
		t.Error("another message was changed")
	}
}
