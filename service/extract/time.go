package extract

import (
	"strconv"
	"time"

	"assay/service/extract/evidence"
	"assay/service/extract/lexicon"
	"assay/service/extract/read"
	"assay/service/extract/tree"
)

// durations takes lengths of time that have no name of their own, and, where the
// page gives the time of each stage but no total, their sum.
func (f *finder) durations() {
	e := f.e
	t := e.t
	for i := range t.Lines {
		line := &t.Lines[i]
		size := line.To - line.From
		if size < 3 || size > 24 || !f.s.holds(line.First) || t.Region(line.First)&(tree.InRelated|tree.InNav|tree.InComments|tree.InFooter) != 0 {
			continue
		}
		if _, ok := read.Duration(t.LineText(i), 0, e.x.Locale); ok {
			node := t.LineNode(i)
			f.add(evidence.Typed, node, t.LineText(i), e.w.BareTime*e.place(f.w, node, f.s))
		}
	}
	if f.w.concept.String() == "totaltime" {
		f.sumOfStages()
	}
}

// stageConcepts are the times that together make a total.
var stageConcepts = [...]string{"preptime", "cooktime"}

func (f *finder) sumOfStages() {
	e := f.e
	var total time.Duration
	text, first := "", value{}
	for _, name := range stageConcepts {
		stage := compile(f.w.field)
		stage.concept = lexicon.Lookup(name)
		stage.name = lexicon.Phrase{{Concept: stage.concept, Word: name, Want: 1, Have: 1}}
		stage.shape = lexicon.Duration
		part := e.finder(stage, f.s)
		part.facts()
		part.names()
		best := value{}
		for _, v := range part.found {
			if v.score > best.score {
				best = v
			}
		}
		if best.score < e.w.Threshold {
			continue
		}
		d, ok := read.Duration(best.text, time.Minute, e.x.Locale)
		if !ok || d <= 0 || d > 100*time.Hour {
			continue
		}
		total += d
		if text == "" {
			text, first = best.text, best
			continue
		}
		text += " + " + best.text
		first.score = min(first.score, best.score)
	}
	if text == "" {
		return
	}
	sum := strconv.FormatFloat(total.Minutes(), 'f', -1, 64) + " min"
	encoded, fit := e.read(f.w, sum)
	if fit <= 0 {
		return
	}
	v := value{json: encoded, text: text, node: first.node, kind: first.kind, score: e.w.StageSum * first.score}
	at := f.at(e.idOf(encoded))
	if *at > 0 {
		f.found[*at-1].score += (1 - f.found[*at-1].score) * v.score * e.w.Confirmed
		return
	}
	f.kinds = append(f.kinds, 1<<first.kind)
	f.found = append(f.found, v)
	*at = place(len(f.found))
}
