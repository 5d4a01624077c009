package extract

import (
	"fmt"
	"strings"
	"testing"

	"assay/query"
	"assay/service/extract/evidence"
	"assay/service/page"
)

// However many fields are asked for and names a page has, no more likenesses are kept
// than maxSims, and a name for which none is kept answers as well as any.
func TestKeptLikenesses(t *testing.T) {
	const leaves = 1900
	var fields, source strings.Builder
	for i := range leaves - 1 {
		fmt.Fprintf(&fields, "field_%d ", i)
	}
	q, err := query.Parse("{ " + fields.String() + "zebra_stripes }")
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
	p, err := Read(t.Context(), doc, nil)
	if err != nil {
		t.Fatal(err)
	}
	e := &engine{ctx: t.Context(), x: p.x, t: p.x.Tree, w: &weights}
	e.prepare()
	ws := compileContainer(q.Root)
	e.keepFor(ws)
	last := evidence.Key(p.x.KeyCount() - 1)
	if int(last) < e.keptNames {
		t.Fatalf("the page has %d names, of which all are kept", last+1)
	}
	kept := 0
	for _, w := range ws {
		for _, k := range [...]evidence.Key{0, evidence.Key(e.keptNames - 1), last} {
			e.similarity(w, k)
		}
		kept += len(w.sims)
	}
	if kept > maxSims || kept < maxSims/2 {
		t.Errorf("%d likenesses are kept, want up to %d", kept, maxSims)
	}
	stripes := ws[leaves-1]
	if got := e.similarity(stripes, last); got != 1 {
		t.Errorf("the name beyond those kept is like the field's by %v, want 1", got)
	}
	found := e.named(stripes)
	if len(found) != 1 || e.t.Text(e.x.Names[found[0]].Node) != "40" {
		t.Errorf("elements with the name: %v, want that with the text 40", found)
	}
}
