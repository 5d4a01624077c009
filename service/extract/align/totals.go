package align

import (
	"slices"
	"strings"

	"assay/service/content"
	"assay/service/extract/fields"
)

// WithoutTotals takes out of a list of records the rows that sum up the others, "Total", "Subtotal", unless
// it asks for them: of a page those at the foot of a table, of a document those that lack what most
// rows have.
func (e *Engine) WithoutTotals(a *fields.Answer) {
	if len(a.List) < 3 || strings.Contains(strings.ToLower(a.Field.Query.Name), "total") {
		return
	}
	full := make([]bool, len(a.Field.Children)) // whether most rows answer a field
	for k, c := range a.Field.Children {
		full[k] = c.Query.IsLeaf() && 2*a.AnsweredIn(k) > len(a.List)
	}
	a.List = slices.DeleteFunc(a.List, func(r fields.Answer) bool {
		return isTotal(&r) && (e.Sheet != nil && lacks(&r, full) || e.Sheet == nil && isFoot(e, r.From))
	})
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

// lacks reports whether a record lacks a value that most of its list have.
func lacks(r *fields.Answer, full []bool) bool {
	for k := range r.Children {
		if full[k] && r.Children[k].Leaf.JSON == "" {
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
