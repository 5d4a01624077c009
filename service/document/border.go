package document

// What is beside the paper, in tiles.
const (
	borderTile  = 8   // pixels
	borderShade = 110 // a tile is dark if its mean is below
)

// withoutBorder returns the picture with the dark around the paper made white:
// what a scanner sees beside a receipt is taken for letters otherwise. Only solid
// dark that reaches the edge goes.
func (p *picture) withoutBorder() *picture {
	columns, rows := (p.width+borderTile-1)/borderTile, (p.height+borderTile-1)/borderTile
	var reached []int // tiles
	border := make([]bool, columns*rows)
	reach := func(column, row int) {
		if column < 0 || row < 0 || column >= columns || row >= rows || border[row*columns+column] || !p.dark(column, row) {
			return
		}
		border[row*columns+column] = true
		reached = append(reached, row*columns+column)
	}
	for row := range rows {
		reach(0, row)
		reach(columns-1, row)
	}
	for column := range columns {
		reach(column, 0)
		reach(column, rows-1)
	}
	for next := 0; next < len(reached); next++ {
		column, row := reached[next]%columns, reached[next]/columns
		reach(column-1, row)
		reach(column+1, row)
		reach(column, row-1)
		reach(column, row+1)
	}
	if len(reached) == 0 || 2*len(reached) > len(border) {
		return p // nothing, or light letters on a dark ground
	}
	out := &picture{width: p.width, height: p.height, pixels: append([]byte(nil), p.pixels...)}
	for _, tile := range reached {
		// Its edge is only partly in the tiles around.
		left, top := (tile%columns-1)*borderTile, (tile/columns-1)*borderTile
		for y := max(0, top); y < min(p.height, top+3*borderTile); y++ {
			row := out.pixels[y*p.width : (y+1)*p.width]
			for x := max(0, left); x < min(p.width, left+3*borderTile); x++ {
				row[x] = 255
			}
		}
	}
	return out
}

// dark reports whether a tile is solid dark.
func (p *picture) dark(column, row int) bool {
	sum, count := 0, 0
	for y := row * borderTile; y < min(p.height, (row+1)*borderTile); y++ {
		for x := column * borderTile; x < min(p.width, (column+1)*borderTile); x++ {
			sum += int(p.pixels[y*p.width+x])
			count++
		}
	}
	return sum < borderShade*count
}
