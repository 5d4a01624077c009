package imageview

import (
	"bytes"
	"compress/zlib"
	"encoding/base64"
	"image"
	"image/color"
	"image/jpeg"
	"io"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/ansi/kitty"
	"github.com/muesli/termenv"

	"assay/ui/cells"
)

func env(pairs ...string) func(string) string {
	return func(name string) string {
		for i := 0; i < len(pairs); i += 2 {
			if pairs[i] == name {
				return pairs[i+1]
			}
		}
		return ""
	}
}

var cellOf8x16 = image.Pt(8, 16)

func TestWay(t *testing.T) {
	for _, tt := range []struct {
		name   string
		screen Screen
		want   Method
	}{
		{"kitty", Screen{Profile: termenv.TrueColor, Env: env("TERM", "xterm-kitty")}, Kitty},
		{"kitty without colours", Screen{Profile: termenv.Ascii, Env: env("TERM", "xterm-kitty")}, None},
		{"kitty inside tmux", Screen{Profile: termenv.TrueColor, Env: env("TERM", "tmux-256color", "TMUX", "/tmp/x", "KITTY_WINDOW_ID", "1")}, Blocks},
		{"kitty without Unicode", Screen{Profile: termenv.TrueColor, ASCII: true, Env: env("TERM", "xterm-kitty")}, Blocks},
		{"ghostty", Screen{Profile: termenv.TrueColor, Env: env("TERM_PROGRAM", "ghostty")}, Kitty},
		{"iTerm2", Screen{Profile: termenv.TrueColor, Env: env("TERM_PROGRAM", "iTerm.app")}, ITerm},
		{"iTerm2 over ssh", Screen{Profile: termenv.TrueColor, Env: env("LC_TERMINAL", "iTerm2")}, ITerm},
		{"foot", Screen{Profile: termenv.TrueColor, Cell: cellOf8x16, Env: env("TERM", "foot")}, Sixel},
		{"foot of unknown pixels", Screen{Profile: termenv.TrueColor, Env: env("TERM", "foot")}, Blocks},
		{"an old Konsole", Screen{Profile: termenv.TrueColor, Cell: cellOf8x16, Env: env("KONSOLE_VERSION", "210800")}, Blocks},
		{"Konsole", Screen{Profile: termenv.TrueColor, Cell: cellOf8x16, Env: env("KONSOLE_VERSION", "240200")}, Sixel},
		{"one that says it has sixels", Screen{Profile: termenv.TrueColor, Cell: cellOf8x16, Sixels: true, Env: env("TERM", "xterm-256color")}, Sixel},
		{"one that says so, of unknown pixels", Screen{Profile: termenv.TrueColor, Sixels: true, Env: env("TERM", "xterm-256color")}, Blocks},
		{"one that says so inside tmux", Screen{Profile: termenv.TrueColor, Cell: cellOf8x16, Sixels: true, Env: env("TERM", "tmux-256color")}, Blocks},
		{"kitty that has sixels too", Screen{Profile: termenv.TrueColor, Cell: cellOf8x16, Sixels: true, Env: env("TERM", "xterm-kitty")}, Kitty},
		{"anything else", Screen{Profile: termenv.ANSI, Cell: cellOf8x16, Env: env("TERM", "xterm")}, Blocks},
	} {
		if got := tt.screen.Method(); got != tt.want {
			t.Errorf("%s: method %d, want %d", tt.name, got, tt.want)
		}
	}
}

// screens are all ways to draw, with what makes them so.
func screens() map[string]Screen {
	none := env()
	return map[string]Screen{
		"none":        {Profile: termenv.Ascii, Env: none},
		"true colour": {Profile: termenv.TrueColor, Env: none},
		"256":         {Profile: termenv.ANSI256, Env: none},
		"16":          {Profile: termenv.ANSI, Env: none},
		"ASCII":       {Profile: termenv.TrueColor, ASCII: true, Env: none},
		"sixel":       {Profile: termenv.TrueColor, Cell: image.Pt(9, 20), Env: env("TERM", "foot")},
		"iTerm2":      {Profile: termenv.TrueColor, Env: env("LC_TERMINAL", "iTerm2")},
		"kitty":       {Profile: termenv.TrueColor, Env: env("TERM", "xterm-kitty")},
	}
}

// quarters is a picture whose quarters are red, green, blue and white.
func quarters(width, height int) image.Image {
	p := image.NewRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			p.Set(x, y, quarter(x < width/2, y < height/2))
		}
	}
	return p
}

func quarter(left, top bool) color.RGBA {
	switch {
	case left && top:
		return color.RGBA{255, 0, 0, 255}
	case top:
		return color.RGBA{0, 255, 0, 255}
	case left:
		return color.RGBA{0, 0, 255, 255}
	}
	return color.RGBA{255, 255, 255, 255}
}

func TestEveryLineFits(t *testing.T) {
	for name, screen := range screens() {
		r := New(screen)
		for _, size := range [][4]int{{640, 480, 40, 12}, {640, 480, 1, 1}, {1, 1, 30, 10}, {3000, 2, 20, 20}, {2, 3000, 20, 20}, {300, 200, 0, 5}, {300, 200, 5, 0}, {0, 0, 9, 3}} {
			lines := r.Draw(quarters(size[0], size[1]), size[2], size[3])
			if len(lines) != size[3] {
				t.Fatalf("%s: %d lines for %v", name, len(lines), size)
			}
			for i, line := range lines {
				if w := ansi.StringWidth(line); w != size[2] {
					t.Fatalf("%s, %v: line %d is %d wide", name, size, i, w)
				}
				if w := ansi.StringWidth(Strip(line)); w != size[2] {
					t.Fatalf("%s, %v: line %d is %d wide without its graphics", name, size, i, w)
				}
			}
		}
	}
}

func TestAspectRatioIsKept(t *testing.T) {
	r := New(Screen{Profile: termenv.TrueColor, Cell: image.Pt(10, 20), Env: env()})
	for _, tt := range []struct{ width, height, inWidth, inHeight, columns, rows int }{
		{1280, 720, 80, 40, 80, 23}, {1280, 720, 80, 10, 36, 10}, {100, 100, 80, 10, 20, 10}, {720, 1280, 80, 40, 45, 40},
	} {
		columns, rows := r.fit(image.Pt(tt.width, tt.height), tt.inWidth, tt.inHeight)
		if columns != tt.columns || rows != tt.rows {
			t.Errorf("%dx%d in %dx%d cells: %dx%d, want %dx%d", tt.width, tt.height, tt.inWidth, tt.inHeight, columns, rows, tt.columns, tt.rows)
		}
	}
}

func TestBlocksHaveTheColoursOfThePicture(t *testing.T) {
	for profile, want := range map[termenv.Profile][4]string{
		termenv.TrueColor: {"48;2;255;0;0", "48;2;0;255;0", "48;2;0;0;255", "48;2;255;255;255"},
		termenv.ANSI256:   {"48;5;196", "48;5;46", "48;5;21", "48;5;231"},
		termenv.ANSI:      {"101", "102", "44", "107"},
	} {
		lines := New(Screen{Profile: profile, Env: env()}).Draw(quarters(80, 80), 20, 10)
		for i, line := range []string{lines[0], lines[9]} {
			for j := range 2 {
				if code := "\x1b[" + want[2*i+j] + "m"; !strings.Contains(line, code) {
					t.Errorf("profile %d: line %q has no %q", profile, line, code)
				}
			}
		}
	}
	odd := New(Screen{Profile: termenv.TrueColor, Cell: image.Pt(8, 16), Env: env()}).Draw(stripes(), 1, 1)
	if odd[0] != "\x1b[48;2;0;0;255m\x1b[38;2;255;0;0m▀\x1b[0m" {
		t.Errorf("red over blue is %q", odd[0])
	}
}

// stripes is red over blue.
func stripes() image.Image {
	p := image.NewRGBA(image.Rect(0, 0, 1, 2))
	p.Set(0, 0, quarter(true, true))
	p.Set(0, 1, quarter(true, false))
	return p
}

// near fails unless a picture has about the colours of quarters.
func near(t *testing.T, what string, p image.Image, top bool) {
	t.Helper()
	b := p.Bounds()
	for i, x := range []int{b.Min.X + b.Dx()/4, b.Min.X + b.Dx()*3/4} {
		got := color.RGBAModel.Convert(p.At(x, b.Min.Y+b.Dy()/2)).(color.RGBA)
		want := quarter(i == 0, top)
		for _, d := range []int{int(got.R) - int(want.R), int(got.G) - int(want.G), int(got.B) - int(want.B)} {
			if d < -24 || d > 24 {
				t.Errorf("%s: at %d it is %v, want %v", what, x, got, want)
				break
			}
		}
	}
}

func TestSixelsAreThePicture(t *testing.T) {
	lines := New(screens()["sixel"]).Draw(quarters(360, 200), 40, 10)
	for i, line := range lines {
		body := between(t, line, "q", "\x1b\\")
		if !strings.HasPrefix(body, `"1;1;360;20`) {
			t.Fatalf("line %d begins %q", i, body[:20])
		}
		near(t, "line "+strconv.Itoa(i), readSixels(t, body[len(`"1;1;360;20`):], 360, 20), i < 5)
	}
}

// readSixels draws what a terminal would. Every pixel must be drawn, none of them
// outside the image.
func readSixels(t *testing.T, s string, width, height int) image.Image {
	t.Helper()
	p := image.NewRGBA(image.Rect(0, 0, width, height))
	palette := map[string]color.RGBA{}
	var ink color.RGBA
	x, y, times := 0, 0, 1
	for len(s) > 0 {
		token := regexp.MustCompile(`^(?:#[\d;]+|!\d+|[?-~]|[$-])`).FindString(s)
		if token == "" {
			t.Fatalf("not a sixel: %.20q", s)
		}
		s = s[len(token):]
		switch token[0] {
		case '#':
			n := strings.Split(token[1:], ";")
			if len(n) == 5 {
				part := func(i int) uint8 { v, _ := strconv.Atoi(n[i]); return uint8(v * 255 / 100) }
				palette[n[0]] = color.RGBA{part(2), part(3), part(4), 255}
			}
			ink = palette[n[0]]
		case '!':
			times, _ = strconv.Atoi(token[1:])
		case '$':
			x = 0
		case '-':
			x, y = 0, y+6
		default:
			for ; times > 0; times-- {
				for bit := range 6 {
					if (token[0]-'?')>>bit&1 == 1 {
						if x >= width || y+bit >= height {
							t.Fatalf("a pixel at %d,%d", x, y+bit)
						}
						p.Set(x, y+bit, ink)
					}
				}
				x++
			}
			times = 1
		}
	}
	for i := 3; i < len(p.Pix); i += 4 {
		if p.Pix[i] == 0 {
			t.Fatalf("pixel %d was left out", i/4)
		}
	}
	return p
}

func TestInlineImagesAreThePicture(t *testing.T) {
	for i, line := range New(screens()["iTerm2"]).Draw(quarters(320, 160), 40, 10) {
		if !strings.Contains(line, "width=40;height=1;") {
			t.Errorf("line %d has no size: %.80q", i, line)
		}
		data, err := base64.StdEncoding.DecodeString(between(t, line, ":", "\a"))
		if err != nil {
			t.Fatal(err)
		}
		p, err := jpeg.Decode(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		near(t, "line "+strconv.Itoa(i), p, i < 5)
	}
}

func TestKittyIsSentThePicture(t *testing.T) {
	r := New(screens()["kitty"])
	first, second := r.Draw(quarters(320, 160), 40, 10), r.Draw(quarters(320, 160), 40, 10)
	var data strings.Builder
	for _, chunk := range regexp.MustCompile(`\x1b_G([^;]*);([^\x1b]*)\x1b\\`).FindAllStringSubmatch(first[0], -1) {
		if len(chunk[2]) > kitty.MaxChunkSize || !strings.Contains(chunk[1], "q=2") {
			t.Errorf("a chunk of %d bytes with %q", len(chunk[2]), chunk[1])
		}
		data.WriteString(chunk[2])
	}
	packed, err := base64.StdEncoding.DecodeString(data.String())
	if err != nil {
		t.Fatal(err)
	}
	z, err := zlib.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	rgb, err := io.ReadAll(z)
	if err != nil || len(rgb) != 320*160*3 || !bytes.Equal(rgb[:3], []byte{255, 0, 0}) || !bytes.Equal(rgb[len(rgb)-3:], []byte{255, 255, 255}) {
		t.Errorf("%d bytes of pixels (%v)", len(rgb), err)
	}
	if !strings.Contains(first[0], "U=1") || !strings.Contains(first[0], ",c=40,r=10,") {
		t.Errorf("the picture has no place: %.100q", first[0])
	}
	for i, line := range first {
		if n := strings.Count(line, string(kitty.Placeholder)); n != 40 || !strings.Contains(line, string([]rune{kitty.Placeholder, kitty.Diacritic(i), kitty.Diacritic(0)})) {
			t.Errorf("line %d has %d placeholders", i, n)
		}
		if line == second[i] {
			t.Errorf("line %d is the same for the next picture, and would not be drawn", i)
		}
	}
}

func TestStripLeavesTextAlone(t *testing.T) {
	r := New(screens()["sixel"])
	line := "a\x1b[31mb\x1b[0m" + r.Draw(quarters(360, 200), 40, 1)[0] + "c" + r.Draw(quarters(360, 200), 40, 1)[0] + "d"
	got := Strip(line)
	if want := "a\x1b[31mb\x1b[0m" + cells.Blank(40) + "c" + cells.Blank(40) + "d"; got != want {
		t.Errorf("left %q", got)
	}
	for _, plain := range []string{"", "plain", "D\x1b7", "\x1b[3D\x1b7 no end", "\x1b[1mbold"} {
		if Strip(plain) != plain {
			t.Errorf("%q became %q", plain, Strip(plain))
		}
	}
}

func between(t *testing.T, s, from, to string) string {
	t.Helper()
	_, rest, ok := strings.Cut(s, from)
	body, _, ok2 := strings.Cut(rest, to)
	if !ok || !ok2 {
		t.Fatalf("no %q…%q in %.80q", from, to, s)
	}
	return body
}

// photo is a picture with detail everywhere, of the size of a page.
func photo() image.Image {
	p := image.NewYCbCr(image.Rect(0, 0, 1280, 720), image.YCbCrSubsampleRatio420)
	for i := range p.Y {
		p.Y[i] = uint8(i*7 ^ i>>9)
	}
	for i := range p.Cb {
		p.Cb[i], p.Cr[i] = uint8(i>>6), uint8(255-i>>7)
	}
	return p
}

func BenchmarkDraw(b *testing.B) {
	picture := photo()
	for name, screen := range screens() {
		b.Run(name, func(b *testing.B) {
			r := New(screen)
			size := 0
			for b.Loop() {
				size = 0
				for _, line := range r.Draw(picture, 60, 20) {
					size += len(line)
				}
			}
			b.ReportMetric(float64(size), "bytes/frame")
		})
	}
}

func BenchmarkDecode(b *testing.B) {
	var buffer bytes.Buffer
	if err := jpeg.Encode(&buffer, photo(), nil); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := jpeg.Decode(bytes.NewReader(buffer.Bytes())); err != nil {
			b.Fatal(err)
		}
	}
}
