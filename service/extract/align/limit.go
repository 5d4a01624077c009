package align

import (
	"slices"

	"assay/service/extract/fields"
	"assay/service/extract/onpage"
)

// Limit applies what a list's description says to the list that was found. What
// cannot be told, as for want of a field to tell it by, is left.
func (e *Engine) Limit(w *fields.Field, list []fields.Answer) []fields.Answer {
	f := &w.Filter
	if f.None() || len(list) == 0 {
		return list
	}
	if f.Ads {
		list = onpage.UnlessAll(list, e.IsAd)
	}
	if f.InStock {
		list = slices.DeleteFunc(slices.Clone(list), func(a fields.Answer) bool { return e.OutOfStock(&a) })
	}
	for _, phrase := range f.Drop {
		list = onpage.UnlessAll(list, func(a *fields.Answer) bool { return onpage.HoldsPhrase(e.RecordText(a), phrase) })
	}
	for _, phrase := range f.Keep {
		list = slices.DeleteFunc(slices.Clone(list), func(a fields.Answer) bool { return !onpage.HoldsPhrase(e.RecordText(&a), phrase) })
	}
	for i := range f.Words {
		list = saying(e, w, list, &f.Words[i])
	}
	for i := range f.Bounds {
		list = e.Bounded(w, list, &f.Bounds[i])
	}
	take := f.Take
	if f.Order != nil {
		sorted, ok := e.Sorted(w, list)
		if !ok && take == 0 {
			return list
		}
		if list = sorted; take == 0 && f.Order.Only {
			take = 1
		}
	}
	switch {
	case take > 0 && take < len(list):
		list = list[:take]
	case take < 0 && -take < len(list):
		list = list[len(list)+take:]
	}
	return list
}
