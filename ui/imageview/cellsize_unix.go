//go:build unix

package imageview

import (
	"image"
	"os"

	"golang.org/x/sys/unix"
)

// cellSize returns the size of a terminal's cell in pixels, zero if its driver does
// not know it.
func cellSize(f *os.File) image.Point {
	size, err := unix.IoctlGetWinsize(int(f.Fd()), unix.TIOCGWINSZ)
	if err != nil || size.Col == 0 || size.Row == 0 || size.Xpixel == 0 || size.Ypixel == 0 {
		return image.Point{}
	}
	return image.Pt(int(size.Xpixel/size.Col), int(size.Ypixel/size.Row))
}
