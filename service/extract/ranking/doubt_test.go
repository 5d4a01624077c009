package ranking

import (
	"testing"

	"assay/query"
	"assay/service/content"
	"assay/service/extract/evidence"
	"assay/service/extract/fields"
)

// TestDoubt gives a field an answer by a label that hardly fits: a name stays, words do not beside one,
// and all answers stay if there are more fields than the models compare.
func TestDoubt(t *testing.T) {
	q, err := query.Parse("{ author }")
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name, html, text string
		fields           int
		stays            bool
	}{
		{"a person", "<h1>How to test</h1><p>By <b>Ann Lee</b></p>", "Ann Lee", 1, true},
		{"words beside a person", "<h1>How to test</h1><p>Author: <b>Ann Lee</b></p><table><tr><td>Experience<td>Manual tests need people who know the product.</table>", "Experience", 1, false},
		{"words among many fields", "<table><tr><td>Experience<td>Manual tests need people.</table>", "Experience", maxRankedFor + 1, true},
	} {
		e := engineOf(t, tt.html)
		var answers []fields.Answer
		for range tt.fields {
			a := fields.Answer{Field: fields.Compile(q.Root.Fields[0])}
			a.Leaf = fields.Value{JSON: fields.Quote(tt.text), Text: tt.text, Kind: evidence.Label, Score: 0.5}
			for id := range e.Tree.Nodes {
				if n := &e.Tree.Nodes[id]; e.Tree.Text(content.ID(id)) == tt.text && !n.Hidden {
					a.Leaf.Node = content.ID(id)
				}
			}
			answers = append(answers, a)
		}
		e.Rank(answers, e.RankedLeaves(answers, nil), nil)
		if stays := answers[0].Leaf.Text == tt.text; stays != tt.stays {
			t.Errorf("%s: %q stays: %v, want %v", tt.name, tt.text, stays, tt.stays)
		}
	}
}
