package layout

import "assay/service/content"

// gridRow is a row of cells, each the words in one column.
type gridRow struct {
	cells  [][]Word
	top    float32
	bottom float32
}

func (r gridRow) filled() int {
	count := 0
	for _, words := range r.cells {
		if len(words) > 0 {
			count++
		}
	}
	return count
}

func (r gridRow) box() Box {
	return boxOf(flatten(r.cells))
}

// isHead reports whether a row has only words, as the names of columns are.
func (r gridRow) isHead() bool {
	for _, words := range r.cells {
		if text := joinWords(words); hasDigit(text) || len(text) > maxLabel {
			return false
		}
	}
	return true
}

// run writes a run of rows as what it is: a table, labels with values, or texts
// side by side.
func (b *builder) run(g *run) {
	columns := g.columns()
	if len(columns) == 1 || len(g.rows) == 1 {
		for _, r := range g.rows {
			b.line(r)
		}
		return
	}
	if c := g.parts(columns); c > 0 {
		b.sideBySide(g.rows, interval{columns[c].from, columns[c].from})
		return
	}
	rows := g.grid(columns)
	switch {
	case len(columns) > 2 && areLines(rows):
		for _, r := range g.rows {
			b.line(r)
		}
	case len(columns) == 2 && areLabels(rows):
		b.terms(rows)
	case isTable(rows):
		b.table(rows, false)
	default:
		b.texts(g, columns)
	}
}

// partGap is how wide a stretch is, in heights of the text, that may part a run
// in two.
const partGap = 4.0

// maxPartColumns bounds the columns of a run that is looked at for parts.
const maxPartColumns = 40

// parts returns the column with which another part of the run begins, one that
// has nothing to do with the columns before it: it is labels with their values,
// or its rows are others beyond a wide stretch. It returns 0 if there is none.
func (g *run) parts(columns []interval) int {
	if len(columns) < 3 || len(columns) > maxPartColumns {
		return 0
	}
	rows := g.grid(columns)
	for c := range len(columns) - 1 {
		if !areLabels(pick(rows, c, c+2)) {
			continue
		}
		if c > 0 {
			return c
		}
		return 2
	}
	if rows[0].isHead() && rows[0].filled() == len(columns) {
		return 0
	}
	for c := 1; c < len(columns); c++ {
		left, right, both := 0, 0, 0
		gap := rightmost
		for _, r := range g.rows {
			cells := cellsOf(r, columns)
			before, after := flatten(cells[:c]), flatten(cells[c:])
			switch {
			case len(before) > 0 && len(after) > 0:
				gap = min(gap, boxOf(after).X-boxOf(before).right())
				both++
			case len(before) > 0:
				left++
			default:
				right++
			}
		}
		if left+right > 0 && 4*both < 3*(left+right+both) && gap >= partGap*g.height {
			return c
		}
	}
	return 0
}

// pick returns some columns of those rows that have any of them.
func pick(rows []gridRow, from, to int) []gridRow {
	var out []gridRow
	for _, r := range rows {
		part := gridRow{cells: r.cells[from:to], top: r.top, bottom: r.bottom}
		if part.filled() > 0 {
			out = append(out, part)
		}
	}
	return out
}

func flatten(cells [][]Word) []Word {
	var words []Word
	for _, cell := range cells {
		words = append(words, cell...)
	}
	return words
}

// grid returns the run's rows as cells. The lines of a cell that has several are
// brought together, and so are those of the names of columns.
func (g *run) grid(columns []interval) []gridRow {
	var rows []gridRow
	heads := true // whether all rows so far have only words
	for _, r := range g.rows {
		next := gridRow{cells: cellsOf(r, columns), top: r.Y, bottom: r.bottom()}
		if len(rows) > 0 {
			above := &rows[len(rows)-1]
			space := next.top - above.bottom
			heads = heads && above.isHead()
			tight := space <= tightGap*g.height
			if tight && (heads && next.isHead() && completes(*above, next) || continues(*above, next)) {
				for c, words := range next.cells {
					above.cells[c] = append(above.cells[c], words...)
				}
				above.bottom = next.bottom
				continue
			}
		}
		rows = append(rows, next)
	}
	return rows
}

// completes reports whether two rows of words are the lines of one row of
// names of columns: neither has a name for each column, both together do.
func completes(above, below gridRow) bool {
	if above.filled() == len(above.cells) && below.filled() == len(below.cells) {
		return false
	}
	return above.filled() < len(above.cells)
}

// continues reports whether a row is the next line of one cell above it.
func continues(above, below gridRow) bool {
	if below.filled() != 1 || above.filled() < 2 {
		return false
	}
	for c, words := range below.cells {
		if len(words) > 0 {
			return len(above.cells[c]) > 0 && !isValue(joinWords(words)) && !isValue(joinWords(above.cells[c]))
		}
	}
	return false
}

// areLines reports whether rows are lines with several labels and values in each.
func areLines(rows []gridRow) bool {
	lines := 0
	for _, r := range rows {
		for _, words := range r.cells[:len(r.cells)-1] {
			if endsInColon(joinWords(words)) {
				lines++
				break
			}
		}
	}
	return 2*lines >= len(rows)
}

// areLabels reports whether rows of two cells are labels and their values.
func areLabels(rows []gridRow) bool {
	labels, colons, values, both := 0, 0, 0, 0
	for _, r := range rows {
		left, right := joinWords(r.cells[0]), joinWords(r.cells[1])
		if left == "" || right == "" {
			continue
		}
		both++
		if endsInColon(left) {
			colons++
		}
		if isLabel(left) {
			labels++
		}
		if hasDigit(right) {
			values++
		}
	}
	if both == 0 || 2*both < len(rows) {
		return false
	}
	if labels == both && both > 1 && values > 0 && 2*values < both { // few are numbers: not a column under its name
		return true
	}
	return 2*colons > both || labels == both && 2*values >= both && (both > 1 && hasDigit(joinWords(rows[0].cells[1])) || values == both)
}

// isTable reports whether rows are those of a table: with names of columns above
// values, or with a column of values.
func isTable(rows []gridRow) bool {
	if len(rows) < 2 {
		return false
	}
	body := rows
	head := rows[0].isHead() && rows[0].filled() >= 2
	if head {
		body = rows[1:]
	}
	columns := 0
	for c := range rows[0].cells {
		values, filled := 0, 0
		for _, r := range body {
			if text := joinWords(r.cells[c]); text != "" {
				filled++
				if isValue(text) {
					values++
				}
			}
		}
		if filled > 0 && 5*values >= 3*filled {
			columns++
		}
	}
	if head {
		return columns > 0
	}
	return columns > 0 && len(rows) >= 3 || columns > 1
}

// table writes rows as a table; the first are the names of its columns if that is
// known, or if they are words only.
func (b *builder) table(rows []gridRow, named bool) {
	b.open(content.Table, "table", boxOfGrid(rows))
	for i, r := range rows {
		role, tag := content.Cell, "td"
		if i == 0 && (named || r.isHead()) {
			role, tag = content.HeaderCell, "th"
		}
		b.open(content.Row, "tr", r.box())
		for _, words := range r.cells {
			b.element(role, tag, words)
		}
		b.close()
	}
	b.close()
}

// terms writes rows of two cells as labels and their values.
func (b *builder) terms(rows []gridRow) {
	for len(rows) > 0 {
		n := 0
		for n < len(rows) && rows[n].filled() == 2 {
			n++
		}
		if n == 0 {
			b.open(content.Block, "p", rows[0].box())
			b.words(rows[0].cells[0])
			b.words(rows[0].cells[1])
			b.close()
			rows = rows[1:]
			continue
		}
		b.open(content.Terms, "dl", boxOfGrid(rows[:n]))
		for _, r := range rows[:n] {
			b.element(content.Term, "dt", r.cells[0])
			b.element(content.Definition, "dd", r.cells[1])
		}
		b.close()
		rows = rows[n:]
	}
}

func boxOfGrid(rows []gridRow) Box {
	box := rows[0].box()
	for _, r := range rows[1:] {
		box = box.union(r.box())
	}
	return box
}

// texts writes the columns of a run one after the other, each as a text of its
// own.
func (b *builder) texts(g *run, columns []interval) {
	byColumn := make([][]Word, len(columns))
	for _, r := range g.rows {
		for c, words := range cellsOf(r, columns) {
			byColumn[c] = append(byColumn[c], words...)
		}
	}
	for _, words := range byColumn {
		if len(words) == 0 {
			continue
		}
		b.open(content.Block, "div", boxOf(words))
		b.paragraphs(makeRows(words))
		b.close()
	}
}
