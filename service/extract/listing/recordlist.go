package listing

import (
	"assay/service/content"
	"assay/service/extract/fields"
	"assay/service/extract/find"
	"assay/service/extract/onpage"
)

// withinRecord is the factor for what a list must be worth within a record, which
// says itself that it is one of many.
const withinRecord = 0.7

// recordList answers a list of containers: the set of records whose parts best
// explain all fields at once.
func (e *Engine) recordList(w *fields.Field, s onpage.Scope) []fields.Answer {
	if w.Concept.String() == "breadcrumbs" && s.Whole {
		if r := e.bestThings(w, s); r != nil && r.Score > 0.8 {
			return r.Answers()
		}
		return e.TrailList(w)
	}
	if r := e.paperList(w, s); r != nil {
		return r.Answers()
	}
	var best *find.Reading
	for _, r := range [...]*find.Reading{e.bestTable(w, s), e.BestTurned(w, s), e.bestThings(w, s), e.bestSet(w, s), e.bestPairs(w, s), e.PictureList(w, s), e.bestGroups(w, s)} {
		if r != nil && (best == nil || r.Score > best.Score) {
			best = r
		}
	}
	threshold := e.Weights.SetThreshold
	if !s.Whole {
		threshold *= withinRecord
	}
	var found []fields.Answer
	if best != nil && best.Score >= threshold {
		found = best.Answers()
	}
	if asksForQuestions(w) && s.Whole && !asked(found) && e.Tree.Source == content.HTML {
		if list := e.questionList(w); list != nil || asksForFAQ(w) {
			return list
		}
	}
	if asksForQuestions(w) {
		e.closeQuestions(found)
	}
	if s.Whole {
		found = e.TitledLinks(w, found)
	}
	return found
}
