package code

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/muesli/termenv"

	"assay/themes"
)

func TestLines(t *testing.T) {
	theme := themes.New(themes.Default(true), termenv.TrueColor, themes.GlyphsFor(false))
	text, str, dim := theme.Text.Render, theme.String.Render, theme.Dim.Render
	for _, tt := range []struct {
		name, program string
		want          []string
	}{
		{"a string", "f('a', 1)\n", []string{text("f(") + str("'a'") + text(", 1)")}},
		{"an escaped quote", `f("a\"b")`, []string{text("f(") + str(`"a\"b"`) + text(")")}},
		{"a string over lines", "curl -d '{\n  \"a\": 1\n}' x", []string{text("curl -d ") + str("'{"), str(`  "a": 1`), str("}'") + text(" x")}},
		{"comments", "# it's one\n// it's one\nf()", []string{dim("# it's one"), dim("// it's one"), text("f()")}},
		{"a comment's sign in a string", "'\n# not one'", []string{str("'"), str("# not one'")}},
		{"tabs", "\tf()", []string{text("    f()")}},
		{"a backslash at the end", `"a\`, []string{str(`"a\`)}},
		{"control characters", "f(\x1b[2J)", []string{text("f(^[[2J)")}},
		{"nothing", "", []string{""}},
	} {
		got := Lines(theme, tt.program)
		if strings.Join(got, "\n") != strings.Join(tt.want, "\n") {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

// Painting adds and takes nothing.
func FuzzLines(f *testing.F) {
	f.Add("f('a\\'b') // it's")
	f.Add("`a\nb` \"")
	theme := themes.New(themes.Default(true), termenv.TrueColor, themes.GlyphsFor(false))
	plain := themes.New(themes.Palette{}, termenv.Ascii, themes.GlyphsFor(false))
	f.Fuzz(func(t *testing.T, program string) {
		painted, bare := Lines(theme, program), Lines(plain, program)
		if got, want := ansi.Strip(strings.Join(painted, "\n")), ansi.Strip(strings.Join(bare, "\n")); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	})
}
