package jq

import (
	"context"
	"testing"

	"github.com/itchyny/gojq"
)

// A filter gives the same whether its way is gone on the document or on values.
func TestStreamsGiveTheSame(t *testing.T) {
	const shop = `{"shop":{"name":"Fernhill"},"n":null,"products":[{"name":"Alder","price":64.5,"tags":["x","y"]},{"price":129,"name":"Birch","tags":[]},{"name":"Cedar","tags":null}],"a b":[[1,2],[3]]}`
	for _, data := range []string{shop, `[1,[2,{"products":[{"name":3}]}],null]`, `{"products":{"b":{"name":1},"a":{"name":2}}}`, "{\"products\":[{\"name\":1}]}\n{\"products\":[]}", `"text"`} {
		for _, filter := range []string{
			".", ".products", ".products[]", ".products[].name", ".products[] | .name", ".products[] | {price, name}", ".products[1]", ".products[9].name", ".products[-1].name",
			".products[] | select(.price > 100) | .name", ".products[].tags[]", ".products[].tags[]?", ".products[] | .tags | length", ".shop.name", ".shop.none.more", ".none[]", ".n[]",
			`.["a b"][][0]`, `."a b"[1]`, ".shop[]", ".products[0:2]", ".products[0:2][].name", ".[]", ".[0]", ".[].products[].name", ".products | length", ".products[] as $p | $p.name",
			"def f: .name; .products[] | f", ".products[] | (.price, .name)", "[.products[].name]", "first(.products[])", ".products[] |= .name", ".products[] + 1", ".products[.n]", ".products[0:.n]", ".products[].tags[.n]",
			".products[] | .name, .price | tostring", ".products[] // 1", "(.products[]) | .name", ".products[] | error", "label $x | .products[] | ., break $x", ".. | numbers", ".products[]|.price|.+1",
		} {
			whole, streamed := input(t, data), input(t, data)
			streamed.large = true
			want, wantErr := whole.Run(t.Context(), filter)
			got, err := streamed.Run(t.Context(), filter)
			if string(got.Data) != string(want.Data) && err == nil || got.Values != want.Values || (err == nil) != (wantErr == nil) || err != nil && err.Error() != wantErr.Error() {
				t.Errorf("%s on %s gives %q (%v), streamed %q (%v)", filter, data, want.Data, wantErr, got.Data, err)
			}
		}
	}
}

func TestDivide(t *testing.T) {
	for filter, want := range map[string]int{
		".": 0, ".a": 1, ".a.b[]": 3, ".a[] | .b[0]": 2, ".a[0].b | f": 3, `.["a"]["b"]`: 2, ".a[.b]": 0, ".a[1:]": 1,
		".a?": 0, ".a[]?.b": 0, "length": 0, ".a as $x | .b": 0, ".a + .b": 0, ".a[] = 1": 0, "def f: 1; .a | f": 0, "..": 0, ".a, .b": 0,
	} {
		query, err := gojq.Parse(filter)
		if err != nil {
			t.Fatal(err)
		}
		if steps, _ := divide(query); len(steps) != want {
			t.Errorf("%s begins with %d steps, want %d", filter, len(steps), want)
		}
	}
}

func TestStreamsEnd(t *testing.T) {
	in := input(t, `{"a":[1,2,3]}`)
	in.large = true
	ctx, cancel := context.WithCancel(t.Context())
	if _, err := in.Run(ctx, ".a[]"); err != nil {
		t.Fatal(err)
	}
	cancel()
	if _, err := in.Run(ctx, ".a[]"); err != context.Canceled {
		t.Errorf("it ended with %v", err)
	}
}
