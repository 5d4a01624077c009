package themes

import (
	"fmt"
	"hash/fnv"
	"os"
	"strconv"
	"strings"
)

// Linked returns the theme with addresses as links (OSC 8) that the terminal opens, or not.
func (t *Theme) Linked(links bool) *Theme {
	linked := *t
	linked.links = links
	return &linked
}

// ShowsLinks reports whether the terminal on standard output is known to show links.
func ShowsLinks() bool { return showsLinks(os.Getenv) }

// showsLinks reports whether the terminal is one of those known to show links. Some
// others, as the console of Linux, print what they do not know.
func showsLinks(env func(string) string) bool {
	switch term := env("TERM"); {
	case term == "" || term == "dumb" || term == "linux":
		return false
	case env("TMUX") != "": // from 3.4 on it hands links to terminals that show them
		major, rest, _ := strings.Cut(env("TERM_PROGRAM_VERSION"), ".")
		minor := strings.TrimRight(rest, "abcdefghijklmnopqrstuvwxyz")
		return env("TERM_PROGRAM") == "tmux" && number(major)*100+number(minor) >= 304
	case strings.HasPrefix(term, "screen"):
		return false
	case strings.HasPrefix(term, "xterm-kitty"), strings.HasPrefix(term, "xterm-ghostty"), strings.HasPrefix(term, "alacritty"),
		strings.HasPrefix(term, "foot"), strings.HasPrefix(term, "wezterm"), strings.HasPrefix(term, "contour"):
		return true
	}
	switch env("TERM_PROGRAM") {
	case "iTerm.app", "WezTerm", "vscode", "ghostty", "Hyper", "rio", "Tabby":
		return true
	case "Apple_Terminal":
		return false
	}
	return env("WT_SESSION") != "" || env("KITTY_WINDOW_ID") != "" || env("KONSOLE_VERSION") != "" ||
		env("DOMTERM") != "" || number(env("VTE_VERSION")) >= firstVTE
}

// firstVTE is the first version of VTE (GNOME Terminal and others) without a fault that
// made links crash it.
const firstVTE = 5002

func number(text string) int {
	n, _ := strconv.Atoi(text) // what is no number is no version
	return n
}

// longestLink is the most bytes of an address that terminals take.
const longestLink = 2048

// LinkEnd ends a link that LinkStart began.
const LinkEnd = "\x1b]8;;\x1b\\"

// LinkStart returns what begins a link to an address on the screen, or "" if the
// terminal has no links or the text is no web address. It takes no cells. Lines of one
// text that was wrapped each begin a link to the same address, wrapped: the terminal
// shows them as one.
func (t *Theme) LinkStart(address string, wrapped bool) string {
	if !t.links || len(address) > longestLink || !strings.HasPrefix(address, "https://") && !strings.HasPrefix(address, "http://") {
		return ""
	}
	var b strings.Builder
	b.WriteString("\x1b]8;")
	if wrapped {
		sum := fnv.New64a()
		sum.Write([]byte(address))
		fmt.Fprintf(&b, "id=%x", sum.Sum64())
	}
	b.WriteByte(';')
	for i := range len(address) {
		switch c := address[i]; {
		case c <= ' ' || c == 0x7f: // no address has them
			return ""
		case c > 0x7f:
			fmt.Fprintf(&b, "%%%02X", c)
		default:
			b.WriteByte(c)
		}
	}
	b.WriteString("\x1b\\")
	return b.String()
}

// Link returns text, which may be painted, as a link to an address, or as it is if
// there can be none.
func (t *Theme) Link(address, text string) string {
	if start := t.LinkStart(address, false); start != "" {
		return start + text + LinkEnd
	}
	return text
}
