package evidence

import (
	"strings"
	"unicode"

	"assay/service/content"
)

// Limits of boxes that are laid out as a table.
const (
	minBoxColumns = 3
	minBoxRows    = 2  // below the headers
	maxBoxHeader  = 30 // bytes of a header
)

// boxes keeps an element whose children are the rows of a table by how they look alone: as
// many boxes in each, the first of them words, under which others have numbers. The rows
// below the first may have a box of their own.
func boxes(x *Index, id content.ID) {
	head := firstShown(x, id)
	if head == content.None {
		return
	}
	header := shownChildren(x, head, maxColumns)
	if len(header) < minBoxColumns {
		return
	}
	row := nextShown(x, head)
	if row == content.None {
		return
	}
	if nextShown(x, row) == content.None {
		row = firstShown(x, row)
	}
	l := &layout{}
	l.add(head, header)
	for ; row != content.None; row = nextShown(x, row) {
		cells := shownChildren(x, row, len(header)+1)
		if len(cells) != len(header) || len(l.rows)*len(header) > maxGrid {
			return
		}
		l.add(row, cells)
	}
	if len(l.rows) <= minBoxRows || !areHeaders(x, l.rows) {
		return
	}
	g := &Grid{Node: id}
	titlesOf(x, g)
	grid(x, g, l, 1)
}

func (l *layout) add(id content.ID, row []gridCell) {
	l.rows, l.nodes = append(l.rows, row), append(l.nodes, id)
}

// areHeaders reports whether the first row of a table of boxes are its headers: short words,
// each other ones, none of them a link, over at least one column of texts with digits.
func areHeaders(x *Index, rows [][]gridCell) bool {
	t := x.Tree
	seen := map[string]bool{}
	figures := 0
	for c, cell := range rows[0] {
		text := t.Text(cell.id)
		if text == "" || len(text) > maxBoxHeader || seen[text] || t.LinkLen(cell.id) > 0 || strings.ContainsFunc(text, unicode.IsDigit) || !strings.ContainsFunc(text, unicode.IsLetter) {
			return false
		}
		seen[text] = true
		all := true
		for _, row := range rows[1:] {
			all = all && strings.ContainsFunc(t.Text(row[c].id), unicode.IsDigit)
		}
		if all {
			figures++
		}
	}
	return figures > 0
}

// firstShown returns the first child of an element that is an element and not hidden.
func firstShown(x *Index, id content.ID) content.ID {
	return shownFrom(x, x.Tree.FirstChild(id))
}

// nextShown returns the next sibling of an element that is an element and not hidden.
func nextShown(x *Index, id content.ID) content.ID { return shownFrom(x, x.Tree.Next(id)) }

func shownFrom(x *Index, id content.ID) content.ID {
	t := x.Tree
	for id != content.None && (t.Nodes[id].Kind != content.Element || t.Nodes[id].Hidden) {
		id = t.Next(id)
	}
	return id
}

// shownChildren returns the child elements of an element that are not hidden, up to limit
// of them; none if it has text of its own beside them.
func shownChildren(x *Index, id content.ID, limit int) []gridCell {
	t := x.Tree
	var out []gridCell
	for c := t.FirstChild(id); c != content.None && len(out) < limit; c = t.Next(c) {
		switch n := &t.Nodes[c]; {
		case n.Hidden:
		case n.Kind == content.Element:
			out = append(out, gridCell{id: c})
		case strings.TrimSpace(t.Chars(c)) != "":
			return nil
		}
	}
	return out
}
