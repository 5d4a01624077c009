package document

// Shaded areas are looked at in tiles, each by what is around it, in pixels.
const (
	tileSize   = 4
	tileReach  = 16  // across; half as far up and down
	tileStep   = 2   // of the pixels looked at
	paperShade = 225 // from which on the ground counts as paper
	evenShade  = 14  // by how much an even ground differs from itself
	evenPart   = 0.5 // of what is around a tile is of its ground
	inkShade   = 40  // by how much letters differ from their ground
	edgeRounds = 4   // tiles by which an area grows towards its edge

	letterTiles = 4 // the most within the stroke of a letter
)

// ground is what the letters of a tile stand on; the zero value is paper, or
// nothing even.
type ground struct {
	shade    int
	inverted bool // whether letters are lighter
}

// unshade returns the picture with areas of an even shade made as white as paper:
// bars and boxes with names in them, whose letters are not found else. Letters
// that are lighter than their ground become black.
func (p *picture) unshade() *picture {
	columns, rows := (p.width+tileSize-1)/tileSize, (p.height+tileSize-1)/tileSize
	if !p.anyShaded() {
		return p
	}
	grounds := make([]ground, columns*rows)
	for i := range grounds {
		grounds[i] = p.groundAround(i%columns*tileSize, i/columns*tileSize, evenPart)
	}
	for range edgeRounds {
		grounds = p.growGrounds(grounds, columns, rows)
	}
	for y := range rows {
		fillLetters(grounds, y*columns, 1, columns)
	}
	for x := range columns {
		fillLetters(grounds, x, columns, rows)
	}
	out := &picture{width: p.width, height: p.height, pixels: append([]byte(nil), p.pixels...)}
	for y := range p.height {
		row := out.pixels[y*p.width : (y+1)*p.width]
		for x := range row {
			if g := grounds[y/tileSize*columns+x/tileSize]; g.shade > 0 {
				row[x] = g.onPaper(int(row[x]))
			}
		}
	}
	return out
}

// anyShaded reports whether there may be an area of an even shade, by a part of
// the tiles. Of those that it leaves out, each is nearly the same as one beside it.
func (p *picture) anyShaded() bool {
	const step = 2 * tileSize
	for y := 0; y < p.height; y += step {
		for x := 0; x < p.width; x += step {
			if p.groundAround(x, y, 2*evenPart/3).shade > 0 {
				return true
			}
		}
	}
	return false
}

// onPaper is what a shade on the ground would be on paper.
func (g ground) onPaper(shade int) byte {
	if !g.inverted {
		return byte(min(255, shade*255/g.shade))
	}
	if shade <= g.shade+evenShade {
		return 255
	}
	return byte(255 - (shade-g.shade)*255/(255-g.shade))
}

// groundAround finds the ground of the tile at a place, of which more than a part
// of what is around the tile must be.
func (p *picture) groundAround(left, top int, part float64) ground {
	x0, x1 := max(0, left-tileReach), min(p.width, left+tileSize+tileReach)
	y0, y1 := max(0, top-tileReach/2), min(p.height, top+tileSize+tileReach/2)
	if p.isPaper(x0, y0, x1, y1) {
		return ground{}
	}
	var counts [256]uint16
	total := 0
	for y := y0; y < y1; y += tileStep {
		for x := x0; x < x1; x += tileStep {
			counts[p.pixels[y*p.width+x]]++
			total++
		}
	}
	shade := 0
	for s, count := range counts {
		if count > counts[shade] {
			shade = s
		}
	}
	if shade >= paperShade || shade < inkShade {
		return ground{}
	}
	even, darker, lighter := 0, 0, 0
	for s, count := range counts {
		switch count := int(count); {
		case s < shade-inkShade:
			darker += count
		case s > shade+inkShade:
			lighter += count
		case s >= shade-evenShade && s <= shade+evenShade:
			even += count
		}
	}
	if float64(even) <= part*float64(total) {
		return ground{}
	}
	return ground{shade, lighter > darker}
}

// isPaper reports whether an area looks white by a few of its pixels, which is
// quick to tell of most of a page.
func (p *picture) isPaper(x0, y0, x1, y1 int) bool {
	for _, y := range [...]int{y0, (3*y0 + y1) / 4, (y0 + y1) / 2, (y0 + 3*y1) / 4, y1 - 1} {
		for _, x := range [...]int{x0, (3*x0 + x1) / 4, (x0 + x1) / 2, (x0 + 3*x1) / 4, x1 - 1} {
			if p.pixels[y*p.width+x] < paperShade+evenShade {
				return false
			}
		}
	}
	return true
}

// growGrounds extends areas by those tiles beside them that are of the same shade
// for the most part.
func (p *picture) growGrounds(grounds []ground, columns, rows int) []ground {
	grown := append([]ground(nil), grounds...)
	for i, g := range grounds {
		if g.shade > 0 {
			continue
		}
		x, y := i%columns, i/columns
		var beside [4]ground // left, right, above, below
		for k, step := range [...][2]int{{-1, 0}, {1, 0}, {0, -1}, {0, 1}} {
			if nx, ny := x+step[0], y+step[1]; nx >= 0 && ny >= 0 && nx < columns && ny < rows {
				beside[k] = grounds[ny*columns+nx]
			}
		}
		for _, b := range beside {
			if b.shade > 0 && p.mostly(x*tileSize, y*tileSize, b.shade) {
				grown[i] = b
				break
			}
		}
	}
	return grown
}

// fillLetters gives the few tiles between two of one ground, in a row or column
// of tiles, that ground too: they are within letters.
func fillLetters(grounds []ground, first, step, count int) {
	last := -1 // the last tile with a ground
	for n := range count {
		g := grounds[first+n*step]
		if g.shade == 0 {
			continue
		}
		if last >= 0 && n-last-1 <= letterTiles && grounds[first+last*step] == g {
			for k := last + 1; k < n; k++ {
				grounds[first+k*step] = g
			}
		}
		last = n
	}
}

// mostly reports whether at least half of the tile at a place is of a shade.
func (p *picture) mostly(left, top, shade int) bool {
	even, total := 0, 0
	for y := top; y < min(top+tileSize, p.height); y++ {
		for x := left; x < min(left+tileSize, p.width); x++ {
			if s := int(p.pixels[y*p.width+x]); s >= shade-evenShade && s <= shade+evenShade {
				even++
			}
			total++
		}
	}
	return 2*even >= total
}

// whitePaper is the shade of what was drawn rather than scanned.
const whitePaper = 250

// darken returns the picture with what is not quite white darker if most of it is
// perfectly white, as in what was drawn: letters in light colours would be lost
// beside black ones.
func (p *picture) darken() *picture {
	white := 0
	for _, shade := range p.pixels {
		if shade >= whitePaper {
			white++
		}
	}
	if 2*white < len(p.pixels) {
		return p
	}
	var curve [256]byte
	for s := range curve {
		curve[s] = byte(s * s / 255 * s / 255)
	}
	out := &picture{width: p.width, height: p.height, pixels: make([]byte, len(p.pixels))}
	for i, shade := range p.pixels {
		out.pixels[i] = curve[shade]
	}
	return out
}
