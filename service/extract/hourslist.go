package extract

import (
	"strings"
	"unicode"

	"assay/service/content"
	"assay/service/extract/evidence"
	"assay/service/extract/lexicon"
)

// hoursListScore is how far lines of days with times are believed to be the records of
// a list of opening hours.
const hoursListScore = 0.75

// bestHours answers a list of days and times from the lines of the page that give them:
// "Mon – Thu: 8 am – 5 pm". The longest run of such lines is taken.
func (e *engine) bestHours(w *want, s scope) *reading {
	if !w.asksForDays() {
		return nil
	}
	first, last := 0, len(e.t.Lines)
	if !s.whole {
		first, last = e.t.LinesBetween(s.from, s.to)
	}
	var best []dayLines
	for i := first; i < last; i++ {
		var run []dayLines
		for i < last {
			d, ok := e.dayAt(i, last)
			if !ok {
				break
			}
			run = append(run, d)
			i = d.next
		}
		if len(run) > len(best) {
			best = run
		}
	}
	if best == nil {
		return nil
	}
	return &reading{hoursListScore, func() []answer {
		out := make([]answer, 0, len(best))
		for _, d := range best {
			out = append(out, e.dayOf(w, d))
		}
		return out
	}}
}

// dayLines is a line that gives days and their times, or one of days with one of times
// after it, as the cells of a table are.
type dayLines struct {
	line, next  int // where they begin, and the line after them
	days, times string
}

// dayAt reads the days and times that begin at a line.
func (e *engine) dayAt(i, last int) (dayLines, bool) {
	if e.t.Lines[i].To-e.t.Lines[i].From > maxPattern {
		return dayLines{}, false
	}
	text := e.t.LineText(i)
	if days, times := splitDays(text); days != "" && times != "" {
		return dayLines{i, i + 1, days, times}, true
	}
	if i+1 >= last || e.t.Lines[i+1].To-e.t.Lines[i+1].From > maxPattern || strings.ContainsFunc(text, unicode.IsDigit) {
		return dayLines{}, false
	}
	days, times := splitDays(text + " " + e.t.LineText(i+1))
	if days != strings.TrimRight(text, " :") || times == "" {
		return dayLines{}, false
	}
	return dayLines{i, i + 2, days, times}, true
}

// asksForDays reports whether a list's records are days and nothing but their times.
func (w *want) asksForDays() bool {
	days, times := 0, 0
	for _, c := range w.children {
		switch {
		case !c.field.IsLeaf() || c.field.List:
			return false
		case c.isDay():
			days++
		case c.isTimes():
			times++
		default:
			return false
		}
	}
	return days == 1 && times > 0
}

func (w *want) isDay() bool {
	if w.concept.String() == "weekday" {
		return true
	}
	for _, word := range lexicon.Words(w.field.Name) {
		switch word {
		case "day", "days", "weekday", "weekdays", "tag", "tage", "wochentag", "jour", "jours", "dia", "dias", "giorno", "giorni", "dag", "dagen":
			return true
		}
	}
	return false
}

func (w *want) isTimes() bool {
	if w.shape == lexicon.Hours || w.shape == lexicon.Clock {
		return true
	}
	for _, word := range lexicon.Words(w.field.Name) {
		switch word {
		case "time", "times", "hours", "opens", "open", "closes", "close", "opening", "closing", "from", "to", "until", "zeit", "zeiten", "heures", "horas", "ore":
			return true
		}
	}
	return false
}

// splitDays parts a line into the days it names and their times: "" and "" if it does
// not begin with days and go on with times.
func splitDays(s string) (days, times string) {
	at := strings.IndexFunc(s, unicode.IsDigit)
	if lower := strings.ToLower(s); at < 0 && len(lower) == len(s) {
		for _, word := range [...]string{"closed", "geschlossen", "fermé", "cerrado", "chiuso", "by appointment", "nach vereinbarung", "sur rendez-vous", "24 hours", "ruhetag"} {
			if k := strings.Index(lower, word); k > 0 && (at < 0 || k < at) {
				at = k
			}
		}
	}
	if at < 2 {
		return "", ""
	}
	days = strings.TrimRight(s[:at], " :–—-,\u00a0")
	for _, word := range [...]string{" de", " von", " from", " ab", " à", " dalle"} {
		days = strings.TrimSuffix(days, word)
	}
	times = strings.TrimSpace(s[at:])
	lower := strings.ToLower(times)
	if len(days) > 40 || !namesDays(strings.ToLower(days)) || clocks(lower) == 0 && !strings.ContainsFunc(times, unicode.IsLetter) || strings.Contains(days, ". ") {
		return "", ""
	}
	if clocks(lower) == 0 && strings.ContainsFunc(times, unicode.IsDigit) {
		return "", ""
	}
	return days, times
}

// dayOf makes a record of days and times.
func (e *engine) dayOf(w *want, d dayLines) answer {
	line := &e.t.Lines[d.line]
	node := e.t.LineNode(d.line)
	a := answer{child: make([]answer, len(w.children)), from: line.First, to: line.First + 1}
	for k, c := range w.children {
		a.child[k].w = c
		a.child[k].leaf.node = content.None
		text := d.times
		plain := *c
		switch {
		case c.isDay():
			text = d.days
			plain.shape = lexicon.AnyShape
		case c.shape != lexicon.Clock || len(w.children) == 2:
			plain.shape = lexicon.AnyShape
		}
		if encoded, fit := e.read(&plain, text); fit > 0 {
			a.child[k].leaf = value{json: encoded, text: text, node: node, kind: evidence.Typed, score: e.w.Hours * fit}
		}
	}
	return a
}
