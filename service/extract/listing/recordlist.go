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
func recordList(e *Engine, w *fields.Field, s onpage.Scope) []fields.Answer {
	if w.Concept.String() == "breadcrumbs" && s.Whole {
		if r := bestThings(e, w, s); r != nil && r.Score > 0.8 {
			return r.Answers()
		}
		return trailList(e, w)
	}
	if r := paperList(e, w, s); r != nil {
		return fullest(w, r.Answers(), blockRows(e, w, s))
	}
	var best *find.Reading
	for _, r := range [...]*find.Reading{bestTable(e, w, s), bestTurned(e, w, s), bestThings(e, w, s), bestSet(e, w, s), bestPairs(e, w, s), e.PictureList(w, s), bestGroups(e, w, s)} {
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
	found = fullest(w, found, blockRows(e, w, s))
	if asksForQuestions(w) && s.Whole && !asked(found) && e.Tree.Source == content.HTML {
		if list := questionList(e, w); list != nil || asksForFAQ(w) {
			return list
		}
	}
	if asksForQuestions(w) {
		closeQuestions(e, found)
	}
	if s.Whole {
		found = titledLinks(e, w, found)
	}
	return found
}

// fullest returns those of two answers whose records have more of what is asked for, the first if
// both have as much.
func fullest(w *fields.Field, a, b []fields.Answer) []fields.Answer {
	if len(b) > 0 && answered(w, a)*len(b) < answered(w, b)*max(len(a), 1) {
		return b
	}
	return a
}
