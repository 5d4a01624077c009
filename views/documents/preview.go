package documents

import (
	"context"
	"errors"
	"fmt"
	"image"
	_ "image/jpeg" // the kinds of images
	_ "image/png"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"golang.org/x/image/draw"
	"golang.org/x/image/math/f64"

	"assay/ui/cells"
	"assay/ui/firstpage"
	"assay/ui/imageview"
	"assay/ui/pane"
	"assay/wire/pages"
)

// preview is the first page of the file under the cursor, or what is known of the
// file.
type preview struct {
	on     bool
	path   string // of the file it is of
	cancel context.CancelFunc
	read   *previewRead // nil until it is there

	renderer *imageview.Renderer
	screen   imageview.Screen
	lines    []string // the picture drawn for size
	size     image.Point
}

// previewRead is what was read of a file.
type previewRead struct {
	path    string
	file    pages.File
	err     error       // why the file cannot be read
	picture image.Image // nil if there is none
	why     error       // why there is none
}

const (
	// settled is how long the cursor stays on a file before it is read.
	settled = 120 * time.Millisecond
	// pictureSide is the longer side of a picture, in pixels.
	pictureSide = 1400
	maxPixels   = 80 << 20
)

func (v *View) togglePreview() tea.Cmd {
	v.preview.on = !v.preview.on
	if v.preview.on && v.focus != paneChosen {
		v.focusOn(paneFiles)
	}
	v.layout()
	return v.follow()
}

// underCursor returns the file that the preview is of, or "".
func (v *View) underCursor() string {
	if v.focus == paneChosen {
		if chosen := v.files.Chosen(); v.cursor < len(chosen) {
			return chosen[v.cursor]
		}
		return ""
	}
	if path, file := v.files.Selected(); file {
		return path
	}
	return ""
}

// followPreview reads the file under the cursor.
func (v *View) followPreview() tea.Cmd {
	p := &v.preview
	if !v.previews() || !v.visible {
		return nil
	}
	path := v.underCursor()
	if path == p.path {
		return nil
	}
	if p.cancel != nil {
		p.cancel()
	}
	p.path, p.read, p.lines, p.cancel = path, nil, nil, nil
	if path == "" {
		return nil
	}
	ctx, cancel := context.WithCancel(context.Background())
	p.cancel = cancel
	draws := v.screen.Method() != imageview.None
	return func() tea.Msg {
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(settled):
		}
		read := readPreview(ctx, path, draws)
		if ctx.Err() != nil {
			return nil
		}
		return read
	}
}

// readPreview counts the pages of a file and draws the first of them.
func readPreview(ctx context.Context, path string, draws bool) previewRead {
	read := previewRead{path: path}
	read.file, read.err = pages.CountFile(ctx, path)
	switch pictures := read.err == nil || errors.Is(read.err, pages.ErrUncountable); {
	case !pictures:
	case !draws:
		read.why = errors.New("a terminal without colours shows none")
	case read.file.Kind == pages.PDF:
		read.picture, read.why = firstpage.Draw(ctx, path, pictureSide)
	default:
		read.picture, read.why = readImage(path)
	}
	return read
}

// readImage reads an image, scaled down to what a terminal can show.
func readImage(path string) (image.Image, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	config, _, err := image.DecodeConfig(f)
	if err != nil {
		return nil, err
	}
	if config.Width*config.Height > maxPixels {
		return nil, fmt.Errorf("an image of %d x %d is too large to be shown", config.Width, config.Height)
	}
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return nil, err
	}
	picture, _, err := image.Decode(f)
	if err != nil {
		return nil, err
	}
	size := image.Pt(config.Width, config.Height)
	if longer := max(size.X, size.Y); longer > pictureSide {
		size = image.Pt(max(size.X*pictureSide/longer, 1), max(size.Y*pictureSide/longer, 1))
	}
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return nil, err
	}
	return upright(picture, size, pages.Orientation(f)), nil
}

// upright returns a picture in a size, and then turned as EXIF's orientation says.
func upright(picture image.Image, size image.Point, orientation int) image.Image {
	w, h := float64(size.X), float64(size.Y)
	// Where a point of the scaled picture comes to, by EXIF's values from 1 to 8.
	turn := [...]f64.Aff3{
		{1, 0, 0, 0, 1, 0}, {-1, 0, w, 0, 1, 0}, {-1, 0, w, 0, -1, h}, {1, 0, 0, 0, -1, h},
		{0, 1, 0, 1, 0, 0}, {0, -1, h, 1, 0, 0}, {0, -1, h, -1, 0, w}, {0, 1, 0, -1, 0, w},
	}[orientation-1]
	bounds := picture.Bounds()
	x, y := w/float64(bounds.Dx()), h/float64(bounds.Dy())
	turn[0], turn[1], turn[3], turn[4] = turn[0]*x, turn[1]*y, turn[3]*x, turn[4]*y
	turn[2] -= turn[0]*float64(bounds.Min.X) + turn[1]*float64(bounds.Min.Y)
	turn[5] -= turn[3]*float64(bounds.Min.X) + turn[4]*float64(bounds.Min.Y)
	if orientation > 4 {
		size = image.Pt(size.Y, size.X)
	}
	out := image.NewRGBA(image.Rectangle{Max: size})
	draw.ApproxBiLinear.Transform(out, turn, picture, bounds, draw.Src, nil)
	return out
}

func (v *View) previewed(msg previewRead) tea.Cmd {
	if p := &v.preview; msg.path == p.path {
		p.read, p.lines, p.cancel = &msg, nil, nil
	}
	return nil
}

func (v *View) drawPreview(a area) []string {
	t, p := v.theme, &v.preview
	frame := pane.Pane{Title: "Preview", Tight: true}
	if !v.wide() || v.zoomed {
		frame.Focused = true
	}
	inner, rows := frame.Inner(a.width, a.height)
	say := func(text string) []string {
		return pane.Paragraph(t.Dim, " ", text, max(inner-2, 1))
	}
	switch {
	case p.path == "":
		return frame.Draw(t, a.width, a.height, say("There is no file under the cursor."))
	case p.read == nil:
		frame.Title = cells.Visible(filepath.Base(p.path))
		return frame.Draw(t, a.width, a.height, say("reading"+t.Glyphs.Ellipsis))
	}
	frame.Title = cells.Visible(filepath.Base(p.path))
	facts := v.factLines(p.read, inner)
	if p.read.picture == nil || rows-len(facts) < 4 {
		if p.read.why != nil {
			facts = append(append(facts, ""), say("There is no picture: "+p.read.why.Error())...)
		}
		return frame.Draw(t, a.width, a.height, facts)
	}
	size := image.Pt(inner, rows-len(facts))
	if p.renderer == nil || !p.screen.Same(v.screen) {
		p.renderer, p.screen, p.lines = imageview.New(v.screen), v.screen, nil
	}
	if p.lines == nil || p.size != size {
		p.lines, p.size = p.renderer.Draw(p.read.picture, size.X, size.Y), size
	}
	return frame.Draw(t, a.width, a.height, append(append([]string{}, p.lines...), facts...))
}

// factLines writes what is known of a file, beside a picture of it.
func (v *View) factLines(read *previewRead, width int) []string {
	t := v.theme
	c := count{read.file, read.err}
	parts := []string{c.words(), cells.Bytes(read.file.Size)}
	if read.err == nil {
		parts = append(parts, read.file.Kind.String())
	}
	lines := []string{" " + t.Text.Render(cells.Visible(strings.Join(parts, t.Glyphs.Separator)))}
	if read.err != nil {
		lines = append(lines, pane.Paragraph(t.Bad, " ", read.err.Error(), max(width-2, 1))...)
	}
	return lines
}
