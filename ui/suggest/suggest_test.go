package suggest

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/muesli/termenv"

	"assay/themes"
	"assay/ui/cells"
)

func draw(t *testing.T, width int, items ...Item) string {
	t.Helper()
	theme := themes.New(themes.Default(true), termenv.Ascii, themes.GlyphsFor(false))
	lines := New(items).Box(theme, "↓", width, 12)
	for _, line := range lines {
		if cells.Width(line) > width {
			t.Errorf("%q is wider than %d cells", line, width)
		}
	}
	return ansi.Strip(strings.Join(lines, "\n"))
}

// Addresses of one shop differ at their ends.
func TestLongLabelsAreCutInTheMiddle(t *testing.T) {
	t.Parallel()
	shown := draw(t, 40, Item{"https://shop.example/lamps/desk-and-table/page-1", "asked before"}, Item{"https://shop.example/lamps/desk-and-table/page-2", "asked before"})
	for _, end := range []string{"page-1 │", "page-2 │"} {
		if !strings.Contains(shown, end) {
			t.Errorf("%s is cut off:\n%s", end, shown)
		}
	}
}

// The names of files may hold anything.
func TestControlCharactersAreShown(t *testing.T) {
	t.Parallel()
	if shown := draw(t, 40, Item{"a\x1b[2Jb.html", "file"}); !strings.Contains(shown, "a^[[2Jb.html") {
		t.Errorf("it shows %q", shown)
	}
}
