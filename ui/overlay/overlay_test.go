package overlay

import (
	"slices"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/muesli/termenv"

	"assay/themes"
)

func plain(lines []string) []string {
	var out []string
	for _, line := range lines {
		out = append(out, ansi.Strip(line))
	}
	return out
}

func TestPlace(t *testing.T) {
	frame := []string{"aaaaaaaa", "bbbbbbbb", "日本語日"}
	tests := []struct {
		name string
		box  []string
		x, y int
		want []string
	}{
		{"inside", []string{"XX", "YY"}, 2, 0, []string{"aaXXaaaa", "bbYYbbbb", "日本語日"}},
		{"through wide characters", []string{"Z"}, 3, 2, []string{"aaaaaaaa", "bbbbbbbb", "日 Z語日"}},
		{"over the right edge", []string{"XXXX"}, 6, 1, []string{"aaaaaaaa", "bbbbbbXX", "日本語日"}},
		{"below the frame", []string{"X", "Y"}, 0, 2, []string{"aaaaaaaa", "bbbbbbbb", "X 本語日"}},
		{"above the frame", []string{"X", "Y"}, 0, -1, []string{"Yaaaaaaa", "bbbbbbbb", "日本語日"}},
	}
	for _, tt := range tests {
		if got := plain(Place(frame, tt.box, tt.x, tt.y)); !slices.Equal(got, tt.want) {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
	if !slices.Equal(frame, []string{"aaaaaaaa", "bbbbbbbb", "日本語日"}) {
		t.Error("the frame itself was changed")
	}
}

func TestCenter(t *testing.T) {
	got := plain(Center(themes.New(themes.Default(true), termenv.TrueColor, themes.GlyphsFor(false)), []string{"......", "......", "......"}, []string{"##"}))
	if want := []string{"......", "..##..", "......"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// What is behind a question has one colour for its text and one for its borders, and no
// pictures.
func TestDim(t *testing.T) {
	theme := themes.New(themes.Default(true), termenv.TrueColor, themes.GlyphsFor(false))
	frame := []string{theme.BorderFocus.Render("╭──╮"), theme.Bad.Render("日本") + "\x1b[48;2;0;0;255m\x1b[38;2;255;0;0m▀\x1b[0m", ""}
	want := []string{theme.Border.Render("╭──╮"), theme.Faint.Render("日本 "), ""}
	if got := Dim(theme, frame); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
