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

func TestFieldNames(t *testing.T) {
	q := mustParse(t, "{ b a[] { b c { a } } d }")
	if got := strings.Join(query.FieldNames(q), " "); got != "b a c d" {
		t.Errorf("FieldNames gives %q", got)
	}
}
