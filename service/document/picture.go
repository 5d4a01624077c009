package document

import (
	"bufio"
	"errors"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"io"
	"math"

	"assay/wire/pages"
)

var errNotPGM = errors.New("what was drawn is no picture")

// picture is a grey picture: what text is read from.
type picture struct {
	width, height int
	pixels        []byte // row by row; 0 is black
}

// decodePicture decodes an image that pages.Read has let through.
func decodePicture(file io.Reader, kind pages.Kind) (*picture, error) {
	decode := png.Decode
	if kind == pages.JPEG {
		decode = jpeg.Decode
	}
	decoded, err := decode(bufio.NewReader(file))
	if err != nil {
		return nil, badPicture(pages.BadPicture(kind, err))
	}
	return grey(decoded), nil
}

// grey turns an image into shades of grey, on white where it is transparent.
func grey(source image.Image) *picture {
	bounds := source.Bounds()
	p := &picture{width: bounds.Dx(), height: bounds.Dy()}
	p.pixels = make([]byte, p.width*p.height)
	for y := range p.height {
		row := p.pixels[y*p.width : (y+1)*p.width]
		switch m := source.(type) {
		case *image.Gray:
			copy(row, m.Pix[m.PixOffset(bounds.Min.X, bounds.Min.Y+y):])
		case *image.YCbCr:
			copy(row, m.Y[m.YOffset(bounds.Min.X, bounds.Min.Y+y):])
		case *image.RGBA:
			from := m.Pix[m.PixOffset(bounds.Min.X, bounds.Min.Y+y):]
			for x := range row {
				row[x] = onWhite(uint32(from[4*x])<<8, uint32(from[4*x+1])<<8, uint32(from[4*x+2])<<8, uint32(from[4*x+3])*0x101)
			}
		default:
			for x := range row {
				r, g, b, a := source.At(bounds.Min.X+x, bounds.Min.Y+y).RGBA()
				row[x] = onWhite(r, g, b, a)
			}
		}
	}
	return p
}

// onWhite is the shade of a colour, of 16 bits with its alpha multiplied in, on
// white.
func onWhite(r, g, b, a uint32) byte {
	paper := 0xffff - min(a, 0xffff)
	return color.GrayModel.Convert(color.RGBA64{
		R: uint16(min(r+paper, 0xffff)), G: uint16(min(g+paper, 0xffff)), B: uint16(min(b+paper, 0xffff)), A: 0xffff,
	}).(color.Gray).Y
}

// blank reports whether the picture is of one shade, or nearly: there is nothing
// to read.
func (p *picture) blank() bool {
	low, high := byte(255), byte(0)
	for _, shade := range p.pixels {
		if low, high = min(low, shade), max(high, shade); high-low >= 24 {
			return false
		}
	}
	return true
}

// turn returns the picture turned by a quarter clockwise.
func (p *picture) turn() *picture {
	out := &picture{width: p.height, height: p.width, pixels: make([]byte, len(p.pixels))}
	const strip = 32 // columns at a time, so that what is written stays close together
	for left := 0; left < p.width; left += strip {
		for y := range p.height {
			to := left*out.width + out.width - 1 - y
			for _, shade := range p.pixels[y*p.width+left : y*p.width+min(left+strip, p.width)] {
				out.pixels[to] = shade
				to += out.width
			}
		}
	}
	return out
}

// mirror returns the picture with left and right exchanged.
func (p *picture) mirror() *picture {
	out := &picture{width: p.width, height: p.height, pixels: make([]byte, len(p.pixels))}
	for y := range p.height {
		for x := range p.width {
			out.pixels[y*p.width+p.width-1-x] = p.pixels[y*p.width+x]
		}
	}
	return out
}

// orient returns the picture as EXIF's orientation says it is to be looked at.
func (p *picture) orient(orientation int) *picture {
	switch orientation {
	case 2:
		return p.mirror()
	case 3:
		return p.turn().turn()
	case 4:
		return p.mirror().turn().turn()
	case 5:
		return p.mirror().turn().turn().turn()
	case 6:
		return p.turn()
	case 7:
		return p.mirror().turn()
	case 8:
		return p.turn().turn().turn()
	}
	return p
}

// reduce returns the picture made smaller by a whole factor, of its width at the
// most, each pixel the mean of those it is made of.
func (p *picture) reduce(factor int) *picture {
	if factor == 1 {
		return p
	}
	out := &picture{width: max(1, p.width/factor), height: max(1, p.height/factor)}
	out.pixels = make([]byte, out.width*out.height)
	sums := make([]int, out.width)
	for y := range out.height {
		clear(sums)
		count := 0
		for _, from := range [...]int{y * factor, min(y*factor+factor/2, p.height-1)} { // two rows tell as much as all
			row := p.pixels[from*p.width : (from+1)*p.width]
			for x := range sums {
				for _, shade := range row[x*factor : (x+1)*factor] {
					sums[x] += int(shade)
				}
			}
			count += factor
		}
		for x, sum := range sums {
			out.pixels[y*out.width+x] = byte(sum / count)
		}
	}
	return out
}

// scale returns the picture scaled by a factor, with Catmull-Rom's cubic kernel:
// image/draw's has no quick way for grey.
func (p *picture) scale(factor float64) *picture {
	if factor == 1 {
		return p
	}
	width := max(1, int(math.Round(float64(p.width)*factor)))
	height := max(1, int(math.Round(float64(p.height)*factor)))
	across := weigh(p.width, width)
	narrow := make([]float32, width*p.height)
	for y := range p.height {
		row := p.pixels[y*p.width : (y+1)*p.width]
		for x := range across {
			sum := float32(0)
			for i, weight := range across[x].weights {
				sum += weight * float32(row[across[x].first+i])
			}
			narrow[y*width+x] = sum
		}
	}
	out := &picture{width: width, height: height, pixels: make([]byte, width*height)}
	sums := make([]float32, width)
	for y, part := range weigh(p.height, height) {
		clear(sums)
		for i, weight := range part.weights {
			row := narrow[(part.first+i)*width : (part.first+i+1)*width]
			for x := range sums {
				sums[x] += weight * row[x]
			}
		}
		for x, sum := range sums {
			out.pixels[y*width+x] = byte(min(255, max(0, sum+0.5)))
		}
	}
	return out
}

// part says of which pixels, and how much of each, one scaled pixel is made.
type part struct {
	first   int
	weights []float32
}

// weigh returns the parts of each of to pixels that are made of from pixels.
func weigh(from, to int) []part {
	step := float64(from) / float64(to)
	stretch := max(1, step)
	parts := make([]part, to)
	for i := range parts {
		center := (float64(i)+0.5)*step - 0.5
		first := max(0, int(math.Ceil(center-2*stretch)))
		last := min(from-1, int(math.Floor(center+2*stretch)))
		weights := make([]float32, last-first+1)
		sum := float32(0)
		for k := range weights {
			weights[k] = float32(cubic((float64(first+k) - center) / stretch))
			sum += weights[k]
		}
		for k := range weights {
			weights[k] /= sum
		}
		parts[i] = part{first, weights}
	}
	return parts
}

// cubic is Catmull-Rom's kernel.
func cubic(x float64) float64 {
	x = math.Abs(x)
	switch {
	case x < 1:
		return 1 + x*x*(1.5*x-2.5)
	case x < 2:
		return 2 + x*(-4+x*(2.5-0.5*x))
	}
	return 0
}
