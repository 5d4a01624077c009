package query_test

import (
	"strings"
	"testing"

	"assay/query"
)

func TestStats(t *testing.T) {
	for _, test := range []struct {
		src           string
		fields, depth int
	}{
		{"{a}", 1, 1},
		{"{a b[] c(x)}", 3, 1},
		{"{a{b{c}} d[]{e f}}", 6, 3},
		{strings.Repeat("{a", 65) + strings.Repeat("}", 65), 65, 65},
	} {
		fields, depth := mustParse(t, test.src).Stats()
		if fields != test.fields || depth != test.depth {
			t.Errorf("Stats of %s: %d fields, depth %d, want %d and %d", test.src, fields, depth, test.fields, test.depth)
		}
	}
}

func TestPathAt(t *testing.T) {
	src := "{ shop  products(all)[] { name, seller { url } } }"
	q := mustParse(t, src)
	for _, test := range []struct{ before, want string }{
		{"", ""},
		{"{ ", "shop"},
		{"{ sh", "shop"},
		{"{ shop", "shop"},
		{"{ shop ", ""},
		{"{ shop  prod", "products"},
		{"{ shop  products(al", "products"},
		{"{ shop  products(all)[] { na", "products name"},
		{"{ shop  products(all)[] { name,", "products"},
		{"{ shop  products(all)[] { name, seller { ur", "products seller url"},
		{"{ shop  products(all)[] { name, seller { url } ", "products"},
		{src, ""},
	} {
		if !strings.HasPrefix(src, test.before) {
			t.Fatalf("%q is no part of the source", test.before)
		}
		var names []string
		for _, f := range q.PathAt(len(test.before)) {
			names = append(names, f.Name)
		}
		if got := strings.Join(names, " "); got != test.want {
			t.Errorf("after %q the path is %q, want %q", test.before, got, test.want)
		}
		f := q.FieldAt(len(test.before))
		if (f == nil) != (len(names) == 0) || f != nil && f.Name != names[len(names)-1] {
			t.Errorf("after %q FieldAt gives %v", test.before, f)
		}
	}
}

func TestFieldAtPath(t *testing.T) {
	q := mustParse(t, "{ shop products[] { name seller { url } tags[] } }")
	for _, test := range []struct{ pointer, want string }{
		{"/shop", "shop"},
		{"/products", "products"},
		{"/products/0", "products"},
		{"/products/12/name", "name"},
		{"/products/name", "name"},
		{"/products/0/seller/url", "url"},
		{"/products/0/tags/3", "tags"},
		{"/products/0/other", ""},
		{"/shop/0", ""},
		{"/shop/name", ""},
		{"/", ""},
		{"", ""},
		{"shop", ""},
	} {
		got := ""
		if f := q.FieldAtPointer(test.pointer); f != nil {
			got = f.Name
		}
		if got != test.want {
			t.Errorf("FieldAtPointer(%q) is %q, want %q", test.pointer, got, test.want)
		}
	}
}

func TestFieldNames(t *testing.T) {
	q := mustParse(t, "{ b a[] { b c { a } } d }")
	if got := strings.Join(query.FieldNames(q), " "); got != "b a c d" {
		t.Errorf("FieldNames gives %q", got)
	}
}
