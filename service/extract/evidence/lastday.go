package evidence

import (
	"time"

	"assay/service/extract/read"
)

// maxDatum is how long a property is at most, in bytes, that is a day.
const maxDatum = 40

// lastDay returns the last day that the page names with its year, up to the one on which it was read:
// the days it names without one are near it. It is zero if there is none.
func (x *Index) lastDay() (last time.Time) {
	add := func(text string) { last = read.LastDay(last, text, x.Locale, x.Tree.Loaded) }
	for i := range x.Dates {
		add(x.Dates[i].Text)
	}
	for i := range x.Facts {
		switch f := &x.Facts[i]; f.Kind {
		case JSONLD, Microdata, RDFa, Format, Meta:
			for _, text := range f.Values {
				if len(text) <= maxDatum {
					add(text)
				}
			}
		}
	}
	return last
}
