package evidence

import (
	"strings"

	"assay/service/content"
	"assay/service/extract/lexicon"
)

// stackedPairs pairs the cells of a table whose rows are labels and, under them, their
// values by turns; the labels' cells are headers, bold, or of a class of their own. It
// reports whether the table is one.
func stackedPairs(x *Index, l *layout) bool {
	if len(l.rows) < 4 || len(l.rows)%2 != 0 {
		return false
	}
	count, named, valuesNamed := 0, 0, 0
	for r := 0; r < len(l.rows); r += 2 {
		labels, values := distinctCells(l.rows[r]), distinctCells(l.rows[r+1])
		if len(labels) == 0 || len(labels) != len(values) {
			return false
		}
		for c := range labels {
			text := x.Tree.Text(labels[c].id)
			if !marksLabel(x, labels[c], l.rows[0][0]) || marksLabel(x, values[c], l.rows[0][0]) || len(text) > maxLabel || !startsLikeLabel(text) {
				return false
			}
			count++
			if isDressedLabel(x, labels[c]) || lexicon.IsName(text) {
				named++
			}
			if lexicon.IsName(x.Tree.Text(values[c].id)) {
				valuesNamed++
			}
		}
	}
	if named*2 <= count || valuesNamed*4 >= count {
		return false // striped rows of labels and values side by side
	}
	if x.stacked == nil {
		x.stacked = map[content.ID]bool{}
	}
	for _, row := range l.nodes {
		x.stacked[row] = true
	}
	for r := 0; r < len(l.rows); r += 2 {
		values := distinctCells(l.rows[r+1])
		for c, label := range distinctCells(l.rows[r]) {
			pair(x, cellLabel(x, label.id), values[c].id, x.Tree.Text(values[c].id), false)
		}
	}
	return true
}

// marksLabel reports whether a cell is marked as the first label of its table is: as a
// header, by a class or by being bold.
func marksLabel(x *Index, cell, first gridCell) bool {
	class := strings.TrimSpace(x.Tree.Value(first.id, "class"))
	switch {
	case first.header:
		return cell.header
	case class == "":
		return isDressedLabel(x, first) && isDressedLabel(x, cell)
	}
	return strings.TrimSpace(x.Tree.Value(cell.id, "class")) == class
}

// isDressedLabel reports whether a cell is a header, is bold as a whole or has a class for
// labels.
func isDressedLabel(x *Index, cell gridCell) bool {
	t := x.Tree
	if cell.header || namedLabel(x, cell.id) || strings.Contains(strings.ToLower(t.Value(cell.id, "class")), "head") {
		return true
	}
	for k := cell.id + 1; k < min(t.Nodes[cell.id].End, cell.id+4); k++ {
		if t.Nodes[k].Kind == content.Element && t.Len(k) == t.Len(cell.id) && namedLabel(x, k) {
			return true
		}
	}
	return false
}

// distinctCells returns the cells of a row, each once however many places it spans.
func distinctCells(row []gridCell) []gridCell {
	var distinct []gridCell
	for _, c := range row {
		if len(distinct) == 0 || distinct[len(distinct)-1].id != c.id {
			distinct = append(distinct, c)
		}
	}
	return distinct
}
