package layout

// Box is a rectangle from the top left of its page.
type Box struct {
	X, Y, Width, Height float32
}

func (b Box) right() float32  { return b.X + b.Width }
func (b Box) bottom() float32 { return b.Y + b.Height }

// Scale returns the box in other units.
func (b Box) Scale(factor float32) Box {
	return Box{b.X * factor, b.Y * factor, b.Width * factor, b.Height * factor}
}

// union returns the smallest box around both.
func (b Box) union(c Box) Box {
	x, y := min(b.X, c.X), min(b.Y, c.Y)
	return Box{x, y, max(b.right(), c.right()) - x, max(b.bottom(), c.bottom()) - y}
}

// Word is a word as it stands on a page.
type Word struct {
	Text string
	Box
	Confidence float32 // 0 to 100
}

// Rule is a ruling line as it is drawn on a page: a box that is as thin as the
// line, wider than high if it lies and higher than wide if it stands.
type Rule struct {
	Box
}

// Upright reports whether the line stands.
func (r Rule) Upright() bool { return r.Height > r.Width }

// Page is one page and its words, in any order.
type Page struct {
	Number        int // from 1
	Width, Height float32
	Words         []Word
	Rules         []Rule // of pages that were looked at as pictures, in the words' units
	Recognised    bool   // read from a picture: heights and places are not exact
}
