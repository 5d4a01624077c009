package onpage

import (
	"math"

	"assay/service/extract/evidence"
	"assay/service/extract/fields"
	"assay/service/extract/lexicon"
	"assay/service/extract/words"
)

// Similarity says how well a name on the page answers for the field's.
func (e *Engine) Similarity(w *fields.Field, k evidence.Key) float64 {
	if k == evidence.NoKey {
		return 0
	}
	if int(k) >= e.keptNames {
		return float64(likeness(e, w, e.Index.Phrase(k))) / fields.SimUnits
	}
	if int(k) >= len(w.Sims) {
		w.Sims = append(w.Sims, make([]uint16, min(e.Index.KeyCount(), e.keptNames)-len(w.Sims))...)
	}
	if s := w.Sims[k]; s != 0 {
		return float64(s-1) / fields.SimUnits
	}
	w.Sims[k] = likeness(e, w, e.Index.Phrase(k)) + 1
	if lexicon.Opposes(w.Excludes, e.Index.NameText(k)) {
		w.Sims[k] = 1
	} else if w.Asked != nil {
		w.Sims[k] = max(w.Sims[k], meant(e, w, k)+1)
	}
	return float64(w.Sims[k]-1) / fields.SimUnits
}

// meant is how likely a name of the page means what the field's does, in parts of SimUnits:
// what the model of words has learned, where it is sure enough.
func meant(e *Engine, w *fields.Field, k evidence.Key) uint16 {
	if p, ok := w.Labels[k]; ok {
		return fields.LikenessOf(p, fields.SurelyPaired)
	}
	name := e.Index.Name(k)
	if name == nil || !words.IsNear(w.Asked, name) {
		return 0
	}
	return fields.LikenessOf(1/(1+math.Exp(-float64(words.Logit(w.Asked, name)))), fields.SurelyMeant)
}

// TextSimilarity says how well a text of the page answers, as a name, for the field's.
func (e *Engine) TextSimilarity(w *fields.Field, text string) float64 {
	if e.Index.KeyCount() < fields.MaxKeptNames {
		return e.Similarity(w, e.Index.Intern(text))
	}
	have := evidence.Meaning(text)
	if len(have) == 0 {
		return 0
	}
	return float64(likeness(e, w, have)) / fields.SimUnits
}

// likeness is how well a name answers for the field's, in parts of SimUnits.
func likeness(e *Engine, w *fields.Field, have lexicon.Phrase) uint16 {
	s := lexicon.Similarity(w.Name, have)
	if w.Hint != nil {
		if h := lexicon.Similarity(w.Hint, have); w.Name.Vague() {
			s = max(s, 0.9*h)
		} else if s > 0 || w.Name.Unknown() {
			s = max(s, min(1, s+0.15*h), 0.75*h)
		}
	}
	if w.CountsPeople() && !fields.SharesWord(w.Name, have) {
		s = 0
	}
	if w.Children != nil && AreWords(w) && have.Concept().String() == "content" {
		s = 0 // what somebody said is content, but not all content is what somebody said
	}
	return uint16(math.Round(s * fields.SimUnits))
}
