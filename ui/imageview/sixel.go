package imageview

import (
	"bytes"
	"image"
	"strconv"
	"strings"
)

// The palette of sixels: a cube with so many steps of red, green and blue, which
// leaves some of the 256 registers that terminals have.
const (
	redSteps, greenSteps, blueSteps = 6, 7, 6
	paletteSize                     = redSteps * greenSteps * blueSteps
	bandHeight                      = 6 // pixels that one sixel stands for
)

// sixel draws each row of cells as an image of its own: a row is then sent anew
// only when it changed, as any line is.
func (r *Renderer) sixel(picture image.Image, columns, rows int) []string {
	cell := r.cell()
	width := columns * cell.X
	pixels := scaled(picture, width, rows*cell.Y)
	indexed := index(pixels)
	enc := sixelEncoder{width: width}
	for i := range enc.bits {
		enc.bits[i] = make([]byte, width)
	}
	lines := make([]string, rows)
	for row := range lines {
		lines[row] = placed(enc.encode(indexed[row*cell.Y*width:(row+1)*cell.Y*width], cell.Y), columns)
	}
	return lines
}

// index returns the numbers in the palette of all pixels, dithered.
func index(p *image.RGBA) []uint8 {
	width, height := p.Bounds().Dx(), p.Bounds().Dy()
	out := make([]uint8, width*height)
	step := func(v uint8, steps, threshold int) int {
		// threshold is 0 to 15 sixteenths of the method to the next step
		return (int(v)*(steps-1)*16 + threshold*255) / (255 * 16)
	}
	for y := range height {
		row := p.Pix[y*p.Stride:]
		for x := range width {
			threshold := int(bayer[y&3][x&3])
			r := step(row[4*x], redSteps, threshold)
			g := step(row[4*x+1], greenSteps, threshold)
			b := step(row[4*x+2], blueSteps, threshold)
			out[y*width+x] = uint8((r*greenSteps+g)*blueSteps + b)
		}
	}
	return out
}

type sixelEncoder struct {
	width int
	bits  [paletteSize][]byte // the sixels of each colour in the band
	used  [paletteSize]bool   // in the band
	known [paletteSize]bool   // in the image
	b     strings.Builder
}

// encode returns the pixels, height rows of them, as a sixel image.
func (e *sixelEncoder) encode(pixels []uint8, height int) string {
	e.b.Reset()
	clear(e.known[:])
	e.b.WriteString("\x1bP0;1;0q\"1;1;")
	e.number(e.width)
	e.b.WriteByte(';')
	e.number(height)
	for top := 0; top < height; top += bandHeight {
		if top > 0 {
			e.b.WriteByte('-')
		}
		e.band(pixels[top*e.width : min(top+bandHeight, height)*e.width])
	}
	e.b.WriteString("\x1b\\")
	return e.b.String()
}

func (e *sixelEncoder) number(n int) { e.b.WriteString(strconv.Itoa(n)) }

// band writes up to six rows of pixels, colour after colour.
func (e *sixelEncoder) band(pixels []uint8) {
	for i, c := range pixels {
		if !e.used[c] {
			e.used[c] = true
			clear(e.bits[c])
		}
		e.bits[c][i%e.width] |= 1 << (i / e.width)
	}
	first := true
	for c := range paletteSize {
		if !e.used[c] {
			continue
		}
		e.used[c] = false
		if !first {
			e.b.WriteByte('$')
		}
		first = false
		e.b.WriteByte('#')
		e.number(c)
		if !e.known[c] {
			e.known[c] = true
			e.define(c)
		}
		e.run(e.bits[c])
	}
}

// define writes the parts of a colour in per cent.
func (e *sixelEncoder) define(c int) {
	e.b.WriteString(";2;")
	e.number(c / blueSteps / greenSteps * 100 / (redSteps - 1))
	e.b.WriteByte(';')
	e.number(c / blueSteps % greenSteps * 100 / (greenSteps - 1))
	e.b.WriteByte(';')
	e.number(c % blueSteps * 100 / (blueSteps - 1))
}

// run writes the sixels of one colour, repeated ones by their number. Those at the
// end without a pixel are left out.
func (e *sixelEncoder) run(bits []byte) {
	bits = bytes.TrimRight(bits, "\x00")
	for i := 0; i < len(bits); {
		n := 1
		for i+n < len(bits) && bits[i+n] == bits[i] {
			n++
		}
		if n > 3 {
			e.b.WriteByte('!')
			e.number(n)
			e.b.WriteByte('?' + bits[i])
		} else {
			for range n {
				e.b.WriteByte('?' + bits[i])
			}
		}
		i += n
	}
}
