package documents

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"os"
	"path/filepath"
	"testing"

	"assay/wire/pages/documenttest"
)

// TestPreviewIsUpright reads pictures that are turned in each of EXIF's ways, so
// that their dark corner comes to the top left, large ones and small ones.
func TestPreviewIsUpright(t *testing.T) {
	corners := [...]image.Point{1: {0, 0}, {1, 0}, {1, 1}, {0, 1}, {0, 0}, {0, 1}, {1, 1}, {1, 0}}
	path := filepath.Join(t.TempDir(), "picture.jpg")
	for _, scale := range []int{1, 15} {
		half := image.Pt(48*scale, 32*scale)
		for orientation := 1; orientation <= 8; orientation++ {
			picture := image.NewGray(image.Rectangle{Max: half.Mul(2)})
			draw.Draw(picture, picture.Rect, image.White, image.Point{}, draw.Src)
			at := image.Pt(corners[orientation].X*half.X, corners[orientation].Y*half.Y)
			draw.Draw(picture, image.Rectangle{Min: at, Max: at.Add(half)}, image.Black, image.Point{}, draw.Src)
			if err := os.WriteFile(path, documenttest.JPEG(picture, byte(orientation)), 0o600); err != nil {
				t.Fatal(err)
			}
			upright, err := readImage(path)
			if err != nil {
				t.Fatal(err)
			}
			size := upright.Bounds().Size()
			if wide := orientation < 5; wide != (size.X > size.Y) || max(size.X, size.Y) > pictureSide {
				t.Errorf("orientation %d: a picture of %v became one of %v", orientation, picture.Rect.Max, size)
			}
			var dark bytes.Buffer
			for _, p := range [...]image.Point{{1, 1}, {3, 1}, {1, 3}, {3, 3}} {
				if color.GrayModel.Convert(upright.At(p.X*size.X/4, p.Y*size.Y/4)).(color.Gray).Y < 128 {
					dark.WriteByte('x')
				} else {
					dark.WriteByte('.')
				}
			}
			if dark.String() != "x..." {
				t.Errorf("orientation %d of %v: the quarters are %s", orientation, picture.Rect.Max, &dark)
			}
		}
	}
}
