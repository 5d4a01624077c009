package views

import (
	"unicode"
	"unicode/utf16"

	tea "github.com/charmbracelet/bubbletea"
)

// consoleKeys mends what bubbletea makes of the keys of a Windows console.
type consoleKeys struct {
	first rune // half of a character that takes two UTF-16 units, or 0
}

// filter is a filter of bubbletea's messages.
func (c *consoleKeys) filter(_ tea.Model, msg tea.Msg) tea.Msg {
	key, ok := msg.(tea.KeyMsg)
	if !ok || key.Type != tea.KeyRunes || len(key.Runes) != 1 {
		return msg
	}
	r, first := key.Runes[0], c.first
	c.first = 0
	switch {
	case r == 0: // Ctrl, Alt and the like come as keys of their own
		c.first = first
		return nil
	case utf16.IsSurrogate(r):
		whole := utf16.DecodeRune(first, r)
		if whole == unicode.ReplacementChar {
			c.first = r
			return nil
		}
		key.Runes = []rune{whole}
	}
	// AltGr, which types { and [ on many keyboards, comes as Alt. It types no letter or
	// digit of ASCII.
	ascii := r < unicode.MaxASCII && (unicode.IsLetter(r) || unicode.IsDigit(r))
	key.Alt = key.Alt && ascii
	return key
}
