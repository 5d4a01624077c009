package layout

import (
	"cmp"
	"slices"
	"strconv"

	"assay/service/content"
)

// place is a cell of a table, in one or several rows and columns.
type place struct {
	words      []Word
	row, col   int
	rows, cols int
}

func (p *place) text() string { return joinWords(p.words) }

// ruledTable is a table that its ruling lines show.
type ruledTable struct {
	Box
	places     []place
	rows, cols int
	heads      int  // of the rows are names of columns
	form       bool // rather than a table: boxes with names in small print over their values
}

// Bounds on tables of lines.
const (
	maxRuled      = 40     // tables of a page
	maxGridPlaces = 20_000 // of a table
	lineEdge      = 0.35   // by how much words may stand over the edge of a table, in heights
)

// findRuled finds the tables of a page that ruling lines show, and returns the words
// that are in none.
func findRuled(words []Word, lines []Box, height float32) (tables []ruledTable, rest []Word) {
	if len(lines) < 3 || height <= 0 {
		return nil, words
	}
	lying, standing := rulesOf(lines, height)
	rest = words
	frames := framesOf(lying, standing, height)
	// Those within another come first: they are its contents.
	slices.SortStableFunc(frames, func(a, b frame) int { return cmp.Compare(a.Width*a.Height, b.Width*b.Height) })
	var single []rule // lying lines that meet no other
	for _, f := range frames {
		if len(f.standing) == 0 {
			single = append(single, f.lying...)
		}
	}
	frames = append(frames, bandsOf(single, words, height)...)
	for _, f := range frames {
		banded := len(f.standing) == 0
		if len(tables) == maxRuled || !banded && len(f.lying)+len(f.standing) < 4 || banded && len(f.lying) < 2 {
			continue
		}
		slack := lineEdge * height
		var inside, outside []Word
		for _, w := range rest {
			x, y := w.X+w.Width/2, w.Y+w.Height/2
			if x > f.X-slack && x < f.right()+slack && y > f.Y-slack && y < f.bottom()+slack {
				inside = append(inside, w)
			} else {
				outside = append(outside, w)
			}
		}
		if t, ok := tableOf(f, inside, lying, height); ok {
			tables, rest = append(tables, t), outside
		}
	}
	slices.SortStableFunc(tables, func(a, b ruledTable) int { return cmp.Compare(a.Y, b.Y) })
	return tables, rest
}

// lattice is the smallest places that lines leave, and which of them are one cell.
type lattice struct {
	x, y  []float32
	joint []int
}

func (l *lattice) root(i int) int {
	for l.joint[i] != i {
		l.joint[i] = l.joint[l.joint[i]]
		i = l.joint[i]
	}
	return i
}

// latticeOf lays a lattice through lines; false if they leave no two columns and rows.
func latticeOf(f frame, height float32) (*lattice, bool) {
	slack := sameRule * height
	l := &lattice{x: places(f.standing, f.lying, slack), y: places(f.lying, f.standing, slack)}
	cols, rows := len(l.x)-1, len(l.y)-1
	if cols < 1 || rows < 1 || cols*rows < 2 || cols*rows > maxGridPlaces {
		return nil, false
	}
	l.joint = make([]int, cols*rows)
	for i := range l.joint {
		l.joint[i] = i
	}
	for r := range rows {
		for c := range cols {
			i := r*cols + c
			if c+1 < cols && !covers(f.standing, l.x[c+1], slack, l.y[r], l.y[r+1]) {
				l.joint[l.root(i+1)] = l.root(i)
			}
			if r+1 < rows && !covers(f.lying, l.y[r+1], slack, l.x[c], l.x[c+1]) {
				l.joint[l.root(i+cols)] = l.root(i)
			}
		}
	}
	return l, true
}

// tableOf makes a table of lines that meet and the words among them; false if they
// are none: a frame around text, a form of boxes, a drawing.
func tableOf(f frame, words []Word, lying []rule, height float32) (ruledTable, bool) {
	l, ok := latticeOf(f, height)
	if !ok {
		return ruledTable{}, false
	}
	cols, rows := len(l.x)-1, len(l.y)-1
	t := ruledTable{Box: f.Box, rows: rows, cols: cols}
	index := map[int]int{}
	for i := range l.joint {
		root := l.root(i)
		at, known := index[root]
		r, c := i/cols, i%cols
		if !known {
			index[root] = len(t.places)
			t.places = append(t.places, place{row: r, col: c, rows: 1, cols: 1})
			continue
		}
		p := &t.places[at]
		left := min(p.col, c)
		p.cols = max(p.col+p.cols, c+1) - left
		p.col = left
		p.rows = max(p.row+p.rows, r+1) - p.row
	}
	taken := make([]int, cols*rows)
	for i := range t.places { // a cell is a rectangle; where lines are missing others have a part of it
		p := &t.places[i]
		for r := p.row; r < p.row+p.rows; r++ {
			for c := p.col; c < p.col+p.cols; c++ {
				if taken[r*cols+c]++; taken[r*cols+c] > 1 {
					return ruledTable{}, false
				}
			}
		}
	}
	for _, w := range words {
		c := between(l.x, w.X+w.Width/2)
		r := between(l.y, w.Y+w.Height/2)
		p := &t.places[index[l.root(r*cols+c)]]
		p.words = append(p.words, w)
	}
	for i := range t.places {
		t.places[i].words = inOrder(t.places[i].words)
	}
	if t.form = t.isForm(); t.form {
		return t, true
	}
	t.splitColumns(height)
	t.splitRows(height)
	t.compact()
	if len(f.standing) == 0 && t.cols > 1 {
		if !t.inRows() {
			return t, false
		}
		t.spread(t.names(), lying, height)
		t.widenSections()
	}
	return t, t.isTable()
}

// between returns the number of the stretch between places that x is in.
func between(places []float32, x float32) int {
	n, _ := slices.BinarySearch(places, x)
	return min(max(0, n-1), len(places)-2)
}

// inOrder returns words as they are read, line after line.
func inOrder(words []Word) []Word {
	if len(words) < 2 {
		return words
	}
	return wordsOf(makeRows(words))
}

// compact leaves out rows and columns with nothing in them.
func (t *ruledTable) compact() {
	rows, cols := make([]int, t.rows+1), make([]int, t.cols+1)
	for _, p := range t.places {
		if len(p.words) > 0 { // a cell keeps the first of its rows and columns, and those that others need
			rows[p.row]++
			cols[p.col]++
		}
	}
	number := func(used []int) {
		n := 0
		for i, u := range used {
			used[i] = n
			if u > 0 {
				n++
			}
		}
	}
	number(rows)
	number(cols)
	kept := t.places[:0]
	for _, p := range t.places {
		r, c := rows[p.row], cols[p.col]
		p.rows, p.cols = rows[p.row+p.rows]-r, cols[p.col+p.cols]-c
		p.row, p.col = r, c
		if p.rows > 0 && p.cols > 0 {
			kept = append(kept, p)
		}
	}
	t.places, t.rows, t.cols = kept, rows[t.rows], cols[t.cols]
}

// isTable reports whether what lines part is a table: not a frame around text, nor
// the boxes of a form, each with a label over its value.
func (t *ruledTable) isTable() bool {
	if t.rows < 2 || t.cols < 2 {
		return false
	}
	filled, forms, full := 0, 0, make(map[int]int)
	words := 0
	for _, p := range t.places {
		if len(p.words) == 0 {
			continue
		}
		filled++
		words += len(p.words)
		full[p.row]++
		lines := makeRows(p.words)
		if len(lines) > 1 && p.row > 0 && isLabel(lines[0].text()) && isValue(lines[1].text()) || endsInColon(lines[0].text()) && len(lines) > 1 {
			forms++
		}
	}
	shared := 0
	for _, n := range full {
		if n > 1 {
			shared++
		}
	}
	return filled >= 4 && 3*forms < filled && shared >= 2 && 2*shared >= t.rows && words < 40*filled
}

// inRows reports whether the rows are told apart: a row of several lines that all its
// cells have may be several rows.
func (t *ruledTable) inRows() bool {
	for r := range t.rows {
		several, cells := 0, 0
		for _, p := range t.places {
			if p.row == r && len(p.words) > 0 {
				cells++
				if len(makeRows(p.words)) > 1 {
					several++
				}
			}
		}
		if r > 0 && several > 1 && 2*several > cells {
			return false
		}
	}
	return true
}

// names finds how many of the first rows are the names of columns: as many as the
// highest cell of the first row has, and as it takes for each column to have a name
// of its own.
func (t *ruledTable) names() int {
	isHead := func(row int) bool {
		found := false
		for _, p := range t.places {
			if p.row != row || len(p.words) == 0 {
				continue
			}
			text := p.text()
			if isValue(text) && !isPeriod(text) {
				return false
			}
			found = true
		}
		return found
	}
	if !isHead(0) {
		return 0
	}
	heads := 1
	for n := 0; n < heads && heads < min(4, t.rows-1); n++ {
		for _, p := range t.places {
			if p.row != n {
				continue
			}
			next := p.row + p.rows
			if p.cols > 1 && len(p.words) > 0 && (p.cols < t.cols || n == 0) && next < t.rows {
				next++
			}
			for next > heads && (heads >= t.rows-1 || !isHead(heads) && p.row+p.rows <= heads) {
				next--
			}
			heads = max(heads, min(next, t.rows-1))
		}
	}
	return heads
}

// ruled writes a table that lines show.
func (b *builder) ruled(t *ruledTable) {
	slices.SortStableFunc(t.places, func(a, b place) int { return cmp.Or(cmp.Compare(a.row, b.row), cmp.Compare(a.col, b.col)) })
	if t.form {
		b.boxes(t)
		return
	}
	t.heads = t.names()
	b.open(content.Table, "table", t.Box)
	next := 0
	for r := range t.rows {
		row := Box{t.X, t.Y, t.Width, 0}
		first := next
		for ; next < len(t.places) && t.places[next].row == r; next++ {
			if words := t.places[next].words; len(words) > 0 {
				if row.Height == 0 {
					row = boxOf(words)
				}
				row = row.union(boxOf(words))
			}
		}
		b.open(content.Row, "tr", row)
		for _, p := range t.places[first:next] {
			start := content.Start{Role: content.Cell, Tag: "td"}
			if r < t.heads {
				start.Role, start.Tag = content.HeaderCell, "th"
			}
			if p.cols > 1 {
				start.Attrs = append(start.Attrs, content.Attr{Name: "colspan", Value: strconv.Itoa(p.cols)})
			}
			if p.rows > 1 {
				start.Attrs = append(start.Attrs, content.Attr{Name: "rowspan", Value: strconv.Itoa(p.rows)})
			}
			box := Box{}
			if len(p.words) > 0 {
				box = boxOf(p.words)
			}
			b.openNode(start, box)
			b.words(p.words)
			b.close()
		}
		b.close()
	}
	b.close()
}
