package find

import (
	"math"

	"assay/service/extract/fields"
	"assay/service/extract/onpage"
	"assay/service/extract/paper"
	"assay/service/extract/words"
)

// signsOf returns what tells how likely a match answers a field.
func signsOf(w *fields.Field, m *match) onpage.Signs {
	f := onpage.Signs{
		onpage.OfAny: 1, onpage.OfWords: m.Logit, onpage.OfRival: m.Rival, onpage.OfOther: m.Other, onpage.OfPaired: m.Paired,
		onpage.OfPlace: math.Log(m.Place), onpage.OfNearer: m.Nearer, onpage.OfForm: m.fits, onpage.OfVague: Vagueness(w, m.Value),
	}
	if w.Type != 0 {
		f[onpage.OfTyped] = 1
	}
	if m.States {
		f[onpage.OfStates] = 1
	}
	return f
}

// signsOfRole returns what tells how likely a value of a role that a field may mean answers it.
func signsOfRole(w *fields.Field, m paper.Meaning, v *paper.Value) onpage.Signs {
	f := onpage.Signs{
		onpage.OfAny: 1, onpage.OfRole: 1, onpage.OfMeaning: math.Log(m.Likely / (1 - m.Likely)),
		onpage.OfStrength: math.Log(max(v.Strength, onpage.LeastStrength)),
		onpage.OfForm:     float64(w.Meaning.Forms().OfType(w.Type).Fits(words.Default().FormsOf(v.Text))),
		onpage.OfVague:    Vagueness(w, v.Text),
	}
	if w.Type != 0 {
		f[onpage.OfTyped] = 1
	}
	if v.Label == "" {
		f[onpage.OfAlone] = 1
	}
	return f
}
