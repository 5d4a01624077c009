package frame

// Divided is a view that has several panes and lets the borders between them be moved.
type Divided interface {
	// Border returns where a border is; false while none is on the screen.
	Border(Axis) (Border, bool)
	// Divide gives the panes left of a border, or above it, a share of the view.
	Divide(Axis, Share)
}

// Axis tells the borders of a view apart.
type Axis uint8

// The axes.
const (
	Upright Axis = iota // between panes side by side
	Level               // between panes one above the other
)

// Border is the place of a border, in cells of the view.
type Border struct {
	At       int // the first column right of it, or the first line below it
	From, To int // the lines or columns it runs along, the last not included
}

// Share is a part of the width or the height, from 0 to 1; 0 leaves the choice to the
// view.
type Share float64

// What a pane is left with.
const (
	narrowest = 24 // columns
	lowest    = 5  // lines
)

// Of returns how many columns of a width the share is; own is the view's own choice.
func (s Share) Of(width, own int) int { return s.of(width, own, narrowest) }

// Lines returns how many lines of a height the share is; own is the view's own choice.
func (s Share) Lines(height, own int) int { return s.of(height, own, lowest) }

func (s Share) of(size, own, least int) int {
	if s == 0 {
		return own
	}
	return max(min(int(float64(s)*float64(size)+0.5), size-least), min(least, size))
}
