package align

import (
	"strconv"

	"assay/query"
	"assay/service/content"
	"assay/service/extract/evidence"
	"assay/service/extract/fields"
	"assay/service/extract/onpage"
)

// FillStatements answers the yes-or-no fields of a list that no record answers, or that only some do,
// from the lines of records that say yes or no as a whole: "In stock", "Not accepting new patients".
func (e *Engine) FillStatements(a *fields.Answer) {
	for k, w := range a.Field.Children {
		if w.Type != query.Boolean || !w.Query.IsLeaf() || w.Query.List {
			continue
		}
		for r := range a.List {
			if leaf := &a.List[r].Children[k].Leaf; leaf.JSON == "" {
				*leaf = e.statementIn(w, a.List[r].From, a.List[r].To)
			}
		}
	}
}

// statementIn returns what the first such line of a record says.
func (e *Engine) statementIn(w *fields.Field, from, to content.ID) fields.Value {
	t := e.Tree
	first, last := t.LinesBetween(from, to)
	for i := first; i < last; i++ {
		text := t.LineText(i)
		if yes, ok := onpage.Statement(w, text); ok {
			return fields.Value{JSON: strconv.FormatBool(yes), Text: text, Node: t.LineNode(i), Kind: evidence.Typed, Score: e.Weights.Presence}
		}
	}
	return fields.Value{Node: content.None}
}
