package document

import "math"

// How the slant of lines of text is looked for.
const (
	maxSlant   = 0.18 // of a line's height by its length: about 10 degrees
	slantStep  = 0.004
	fineStep   = 0.001
	leastSlant = 0.006 // less than a third of a degree is read as well as none
	skewWidth  = 700   // pixels of the picture that is looked at
	slantGain  = 1.08  // by how much rows must be clearer when straightened
)

// straighten returns the picture turned so that its lines of text lie.
func (p *picture) straighten() *picture {
	slant := p.slant()
	if math.Abs(slant) < leastSlant {
		return p
	}
	return p.rotate(math.Atan(slant))
}

// slant finds the slant at which the rows of a picture are the most different from
// each other, lines and the gaps between them: by how much lines fall to the right.
// It is 0 if no slant makes them clearer.
func (p *picture) slant() float64 {
	small := p.reduce(max(1, int(math.Round(float64(p.width)/skewWidth))))
	// Where the ink begins and ends, of which an even shade has none.
	type edge struct{ x, y int }
	var edges []edge
	for y := 1; y < small.height; y++ {
		for x := range small.width {
			if int(small.pixels[(y-1)*small.width+x])-int(small.pixels[y*small.width+x]) > inkShade {
				edges = append(edges, edge{x, y})
			}
		}
	}
	if len(edges) < 100 {
		return 0
	}
	offset := int(maxSlant*float64(small.width)) + 1
	sums := make([]int, small.height+2*offset)
	clearness := func(slant float64) float64 {
		clear(sums)
		for _, e := range edges {
			sums[e.y+offset-int(math.Round(float64(e.x)*slant))]++
		}
		total := 0.0
		for _, n := range sums {
			total += float64(n) * float64(n)
		}
		return total
	}
	best, most := 0.0, clearness(0)
	level := most
	for slant := -maxSlant; slant <= maxSlant; slant += slantStep {
		if c := clearness(slant); c > most {
			best, most = slant, c
		}
	}
	for slant, last := best-slantStep, min(maxSlant, best+slantStep); slant <= last; slant += fineStep {
		if c := clearness(max(-maxSlant, slant)); c > most {
			best, most = max(-maxSlant, slant), c
		}
	}
	if most < slantGain*level {
		return 0
	}
	return best
}

// rotate returns the picture turned against the clock, by an angle in radians, on
// as much white as it then takes.
func (p *picture) rotate(angle float64) *picture {
	sin, cos := math.Sincos(angle)
	width, height := float64(p.width), float64(p.height)
	out := &picture{
		width:  int(math.Ceil(width*cos + height*math.Abs(sin))),
		height: int(math.Ceil(height*cos + width*math.Abs(sin))),
	}
	out.pixels = make([]byte, out.width*out.height)
	for y := range out.height {
		row := out.pixels[y*out.width : (y+1)*out.width]
		dy := float64(y) - float64(out.height-1)/2
		for x := range row {
			dx := float64(x) - float64(out.width-1)/2
			row[x] = p.at((width-1)/2+dx*cos-dy*sin, (height-1)/2+dx*sin+dy*cos)
		}
	}
	return out
}

// at is the shade between pixels; outside the picture it is white.
func (p *picture) at(x, y float64) byte {
	left, top := int(math.Floor(x)), int(math.Floor(y))
	shareX, shareY := x-float64(left), y-float64(top)
	shade := func(x, y int) float64 {
		if x < 0 || y < 0 || x >= p.width || y >= p.height {
			return 255
		}
		return float64(p.pixels[y*p.width+x])
	}
	return byte((shade(left, top)*(1-shareX)+shade(left+1, top)*shareX)*(1-shareY) +
		(shade(left, top+1)*(1-shareX)+shade(left+1, top+1)*shareX)*shareY + 0.5)
}
