package extract

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"assay/client/query"
	"assay/service/extract/lexicon"
	"assay/service/extract/read"
)

// countsStars reports whether a field asks how many stars something was given, each
// by somebody, rather than how many out of five.
func (w *want) countsStars() bool {
	return w.typ == query.Integer && len(w.name) > 0 && w.name[0].Word == "star"
}

func (e *engine) readNumber(w *want, text string) (string, float64) {
	if len(text) > 300 || w.shape != lexicon.Price && e.isDay(text) {
		return "", 0
	}
	var v float64
	var ok bool
	l := e.x.Locale
	fit := 1.0
	switch {
	case w.typ == query.Percent:
		if _, money := read.MarkedPrice(text, l); money && !strings.Contains(text, "%") {
			return "", 0
		}
		v, ok = read.Percent(text, l)
	case w.shape == lexicon.Duration:
		unit := w.unit
		if unit == 0 {
			unit = time.Minute
		}
		var d time.Duration
		if d, ok = read.Duration(oneLine(text), unit, l); ok {
			v = float64(d) / float64(unit)
			if v <= 0 {
				return "", 0
			}
		}
	case w.shape == lexicon.Price:
		prices := read.MarkedPrices(text, l)
		switch {
		case w.bound != 0 && len(prices) == 2:
			if v, ok = slices.Min(prices), true; w.bound > 0 {
				v = slices.Max(prices)
			}
		case len(prices) == 0 && (strings.Contains(text, "\n") && letters(text) > 12 || e.isDate(text)): // any number of a record
			return "", 0
		case len(prices) == 0:
			v, ok = read.Price(text, l)
			fit = 0.85
		case len(prices) == 2 && w.concept.String() == "oldprice": // "40 € 25 €": what it was, what it is
			v, ok = slices.Max(prices), true
		case len(prices) == 2 && len(text) < 60 && slices.Min(prices) > 0.15*slices.Max(prices) && !strings.Contains(text, "+") && letters(text) <= 14:
			v, ok = slices.Min(prices), true
		default:
			v, ok = prices[0], true
		}
	case w.shape == lexicon.Rating:
		if len(text) > maxRatingText && !strings.ContainsFunc(text, unicode.IsDigit) {
			return "", 0 // "one of my favourites" is no rating
		}
		if len(text) > maxRatedText {
			return "", 0
		}
		if letters(text) > 3 && !read.SpeaksOfRating(text) {
			fit = 0.6
		}
		if v, ok = read.Rating(text, l); !ok && w.concept.String() == "score" {
			v, ok = read.Number(text, l)
		}
		if ok && w.concept.String() != "score" && (v > 100 && !w.countsStars() || v <= 0) {
			return "", 0 // nobody has rated what has none of five stars
		}
	default:
		if w.bound > 0 {
			text = upperEnd(text)
		}
		if w.concept.String() != "year" && w.unit == 0 {
			text = e.undated(text)
		}
		if strings.HasPrefix(text, "#") && w.countsThings() {
			return "", 0 // the number that one of them has
		}
		v, ok = read.Number(text, l)
	}
	if !ok || math.IsInf(v, 0) || math.IsNaN(v) {
		return "", 0
	}
	if w.typ == query.Integer {
		v = math.Round(v)
	}
	fit *= max(0.25, 1-float64(max(0, letters(text)-12))/60)
	return strconv.FormatFloat(v, 'f', -1, 64), fit
}

// countsThings reports whether a number is how many there are of something, such as
// comments, that is no number itself.
func (w *want) countsThings() bool {
	switch w.concept.Shape() {
	case lexicon.Prose, lexicon.Person, lexicon.Org, lexicon.Items:
		return true
	}
	return false
}

// undated returns a text without the first date in it that has a word, "17 December",
// "3 weeks ago": the day of a date counts nothing.
func (e *engine) undated(text string) string {
	if letters(text) < 3 {
		return text
	}
	_, from, to, ok := read.FindDate(text, e.x.Locale, e.t.Loaded)
	if !ok || letters(text[from:to]) < 3 {
		return text
	}
	return text[:from] + " " + text[to:]
}

// upperEnd returns the part of "55,000 - 65,000" after the dash; a text that is no
// range, as it is.
func upperEnd(s string) string {
	for _, sep := range [...]string{" - ", " – ", "–", " to ", " bis ", " à ", " a ", " tot "} {
		if low, high, ok := strings.Cut(s, sep); ok && strings.ContainsFunc(low, unicode.IsDigit) && strings.ContainsFunc(high, unicode.IsDigit) {
			return high
		}
	}
	return s
}
