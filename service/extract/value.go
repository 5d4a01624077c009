package extract

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"assay/client/query"
	"assay/service/content"
	"assay/service/extract/evidence"
	"assay/service/extract/lexicon"
	"assay/service/extract/read"
)

// value is an answer for one leaf and what it rests on.
type value struct {
	json  string // encoded; "" for null
	text  string // what it was read from
	node  content.ID
	kind  evidence.Kind
	score float64
}

// maxDateText is how much of a text is searched for a date, in bytes.
const maxDateText = 400

// maxRatingText is how long, in bytes, a text is whose rating is a number word.
const maxRatingText = 30

// maxPriceWords is how many letters stand with a price that has no currency: "from 12 each".
const maxPriceWords = 12

// maxShort is how long, in bytes, a text is at most that may be anything but prose.
const maxShort = 5000

// maxRatedText is how long, in bytes, a text is that gives a rating at all.
const maxRatedText = 120

// oneLine collapses the blanks of a text.
func oneLine(s string) string {
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c < ' ', c == ' ' && (i == 0 || i == len(s)-1 || s[i+1] == ' '), c == 0xC2, c == 0xE2, c == 0xE3:
			return joinWords(s)
		}
	}
	return s
}

// joinWords is the words of a text with one blank between them. The text may be a whole
// page's: it is not made a list of words first.
func joinWords(s string) string {
	var b strings.Builder
	b.Grow(len(s))
	for word := range strings.FieldsSeq(s) {
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(word)
	}
	return b.String()
}

// readAfresh does what read does, whether it was done before or not.
func (e *engine) readAfresh(w *want, text string) (encoded string, fit float64) {
	text = strings.TrimSpace(text)
	if text == "" || !utf8.ValidString(text) {
		if text = strings.TrimSpace(strings.ToValidUTF8(text, "")); text == "" {
			return "", 0
		}
	}
	switch w.typ {
	case query.Integer, query.Number, query.Price, query.Percent:
		return e.readNumber(w, text)
	case query.Boolean:
		if text = oneLine(text); len(text) > 200 {
			return "", 0
		}
		b, ok := read.Boolean(text)
		if !ok {
			return "", 0
		}
		return strconv.FormatBool(b), 1
	case query.Date, query.DateTime:
		if text = oneLine(text); len(text) > maxDateText {
			text = strings.ToValidUTF8(text[:maxDateText], "")
		}
		d, from, to, ok := read.FindDate(text, e.x.Locale, e.t.Loaded)
		if !ok || strings.HasPrefix(d.Date(), "1970-01-01") { // the zero of clocks
			return "", 0
		}
		fit = 0.5 + 0.5*float64(to-from)/float64(len(text))
		if from > 40 {
			fit *= 0.5
		}
		if !d.HasDay {
			fit *= 0.6
		}
		if d.Relative {
			fit *= 0.5
		}
		if w.typ == query.DateTime {
			return quote(d.DateTime()), fit
		}
		return quote(d.Date()), fit
	case query.Email:
		return found(read.Email(text))
	case query.Phone:
		return found(e.phone(oneLine(text)))
	case query.URL:
		return found(read.URL(text, e.t.Base))
	}
	return e.readText(w, text)
}

func found(s string, ok bool) (string, float64) {
	if !ok {
		return "", 0
	}
	return quote(s), 1
}

// isDay reports whether a text is a day in numbers: no quantity, though it begins with
// a number.
func (e *engine) isDay(text string) bool {
	if len(text) < 8 || len(text) > 10 || strings.Count(text, "/") != 2 && strings.Count(text, "-") != 2 && strings.Count(text, ".") != 2 {
		return false
	}
	_, from, to, ok := read.FindDate(text, e.x.Locale, e.t.Loaded)
	return ok && to-from == len(text)
}

// isDate reports whether a short text is a date and nothing else: "4 March 2025".
func (e *engine) isDate(text string) bool {
	if len(text) > 30 || letters(text) < 3 {
		return false
	}
	_, from, to, ok := read.FindDate(text, e.x.Locale, e.t.Loaded)
	return ok && to-from == len(text)
}

// withoutEdges returns a date without the words before or after it that only join it to
// others: "posted 2 August by".
func withoutEdges(s string, from, to int) string {
	for _, word := range strings.Fields(s[:from] + " " + s[to:]) {
		switch strings.ToLower(strings.Trim(word, ",.:;|·•()")) {
		case "", "by", "posted", "published", "updated", "added", "on", "in", "since", "from", "von", "am", "vom", "par", "le", "por", "el", "di", "il", "door", "op":
		default:
			return s
		}
	}
	return s[from:to]
}

// withoutMore returns a text without the last line if it only offers to show more of it.
func withoutMore(s string) string {
	at := strings.LastIndexByte(s, '\n')
	if at < 0 || len(s)-at > 24 {
		return s
	}
	switch strings.ToLower(strings.Trim(s[at:], " \n.…>›»+")) {
	case "read more", "show more", "see more", "read less", "show less", "see less", "more", "view more", "mehr anzeigen", "mehr lesen", "weiterlesen", "mehr", "lire la suite", "voir plus", "lire plus", "leer más", "ver más", "leggi di più", "mostra altro", "ler mais", "ver mais", "lees meer", "meer lezen":
		return strings.TrimSpace(s[:at])
	}
	return s
}

func letters(s string) int {
	n := 0
	for _, r := range s {
		if unicode.IsLetter(r) {
			n++
		}
	}
	return n
}

// readText judges text by the shape of what is asked for.
func (e *engine) readText(w *want, text string) (string, float64) {
	size := len(text)
	one := text
	if w.shape != lexicon.Prose || size <= maxShort { // a page's whole text is not copied for what only short ones are
		one = oneLine(text)
	}
	if isWebAddress(one) && !takesAddresses(w.shape) {
		return "", 0
	}
	if w.isPlaceOfTrip() {
		if end, fit := routeEnd(w, one); fit > 0 {
			return quote(end), 1
		}
	}
	switch w.shape {
	case lexicon.Email:
		return found(read.Email(text))
	case lexicon.Phone:
		if s, ok := read.Phone(text); ok {
			return quote(s), 1
		}
		return "", 0
	case lexicon.URL, lexicon.Image:
		if strings.ContainsAny(text, " \n") || !strings.ContainsAny(text, "/.#?") {
			return "", 0
		}
		return found(read.URL(text, e.t.Base))
	case lexicon.Date:
		if size > 200 {
			return "", 0
		}
		_, from, to, ok := read.FindDate(one, e.x.Locale, e.t.Loaded)
		if !ok {
			if lexicon.IsValue(lexicon.Lookup("weekday"), one) {
				return quote(one), 0.9
			}
			if year, ok := read.Integer(one, e.x.Locale); ok && year > 1000 && year < 2200 && size <= 12 {
				return quote(one), 0.8
			}
			if w.concept.String() == "modified" && read.IsClock(one) { // today
				return quote(one), 0.8
			}
			if w.concept != 0 && size < 40 && strings.ContainsAny(one, "0123456789") {
				return quote(one), 0.4
			}
			return "", 0
		}
		if rest := strings.TrimSpace(one[:from] + one[to:]); rest != "" && lexicon.IsValue(lexicon.Lookup("weekday"), rest) {
			return quote(one), 1
		}
		if float64(to-from) < 0.6*float64(len(one)) {
			return quote(one[from:to]), 0.8
		}
		return quote(withoutEdges(one, from, to)), 1
	case lexicon.Person:
		if e.isDate(one) {
			return "", 0 // "by 5 January"
		}
		return e.readPerson(one)
	case lexicon.Org:
		if size > 120 {
			return "", 0
		}
		one = withoutIssue(one)
		fit := 1 - float64(len(one))/200
		if first, _, ok := strings.Cut(one, " "); ok && read.IsBareNumber(first) {
			if _, ok := read.Duration(one, 0, e.x.Locale); ok {
				fit *= 0.4 // how long its guarantee lasts
			}
		}
		if at := len(one) - len(", CA"); at > 0 && one[at:at+2] == ", " && isCapital(one[at+2]) && isCapital(one[at+3]) {
			fit *= 0.5 // a town in its state
		}
		return quote(strings.TrimRight(one, " ,;|")), fit
	case lexicon.Price, lexicon.Number, lexicon.Integer, lexicon.Rating, lexicon.Duration:
		if size > 80 {
			return "", 0
		}
		if !strings.ContainsFunc(one, isWordRune) {
			return "", 0 // a dash where there is none
		}
		if !strings.ContainsFunc(one, unicode.IsDigit) {
			return quote(one), 0.3
		}
		switch w.shape {
		case lexicon.Price:
			one = pricedLine(text, one, e.x.Locale)
			if _, ok := read.MarkedPrice(one, e.x.Locale); !ok && letters(one) > maxPriceWords {
				return quote(one), 0.4
			}
		case lexicon.Rating:
			if strings.Trim(one, "0., ") == "" {
				return "", 0
			}
			if score, ok := read.Score(one, e.x.Locale); ok && len(score) < len(one)/2 {
				return quote(score), 0.9
			}
		}
		return quote(one), 1 - float64(size)/160
	case lexicon.Identifier:
		return readIdentifier(w, one)
	case lexicon.Steps:
		if size > maxShort {
			return "", 0
		}
		return quote(one), 1
	case lexicon.Prose:
		if text = strings.TrimSpace(withoutMore(text)); len(text) < 2 || read.IsBareNumber(one) {
			return "", 0
		}
		fit := min(1, 0.4+float64(size)/200)
		if w.isDescription() {
			if isStack(text) {
				fit *= stackedFacts
			}
			text = written(text)
		}
		return quote(text), fit
	case lexicon.Hours:
		if size > 600 || !strings.ContainsAny(one, "0123456789") && !strings.Contains(strings.ToLower(one), "closed") {
			return "", 0
		}
		return quote(one), 1
	case lexicon.Address:
		if size > 250 || size < 4 || strings.Contains(one, "@") {
			return "", 0
		}
		text = onlyAddress(text)
		return quote(read.Address(text)), addressFit(oneLine(text))
	case lexicon.Boolean:
		if size > 80 {
			return "", 0
		}
		return quote(one), 1
	case lexicon.Clock:
		return readClock(w, one, e.x.Locale)
	case lexicon.Text:
		if inner, ok := strings.CutPrefix(one, "("); ok && strings.HasSuffix(inner, ")") && strings.Count(one, "(") == 1 && size < 60 {
			one = inner[:len(inner)-1]
		}
		if size > 300 || !strings.ContainsFunc(one, isWordRune) {
			return "", 0
		}
		return quote(withoutDash(one)), 1 - float64(max(0, size-120))/300
	}
	if size > 2000 {
		return "", 0
	}
	return quote(withoutDash(one)), 1 - min(0.6, float64(max(0, size-100))/1000)
}

// withoutDash takes off the dash or dot before words, as before the name under a
// quotation.
func withoutDash(s string) string {
	r, size := utf8.DecodeRuneInString(s)
	if !strings.ContainsRune("—–-•·", r) || !strings.HasPrefix(s[size:], " ") {
		return s
	}
	rest := strings.TrimLeft(s[size:], " ")
	if first, _ := utf8.DecodeRuneInString(rest); !unicode.IsLetter(first) {
		return s
	}
	return rest
}

// isWebAddress reports whether a text is the address of a page and nothing else.
func isWebAddress(s string) bool {
	return (strings.HasPrefix(s, "https://") || strings.HasPrefix(s, "http://")) && !strings.Contains(s, " ")
}

// takesAddresses reports whether a field of a shape may be answered by an address.
func takesAddresses(s lexicon.Shape) bool {
	switch s {
	case lexicon.URL, lexicon.Image, lexicon.AnyShape, lexicon.Identifier, lexicon.Items:
		return true
	}
	return false
}

// readClock takes the time of day from a text: of a range, the end that the field
// asks for.
func readClock(w *want, one string, l read.Locale) (string, float64) {
	clocks := read.Clocks(one)
	switch {
	case len(one) > 100:
		return "", 0
	case len(clocks) == 0 && len(one) > 40:
		return "", 0
	case len(clocks) == 0 && strings.ContainsFunc(one, unicode.IsDigit):
		if _, ok := read.Duration(one, 0, l); ok && len(w.name) > 1 && w.concept.String() == "time" { // the playing_time is no hour
			return quote(one), 0.9
		}
		return quote(one), 0.4
	case len(clocks) == 0:
		return quote(one), 0.25
	}
	clock := clocks[0]
	if len(clocks) > 1 && w.bound > 0 {
		clock = clocks[1]
	}
	return quote(clock), 0.6 + 0.4*float64(len(strings.Join(clocks, "")))/float64(len(one))
}

// pricedLine returns the only line of a text that has a price, else the text.
func pricedLine(text, one string, l read.Locale) string {
	priced := ""
	for line := range strings.SplitSeq(text, "\n") {
		if _, ok := read.MarkedPrice(line, l); ok {
			if priced != "" {
				return one
			}
			priced = oneLine(line)
		}
	}
	if priced == "" {
		return one
	}
	return priced
}

func isCapital(c byte) bool { return c >= 'A' && c <= 'Z' }

// addressFit says how much a line looks like an address: most have a number or
// several parts, none ends in a colon or cries out.
func addressFit(s string) float64 {
	switch {
	case strings.HasSuffix(s, ":"):
		return 0.2
	case strings.ContainsAny(s, "!?"):
		return 0.5
	case !strings.ContainsFunc(s, unicode.IsDigit) && !strings.Contains(s, ","):
		return 0.75
	}
	return 1
}

func isWordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
