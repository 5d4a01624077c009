package find

import (
	"assay/service/extract/evidence"
)

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
