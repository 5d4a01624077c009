package chart

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/muesli/termenv"

	"assay/themes"
	"assay/ui/cells"
)

func sample() Chart {
	return Chart{
		MaxX: 100, MaxY: 100,
		Series: []Series{
			{Points: []Point{{0, 100}, {100, 100}}, Pattern: Dotted, Label: "limit"},
			{Points: []Point{{0, 0}, {100, 1000}}, Pattern: Dashed},
			{Points: []Point{{0, 0}, {50, 50}}, Pattern: Solid},
		},
		XTicks: []Tick{{0, "1 Nov"}, {50, "15"}, {52, "16"}, {100, "30"}},
		YTicks: []Tick{{0, "0"}, {50, "50"}, {100, "100"}},
	}
}

func TestDrawPlain(t *testing.T) {
	theme := themes.New(themes.Default(true), termenv.Ascii, themes.GlyphsFor(true))
	c := sample()
	c.Series = c.Series[2:]
	var got []string
	for _, line := range c.Draw(theme, 26, 8) {
		got = append(got, strings.TrimRight(ansi.Strip(line), " "))
	}
	want := []string{
		"100 +",
		"    |",
		" 50 +         **",
		"    |     ****",
		"    |  ***",
		"  0 +**",
		"    +" + strings.Repeat("-", 21),
		"     1 Nov     15       30",
	}
	for i := range want {
		if i >= len(got) || got[i] != want[i] {
			t.Fatalf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
}

// A line that leaves the plot keeps its slope.
func TestLinesAreClipped(t *testing.T) {
	theme := themes.New(themes.Default(true), termenv.Ascii, themes.GlyphsFor(true))
	c := Chart{MaxX: 10, MaxY: 10, Series: []Series{{Points: []Point{{0, 0}, {10, 1000}}}, {Points: []Point{{0, 1000}, {10, 500}}}}}
	for i, line := range c.Draw(theme, 23, 8)[:6] {
		if got := strings.Trim(ansi.Strip(line), " |"); got != "*" || strings.IndexByte(ansi.Strip(line), '*') > 4 {
			t.Errorf("row %d of a steep line is %q", i, ansi.Strip(line))
		}
	}
}

func TestLabelsStandAtTheEnd(t *testing.T) {
	theme := themes.New(themes.Default(true), termenv.TrueColor, themes.GlyphsFor(false))
	top := ansi.Strip(sample().Draw(theme, 60, 10)[0])
	if !strings.HasSuffix(top, " limit ") {
		t.Errorf("the top line %q does not end with the limit's label", top)
	}
}

func TestDrawIsAlwaysTheSizeAsked(t *testing.T) {
	for _, ascii := range []bool{false, true} {
		theme := themes.New(themes.Default(true), termenv.TrueColor, themes.GlyphsFor(ascii))
		for width := range 70 {
			for height := range 14 {
				lines := sample().Draw(theme, width, height)
				if len(lines) != height {
					t.Fatalf("%dx%d: %d lines", width, height, len(lines))
				}
				for _, line := range lines {
					if cells.Width(line) != width {
						t.Fatalf("%dx%d: %q is %d wide", width, height, ansi.Strip(line), cells.Width(line))
					}
				}
			}
		}
	}
}

// An area is what lies below a line; where there are only plain signs it is left out.
func TestArea(t *testing.T) {
	c := Chart{MaxX: 10, MaxY: 10, Series: []Series{{Points: []Point{{0, 0}, {10, 10}, {10, 5}}, Pattern: Area}}}
	theme := themes.New(themes.Default(true), termenv.TrueColor, themes.GlyphsFor(false))
	want := []string{
		" │       ⢀⣤⣾",
		" │     ⣠⣴⣿⣿⣿",
		" │  ⢀⣴⣾⣿⣿⣿⣿⣿",
		" │⣠⣶⣿⣿⣿⣿⣿⣿⣿⣿",
	}
	for i, line := range c.Draw(theme, 12, 6)[:4] {
		if got := ansi.Strip(line); got != want[i] {
			t.Errorf("row %d is %q, want %q", i, got, want[i])
		}
	}
	plain := themes.New(themes.Default(true), termenv.Ascii, themes.GlyphsFor(true))
	for i, line := range c.Draw(plain, 12, 6)[:4] {
		if got := strings.TrimSpace(ansi.Strip(line)); got != "|" {
			t.Errorf("row %d in plain signs is %q", i, got)
		}
	}
}
