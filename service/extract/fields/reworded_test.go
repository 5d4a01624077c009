package fields

import (
	"strings"
	"testing"

	"assay/query"
	"assay/service/extract/lexicon"
)

// TestCompileFor: names are read as what they mean beside the others, but for those that the
// lexicon knows, that say more than the concept, or that the page has.
func TestCompileFor(t *testing.T) {
	for _, test := range []struct{ query, onPage, want string }{
		{"{ words(the large line at the top) people(the names of those who wrote the report)[] labels(the subjects under which it is filed)[] }", "", "title author tags"},
		{"{ something(the name under which it is sold) value(number, the sum one has to pay) state(boolean, whether it can be had right now) }", "", "title price availability"},
		{"{ hed contrib[] pub_dt(date) }", "", "title author published"},
		{"{ hed contrib[] pub_dt(date) }", "hed", " author published"},
		{"{ title original_price(number) price(number) }", "", "title oldprice price"},
		{"{ recipe_name chef prep_mins(integer) }", "", "title author preptime"},
		{"{ name street postal_code }", "", "name street postcode"},
		{"{ premises_number }", "", "id"},
		{"{ nav_links[] { label url } }", "", "url"},
		{"{ path_steps(the navigation path from the home page)[] { step(its words) where_to(url) } }", "", "breadcrumbs"},
	} {
		q, err := query.Parse(test.query)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, f := range CompileFor(q.Root, func(name lexicon.Phrase) (named, labelled bool) {
			named = test.onPage != "" && lexicon.Similarity(name, lexicon.Compile(test.onPage)) == 1
			return named, named
		}) {
			got = append(got, f.Name.Concept().String())
		}
		if got := strings.Join(got, " "); got != test.want {
			t.Errorf("%s, %q on the page: %q, want %q", test.query, test.onPage, got, test.want)
		}
	}
}
