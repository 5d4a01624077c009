package themes

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/muesli/termenv"
)

func TestStylesFollowTheTerminal(t *testing.T) {
	tests := []struct {
		profile termenv.Profile
		want    string
	}{
		{termenv.TrueColor, "\x1b[38;2;247;118;142mx\x1b[0m"},
		{termenv.ANSI256, "\x1b[38;5;210mx\x1b[0m"},
		{termenv.ANSI, "\x1b[91mx\x1b[0m"},
		{termenv.Ascii, "\x1b[1mx\x1b[0m"}, // no colour: bold stands in for it
	}
	for _, tt := range tests {
		if got := New(assayDark, tt.profile, unicodeGlyphs).Bad.Render("x"); got != tt.want {
			t.Errorf("profile %v: %q, want %q", tt.profile, got, tt.want)
		}
	}
}

func TestStyleOfNothing(t *testing.T) {
	var s Style
	if got := s.Render("x"); got != "x" {
		t.Errorf("the zero style paints: %q", got)
	}
	if got := New(assayDark, termenv.TrueColor, unicodeGlyphs).Bad.Render(""); got != "" {
		t.Errorf("painting nothing gives %q", got)
	}
}

// A selection must be visible without colour.
func TestSelectionWithoutColour(t *testing.T) {
	for _, profile := range []termenv.Profile{termenv.Ascii, termenv.ANSI} {
		if on := New(assayDark, profile, asciiGlyphs).Selected.On(); on != "\x1b[7m" {
			t.Errorf("profile %v selects with %q", profile, on)
		}
	}
}

// Text must be readable on what it stands on: a contrast of at least 4.5 (WCAG 2.1,
// 1.4.3) for text and 3 for what is secondary; 7 in the high-contrast theme.
func TestContrast(t *testing.T) {
	terminal := map[bool]string{true: "#16161e", false: "#fafafa"}
	for _, p := range Palettes() {
		if p.Plain {
			continue
		}
		ground := p.Background.Hex
		if ground == "" {
			ground = terminal[p.Dark]
		}
		least := 4.5
		if p.Name == highContrast.Name {
			least = 7
		}
		for _, tt := range []struct {
			name      string
			color, on string
			least     float64
		}{
			{"text", p.Text.Hex, ground, least}, {"dim", p.Dim.Hex, ground, least}, {"accent", p.Accent.Hex, ground, least},
			{"good", p.Good.Hex, ground, least}, {"warn", p.Warn.Hex, ground, least}, {"bad", p.Bad.Hex, ground, least},
			{"key", p.Key.Hex, ground, least}, {"string", p.String.Hex, ground, least}, {"number", p.Number.Hex, ground, least},
			{"literal", p.Literal.Hex, ground, least}, {"punctuation", p.Punctuation.Hex, ground, 3}, {"match", p.Match.Hex, ground, least},
			{"faint", p.Faint.Hex, ground, 2}, {"border", p.Border.Hex, ground, 1.4},
			{"text of a selected row", p.Text.Hex, p.Select.Hex, 4.5}, {"text of what floats", p.Text.Hex, p.Raise.Hex, 4.5},
			{"dim of what floats", p.Dim.Hex, p.Raise.Hex, 4.5}, {"ink on accent", p.Ink.Hex, p.Accent.Hex, 4.5},
			{"ink on good", p.Ink.Hex, p.Good.Hex, 4.5}, {"ink on warn", p.Ink.Hex, p.Warn.Hex, 4.5},
			{"ink on bad", p.Ink.Hex, p.Bad.Hex, 4.5}, {"ink on match", p.Ink.Hex, p.Match.Hex, 4.5},
		} {
			if got := contrast(tt.color, tt.on); got < tt.least {
				t.Errorf("%s: %s has a contrast of %.2f, less than %.1f", p.Name, tt.name, got, tt.least)
			}
		}
	}
}

func TestThereIsAThemeForEveryone(t *testing.T) {
	var light, plain int
	seen := map[string]bool{}
	for _, p := range Palettes() {
		if seen[p.Name] {
			t.Errorf("two themes are called %q", p.Name)
		}
		seen[p.Name] = true
		if !p.Dark {
			light++
		}
		if p.Plain {
			plain++
		}
	}
	if light < 2 || plain != 1 || len(seen) < 8 {
		t.Errorf("%d themes, of which %d light and %d plain", len(seen), light, plain)
	}
}

func TestPlainThemeHasNoColours(t *testing.T) {
	p, _ := Named("plain")
	theme := New(p, termenv.TrueColor, unicodeGlyphs)
	if !theme.Glyphs.ASCII || strings.Contains(theme.Accent.On()+theme.BadFill.On(), "38;") {
		t.Errorf("it draws with %q and %q", theme.Accent.On(), theme.Glyphs.TopLeft)
	}
	if back := theme.With(assayDark); back.Glyphs.ASCII || back.Profile != termenv.TrueColor {
		t.Error("the next theme has not what the terminal can do")
	}
}

func TestBackgroundIsUnderTheWholeLine(t *testing.T) {
	theme := New(nord, termenv.TrueColor, unicodeGlyphs)
	const ground = "\x1b[48;2;46;52;64m"
	if got, want := theme.Backed("a\x1b[1mb\x1b[0mc\x1b[md"), ground+"a\x1b[1mb\x1b[0m"+ground+"c\x1b[0m"+ground+"d\x1b[0m"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := New(assayDark, termenv.TrueColor, unicodeGlyphs).Backed("a"); got != "a" {
		t.Errorf("on the terminal's own background: %q", got)
	}
}

// contrast is the contrast ratio of two colours, after WCAG 2.1.
func contrast(a, b string) float64 {
	la, lb := luminance(a), luminance(b)
	return (max(la, lb) + 0.05) / (min(la, lb) + 0.05)
}

func luminance(hex string) float64 {
	sum := 0.0
	for i, weight := range []float64{0.2126, 0.7152, 0.0722} {
		v, _ := strconv.ParseUint(hex[1+2*i:3+2*i], 16, 8)
		c := float64(v) / 255
		if c <= 0.04045 {
			c /= 12.92
		} else {
			c = math.Pow((c+0.055)/1.055, 2.4)
		}
		sum += weight * c
	}
	return sum
}

func TestGlyphs(t *testing.T) {
	for _, tt := range []struct {
		locale string
		asked  bool
		ascii  bool
	}{{"de_DE.UTF-8", false, false}, {"C.utf8", false, false}, {"C", false, true}, {"de_DE.UTF-8", true, true}} {
		t.Setenv("LC_ALL", tt.locale)
		if got := GlyphsFor(tt.asked).ASCII; got != tt.ascii {
			t.Errorf("locale %s, asked %v: ASCII %v", tt.locale, tt.asked, got)
		}
	}
	for _, sign := range append([]string{asciiGlyphs.Bar, asciiGlyphs.Full, asciiGlyphs.Horizontal, asciiGlyphs.Ellipsis}, asciiGlyphs.Spinner...) {
		if strings.IndexFunc(sign, func(r rune) bool { return r > '~' }) >= 0 {
			t.Errorf("%q is not ASCII", sign)
		}
	}
}

func TestDarkFromEnvironment(t *testing.T) {
	for _, tt := range []struct {
		value       string
		dark, known bool
	}{{"15;0", true, true}, {"0;15", false, true}, {"12;default;8", true, true}, {"", true, false}, {"x;y", true, false}} {
		t.Setenv("COLORFGBG", tt.value)
		if dark, known := DarkFromEnvironment(); dark != tt.dark || known != tt.known {
			t.Errorf("%q: %v %v", tt.value, dark, known)
		}
	}
}
