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
		if got := New(Default(true), tt.profile, unicodeGlyphs).Bad.Render("x"); got != tt.want {
			t.Errorf("profile %v: %q, want %q", tt.profile, got, tt.want)
		}
	}
}

func TestStyleOfNothing(t *testing.T) {
	var s Style
	if got := s.Render("x"); got != "x" {
		t.Errorf("the zero style paints: %q", got)
	}
	if got := New(Default(true), termenv.TrueColor, unicodeGlyphs).Bad.Render(""); got != "" {
		t.Errorf("painting nothing gives %q", got)
	}
}

// A selection must be visible without colour.
func TestSelectionWithoutColour(t *testing.T) {
	for _, profile := range []termenv.Profile{termenv.Ascii, termenv.ANSI} {
		if on := New(Default(true), profile, asciiGlyphs).Selected.On(); on != "\x1b[7m" {
			t.Errorf("profile %v selects with %q", profile, on)
		}
	}
}

// Text must be readable on what it stands on, which is the screen, a selected row or
// what floats: a contrast of at least 4.5 (WCAG 2.1, 1.4.3), and 3 for what is tertiary
// or large; 7 in the high-contrast theme, on the screen.
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
		check := func(what string, color, on Color, least float64) {
			if got := contrast(color.Hex, on.Hex); got < least {
				t.Errorf("%s: %s has a contrast of %.2f, less than %.1f", p.Name, what, got, least)
			}
		}
		for _, under := range []struct {
			name string
			of   Color
		}{{"the screen", Color{Hex: ground}}, {"a selected row", p.Select}, {"what floats", p.Raise}} {
			least, tertiary := 4.5, 3.0
			switch {
			case p.Name == "high-contrast" && under.of.Hex == ground:
				least, tertiary = 7, 7
			case under.of == p.Select:
				tertiary = 2.5 // it is selected for the rest of the row
			}
			for _, ink := range []struct {
				name  string
				of    Color
				least float64
			}{
				{"text", p.Text, least}, {"dim", p.Dim, least}, {"accent", p.Accent, least},
				{"good", p.Good, least}, {"warn", p.Warn, least}, {"bad", p.Bad, least},
				{"key", p.Key, least}, {"string", p.String, least}, {"number", p.Number, least},
				{"literal", p.Literal, least}, {"match", p.Match, least},
				{"punctuation", p.Punctuation, 3}, {"faint", p.Faint, tertiary},
			} {
				check(ink.name+" on "+under.name, ink.of, under.of, ink.least)
			}
		}
		check("a border", p.Border, Color{Hex: ground}, 1.4)
		check("a selected row beside others", p.Select, Color{Hex: ground}, 1.15)
		check("faint beside dim", p.Dim, p.Faint, 1.3)
		for name, fill := range map[string]Color{"accent": p.Accent, "good": p.Good, "warn": p.Warn, "bad": p.Bad, "match": p.Match} {
			check("ink on "+name, p.Ink, fill, 4.5)
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
	if !theme.Glyphs.ASCII || strings.Contains(theme.Accent.On()+theme.MatchCurrent.On(), "38;") {
		t.Errorf("it draws with %q and %q", theme.Accent.On(), theme.Glyphs.TopLeft)
	}
	if back := theme.With(Default(true)); back.Glyphs.ASCII || back.Profile != termenv.TrueColor {
		t.Error("the next theme has not what the terminal can do")
	}
}

func TestBackgroundIsUnderTheWholeLine(t *testing.T) {
	nord, _ := Named("nord")
	theme := New(nord, termenv.TrueColor, unicodeGlyphs)
	const ground = "\x1b[48;2;46;52;64m"
	if got, want := theme.Backed("a\x1b[1mb\x1b[0mc\x1b[md"), ground+"a\x1b[1mb\x1b[0m"+ground+"c\x1b[0m"+ground+"d\x1b[0m"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := New(Default(true), termenv.TrueColor, unicodeGlyphs).Backed("a"); got != "a" {
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
