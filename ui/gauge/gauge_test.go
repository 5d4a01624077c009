package gauge

import (
	"math"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/muesli/termenv"

	"assay/themes"
)

func TestDraw(t *testing.T) {
	fine := themes.New(themes.Default(true), termenv.TrueColor, themes.GlyphsFor(false))
	plain := themes.New(themes.Default(true), termenv.Ascii, themes.GlyphsFor(true))
	tests := []struct {
		theme *themes.Theme
		share float64
		want  string
	}{
		{fine, 0, "··········"},
		{fine, 0.5, "█████·····"},
		{fine, 0.54, "█████▍····"},
		{fine, 1, "██████████"},
		{fine, 1.7, "██████████"},
		{fine, 0.0001, "▏·········"},
		{fine, 0.9999, "█████████▉"},
		{fine, -1, "··········"},
		{fine, math.NaN(), "··········"},
		{plain, 0.54, "#####....."},
		{plain, 0.9999, "#########."},
	}
	for _, tt := range tests {
		if got := ansi.Strip(Draw(tt.theme, 10, tt.share, tt.theme.Good)); got != tt.want {
			t.Errorf("share %v: %q, want %q", tt.share, got, tt.want)
		}
	}
	if got := Draw(fine, 0, 0.5, fine.Good); got != "" {
		t.Errorf("no room: %q", got)
	}
}

func TestThin(t *testing.T) {
	fine := themes.New(themes.Default(true), termenv.TrueColor, themes.GlyphsFor(false))
	plain := themes.New(themes.Default(true), termenv.Ascii, themes.GlyphsFor(true))
	for _, tt := range []struct {
		theme      *themes.Theme
		share      float64
		want, line string
	}{
		{fine, 0, "──────────", ""},
		{fine, 0.5, "━━━━━─────", "━━━━━"},
		{fine, 0.54, "━━━━━╸────", "━━━━━╸"},
		{fine, 0.0001, "╸─────────", "╸"},
		{fine, 0.9999, "━━━━━━━━━╸", "━━━━━━━━━╸"},
		{fine, 1.7, "━━━━━━━━━━", "━━━━━━━━━━"},
		{plain, 0.54, "=====-----", "====="},
		{plain, 0.0001, "=---------", "="},
	} {
		if got := ansi.Strip(Thin(tt.theme, 10, tt.share, tt.theme.Good, tt.theme.Border)); got != tt.want {
			t.Errorf("share %v: %q, want %q", tt.share, got, tt.want)
		}
		if got := ansi.Strip(Line(tt.theme, 10, tt.share, tt.theme.Good)); got != tt.line {
			t.Errorf("share %v alone: %q, want %q", tt.share, got, tt.line)
		}
	}
	if got := Thin(fine, 0, 0.5, fine.Good, fine.Border); got != "" {
		t.Errorf("no room: %q", got)
	}
}
