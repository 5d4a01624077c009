// Package overlay draws a box on top of a finished frame.
package overlay

import (
	"assay/themes"
	"assay/ui/cells"
	"assay/ui/imageview"
)

const reset = "\x1b[0m"

// Place returns frame with box drawn over it, its top left corner at column x and
// row y (from 0). Frame lines must all be as wide as the first; what would stick
// out is cut. Pictures on the lines that it covers are left out.
func Place(frame, box []string, x, y int) []string {
	out := append([]string(nil), frame...)
	for i, line := range box {
		row := y + i
		if row < 0 || row >= len(out) {
			continue
		}
		out[row] = imageview.Strip(out[row])
		total, width := cells.Width(out[row]), cells.Width(line)
		left := cells.Truncate(out[row], max(x, 0), "")
		left += reset + cells.Blank(x-cells.Width(left))
		right := ""
		if x+width < total {
			right = cells.TruncateLeft(out[row], x+width)
			if cells.Width(right) > total-x-width { // the box ends in the middle of a wide character
				right = cells.TruncateLeft(out[row], x+width+1)
			}
			right = cells.Blank(total-x-width-cells.Width(right)) + right
		} else if x+width > total {
			line = cells.Truncate(line, max(total-x, 0), "")
		}
		out[row] = left + line + reset + right
	}
	return out
}

// Center returns frame, dimmed, with box in its middle.
func Center(t *themes.Theme, frame, box []string) []string {
	if len(frame) == 0 || len(box) == 0 {
		return frame
	}
	x, y := Middle(cells.Width(frame[0]), len(frame), box)
	return Place(Dim(t, frame), box, x, y)
}

// Middle returns where Center puts the top left corner of box on a frame of the
// given size.
func Middle(width, height int, box []string) (x, y int) {
	if len(box) == 0 {
		return 0, 0
	}
	return max((width-cells.Width(box[0]))/2, 0), max((height-len(box))/2, 0)
}
