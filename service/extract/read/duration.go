package read

import (
	"math"
	"strings"
	"time"
	"unicode"
)

// Duration reads a length of time: "1 hr 20 min", "PT1H20M", "1:20", "45 minutes".
// A bare number is taken in unit, or is no duration if unit is 0.
func Duration(s string, unit time.Duration, l Locale) (time.Duration, bool) {
	s = strings.TrimSpace(s)
	if d, ok := isoDuration(s); ok {
		return d, true
	}
	d, ok := spokenDuration(s, unit, l)
	return d, ok && d >= 0
}

func spokenDuration(s string, unit time.Duration, l Locale) (time.Duration, bool) {
	total, found := 0.0, false
	rest := s
	for {
		v, _, to, ok := scanDigits(rest, l, false)
		if !ok {
			break
		}
		after := strings.TrimLeft(rest[to:], " \u00a0-‐–.")
		// "20 - 25 minutes": the first of a range counts, in the unit of the second.
		word := leadingLetters(after)
		u := timeUnit(word)
		if u == 0 && !found && isRangeSep(rest[to:]) {
			if _, _, to2, ok := scanDigits(rest[to:], l, false); ok {
				tail := strings.TrimLeft(rest[to+to2:], " \u00a0")
				if u = timeUnit(leadingLetters(tail)); u != 0 {
					rest = tail
					total, found = total+v*float64(u), true
					continue
				}
			}
		}
		if u == 0 {
			if strings.HasPrefix(rest[to:], ":") && !found {
				return clockDuration(rest, v, to, unit)
			}
			if found {
				break
			}
			if word == "" || unit != 0 {
				if unit != 0 && strings.TrimFunc(rest[to:], func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) == "" {
					return time.Duration(v * float64(unit)), math.Abs(v*float64(unit)) < math.MaxInt64/2
				}
			}
			rest = rest[to:]
			continue
		}
		total, found = total+v*float64(u), true
		rest = after[len(word):]
		// Only what follows at once belongs to the same length of time.
		if gap := strings.IndexFunc(rest, unicode.IsDigit); gap < 0 || gap > 6 || strings.ContainsAny(rest[:gap], "(/|") {
			break
		}
	}
	if !found || total < 0 || total > math.MaxInt64/2 {
		return 0, false
	}
	return time.Duration(total), true
}

func clockDuration(s string, first float64, to int, unit time.Duration) (time.Duration, bool) {
	if first < 0 || first > 10000 {
		return 0, false
	}
	parts := []float64{first}
	rest := s[to:]
	for len(rest) > 2 && rest[0] == ':' && isDigit(rest[1]) && isDigit(rest[2]) {
		parts = append(parts, float64(rest[1]-'0')*10+float64(rest[2]-'0'))
		rest = rest[3:]
	}
	switch {
	case isHalfOfDay(rest):
		return 0, false
	case len(parts) == 3:
		return time.Duration(parts[0])*time.Hour + time.Duration(parts[1])*time.Minute + time.Duration(parts[2])*time.Second, true
	case len(parts) == 2 && unit == time.Second:
		return time.Duration(parts[0])*time.Minute + time.Duration(parts[1])*time.Second, true
	case len(parts) == 2:
		return time.Duration(parts[0])*time.Hour + time.Duration(parts[1])*time.Minute, true
	}
	return 0, false
}

// isHalfOfDay reports whether "am" or "pm" comes next: before it stands a time of day.
func isHalfOfDay(s string) bool {
	word := strings.ToLower(leadingLetters(strings.ReplaceAll(strings.TrimLeft(s, " \u00a0\u202f"), ".", "")))
	return word == "am" || word == "pm"
}

func isRangeSep(s string) bool {
	s = strings.TrimLeft(s, " ")
	return strings.HasPrefix(s, "-") || strings.HasPrefix(s, "–") || strings.HasPrefix(s, "to ") || strings.HasPrefix(s, "bis ")
}

func leadingLetters(s string) string {
	for i, r := range s {
		if !unicode.IsLetter(r) && r != '\'' {
			return s[:i]
		}
	}
	return s
}

// UnitOf returns the unit of time that a text names, or 0.
func UnitOf(words string) time.Duration {
	for w := range strings.FieldsFuncSeq(words, func(r rune) bool { return !unicode.IsLetter(r) }) {
		if len(w) > 2 && !strings.EqualFold(w, "time") {
			if u := timeUnit(w); u != 0 {
				return u
			}
		}
	}
	return 0
}

func timeUnit(w string) time.Duration {
	switch strings.ToLower(w) {
	case "s", "sec", "secs", "second", "seconds", "sek", "sekunden", "segundos", "secondes":
		return time.Second
	case "m", "min", "mins", "minute", "minutes", "minuten", "minuto", "minutos", "minuti", "minuut", "minuter", "minutter", "mn", "mns", "'", "minut", "perc", "мин", "минут", "minuta", "dk", "λεπτά", "minuuttia", "minutu", "minuty", "minutów":
		return time.Minute
	case "h", "hr", "hrs", "hour", "hours", "std", "stunde", "stunden", "heure", "heures", "hora", "horas", "ora", "ore", "uur", "uren", "t", "timme", "timmar", "time", "timer", "tim", "godz", "hod", "óra", "час", "часа", "godzina", "godziny", "tunti", "tuntia", "saat":
		return time.Hour
	case "d", "day", "days", "tag", "tage", "jour", "jours", "día", "días", "giorno", "giorni", "dag", "dagen":
		return 24 * time.Hour
	}
	return 0
}

// isoDuration reads P1DT2H30M.
func isoDuration(s string) (time.Duration, bool) {
	if len(s) < 3 || s[0] != 'P' && s[0] != 'p' {
		return 0, false
	}
	var total, n float64
	scale := 0.0
	digits, any, inTime := false, false, false
	for _, c := range strings.ToUpper(s[1:]) {
		switch {
		case c >= '0' && c <= '9':
			digits = true
			if scale > 0 {
				n += float64(c-'0') * scale
				scale /= 10
			} else {
				n = n*10 + float64(c-'0')
			}
		case c == '.' || c == ',':
			scale = 0.1
		case c == 'T' && !digits:
			inTime = true
		default:
			var unit time.Duration
			switch {
			case c == 'W' && !inTime:
				unit = 7 * 24 * time.Hour
			case c == 'D' && !inTime:
				unit = 24 * time.Hour
			case c == 'H':
				unit = time.Hour
			case c == 'M' && inTime:
				unit = time.Minute
			case c == 'S':
				unit = time.Second
			case (c == 'Y' || c == 'M') && n == 0:
			default:
				return 0, false
			}
			if !digits {
				return 0, false
			}
			total += n * float64(unit)
			n, scale, digits, any = 0, 0, false, true
		}
	}
	if !any || digits || total > math.MaxInt64/2 {
		return 0, false
	}
	return time.Duration(total), true
}
