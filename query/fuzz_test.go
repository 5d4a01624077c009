package query_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"assay/query"
)

func FuzzParse(f *testing.F) {
	for _, test := range accepted {
		f.Add(test.src)
	}
	for _, test := range rejected {
		f.Add(test.src)
	}
	f.Fuzz(func(t *testing.T, src string) {
		q, err := query.Parse(src)
		if q == nil || q.Root == nil {
			t.Fatal("no query")
		}
		end := 0
		for _, token := range query.Tokens(src) {
			if token.Start < end || token.End <= token.Start || token.End > len(src) {
				t.Fatalf("token %v after offset %d", token, end)
			}
			end = token.End
		}
		query.Check(q)
		if err != nil {
			checkErrors(t, src, err)
			return
		}
		text := query.Format(q)
		again, err := query.Parse(text)
		if err != nil {
			t.Fatalf("Format gives\n%s\nwhich does not parse: %v", text, err)
		}
		if was, is := outline(q.Root), outline(again.Root); was != is {
			t.Fatalf("Format gives\n%s\nwhich is another query: %s\nwant %s", text, is, was)
		}
		if twice := query.Format(again); twice != text {
			t.Fatalf("Format is no fixed point:\n%s\nbecomes\n%s", text, twice)
		}
		if !json.Valid(q.JSONSchema()) {
			t.Fatalf("the schema %s is not JSON", q.JSONSchema())
		}
	})
}

func checkErrors(t *testing.T, src string, err error) {
	t.Helper()
	var list query.ErrorList
	if !errors.As(err, &list) || len(list) == 0 {
		t.Fatalf("the error is %#v", err)
	}
	last := 0
	for _, e := range list {
		if e.Pos.Row < 1 || e.Pos.Column < 1 || e.Pos.Offset < last || e.End.Offset < e.Pos.Offset || e.End.Offset > len(src) {
			t.Fatalf("error %v spans %d to %d of %d, after one at %d", e, e.Pos.Offset, e.End.Offset, len(src), last)
		}
		if e.Message == "" || !utf8.ValidString(e.Message) {
			t.Fatalf("message %q", e.Message)
		}
		last = e.Pos.Offset
	}
}

// outline writes a tree without its positions.
func outline(c *query.Container) string {
	var b strings.Builder
	for _, f := range c.Fields {
		fmt.Fprintf(&b, "%s %q %v", f.Name, f.Description, f.List)
		if !f.IsLeaf() {
			b.WriteString(" {" + outline(f.Container) + "}")
		}
		b.WriteString("; ")
	}
	return b.String()
}
