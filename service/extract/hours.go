package extract

import (
	"strconv"
	"strings"
	"time"
	"unicode"

	"assay/service/extract/evidence"
	"assay/service/extract/lexicon"
	"assay/service/extract/read"
	"assay/service/extract/tree"
)

// hours takes lines, and runs of lines, that give days and times.
func (f *finder) hours() {
	e := f.e
	start := -1
	flush := func(end int) {
		if start >= 0 && f.s.holds(e.t.Lines[start].First) {
			node := e.t.LineNode(start)
			strength := e.w.Hours * e.place(f.w, node, f.s)
			if end-start > 1 {
				strength *= 1.1
			}
			f.add(evidence.Typed, node, e.t.Span(e.t.Lines[start].From, e.t.Lines[end-1].To), strength)
		}
		start = -1
	}
	for i := range e.t.Lines {
		line := &e.t.Lines[i]
		text := e.t.LineText(i)
		like := len(text) <= 160 && hoursLike(text)
		if !like && len(text) <= 2000 && f.s.holds(line.First) {
			if part, strength := hoursIn(text); part != "" {
				node := e.t.LineNode(i)
				f.add(evidence.Typed, node, part, e.w.Hours*strength*e.place(f.w, node, f.s))
			}
		}
		switch {
		case like && start < 0:
			start = i
		case !like && start >= 0 && !(i+1 < len(e.t.Lines) && i-start < 14 && hoursLike(e.t.LineText(i+1)) && line.To-line.From < 30):
			flush(i)
		}
	}
	flush(len(e.t.Lines))
}

// hoursLike reports whether a line gives days and times, or says closed of a day.
func hoursLike(s string) bool {
	lower := strings.ToLower(s)
	if strings.Contains(lower, "24/7") {
		return true
	}
	if !namesDays(lower) {
		return false
	}
	return clocks(lower) > 0 || isClosed(lower) || strings.Contains(lower, "24 hours")
}

// isClosed reports whether a text, in lower case, says closed.
func isClosed(lower string) bool {
	return strings.Contains(lower, "closed") || strings.Contains(lower, "geschlossen") || strings.Contains(lower, "fermé") || strings.Contains(lower, "cerrado") || strings.Contains(lower, "chiuso")
}

// namesDays reports whether a text, in lower case, names days of the week.
func namesDays(lower string) bool {
	for word := range strings.FieldsFuncSeq(lower, func(r rune) bool { return !unicode.IsLetter(r) }) {
		switch word {
		case "mon", "tue", "tues", "wed", "thu", "thur", "thurs", "fri", "sat", "sun", "weekday", "weekdays", "weekend", "weekends", "daily", "everyday",
			"mo", "mi", "fr", "sa", "montag", "dienstag", "mittwoch", "donnerstag", "freitag", "samstag", "sonntag", "werktags", "täglich",
			"lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche", "lunes", "martes", "miércoles", "jueves", "viernes", "sábado", "domingo",
			"lunedì", "martedì", "mercoledì", "giovedì", "venerdì", "sabato", "domenica", "maandag", "dinsdag", "woensdag", "donderdag", "vrijdag", "zaterdag", "zondag", "segunda", "sexta":
			return true
		}
		if strings.HasSuffix(word, "day") || strings.HasSuffix(word, "days") {
			switch strings.TrimSuffix(strings.TrimSuffix(word, "s"), "day") {
			case "mon", "tues", "wednes", "thurs", "fri", "satur", "sun":
				return true
			}
		}
	}
	return strings.Contains(lower, "m-f") || strings.Contains(lower, "m - f") || strings.Contains(lower, "7 days")
}

// clocks counts the times of day in a text in lower case: 9am, 9:30, 17.00 uhr, 18h.
func clocks(lower string) int {
	n := 0
	for i := 0; i < len(lower); i++ {
		if lower[i] < '0' || lower[i] > '9' || i > 0 && lower[i-1] >= '0' && lower[i-1] <= '9' {
			continue
		}
		k := i
		for k < len(lower) && lower[k] >= '0' && lower[k] <= '9' {
			k++
		}
		if k-i > 2 {
			continue
		}
		rest := lower[k:]
		if len(rest) > 2 && (rest[0] == ':' || rest[0] == '.') && rest[1] >= '0' && rest[1] <= '5' && rest[2] >= '0' && rest[2] <= '9' {
			if rest[0] == ':' {
				n++
				continue
			}
			rest = rest[3:]
		}
		rest = strings.TrimLeft(rest, " \u00a0")
		for _, mark := range [...]string{"am", "pm", "a.m", "p.m", "uhr", "h ", "h-", "h0", "h3", "o'clock", "noon", "hrs"} {
			if strings.HasPrefix(rest, mark) || rest == strings.TrimSpace(mark) {
				n++
				break
			}
		}
	}
	return n
}

// hoursIn finds the sentence of a text that gives opening hours, and how surely:
// days with times, or at least from when to when.
func hoursIn(s string) (string, float64) {
	for sentence := range strings.SplitSeq(s, ". ") {
		lower := strings.ToLower(sentence)
		n := clocks(lower)
		switch {
		case len(sentence) > 300:
		case n >= 2 && namesDays(lower):
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
