package read

import (
	"math"
	"slices"
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
		if from += to; !NamesReviews(s[from:]) {
			return v, v >= 0
		}
	}
}

// NamesReviews reports whether what follows a number tells that it counts who rated rather
// than how: "18 reviews".
func NamesReviews(rest string) bool {
	rest = strings.ToLower(strings.TrimLeft(rest, " \u00a0"))
	for _, noun := range [...]string{"review", "ratings", "vote", "bewertungen", "opinion", "avis", "recension", "beoordeling", "reseña", "valoracion", "avalia"} {
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

// ScoreOfReviews returns the part of a text that is a score, if the text says that it is one:
// it has a scale and a fraction, or words about stars or reviews and one of these. "Step 3 of
// 5" and "page 2/10" are none.
func ScoreOfReviews(s string, l Locale) (string, bool) {
	v, from, to, isScaled := scaled(s, l)
	if !isScaled {
		v, from, to, _ = scanNumber(s, l, false)
		if strings.ContainsFunc(s[:from], unicode.IsLetter) {
			return "", false
		}
	}
	isScaled = isScaled && (strings.HasSuffix(s[:to], "5") || strings.HasSuffix(s[:to], "10"))
	fraction := v != math.Trunc(v)
	lower := strings.ToLower(s)
	reviewed := slices.ContainsFunc(reviewWords[:], func(word string) bool { return strings.Contains(lower, word) })
	ok := v > 0 && v <= 10 && (isScaled && fraction || isScaled && reviewed || fraction && reviewed)
	return s[from:to], ok
}

// reviewWords are how words begin that stand with a score.
var reviewWords = [...]string{"star", "rating", "rated", "score", "review", "★", "⭐", "bewertung", "stern", "étoile", "avis", "estrella", "opinion", "stell", "recension", "valora", "beoordeling", "sterren"}

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
