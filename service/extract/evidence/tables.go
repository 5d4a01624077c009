package evidence

import (
	"slices"
	"strconv"
	"strings"

	"assay/service/content"
	"assay/service/extract/read"
)

// Grid is a table with its spans laid out.
type Grid struct {
	Node    content.ID
	Headers []Header
	Rows    []GridRow
	Caption string // its caption, or the heading above it
	Titles  []Key  // of caption, heading and names
}

// Header is one column's header.
type Header struct {
	Text string
	Key  Key
	Node content.ID
}

// GridRow is one row of values: per column the cell, or None.
type GridRow struct {
	Node  content.ID
	Cells []content.ID
}

const (
	maxColumns = 200
	maxGrid    = 400000 // cells of one table

	maxPairRows = 500 // of a table of labels and values
)

// tables lays out the page's tables and pairs the cells of those that are lists
// of labels and values.
func (x *Index) tables() {
	t := x.Tree
	for i := 0; i < len(t.Nodes); i++ {
		n := &t.Nodes[i]
		if n.Kind != content.Element || n.Hidden || t.Len(content.ID(i)) == 0 {
			continue
		}
		if n.Role == content.Table {
			table(x, content.ID(i))
		} else if n.Role != content.Row && t.Tag(content.ID(i)) != "tbody" {
			boxes(x, content.ID(i))
		}
	}
}

type gridCell struct {
	id     content.ID
	header bool
}

// hang is a cell that reaches down into the rows below its own.
type hang struct {
	cell gridCell
	left int // rows still to come
}

// layout is a table's rows with every cell in each place that it spans.
type layout struct {
	rows    [][]gridCell
	nodes   []content.ID // of the rows
	inHead  []bool       // whether they are in the table's head
	hanging []hang       // by column
}

func table(x *Index, id content.ID) {
	g := &Grid{Node: id}
	l := layOut(x, id, g)
	if len(l.rows) == 0 {
		return
	}
	titlesOf(x, g)
	if stackedPairs(x, l) {
		return
	}
	headers := headerRows(x, l.rows, l.inHead)
	tablePairs(x, l.rows, headers)
	if headers > 0 {
		grid(x, g, l, headers)
	}
}

// grid keeps a table whose first rows are headers.
func grid(x *Index, g *Grid, l *layout, headers int) {
	width := 0
	for _, row := range l.rows {
		width = max(width, len(row))
	}
	g.Headers = make([]Header, width)
	for c := range g.Headers {
		g.Headers[c] = headerOf(x, l.rows[:headers], c)
	}
	for r := headers; r < len(l.rows); r++ {
		row := l.rows[r]
		if len(row) == 0 || isRepeatedHeader(x, row, l.rows[headers-1]) || isAcross(row, width) {
			continue
		}
		out := GridRow{Node: l.nodes[r], Cells: make([]content.ID, width)}
		for c := range out.Cells {
			out.Cells[c] = content.None
			if c < len(row) {
				out.Cells[c] = row[c].id
			}
		}
		g.Rows = append(g.Rows, out)
	}
	if len(g.Rows) > 0 {
		x.Tables = append(x.Tables, g)
	}
}

// layOut lays out the rows of a table, but for those of tables within it, and takes its
// caption.
func layOut(x *Index, id content.ID, g *Grid) *layout {
	t := x.Tree
	l := &layout{}
	cells := 0
	head := content.ID(-1)
	for k := id + 1; k < t.Nodes[id].End; k++ {
		n := &t.Nodes[k]
		switch {
		case n.Kind != content.Element:
		case n.Role == content.Table:
			k = n.End - 1 // a table of its own
		case n.Role == content.Caption:
			g.Caption = t.Text(k)
		case t.Tag(k) == "thead":
			head = n.End
		case n.Role == content.Row && !n.Hidden:
			row := layOutRow(x, k, l)
			if cells += len(row); cells > maxGrid {
				return l
			}
			l.rows, l.nodes, l.inHead = append(l.rows, row), append(l.nodes, k), append(l.inHead, k < head)
		}
	}
	return l
}

// layOutRow returns the cells of a row, with those that reach down into it from the rows
// above.
func layOutRow(x *Index, id content.ID, l *layout) []gridCell {
	t := x.Tree
	var row []gridCell
	for c := t.FirstChild(id); c != content.None; c = t.Next(c) {
		n := &t.Nodes[c]
		if n.Role != content.Cell && n.Role != content.HeaderCell {
			continue
		}
		cell := gridCell{c, n.Role == content.HeaderCell}
		across := min(max(1, number(t.Value(c, "colspan"))), maxColumns)
		down := min(max(1, number(t.Value(c, "rowspan"))), 2000)
		for range across {
			if len(row) >= maxColumns {
				break
			}
			row = append(l.fromAbove(row), cell)
			if down > 1 {
				for len(l.hanging) < len(row) {
					l.hanging = append(l.hanging, hang{})
				}
				l.hanging[len(row)-1] = hang{cell, down - 1}
			}
		}
	}
	return l.fromAbove(row)
}

// fromAbove adds to a row the cells that hang down into the places after its last cell.
func (l *layout) fromAbove(row []gridCell) []gridCell {
	for len(row) < len(l.hanging) && l.hanging[len(row)].left > 0 {
		h := &l.hanging[len(row)]
		h.left--
		row = append(row, h.cell)
	}
	return row
}

// headerOf returns the header of a column: what its cells in the header rows say, but
// for those that stand over the whole table.
func headerOf(x *Index, rows [][]gridCell, column int) Header {
	h := Header{Key: NoKey, Node: content.None}
	var parts []string
	for _, row := range rows {
		if column >= len(row) || h.Node != content.None && row[column].id == h.Node {
			continue
		}
		h.Node = row[column].id
		text := x.Tree.Text(h.Node)
		if text != "" && (len(parts) == 0 || parts[len(parts)-1] != text) && spanOf(row, h.Node) < max(2, len(row)) {
			parts = append(parts, text)
		}
	}
	if h.Text = strings.Join(parts, " "); h.Text != "" {
		h.Key = x.Intern(h.Text)
		if long := spelledOut(x, h); long != "" {
			h.Key = x.Intern(long)
		}
	}
	return h
}

// maxShortened is how long, in bytes, a header is at most that is spelled out elsewhere.
const maxShortened = 5

// spelledOut returns what a header of a few letters stands for, if its cell says so to those
// who point at it or listen.
func spelledOut(x *Index, h Header) string {
	t := x.Tree
	if len(h.Text) > maxShortened {
		return ""
	}
	for id := h.Node; id < t.Nodes[h.Node].End; id++ {
		for _, name := range [...]string{"title", "aria-label"} {
			if long := t.Value(id, name); len(long) > len(h.Text) && len(long) <= maxLabel {
				return long
			}
		}
	}
	return ""
}

// isAcross reports whether a row is a heading or a note across a table.
func isAcross(row []gridCell, width int) bool {
	if len(row) == 1 {
		return width > 2
	}
	span := spanOf(row, row[0].id)
	return span*2 > width && span == len(row)
}

func spanOf(row []gridCell, id content.ID) int {
	n := 0
	for _, c := range row {
		if c.id == id {
			n++
		}
	}
	return n
}

// isRepeatedHeader reports whether a row is the header again, for those who scroll.
func isRepeatedHeader(x *Index, row, header []gridCell) bool {
	if len(row) != len(header) {
		return false
	}
	for c := range row {
		if !row[c].header || x.Tree.Text(row[c].id) != x.Tree.Text(header[c].id) {
			return false
		}
	}
	return true
}

func number(s string) int {
	n, err := strconv.Atoi(strings.TrimSpace(s))
	if err != nil {
		return 1
	}
	return n
}

// headerRows returns how many leading rows are headers.
func headerRows(x *Index, rows [][]gridCell, inHead []bool) int {
	n := 0
	for n < len(rows) && n < 4 && n < len(rows)-1 {
		headers, texts := 0, 0
		for _, c := range rows[n] {
			if c.header {
				headers++
			}
			if x.Tree.Len(c.id) > 0 {
				texts++
			}
		}
		if !inHead[n] && (len(rows[n]) < 2 || headers < len(rows[n])) && !(n == 0 && len(rows[n]) > 1 && boldRow(x, rows[n])) {
			// A title across the table may stand over its headers.
			if n < 2 && len(rows) > 2 && len(rows[0]) > 0 && spanOf(rows[0], rows[0][0].id) == len(rows[0]) && len(rows[1]) > 1 && (allHeaders(rows[1]) || boldRow(x, rows[1])) {
				return 2
			}
			break
		}
		if n > 0 && !inHead[n] && numbers(x, rows[n]) > 0 {
			break // a row of values marked up as headers
		}
		n++
	}
	if n == 0 && len(rows) > 2 && len(rows[0]) > 2 && plainHeader(x, rows) {
		return 1
	}
	return n
}

// numbers counts the cells of a row that are numbers and nothing else.
func numbers(x *Index, row []gridCell) int {
	n := 0
	for _, c := range row {
		if read.IsBareNumber(x.Tree.Text(c.id)) {
			n++
		}
	}
	return n
}

func allHeaders(row []gridCell) bool {
	for _, c := range row {
		if !c.header {
			return false
		}
	}
	return true
}

// boldRow reports whether every cell of a row is bold as a whole.
func boldRow(x *Index, row []gridCell) bool {
	t := x.Tree
	bold := 0
	for _, c := range row {
		if t.Len(c.id) == 0 {
			continue
		}
		if c.header {
			bold++
			continue
		}
		found := false
		for k := c.id + 1; k < min(t.Nodes[c.id].End, c.id+4); k++ {
			if tag := t.Tag(k); (tag == "b" || tag == "strong") && t.Len(k) >= t.Len(c.id)-2 {
				found = true
			}
		}
		if !found {
			return false
		}
		bold++
	}
	return bold > 1
}

// plainHeader reports whether the first row has only words where the rows below have digits, or
// an empty corner above a column of words.
func plainHeader(x *Index, rows [][]gridCell) bool {
	differs, texts, corner := 0, 0, false
	for c, cell := range rows[0] {
		text, below := x.Tree.Text(cell.id), ""
		if c < len(rows[1]) {
			below = x.Tree.Text(rows[1][c].id)
		}
		switch {
		case text == "":
			corner = corner || c == 0 && below != ""
			continue
		case len(text) > 40 || strings.ContainsAny(text, "0123456789"):
			return false
		case strings.ContainsAny(below, "0123456789"):
			differs++
		}
		texts++
	}
	return corner && texts > 1 || texts == len(rows[0]) && differs > 0
}

// tablePairs pairs label and value cells of rows that have both.
func tablePairs(x *Index, rows [][]gridCell, headers int) {
	t := x.Tree
	if headers == 1 && len(rows[0]) > 1 && spanOf(rows[0], rows[0][0].id) == len(rows[0]) {
		headers = 0 // a title across the table is no header of a column
	}
	across := headers <= 1 && pairedAcross(x, rows[:min(len(rows), maxPairRows)])
	for r, row := range rows {
		if r >= maxPairRows {
			return
		}
		distinct := distinctCells(row)
		if headers == 0 {
			distinct = withoutLineNumber(x, distinct)
		}
		if headers == 0 && len(row) == 3 { // what is empty keeps label and value apart
			distinct = slices.DeleteFunc(distinct, func(c gridCell) bool { return t.Len(c.id) == 0 })
		}
		switch {
		case len(distinct) == 2 && (r >= headers || distinct[0].header && !distinct[1].header):
			pair(x, cellLabel(x, distinct[0].id), distinct[1].id, t.Text(distinct[1].id), !distinct[0].header && headers > 0)
		case len(distinct) >= 4 && len(distinct)%2 == 0 && (across || headers == 0 && (distinct[0].header && distinct[2].header || len(rows) > 1 && strings.HasSuffix(t.Text(distinct[0].id), ":"))):
			for c := 0; c < len(distinct); c += 2 {
				pair(x, t.Text(distinct[c].id), distinct[c+1].id, t.Text(distinct[c+1].id), false)
			}
		}
	}
	if headers == 1 && len(rows) == 2 && len(rows[0]) == len(rows[1]) { // one record with headers above
		for c := range rows[0] {
			pair(x, t.Text(rows[0][c].id), rows[1][c].id, t.Text(rows[1][c].id), false)
		}
	}
}

// withoutLineNumber takes off the cells of a row those that have nothing but the number that the
// line has in a form: "3 | Depreciation | 3 | 1,200".
func withoutLineNumber(x *Index, cells []gridCell) []gridCell {
	number := ""
	if len(cells) > 2 {
		number = x.Tree.Text(cells[0].id)
	}
	if len(number) == 0 || len(number) > 3 || !startsWithDigit(number) {
		return cells
	}
	return slices.DeleteFunc(cells, func(c gridCell) bool { return x.Tree.Text(c.id) == number })
}

// titlesOf gathers what the table is called: caption, heading above, class and id.
func titlesOf(x *Index, g *Grid) {
	t := x.Tree
	if g.Caption != "" {
		g.Titles = append(g.Titles, x.Intern(g.Caption))
	}
	for i := len(x.Sections) - 1; i >= 0; i-- {
		s := &x.Sections[i]
		if s.Heading < g.Node {
			if g.Node < s.End {
				g.Titles = append(g.Titles, s.Key)
			}
			if s.Level < 7 {
				break
			}
		}
	}
	for _, name := range [...]string{"class", "id", "aria-label", "summary"} {
		if v := t.Value(g.Node, name); v != "" {
			g.Titles = append(g.Titles, x.Intern(v))
		}
	}
}
