package ranking

import (
	"slices"
	"strings"
	"testing"

	"assay/service/content"
	"assay/service/extract/rank"
)

// TestFactSets finds what facts, trails and headings list.
func TestFactSets(t *testing.T) {
	for _, tt := range []struct {
		name, html string
		is         int
		want       []string // its records, the values of each with strokes between them
	}{
		{"metas of one name", `<meta property="article:tag" content="Frost"><meta property="article:tag" content="Gardens"><p>x`, rank.SetIsFact, []string{"Frost", "Gardens"}},
		{"one meta of several", `<meta name="keywords" content="frost, gardens and spring"><p>x`, rank.SetIsPieces, []string{"frost", "gardens", "spring"}},
		{"elements of one name", `<p class="byline">Ann Lee</p><p>Some text.</p><p class="byline">Bob Ray</p>`, rank.SetIsFact, []string{"Ann Lee", "Bob Ray"}},
		{"a trail", `<nav aria-label="Breadcrumb"><a href="/">Home</a> › <a href="/mugs">Mugs</a> › Blue mug</nav><h1>Blue mug</h1>`, rank.SetIsTrail, []string{"Home|/", "Mugs|/mugs", "Blue mug"}},
		{"headings", `<h1>Ely</h1><h2>See</h2><p>The cathedral.</p><h2>Eat</h2><p>Eels.</p>`, rank.SetIsSections, []string{"See|The cathedral.", "Eat|Eels."}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			e := engineOf(t, tt.html)
			var all [][]string
			for _, s := range newLists(e).all {
				if s.fact != tt.is {
					continue
				}
				var got []string
				for i := range s.series {
					got = append(got, e.PartText(&s.series[i]))
				}
				for i := range s.data {
					var values []string
					for k := range s.data[i] {
						if p := &s.data[i][k]; p.ID != content.None {
							values = append(values, e.PartText(p))
						}
					}
					got = append(got, strings.Join(values, "|"))
				}
				all = append(all, got)
			}
			if !slices.ContainsFunc(all, func(got []string) bool { return slices.Equal(got, tt.want) }) {
				t.Errorf("found %q, want %q among them", all, tt.want)
			}
		})
	}
}
