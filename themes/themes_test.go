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

// Text must be readable on the background it is made for: a contrast of at least
// 4.5 (WCAG 2.1, 1.4.3) for text and 3 for what is secondary.
func TestContrast(t *testing.T) {
	background := map[bool]string{true: "#16161e", false: "#fafafa"}
	for _, p := range Palettes() {
		for name, want := range map[string]struct {
			color Color
			least float64
		}{
			"text": {p.Text, 4.5}, "dim": {p.Dim, 4.5}, "accent": {p.Accent, 4.5}, "good": {p.Good, 4.5}, "warn": {p.Warn, 4.5}, "bad": {p.Bad, 4.5},
			"key": {p.Key, 4.5}, "string": {p.String, 4.5}, "number": {p.Number, 4.5}, "literal": {p.Literal, 4.5}, "punctuation": {p.Punctuation, 3}, "match": {p.Match, 3},
		} {
			if got := contrast(want.color.Hex, background[p.Dark]); got < want.least {
				t.Errorf("%s: %s has a contrast of %.1f, less than %.1f", p.Name, name, got, want.least)
			}
		}
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
