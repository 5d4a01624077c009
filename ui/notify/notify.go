// Package notify tells the person at the terminal that something has happened while
// they look elsewhere: by the terminal's own notifications, or its bell.
package notify

import (
	"fmt"
	"io"
	"os"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Longest is how many characters of a text are told.
const Longest = 240

// Notifier tells. Make one with New.
type Notifier struct {
	terminal io.Writer
	getenv   func(string) string
}

// New returns a Notifier that writes each sequence to terminal in a single call: the
// writer that the program's frames go through, which keeps the two apart.
func New(terminal io.Writer) *Notifier {
	return &Notifier{terminal: terminal, getenv: os.Getenv}
}

// Tell shows a title and a text. It blocks as long as the terminal does.
func (n *Notifier) Tell(title, text string) error {
	if _, err := io.WriteString(n.terminal, n.sequence(clean(title), clean(text))); err != nil {
		return fmt.Errorf("telling the terminal: %w", err)
	}
	return nil
}

const bell = "\a"

// sequence returns what tells the terminal. Terminals that know no notifications
// ignore them, and ring.
func (n *Notifier) sequence(title, text string) string {
	term := n.getenv("TERM")
	if term == "linux" || term == "dumb" || term == "" { // they print what they do not know
		return bell
	}
	// A BEL ends the sequence rather than an ST, which would end a passthrough, too.
	notification := "\x1b]9;" + title + ": " + text + bell
	if n.takesTitles(term) {
		notification = "\x1b]777;notify;" + strings.ReplaceAll(title, ";", ",") + ";" + text + bell
	}
	switch {
	case n.getenv("TMUX") != "":
		notification = "\x1bPtmux;" + strings.ReplaceAll(notification, "\x1b", "\x1b\x1b") + "\x1b\\"
	case strings.HasPrefix(term, "screen"):
		notification = "\x1bP" + notification + "\x1b\\"
	}
	return notification + bell
}

// takesTitles reports whether the terminal knows OSC 777, with a title of its own,
// rather than OSC 9. In tmux, its variables are those of the terminal it was started in.
func (n *Notifier) takesTitles(term string) bool {
	switch n.getenv("TERM_PROGRAM") {
	case "WezTerm", "ghostty":
		return true
	case "iTerm.app":
		return false
	}
	return strings.HasPrefix(term, "rxvt") || strings.HasPrefix(term, "foot") || strings.HasPrefix(term, "contour") ||
		n.getenv("VTE_VERSION") != "" || n.getenv("KONSOLE_VERSION") != ""
}

// clean makes a text one line without anything that a terminal or its desktop would
// obey, and no longer than Longest.
func clean(text string) string {
	var b strings.Builder
	left := Longest
	for _, r := range strings.Join(strings.Fields(text), " ") {
		if unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || r == utf8.RuneError {
			continue
		}
		if left--; left < 0 {
			return b.String() + "…"
		}
		b.WriteRune(r)
	}
	return b.String()
}
