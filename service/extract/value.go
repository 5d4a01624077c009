package extract

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
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
		return e.readPerson(one)
	case lexicon.Org:
		if size > 120 {
			return "", 0
		}
		fit := 1 - float64(size)/200
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
		if !strings.ContainsFunc(one, unicode.IsDigit) {
			return quote(one), 0.3
		}
		switch w.shape {
		case lexicon.Price:
			one = pricedLine(text, one, e.x.Locale)
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
		if text = withoutMore(text); len(text) < 2 || read.IsBareNumber(one) {
			return "", 0
		}
		return quote(text), min(1, 0.4+float64(size)/200)
	case lexicon.Hours:
		if size > 600 || !strings.ContainsAny(one, "0123456789") && !strings.Contains(strings.ToLower(one), "closed") {
			return "", 0
		}
		return quote(one), 1
	case lexicon.Address:
		if size > 250 || size < 4 || strings.Contains(one, "@") {
			return "", 0
		}
		return quote(read.Address(text)), addressFit(one)
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

// isPhraseOfWords reports whether a text begins like a sentence and goes on like one:
// "Sized small", unlike "Ann Lee" and "Vincent van Gogh".
func isPhraseOfWords(words []string) bool {
	if first, _ := utf8.DecodeRuneInString(words[0]); !unicode.IsUpper(first) {
		return false
	}
	for _, word := range words[1:] {
		if r, _ := utf8.DecodeRuneInString(word); !unicode.IsLower(r) {
			continue
		}
		switch strings.Trim(word, ".,") {
		case "van", "von", "vom", "zu", "zum", "der", "den", "de", "da", "do", "dos", "das", "di", "del", "della", "du", "la", "le", "el", "al", "bin", "ibn", "ter", "ten", "af", "av", "y", "e", "and", "und", "et", "og", "och", "en", "with", "mit", "für", "for", "in", "at", "from", "aus":
		default:
			return true
		}
	}
	return false
}

// namedPiece returns the piece of a byline that has no number, if another one has, as the
// date after a mark: "Ann Lee • Dec. 19, 2025".
func namedPiece(s string) string {
	named, numbered := "", false
	for from, to := range textPieces(s) {
		switch piece := s[from:to]; {
		case strings.ContainsFunc(piece, unicode.IsDigit):
			numbered = true
		case named == "":
			named = piece
		}
	}
	if !numbered || named == "" {
		return s
	}
	return named
}

// readPerson accepts what looks like a name, without the words around it.
func (e *engine) readPerson(s string) (string, float64) {
	for _, prefix := range [...]string{"by ", "by: ", "with ", "von ", "par ", "por ", "di ", "door ", "av ", "af ", "written by ", "posted by ", "recipe by ", "author: ", "text: ", "autor: "} {
		if len(s) > len(prefix) && strings.EqualFold(s[:len(prefix)], prefix) {
			s = strings.TrimSpace(s[len(prefix):])
			break
		}
	}
	s = withoutContact(namedPiece(s))
	s = strings.Trim(s, " ,;:|•·-–—")
	for _, suffix := range [...]string{" says", " wrote", " said", " schrieb", " sagt", " dice", " dit", " (verified owner)", " (verified buyer)", " replied", " commented", " 기자", " 특파원", " 記者"} {
		s = strings.TrimSuffix(s, suffix)
	}
	if utf8.RuneCountInString(s) < 2 || len(s) > 80 || strings.Contains(s, "://") || !strings.ContainsFunc(s, unicode.IsLetter) {
		return "", 0
	}
	words := strings.Fields(s)
	if half := len(words) / 2; half > 1 && slices.Equal(words[:half], words[half:]) { // the name of a picture, then the name
		words = words[:half]
		s = strings.Join(words, " ")
	}
	if len(words) == 1 && strings.Count(strings.Trim(s, "."), ".") > 1 && strings.ToLower(s) == s { // the key of a text that was not filled in
		return "", 0
	}
	fit := 1.0
	if first, _ := utf8.DecodeRuneInString(s); unicode.IsLower(first) && len(words) > 1 {
		fit -= 0.2
	}
	if len(words) > 6 {
		fit -= 0.15 * float64(len(words)-6)
	}
	digits := 0
	for _, r := range s {
		if unicode.IsDigit(r) {
			digits++
		}
	}
	if digits > 4 || digits > 0 && len(words) > 2 {
		fit -= 0.5
	} else if digits > 0 && len(words) == 2 {
		if _, from, to, ok := read.FindDate(s, e.x.Locale, e.t.Loaded); ok && to-from == len(s) {
			return "", 0 // "Jun 2"
		}
	}
	if strings.ContainsAny(s, "?!:") {
		fit -= 0.4
	}
	if isHost(s) {
		fit -= 0.15
	}
	fit -= notAName(strings.ToLower(s))
	if fit <= 0 {
		return "", 0
	}
	return quote(s), fit
}

// withoutContact cuts off what follows a name: a remark in brackets, an address to
// write to, whom it was written for.
func withoutContact(s string) string {
	if at := strings.IndexByte(s, '@'); at > 0 {
		s = s[:strings.LastIndexByte(s[:at], ' ')+1]
	}
	for _, mark := range [...]string{" (", " For ", " for ", " via ", " in "} {
		if head, _, ok := strings.Cut(s, mark); ok && strings.Contains(strings.TrimSpace(head), " ") {
			s = head
		}
	}
	return strings.TrimSpace(s)
}

// notAName says how surely a text, in lower case, is of a page's machinery rather
// than a name.
func notAName(s string) float64 {
	switch s {
	case "name *", "name*", "name", "your name", "email *", "author", "by", "von", "par", "por", "about", "about the author", "admin", "follow", "share", "written", "written by", "posted", "posted by", "published by", "geschrieben von", "écrit par", "escrito por", "scritto da", "editor at large", "reply", "authors", "print", "save", "twitter", "facebook", "instagram", "email", "e-mail", "linkedin", "comment", "comments", "guest", "quote", "report", "home", "menu", "search", "share article", "google scholar", "view profile", "profile", "contact", "website", "subscribe", "read more", "more", "top", "new", "member", "redaktion", "news", "staff", "add to cart", "add to bag", "buy now", "recipe", "recipes", "grocery list", "shopping list", "added", "changed", "fixed", "removed", "deprecated", "features", "details", "overview", "highlights",
		"find", "website find", "visit homepage", "visit website", "private message", "send message", "send pm", "pm", "permalink", "post time", "post reply", "link to post":
		return 0.8
	}
	for _, start := range [...]string{"about ", "more ", "share", "follow ", "view ", "read ", "see ", "all ", "show ", "leave ", "log ", "sign ", "join ", "photo", "image", "foto", "répond", "repond", "antwort", "zitier", "respond", "citer", "quote", "reply", "svara", "citera", "beantwoord", "citeer", "rispondi", "cita ", "report ", "melden", "signaler", "go to ", "back to ", "add ", "posts", "joined", "offline", "online", "click", "avatar"} {
		if strings.HasPrefix(s, start) {
			return 0.5
		}
	}
	for _, word := range [...]string{"comment", "google scholar", "subscribe", "newsletter", "copyright", "min read", " ago", " follower"} {
		if strings.Contains(s, word) {
			return 0.5
		}
	}
	return 0
}

func readIdentifier(w *want, s string) (string, float64) {
	s = strings.Trim(s, " :#.,;()")
	if word, code, ok := strings.Cut(s, "."); ok && len(code) > 2 { // "Art.1049084"
		switch strings.ToLower(word) {
		case "art", "ref", "réf", "no", "nr", "cod", "cód":
			s = strings.TrimLeft(code, " :#")
		}
	}
	if s == "" || len(s) > 60 {
		return "", 0
	}
	digits := 0
	for _, r := range s {
		if unicode.IsDigit(r) {
			digits++
		}
	}
	switch w.concept.String() {
	case "isbn", "isbn10", "gtin":
		if code, ok := longCode(s); ok {
			fit := 1.0
			if n := len(code); w.concept.String() == "isbn" && n == 10 {
				fit = 0.7
			}
			return quote(code), fit
		}
		return "", 0
	}
	if coded, only := codeWord(s); only {
		s = coded
	}
	words := strings.Count(s, " ") + 1
	fit := 1.0
	if digits == 0 {
		fit = 0.45
	}
	if words > 3 {
		fit *= 0.4
	}
	return quote(s), fit
}

// codeWord returns the word of a text that has digits, and whether it is the only
// one and looks like a code beside its label.
func codeWord(s string) (string, bool) {
	found := ""
	for word := range strings.FieldsSeq(s) {
		if !strings.ContainsFunc(word, unicode.IsDigit) {
			continue
		}
		if found != "" {
			return "", false
		}
		found = strings.Trim(word, "#:.,;()[]")
	}
	if len(found) < 5 && strings.Count(s, " ") > 1 {
		return "", false // "Garni 570 Easy" is a name
	}
	return found, len(found) >= 3 && len(found) < len(s)
}

// longCode finds a run of 8 to 14 digits, perhaps with dashes, and returns it as written.
func longCode(s string) (string, bool) {
	for word := range strings.FieldsSeq(s) {
		word = strings.Trim(word, ".,;:()[]")
		digits := 0
		for _, r := range word {
			switch {
			case unicode.IsDigit(r):
				digits++
			case r == '-' || r == 'X' || r == 'x':
			default:
				digits = -100
			}
		}
		if digits >= 8 && digits <= 14 {
			return word, true
		}
	}
	return "", false
}

func isWordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
