// Package chart draws lines over time with braille dots, eight to a cell: where
// the terminal has no Unicode, with plain signs, one to a cell.
package chart

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"assay/themes"
	"assay/ui/cells"
	"assay/ui/pane"
)

// Point is one point of a series in the chart's own units.
type Point struct{ X, Y float64 }

// Pattern is how a line is drawn.
type Pattern uint8

// The patterns of lines.
const (
	Solid Pattern = iota
	Dashed
	Dotted
	Area // the line and all below it; nothing in plain signs
)

// Series is one line. Points are in order of X.
type Series struct {
	Points  []Point
	Pattern Pattern
	Style   themes.Style
	Label   string // written at the line's end where there is room; "" for none
}

// Tick is a labelled place on an axis.
type Tick struct {
	At    float64
	Label string
}

// Chart is a plot with its axes.
type Chart struct {
	MaxX, MaxY float64 // the plot starts at 0
	Series     []Series
	XTicks     []Tick // labels are left out where they would touch
	Mark       Tick   // a place on the X axis whose label goes before those of XTicks; none without a label
	YTicks     []Tick
}

type cell struct {
	dots  uint8 // braille bits
	sign  byte  // ASCII sign
	area  uint8 // braille bits of an area, which stay below the lines on it
	style int   // index of the series that drew last, or -1
}

// Draw returns the chart as height lines of width cells. Too small an area is
// left blank.
func (c Chart) Draw(t *themes.Theme, width, height int) []string {
	gutter := 0
	for _, tick := range c.YTicks {
		gutter = max(gutter, cells.Width(tick.Label))
	}
	plotWidth, plotHeight := width-gutter-2, height-2
	if plotWidth < 8 || plotHeight < 2 || c.MaxX <= 0 || c.MaxY <= 0 {
		return pane.Blank(width, height)
	}
	plot := c.plot(t.Glyphs.ASCII, plotWidth, plotHeight)
	labels := c.endLabels(plotWidth, plotHeight)

	lines := make([]string, 0, height)
	for row := range plotHeight {
		var b strings.Builder
		label, axis := "", t.Glyphs.Vertical
		for _, tick := range c.YTicks {
			if c.row(tick.At, plotHeight) == row {
				label, axis = tick.Label, t.Glyphs.TeeRight
			}
		}
		t.Dim.Write(&b, cells.FitRight(label, gutter, ""))
		b.WriteByte(' ')
		t.Border.Write(&b, axis)
		c.writeRow(&b, t, plot[row*plotWidth:(row+1)*plotWidth], labels[row])
		lines = append(lines, b.String())
	}
	axis := strings.Repeat(" ", gutter+1) + t.Border.Render(t.Glyphs.BottomLeft+strings.Repeat(t.Glyphs.Horizontal, plotWidth))
	return append(lines, axis, t.Dim.Render(strings.Repeat(" ", gutter+2)+c.xLabels(plotWidth)))
}

func (c Chart) writeRow(b *strings.Builder, t *themes.Theme, row []cell, label endLabel) {
	for col := 0; col < len(row); {
		if label.text != "" && col == label.col {
			label.style.Write(b, label.text)
			col += cells.Width(label.text)
			continue
		}
		var run strings.Builder
		style := row[col].style
		for ; col < len(row) && row[col].style == style && (label.text == "" || col != label.col); col++ {
			switch {
			case style < 0:
				run.WriteByte(' ')
			case t.Glyphs.ASCII:
				run.WriteByte(row[col].sign)
			default:
				run.WriteRune(0x2800 + rune(row[col].dots|row[col].area))
			}
		}
		if style < 0 {
			b.WriteString(run.String())
			continue
		}
		c.Series[style].Style.Write(b, run.String())
	}
}

var braille = [4][2]uint8{{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}}

// plot rasters all series; later ones take the cells they share with earlier ones.
func (c Chart) plot(ascii bool, width, height int) []cell {
	plot := make([]cell, width*height)
	for i := range plot {
		plot[i].style = -1
	}
	dotsX, dotsY := width*2, height*4
	if ascii {
		dotsX, dotsY = width, height
	}
	for index, series := range c.Series {
		if series.Pattern == Area && ascii {
			continue
		}
		r := raster{plot: plot, width: width, dotsX: dotsX, dotsY: dotsY, ascii: ascii, pattern: series.Pattern, series: index}
		if series.Pattern == Area {
			r.below = slices.Repeat([]int{dotsY}, dotsX)
		}
		for i := 1; i < len(series.Points); i++ {
			if a, b, visible := c.clip(series.Points[i-1], series.Points[i]); visible {
				line(c.dot(a.X, dotsX), level(a.Y, c.MaxY, dotsY), c.dot(b.X, dotsX), level(b.Y, c.MaxY, dotsY), r.set)
			}
		}
	}
	return plot
}

// raster sets the dots of one series.
type raster struct {
	plot         []cell
	width        int // cells
	dotsX, dotsY int
	ascii        bool
	pattern      Pattern
	series       int
	step         int
	below        []int // of an area: by columns, the first row that it has filled
}

func (r *raster) set(x, y int) {
	r.step++
	switch {
	case r.pattern == Dashed && r.step%6 >= 3 || r.pattern == Dotted && r.step%4 != 0:
	case x < 0 || y < 0 || x >= r.dotsX || y >= r.dotsY:
	case r.ascii:
		r.plot[y*r.width+x] = cell{sign: "*-."[r.pattern], style: r.series}
	case r.below != nil:
		for row := y; row < r.below[x]; row++ {
			at := &r.plot[row/4*r.width+x/2]
			at.area, at.style = at.area|braille[row%4][x%2], r.series
		}
		r.below[x] = min(y, r.below[x])
	default:
		at := &r.plot[y/4*r.width+x/2]
		if at.style != r.series {
			at.dots, at.style = 0, r.series
		}
		at.dots |= braille[y%4][x%2]
	}
}

// clip returns the part of a segment that lies under the top of the plot.
func (c Chart) clip(a, b Point) (Point, Point, bool) {
	switch {
	case a.Y > c.MaxY && b.Y > c.MaxY:
		return a, b, false
	case a.Y > c.MaxY:
		a = c.atTop(b, a)
	case b.Y > c.MaxY:
		b = c.atTop(a, b)
	}
	return a, b, true
}

// atTop returns where the segment from a point below the top to one above crosses it.
func (c Chart) atTop(below, above Point) Point {
	share := (c.MaxY - below.Y) / (above.Y - below.Y)
	return Point{below.X + share*(above.X-below.X), c.MaxY}
}

func (c Chart) dot(x float64, dots int) int {
	return int(math.Round(x / c.MaxX * float64(dots-1)))
}

func level(y, maxY float64, dots int) int {
	return dots - 1 - int(math.Round(y/maxY*float64(dots-1)))
}

func (c Chart) row(y float64, height int) int { return level(y, c.MaxY, height*4) / 4 }

// line visits the dots between two dots, by Bresenham's algorithm.
func line(x0, y0, x1, y1 int, visit func(x, y int)) {
	dx, dy := abs(x1-x0), -abs(y1-y0)
	sx, sy := cmp.Compare(x1, x0), cmp.Compare(y1, y0)
	for err := dx + dy; ; {
		visit(x0, y0)
		if x0 == x1 && y0 == y1 {
			return
		}
		twice := 2 * err
		if twice >= dy {
			err += dy
			x0 += sx
		}
		if twice <= dx {
			err += dx
			y0 += sy
		}
	}
}

func abs(n int) int { return max(n, -n) }

type endLabel struct {
	text  string
	col   int
	style themes.Style
}

// endLabels places each series' label on the row of its last visible point, right
// aligned; a row takes one label.
func (c Chart) endLabels(width, height int) []endLabel {
	labels := make([]endLabel, height)
	for _, series := range c.Series {
		if series.Label == "" || len(series.Points) == 0 {
			continue
		}
		last := series.Points[len(series.Points)-1]
		row := min(max(c.row(last.Y, height), 0), height-1)
		text := " " + series.Label + " "
		if labels[row].text != "" || cells.Width(text) > width/2 {
			continue
		}
		labels[row] = endLabel{text, width - cells.Width(text), series.Style}
	}
	return labels
}

// xLabels places the labels of the X axis, each beginning at its place; where there
// is no room to its right it ends at the edge.
func (c Chart) xLabels(width int) string {
	type span struct {
		from, to int
		text     string
	}
	var placed []span
	place := func(tick Tick) {
		size := cells.Width(tick.Label)
		from := min(c.dot(tick.At, width), width-size)
		to := from + size
		if from < 0 || to > width {
			return
		}
		for _, s := range placed {
			if from < s.to+2 && s.from < to+2 {
				return
			}
		}
		placed = append(placed, span{from, to, tick.Label})
	}
	if c.Mark.Label != "" {
		place(c.Mark)
	}
	for _, tick := range c.XTicks {
		place(tick)
	}
	slices.SortFunc(placed, func(a, b span) int { return a.from - b.from })
	var b strings.Builder
	used := 0
	for _, s := range placed {
		b.WriteString(cells.Blank(s.from - used))
		b.WriteString(s.text)
		used = s.to
	}
	return cells.Fit(b.String(), width, "")
}
