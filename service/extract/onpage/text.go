package onpage

import (
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"assay/service/content"
	"assay/service/extract/fields"
	"assay/service/extract/lexicon"
	"assay/service/extract/read"
)

// readText judges text by the shape of what is asked for.
func readText(e *Engine, w *fields.Field, text string) (string, float64) {
	if len(text) > longest(w.Shape) {
		return "", 0
	}
	one := text
	if w.Shape != lexicon.Prose || len(text) <= maxShort { // a page's whole text is not copied for what only short ones are
		one = OneLine(text)
	}
	if end := e.EndOf(w, one); end != one {
		one, text = end, end
	}
	if isWebAddress(one) && !takesAddresses(w.Shape) {
		return "", 0
	}
	switch w.Shape {
	case lexicon.Email:
		return found(read.Email(text))
	case lexicon.Phone:
		return found(read.Phone(text))
	case lexicon.URL, lexicon.Image:
		return readLink(e, text)
	case lexicon.Date:
		return readDateText(e, w, one)
	case lexicon.Person:
		if isDate(e, one) {
			return "", 0 // "by 5 January"
		}
		return e.ReadPerson(withoutNumber(one))
	case lexicon.Org:
		return readOrg(e, withoutNumber(one))
	case lexicon.Price, lexicon.Rating, lexicon.Number, lexicon.Integer, lexicon.Duration:
		return readFigure(e, w, text, one)
	case lexicon.Identifier:
		return readIdentifier(w, one)
	case lexicon.Prose:
		return readProse(w, text, one)
	case lexicon.Hours:
		return readHours(one)
	case lexicon.Address:
		return readAddress(text)
	case lexicon.Steps, lexicon.Boolean:
		return fields.Quote(one), 1
	case lexicon.Clock:
		return readClock(w, one, e.Index.Locale)
	case lexicon.Text:
		if w.Concept.String() == "contact" && !strings.EqualFold(w.Query.Name, "contact") { // the contact_person
			one = withoutNumber(one)
		}
		return readWords(one)
	}
	return fields.Quote(withoutDash(one)), 1 - min(0.6, float64(max(0, len(one)-100))/1000)
}

// EndOf returns the end of a range that a field asks for, or a text that is none. Those of days and
// of times of day have readers of their own.
func (e *Engine) EndOf(w *fields.Field, text string) string {
	if w.Bound == 0 || w.Shape == lexicon.Date || w.Shape == lexicon.Clock || w.Shape == lexicon.Hours {
		return text
	}
	low, high, ok := read.Ends(text, e.Index.Locale)
	switch {
	case !ok:
		return text
	case w.Bound < 0:
		return low
	}
	return high
}

// withoutNumber takes off a name the telephone number or e-mail address after it.
func withoutNumber(s string) string {
	cut := strings.LastIndex(s, ", ")
	if cut < 0 {
		return s
	}
	rest := s[cut+2:]
	mail, _ := read.Email(rest)
	phone, _ := read.Phone(rest)
	if mail == rest || phone == rest {
		return withoutNumber(s[:cut])
	}
	return s
}

// longest is how long, in bytes, a text of a shape is at most.
func longest(s lexicon.Shape) int {
	switch s {
	case lexicon.Price, lexicon.Rating, lexicon.Number, lexicon.Integer, lexicon.Duration, lexicon.Boolean:
		return 80
	case lexicon.Org:
		return 120
	case lexicon.Date:
		return 200
	case lexicon.Address:
		return 250
	case lexicon.Text:
		return 300
	case lexicon.Hours:
		return 600
	case lexicon.Steps:
		return maxShort
	case lexicon.Email, lexicon.Phone, lexicon.URL, lexicon.Image, lexicon.Person, lexicon.Identifier, lexicon.Clock, lexicon.Prose:
		return math.MaxInt // what reads them looks for more than length
	}
	return 2000
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

// readLink reads where a link leads.
func readLink(e *Engine, s string) (string, float64) {
	if strings.ContainsAny(s, " \n") || !strings.ContainsAny(s, "/.#?") {
		return "", 0
	}
	return found(read.URL(s, e.Tree.Base))
}

// readDateText takes the date from a text, as the page writes it.
func readDateText(e *Engine, w *fields.Field, s string) (string, float64) {
	_, from, to, ok := read.FindDate(s, e.Index.Locale, e.Tree.Loaded)
	if !ok {
		return readVagueDate(e, w, s)
	}
	if rest := strings.TrimSpace(s[:from] + s[to:]); rest != "" && isWeekday(rest) {
		return fields.Quote(s), 1
	}
	if float64(to-from) < 0.6*float64(len(s)) {
		return fields.Quote(s[from:to]), 0.8
	}
	return fields.Quote(withoutEdges(s, from, to)), 1
}

// readVagueDate takes what tells a time without being a date: a day of the week, a year,
// the hour at which something was changed today.
func readVagueDate(e *Engine, w *fields.Field, s string) (string, float64) {
	if isWeekday(s) {
		return fields.Quote(s), 0.9
	}
	if year, ok := read.Integer(s, e.Index.Locale); ok && year > 1000 && year < 2200 && len(s) <= 12 {
		return fields.Quote(s), 0.8
	}
	if w.Concept.String() == "modified" && read.IsClock(s) { // today
		return fields.Quote(s), 0.8
	}
	if clocks := read.Clocks(s); len(clocks) == 2 && len(s) < maxVagueDate { // from when to when today
		return fields.Quote(clocks[max(0, w.Bound)]), 0.4
	}
	if w.Concept != 0 && len(s) < maxVagueDate && strings.ContainsAny(s, "0123456789") {
		return fields.Quote(s), 0.4
	}
	return "", 0
}

// maxVagueDate is how long, in bytes, a text is at most that has a number and may tell a time.
const maxVagueDate = 40

func isWeekday(s string) bool { return lexicon.IsValue(lexicon.Lookup("weekday"), s) }

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

// readOrg takes a text as the name of a firm or another body. A length of time and a town
// in its state are less likely to be one.
func readOrg(e *Engine, s string) (string, float64) {
	s = withoutIssue(s)
	fit := 1 - float64(len(s))/200
	if first, _, ok := strings.Cut(s, " "); ok && read.IsBareNumber(first) {
		if _, ok := read.Duration(s, 0, e.Index.Locale); ok {
			fit *= 0.4 // how long its guarantee lasts
		}
	}
	if at := len(s) - len(", CA"); at > 0 && s[at:at+2] == ", " && isCapital(s[at+2]) && isCapital(s[at+3]) {
		fit *= 0.5
	}
	return fields.Quote(strings.TrimRight(s, " ,;:|")), fit
}

// maxPriceWords is how many letters stand with a price that has no currency: "from 12 each".
const maxPriceWords = 12

// readFigure takes a text with a number in it, the surer the shorter it is: of a price
// that of several lines which has one, of a rating the score alone where much stands with it.
func readFigure(e *Engine, w *fields.Field, text, one string) (string, float64) {
	if !strings.ContainsFunc(one, IsWordRune) {
		return "", 0 // a dash where there is none
	}
	if !strings.ContainsFunc(one, unicode.IsDigit) {
		return fields.Quote(one), 0.3
	}
	fit := 1 - float64(len(one))/160
	switch w.Shape {
	case lexicon.Price:
		one = withoutName(ofTwoPrices(w, withoutAside(pricedLine(text, one, e.Index.Locale), e.Index.Locale), e.Index.Locale), e.Index.Locale)
		if _, ok := read.MarkedPrice(one, e.Index.Locale); !ok && Letters(one) > maxPriceWords {
			fit = 0.4
		}
	case lexicon.Rating:
		if strings.Trim(one, "0., ") == "" {
			return "", 0 // nobody has rated it
		}
		if score, ok := read.Score(one, e.Index.Locale); ok && len(score) < len(one)/2 {
			return fields.Quote(score), 0.9
		}
	}
	return fields.Quote(one), fit
}

// pricedLine returns the only line of a text that has a price, else the text.
func pricedLine(text, one string, l read.Locale) string {
	priced := ""
	for line := range strings.SplitSeq(text, "\n") {
		if _, ok := read.MarkedPrice(line, l); ok {
			if priced != "" {
				return one
			}
			priced = OneLine(line)
		}
	}
	if priced == "" {
		return one
	}
	return priced
}

// withoutName takes off a price the words before it, unless they say something of the price.
func withoutName(s string, l read.Locale) string {
	end, price := BeforePrice(s, l)
	if end == 0 || ofPrice.MatchString(s[:end]) {
		return s
	}
	return s[price:]
}

// ofPrice matches words that go with a price.
var ofPrice = regexp.MustCompile(`(?i)\b(?:from|starting|only|just|now|was|up to|under|over|about|approx|circa|ca|ab|bis|nur|dès|partir|desde|vanaf|da|each|per|incl|excl|vat|tax|plus|save|rrp|for|at)\b|[-–/(]$|\d`)

// discounted matches what says after a price how much less it is: "Save 15%", "-15%".
var discounted = regexp.MustCompile(`(?i)^[ ,|(]*(?:you save|save\b|[-−–]\s?\d+\s?%|\d+\s?% off)`)

// withoutAside returns a price without the lesser amount in brackets after it, and without
// how much less it is than it was.
func withoutAside(s string, l read.Locale) string {
	for k := 1; k < len(s); k++ {
		if s[k] != ' ' {
			continue
		}
		if _, ok := read.MarkedPrice(s[:k], l); !ok {
			continue
		}
		if _, ok := read.MarkedPrice(s[k:], l); discounted.MatchString(s[k:]) || ok && s[k+1] == '(' {
			return s[:k]
		}
	}
	return s
}

// ofTwoPrices returns the price that a field asks for of a text of two and nothing else: what
// a thing costs now is less than what it did cost.
func ofTwoPrices(w *fields.Field, s string, l read.Locale) string {
	for k := range s {
		if s[k] != ' ' {
			continue
		}
		first, rest := read.MarkedPrices(s[:k], l), read.MarkedPrices(s[k+1:], l)
		if len(first) != 1 || len(rest) != 1 || Letters(s) > 0 || strings.ContainsAny(s, "-–—/+()") {
			continue
		}
		if (first[0] > rest[0]) == (w.Concept.String() == "oldprice") {
			return s[:k]
		}
		return s[k+1:]
	}
	return s
}

// BeforePrice parts a text before the price that it ends with, if it has no other: it returns
// where the words before that end and where the price begins, or zeros.
func BeforePrice(s string, l read.Locale) (end, price int) {
	at := strings.LastIndexByte(s, ' ') + 1
	if at > 1 && read.IsCurrency(s[at:]) { // "12 €"
		at = strings.LastIndexByte(s[:at-1], ' ') + 1
	}
	if at == 0 || s[at] == '(' || s[at] == '+' || s[at] == '-' || !strings.ContainsAny(s[at:], "0123456789") || len(read.MarkedPrices(s[at:], l)) != 1 {
		return 0, 0
	}
	head := strings.TrimRight(s[:at], " .…:–—-")
	if Letters(head) == 0 || len(read.MarkedPrices(head, l)) > 0 {
		return 0, 0
	}
	return len(head), at
}

// readProse takes running text.
func readProse(w *fields.Field, text, one string) (string, float64) {
	fit := min(1, 0.4+float64(len(text))/200)
	if text = strings.TrimSpace(withoutMore(text)); len(text) < 2 || read.IsBareNumber(one) {
		return "", 0
	}
	if IsDescription(w) {
		if isStack(text) {
			fit *= stackedFacts
		}
		text = Written(text)
	}
	return fields.Quote(text), fit
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

// readHours takes a text that gives opening hours.
func readHours(s string) (string, float64) {
	if !strings.ContainsAny(s, "0123456789") && !strings.Contains(strings.ToLower(s), "closed") {
		return "", 0
	}
	return fields.Quote(s), 1
}

// minAddress is how long, in bytes, an address is at least.
const minAddress = 4

// readAddress takes the address from a text, its lines joined.
func readAddress(text string) (string, float64) {
	if len(text) < minAddress || strings.Contains(text, "@") || Letters(text) == 0 {
		return "", 0
	}
	text = onlyAddress(text)
	return fields.Quote(read.Address(text)), AddressFit(OneLine(text))
}

// AddressFit says how much a line looks like an address: most have a number or
// several parts, none ends in a colon or cries out.
func AddressFit(s string) float64 {
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

// readClock takes the time of day from a text: of a range, the end that the field
// asks for.
func readClock(w *fields.Field, one string, l read.Locale) (string, float64) {
	clocks := read.Clocks(one)
	switch {
	case len(one) > 100:
		return "", 0
	case len(clocks) == 0 && len(one) > 40:
		return "", 0
	case len(clocks) == 0 && strings.ContainsFunc(one, unicode.IsDigit):
		if _, ok := read.Duration(one, 0, l); ok && len(w.Name) > 1 && w.Concept.String() == "time" { // the playing_time is no hour
			return fields.Quote(one), 0.9
		}
		return fields.Quote(one), 0.4
	case len(clocks) == 0:
		return fields.Quote(one), 0.25
	}
	clock := clocks[0]
	if len(clocks) > 1 && w.Bound > 0 {
		clock = clocks[1]
	}
	return fields.Quote(clock), 0.6 + 0.4*float64(len(strings.Join(clocks, "")))/float64(len(one))
}

// readWords takes a few words, without the brackets around all of them.
func readWords(s string) (string, float64) {
	if !strings.ContainsFunc(s, IsWordRune) && !read.IsCurrency(s) {
		return "", 0
	}
	fit := 1 - float64(max(0, len(s)-120))/300
	if inner, ok := strings.CutPrefix(s, "("); ok && strings.HasSuffix(inner, ")") && strings.Count(s, "(") == 1 && len(s) < 60 {
		s = inner[:len(inner)-1]
	}
	return fields.Quote(withoutDash(strings.TrimSuffix(s, ":"))), fit
}

// withoutDash takes off the dash or dot before words, as before the name under a
// quotation, and the colon before what follows a label.
func withoutDash(s string) string {
	s = strings.TrimPrefix(s, ": ")
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

func isCapital(c byte) bool { return c >= 'A' && c <= 'Z' }

// IsWordRune reports whether a character is a letter or a digit.
func IsWordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// Noted returns the text of an element, line by line, without the marks of
// footnotes in it: superscripts that lead to a place further down the page.
func (e *Engine) Noted(id content.ID) string {
	t := e.Tree
	from, end := t.From(id), t.To(id)
	var b strings.Builder
	cut := false
	for k := id + 1; k < t.Nodes[id].End; k++ {
		n := &t.Nodes[k]
		if t.Tag(k) != "sup" || n.Kind != content.Element {
			continue
		}
		if isNoteMark(e, k) {
			b.WriteString(t.Raw(from, t.From(k)))
			from, cut = t.To(k), true
		}
		k = n.End - 1
	}
	if !cut {
		return t.Prose(id)
	}
	b.WriteString(t.Raw(from, end))
	return strings.Trim(b.String(), " \n")
}

// isNoteMark reports whether a superscript is the mark of a footnote.
func isNoteMark(e *Engine, id content.ID) bool {
	t := e.Tree
	if size := t.Len(id); size == 0 || size > 8 {
		return false
	}
	for k := id; k < t.Nodes[id].End && k < id+4; k++ {
		if n := &t.Nodes[k]; n.Role == content.Link && n.Kind == content.Element {
			return strings.HasPrefix(t.Value(k, "href"), "#")
		}
	}
	return IsNoteText(strings.TrimSpace(t.Text(id)))
}

// IsNoteText reports whether a text is the mark of a footnote and nothing else: "[1]".
func IsNoteText(text string) bool {
	return len(text) > 2 && len(text) <= 8 && text[0] == '[' && text[len(text)-1] == ']'
}

// withoutIssue returns the name of a publisher without what is said after it of the issue:
// "Lane & Son, 2007", "Mill Press; 1 edition (September 15, 2009)".
func withoutIssue(s string) string {
	name, _ := splitIssue(s)
	return name
}

// splitIssue parts what stands for a publisher into his name and what tells of the issue:
// what follows a semicolon, a year after a comma, brackets with a year in them.
func splitIssue(s string) (name, issue string) {
	at := strings.Index(s, "; ")
	if open := strings.LastIndex(s, " ("); at < 0 && open > 0 && strings.HasSuffix(s, ")") && hasYear(s[open:]) {
		at = open
	}
	if comma := strings.LastIndex(s, ", "); at < 0 && comma > 0 && IsYear(s[comma+2:]) {
		at = comma
	}
	if at <= 1 {
		return s, ""
	}
	return s[:at], strings.Trim(s[at:], ";, ()")
}

func hasYear(s string) bool {
	for word := range strings.FieldsFuncSeq(s, func(r rune) bool { return !unicode.IsDigit(r) }) {
		if IsYear(word) {
			return true
		}
	}
	return false
}

// IsYear reports whether a text is a year from 1500 on.
func IsYear(s string) bool {
	return len(s) == 4 && read.IsBareNumber(s) && (s[0] == '1' && s[1] >= '5' || strings.HasPrefix(s, "20"))
}

// SameLetters reports whether two names are equal but for case, separators, and how
// small numbers are written: one_day is "1 day".
func SameLetters(a, b string) bool {
	return a != "" && plainLetters(a) == plainLetters(b)
}

func plainLetters(name string) string {
	words := lexicon.Words(name)
	for i, w := range words {
		if at := slices.Index(smallNumbers[:], w); at >= 0 {
			words[i] = strconv.Itoa(at)
		}
	}
	return strings.Join(words, "")
}

// smallNumbers are the numbers that names of fields have as words.
var smallNumbers = [...]string{"zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"}
