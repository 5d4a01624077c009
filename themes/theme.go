// Package themes holds the colours and signs of the dashboard: a palette per
// theme, and every style of the program derived from it.
//
// The package must be initialised before bubbletea, whose own initialisation asks
// the terminal for its background and waits up to five seconds for an answer. The
// question is not asked once lipgloss has been told. Go initialises packages that
// are ready in the order of their import paths, and "assay/themes" sorts before
// "github.com/charmbracelet/bubbletea".
package themes

import (
	"os"
	"strconv"
	"strings"

	"github.com/charmbracelet/lipgloss"
	"github.com/muesli/termenv"
)

func init() { lipgloss.SetHasDarkBackground(true) }

// Palette is the colours of one theme, by purpose.
type Palette struct {
	Name  string
	Dark  bool
	Plain bool // no colours and ASCII signs, whatever the terminal can do

	Background Color // of the whole screen; the zero Color is the terminal's own

	Text   Color // ordinary text
	Dim    Color // secondary text
	Faint  Color // tertiary: rulers, empty parts of gauges, line numbers
	Border Color // borders without focus
	Accent Color // focus, the active tab; nothing else
	Ink    Color // text on Accent
	Select Color // background of a selected row
	Raise  Color // background of what floats above: dialogs, toasts, the current line

	Good Color // state: in order
	Warn Color // state: look here
	Bad  Color // state: wrong

	Key         Color // JSON object keys, field names
	String      Color // JSON strings
	Number      Color // JSON numbers
	Literal     Color // JSON true, false, null; types in descriptions
	Punctuation Color // brackets, commas, colons
	Match       Color // background of a search hit
}

// Theme is a palette made ready for one terminal.
type Theme struct {
	Palette Palette
	Glyphs  Glyphs
	Profile termenv.Profile

	Text, Dim, Faint, Strong Style
	Border, BorderFocus      Style
	Title, TitleFocus        Style
	Focus                    Style // the chosen one of several titles, in a focused pane
	Accent, AccentFill       Style
	Selected                 Style // base of a selected row; draw others Over it
	Raised                   Style // base of what floats above
	Good, Warn, Bad          Style
	Key, String, Number      Style
	Literal, Punctuation     Style
	Match, MatchCurrent      Style
	ErrorMark                Style // the text an error points at
	Cursor                   Style // a text cursor
	Range                    Style // selected text in an editor

	background string          // escape sequence that sets the background, or ""
	terminal   termenv.Profile // what the terminal can do, which a plain palette does not use
	signs      Glyphs
	links      bool // addresses are links
}

// New makes a palette ready for a terminal with the given colour capability.
func New(p Palette, profile termenv.Profile, glyphs Glyphs) *Theme {
	terminal, signs := profile, glyphs
	if p.Plain {
		profile, glyphs = termenv.Ascii, asciiGlyphs
	}
	none := Color{}
	style := func(foreground Color, attributes Attribute) Style {
		return compile(profile, foreground, none, attributes)
	}
	fill := func(foreground, background Color) Style {
		if profile == termenv.Ascii {
			return compile(profile, none, none, Reverse)
		}
		return compile(profile, foreground, background, 0)
	}
	mono := func(a Attribute) Attribute { // attributes that stand in for colour
		if profile == termenv.Ascii {
			return a
		}
		return 0
	}
	return &Theme{
		Palette: p, Glyphs: glyphs, Profile: profile,
		Text:         style(p.Text, 0),
		Dim:          style(p.Dim, mono(Faint)),
		Faint:        style(p.Faint, mono(Faint)),
		Strong:       style(p.Text, Bold),
		Border:       style(p.Border, mono(Faint)),
		BorderFocus:  style(p.Accent, mono(Bold)),
		Title:        style(p.Dim, mono(Faint)),
		TitleFocus:   style(p.Text, Bold|mono(Reverse)),
		Focus:        style(p.Accent, Bold|mono(Reverse)),
		Accent:       style(p.Accent, Bold),
		AccentFill:   fill(p.Ink, p.Accent),
		Selected:     selected(profile, p),
		Raised:       compile(profile, none, p.Raise, 0),
		Good:         style(p.Good, 0),
		Warn:         style(p.Warn, mono(Bold)),
		Bad:          style(p.Bad, mono(Bold)),
		Key:          style(p.Key, 0),
		String:       style(p.String, 0),
		Number:       style(p.Number, 0),
		Literal:      style(p.Literal, 0),
		Punctuation:  style(p.Punctuation, mono(Faint)),
		Match:        style(p.Match, Bold|Underline),
		MatchCurrent: fill(p.Ink, p.Match),
		ErrorMark:    style(p.Bad, Underline),
		Cursor:       compile(profile, none, none, Reverse),
		Range:        selected(profile, p),
		background:   compile(profile, none, p.Background, 0).on,
		terminal:     terminal,
		signs:        signs,
	}
}

// With returns another palette made ready for the same terminal.
func (t *Theme) With(p Palette) *Theme {
	theme := New(p, t.terminal, t.signs)
	theme.links = t.links
	return theme
}

// Faded returns the theme for data that is not what the latest call came to: its values
// are drawn as secondary text, all else as it is.
func (t *Theme) Faded() *Theme {
	faded := *t
	faded.Text, faded.Strong, faded.Key, faded.String, faded.Number, faded.Literal = t.Dim, t.Dim, t.Dim, t.Dim, t.Dim, t.Dim
	faded.Dim, faded.Punctuation = t.Faint, t.Faint
	return &faded
}

// OnSelected returns a filled style as it is drawn in a selected row. Without colours
// both would be reversed, and the part would not be told from its row.
func (t *Theme) OnSelected(fill Style) Style {
	if t.Profile == termenv.Ascii {
		return t.Match
	}
	return fill
}

// Backed returns a finished line of the screen on the theme's background.
func (t *Theme) Backed(line string) string {
	if t.background == "" {
		return line
	}
	line = strings.ReplaceAll(line, reset, reset+t.background)
	return t.background + strings.ReplaceAll(line, "\x1b[m", reset+t.background) + reset
}

func selected(profile termenv.Profile, p Palette) Style {
	if profile == termenv.Ascii || profile == termenv.ANSI {
		style := compile(profile, Color{}, Color{}, Reverse)
		style.sealed = true
		return style
	}
	return compile(profile, Color{}, p.Select, 0)
}

// Detect returns the colour capability of the terminal on standard output, from
// the environment alone: NO_COLOR, CLICOLOR_FORCE, COLORTERM and TERM.
func Detect() termenv.Profile {
	return termenv.NewOutput(os.Stdout).EnvColorProfile()
}

// DarkFromEnvironment reports what COLORFGBG says of the background, and whether
// it says anything.
func DarkFromEnvironment() (dark, known bool) {
	fields := strings.Split(os.Getenv("COLORFGBG"), ";")
	background, err := strconv.Atoi(fields[len(fields)-1])
	if err != nil {
		return true, false
	}
	return background < 7 || background == 8, true
}
