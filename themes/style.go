package themes

import (
	"strconv"
	"strings"

	"github.com/muesli/termenv"
)

// Color is one colour of a palette, with its nearest of the 16 terminal colours
// chosen by hand: a computed nearest colour loses contrast.
type Color struct {
	Hex  string // "#rrggbb"; "" is the terminal's own colour
	ANSI int    // 0–15, used where the terminal has 16 colours; -1 is the terminal's own
}

// Attribute is a set of text attributes that need no colour.
type Attribute uint8

// The text attributes.
const (
	Bold Attribute = 1 << iota
	Faint
	Underline
	Reverse
)

const reset = "\x1b[0m"

// Style paints text. It holds its escape sequence ready made, because styles are
// applied to every cell of every frame. The zero Style paints nothing.
type Style struct {
	on         string
	attributes string // the part of on that is not colour
	firm       string // attributes without Faint
	sealed     bool   // what is drawn over it keeps only its attributes
}

// Render returns text painted in the style. Text must be a single line.
func (s Style) Render(text string) string {
	if s.on == "" || text == "" {
		return text
	}
	return s.on + text + reset
}

// Write appends text painted in the style to b.
func (s Style) Write(b *strings.Builder, text string) {
	if s.on == "" || text == "" {
		b.WriteString(text)
		return
	}
	b.WriteString(s.on)
	b.WriteString(text)
	b.WriteString(reset)
}

// On returns the escape sequence that switches the style on, for callers that
// write runs themselves; they end with Off.
func (s Style) On() string { return s.on }

// Off is the escape sequence that ends any style.
func Off() string { return reset }

// Over returns the style as drawn on top of base: base's background and
// attributes stay unless the style sets its own. Over a reversed base colours would
// make patches of the row, and what is faint would not be read on it: there only the
// other attributes are added.
func (s Style) Over(base Style) Style {
	if base.sealed {
		return Style{on: base.on + s.firm, attributes: base.attributes + s.firm, firm: base.firm + s.firm, sealed: true}
	}
	return Style{on: base.on + s.on, attributes: base.attributes + s.attributes, firm: base.firm + s.firm, sealed: s.sealed}
}

// compile makes a style from colours and attributes for a terminal's capability.
func compile(profile termenv.Profile, foreground, background Color, attributes Attribute) Style {
	codes := attributes.codes()
	style := Style{attributes: sequence(codes), firm: sequence((attributes &^ Faint).codes())}
	if code := foreground.sequence(profile, false); code != "" {
		codes = append(codes, code)
	}
	if code := background.sequence(profile, true); code != "" {
		codes = append(codes, code)
	}
	if len(codes) == 0 {
		return style
	}
	style.on = sequence(codes)
	return style
}

// codes returns the numbers that switch the attributes on.
func (a Attribute) codes() []string {
	var out []string
	for i, code := range [...]string{"1", "2", "4", "7"} {
		if a&(1<<i) != 0 {
			out = append(out, code)
		}
	}
	return out
}

func sequence(codes []string) string {
	if len(codes) == 0 {
		return ""
	}
	return "\x1b[" + strings.Join(codes, ";") + "m"
}

func (c Color) sequence(profile termenv.Profile, background bool) string {
	if c.Hex == "" || profile == termenv.Ascii {
		return ""
	}
	if profile != termenv.ANSI {
		return profile.Color(c.Hex).Sequence(background)
	}
	if c.ANSI < 0 {
		return ""
	}
	code := 30 + c.ANSI
	if c.ANSI > 7 {
		code = 90 + c.ANSI - 8
	}
	if background {
		code += 10
	}
	return strconv.Itoa(code)
}
