package onpage

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"assay/query"
	"assay/service/extract/fields"
	"assay/service/extract/lexicon"
	"assay/service/extract/read"
)

// MaxPattern is how long, in bytes, a text is whose form alone may tell what it is.
const MaxPattern = 90

// Pattern says how surely the form of a part of a record alone tells that it is
// what a field asks for: 0 for not at all, about 1 for what is hardly anything else.
func (e *Engine) Pattern(w *fields.Field, text string) float64 {
	if text = strings.TrimSpace(text); len(text) > MaxPattern || text == "" {
		return 0
	}
	switch {
	case w.Type == 0 && lexicon.IsValue(w.Concept, text), inUnits(w, text):
		return 1.1
	}
	if sure := shapePattern(e, w, text); sure > 0 {
		return sure
	}
	if sure := conceptPattern(e, w, text); sure > 0 {
		return sure
	}
	if (w.Type == query.Percent || IsShare(w)) && strings.Contains(text, "%") {
		return 0.8
	}
	return 0
}

// sureIf is how surely a form tells what has it, and 0 for what has not.
func sureIf(has bool, sure float64) float64 {
	if !has {
		return 0
	}
	return sure
}

// shapePattern is pattern for the shapes of values that few other things have.
func shapePattern(e *Engine, w *fields.Field, text string) float64 {
	switch concept := w.Concept.String(); w.Shape {
	case lexicon.Duration:
		return sureIf((concept == "duration" || concept == "totaltime") && isTimeTaken(e, text), 1.1)
	case lexicon.Hours:
		lower := strings.ToLower(text)
		return sureIf(!NamesDays(lower) && (Clocks(lower) > 0 || IsClosed(lower)), 1.1)
	case lexicon.Clock:
		return sureIf(3*len(strings.Join(read.Clocks(text), "")) > len(text), 1.1)
	case lexicon.Identifier:
		return sureIf(concept != "isbn" && concept != "gtin" && isCode(text), 0.9)
	case lexicon.Address:
		hasNumber := strings.ContainsFunc(text, unicode.IsDigit)
		return sureIf(hasNumber && addressFit(text) == 1 && (strings.Contains(text, ",") || isStreet(text)), 0.9)
	case lexicon.Rating:
		return sureIf(isScore(text), 0.7)
	case lexicon.Number, lexicon.Integer:
		return sureIf(concept == "year" && mayBeYear(text), 1)
	}
	return 0
}

// conceptPattern is pattern for the forms that values of some concepts have.
func conceptPattern(e *Engine, w *fields.Field, text string) float64 {
	switch w.Concept.String() {
	case "availability":
		_, ok := read.Boolean(text)
		return sureIf(ok && w.Type == 0 && Letters(text) > 3, 0.9)
	case "distance":
		return sureIf(isDistance(text), 0.9)
	case "location", "city":
		return sureIf(isPlace(text), 0.8)
	case "weekday":
		lower := strings.ToLower(text)
		return sureIf(len(text) <= 30 && NamesDays(lower) && Clocks(lower) == 0 && !IsClosed(lower), 1.1)
	case "price", "saleprice":
		return barePrice(w, text)
	case "country", "nationality":
		return sureIf(len(text) == 3 && strings.Trim(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == "", 0.7) // a code
	case "score":
		return sureIf(isResult(text), 1.1)
	case "discount":
		return sureIf(isReduction(text), 1.1)
	case "version":
		return sureIf(IsVersion(text), 1.1)
	case "site":
		return sureIf(isHost(strings.Trim(text, "()[] ")), 1.3)
	case "salary":
		_, ok := read.MarkedPrice(text, e.Index.Locale)
		return sureIf(ok, 1)
	}
	return 0
}

// barePrice says how surely a number is a price that is asked for as one: many a price
// list names its currency but once.
func barePrice(w *fields.Field, text string) float64 {
	switch {
	case w.Type == 0 || !read.IsBareNumber(text):
		return 0
	case strings.ContainsAny(text, ".,"):
		return 0.7
	}
	return 0.4
}

// isTimeTaken reports whether a text is how long something takes, not how long ago it was.
func isTimeTaken(e *Engine, s string) bool {
	if !strings.ContainsFunc(s, unicode.IsLetter) || strings.Contains(s, " ago") {
		return false
	}
	_, ok := read.Duration(s, 0, e.Index.Locale)
	return ok
}

// mayBeYear reports whether a text is a number that is a year if one is asked for.
func mayBeYear(s string) bool {
	return read.IsBareNumber(s) && len(s) == 4 && (s[0] == '1' || s[0] == '2')
}

// isScore reports whether a text is a number as those are that things are scored by:
// out of ten, to one place. Ten itself has none.
func isScore(s string) bool {
	whole, tenths, ok := strings.Cut(strings.Replace(s, ",", ".", 1), ".")
	return s == "10" || ok && len(whole) == 1 && len(tenths) == 1 && read.IsBareNumber(whole+tenths)
}

// isDistance reports whether a text is a length that one goes: "0.4 miles", "12 km away".
func isDistance(s string) bool {
	number, unit, _ := strings.Cut(s, " ")
	unit, _, _ = strings.Cut(unit, " ")
	if !read.IsBareNumber(number) {
		return false
	}
	switch strings.ToLower(strings.Trim(unit, ".,")) {
	case "mi", "mile", "miles", "km", "kms", "kilometres", "kilometers", "m", "metres", "meters", "yards":
		return true
	}
	return false
}

// isStreet reports whether a text is lines of which the first is a street with a number.
func isStreet(s string) bool {
	street, town, ok := strings.Cut(s, "\n")
	words := strings.Fields(street)
	if !ok || len(words) < 2 || len(words) > 6 || !strings.ContainsFunc(town, unicode.IsLetter) {
		return false
	}
	isHouse := func(word string) bool {
		return read.IsBareNumber(strings.TrimRightFunc(word, unicode.IsLetter)) && len(word) <= 5
	}
	return isHouse(words[0]) && Letters(words[1]) > 1 || isHouse(words[len(words)-1]) && Letters(words[0]) > 1
}

// isPlace reports whether a text is a place in a larger one: "Leeds, West Yorkshire".
func isPlace(s string) bool {
	place, region, ok := strings.Cut(s, ", ")
	if !ok || len(s) > 60 || strings.Count(s, ",") > 2 {
		return false
	}
	for _, part := range [...]string{place, region} {
		for word := range strings.FieldsSeq(part) {
			r, size := utf8.DecodeRuneInString(word)
			if !unicode.IsUpper(r) && size == len(word) || strings.ContainsFunc(word, func(r rune) bool { return !unicode.IsLetter(r) && !strings.ContainsRune(",.'’-()", r) }) {
				return false
			}
		}
		if r, _ := utf8.DecodeRuneInString(part); !unicode.IsUpper(r) || strings.Count(part, " ") > 3 {
			return false
		}
	}
	return true
}

// IsShare reports whether a field asks for a part of a hundred.
func IsShare(w *fields.Field) bool {
	for i := range w.Name {
		switch w.Name[i].Word {
		case "percent", "percentage", "pct", "prozent", "anteil", "pourcentage", "porcentaje", "percentuale":
			return true
		}
	}
	return false
}

// isCode reports whether a text is one word of letters and digits, such as the
// number of a flight or a part.
func isCode(s string) bool {
	digits, letters := 0, 0
	for _, r := range s {
		switch {
		case unicode.IsDigit(r):
			digits++
		case unicode.IsUpper(r):
			letters++
		case r == '-' || r == '.' || r == '/' || r == '#':
		default:
			return false
		}
	}
	return len(s) >= 3 && len(s) <= 20 && digits > 0 && (letters > 0 || digits > 4) && !IsVersion(s)
}

// IsVersion reports whether a text is the number of a version: "2.4.0", "v1.2-rc1", "3.0b1".
func IsVersion(s string) bool {
	s = strings.TrimPrefix(strings.ToLower(s), "version ")
	s = strings.TrimPrefix(s, "v")
	number, _, _ := strings.Cut(s, "-")
	number, _, _ = strings.Cut(number, "+")
	parts := strings.Split(number, ".")
	if len(parts) < 2 || len(parts) > 4 || len(s) > 24 || strings.ContainsAny(s, " ,") {
		return false
	}
	for i, part := range parts {
		stage := strings.TrimLeft(part, "0123456789") // "rc2"
		if len(stage) == len(part) && i == 0 || stage != "" && i < len(parts)-1 || Letters(stage) != len(strings.TrimRight(stage, "0123456789")) || len(part) > 6 {
			return false
		}
	}
	return true
}

// isResult reports whether a text is the result of a match: "88:71", "3 – 2".
func isResult(s string) bool {
	at := strings.IndexAny(s, ":-–")
	if at < 1 || len(s) > 12 {
		return false
	}
	_, size := utf8.DecodeRuneInString(s[at:])
	home, away := strings.TrimSpace(s[:at]), strings.TrimSpace(s[at+size:])
	return IsDigits(home, 1, 3) && IsDigits(away, 1, 3)
}

// isHost reports whether a text is the name of a host: "news.example.com".
func isHost(s string) bool {
	host, _, _ := strings.Cut(s, "/")
	at := strings.LastIndexByte(host, '.')
	if at < 1 || len(host) > 60 || len(host)-at < 3 {
		return false
	}
	for i := 0; i < len(host); i++ {
		c := host[i]
		if !(c >= 'a' && c <= 'z' || c >= '0' && c <= '9' && i < at || (c == '-' || c == '.') && i <= at) {
			return false
		}
	}
	return true
}

// MinFormed is how sure the form of a text must be for it to count wherever in a record
// it stands.
const MinFormed = 0.8

// units is what numbers of a kind stand with, by the concept of the field.
var units = map[string][]string{
	"mileage":   {"km", "miles", "mi", "kilometer", "kilometers", "kilometres", "mls"},
	"floorarea": {"m²", "m2", "sqm", "sqft", "ft²", "qm", "mq", "sq"},
	"weight":    {"kg", "g", "lb", "lbs", "oz", "pounds"},
	"height":    {"cm", "m", "ft"},
	"pages":     {"pages", "seiten", "páginas", "pagine", "pp", "p"},
	"bedrooms":  {"bed", "beds", "bedrooms", "bd", "br", "zimmer", "chambres", "habitaciones", "camere", "quartos"},
	"bathrooms": {"bath", "baths", "bathrooms", "ba", "bäder", "baños", "bagni"},
	"calories":  {"kcal", "cal"},
}

// inUnits reports whether a text is a number with a unit of what a field asks for,
// and nothing else.
func inUnits(w *fields.Field, text string) bool {
	at := strings.IndexFunc(text, unicode.IsLetter)
	if at < 1 || strings.ContainsFunc(text[:at], func(r rune) bool { return !unicode.IsDigit(r) && !strings.ContainsRune("., '\u00a0\u202f", r) }) {
		return false
	}
	unit, _, _ := strings.Cut(strings.ToLower(text[at:]), " ")
	return len(text)-at <= len(unit)+4 && slices.Contains(units[w.Concept.String()], strings.Trim(unit, "."))
}

// MeasureIn returns the amount in the unit of what a field asks for that a line of such
// amounts has between commas: "6' 7", 218 lbs".
func MeasureIn(w *fields.Field, line string) string {
	found := ""
	for part := range strings.SplitSeq(line, ", ") {
		part = strings.TrimSpace(part)
		switch {
		case !strings.ContainsFunc(part, unicode.IsDigit):
			return ""
		case inUnits(w, part), w.Concept.String() == "height" && isFeet(part):
			if found != "" {
				return ""
			}
			found = part
		}
	}
	return found
}

// isFeet reports whether a text is a length in feet and inches: 6' 7".
func isFeet(s string) bool {
	feet, inches, ok := strings.Cut(strings.NewReplacer("′", "'", "’", "'", "″", "\"", "”", "\"", "''", "\"").Replace(s), "'")
	inches, closed := strings.CutSuffix(strings.TrimSpace(inches), "\"")
	return ok && read.IsBareNumber(feet) && len(feet) <= 2 && (inches == "" && !closed || read.IsBareNumber(inches) && len(inches) <= 2)
}

// isReduction reports whether a text says by how much a price was cut.
func isReduction(text string) bool {
	if len(text) > maxReduction || !strings.Contains(text, "%") {
		return false
	}
	return strings.HasPrefix(text, "-") || strings.HasPrefix(text, "−") || strings.HasPrefix(text, "–") ||
		slices.ContainsFunc(lexicon.Words(text), func(w string) bool {
			switch w {
			case "off", "save", "sparen", "rabatt", "reduziert", "remise", "reduction", "descuento", "dto", "sconto", "korting", "desconto", "discount":
				return true
			}
			return false
		})
}

// maxReduction is how long, in bytes, a text is that says by how much a price was cut.
const maxReduction = 30

func readIdentifier(w *fields.Field, s string) (string, float64) {
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
	switch w.Concept.String() {
	case "isbn", "isbn10", "gtin":
		if code, ok := longCode(s); ok {
			fit := 1.0
			if n := len(code); w.Concept.String() == "isbn" && n == 10 {
				fit = 0.7
			}
			return fields.Quote(code), fit
		}
		return "", 0
	}
	if w.Concept.String() == "model" { // often a name: "E-620 Kit", "Panda"
		return fields.Quote(s), 1
	}
	if coded, only := codeWord(s); only {
		s = coded
	}
	words := strings.Count(s, " ") + 1
	fit := 1.0
	if digits == 0 {
		fit = 0.45
	}
	if words > 3 && !areCodeGroups(s) {
		fit *= 0.4
	}
	return fields.Quote(s), fit
}

// areCodeGroups reports whether a text is a code written in groups: "SM 5510 2287 014 GB".
func areCodeGroups(s string) bool {
	for word := range strings.FieldsSeq(s) {
		if !strings.ContainsFunc(word, unicode.IsDigit) && (len(word) > 4 || strings.ToUpper(word) != word) {
			return false
		}
	}
	return true
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
