package filter_test

import (
	"slices"
	"testing"

	"assay/service/extract/filter"
	"assay/service/extract/lexicon"
	"assay/service/extract/tree"
)

func TestParse(t *testing.T) {
	for _, c := range []struct {
		description string
		rest        string
		is          func(f *filter.Filter) bool
	}{
		{"first three", "", func(f *filter.Filter) bool { return f.Take == 3 }},
		{"last two", "", func(f *filter.Filter) bool { return f.Take == -2 }},
		{"in the footer", "", func(f *filter.Filter) bool { return f.Place&tree.InFooter != 0 }},
		{"without ads", "", func(f *filter.Filter) bool { return f.Ads }},
		{"in stock only", "", func(f *filter.Filter) bool { return f.InStock }},
		{"cheapest", "", func(f *filter.Filter) bool { return f.Order != nil && f.Order.Only && !f.Order.Descending }},
		{"under $50", "", func(f *filter.Filter) bool {
			return len(f.Bounds) == 1 && f.Bounds[0].Shape == lexicon.Price && f.Bounds[0].Allows(49) && !f.Bounds[0].Allows(50)
		}},
		{"at least 3 stars", "", func(f *filter.Filter) bool {
			return len(f.Bounds) == 1 && f.Bounds[0].Shape == lexicon.Rating && f.Bounds[0].Allows(3) && !f.Bounds[0].Allows(2.9)
		}},
		{"born after 2000", "", func(f *filter.Filter) bool {
			return len(f.Bounds) == 1 && f.Bounds[0].By.Is("birthdate") && f.Bounds[0].Allows(2001) && !f.Bounds[0].Allows(2000)
		}},
		{"500 MB or more", "", func(f *filter.Filter) bool {
			return len(f.Bounds) == 1 && f.Bounds[0].Unit == "mb" && f.Bounds[0].Allows(500) && !f.Bounds[0].Allows(499)
		}},
		{"between 2021 and 2022", "", func(f *filter.Filter) bool {
			return len(f.Bounds) == 1 && f.Bounds[0].AnyYear() && f.Bounds[0].Allows(2022) && !f.Bounds[0].Allows(2023)
		}},
		{"by Ann Lee", "by Ann Lee", func(f *filter.Filter) bool {
			return len(f.Words) == 1 && f.Words[0].Marked && slices.Equal(f.Words[0].Words, []string{"ann", "lee"})
		}},
		{"topic is Awards", "topic is Awards", func(f *filter.Filter) bool { return len(f.Words) == 1 && f.Words[0].Marked }},
		{"what it is made of", "what it is made of", func(f *filter.Filter) bool { return !f.Parts() && !f.Words[0].Marked }},
		{"", "", func(f *filter.Filter) bool { return f.None() }},
	} {
		f, rest := filter.Parse(c.description, "films", true)
		if !c.is(&f) {
			t.Errorf("%q is %+v", c.description, f)
		}
		if rest != c.rest {
			t.Errorf("%q leaves %q, want %q", c.description, rest, c.rest)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"first three, under $50", "between 2021 and", "at least", "500mb or more", "1,000 to 5/5 stars; topic is Awards", "excluding ads and sold out"} {
		f.Add(s, "films", true)
	}
	f.Fuzz(func(t *testing.T, description, name string, list bool) {
		found, _ := filter.Parse(description, name, list)
		for _, b := range found.Bounds {
			b.Allows(0)
		}
	})
}
