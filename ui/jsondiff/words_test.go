package jsondiff

import (
	"context"
	"strings"
	"testing"
)

func TestWords(t *testing.T) {
	long := strings.Repeat("x", 60)
	for _, test := range []struct{ before, after, want string }{
		{`{"a":1}`, `{ "a": 1 }`, ""},
		{`{"name":"A","price":19.99}`, `{"name":"A","price":14.99}`, "price 14.99, was 19.99"},
		{`{"l":[{"name":"A","p":1},{"name":"B","p":2}]}`, `{"l":[{"name":"A","p":1},{"name":"B","p":3}]}`, "l[1].p 3, was 2"},
		{`{"a":1}`, `{"a":null}`, "a null, was 1"},
		{`1`, `2`, "2, was 1"},
		{`{"a":[1]}`, `{"a":{"x":1}}`, "1 changed"},
		{`{"a":1,"b":2}`, `{"a":2,"c":3}`, "1 added, 1 removed, 1 changed"},
		{`{"a":"x"}`, `{"a":"` + long + `"}`, `a "` + long[:38] + `…, was "x"`},
		{`{"a":"x"}`, `{"a":"\u001b[31m"}`, `a "\u001b[31m", was "x"`},
	} {
		d, err := Of(context.Background(), document(t, test.before), document(t, test.after))
		if err != nil {
			t.Fatal(err)
		}
		if got := d.Words(context.Background(), "…"); got != test.want {
			t.Errorf("from %s to %s: %q, want %q", test.before, test.after, got, test.want)
		}
	}
}
