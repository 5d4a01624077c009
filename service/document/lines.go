package document

import (
	"slices"

	"assay/service/document/layout"
)

// What counts as a ruling line, in pixels of a picture that is scaled to be read.
const (
	ruleInk       = 150 // shade from which down a pixel is part of a line
	rulePiece     = 24  // the shortest piece of a line in one row: a slanting line steps from row to row
	ruleGap       = 3   // white pixels within a line
	ruleLength    = 90  // the shortest line; strokes of letters are shorter
	ruleThickness = 12  // the thickest; more is a bar
	maxRules      = 2_000
)

// standingLines finds the ruling lines of a picture that stand: long thin runs of
// ink, by which cells are parted.
func (p *picture) standingLines() []layout.Box {
	found := p.turn().lyingLines()
	for i, turned := range found {
		// Turned clockwise, what was at (x, y) is at (height - y, x).
		found[i] = layout.Box{
			X: turned.Y, Y: float32(p.height) - turned.X - turned.Width, Width: turned.Height, Height: turned.Width,
		}
	}
	return found
}

// stroke is a line that is being followed down the rows of a picture.
type stroke struct {
	left, right, top, bottom int // right and bottom are outside
	area                     int
	end                      [2]int // the part of it in the last row
}

// lyingLines finds the ruling lines that lie.
func (p *picture) lyingLines() []layout.Box {
	var open []*stroke
	var found []layout.Box
	keep := func(s *stroke) {
		width, height := s.right-s.left, s.bottom-s.top
		// A slanting line is higher than it is thick.
		thickness := s.area / max(1, width)
		if width < ruleLength || thickness > ruleThickness || height > ruleThickness+width/20 || len(found) >= maxRules {
			return
		}
		thickness = max(1, thickness)
		middle := float32(s.top+s.bottom) / 2
		found = append(found, layout.Box{
			X: float32(s.left), Y: middle - float32(thickness)/2, Width: float32(width), Height: float32(thickness),
		})
	}
	for y := range p.height {
		pieces := pieces(p.pixels[y*p.width : (y+1)*p.width])
		still := open[:0:0]
		for _, piece := range pieces {
			var of *stroke
			for _, s := range open {
				if s.bottom >= y && piece[0] <= s.end[1]+ruleGap && piece[1] >= s.end[0]-ruleGap {
					of = s
					break
				}
			}
			if of == nil {
				of = &stroke{left: piece[0], right: piece[1], top: y, end: piece}
			}
			if of.bottom != y+1 {
				of.end, of.bottom = piece, y+1
			} else {
				of.end = [2]int{min(of.end[0], piece[0]), max(of.end[1], piece[1])}
			}
			of.left, of.right = min(of.left, piece[0]), max(of.right, piece[1])
			of.area += piece[1] - piece[0]
			if !slices.Contains(still, of) {
				still = append(still, of)
			}
		}
		for _, s := range open {
			if s.bottom <= y {
				keep(s)
			}
		}
		open = still
	}
	for _, s := range open {
		keep(s)
	}
	return found
}

// pieces returns the runs of ink in a row that are long enough for a line, from
// left to right.
func pieces(row []byte) [][2]int {
	var found [][2]int
	for x := 0; x < len(row); x++ {
		if row[x] > ruleInk {
			continue
		}
		start, end := x, x+1
		for x++; x < len(row) && x <= end+ruleGap; x++ {
			if row[x] <= ruleInk {
				end = x + 1
			}
		}
		if end-start >= rulePiece {
			found = append(found, [2]int{start, end})
		}
	}
	return found
}
