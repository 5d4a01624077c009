package layout

import (
	"strings"
	"testing"

	"assay/service/content"
)

// Jobs and courses, each with its time at the right, are a list.
func TestEntries(t *testing.T) {
	for name, c := range map[string]struct{ page, want string }{
		"names with times over more about them": {`
Stage manager                   2019 - 2024
Theatre Royal, Hull
Plans all shows
Usher                           2016 - 2019
Odeon Cinema, York
`, `
ul{
li{
div{span{Stage manager}span{2019 - 2024}}
div{span{Theatre Royal, Hull}}
div{span{Plans all shows}}}
li{
div{span{Usher}span{2016 - 2019}}
div{span{Odeon Cinema, York}}}}
`},
		"only names and times": {`
Stage manager                   2019
Usher                           2016
`, `dl{dt{Stage manager}dd{2019}dt{Usher}dd{2016}}`},
	} {
		var doc content.Document
		Build(&doc, []Page{typed(1, c.page)})
		if got := draw(&doc); !strings.Contains(got, strings.TrimSpace(c.want)) {
			t.Errorf("%s: got\n%s", name, got)
		}
	}
}

// A title in somewhat larger letters is not of the text above it.
func TestTitles(t *testing.T) {
	page := typed(1, `
We build sheds
in oak
Premium
We also mend
old ones
`)
	for i := range page.Words {
		if w := &page.Words[i]; w.Text == "Premium" {
			w.Height = 12
		}
	}
	var doc content.Document
	Build(&doc, []Page{page})
	if got := draw(&doc); !strings.Contains(got, "p{in oak}}}\ndiv{\nh3{Premium}\ndiv{") {
		t.Errorf("got\n%s", got)
	}
}
