package evidence

import (
	"strings"

	"assay/service/content"
)

// minLabelRows is how many rows of labels a table has at least that is made of them.
const minLabelRows = 2

// labelRows pairs the cells of a table in which a row of labels stands over a row of
// values, again and again, and reports whether it is one. The labels are dressed alike,
// as names of something, and the values are not.
func (x *Index) labelRows(rows [][]gridCell) bool {
	if len(rows) < 2*minLabelRows || len(rows)%2 != 0 {
		return false
	}
	for r := 0; r < len(rows); r += 2 {
		if len(rows[r]) == 0 || len(rows[r]) != len(rows[r+1]) || !x.areLabels(rows[r]) || x.areLabels(rows[r+1]) {
			return false
		}
	}
	t := x.Tree
	for r := 0; r < len(rows); r += 2 {
		for c, label := range rows[r] {
			if c == 0 || label.id != rows[r][c-1].id {
				x.pair(t.Text(label.id), rows[r+1][c].id, t.Text(rows[r+1][c].id), false)
			}
		}
	}
	return true
}

// areLabels reports whether all cells of a row are short and dressed as names of
// something.
func (x *Index) areLabels(row []gridCell) bool {
	for _, c := range row {
		if size := x.Tree.Len(c.id); size == 0 || size > maxLabel || !c.header && !x.isDressedLabel(c.id) {
			return false
		}
	}
	return true
}

// isDressedLabel reports whether a cell is bold as a whole or has a class for labels.
func (x *Index) isDressedLabel(cell content.ID) bool {
	t := x.Tree
	if x.namedLabel(cell) || strings.Contains(strings.ToLower(t.Value(cell, "class")), "head") {
		return true
	}
	for k := cell + 1; k < min(t.Nodes[cell].End, cell+4); k++ {
		if t.Nodes[k].Kind == content.Element && t.Len(k) == t.Len(cell) && x.namedLabel(k) {
			return true
		}
	}
	return false
}

// minTwicePaired is how many rows of two labels and two values a table has at least of
// which nothing but the words tells so.
const minTwicePaired = 3

// twicePaired reports whether the rows of a table without headers are a label, its value,
// another label and its value: most words of the first and of the third cells are names
// that values have, none of them has a value's form, and none comes twice.
func (x *Index) twicePaired(rows [][]gridCell) bool {
	seen := map[string]bool{}
	paired, known := 0, 0
	for _, row := range rows {
		if len(row) > 0 && spanOf(row, row[0].id) == len(row) {
			continue // a heading across the table
		}
		if len(row) != 4 || paired > 500 {
			return false
		}
		paired++
		for _, c := range [...]gridCell{row[0], row[2]} {
			text := x.Tree.Text(c.id)
			if text == "" && c == row[2] { // the last of an odd number
				known++
				continue
			}
			if len(text) > maxLabel || seen[text] || !startsLikeLabel(text) || startsWithDigit(text) {
				return false
			}
			seen[text] = true
			if p := Meaning(text); p.Concept() != 0 || len(p) > 0 && p[0].Group != 0 {
				known++
			}
		}
	}
	return paired >= minTwicePaired && known > paired
}
