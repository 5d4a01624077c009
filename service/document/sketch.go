package document

import (
	"context"
	"errors"
	"math"
	"os"
	"time"

	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/model"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/types"

	"assay/service/document/layout"
	"assay/wire/pages"
)

// Bounds on what is read of what a PDF draws.
const (
	maxStream   = 16 << 20 // bytes of one part of a page's content
	maxContent  = 96 << 20 // bytes of content of a document
	maxForms    = 6        // pieces of content within each other
	maxDrawings = 20_000   // images and such pieces on a page
	maxStrokes  = 4_000    // lines of a page; more are a picture
)

// sketch is what a page of a PDF has beside text, from its top left in points.
type sketch struct {
	lines    []layout.Box // straight lines that lie or stand, and the edges of filled boxes
	pictures []layout.Box
	shapes   int // that are filled and have curves
}

// sketches reads what the first pages of a PDF draw, by number. It is a help to read
// them: a page is left out if it cannot be read, or not in time.
func (r *Reader) sketches(ctx context.Context, file *File, limit time.Duration) map[int]sketch {
	release, err := acquire(ctx, r.counters)
	if err != nil {
		return nil
	}
	defer release()
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	found := map[int]sketch{}
	readSketches(ctx, file, found)
	return found
}

// readSketches adds the drawings of pages to those found. The library panics on some
// damaged files; what was found until then stands.
func readSketches(ctx context.Context, file *File, found map[int]sketch) {
	defer func() { _ = recover() }()
	opened, err := os.Open(file.Path)
	if err != nil {
		return
	}
	defer opened.Close()
	pdf := file.pdf.Swap(nil)
	if pdf == nil { // it was read before, or cannot be
		if _, _, pdf, err = pages.Read(ctx, opened); err != nil {
			return
		}
	}
	pdf.Read.RS = opened
	left := maxContent
	for number := 1; number <= min(file.Pages, pdf.PageCount) && ctx.Err() == nil && left > 0; number++ {
		if d, err := readSketch(ctx, pdf, number, &left); err == nil {
			found[number] = d
		}
	}
}

var errNoBox = errors.New("the page has no size")

// readSketch reads what a page draws; left is how many bytes of content may be read.
func readSketch(ctx context.Context, pdf *model.Context, number int, left *int) (sketch, error) {
	page, _, inherited, err := pdf.PageDict(number, false)
	if err != nil {
		return sketch{}, err
	}
	box := inherited.MediaBox
	if box == nil {
		return sketch{}, errNoBox
	}
	p := painter{ctx: ctx, pdf: pdf, left: left}
	switch (inherited.Rotate%360 + 360) % 360 {
	case 90:
		p.to = matrix{0, 1, 1, 0, -box.LL.Y, -box.LL.X}
	case 180:
		p.to = matrix{-1, 0, 0, 1, box.UR.X, -box.LL.Y}
	case 270:
		p.to = matrix{0, -1, -1, 0, box.UR.Y, box.UR.X}
	default:
		p.to = matrix{1, 0, 0, -1, -box.LL.X, box.UR.Y}
	}
	content, ok := page.Find("Contents")
	if !ok {
		return sketch{}, nil
	}
	p.run(p.content(content), inherited.Resources)
	if len(p.lines) >= maxStrokes {
		p.lines = nil
	}
	return p.sketch, nil
}

// matrix takes (x, y) to (a·x + c·y + e, b·x + d·y + f).
type matrix struct{ a, b, c, d, e, f float64 }

func (m matrix) at(x, y float64) point {
	return point{m.a*x + m.c*y + m.e, m.b*x + m.d*y + m.f}
}

// after returns the matrix that does first what n does and then what m does.
func (m matrix) after(n matrix) matrix {
	return matrix{
		m.a*n.a + m.c*n.b, m.b*n.a + m.d*n.b,
		m.a*n.c + m.c*n.d, m.b*n.c + m.d*n.d,
		m.a*n.e + m.c*n.f + m.e, m.b*n.e + m.d*n.f + m.f,
	}
}

type point struct{ x, y float64 }

// painter follows the content of a page, of which it keeps what it draws that is
// straight.
type painter struct {
	ctx context.Context
	pdf *model.Context
	sketch

	to    matrix  // from the content's units to the page's
	width float64 // of lines, in the content's units
	path  []subpath
	forms int // in which what is being read is
	drawn int
	left  *int // bytes of content that may be read
}

// subpath is points that straight lines join, or a curve among them.
type subpath struct {
	points []point
	curved bool
}

// content returns what a page or form has as its content.
func (p *painter) content(object types.Object) []byte {
	object, err := p.pdf.Dereference(object)
	if err != nil {
		return nil
	}
	switch object := object.(type) {
	case types.StreamDict:
		if len(object.Content) == 0 && object.DecodeWithLimit(maxStream) != nil {
			return nil
		}
		return object.Content
	case types.Array:
		var all []byte
		for _, part := range object {
			if _, nested := part.(types.Array); nested || len(all) > maxStream {
				break
			}
			all = append(append(all, p.content(part)...), '\n')
		}
		return all
	}
	return nil
}

// run follows content.
func (p *painter) run(content []byte, resources types.Dict) {
	type state struct {
		to    matrix
		width float64
	}
	now := state{p.to, p.width}
	defer func() { p.to, p.width, p.path = now.to, now.width, nil }()
	var saved []state
	s := scanner{data: content}
	*p.left -= len(content)
	for n := 0; s.next(); n++ {
		if n%4096 == 0 && (p.ctx.Err() != nil || *p.left < 0) || p.drawn > maxDrawings || len(p.lines) >= maxStrokes {
			return
		}
		a := &s.numbers
		switch s.operator {
		case "q":
			if len(saved) < 1000 {
				saved = append(saved, state{p.to, p.width})
			}
		case "Q":
			if last := len(saved) - 1; last >= 0 {
				p.to, p.width, saved = saved[last].to, saved[last].width, saved[:last]
			}
		case "cm":
			if s.count == 6 {
				p.to = p.to.after(matrix{a[0], a[1], a[2], a[3], a[4], a[5]})
			}
		case "w":
			p.width = a[0]
		case "Do":
			p.object(s.name, resources)
		case "EI":
			p.picture()
		case "s", "b", "b*":
			p.closePath()
			p.stroke()
		case "S", "B", "B*":
			p.stroke()
		case "f", "F", "f*":
			p.fill()
		case "n":
			p.path = p.path[:0]
		default:
			p.construct(&s)
		}
	}
}

// construct adds to the path what an operator says, if it is one of paths.
func (p *painter) construct(s *scanner) {
	a, last := &s.numbers, len(p.path)-1
	switch s.operator {
	case "m":
		if s.count == 2 {
			p.path = append(p.path, subpath{points: []point{p.to.at(a[0], a[1])}})
		}
	case "l":
		if s.count == 2 && last >= 0 {
			p.path[last].points = append(p.path[last].points, p.to.at(a[0], a[1]))
		}
	case "c", "v", "y":
		if s.count >= 4 && last >= 0 {
			p.path[last].curved = true
			p.path[last].points = append(p.path[last].points, p.to.at(a[s.count-2], a[s.count-1]))
		}
	case "h":
		p.closePath()
	case "re":
		if s.count == 4 {
			x, y, w, h := a[0], a[1], a[2], a[3]
			p.path = append(p.path, subpath{points: []point{p.to.at(x, y), p.to.at(x+w, y), p.to.at(x+w, y+h), p.to.at(x, y+h), p.to.at(x, y)}})
		}
	}
}

func (p *painter) closePath() {
	if last := len(p.path) - 1; last >= 0 && len(p.path[last].points) > 1 {
		p.path[last].points = append(p.path[last].points, p.path[last].points[0])
	}
}

// Of lines, in points.
const (
	level     = 0.5 // by how much the ends of a line that lies or stands differ
	thickest  = 4.0 // of a filled box that is a line
	stretched = 2.0 // from how many times its thickness on such a box is a line
)

// stroke keeps the straight lines of the path.
func (p *painter) stroke() {
	thickness := math.Max(p.width*math.Sqrt(math.Abs(p.to.a*p.to.d-p.to.b*p.to.c)), 0.1)
	for _, s := range p.path {
		for i := 1; i < len(s.points) && !s.curved; i++ {
			a, b := s.points[i-1], s.points[i]
			if math.Abs(a.x-b.x) > level && math.Abs(a.y-b.y) > level {
				continue
			}
			box := boxAround(a, b)
			if box.Width >= box.Height {
				box.Y, box.Height = box.Y+box.Height/2-float32(thickness/2), float32(thickness)
			} else {
				box.X, box.Width = box.X+box.Width/2-float32(thickness/2), float32(thickness)
			}
			p.line(box)
		}
	}
	p.path = p.path[:0]
}

// fill keeps the boxes of the path: one that is thin is a line, and another has four
// edges.
func (p *painter) fill() {
	for _, s := range p.path {
		if s.curved {
			p.shapes++
		}
		if s.curved || len(s.points) < 4 || len(s.points) > 6 {
			continue
		}
		box, corners := boxAround(s.points...), true
		thin, long := min(box.Width, box.Height), max(box.Width, box.Height)
		slant := float32(level)
		if thin <= thickest { // the borders of a cell meet in mitres
			slant = max(level, thin)
		}
		for _, at := range s.points {
			x, y := float32(at.x), float32(at.y)
			corners = corners && (x-box.X <= slant || box.X+box.Width-x <= slant) && (y-box.Y <= slant || box.Y+box.Height-y <= slant)
		}
		if !corners {
			continue
		}
		if thin <= thickest {
			if long >= stretched*thin {
				p.line(box)
			}
			continue
		}
		const edge = 0.1
		p.line(layout.Box{X: box.X, Y: box.Y, Width: box.Width, Height: edge})
		p.line(layout.Box{X: box.X, Y: box.Y + box.Height, Width: box.Width, Height: edge})
		p.line(layout.Box{X: box.X, Y: box.Y, Width: edge, Height: box.Height})
		p.line(layout.Box{X: box.X + box.Width, Y: box.Y, Width: edge, Height: box.Height})
	}
	p.path = p.path[:0]
}

func (p *painter) line(box layout.Box) {
	if len(p.lines) < maxStrokes && box.Width >= 0 && box.Height >= 0 && box.Width+box.Height < 1e5 {
		p.lines = append(p.lines, box)
	}
}

func boxAround(points ...point) layout.Box {
	low, high := points[0], points[0]
	for _, at := range points[1:] {
		low = point{math.Min(low.x, at.x), math.Min(low.y, at.y)}
		high = point{math.Max(high.x, at.x), math.Max(high.y, at.y)}
	}
	return layout.Box{X: float32(low.x), Y: float32(low.y), Width: float32(high.x - low.x), Height: float32(high.y - low.y)}
}

// picture keeps the place of an image, which is drawn into the unit square.
func (p *painter) picture() {
	box := boxAround(p.to.at(0, 0), p.to.at(1, 0), p.to.at(0, 1), p.to.at(1, 1))
	if thin, long := min(box.Width, box.Height), max(box.Width, box.Height); thin <= thickest && long >= stretched*thin {
		p.line(box)
		return
	}
	if len(p.pictures) < maxStrokes {
		p.pictures = append(p.pictures, box)
	}
}

// object draws an image or a form.
func (p *painter) object(name string, resources types.Dict) {
	if p.drawn++; p.drawn > maxDrawings {
		return
	}
	entry, _ := resources.Find("XObject")
	objects, err := p.pdf.DereferenceDict(entry)
	if err != nil {
		return
	}
	entry, _ = objects.Find(name)
	object, err := p.pdf.Dereference(entry)
	stream, ok := object.(types.StreamDict)
	if err != nil || !ok {
		return
	}
	kind := stream.Subtype()
	if kind == nil || *kind == "Image" {
		p.picture()
		return
	}
	if p.forms >= maxForms {
		return
	}
	within := resources
	if entry, ok := stream.Find("Resources"); ok {
		if within, err = p.pdf.DereferenceDict(entry); err != nil {
			return
		}
	}
	before := p.to
	if entry, ok := stream.Find("Matrix"); ok {
		if m, err := p.pdf.DereferenceArray(entry); err == nil && len(m) == 6 {
			var n [6]float64
			for i := range n {
				if n[i], err = p.pdf.DereferenceNumber(m[i]); err != nil {
					return
				}
			}
			p.to = p.to.after(matrix{n[0], n[1], n[2], n[3], n[4], n[5]})
		}
	}
	p.forms++
	p.run(p.content(stream), within)
	p.forms--
	p.to = before
}
