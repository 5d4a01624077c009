package keymap

import (
	"strings"

	tea "github.com/charmbracelet/bubbletea"
)

// KeyNamed returns the message of a key that bubbletea calls by a name; "space" is " ".
func KeyNamed(name string) tea.KeyMsg {
	rest, alt := strings.CutPrefix(name, "alt+")
	if rest == " " || rest == "space" {
		return tea.KeyMsg{Type: tea.KeySpace, Runes: []rune{' '}, Alt: alt}
	}
	for kind := tea.KeyF20; kind <= tea.KeyBackspace; kind++ { // the keys that are no characters
		if kind != tea.KeyRunes && (tea.Key{Type: kind}).String() == rest {
			return tea.KeyMsg{Type: kind, Alt: alt}
		}
	}
	return tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(rest), Alt: alt}
}
