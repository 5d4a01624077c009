package find

import (
	"strconv"
	"strings"
	"time"

	"assay/service/extract/evidence"
	"assay/service/extract/fields"
	"assay/service/extract/lexicon"
	"assay/service/extract/onpage"
	"assay/service/extract/read"
	"assay/service/extract/tree"
)

// hours takes lines, and runs of lines, that give days and times.
func (f *finder) hours() {
	e := f.Engine
	start := -1
	flush := func(end int) {
		if start >= 0 && f.s.Holds(e.Tree.Lines[start].First) {
			node := e.Tree.LineNode(start)
			strength := e.Weights.Hours * e.Place(f.w, node, f.s)
			if end-start > 1 {
				strength *= 1.1
			}
			f.add(evidence.Typed, node, e.Tree.Span(e.Tree.Lines[start].From, e.Tree.Lines[end-1].To), strength)
		}
		start = -1
	}
	for i := range e.Tree.Lines {
		line := &e.Tree.Lines[i]
		text := e.Tree.LineText(i)
		like := len(text) <= 160 && hoursLike(text)
		if !like && len(text) <= 2000 && f.s.Holds(line.First) {
			if part, strength := hoursIn(text); part != "" {
				node := e.Tree.LineNode(i)
				f.add(evidence.Typed, node, part, e.Weights.Hours*strength*e.Place(f.w, node, f.s))
			}
		}
		switch {
		case like && start < 0:
			start = i
		case !like && start >= 0 && !(i+1 < len(e.Tree.Lines) && i-start < 14 && hoursLike(e.Tree.LineText(i+1)) && line.To-line.From < 30):
			flush(i)
		}
	}
	flush(len(e.Tree.Lines))
}

// hoursLike reports whether a line gives days and times, or says closed of a day.
func hoursLike(s string) bool {
	lower := strings.ToLower(s)
	if strings.Contains(lower, "24/7") {
		return true
	}
	if !onpage.NamesDays(lower) {
		return false
	}
	return onpage.Clocks(lower) > 0 || onpage.IsClosed(lower) || strings.Contains(lower, "24 hours")
}

// hoursIn finds the sentence of a text that gives opening hours, and how surely:
// days with times, or at least from when to when.
func hoursIn(s string) (string, float64) {
	for sentence := range strings.SplitSeq(s, ". ") {
		lower := strings.ToLower(sentence)
		n := onpage.Clocks(lower)
		switch {
		case len(sentence) > 300:
		case n >= 2 && onpage.NamesDays(lower):
			return strings.TrimSpace(sentence), 0.9
		case n >= 2 && len(sentence) < 80 && (strings.Contains(lower, " to ") || strings.Contains(lower, "-") || strings.Contains(lower, "–")):
			return strings.TrimSpace(sentence), 0.75
		}
	}
	return "", 0
}

// durations takes lengths of time that have no name of their own, and, where the
// page gives the time of each stage but no total, their sum.
func (f *finder) durations() {
	e := f.Engine
	t := e.Tree
	for i := range t.Lines {
		line := &t.Lines[i]
		size := line.To - line.From
		if size < 3 || size > 24 || !f.s.Holds(line.First) || t.Region(line.First)&(tree.InRelated|tree.InNav|tree.InComments|tree.InFooter) != 0 {
			continue
		}
		if _, ok := read.Duration(t.LineText(i), 0, e.Index.Locale); ok {
			node := t.LineNode(i)
			f.add(evidence.Typed, node, t.LineText(i), e.Weights.BareTime*e.Place(f.w, node, f.s))
		}
	}
	if f.w.Concept.String() == "totaltime" {
		sumOfStages(f)
	}
}

// stageConcepts are the times that together make a total.
var stageConcepts = [...]string{"preptime", "cooktime"}

func sumOfStages(f *finder) {
	e := f.Engine
	var total time.Duration
	text, first := "", fields.Value{}
	for _, name := range stageConcepts {
		stage := fields.Compile(f.w.Query)
		stage.Concept = lexicon.Lookup(name)
		stage.Name = lexicon.Phrase{{Concept: stage.Concept, Word: name, Want: 1, Have: 1}}
		stage.Shape = lexicon.Duration
		part := newFinder(e, stage, f.s)
		part.facts()
		part.names()
		best := fields.Value{}
		for _, v := range part.found {
			if v.Score > best.Score {
				best = v
			}
		}
		if best.Score < e.Weights.Threshold {
			continue
		}
		d, ok := read.Duration(best.Text, time.Minute, e.Index.Locale)
		if !ok || d <= 0 || d > 100*time.Hour {
			continue
		}
		total += d
		if text == "" {
			text, first = best.Text, best
			continue
		}
		text += " + " + best.Text
		first.Score = min(first.Score, best.Score)
	}
	if text == "" {
		return
	}
	sum := strconv.FormatFloat(total.Minutes(), 'f', -1, 64) + " min"
	encoded, fit := e.Read(f.w, sum)
	if fit <= 0 {
		return
	}
	v := fields.Value{JSON: encoded, Text: text, Node: first.Node, Kind: first.Kind, Score: e.Weights.StageSum * first.Score}
	at := f.at(e.IdOf(encoded))
	if *at > 0 {
		f.found[*at-1].Score += (1 - f.found[*at-1].Score) * v.Score * e.Weights.Confirmed
		return
	}
	f.kinds = append(f.kinds, 1<<first.Kind)
	f.found = append(f.found, v)
	*at = place(len(f.found))
}
