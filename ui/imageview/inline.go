package imageview

import (
	"bytes"
	"compress/zlib"
	"encoding/base64"
	"fmt"
	"image"
	"image/jpeg"
	"strings"

	"github.com/charmbracelet/x/ansi/kitty"

	"assay/themes"
)

// quality is that of the JPEGs sent to terminals that take them.
const quality = 80

// iterm draws each row of cells as an inline image of its own, as sixel does.
func (r *Renderer) iterm(picture image.Image, columns, rows int) []string {
	cell := r.cell()
	pixels := scaled(picture, columns*cell.X, rows*cell.Y)
	lines := make([]string, rows)
	var b bytes.Buffer
	for row := range lines {
		b.Reset()
		strip := pixels.SubImage(image.Rect(0, row*cell.Y, columns*cell.X, (row+1)*cell.Y))
		if jpeg.Encode(&b, strip, &jpeg.Options{Quality: quality}) != nil { // larger than a JPEG can be
			return nil
		}
		lines[row] = placed(fmt.Sprintf("\x1b]1337;File=inline=1;size=%d;width=%d;height=1;preserveAspectRatio=0:%s\a",
			b.Len(), columns, base64.StdEncoding.EncodeToString(b.Bytes())), columns)
	}
	return lines
}

// maxKittyRows is how many rows placeholders can number.
const maxKittyRows = 297

// kitty sends the picture ahead of its first line and fills its place with
// characters that stand for its parts. Two image numbers are taken in turn, so that
// a picture is replaced by a change of text.
func (r *Renderer) kitty(picture image.Image, columns, rows int) []string {
	rows = min(rows, maxKittyRows)
	cell := r.cell()
	pixels := scaled(picture, columns*cell.X, rows*cell.Y)
	r.turn ^= 1
	id := r.id + r.turn
	lines := make([]string, rows)
	var b strings.Builder
	transmit(&b, id, pixels, columns, rows)
	for row := range lines {
		fmt.Fprintf(&b, "\x1b[38;2;%d;%d;%dm%c%c%c", id>>16&0xff, id>>8&0xff, id&0xff, kitty.Placeholder, kitty.Diacritic(row), kitty.Diacritic(0))
		for range columns - 1 { // each the next column of the same row
			b.WriteRune(kitty.Placeholder)
		}
		b.WriteString(themes.Off())
		lines[row] = b.String()
		b.Reset()
	}
	return lines
}

// transmit sends the picture in chunks and gives it its size in cells.
func transmit(b *strings.Builder, id uint32, p *image.RGBA, columns, rows int) {
	var packed bytes.Buffer
	w, err := zlib.NewWriterLevel(&packed, zlib.BestSpeed)
	if err != nil {
		panic(err) // the level is a constant
	}
	width, height := p.Bounds().Dx(), p.Bounds().Dy()
	rgb := make([]byte, 0, width*3)
	for y := range height {
		rgb = rgb[:0]
		for row := p.Pix[y*p.Stride : y*p.Stride+4*width]; len(row) > 0; row = row[4:] {
			rgb = append(rgb, row[:3]...)
		}
		_, _ = w.Write(rgb) // into memory
	}
	_ = w.Close()
	data := base64.StdEncoding.EncodeToString(packed.Bytes())
	fmt.Fprintf(b, "\x1b_Ga=T,U=1,q=2,f=24,o=z,i=%d,s=%d,v=%d,c=%d,r=%d,", id, width, height, columns, rows)
	for {
		chunk := data[:min(len(data), kitty.MaxChunkSize)]
		data = data[len(chunk):]
		more := 0
		if len(data) > 0 {
			more = 1
		}
		fmt.Fprintf(b, "m=%d;%s\x1b\\", more, chunk)
		if more == 0 {
			return
		}
		b.WriteString("\x1b_Gq=2,")
	}
}
