package read

import (
	"strings"
	"unicode"
)

// Rating reads a score: "4.5 out of 5", "4,5/5", "★★★★☆", or a bare number.
func Rating(s string, l Locale) (float64, bool) {
	full, any := 0.0, false
	for _, r := range s {
		switch r {
		case '★', '⭐', '🟊':
			full, any = full+1, true
		case '½', '⯨':
			if any {
				full += 0.5
			}
		case '☆':
			any = true
		}
	}
	if any && !strings.ContainsFunc(s, unicode.IsDigit) {
		return full, true
	}
	if v, _, _, ok := scaled(s, l); ok {
		return v, true
	}
	for from := 0; ; {
		v, _, to, ok := scanNumber(s[from:], l, false)
		if !ok {
			return NumberWord(s)
		}
		if from += to; !isCounted(s[from:]) {
			return v, v >= 0
		}
	}
}

// isCounted reports whether what follows a number tells that it counts who rated rather
// than how: "18 reviews".
func isCounted(rest string) bool {
	rest = strings.ToLower(strings.TrimLeft(rest, " \u00a0"))
	for _, noun := range [...]string{"review", "ratings", "vote", "bewertungen", "opinion"} {
		if strings.HasPrefix(rest, noun) {
			return true
		}
	}
	return false
}

// SpeaksOfRating reports whether a text has a word or sign of ratings in it.
func SpeaksOfRating(s string) bool {
	lower := strings.ToLower(s)
	for _, word := range [...]string{"rat", "star", "scor", "out of", "/", "★", "☆", "⭐", "%", "review", "vote", "point", "bewert", "stern", " von ", " sur ", " de ", " su ", " van ", "note", "étoile", "avis", "estrella", "stell", "voto", "valora", "valuta", "punt", "beoordel", "ster"} {
		if strings.Contains(lower, word) {
			return true
		}
	}
	return false
}

// Score returns the part of a text that is a score with its scale, as it is written:
// "4.3 out of 5" of "18 reviews with an average rating of 4.3 out of 5 stars".
func Score(s string, l Locale) (string, bool) {
	_, from, to, ok := scaled(s, l)
	return s[from:to], ok
}

// scaled finds the first number of a text that stands before its scale, and where both
// stand.
func scaled(s string, l Locale) (value float64, from, to int, ok bool) {
	for to < len(s) {
		v, start, end, found := scanNumber(s[to:], l, false)
		if !found {
			return 0, 0, 0, false
		}
		start, end = start+to, end+to
		rest := strings.TrimLeft(s[end:], " \u00a0")
		for _, mark := range [...]string{"out of", "stars out of", "/", "of", "von", "sur", "de", "su", "van", "av", "z"} {
			scale, is := strings.CutPrefix(rest, mark)
			if scale = strings.TrimLeft(scale, " \u00a0"); is && scale != "" && isDigit(scale[0]) && v >= 0 {
				return v, start, len(s) - len(scale) + numberEnd(scale, 0), true
			}
		}
		to = end
	}
	return 0, 0, 0, false
}
