package extract_test

import (
	"encoding/json"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"assay/query"
)

// TestOrderOfFields asks the same fields in other orders: what a field is answered
// does not depend on it.
func TestOrderOfFields(t *testing.T) {
	check := func(html, address, text string) {
		q, err := query.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		want := decoded(t, run(t, html, address, text).Data)
		for seed := range uint64(3) {
			turned := *q
			turned.Root = shuffled(q.Root, seed)
			other := query.Format(&turned)
			if got := decoded(t, run(t, html, address, other).Data); !reflect.DeepEqual(got, want) {
				t.Errorf("%s\nand\n%s\n got %v\nwant %v", text, strings.Join(strings.Fields(other), " "), got, want)
				break
			}
		}
	}
	html := ""
	for line := range strings.Lines(naturalCases) {
		line = strings.TrimSpace(line)
		switch {
		case line == "" || line[0] == '#':
		case line[0] == '@':
			b, err := os.ReadFile(filepath.Join("testdata", "natural", line[1:]))
			if err != nil {
				t.Fatal(err)
			}
			html = string(b)
		default:
			text, _, _ := strings.Cut(line, " => ")
			check(html, "https://www.example.com/dir/page.html", text)
		}
	}
	for _, c := range smokeCases(t) {
		for _, variant := range c.Variants {
			check(c.source(t, variant), c.URL, c.Query)
		}
	}
}

// shuffled returns a container with its fields in another order, those of the
// containers in it as well: the reverse for 0, else one drawn from the seed.
func shuffled(c *query.Container, seed uint64) *query.Container {
	n := len(c.Fields)
	order := rand.New(rand.NewPCG(seed, uint64(n))).Perm(n)
	out := &query.Container{}
	for i, at := range order {
		if seed == 0 {
			at = n - 1 - i
		}
		f := *c.Fields[at]
		if f.Container != nil {
			f.Container = shuffled(f.Container, seed)
		}
		out.Fields = append(out.Fields, &f)
	}
	return out
}

func decoded(t *testing.T, data []byte) any {
	t.Helper()
	var v any
	if err := json.Unmarshal(data, &v); err != nil {
		t.Fatal(err)
	}
	return v
}
