package jsondiff

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"assay/ui/jsondoc"
)

func document(t testing.TB, data string) *jsondoc.Document {
	t.Helper()
	doc, err := jsondoc.Index(context.Background(), []byte(data), jsondoc.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

// described writes the changes as "+/path" and so on.
func described(t testing.TB, before, after string) (*Diff, string) {
	t.Helper()
	d, err := Of(context.Background(), document(t, before), document(t, after))
	if err != nil {
		t.Fatal(err)
	}
	doc := document(t, string(d.Data))
	if doc.Len() != len(d.Changes) {
		t.Fatalf("%d nodes and %d changes in %s", doc.Len(), len(d.Changes), d.Data)
	}
	var said []string
	for _, n := range d.At {
		text := map[Change]string{Added: "+", Removed: "-", Changed: "~"}[d.Changes[n]] + doc.Path(n)
		if was, ok := d.Was[n]; ok {
			text += "(" + was + ")"
		}
		said = append(said, text)
	}
	return d, strings.Join(said, " ")
}

func TestDifferences(t *testing.T) {
	tests := []struct{ name, before, after, want string }{
		{"same but for white space", `{"a": 1}`, `{"a":1}`, ``},
		{"changed", `{"a":1,"b":"x"}`, `{"a":2,"b":"x"}`, `~.a(1)`},
		{"added and removed", `{"a":1,"b":2}`, `{"a":1,"c":3}`, `-.b +.c`},
		{"type", `{"a":[1]}`, `{"a":{"x":1}}`, `~.a([1])`},
		{"root", `1`, `2`, `~.(1)`},
		{"by id", `[{"id":1,"p":1},{"id":2,"p":2},{"id":3,"p":3}]`, `[{"id":3,"p":3},{"id":1,"p":9},{"id":4,"p":4}]`, `~.[1].p(1) -.[2] +.[3]`},
		{"by name", `{"l":[{"name":"A","price":1},{"name":"B","price":2}]}`, `{"l":[{"name":"N","price":0},{"name":"A","price":1},{"name":"B","price":3}]}`, `+.l[0] ~.l[2].price(2)`},
		{"no key", `["a","b","c"]`, `["b","c","d"]`, `-.[0] +.[3]`},
		{"in place", `[1,2,3]`, `[1,5,3]`, `~.[1](2)`},
		{"names twice", `[{"name":"A","p":1},{"name":"A","p":2}]`, `[{"name":"A","p":2},{"name":"A","p":2}]`, `~.[0].p(1)`},
		{"emptied", `{"l":[1,2]}`, `{"l":[]}`, `-.l[0] -.l[1]`},
	}
	for _, tt := range tests {
		if _, got := described(t, tt.before, tt.after); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
}

func TestSummary(t *testing.T) {
	d, _ := described(t, `{"a":1,"b":2,"c":3}`, `{"a":2,"c":4,"d":1}`)
	if got := d.Summary("-"); got != "+1 -1 ~2" {
		t.Errorf("the summary is %s", got)
	}
	if d, _ := described(t, `1`, `1`); d.Summary("-") != "no change" {
		t.Error("no change is not said")
	}
}

func large(n int, price func(i int) int) string {
	var b strings.Builder
	b.WriteString(`{"items":[`)
	for i := range n {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `{"name":"item number %d","price":%d,"tags":["one","two"],"link":"https://shop.example/p/%d"}`, i, price(i), i)
	}
	return b.String() + `]}`
}

func BenchmarkDiff10MB(b *testing.B) {
	before := document(b, large(100_000, func(i int) int { return i }))
	after := document(b, large(100_000, func(i int) int { return i + i%100/99 }))
	b.SetBytes(int64(len(after.Data())))
	for b.Loop() {
		if _, err := Of(context.Background(), before, after); err != nil {
			b.Fatal(err)
		}
	}
}
