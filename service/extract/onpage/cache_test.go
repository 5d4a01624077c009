package onpage

import (
	"fmt"
	"strings"
	"testing"

	"assay/query"
	"assay/service/extract/evidence"
	"assay/service/extract/fields"
	"assay/service/extract/tree"
	"assay/service/page"
)

// However many fields are asked for and names a page has, no more likenesses are kept
// than maxSims, and a name for which none is kept answers as well as any.
func TestKeptLikenesses(t *testing.T) {
	const leaves = 1900
	var names, source strings.Builder
	for i := range leaves - 1 {
		fmt.Fprintf(&names, "field_%d ", i)
	}
	q, err := query.Parse("{ " + names.String() + "zebra_stripes }")
	if err != nil {
		t.Fatal(err)
	}
	for i := range maxSims/leaves + 100 {
		fmt.Fprintf(&source, "<i class=n%d>x</i>", i)
	}
	doc, err := page.Parse("<body><div>"+source.String()+"<b class=zebra-stripes>40</b>", nil)
	if err != nil {
		t.Fatal(err)
	}
	ws := fields.CompileContainer(q.Root)
	e := New(NewPage(evidence.Gather(t.Context(), tree.New(doc)), nil), nil, ws)
	last := evidence.Key(e.Index.KeyCount() - 1)
	if int(last) < e.keptNames {
		t.Fatalf("the page has %d names, of which all are kept", last+1)
	}
	kept := 0
	for _, w := range ws {
		for _, k := range [...]evidence.Key{0, evidence.Key(e.keptNames - 1), last} {
			e.Similarity(w, k)
		}
		kept += len(w.Sims)
	}
	if kept > maxSims || kept < maxSims/2 {
		t.Errorf("%d likenesses are kept, want up to %d", kept, maxSims)
	}
	stripes := ws[leaves-1]
	if got := e.Similarity(stripes, last); got != 1 {
		t.Errorf("the name beyond those kept is like the field's by %v, want 1", got)
	}
	found := e.Named(stripes)
	if len(found) != 1 || e.Tree.Text(e.Index.Names[found[0]].Node) != "40" {
		t.Errorf("elements with the name: %v, want that with the text 40", found)
	}
}
