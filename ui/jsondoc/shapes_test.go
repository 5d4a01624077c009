package jsondoc

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
)

const shop = `{"shop": {"name": "Fernhill", "vendor_names": ["a", "b"]},
 "products": [
  {"name": "Alder", "price": 64.5, "tags": ["x"]},
  {"name": "Birch", "price": 129, "size mm": 4, "tags": []},
  {"price": 3, "name": "Cedar", "tags": ["y", "z"], "vendor": {"name": "Woods", "h2": 1}}],
 "next": null}`

func shapesOf(t testing.TB, text string) (*Document, *Shapes) {
	t.Helper()
	doc, err := Index(t.Context(), []byte(text), Options{Many: true})
	if err != nil {
		t.Fatal(err)
	}
	shapes, err := NewShapes(t.Context(), doc)
	if err != nil {
		t.Fatal(err)
	}
	return doc, shapes
}

func TestNewShapes(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{shop, ".=1 .shop=1 .shop.name=1 .shop.vendor_names=1 .shop.vendor_names[]=2 .products=1 .products[]=3 .products[].name=3 " +
			`.products[].price=3 .products[].tags=3 .products[].tags[]=3 .products[]["size mm"]=1 .products[].vendor=1 ` +
			`.products[].vendor.name=1 .products[].vendor.h2=1 .next=1`},
		{`{"a": 1} {"a": 2, "b": [[1], 2]}`, ".=1 .[]=2 .[].a=2 .[].b=1 .[].b[]=2 .[].b[][]=1"},
		{`[1, {"a": 1}, [2]]`, ".=1 .[]=3 .[].a=1 .[][]=1"},
		{`{"a\u0062": 1, "if": 2, "a": {"a": {}}}`, `.=1 .ab=1 .["if"]=1 .a=1 .a.a=1`},
		{`[{"": 1}, [{"": 2}, 3]]`, `.=1 .[]=2 .[][""]=1 .[][]=2 .[][][""]=1`},
		{`7`, ".=1"},
	} {
		_, shapes := shapesOf(t, c.text)
		var got []string
		for _, s := range shapes.shapes {
			got = append(got, fmt.Sprintf("%s=%d", s.path, s.count))
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s has the shapes\n%s, want\n%s", c.text, strings.Join(got, " "), c.want)
		}
	}
}

func TestFind(t *testing.T) {
	doc, shapes := shapesOf(t, shop)
	for _, c := range []struct {
		text, near string // near is a pointer
		path, at   string // of the best way, and where it leads
	}{
		{"name", "", ".shop.name", ".shop.name"},
		{"prna", "", ".products[].name", ".products[0].name"},
		{"prna", "/products/1/tags", ".products[].name", ".products[1].name"},
		{"PRODNAME", "/products/2/vendor", ".products[].name", ".products[2].name"},
		{"pvn", "", ".products[].vendor.name", ".products[2].vendor.name"},
		{"pvn", "/products/0", ".products[].vendor.name", ".products[2].vendor.name"}, // the record there has none
		{"products[].price", "", ".products[].price", ".products[0].price"},
		{"h2", "", ".products[].vendor.h2", ".products[2].vendor.h2"},
		{"size", "", `.products[]["size mm"]`, `.products[1]["size mm"]`},
		{"", "", ".", "."},
	} {
		near, found := doc.Find(c.near)
		if !found {
			t.Fatalf("no %s", c.near)
		}
		ways, err := shapes.Find(t.Context(), c.text, near, 10)
		if err != nil || len(ways) == 0 {
			t.Errorf("%q: %v, %v", c.text, ways, err)
			continue
		}
		if got := doc.Path(ways[0].Node); ways[0].Path != c.path || got != c.at {
			t.Errorf("%q near %q finds %s at %s, want %s at %s", c.text, c.near, ways[0].Path, got, c.path, c.at)
		}
		for _, way := range ways {
			if !slices.IsSorted(way.Hits) || len(way.Hits) > 0 && way.Hits[len(way.Hits)-1] >= len(way.Path) {
				t.Errorf("%q hits %v of %s", c.text, way.Hits, way.Path)
			}
		}
	}
	for _, nothing := range []string{"zzz", "prod7name", "tags99999999999999999999", "emanstcudorp"} {
		if ways, err := shapes.Find(t.Context(), nothing, 1, 10); len(ways) > 0 || err != nil {
			t.Errorf("%q finds %v, %v", nothing, ways, err)
		}
	}
	if ways, _ := shapes.Find(t.Context(), "", 1, 3); len(ways) != 3 {
		t.Errorf("%d ways, 3 were asked for", len(ways))
	}
}

// Objects that are used as maps, and nesting without end, take no more than the bounds.
func TestShapesAreBounded(t *testing.T) {
	var keys strings.Builder
	keys.WriteString(`{"last": {`)
	for i := range maxShapes + 10 {
		fmt.Fprintf(&keys, `"k%d":{"x":1},`, i)
	}
	keys.WriteString(`"end": 1}}`)
	deep := strings.Repeat(`{"deep":`, 10_000) + "1" + strings.Repeat("}", 10_000)
	for _, text := range []string{keys.String(), deep} {
		_, shapes := shapesOf(t, text)
		if !shapes.Cut() || shapes.Len() > maxShapes {
			t.Errorf("%d shapes, cut: %t", shapes.Len(), shapes.Cut())
		}
	}
}

func TestShapesEndWithTheirContext(t *testing.T) {
	doc, shapes := shapesOf(t, "["+strings.Repeat(`{"a":1},`, 1<<16)+"1]")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := NewShapes(ctx, doc); err == nil {
		t.Error("it went on")
	}
	if _, err := shapes.Find(ctx, "a", 1, 10); err == nil {
		t.Error("the search went on")
	}
}

// Any text finds ways of its letters, and says where they are.
func FuzzFind(f *testing.F) {
	f.Add(shop, "prodna")
	f.Add(`[[[1]]]`, "[0][0]0")
	f.Add(`{"é\ud83d\ude00":{"\"":1}}`, "é\"")
	f.Fuzz(func(t *testing.T, text, wanted string) {
		doc, err := Index(t.Context(), []byte(text), Options{Many: true})
		if err != nil {
			return
		}
		shapes, err := NewShapes(t.Context(), doc)
		if err != nil {
			t.Fatal(err)
		}
		ways, err := shapes.Find(t.Context(), wanted, doc.Root(), 20)
		if err != nil {
			t.Fatal(err)
		}
		for _, way := range ways {
			if way.Node < doc.Root() || way.Node >= doc.Len() || len(way.Hits) > 0 && (way.Hits[0] < 0 || way.Hits[len(way.Hits)-1] >= len(way.Path)) {
				t.Errorf("%+v", way)
			}
		}
	})
}

func BenchmarkShapes(b *testing.B) {
	doc, err := Index(b.Context(), []byte("["+strings.Repeat(shop+",", 20_000)+"1]"), Options{})
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(doc.Data())))
	for b.Loop() {
		if _, err := NewShapes(b.Context(), doc); err != nil {
			b.Fatal(err)
		}
	}
}

func TestSameKey(t *testing.T) {
	doc, _ := shapesOf(t, `{"name": "name", "a": [{"name": 1, "b": "\"name\""}, {"name": {"name": 2}}], "": {"": 3}}`)
	at := func(pointer string) int {
		n, found := doc.Find(pointer)
		if !found {
			t.Fatalf("no %s", pointer)
		}
		return n
	}
	for _, way := range [][]string{{"/name", "/a/0/name", "/a/1/name", "/a/1/name/name"}, {"/", "//"}} {
		for i, pointer := range way {
			next, ok := doc.SameKey(at(pointer), true)
			if ok != (i+1 < len(way)) || ok && doc.Pointer(next) != way[i+1] {
				t.Errorf("after %s comes %s, %t", pointer, doc.Pointer(next), ok)
			}
			before, ok := doc.SameKey(at(pointer), false)
			if ok != (i > 0) || ok && doc.Pointer(before) != way[i-1] {
				t.Errorf("before %s comes %s, %t", pointer, doc.Pointer(before), ok)
			}
		}
	}
	for _, pointer := range []string{"", "/a/0"} {
		if _, ok := doc.SameKey(at(pointer), true); ok {
			t.Errorf("%q has no key", pointer)
		}
	}
}
