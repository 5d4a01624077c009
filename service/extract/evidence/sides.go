package evidence

import (
	"assay/service/content"
	"assay/service/extract/words"
)

// Which of two texts side by side is the label is decided for all pairs that are built
// alike together, by what the model of words takes for labels.

// mostSided is how many pairs of a group are looked at, leastOdds by how much, in logarithms
// of the odds of being a label, their labels must look more like labels than their values.
const (
	mostSided = 12
	leastOdds = 2
)

// labelsUnder reports whether an element of two parts is one of several built alike, in
// each of which the value stands first and its label under it.
func labelsUnder(x *Index, id content.ID) bool {
	t := x.Tree
	parent := t.Nodes[id].Parent
	if parent == content.None {
		return false
	}
	if under, ok := x.under[parent]; ok {
		return under
	}
	count, odds := 0, float32(0)
	seen := map[string]bool{}
	for c := t.FirstChild(parent); c != content.None && count < mostSided; c = t.Next(c) {
		first, second, ok := twoShort(x, c)
		if !ok || t.Tag(c) != t.Tag(id) {
			continue
		}
		label := t.Text(second)
		if seen[label] || len(label) > maxLabel {
			count = 0 // the same over and over is no label of each
			break
		}
		seen[label] = true
		count++
		odds += words.Default().LabelOdds(label) - words.Default().LabelOdds(t.Text(first))
	}
	if x.under == nil {
		x.under = map[content.ID]bool{}
	}
	x.under[parent] = count > 1 && odds > leastOdds*float32(count)
	return x.under[parent]
}

// twoShort returns the two elements that an element consists of, if they are short texts.
func twoShort(x *Index, id content.ID) (first, second content.ID, ok bool) {
	t := x.Tree
	n := &t.Nodes[id]
	if n.Kind != content.Element || t.Len(id) < 3 || t.Len(id) > maxLabel+maxOverName || n.End-id > 40 {
		return 0, 0, false
	}
	count := 0
	for c := t.FirstChild(id); c != content.None; c = t.Next(c) {
		if t.Len(c) == 0 {
			continue
		}
		if t.Nodes[c].Kind == content.Text || count == 2 {
			return 0, 0, false
		}
		if count++; count == 1 {
			first = c
		} else {
			second = c
		}
	}
	return first, second, count == 2
}

// pairedAcross reports whether the rows of a table are several pairs each: labels in the
// first, third … cells, their values in those after them. The labels are each other ones.
func pairedAcross(x *Index, rows [][]gridCell) bool {
	t := x.Tree
	pairs, odds := 0, float32(0)
	seen := map[string]bool{}
	for _, row := range rows {
		cells := distinctCells(row)
		if len(cells) < 4 || len(cells)%2 != 0 { // a title, or a last row that is half empty
			continue
		}
		for c := 0; c < len(cells); c += 2 {
			label := t.Text(cells[c].id)
			if label == "" {
				continue
			}
			if len(label) > maxLabel || !startsLikeLabel(label) || seen[label] {
				return false
			}
			seen[label] = true
			if pairs++; pairs <= mostSided {
				odds += words.Default().LabelOdds(label) - words.Default().LabelOdds(t.Text(cells[c+1].id))
			}
		}
	}
	return pairs > 3 && odds > leastOdds*float32(min(pairs, mostSided))
}
