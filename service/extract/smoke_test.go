package extract_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"net/url"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"assay/query"
	"assay/service/extract"
	"assay/service/page"
)

// smokeCase is a line of testdata/smoke/cases.jsonl: a page, a query and the
// answer any sound engine gives.
type smokeCase struct {
	ID       string
	Page     string
	URL      string
	Query    string
	Expected map[string]any
	Compare  map[string]string
	Variants []string
	Accept   map[string][]any
}

func smokeCases(t testing.TB) []smokeCase {
	t.Helper()
	f, err := os.Open("testdata/smoke/cases.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var cases []smokeCase
	for s := bufio.NewScanner(f); s.Scan(); {
		var c smokeCase
		if err := json.Unmarshal(s.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		cases = append(cases, c)
	}
	if len(cases) < 20 {
		t.Fatalf("%d cases, want at least 20", len(cases))
	}
	return cases
}

func (c smokeCase) source(t testing.TB, variant string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("testdata", c.Page))
	if err != nil {
		t.Fatal(err)
	}
	if variant == "stripped" {
		return strip(string(b))
	}
	return string(b)
}

var (
	jsonScript     = regexp.MustCompile(`(?is)<script[^>]*json[^>]*>.*?</script>`)
	structuredMeta = regexp.MustCompile(`(?is)<meta[^>]*(?:property|name)="(?:og|twitter|article|product|book|profile):[^>]*>`)
	structuredAttr = regexp.MustCompile(`(?is)\s(?:itemprop|itemscope|itemtype|itemid|itemref|typeof|property|vocab)(?:="[^"]*")?`)
)

// strip takes the structured data off a page, so that only what is visible is left.
func strip(page string) string {
	page = jsonScript.ReplaceAllString(page, "")
	page = structuredMeta.ReplaceAllString(page, "")
	return structuredAttr.ReplaceAllString(page, "")
}

func run(t testing.TB, html, base, text string) *extract.Result {
	t.Helper()
	q, err := query.Parse(text)
	if err != nil {
		t.Fatalf("query %s: %v", text, err)
	}
	var u *url.URL
	if base != "" {
		if u, err = url.Parse(base); err != nil {
			t.Fatal(err)
		}
	}
	doc, err := page.Parse(html, u)
	if err != nil {
		t.Fatal(err)
	}
	r, err := extract.Run(context.Background(), doc, q, extract.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestSmoke(t *testing.T) {
	for _, c := range smokeCases(t) {
		for _, variant := range c.Variants {
			t.Run(c.ID+"/"+variant, func(t *testing.T) {
				r := run(t, c.source(t, variant), c.URL, c.Query)
				var got map[string]any
				if err := json.Unmarshal(r.Data, &got); err != nil {
					t.Fatalf("answer %s: %v", r.Data, err)
				}
				for path, kind := range c.Compare {
					if strings.Contains(path, "[].") {
						continue // compared with its records
					}
					name := strings.TrimSuffix(path, "[]")
					want, have := at(c.Expected, name), at(got, name)
					ok := same(kind, want, have, c, path)
					for _, other := range c.Accept[path] {
						ok = ok || same(kind, other, have, c, path)
					}
					if !ok {
						t.Errorf("%s:\n got %v\nwant %v", path, have, want)
					}
				}
			})
		}
	}
}

func at(v any, path string) any {
	for name := range strings.SplitSeq(path, ".") {
		m, ok := v.(map[string]any)
		if !ok {
			return nil
		}
		v = m[name]
	}
	return v
}

// same compares as the case says; it is exact but for white space, the digits of
// telephone numbers and the scheme of links.
func same(kind string, want, have any, c smokeCase, path string) bool {
	switch kind {
	case "records":
		w, _ := want.([]any)
		h, _ := have.([]any)
		if len(w) != len(h) {
			return false
		}
		for i := range w {
			for field, value := range w[i].(map[string]any) {
				if !same(c.Compare[path+"."+field], value, at(h[i], field), c, "") {
					return false
				}
			}
		}
		return true
	case "number":
		w, ok1 := want.(float64)
		h, ok2 := have.(float64)
		return ok1 && ok2 && math.Abs(w-h) < 1e-9
	case "null":
		return have == nil
	case "any":
		return digits(fmt.Sprint(want)) == digits(fmt.Sprint(have))
	}
	return reflect.DeepEqual(want, have)
}

func digits(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, s)
}

func TestAnswersAreTheSameEveryTime(t *testing.T) {
	for _, c := range smokeCases(t) {
		first := run(t, c.source(t, "as_is"), c.URL, c.Query)
		for range 3 {
			again := run(t, c.source(t, "as_is"), c.URL, c.Query)
			if !bytes.Equal(first.Data, again.Data) || !reflect.DeepEqual(first.Evidence, again.Evidence) {
				t.Fatalf("%s: answers differ:\n%s\n%s", c.ID, first.Data, again.Data)
			}
		}
	}
}
