package extract

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"assay/query"
	"assay/service/extract/evidence"
	"assay/service/extract/lexicon"
	"assay/service/extract/read"
)

// maxNumberText is how long, in bytes, a text is that gives a number.
const maxNumberText = 300

// maxRatingText is how long, in bytes, a text is whose rating is a number word.
const maxRatingText = 30

// maxRatedText is how long, in bytes, a text is that gives a rating at all.
const maxRatedText = 120

// countsStars reports whether a field asks how many stars something was given, each
// by somebody, rather than how many out of five.
func (w *want) countsStars() bool {
	return w.typ == query.Integer && len(w.name) > 0 && w.name[0].Word == "star"
}

// readNumber reads the number of a kind that a field asks for.
func (e *engine) readNumber(w *want, text string) (string, float64) {
	if len(text) > maxNumberText || w.shape != lexicon.Price && e.isDay(text) {
		return "", 0
	}
	var v, fit float64
	switch {
	case w.typ == query.Percent:
		v, fit = e.percentage(text)
	case w.shape == lexicon.Duration:
		v, fit = e.length(w, text)
	case w.shape == lexicon.Price:
		v, fit = e.price(w, text)
	case w.shape == lexicon.Rating:
		v, fit = e.rating(w, text)
	default:
		text = e.counting(w, text)
		v, fit = e.quantity(w, text)
	}
	if fit == 0 || math.IsInf(v, 0) || math.IsNaN(v) {
		return "", 0
	}
	if w.typ == query.Integer {
		v = math.Round(v)
	}
	fit *= max(0.25, 1-float64(max(0, letters(text)-12))/60)
	return strconv.FormatFloat(v, 'f', -1, 64), fit
}

// surely returns a number with how well it fits: in full if there is one.
func surely(v float64, ok bool) (float64, float64) {
	if !ok {
		return 0, 0
	}
	return v, 1
}

// percentage reads a part of a hundred, which no amount of money is.
func (e *engine) percentage(text string) (v, fit float64) {
	if _, money := read.MarkedPrice(text, e.x.Locale); money && !strings.Contains(text, "%") {
		return 0, 0
	}
	return surely(read.Percent(text, e.x.Locale))
}

// length reads a length of time in the unit that a field asks for, else in minutes.
func (e *engine) length(w *want, text string) (v, fit float64) {
	unit := w.unit
	if unit == 0 {
		unit = time.Minute
	}
	d, ok := read.Duration(oneLine(text), unit, e.x.Locale)
	return surely(float64(d)/float64(unit), ok && d > 0)
}

// price reads an amount of money: of two, the end of the range, what a thing did cost or
// what it costs now.
func (e *engine) price(w *want, text string) (v, fit float64) {
	prices := read.MarkedPrices(text, e.x.Locale)
	switch {
	case len(prices) == 0 && (strings.Contains(text, "\n") && letters(text) > maxPriceWords || e.isDate(text)): // any number of a record
		return 0, 0
	case len(prices) == 0:
		v, fit = surely(read.Price(text, e.x.Locale))
		return v, 0.85 * fit
	case len(prices) != 2:
		return prices[0], 1
	}
	low, high := slices.Min(prices), slices.Max(prices)
	switch {
	case w.bound > 0:
		return high, 1
	case w.bound < 0:
		return low, 1
	case w.concept.String() == "oldprice": // "40 € 25 €": what it was, what it is
		return high, 1
	case len(text) < 60 && low > 0.15*high && !strings.Contains(text, "+") && letters(text) <= 14:
		return low, 1
	}
	return prices[0], 1
}

// rating reads what those who judged something gave it.
func (e *engine) rating(w *want, text string) (v, fit float64) {
	if len(text) > maxRatingText && !strings.ContainsFunc(text, unicode.IsDigit) {
		return 0, 0 // "one of my favourites" is no rating
	}
	if len(text) > maxRatedText {
		return 0, 0
	}
	isScore := w.concept.String() == "score"
	v, ok := read.Rating(text, e.x.Locale)
	if !ok && isScore {
		v, ok = read.Number(text, e.x.Locale)
	}
	switch {
	case !ok:
		return 0, 0
	case !isScore && (v > 100 && !w.countsStars() || v <= 0):
		return 0, 0 // nobody has rated what has none of five stars
	case letters(text) > 3 && !read.SpeaksOfRating(text):
		return v, 0.6
	}
	return v, 1
}

// counting returns the part of a text in which the number that a field asks for may be:
// the upper end of a range, what is not the day of a date.
func (e *engine) counting(w *want, text string) string {
	if w.bound > 0 {
		text = upperEnd(text)
	}
	if w.concept.String() != "year" && w.unit == 0 {
		text = e.undated(text)
	}
	return text
}

// quantity reads any other number.
func (e *engine) quantity(w *want, text string) (v, fit float64) {
	if strings.HasPrefix(text, "#") && w.countsThings() {
		return 0, 0 // the number that one of them has
	}
	return surely(read.Number(text, e.x.Locale))
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

// phone reads a telephone number for a field of that type: in E.164 if the country
// is known, else as it is written.
func (e *engine) phone(text string) (string, bool) {
	written, ok := read.Phone(text)
	if !ok {
		return "", false
	}
	if number, ok := read.E164(written, ""); ok {
		return number, true
	}
	if number, ok := read.E164(written, e.homeCountry()); ok {
		return number, true
	}
	return written, true
}

// homeCountry returns the ISO 3166 code of the country a page is from, or "": what
// its address says, else its domain, else its other telephone numbers, else its
// language tag.
func (e *engine) homeCountry() string {
	if !e.countryKnown {
		e.country, e.countryKnown = e.findCountry(), true
	}
	return e.country
}

func (e *engine) findCountry() string {
	for i := range e.x.Facts {
		f := &e.x.Facts[i]
		if f.Kind != evidence.Label && isCountryCode(f.Values[0]) && e.x.Phrase(f.Key).Has(lexicon.Lookup("country")) {
			return strings.ToUpper(f.Values[0])
		}
	}
	if u := e.t.URL; u != nil {
		host := u.Hostname()
		switch tld := strings.ToUpper(host[strings.LastIndexByte(host, '.')+1:]); tld {
		case "UK":
			return "GB"
		case "CO", "ME", "TV", "IO", "AI", "LY", "FM", "TO", "CC", "WS", "GG", "IM", "JE", "LI", "VC", "SH", "BZ": // sold to everybody
		default:
			if isCountryCode(tld) {
				return tld
			}
		}
	}
	shared := ""
	for i := range e.x.Phones {
		if number, ok := read.E164(e.x.Phones[i].Text, ""); ok {
			country := read.CountryOf(number)
			if shared != "" && country != shared {
				shared = ""
				break
			}
			shared = country
		}
	}
	if shared != "" {
		return shared
	}
	if _, region, ok := strings.Cut(strings.ReplaceAll(e.t.Lang, "_", "-"), "-"); ok && isCountryCode(region) {
		return strings.ToUpper(region)
	}
	return ""
}

func isCountryCode(s string) bool {
	return len(s) == 2 && isLetterByte(s[0]) && isLetterByte(s[1])
}

func isLetterByte(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }
