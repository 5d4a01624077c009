package frame

// Divided is a view that has panes side by side and lets the border between them be
// moved.
type Divided interface {
	// Divider returns the first column right of the border and the first line it is
	// on; ok is false while no such border is on the screen.
	Divider() (column, top int, ok bool)
	// Divide gives the panes left of the border a share of the width.
	Divide(share Share)
}

// Share is a part of the width, from 0 to 1; 0 leaves the choice to the view.
type Share float64

// narrowest is how many columns a pane is left with.
const narrowest = 24

// Of returns how many columns of a width the share is; own is the view's own choice.
func (s Share) Of(width, own int) int {
	if s == 0 {
		return own
	}
	return max(min(int(float64(s)*float64(width)+0.5), width-narrowest), min(narrowest, width))
}
