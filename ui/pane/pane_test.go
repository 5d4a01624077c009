package pane

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/muesli/termenv"

	"assay/themes"
	"assay/ui/cells"
)

var theme = themes.New(themes.Default(true), termenv.TrueColor, themes.GlyphsFor(false))

func TestDraw(t *testing.T) {
	p := Pane{Title: "Query", Right: "⌥p", Foot: "3 of 9", Focused: true}
	got := p.Draw(theme, 24, 4, []string{"short", strings.Repeat("long ", 10)})
	want := []string{
		"╭─ Query ───────── ⌥p ─╮",
		"│ short                │",
		"│ long long long long… │",
		"╰───────────── 3 of 9 ─╯",
	}
	for i, line := range got {
		if ansi.Strip(line) != want[i] {
			t.Errorf("line %d\n got %q\nwant %q", i, ansi.Strip(line), want[i])
		}
	}
}

func TestDrawIsAlwaysTheSizeAsked(t *testing.T) {
	lines := []string{"日本語日本語日本語", "\x1b[31mred\x1b[0m text", "e\u0301e\u0301", "👩‍👩‍👧‍👦 family"}
	for width := range 40 {
		for height := range 7 {
			for _, tight := range []bool{false, true} {
				p := Pane{Title: "日本 title that is long", Right: "right", Foot: "foot", Tight: tight}
				got := p.Draw(theme, width, height, lines)
				if len(got) != height {
					t.Fatalf("%dx%d: %d lines", width, height, len(got))
				}
				for _, line := range got {
					if cells.Width(line) != width {
						t.Fatalf("%dx%d: %q is %d wide", width, height, ansi.Strip(line), cells.Width(line))
					}
				}
			}
		}
	}
}
