// Package imageview draws pictures in a terminal: with the kitty graphics protocol,
// sixels or iTerm2's inline images where the terminal is known to have them, and
// with two colours a cell elsewhere. What a terminal can do is told by its environment,
// and by itself if it is asked and answers: nothing waits for that, because not all do.
//
// A picture is lines of text of an exact width, whatever the method it is drawn, so
// that it can stand beside other text in a frame and is sent anew only where it
// changed. Where that text holds more than characters and colours, Strip takes it
// out again.
package imageview

import (
	"image"
	"math"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/muesli/termenv"
	"golang.org/x/image/draw"

	"assay/ui/cells"
)

// Method is how a picture is drawn.
type Method uint8

// The methods.
const (
	None   Method = iota // the terminal has no colours
	Blocks               // two colours a cell, or one without Unicode
	Sixel
	ITerm // iTerm2's inline images
	Kitty // kitty's graphics protocol with Unicode placeholders
)

// Screen is what decides how a picture is drawn.
type Screen struct {
	Profile termenv.Profile // the colours of the terminal
	ASCII   bool            // the terminal has no Unicode
	Cell    image.Point     // the size of a cell in pixels; zero if unknown
	Sixels  bool            // the terminal says that it shows them
	Env     func(string) string
}

// sixelsShown is what the terminal on standard output said.
var sixelsShown atomic.Bool

// ShowsSixels says that the terminal on standard output said that it shows sixels.
func ShowsSixels() { sixelsShown.Store(true) }

// ThisScreen returns the terminal on standard output, given the colours it has and
// whether it is to be drawn on with ASCII only.
func ThisScreen(profile termenv.Profile, ascii bool) Screen {
	return Screen{Profile: profile, ASCII: ascii, Cell: cellSize(os.Stdout), Sixels: sixelsShown.Load(), Env: os.Getenv}
}

// Method returns the best method to draw on the screen.
func (s Screen) Method() Method {
	if s.Profile == termenv.Ascii {
		return None
	}
	method := s.graphics()
	if method == Sixel && s.Cell == (image.Point{}) {
		return Blocks // sixels have a size in pixels, and the place one in cells
	}
	return method
}

func (s Screen) graphics() Method {
	term, program := s.Env("TERM"), s.Env("TERM_PROGRAM")
	switch {
	case s.Env("TMUX") != "", s.Env("STY") != "", strings.HasPrefix(term, "screen"), strings.HasPrefix(term, "tmux"):
		return Blocks // what the terminal around it can do does not pass through
	case s.ASCII:
		return Blocks
	case term == "xterm-kitty", term == "xterm-ghostty", program == "ghostty", s.Env("KITTY_WINDOW_ID") != "":
		return Kitty
	case program == "iTerm.app", s.Env("LC_TERMINAL") == "iTerm2", program == "WezTerm", program == "mintty":
		return ITerm
	case term == "foot", strings.HasPrefix(term, "foot-"), strings.HasPrefix(term, "mlterm"), strings.HasPrefix(term, "contour"):
		return Sixel
	}
	if version, err := strconv.Atoi(s.Env("KONSOLE_VERSION")); err == nil && version >= 220400 {
		return Sixel
	}
	if s.Sixels {
		return Sixel
	}
	return Blocks
}

// Same reports whether pictures are drawn alike on both screens.
func (s Screen) Same(other Screen) bool {
	return s.Cell == other.Cell && s.Profile == other.Profile && s.Method() == other.Method()
}

// Renderer draws pictures for one screen. It is not safe for concurrent use.
type Renderer struct {
	screen Screen
	method Method
	id     uint32 // of kitty's images: this and the next are taken in turn
	turn   uint32
}

// New returns a Renderer.
func New(s Screen) *Renderer {
	return &Renderer{screen: s, method: s.Method(), id: rand.Uint32N(1<<23)<<1 + 2}
}

// Method returns how pictures are drawn.
func (r *Renderer) Method() Method { return r.method }

// Draw returns the picture as height lines of width cells each, as large as it
// fits and in their middle. With None the lines are blank.
func (r *Renderer) Draw(picture image.Image, width, height int) []string {
	columns, rows := r.fit(picture.Bounds().Size(), width, height)
	var drawn []string
	if columns > 0 && rows > 0 {
		switch r.method {
		case Blocks:
			drawn = r.blocks(picture, columns, rows)
		case Sixel:
			drawn = r.sixel(picture, columns, rows)
		case ITerm:
			drawn = r.iterm(picture, columns, rows)
		case Kitty:
			drawn = r.kitty(picture, columns, rows)
		}
	}
	left, top := (width-columns)/2, (height-len(drawn))/2
	lines := make([]string, max(height, 0))
	for i := range lines {
		if i < top || i >= top+len(drawn) {
			lines[i] = cells.Blank(width)
			continue
		}
		lines[i] = cells.Blank(left) + drawn[i-top] + cells.Blank(width-columns-left)
	}
	return lines
}

// cell returns the size of a cell in pixels, or what is usual.
func (r *Renderer) cell() image.Point {
	if c := r.screen.Cell; c.X > 0 && c.Y > 0 {
		return c
	}
	return image.Pt(8, 16)
}

// fit returns the largest size in cells, at most width × height, in which a
// picture keeps its aspect ratio.
func (r *Renderer) fit(size image.Point, width, height int) (columns, rows int) {
	if size.X <= 0 || size.Y <= 0 || width <= 0 || height <= 0 {
		return 0, 0
	}
	cell := r.cell()
	wide, high := float64(size.X)/float64(cell.X), float64(size.Y)/float64(cell.Y)
	scale := min(float64(width)/wide, float64(height)/high)
	columns = min(max(int(math.Round(wide*scale)), 1), width)
	rows = min(max(int(math.Round(high*scale)), 1), height)
	return columns, rows
}

// scaled returns the picture in a size in pixels, without transparency.
func scaled(picture image.Image, width, height int) *image.RGBA {
	out := image.NewRGBA(image.Rect(0, 0, width, height))
	draw.BiLinear.Scale(out, out.Bounds(), picture, picture.Bounds(), draw.Src, nil)
	return out
}

// The brackets around what a line holds beside characters and colours: back over
// the blanks in whose place it is drawn, and on again after them. The cursor is
// saved and restored between.
const (
	save    = "\x1b7"
	restore = "\x1b8"
)

// placed returns a line of blanks with graphics drawn over them.
func placed(graphics string, columns int) string {
	n := strconv.Itoa(columns)
	return cells.Blank(columns) + "\x1b[" + n + "D" + save + graphics + restore + "\x1b[" + n + "C"
}

// Strip returns a line without the graphics that Draw put into it, with blanks in
// their place: for a line that something else is drawn over.
func Strip(line string) string {
	for {
		start := strings.Index(line, "D"+save)
		if start < 0 {
			return line
		}
		end := strings.Index(line[start:], restore+"\x1b[")
		if end < 0 {
			return line
		}
		end += start + len(restore) + len("\x1b[")
		forward := strings.IndexByte(line[end:], 'C')
		back := strings.LastIndex(line[:start], "\x1b[")
		if forward < 0 || back < 0 {
			return line
		}
		line = line[:back] + line[end+forward+1:]
	}
}
