package align

import (
	"slices"
	"strings"

	"assay/service/content"
	"assay/service/extract/fields"
)

// WithoutTotals takes out of lists of records the rows that sum up the others, "Total", "Subtotal": of
// a page those at the foot of a table, of a document those that lack what the others have.
func (e *Engine) WithoutTotals(answers []fields.Answer) {
	for i := range answers {
		switch a := &answers[i]; {
		case a.Field == nil || a.Field.Children == nil:
		case !a.Field.Query.List:
			e.WithoutTotals(a.Children)
		case len(a.List) > 2:
			a.List = slices.DeleteFunc(a.List, func(r fields.Answer) bool {
				return isTotal(&r) && (e.Sheet != nil && lacks(&r, a.List) || e.Sheet == nil && isFoot(e, r.From))
			})
		}
	}
}

// isTotal reports whether the first text of a record says that it is a sum.
func isTotal(r *fields.Answer) bool {
	for i := range r.Children {
		c := &r.Children[i]
		if c.Leaf.JSON == "" || c.Field.Type != 0 {
			continue
		}
		switch strings.ToLower(strings.TrimRight(c.Leaf.Text, " :")) {
		case "total", "totals", "grand total", "subtotal", "sub-total", "sub total", "sum", "summe", "gesamt", "gesamtsumme", "zwischensumme", "insgesamt",
			"totale", "totaux", "sous-total", "suma", "subtotale", "totaal", "subtotaal":
			return true
		}
		return false
	}
	return false
}

// lacks reports whether a record lacks a value that most others have.
func lacks(r *fields.Answer, all []fields.Answer) bool {
	for k := range r.Children {
		if r.Children[k].Leaf.JSON != "" || !r.Children[k].Field.Query.IsLeaf() {
			continue
		}
		n := 0
		for i := range all {
			if all[i].Children[k].Leaf.JSON != "" {
				n++
			}
		}
		if 2*n > len(all) {
			return true
		}
	}
	return false
}

// isFoot reports whether a row stands in the foot of a table or begins with a cell that spans several
// columns.
func isFoot(e *Engine, row content.ID) bool {
	if row <= 0 || int(row) >= len(e.Tree.Nodes) {
		return false
	}
	t := e.Tree
	first := t.FirstChild(row)
	for first != content.None && t.Nodes[first].Kind != content.Element {
		first = t.Next(first)
	}
	if first != content.None && len(t.Value(first, "colspan")) == 1 && t.Value(first, "colspan") > "1" {
		return true
	}
	parent := t.Nodes[row].Parent
	return parent != content.None && t.Tag(parent) == "tfoot"
}
