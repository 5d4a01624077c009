package jsondoc

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
)

func TestPaths(t *testing.T) {
	doc := index(t, `{
		"products": [{"name": "a", "in stock": true}, ["x"]],
		"a/b~c": {"": 1, "é": 2, "$x": 3, "9": 4, "a\"b": 5, "\u0041": 6},
		"if": {"and": {"<b>": 1}}
	}`)
	tests := []struct{ pointer, path, text string }{
		{"", ".", ""},
		{"/products", ".products", ""},
		{"/products/0/name", ".products[0].name", "a"},
		{"/products/0/in stock", `.products[0]["in stock"]`, "true"},
		{"/products/1/0", ".products[1][0]", "x"},
		{"/a~1b~0c", `.["a/b~c"]`, ""},
		{"/a~1b~0c/", `.["a/b~c"][""]`, "1"},
		{"/a~1b~0c/é", `.["a/b~c"]["é"]`, "2"},
		{"/a~1b~0c/$x", `.["a/b~c"]["$x"]`, "3"},
		{"/a~1b~0c/9", `.["a/b~c"]["9"]`, "4"},
		{`/a~1b~0c/a"b`, `.["a/b~c"]["a\"b"]`, "5"},
		{"/a~1b~0c/A", `.["a/b~c"].A`, "6"},
		{"/if/and/<b>", `.["if"]["and"]["<b>"]`, "1"},
	}
	for _, test := range tests {
		n, ok := doc.Find(test.pointer)
		if !ok {
			t.Errorf("%q is not found", test.pointer)
			continue
		}
		if doc.Pointer(n) != test.pointer || doc.Path(n) != test.path {
			t.Errorf("%q is %q and %q; want %q", test.pointer, doc.Pointer(n), doc.Path(n), test.path)
		}
		if test.text != "" && string(doc.Text(n)) != test.text {
			t.Errorf("%q has %q, want %q", test.pointer, doc.Text(n), test.text)
		}
	}
	list := index(t, `[[1]]`)
	if n, _ := list.Find("/0/0"); list.Path(n) != ".[0][0]" {
		t.Errorf("in a list: %q", list.Path(n))
	}
	for _, missing := range []struct{ pointer, last string }{
		{"/products/2/name", "/products"}, {"/products/-1", "/products"}, {"/products/x", "/products"},
		{"/nothing", ""}, {"/products/0/name/deeper", "/products/0/name"},
	} {
		if n, ok := doc.Find(missing.pointer); ok || doc.Pointer(n) != missing.last {
			t.Errorf("%q leads to %q, %v; want %q", missing.pointer, doc.Pointer(n), ok, missing.last)
		}
	}
}

func TestSetAgainstMap(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	for _, size := range []int{1, 63, 64, 65, 511, 512, 513, 5000} {
		set, other, model := NewSet(size), NewSet(size), make([]bool, size)
		for i := 0; i < size; i += 3 {
			other.Add(i)
		}
		for range 200 {
			from := random.IntN(size)
			to := from + random.IntN(size-from+1)
			switch random.IntN(5) {
			case 0:
				set.AddRange(from, to)
				for i := from; i < to; i++ {
					model[i] = true
				}
			case 1:
				set.RemoveRange(from, to)
				for i := from; i < to; i++ {
					model[i] = false
				}
			case 2:
				set.Add(from)
				model[from] = true
			case 3:
				set.Remove(from)
				model[from] = false
			case 4:
				set.CopyRange(&other, from, to)
				for i := from; i < to; i++ {
					model[i] = i%3 == 0
				}
			}
			set.Count()
			var members []int
			for i, in := range model {
				if set.Has(i) != in {
					t.Fatalf("size %d: has %d is %v", size, i, set.Has(i))
				}
				if set.Rank(i) != len(members) {
					t.Fatalf("size %d: rank of %d is %d, want %d", size, i, set.Rank(i), len(members))
				}
				if in {
					members = append(members, i)
				}
			}
			if set.Len() != len(members) || set.Select(len(members)) != -1 || set.Select(-1) != -1 {
				t.Fatalf("size %d: %d members, want %d", size, set.Len(), len(members))
			}
			at := 0
			for k, want := range members {
				if set.Select(k) != want || set.Next(at) != want {
					t.Fatalf("size %d: member %d is %d, after %d comes %d; want %d", size, k, set.Select(k), at, set.Next(at), want)
				}
				at = want + 1
			}
			if set.Next(at) != -1 {
				t.Fatalf("size %d: after the last member comes %d", size, set.Next(at))
			}
		}
	}
}

func TestSearch(t *testing.T) {
	doc := index(t, `{
		"name": "Alder \"Desk\" Lamp", "NAMES": ["caf\u00e9", "CAFÉ", "cafe", "Straße", "\u017fix", "\u212a"],
		"price": 64.5, "in_stock": true, "none": null, "path": "a\\b\/c", "n": "one\ntwo", "x,y": "{]"
	}`)
	tests := []struct {
		text    string
		options SearchOptions
		want    string
	}{
		{"name", SearchOptions{}, "/name /NAMES"},
		{"alder", SearchOptions{}, "/name"},
		{`"desk"`, SearchOptions{}, "/name"},
		{"café", SearchOptions{}, "/NAMES/0 /NAMES/1"},
		{"STRASSE", SearchOptions{}, ""},
		{"STRAß", SearchOptions{}, "/NAMES/3"},
		{"six", SearchOptions{}, "/NAMES/4"},
		{"64.5", SearchOptions{}, "/price"},
		{"6.*5", SearchOptions{Regexp: true}, "/price"},
		{"^(true|null)$", SearchOptions{Regexp: true}, "/in_stock /none"},
		{"^CAF", SearchOptions{Regexp: true}, "/NAMES/0 /NAMES/1 /NAMES/2"},
		{"(?-i)^CAF", SearchOptions{Regexp: true}, "/NAMES/1"},
		{`a\b/c`, SearchOptions{}, "/path"},
		{`\n`, SearchOptions{}, ""},
		{"one\ntwo", SearchOptions{}, "/n"},
		{`": "`, SearchOptions{}, ""},
		{",", SearchOptions{}, "/x,y"},
		{"{", SearchOptions{}, "/x,y"},
		{"u00e9", SearchOptions{}, ""},
	}
	for _, test := range tests {
		m, err := NewMatcher(test.text, test.options)
		if err != nil {
			t.Fatal(err)
		}
		hits, err := doc.Search(context.Background(), m)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, n := range hits {
			got = append(got, doc.Pointer(int(n)))
		}
		if strings.Join(got, " ") != test.want {
			t.Errorf("%q %+v finds %v, want %s", test.text, test.options, got, test.want)
		}
	}
}

// The quick search of the bytes finds the nodes that a look at each would.
func TestSearchAgainstEach(t *testing.T) {
	random := rand.New(rand.NewPCG(2, 2))
	for range 300 {
		var b strings.Builder
		words := []string{"a", "b", "ab", "é", `\n`, `\u0061`, `\"`, "]", "B"}
		b.WriteString("[")
		for i := range 1 + random.IntN(60) {
			if i > 0 {
				b.WriteString(", ")
			}
			text := ""
			for range random.IntN(8) {
				text += words[random.IntN(len(words))]
			}
			b.WriteString(`{"` + text + `": "` + text + `b", "n": [12, "` + text + `"]}`)
		}
		b.WriteString("]")
		doc := index(t, b.String())
		for _, text := range []string{"a", "ab", "AB", "é", "\n", `"`, "1", "n", "]", "aab"} {
			m, _ := NewMatcher(text, SearchOptions{})
			got, err := doc.Search(context.Background(), m)
			if err != nil {
				t.Fatal(err)
			}
			each := probe{doc: doc, matcher: m, from: 1, to: doc.Len()}
			if want := each.each(context.Background()); !slices.Equal(got, want) {
				t.Fatalf("%s\n%q: %v, want %v", b.String(), text, got, want)
			}
		}
	}
}

func TestSearchIsOneOfManyShares(t *testing.T) {
	doc := index(t, "["+strings.Repeat(`"hay",`, 200_000)+`"needle",`+strings.Repeat(`"hay",`, 200_000)+`"Needle"]`)
	m, _ := NewMatcher("needle", SearchOptions{})
	hits, err := doc.Search(context.Background(), m)
	if err != nil || !slices.Equal(hits, []uint32{200_002, 400_003}) {
		t.Errorf("hits %v, error %v", hits, err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := doc.Search(ctx, m); err == nil {
		t.Error("a cancelled search has an answer")
	}
}

func TestFinder(t *testing.T) {
	var f Finder
	doc := index(t, `["x","y","x"]`)
	if f.Start(doc, "x", SearchOptions{}) != nil || f.Hits() != 2 || f.Busy() {
		t.Fatal("a small document is not searched at once")
	}
	for _, test := range []struct {
		at             int
		next, previous int
		status         string
	}{{1, 2, 4, "2 matches"}, {2, 4, 4, "1 of 2"}, {3, 4, 2, "2 matches"}, {4, 2, 2, "2 of 2"}} {
		next, _ := f.Next(test.at)
		previous, _ := f.Previous(test.at)
		if next != test.next || previous != test.previous || f.Status(test.at) != test.status {
			t.Errorf("at %d: next %d, previous %d, %q", test.at, next, previous, f.Status(test.at))
		}
	}
	large := index(t, "["+strings.Repeat(`"hay",`, 200_000)+`"needle"]`)
	first := f.Start(large, "need", SearchOptions{})
	second := f.Start(large, "needle", SearchOptions{})
	if first == nil || second == nil || !f.Busy() {
		t.Fatal("a large document is searched at once")
	}
	if f.Update(first()) || !f.Update(second()) || f.Hits() != 1 || f.Busy() {
		t.Errorf("%d hits, busy %v", f.Hits(), f.Busy())
	}
	third := f.Again(large)
	f.Clear()
	if f.Update(third()) || f.Hits() != 0 || f.Status(1) != "" {
		t.Error("a search that was ended has hits")
	}
	if f.Update(tea.KeyMsg{}) {
		t.Error("another message is taken for an answer")
	}
}
