package document

import (
	"bytes"
	"image/color"
	"reflect"
	"slices"
	"strings"
	"testing"

	"assay/service/document/layout"
	"assay/wire/pages"
	"assay/wire/pages/documenttest"
)

// readTSV reads a table that comes in parts of some bytes.
func readTSV(rows []byte, size int) []layout.Page {
	var read table
	for part := range slices.Chunk(rows, size) {
		read.Write(part)
	}
	return read.end()
}

func TestReadTSV(t *testing.T) {
	rows := strings.Join([]string{
		"level\tpage_num\tpar_num\tblock_num\tline_num\tword_num\tleft\ttop\twidth\theight\tconf\ttext",
		"1\t1\t0\t0\t0\t0\t0\t0\t595\t842\t-1\t###PAGE###",
		"4\t1\t0\t0\t0\t0\t5\t5\t50\t10\t-1\t###LINE###",
		"5\t1\t0\t0\t0\t0\t5.5\t6\t20\t10\t96.5\tna\x01me",
		"5\t1\t0\t0\t0\t1\t30\t6\t20\t10\t96.5\t ",
		"5\tsurely\tnot",
		"1\t2\t0\t0\t0\t0\t0\t0\t100\t200\t-1\t###PAGE###",
	}, "\n")
	read := readTSV([]byte(rows), 7)
	if len(read) != 2 || len(read[0].Words) != 1 || len(read[1].Words) != 0 || read[1].Number != 2 || read[1].Height != 200 {
		t.Fatalf("pages = %+v", read)
	}
	word := read[0].Words[0]
	if word.Text != "name" || word.X != 5.5 || word.Height != 10 || word.Confidence != 96.5 {
		t.Errorf("word = %+v", word)
	}
}

func FuzzReadTSV(f *testing.F) {
	f.Add([]byte("1\t1\t0\t0\t0\t0\t0\t0\t595\t842\t-1\t###PAGE###\n5\t1\t0\t0\t0\t0\t5.5\t6\t20\t10\t96.5\tname"))
	f.Fuzz(func(t *testing.T, rows []byte) {
		whole, parts := readTSV(rows, len(rows)+1), readTSV(rows, 5)
		if !reflect.DeepEqual(whole, parts) {
			t.Errorf("whole it is %+v, in parts %+v", whole, parts)
		}
		for _, page := range whole {
			for _, word := range page.Words {
				if word.Text == "" || word.Width <= 0 || word.Height <= 0 {
					t.Errorf("word %+v", word)
				}
			}
		}
	})
}

// TestOrientations turns a picture as each of EXIF's values says, so that its
// dark corner comes to the top left.
func TestOrientations(t *testing.T) {
	corners := [...][2]int{1: {0, 0}, {2, 0}, {2, 1}, {0, 1}, {0, 0}, {0, 1}, {2, 1}, {2, 0}}
	for orientation := 1; orientation <= 8; orientation++ {
		p := &picture{width: 3, height: 2, pixels: bytes.Repeat([]byte{255}, 6)}
		corner := corners[orientation]
		p.pixels[corner[1]*3+corner[0]] = 0
		if upright := p.orient(orientation); upright.pixels[0] != 0 {
			t.Errorf("orientation %d: %v", orientation, upright.pixels)
		}
	}
}

func TestScale(t *testing.T) {
	m := documenttest.Picture(40, 30)
	documenttest.Draw(m, color.Black, documenttest.Text{X: 5, Y: 25, Size: 24, Text: "W"})
	p := grey(m)
	for _, factor := range []float64{0.5, 1.5, 3} {
		scaled := p.scale(factor)
		if scaled.width != int(40*factor) || scaled.height != int(30*factor) {
			t.Errorf("scaled by %g: %d x %d", factor, scaled.width, scaled.height)
		}
		if before, after := mean(p), mean(scaled); after < before-4 || after > before+4 {
			t.Errorf("scaled by %g the mean shade went from %d to %d", factor, before, after)
		}
	}
}

func mean(p *picture) int {
	sum := 0
	for _, shade := range p.pixels {
		sum += int(shade)
	}
	return sum / len(p.pixels)
}

func TestKinds(t *testing.T) {
	if _, err := decodePicture(bytes.NewReader([]byte("\xff\xd8\xff\xd9")), pages.JPEG); err == nil {
		t.Error("an empty JPEG was decoded")
	}
}
