package layout

import (
	"cmp"
	"slices"
)

// Of columns that no line parts, in heights of the text.
const (
	streetGap   = 0.55 // between columns that several rows have
	narrowStand = 8    // rows from which on columns may be closer
	narrowGap   = 0.35
	mostStreets = 30
)

// streets returns the stretches that nearly no line of words is on, of lines of words
// as their covered stretches.
func streets(lines [][]interval, height float32) []interval {
	type edge struct {
		x    float32
		step int
	}
	var edges []edge
	left, right := rightmost, leftmost
	for _, line := range lines {
		for _, s := range line {
			edges = append(edges, edge{s.from, 1}, edge{s.to, -1})
			left, right = min(left, s.from), max(right, s.to)
		}
	}
	slices.SortFunc(edges, func(a, b edge) int { return cmp.Or(cmp.Compare(a.x, b.x), cmp.Compare(b.step, a.step)) })
	most := len(lines) / 10
	width := segmentGap * height
	switch {
	case len(lines) >= narrowStand:
		width = narrowGap * height
	case len(lines) >= 3:
		width = streetGap * height
	}
	// Of each stretch where few lines are, the part where the fewest are.
	var out []interval
	var best interval
	count, fewest := 0, -1
	end := func() {
		if fewest >= 0 && best.width() >= width && best.from > left && best.to < right {
			out = append(out, best)
		}
		fewest = -1
	}
	for i, e := range edges {
		count += e.step
		if i+1 == len(edges) {
			break
		}
		stretch := interval{e.x, edges[i+1].x}
		if stretch.width() <= 0 {
			continue
		}
		if count > most {
			end()
			continue
		}
		if fewest < 0 || count < fewest || count == fewest && stretch.width() > best.width() {
			if fewest < 0 || count < fewest || stretch.width() >= width {
				best, fewest = stretch, count
			}
		}
	}
	end()
	return out
}

// covered returns the stretches of a line of words, which gaps of a width part.
func covered(words []Word, gap float32) []interval {
	var out []interval
	for _, w := range words {
		if last := len(out) - 1; last >= 0 && w.X-out[last].to < gap {
			out[last].to = max(out[last].to, w.right())
			continue
		}
		out = append(out, interval{w.X, w.right()})
	}
	return out
}

// splitColumns parts columns in which words stand in several that no line parts.
func (t *ruledTable) splitColumns(height float32) {
	for c := t.cols - 1; c >= 0; c-- {
		var lines [][]interval
		prose, heads := false, 0
		for _, p := range t.places {
			if p.col != c || p.cols != 1 || len(p.words) == 0 {
				continue
			}
			rows := makeRows(p.words)
			prose = prose || isProse(rows)
			if p.row == 0 {
				heads = len(rows)
			}
			for _, r := range rows {
				var words []Word
				for _, s := range r.segments {
					words = append(words, s.words...)
				}
				lines = append(lines, covered(words, narrowGap*height))
			}
		}
		var names [][]interval
		if len(lines) > heads+1 {
			names, lines = lines[:heads], lines[heads:] // names may stand over several columns
		}
		if len(lines) < 2 || prose {
			continue
		}
		several := 0
		for _, l := range lines {
			if len(l) > 1 {
				several++
			}
		}
		if several < 2 || 2*several < len(lines) {
			continue
		}
		cuts := streets(lines, height)
		if len(cuts) == 0 || len(cuts) > mostStreets {
			continue
		}
		betweenNames(cuts, names)
		if t.cols == 1 {
			t.splitLevels(cuts)
		}
		t.cutColumn(c, cuts)
	}
}

// betweenNames narrows cuts to where they are between names, which may be wider than what is
// below them.
func betweenNames(cuts []interval, names [][]interval) {
	for i := range cuts {
		for _, line := range names {
			for k := 1; k < len(line); k++ {
				gap := interval{max(cuts[i].from, line[k-1].to), min(cuts[i].to, line[k].from)}
				if gap.width() > 0 {
					cuts[i] = gap
				}
			}
		}
	}
}

// cutColumn makes several columns of one. Words over a cut are of a cell that spans
// the columns beside it.
func (t *ruledTable) cutColumn(c int, cuts []interval) {
	more := len(cuts)
	var out []place
	for _, p := range t.places {
		switch {
		case p.col > c:
			p.col += more
			out = append(out, p)
		case p.col+p.cols <= c:
			out = append(out, p)
		case p.cols > 1:
			p.cols += more
			out = append(out, p)
		default:
			out = append(out, cutPlace(p, cuts)...)
		}
	}
	t.places, t.cols = out, t.cols+more
}

// cutPlace parts a cell at cuts, but where its words go over them.
func cutPlace(p place, cuts []interval) []place {
	open := goesOver(makeRows(p.words), cuts)
	var out []place
	from := 0
	for i := range len(cuts) + 1 {
		if i < len(cuts) && open[i] {
			continue
		}
		part := place{row: p.row, rows: p.rows, col: p.col + from, cols: i - from + 1}
		for _, w := range p.words {
			x := w.X + w.Width/2
			if (from == 0 || x > (cuts[from-1].from+cuts[from-1].to)/2) && (i == len(cuts) || x < (cuts[i].from+cuts[i].to)/2) {
				part.words = append(part.words, w)
			}
		}
		out = append(out, part)
		from = i + 1
	}
	return out
}

// goesOver reports over which of the cuts words of lines go.
func goesOver(lines []row, cuts []interval) []bool {
	over := make([]bool, len(cuts))
	for _, r := range lines {
		for _, s := range r.segments {
			for i, cut := range cuts {
				middle := (cut.from + cut.to) / 2
				over[i] = over[i] || s.X < middle && s.right() > middle && !s.partsNamesAt(middle, r.height)
			}
		}
	}
	return over
}

// partsNamesAt reports whether the words on either side of a place are of two names.
func (s segment) partsNamesAt(x, height float32) bool {
	i := slices.IndexFunc(s.words, func(w Word) bool { return w.X+w.Width/2 > x })
	return i > 0 && s.partsNames(i, height)
}

// splitRows parts rows in which several stand that no line parts: where a column has
// a value in each of its lines.
func (t *ruledTable) splitRows(height float32) {
	for r := t.rows - 1; r >= 0; r-- {
		if starts := t.startsOf(r, height); len(starts) > 1 {
			t.cutRow(r, starts)
		}
	}
}

// startsOf returns how far down the rows begin that stand in one between lines.
func (t *ruledTable) startsOf(r int, height float32) []float32 {
	var best []row
	all := 0
	for _, p := range t.places {
		if p.row != r || p.rows != 1 || len(p.words) == 0 {
			continue
		}
		lines := makeRows(p.words)
		all = max(all, len(lines))
		if len(lines) > 1 && areShort(lines) && len(lines) > len(best) && p.cols == 1 {
			best = lines
		}
	}
	// A value that is alone in its column may be of several lines.
	if level, filled := t.columnsLevel(r, best, height); len(best) < 2 || 3*len(best) < all || level < 2 || 2*level < filled {
		return nil
	}
	var starts []float32
	for _, l := range best {
		starts = append(starts, l.Y+l.Height/2)
	}
	return starts
}

// areShort reports whether each of several lines is a value or a mark.
func areShort(lines []row) bool {
	return !slices.ContainsFunc(lines, func(l row) bool { text := l.text(); return !isValue(text) && len(text) > 2 })
}

// columnsLevel returns how many columns of a row have lines beside most of the given ones,
// and how many have any.
func (t *ruledTable) columnsLevel(r int, lines []row, height float32) (columns, filled int) {
	for _, p := range t.places {
		if p.row != r || p.rows != 1 || len(p.words) == 0 {
			continue
		}
		level := 0
		filled++
		for _, l := range makeRows(p.words) {
			if slices.ContainsFunc(lines, func(b row) bool { return abs(b.Y-l.Y) < 0.5*height }) {
				level++
			}
		}
		if 2*level > len(lines) {
			columns++
		}
	}
	return columns, filled
}

func abs(x float32) float32 { return max(x, -x) }

// cutRow makes several rows of one, which have their values at places. A line between
// two goes on with the one above it.
func (t *ruledTable) cutRow(r int, at []float32) {
	more := len(at) - 1
	var out []place
	for _, p := range t.places {
		switch {
		case p.row > r:
			p.row += more
			out = append(out, p)
		case p.row+p.rows <= r:
			out = append(out, p)
		case p.rows > 1:
			p.rows += more
			out = append(out, p)
		default:
			lines := makeRows(p.words)
			rowOf := func(l row) int {
				y := l.Y + l.Height/2
				n := 0
				for n+1 < len(at) && y > at[n+1]-0.6*l.height {
					n++
				}
				return n
			}
			parts := make([]place, len(at))
			for n := range parts {
				parts[n] = place{row: p.row + n, rows: 1, col: p.col, cols: p.cols}
			}
			for _, l := range lines {
				n := rowOf(l)
				for _, s := range l.segments {
					parts[n].words = append(parts[n].words, s.words...)
				}
			}
			out = append(out, parts...)
		}
	}
	t.places, t.rows = out, t.rows+more
}
