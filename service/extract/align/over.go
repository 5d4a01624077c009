package align

import (
	"slices"
	"sort"

	"assay/query"
	"assay/service/content"
	"assay/service/extract/evidence"
	"assay/service/extract/fields"
	"assay/service/extract/onpage"
)

// FillOver answers the fields of a list that no name on the page answers from the headings over groups
// of records: the course that dishes are of, the day that matches are on.
func (e *Engine) FillOver(a *fields.Answer) {
	if len(a.List) < 2 || !a.Field.Filter.None() {
		return
	}
	var over []content.ID // by record, the heading of its group
	for k, w := range a.Field.Children {
		isNamed := func(r fields.Answer) bool {
			return r.Children[k].Leaf.JSON != "" && r.Children[k].Leaf.Score > e.Weights.Leftover
		}
		if !w.Query.IsLeaf() || w.Query.List || slices.ContainsFunc(a.List, isNamed) {
			continue
		}
		if over == nil {
			if over = e.headingsOver(a.List); over == nil {
				return
			}
		}
		values := make([]fields.Value, len(over))
		for r, heading := range over {
			if values[r] = e.groupValue(w, heading); values[r].JSON == "" {
				values = nil
				break
			}
		}
		for r := range values {
			a.List[r].Children[k].Leaf = values[r]
		}
	}
}

// headingsOver returns the heading over each record that is not its own; nil unless there are several
// and each is over as deep a group.
func (e *Engine) headingsOver(list []fields.Answer) []content.ID {
	out := make([]content.ID, len(list))
	several, level := false, uint8(0)
	for r := range list {
		from, to := list[r].From, list[r].To
		at := sort.Search(len(e.Index.Sections), func(i int) bool { return e.Index.Sections[i].Heading >= from }) - 1
		for at >= 0 && (e.Index.Sections[at].End < to || e.Tree.Nodes[e.Index.Sections[at].Heading].End > from) {
			at--
		}
		if at < 0 || from >= to || r > 0 && e.Index.Sections[at].Level != level {
			return nil
		}
		out[r], level = e.Index.Sections[at].Heading, e.Index.Sections[at].Level
		several = several || out[r] != out[0]
	}
	if !several {
		return nil
	}
	return out
}

// groupValue answers a field of records from the heading over their group: with a day, with what has
// the form of what is asked for, or with what the group is if that is asked for.
func (e *Engine) groupValue(w *fields.Field, heading content.ID) fields.Value {
	text := e.Tree.Text(heading)
	encoded, fit := e.Read(w, text)
	isDay := w.Type == query.Date || w.Type == query.DateTime
	if fit <= 0 || len(text) > onpage.MaxPattern || !isDay && Pattern(e, w, text) < MinFormed && !(w.Type == 0 && w.Concept.String() == "category") {
		return fields.Value{Node: content.None}
	}
	return fields.Value{JSON: encoded, Text: text, Node: heading, Kind: evidence.Heading, Score: e.Weights.ColumnForm}
}
