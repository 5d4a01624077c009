package layout

import "slices"

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

	cell int // the number in its row of the cell that it is known to be of: by ruling lines, or by columns
}

// inCells returns the words with the number of lines that stand left of each at
// its height: words with different ones are not of the same cell.
func inCells(words []Word, lines []Box) []Word {
	if len(lines) == 0 {
		return words
	}
	words = slices.Clone(words)
	for i := range words {
		w := &words[i]
		x, y := w.X+w.Width/2, w.Y+w.Height/2
		for _, l := range lines {
			if l.Height > l.Width && l.X < x && l.Y <= y && y <= l.bottom() {
				w.cell++
			}
		}
	}
	return words
}

// Page is one page and its words, in any order.
type Page struct {
	Number        int // from 1
	Width, Height float32
	Words         []Word
	Lines         []Box // ruling lines that lie or stand; of a picture those that stand
	Recognised    bool  // read from a picture: heights and places are not exact

	Readings [][]Word // the words of each reading that Words is the best of; nil if there was only one
}
