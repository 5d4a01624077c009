package query_test

import (
	"testing"

	"assay/query"
)

func TestFormat(t *testing.T) {
	q, err := query.Parse(`{shop_name,products ( "the lamps" ) [] {name price(number) tags[]} next{page}}`)
	if err != nil {
		t.Fatal(err)
	}
	want := `{
  shop_name
  products(the lamps)[] {
    name
    price(number)
    tags[]
  }
  next {
    page
  }
}`
	if got := query.Format(q); got != want {
		t.Errorf("Format gives\n%s\nwant\n%s", got, want)
	}
}

// A tree made by a program may hold what the language cannot say; what is
// printed must parse all the same.
func TestFormatMadeTree(t *testing.T) {
	for _, test := range []struct{ description, want string }{
		{"plain", "{\n  a(plain)\n}"},
		{" two\r\nrows\n", "{\n  a(two rows)\n}"},
		{"smile :) sad :(", "{\n  a(smile :] sad :[)\n}"},
		{"(fine) (not", "{\n  a((fine) [not)\n}"},
		{`"quoted"`, "{\n  a('\"quoted\"')\n}"},
		{`'quoted'`, "{\n  a(\"'quoted'\")\n}"},
	} {
		q := &query.Query{Root: &query.Container{Fields: []*query.Field{{Name: "a", Description: test.description}}}}
		got := query.Format(q)
		if got != test.want {
			t.Errorf("a description %q is printed as\n%s\nwant\n%s", test.description, got, test.want)
		}
		if _, err := query.Parse(got); err != nil {
			t.Errorf("Format gives\n%s\nwhich does not parse: %v", got, err)
		}
	}
	if got := query.Format(&query.Query{}); got != "" {
		t.Errorf("a query without a root is printed as %q", got)
	}
}
