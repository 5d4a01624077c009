package extract

import "assay/service/content"

// withinRecord is the factor for what a list must be worth within a record, which
// says itself that it is one of many.
const withinRecord = 0.7

// recordList answers a list of containers: the set of records whose parts best
// explain all fields at once.
func (e *engine) recordList(w *want, s scope) []answer {
	if w.concept.String() == "breadcrumbs" && s.whole {
		if r := e.bestThings(w, s); r != nil && r.score > 0.8 {
			return r.answers()
		}
		return e.trailList(w)
	}
	if r := e.paperList(w, s); r != nil {
		return r.answers()
	}
	var best *reading
	for _, r := range [...]*reading{e.bestTable(w, s), e.bestTurned(w, s), e.bestThings(w, s), e.bestSet(w, s), e.bestPairs(w, s), e.pictureList(w, s), e.bestGroups(w, s)} {
		if r != nil && (best == nil || r.score > best.score) {
			best = r
		}
	}
	threshold := e.w.SetThreshold
	if !s.whole {
		threshold *= withinRecord
	}
	var found []answer
	if best != nil && best.score >= threshold {
		found = best.answers()
	}
	if w.asksForQuestions() && s.whole && !asked(found) && e.t.Source == content.HTML {
		if list := e.questionList(w); list != nil || w.asksForFAQ() {
			return list
		}
	}
	if w.asksForQuestions() {
		e.closeQuestions(found)
	}
	if s.whole {
		found = e.titledLinks(w, found)
	}
	return found
}

// reading is one way to answer a list of containers.
type reading struct {
	score   float64
	answers func() []answer
}
