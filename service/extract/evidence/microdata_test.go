package evidence_test

import (
	"strings"
	"testing"

	"assay/service/extract/evidence"
)

func TestItemref(t *testing.T) {
	x := gather(t, `<div itemscope itemtype="https://schema.org/Product" itemref="more none"><b itemprop="name">Mug</b></div>
		<p id="more">for <span itemprop="price">9</span> <i itemprop="brand" itemscope itemtype="https://schema.org/Brand"><u itemprop="name">B</u></i></p>`)
	if got := fact(t, x, evidence.Microdata, "price"); got != "9" {
		t.Errorf("price = %q, want 9", got)
	}
	if got := fact(t, x, evidence.Microdata, "brand"); got != "B" {
		t.Errorf("brand = %q, want B", got)
	}
}

func TestItemrefToItself(t *testing.T) {
	x := gather(t, `<div id="a" itemscope itemtype="https://schema.org/Thing" itemref="a"><b itemprop="name">N</b></div>`)
	if len(x.Things) != 1 || len(x.Things[0].Get("name")) != 1 {
		t.Errorf("things %v, want one with one name", x.Things)
	}
}

func TestRDFa(t *testing.T) {
	x := gather(t, `<div vocab="https://schema.org/" typeof="Product"><b property="name">Mug</b></div>`)
	if got := fact(t, x, evidence.RDFa, "name"); got != "Mug" {
		t.Errorf("name = %q, want Mug", got)
	}
}

// fact returns what the page gives under a name by one kind of evidence, joined
// by " | ".
func fact(t *testing.T, x *evidence.Index, kind evidence.Kind, name string) string {
	t.Helper()
	return strings.Join(values(x, kind, name), " | ")
}
