// Package gauge draws a share of a whole as a bar.
package gauge

import (
	"math"
	"strings"

	"assay/themes"
	"assay/ui/cells"
)

// Draw returns a bar of width cells, filled for the given share (0–1; more is
// drawn full), to an eighth of a cell where the terminal has the signs for it.
func Draw(t *themes.Theme, width int, share float64, fill themes.Style) string {
	full, part := parts(width, share, len(t.Glyphs.Parts)+1)
	bar := strings.Repeat(t.Glyphs.Full, full)
	if part > 0 {
		bar += t.Glyphs.Parts[part-1]
		full++
	}
	return fill.Render(bar) + t.Faint.Render(strings.Repeat(t.Glyphs.Empty, max(width-full, 0)))
}

// Thin is Draw with a bar that is as fine as a line: those that stand one above the
// other do not run together. What is not filled is drawn in the style of the track.
func Thin(t *themes.Theme, width int, share float64, fill, track themes.Style) string {
	bar := Line(t, width, share, fill)
	return bar + track.Render(strings.Repeat(t.Glyphs.Track, max(width-cells.Width(bar), 0)))
}

// Line is the filled part of Thin alone.
func Line(t *themes.Theme, width int, share float64, fill themes.Style) string {
	steps := 1
	if t.Glyphs.LineHalf != "" {
		steps = 2
	}
	full, half := parts(width, share, steps)
	bar := strings.Repeat(t.Glyphs.Line, full)
	if half > 0 {
		bar += t.Glyphs.LineHalf
	}
	return fill.Render(bar)
}

// parts returns how many cells of width a share fills, and how much of the next one, in
// steps of a cell. A share above 0 is seen, and one below 1 is not full.
func parts(width int, share float64, steps int) (full, part int) {
	if width <= 0 {
		return 0, 0
	}
	if math.IsNaN(share) || share < 0 {
		share = 0
	}
	share = min(share, 1)
	units := int(math.Round(share * float64(width*steps)))
	if share > 0 && units == 0 {
		units = 1
	}
	if share < 1 && units == width*steps {
		units--
	}
	return units / steps, units % steps
}
