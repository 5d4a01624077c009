package document

// How the light of a photograph is evened out.
const (
	lightTile = 32  // pixels; the light of one is that of those around it too
	lightStep = 2   // of the pixels looked at
	paperPart = 5   // the paper is at least a fifth of what is around a tile
	darkest   = 60  // what is less light is no paper
	flatPaper = 245 // the shade that paper becomes
)

// flatten returns the picture as if it had been lit evenly: each pixel as light as
// it is beside the paper around it.
func (p *picture) flatten() *picture {
	columns, rows := (p.width+lightTile-1)/lightTile, (p.height+lightTile-1)/lightTile
	light := make([]float32, columns*rows)
	for i := range light {
		light[i] = p.lightAround(i%columns*lightTile, i/columns*lightTile)
	}
	across := between(p.width, columns)
	out := &picture{width: p.width, height: p.height, pixels: make([]byte, len(p.pixels))}
	for y, down := range between(p.height, rows) {
		upper, lower := light[down.first*columns:][:columns], light[down.second*columns:][:columns]
		for x := range p.width {
			at := across[x]
			paper := (upper[at.first]*(1-at.share)+upper[at.second]*at.share)*(1-down.share) +
				(lower[at.first]*(1-at.share)+lower[at.second]*at.share)*down.share
			out.pixels[y*p.width+x] = byte(min(255, float32(p.pixels[y*p.width+x])*flatPaper/paper))
		}
	}
	return out
}

// lightAround is the shade of the paper around the tile at a place.
func (p *picture) lightAround(left, top int) float32 {
	var counts [256]int
	total := 0
	for y := max(0, top-lightTile); y < min(p.height, top+2*lightTile); y += lightStep {
		for x := max(0, left-lightTile); x < min(p.width, left+2*lightTile); x += lightStep {
			counts[p.pixels[y*p.width+x]]++
			total++
		}
	}
	shade := 255
	for lighter := 0; shade > darkest; shade-- {
		if lighter += counts[shade]; lighter*paperPart >= total {
			break
		}
	}
	return float32(shade)
}

// blend says of which two tiles a pixel has its light, and how much of the second.
type blend struct {
	first, second int
	share         float32
}

// between returns the blend of each pixel along a side.
func between(pixels, tiles int) []blend {
	blends := make([]blend, pixels)
	for i := range blends {
		at := max(0, (float32(i)+0.5)/lightTile-0.5)
		first := min(int(at), tiles-1)
		blends[i] = blend{first, min(first+1, tiles-1), at - float32(first)}
	}
	return blends
}
