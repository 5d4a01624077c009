package frame

import (
	"strings"

	"assay/themes"
	"assay/ui/cells"
)

// Column is one column of a list.
type Column[T any] struct {
	Title string
	Width int
	Right bool
	Text  func(item T, base themes.Style, width int) string // painted over base
}

// columnGap is between two columns, in cells.
const columnGap = 2

// Readable is how wide a paragraph is at most, in cells.
const Readable = 100

// Heading draws the titles of columns behind so many blank cells.
func Heading[T any](t *themes.Theme, columns []Column[T], margin, width int) string {
	var b strings.Builder
	b.WriteString(cells.Blank(margin))
	for _, c := range columns {
		if c.Right {
			b.WriteString(cells.FitRight(c.Title, c.Width, ""))
		} else {
			b.WriteString(cells.Fit(c.Title, c.Width, ""))
		}
		b.WriteString(cells.Blank(columnGap))
	}
	return t.Dim.Render(cells.Fit(b.String(), width, ""))
}

// Row draws an item behind a mark, which is painted over the style that selected rows have.
func Row[T any](t *themes.Theme, columns []Column[T], item T, selected bool, mark func(base themes.Style) string, width int) string {
	base, bar := themes.Style{}, " "
	if selected {
		base, bar = t.Selected, t.Glyphs.Bar
	}
	var b strings.Builder
	b.Grow(3 * width) // with the colours
	t.Accent.Over(base).Write(&b, bar)
	b.WriteString(mark(base))
	for i, c := range columns {
		if i > 0 {
			base.Write(&b, cells.Blank(columnGap))
		}
		text := c.Text(item, base, c.Width)
		if cells.Width(text) > c.Width {
			text = cells.Fit(text, c.Width, t.Glyphs.Ellipsis)
		}
		blank := cells.Blank(c.Width - cells.Width(text))
		if c.Right {
			base.Write(&b, blank)
			b.WriteString(text)
		} else {
			b.WriteString(text)
			base.Write(&b, blank)
		}
	}
	return b.String()
}
