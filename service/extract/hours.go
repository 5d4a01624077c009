package extract

import (
	"strings"
	"unicode"

	"assay/service/extract/evidence"
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
