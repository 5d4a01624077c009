// Package documenttest makes small documents for tests: PDFs with a text layer or
// with pictures, and pictures of text.
package documenttest

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"
	"image/png"
	"strings"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
)

// Text is a piece of text and where its base line begins, from the top left.
type Text struct {
	X, Y, Size float64
	Text       string
}

// The size of PDF makes pages of, in points: A4.
const (
	Width  = 595
	Height = 842
)

// PDF makes a PDF with a page of each list of texts. It panics on text that is
// not of Latin-1 or the sign of the euro.
func PDF(pages ...[]Text) []byte {
	var w writer
	w.begin(len(pages))
	for _, texts := range pages {
		w.page(fmt.Sprintf("[0 0 %d %d]", Width, Height), lettering(texts), "/Font << /F1 3 0 R >>")
	}
	return w.end()
}

// lettering is a page's content that draws texts.
func lettering(texts []Text) string {
	var b strings.Builder
	for _, t := range texts {
		fmt.Fprintf(&b, "BT /F1 %g Tf %g %g Td (%s) Tj ET\n", t.Size, t.X, Height-t.Y, escape(t.Text))
	}
	return b.String()
}

// Boxed makes a PDF of one empty page with a MediaBox, such as "[0 0 595 842]".
func Boxed(mediaBox string) []byte {
	var w writer
	w.begin(1)
	w.page(mediaBox, "", "")
	return w.end()
}

// Scan makes a PDF with a page of each picture, without a text layer.
func Scan(pictures ...image.Image) []byte {
	return overlaid("", pictures)
}

// Stamped makes a PDF of one page, a picture with texts over it.
func Stamped(m image.Image, texts ...Text) []byte {
	return overlaid(lettering(texts), []image.Image{m})
}

// overlaid makes a page of each picture, over which something is drawn.
func overlaid(drawing string, pictures []image.Image) []byte {
	var w writer
	w.begin(len(pictures))
	for _, m := range pictures {
		var data bytes.Buffer
		if err := jpeg.Encode(&data, m, nil); err != nil {
			panic(err)
		}
		size := m.Bounds().Size()
		id := w.object(fmt.Sprintf("<< /Type /XObject /Subtype /Image /Width %d /Height %d /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /DCTDecode /Length %d >>\nstream\n%s\nendstream",
			size.X, size.Y, data.Len(), data.String()))
		w.page(fmt.Sprintf("[0 0 %d %d]", Width, Height), fmt.Sprintf("q %d 0 0 %d 0 0 cm /I Do Q\n%s", Width, Height, drawing), fmt.Sprintf("/XObject << /I %d 0 R >> /Font << /F1 3 0 R >>", id))
	}
	return w.end()
}

// Picture draws texts in black on white.
func Picture(width, height int, texts ...Text) *image.Gray {
	m := image.NewGray(image.Rect(0, 0, width, height))
	draw.Draw(m, m.Bounds(), image.White, image.Point{}, draw.Src)
	Draw(m, color.Black, texts...)
	return m
}

// Draw draws texts on a picture in a colour.
func Draw(m draw.Image, ink color.Color, texts ...Text) {
	parsed, err := opentype.Parse(goregular.TTF)
	if err != nil {
		panic(err)
	}
	for _, t := range texts {
		face, err := opentype.NewFace(parsed, &opentype.FaceOptions{Size: t.Size, DPI: 72})
		if err != nil {
			panic(err)
		}
		d := font.Drawer{Dst: m, Src: image.NewUniform(ink), Face: face, Dot: fixed.P(int(t.X), int(t.Y))}
		d.DrawString(t.Text)
	}
}

// PNG encodes a picture.
func PNG(m image.Image) []byte {
	var b bytes.Buffer
	if err := png.Encode(&b, m); err != nil {
		panic(err)
	}
	return b.Bytes()
}

// JPEG encodes a picture, with EXIF that says it is to be turned, as a camera
// does, if orientation is not 0.
func JPEG(m image.Image, orientation byte) []byte {
	var b bytes.Buffer
	if err := jpeg.Encode(&b, m, &jpeg.Options{Quality: 90}); err != nil {
		panic(err)
	}
	if orientation == 0 {
		return b.Bytes()
	}
	exif := "Exif\x00\x00MM\x00*\x00\x00\x00\x08\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01\x00" + string(rune(orientation)) + "\x00\x00\x00\x00\x00\x00"
	segment := append([]byte{0xff, 0xd8, 0xff, 0xe1, 0, byte(len(exif) + 2)}, exif...)
	return append(segment, b.Bytes()[2:]...)
}

// writer writes a PDF's objects.
type writer struct {
	b       bytes.Buffer
	offsets []int
	kids    []string
	count   int
}

// begin writes the catalog, the pages and the font, which are objects 1 to 3.
func (w *writer) begin(pages int) {
	w.count = pages
	w.b.WriteString("%PDF-1.4\n")
	w.object("<< /Type /Catalog /Pages 2 0 R >>")
	w.offsets = append(w.offsets, 0) // the pages are written last
	w.object("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>")
}

func (w *writer) object(body string) int {
	id := len(w.offsets) + 1
	w.offsets = append(w.offsets, w.b.Len())
	fmt.Fprintf(&w.b, "%d 0 obj\n%s\nendobj\n", id, body)
	return id
}

func (w *writer) page(mediaBox, drawing, resources string) {
	id := w.object(fmt.Sprintf("<< /Length %d >>\nstream\n%s\nendstream", len(drawing), drawing))
	id = w.object(fmt.Sprintf("<< /Type /Page /Parent 2 0 R /MediaBox %s /Contents %d 0 R /Resources << %s >> >>", mediaBox, id, resources))
	w.kids = append(w.kids, fmt.Sprintf("%d 0 R", id))
}

func (w *writer) end() []byte {
	w.offsets[1] = w.b.Len()
	fmt.Fprintf(&w.b, "2 0 obj\n<< /Type /Pages /Count %d /Kids [%s] >>\nendobj\n", w.count, strings.Join(w.kids, " "))
	start := w.b.Len()
	fmt.Fprintf(&w.b, "xref\n0 %d\n0000000000 65535 f \n", len(w.offsets)+1)
	for _, offset := range w.offsets {
		fmt.Fprintf(&w.b, "%010d 00000 n \n", offset)
	}
	fmt.Fprintf(&w.b, "trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n", len(w.offsets)+1, start)
	return w.b.Bytes()
}

func escape(text string) string {
	var b strings.Builder
	for _, c := range text {
		switch {
		case c == '€':
			b.WriteString(`\200`)
		case c == '\\' || c == '(' || c == ')':
			b.WriteString(`\` + string(c))
		case c > 0xFF || c > 126 && c < 0xA0:
			panic("documenttest: text must be Latin: " + text)
		case c > 126:
			fmt.Fprintf(&b, `\%03o`, c)
		default:
			b.WriteRune(c)
		}
	}
	return b.String()
}
