package imageview

import (
	"image"
	"math"
	"strconv"
	"sync"

	"github.com/muesli/termenv"

	"assay/themes"
)

// ink is a colour of the terminal: 0xRRGGBB, or the number of one of its own.
type ink int32

const noColor ink = -1

// blocks draws the upper and the lower half of each cell in a colour of its own.
// Without Unicode a cell has one colour.
func (r *Renderer) blocks(picture image.Image, columns, rows int) []string {
	perCell := 2
	if r.screen.ASCII {
		perCell = 1
	}
	pixels := scaled(picture, columns, rows*perCell)
	toColor := colorsOf(r.screen.Profile)
	lines := make([]string, rows)
	var b []byte
	for row := range lines {
		b = b[:0]
		foreground, background := noColor, noColor
		for column := range columns {
			upper := toColor(pixels, column, row*perCell)
			lower := toColor(pixels, column, row*perCell+perCell-1)
			if lower != background {
				b = appendColor(b, r.screen.Profile, lower, true)
				background = lower
			}
			if upper == lower {
				b = append(b, ' ')
				continue
			}
			if upper != foreground {
				b = appendColor(b, r.screen.Profile, upper, false)
				foreground = upper
			}
			b = append(b, "▀"...)
		}
		lines[row] = string(append(b, themes.Off()...))
	}
	return lines
}

func appendColor(b []byte, profile termenv.Profile, c ink, background bool) []byte {
	base := int64(38)
	if background {
		base = 48
	}
	b = append(b, "\x1b["...)
	switch profile {
	case termenv.TrueColor:
		b = strconv.AppendInt(b, base, 10)
		for i, shift := range [...]int{16, 8, 0} {
			if i == 0 {
				b = append(b, ";2"...)
			}
			b = append(b, ';')
			b = strconv.AppendInt(b, int64(c>>shift&0xff), 10)
		}
	case termenv.ANSI256:
		b = strconv.AppendInt(b, base, 10)
		b = append(b, ";5;"...)
		b = strconv.AppendInt(b, int64(c), 10)
	default:
		if base -= 8; c > 7 { // bright ones are 60 above
			base += 60 - 8
		}
		b = strconv.AppendInt(b, base+int64(c), 10)
	}
	return append(b, 'm')
}

// colorsOf returns how the pixels of a picture become colours of the terminal.
func colorsOf(profile termenv.Profile) func(p *image.RGBA, x, y int) ink {
	switch profile {
	case termenv.TrueColor:
		return func(p *image.RGBA, x, y int) ink {
			i := p.PixOffset(x, y)
			return ink(p.Pix[i])<<16 | ink(p.Pix[i+1])<<8 | ink(p.Pix[i+2])
		}
	case termenv.ANSI256:
		return func(p *image.RGBA, x, y int) ink {
			i := p.PixOffset(x, y)
			return nearest256(p.Pix[i], p.Pix[i+1], p.Pix[i+2])
		}
	}
	table := nearest16()
	return func(p *image.RGBA, x, y int) ink {
		i := p.PixOffset(x, y)
		offset := (int(bayer[y&3][x&3]) - 8) * 5 // dithered: sixteen colours alone show nothing of a photograph
		at := 0
		for _, part := range p.Pix[i : i+3] {
			at = at<<4 | min(max(int(part)+offset, 0), 255)>>4
		}
		return ink(table[at])
	}
}

// bayer is the threshold map of ordered dithering, 0 to 15.
var bayer = [4][4]uint8{{0, 8, 2, 10}, {12, 4, 14, 6}, {3, 11, 1, 9}, {15, 7, 13, 5}}

// nearest256 returns the nearest of the colour cube and the greys of xterm's 256
// colours.
func nearest256(r, g, b uint8) ink {
	level := func(v uint8) int {
		if v < 48 {
			return 0
		}
		if v < 115 {
			return 1
		}
		return (int(v) - 35) / 40
	}
	value := func(level int) int {
		if level == 0 {
			return 0
		}
		return 55 + 40*level
	}
	lr, lg, lb := level(r), level(g), level(b)
	cube := distance(int(r), int(g), int(b), value(lr), value(lg), value(lb))
	average := (int(r) + int(g) + int(b)) / 3
	step := min(max((average-3)/10, 0), 23)
	grey := 8 + 10*step
	if distance(int(r), int(g), int(b), grey, grey, grey) < cube {
		return ink(232 + step)
	}
	return ink(16 + 36*lr + 6*lg + lb)
}

// distance is the square of how far apart two colours look.
func distance(r1, g1, b1, r2, g2, b2 int) int {
	r, g, b := r1-r2, g1-g2, b1-b2
	return 3*r*r + 6*g*g + b*b
}

// ansi16 is what the sixteen colours look like in most terminals.
var ansi16 = [16][3]int{
	{0, 0, 0}, {205, 0, 0}, {0, 205, 0}, {205, 205, 0}, {0, 0, 238}, {205, 0, 205}, {0, 205, 205}, {229, 229, 229},
	{127, 127, 127}, {255, 0, 0}, {0, 255, 0}, {255, 255, 0}, {92, 92, 255}, {255, 0, 255}, {0, 255, 255}, {255, 255, 255},
}

// nearest16 is the nearest of the sixteen colours for every colour of four bits a
// part.
var nearest16 = sync.OnceValue(func() *[4096]uint8 {
	var table [4096]uint8
	for i := range table {
		r, g, b := i>>8*17, i>>4&15*17, i&15*17
		best := math.MaxInt
		for n, c := range ansi16 {
			if d := distance(r, g, b, c[0], c[1], c[2]); d < best {
				best, table[i] = d, uint8(n)
			}
		}
	}
	return &table
})
