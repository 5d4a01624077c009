package extract

import (
	"reflect"
	"testing"

	"assay/service/content"
	"assay/service/extract/evidence"
	"assay/service/extract/paper"
	"assay/service/extract/tree"
)

func TestPartHeads(t *testing.T) {
	doc := &content.Document{}
	b := content.NewBuilder(doc)
	b.Open(content.Start{Role: content.Page, Tag: "div"})
	b.Text("A page")
	e := &engine{x: evidence.Gather(t.Context(), tree.New(b.Done()))}
	for _, test := range []struct{ heads, want []string }{
		{[]string{"Pos Item", "Pos Item", "Qty"}, []string{"Pos", "Item", "Qty"}},
		{[]string{"Unit price", "Qty", "Unit price"}, []string{"Unit price", "Qty", "Unit price"}},
		{[]string{"Price", "Price"}, []string{"Price", "Price"}},
		{[]string{"Price in EUR", "Price in EUR"}, []string{"Price in EUR", "Price in EUR"}},
	} {
		l := ledger{keys: make([]evidence.Key, len(test.heads))}
		for _, h := range test.heads {
			l.Heads = append(l.Heads, paper.Head{Text: h})
		}
		e.partHeads(&l)
		var got []string
		for _, h := range l.Heads {
			got = append(got, h.Text)
		}
		if !reflect.DeepEqual(got, test.want) {
			t.Errorf("%q: got %q, want %q", test.heads, got, test.want)
		}
	}
}
