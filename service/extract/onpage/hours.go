package onpage

import (
	"strings"
	"unicode"
)

// IsClosed reports whether a text, in lower case, says closed.
func IsClosed(lower string) bool {
	return strings.Contains(lower, "closed") || strings.Contains(lower, "geschlossen") || strings.Contains(lower, "fermé") || strings.Contains(lower, "cerrado") || strings.Contains(lower, "chiuso")
}

// NamesDays reports whether a text, in lower case, names days of the week.
func NamesDays(lower string) bool {
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

// Clocks counts the times of day in a text in lower case: 9am, 9:30, 17.00 uhr, 18h.
func Clocks(lower string) int {
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
