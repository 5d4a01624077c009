package onpage

import (
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"assay/query"
	"assay/service/extract/evidence"
	"assay/service/extract/fields"
	"assay/service/extract/lexicon"
	"assay/service/extract/read"
)

// maxNumberText is how long, in bytes, a text is that gives a number.
const maxNumberText = 300

// MaxRatingText is how long, in bytes, a text is whose rating is a number word.
const MaxRatingText = 30

// maxRatedText is how long, in bytes, a text is that gives a rating at all.
const maxRatedText = 120

// countsStars reports whether a field asks how many stars something was given, each
// by somebody, rather than how many out of five.
func countsStars(w *fields.Field) bool {
	return w.Type == query.Integer && len(w.Name) > 0 && w.Name[0].Word == "star"
}

// readNumber reads the number of a kind that a field asks for.
func readNumber(e *Engine, w *fields.Field, text string) (string, float64) {
	if len(text) > maxNumberText || w.Shape != lexicon.Price && isDay(e, text) {
		return "", 0
	}
	var v, fit float64
	switch {
	case w.Type == query.Percent:
		v, fit = percentage(e, text)
	case w.Shape == lexicon.Duration:
		v, fit = length(e, w, text)
	case w.Shape == lexicon.Price:
		v, fit = price(e, w, text)
	case w.Shape == lexicon.Rating:
		v, fit = rating(e, w, text)
	default:
		text = counting(e, w, text)
		v, fit = quantity(e, w, text)
	}
	if fit == 0 || math.IsInf(v, 0) || math.IsNaN(v) {
		return "", 0
	}
	if w.Type == query.Integer {
		v = math.Round(v)
	}
	fit *= max(0.25, 1-float64(max(0, Letters(text)-12))/60)
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
func percentage(e *Engine, text string) (v, fit float64) {
	if _, money := read.MarkedPrice(text, e.Index.Locale); money && !strings.Contains(text, "%") {
		return 0, 0
	}
	v, fit = surely(read.Percent(text, e.Index.Locale))
	if !strings.Contains(text, "%") && !strings.Contains(text, "percent") && !strings.Contains(text, "per cent") {
		fit /= 2
	}
	return v, fit
}

// length reads a length of time in the unit that a field asks for, else in minutes.
func length(e *Engine, w *fields.Field, text string) (v, fit float64) {
	if v, ok := read.Distance(OneLine(text), e.Index.Locale); ok {
		return v, 1 // the length of a trail
	}
	unit := w.Unit
	if unit == 0 {
		unit = time.Minute
	}
	d, ok := read.Duration(OneLine(text), unit, e.Index.Locale)
	return surely(float64(d)/float64(unit), ok && d > 0)
}

// beforeAside matches a text up to where a lesser amount may follow: "£120 incl. £20 VAT",
// "$5.00 ($1.25/100 g)".
var beforeAside = regexp.MustCompile(`(?i)^[^(]*?(?:\(|\bincl|\binkl)`)

// price reads an amount of money: of two, the end of the range, what a thing did cost or
// what it costs now.
func price(e *Engine, w *fields.Field, text string) (v, fit float64) {
	prices := read.MarkedPrices(text, e.Index.Locale)
	switch {
	case len(prices) == 0 && (strings.Contains(text, "\n") && Letters(text) > maxPriceWords || isDate(e, text)): // any number of a record
		return 0, 0
	case len(prices) == 0:
		v, fit = surely(read.Price(text, e.Index.Locale))
		return v, 0.85 * fit
	case len(prices) != 2:
		return prices[0], 1
	}
	low, high := slices.Min(prices), slices.Max(prices)
	own := read.MarkedPrices(beforeAside.FindString(text), e.Index.Locale)
	switch {
	case w.Bound > 0:
		return high, 1
	case w.Bound < 0:
		return low, 1
	case w.Concept.String() == "oldprice": // "40 € 25 €": what it was, what it is
		return high, 1
	case len(own) == 1:
		return own[0], 1
	case len(text) < 60 && low > 0.15*high && !strings.Contains(text, "+") && Letters(text) <= 14:
		return low, 1
	}
	return prices[0], 1
}

// rating reads what those who judged something gave it.
func rating(e *Engine, w *fields.Field, text string) (v, fit float64) {
	if len(text) > MaxRatingText && !strings.ContainsFunc(text, unicode.IsDigit) {
		return 0, 0 // "one of my favourites" is no rating
	}
	if len(text) > maxRatedText {
		return 0, 0
	}
	isScore := w.Concept.String() == "score"
	v, ok := read.Rating(text, e.Index.Locale)
	if !ok && isScore {
		v, ok = read.Number(text, e.Index.Locale)
	}
	switch {
	case !ok:
		return 0, 0
	case !isScore && (v > 100 && !countsStars(w) || v <= 0):
		return 0, 0 // nobody has rated what has none of five stars
	case Letters(text) > 3 && !read.SpeaksOfRating(text):
		return v, 0.6
	}
	return v, 1
}

// counting returns the part of a text in which the number that a field asks for may be:
// the upper end of a range, what is not the day of a date.
func counting(e *Engine, w *fields.Field, text string) string {
	if w.Bound > 0 {
		text = upperEnd(text)
	}
	if w.Concept.String() != "year" && w.Unit == 0 {
		text = undated(e, text)
	}
	return text
}

// otherUnit is how well an amount fits a field that names another unit of what it measures.
const otherUnit = 0.5

// quantity reads any other number.
func quantity(e *Engine, w *fields.Field, text string) (v, fit float64) {
	if w.Measure != "" {
		v, ok, isOther := read.InMeasure(text, w.Measure, e.Index.Locale)
		switch {
		case ok && isOther:
			return v, otherUnit
		case ok || isOther:
			return surely(v, ok)
		}
	}
	if strings.HasPrefix(text, "#") && countsThings(w) {
		return 0, 0 // the number that one of them has
	}
	return surely(read.Number(text, e.Index.Locale))
}

// countsThings reports whether a number is how many there are of something, such as
// comments, that is no number itself.
func countsThings(w *fields.Field) bool {
	switch w.Concept.Shape() {
	case lexicon.Prose, lexicon.Person, lexicon.Org, lexicon.Items:
		return true
	}
	return false
}

// undated returns a text without the first date in it that has a word, "17 December",
// "3 weeks ago": the day of a date counts nothing.
func undated(e *Engine, text string) string {
	if Letters(text) < 3 {
		return text
	}
	_, from, to, ok := read.FindDate(text, e.Index.Locale, e.Tree.Loaded)
	if !ok || Letters(text[from:to]) < 3 {
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
func phone(e *Engine, text string) (string, bool) {
	written, ok := read.Phone(text)
	if !ok {
		return "", false
	}
	if number, ok := read.E164(written, ""); ok {
		return number, true
	}
	if number, ok := read.E164(written, homeCountry(e)); ok {
		return number, true
	}
	return written, true
}

// homeCountry returns the ISO 3166 code of the country a page is from, or "": what
// its address says, else its domain, else its other telephone numbers, else its
// language tag.
func homeCountry(e *Engine) string {
	if !e.countryKnown {
		e.country, e.countryKnown = findCountry(e), true
	}
	return e.country
}

func findCountry(e *Engine) string {
	for i := range e.Index.Facts {
		f := &e.Index.Facts[i]
		if f.Kind != evidence.Label && isCountryCode(f.Values[0]) && e.Index.Phrase(f.Key).Has(lexicon.Lookup("country")) {
			return strings.ToUpper(f.Values[0])
		}
	}
	if u := e.Tree.URL; u != nil {
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
	for i := range e.Index.Phones {
		if number, ok := read.E164(e.Index.Phones[i].Text, ""); ok {
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
	if _, region, ok := strings.Cut(strings.ReplaceAll(e.Tree.Lang, "_", "-"), "-"); ok && isCountryCode(region) {
		return strings.ToUpper(region)
	}
	return ""
}

func isCountryCode(s string) bool {
	return len(s) == 2 && isLetterByte(s[0]) && isLetterByte(s[1])
}

func isLetterByte(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }
