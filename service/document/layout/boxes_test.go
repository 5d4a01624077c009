package layout

import (
	"strings"
	"testing"

	"assay/service/content"
)

// Boxes with names in small print are a form, and read one after the other.
func TestBoxesOfForms(t *testing.T) {
	page := typed(1, `
1.Sender            2.Route
Ann Lee             by sea
Hull                Hull to Oslo
3.Taker             4.Weight
Bo Dahl             20 kg
`)
	for i := range page.Words {
		if w := &page.Words[i]; strings.Contains(w.Text, ".") {
			w.Height, w.Y = 7, w.Y+3
		}
	}
	page.Lines = []Box{lying(0, 0, 240), lying(3, 0, 240), lying(5, 0, 240), standing(0, 0, 5), standing(110, 0, 5), standing(240, 0, 5)}
	var doc content.Document
	Build(&doc, []Page{page})
	var b strings.Builder
	for id := range doc.Nodes {
		if doc.Nodes[id].Role == content.Table {
			t.Error("boxes are a table")
		}
		b.WriteString(doc.Chars(content.ID(id)))
	}
	if got, want := strings.TrimSpace(b.String()), "1.Sender Ann Lee Hull 2.Route by sea Hull to Oslo 3.Taker Bo Dahl 4.Weight 20 kg"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
