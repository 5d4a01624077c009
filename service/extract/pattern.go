package extract

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"assay/client/query"
	"assay/service/extract/lexicon"
	"assay/service/extract/read"
)

// maxPattern is how long, in bytes, a text is whose form alone may tell what it is.
const maxPattern = 90

// pattern says how surely the form of a part of a record alone tells that it is
// what a field asks for: 0 for not at all, about 1 for what is hardly anything else.
func (e *engine) pattern(w *want, text string) float64 {
	if text = strings.TrimSpace(text); len(text) > maxPattern || text == "" {
		return 0
	}
	concept := w.concept.String()
	if w.typ == 0 && lexicon.IsValue(w.concept, text) {
		return 1.1
	}
	if inUnits(w, text) {
		return 1.1
	}
	if w.typ == 0 && isWords(w.shape) && w.saysKind(text) {
		return 0.9
	}
	switch w.shape {
	case lexicon.Duration:
		if (concept == "duration" || concept == "totaltime") && strings.ContainsFunc(text, unicode.IsLetter) {
			if _, ok := read.Duration(text, 0, e.x.Locale); ok && !strings.Contains(text, " ago") {
				return 1.1
			}
		}
	case lexicon.Hours:
		if lower := strings.ToLower(text); !namesDays(lower) && (clocks(lower) > 0 || isClosed(lower)) {
			return 1.1
		}
	case lexicon.Clock:
		if clocks := strings.Join(read.Clocks(text), ""); len(clocks)*3 > len(text) {
			return 1.1
		}
	case lexicon.Identifier:
		if concept != "isbn" && concept != "gtin" && isCode(text) {
			return 0.9
		}
	case lexicon.Address:
		if addressFit(text) == 1 && strings.ContainsFunc(text, unicode.IsDigit) && (strings.Contains(text, ",") || isStreet(text)) {
			return 0.9
		}
	case lexicon.Rating:
		if isScore(text) {
			return 0.7
		}
	case lexicon.Number, lexicon.Integer:
		if concept == "year" && read.IsBareNumber(text) && len(text) == 4 && (text[0] == '1' || text[0] == '2') {
			return 1
		}
	}
	switch concept {
	case "availability":
		if _, ok := read.Boolean(text); ok && w.typ == 0 && letters(text) > 3 {
			return 0.9
		}
	case "distance":
		if isDistance(text) {
			return 0.9
		}
	case "tripstart", "tripend":
		_, sure := routeEnd(w, text)
		return sure
	case "location", "city":
		if isPlace(text) {
			return 0.8
		}
	case "weekday":
		if lower := strings.ToLower(text); len(text) <= 30 && namesDays(lower) && clocks(lower) == 0 && !isClosed(lower) {
			return 1.1
		}
	case "price", "saleprice":
		switch { // many a price list names its currency but once
		case w.typ == 0 || !read.IsBareNumber(text):
		case strings.ContainsAny(text, ".,"):
			return 0.7
		default:
			return 0.4
		}
	case "country", "nationality":
		if len(text) == 3 && strings.Trim(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == "" {
			return 0.7 // a code
		}
	case "score":
		if isResult(text) {
			return 1.1
		}
	case "discount":
		if isReduction(text) {
			return 1.1
		}
	case "version":
		if isVersion(text) {
			return 1.1
		}
	case "site":
		if isHost(strings.Trim(text, "()[] ")) {
			return 1.3
		}
	case "salary":
		if _, ok := read.MarkedPrice(text, e.x.Locale); ok {
			return 1
		}
	}
	if (w.typ == query.Percent || w.isShare()) && strings.Contains(text, "%") {
		return 0.8
	}
	return 0
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
	return isHouse(words[0]) && letters(words[1]) > 1 || isHouse(words[len(words)-1]) && letters(words[0]) > 1
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

// isShare reports whether a field asks for a part of a hundred.
func (w *want) isShare() bool {
	for i := range w.name {
		switch w.name[i].Word {
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
	return len(s) >= 3 && len(s) <= 20 && digits > 0 && (letters > 0 || digits > 4) && !isVersion(s)
}

// isVersion reports whether a text is the number of a version: "2.4.0", "v1.2-rc1", "3.0b1".
func isVersion(s string) bool {
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
		if len(stage) == len(part) && i == 0 || stage != "" && i < len(parts)-1 || letters(stage) != len(strings.TrimRight(stage, "0123456789")) || len(part) > 6 {
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
	return isDigits(home, 1, 3) && isDigits(away, 1, 3)
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
