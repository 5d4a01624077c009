package find

import (
	"math"
	"reflect"
	"testing"

	"assay/service/content"
	"assay/service/extract/evidence"
	"assay/service/extract/onpage"
	"assay/service/extract/paper"
	"assay/service/extract/tree"
)

func TestPartHeads(t *testing.T) {
	doc := &content.Document{}
	b := content.NewBuilder(doc)
	b.Open(content.Start{Role: content.Page, Tag: "div"})
	b.Text("A page")
	x := evidence.Gather(t.Context(), tree.New(b.Done()))
	e := New(onpage.New(onpage.NewPage(x, nil), nil, nil), nil, nil)
	printed := []paper.Table{{Heads: []paper.Head{{Text: "Item"}, {Text: "Quantity"}, {Text: "Unit price"}, {Text: "Total"}}}}
	for _, test := range []struct{ heads, want []string }{
		{[]string{"Pos Item", "Pos Item", "Qty"}, []string{"Pos", "Item", "Qty"}},
		{[]string{"Unit price", "Qty", "Unit price"}, []string{"Unit price", "Qty", "Unit price"}},
		{[]string{"Price", "Price"}, []string{"Price", "Price"}},
		{[]string{"Price in EUR", "Price in EUR"}, []string{"Price in EUR", "Price in EUR"}},
		{[]string{"Item", "Quantity Unit price Total", "Quantity Unit price Total", "Quantity Unit price Total"}, []string{"Item", "Quantity", "Unit price", "Total"}},
	} {
		l := Ledger{Keys: make([]evidence.Key, len(test.heads))}
		for _, h := range test.heads {
			l.Heads = append(l.Heads, paper.Head{Text: h})
		}
		partHeads(e, &l, printed)
		var got []string
		for _, h := range l.Heads {
			got = append(got, h.Text)
		}
		if !reflect.DeepEqual(got, test.want) {
			t.Errorf("%q: got %q, want %q", test.heads, got, test.want)
		}
	}
}

// TestIsAnyRow leaves out cells of rows that tell nothing of a field whose column means it: any row
// would answer.
func TestIsAnyRow(t *testing.T) {
	unknown := math.Inf(-1)
	for _, test := range []struct {
		name        string
		row, column float64 // how the names of both mean the field
		both        float64
		want        bool
	}{
		{"the postcode of an attic", unknown, 4.0, 4.2, true},
		{"the consumption at night", 1.1, 2.0, 2.4, false},
		{"the price of a day ticket", unknown, 1.0, 2.5, false},
	} {
		o := &Offered{parts: []int{0, 1}}
		if got := isAnyRow(o, test.both, []float64{test.row, test.column}); got != test.want {
			t.Errorf("%s: got %v, want %v", test.name, got, test.want)
		}
	}
	if isAnyRow(&Offered{}, 4, nil) {
		t.Error("what is in no table is of any row")
	}
}
