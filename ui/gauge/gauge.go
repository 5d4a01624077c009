// Package gauge draws a share of a whole as a bar.
package gauge

import (
	"math"
	"strings"

	"assay/themes"
)

// Draw returns a bar of width cells, filled for the given share (0–1; more is
// drawn full), to an eighth of a cell where the terminal has the signs for it.
func Draw(t *themes.Theme, width int, share float64, fill themes.Style) string {
	if width <= 0 {
		return ""
	}
	if math.IsNaN(share) || share < 0 {
		share = 0
	}
	share = min(share, 1)
	steps := len(t.Glyphs.Parts) + 1
	units := int(math.Round(share * float64(width*steps)))
	if share > 0 && units == 0 {
		units = 1
	}
	if share < 1 && units == width*steps {
		units--
	}
	full, part := units/steps, units%steps
	bar := strings.Repeat(t.Glyphs.Full, full)
	if part > 0 {
		bar += t.Glyphs.Parts[part-1]
		full++
	}
	return fill.Render(bar) + t.Faint.Render(strings.Repeat(t.Glyphs.Empty, width-full))
}
