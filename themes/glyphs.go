package themes

import (
	"os"
	"strings"
)

// Glyphs are the signs the dashboard draws with. Each is one cell wide unless said.
type Glyphs struct {
	ASCII bool

	TopLeft, TopRight, BottomLeft, BottomRight string
	Horizontal, Vertical, TeeRight             string

	Bar                string // the mark of a selected row
	Tab                string // underlines the active tab
	Open, Closed       string // tree nodes
	Dot                string // health
	Check, Cross, Bang string
	Ellipsis           string
	Separator          string // between the parts of a line, with its spaces
	Arrow              string
	Again              string   // something is done again and again
	UpDown             string   // the keys up and down, together
	Now                string   // the mark of the present on an axis of time
	Full               string   // a filled cell of a gauge
	Parts              []string // partly filled cells, eighths 1–7; empty if there are none
	Empty              string   // an empty cell of a gauge
	Line, LineHalf     string   // a filled cell of a fine gauge, and its first half; "" if there is none
	Track              string   // an empty cell of a fine gauge
	Spinner            []string
	Space, Minus       string // shown white space, minus
}

var unicodeGlyphs = Glyphs{
	TopLeft: "╭", TopRight: "╮", BottomLeft: "╰", BottomRight: "╯",
	Horizontal: "─", Vertical: "│", TeeRight: "┤",
	Bar: "▌", Tab: "▔", Open: "▾", Closed: "▸",
	Dot: "●", Check: "✓", Cross: "✗", Bang: "!", Ellipsis: "…", Arrow: "→", Again: "↻", Separator: " · ", UpDown: "↑↓", Now: "▲ now",
	Full: "█", Parts: []string{"▏", "▎", "▍", "▌", "▋", "▊", "▉"}, Empty: "·",
	Line: "━", LineHalf: "╸", Track: "─",
	Spinner: []string{"⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"},
	Space:   "·", Minus: "−",
}

var asciiGlyphs = Glyphs{
	ASCII:   true,
	TopLeft: "+", TopRight: "+", BottomLeft: "+", BottomRight: "+",
	Horizontal: "-", Vertical: "|", TeeRight: "+",
	Bar: ">", Tab: "=", Open: "v", Closed: ">",
	Dot: "*", Check: "+", Cross: "x", Bang: "!", Ellipsis: "~", Arrow: "->", Again: "@", Separator: " - ", UpDown: "Up/Down", Now: "^ now",
	Full: "#", Empty: ".", Line: "=", Track: "-",
	Spinner: []string{"|", "/", "-", "\\"},
	Space:   ".", Minus: "-",
}

// GlyphsFor returns the signs for a terminal: plain ASCII if asked for or if the
// locale is not UTF-8, Unicode otherwise.
func GlyphsFor(ascii bool) Glyphs {
	if ascii || !utf8Locale() {
		return asciiGlyphs
	}
	return unicodeGlyphs
}

func utf8Locale() bool {
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if v := os.Getenv(name); v != "" {
			v = strings.ToLower(v)
			return strings.Contains(v, "utf-8") || strings.Contains(v, "utf8")
		}
	}
	return os.Getenv("TERM") != "linux" // most terminals without a locale still draw UTF-8
}
