package ask

import (
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/muesli/termenv"

	"assay/themes"
)

func TestLines(t *testing.T) {
	theme := themes.New(themes.Default(true), termenv.TrueColor, themes.GlyphsFor(false))
	for _, tt := range []struct {
		name, text string
		width      int
		want       []string
	}{
		{"as it was written", "{ a\n   b }\n", 20, []string{"{ a", "   b }"}},
		{"too wide: formatted", "{ shop products[] { name } }", 16, []string{"{", "  shop", "  products[] {", "    name", "  }", "}"}},
		{"too wide and broken: wrapped", "{ shop products[ { name } }", 16, []string{"{ shop products[", "{ name } }"}},
		{"control characters", "{ a\x1b[2J }", 20, []string{"{ a^[[2J }"}},
	} {
		lines := Lines(theme, tt.text, tt.width)
		if got := strings.Split(ansi.Strip(strings.Join(lines, "\n")), "\n"); !slices.Equal(got, tt.want) {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
	for _, name := range []string{"price", "größe", "商品名"} {
		if got, want := Lines(theme, "{ "+name+"(number) }", 40)[0], theme.Key.Render(name); !strings.Contains(got, want) {
			t.Errorf("%q has no name in its colour", got)
		}
	}
}
