package find

import (
	"slices"

	"assay/service/extract/evidence"
	"assay/service/extract/fields"
	"assay/service/extract/onpage"
)

// longText is how long, in bytes, the text of a page is that is no list of labels and values.
const longText = 1000

// lessThanMain lowers candidates for the page's text that are only a part of its
// main text: a summary, the first of many posts, a reader's review.
func lessThanMain(f *finder) {
	main, _ := f.Engine.MainText()
	for i := range f.found {
		v := &f.found[i]
		if v.Kind == evidence.Typed || len(main) == 0 {
			continue
		}
		if share := float64(len(v.Text)) / float64(len(main)); share < 0.7 {
			v.Score *= 1 - f.Engine.Weights.PartText*(1-share)
		}
	}
}

// labelledText takes a text beside a label that is the field's very name and nothing else, on a page of
// little more than labels and values.
func (f *finder) labelledText() {
	if main, _ := f.Engine.MainText(); len(main) >= longText {
		return
	}
	if i := slices.IndexFunc(f.found, f.isOwnLabel); i >= 0 {
		f.found = f.found[i : i+1]
	}
}

// isOwnLabel reports whether a value stands beside a label that is the field's very name.
func (f *finder) isOwnLabel(v fields.Value) bool {
	return v.Kind == evidence.Label && slices.ContainsFunc(f.Engine.Labels, func(i int) bool {
		fact := &f.Engine.Index.Facts[i]
		return fact.Node == v.Node && onpage.SameLetters(fact.Name, f.w.Query.Name)
	})
}
