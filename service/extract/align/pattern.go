package align

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"assay/query"
	"assay/service/extract/fields"
	"assay/service/extract/lexicon"
	"assay/service/extract/onpage"
	"assay/service/extract/read"
)

// Pattern says how surely the form of a part of a record alone tells that it is
// what a field asks for: 0 for not at all, about 1 for what is hardly anything else.
func Pattern(e *Engine, w *fields.Field, text string) float64 {
	if text = strings.TrimSpace(text); len(text) > onpage.MaxPattern || text == "" {
		return 0
	}
	switch {
	case w.Type == 0 && lexicon.IsValue(w.Concept, text), onpage.InUnits(w, text):
		return 1.1
	}
	if sure := shapePattern(e, w, text); sure > 0 {
		return sure
	}
	if sure := conceptPattern(e, w, text); sure > 0 {
		return sure
	}
	if (w.Type == query.Percent || onpage.IsShare(w)) && strings.Contains(text, "%") {
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
		return sureIf(!onpage.NamesDays(lower) && (onpage.Clocks(lower) > 0 || onpage.IsClosed(lower)), 1.1)
	case lexicon.Clock:
		return sureIf(3*len(strings.Join(read.Clocks(text), "")) > len(text), 1.1)
	case lexicon.Identifier:
		return sureIf(concept != "isbn" && concept != "gtin" && isCode(text), 0.9)
	case lexicon.Address:
		hasNumber := strings.ContainsFunc(text, unicode.IsDigit)
		return sureIf(hasNumber && onpage.AddressFit(text) == 1 && (strings.Contains(text, ",") || isStreet(text)), 0.9)
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
		return sureIf(ok && w.Type == 0 && onpage.Letters(text) > 3, 0.9)
	case "distance":
		return sureIf(onpage.IsDistance(text), 0.9)
	case "location", "city":
		return sureIf(isPlace(text), 0.8)
	case "weekday":
		lower := strings.ToLower(text)
		return sureIf(len(text) <= 30 && onpage.NamesDays(lower) && onpage.Clocks(lower) == 0 && !onpage.IsClosed(lower), 1.1)
	case "price", "saleprice":
		return barePrice(w, text)
	case "country", "nationality":
		return sureIf(len(text) == 3 && strings.Trim(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == "", 0.7) // a code
	case "score":
		return sureIf(isResult(text), 1.1)
	case "discount":
		return sureIf(isReduction(text), 1.1)
	case "version":
		return sureIf(onpage.IsVersion(text), 1.1)
	case "site":
		return sureIf(onpage.IsHost(strings.Trim(text, "()[] ")), 1.3)
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
	s = strings.Trim(s, "()")
	return read.IsBareNumber(s) && len(s) == 4 && (s[0] == '1' || s[0] == '2')
}

// isScore reports whether a text is a number as those are that things are scored by:
// out of ten, to one place. Ten itself has none.
func isScore(s string) bool {
	whole, tenths, ok := strings.Cut(strings.Replace(s, ",", ".", 1), ".")
	return s == "10" || ok && len(whole) == 1 && len(tenths) == 1 && read.IsBareNumber(whole+tenths)
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
	return isHouse(words[0]) && onpage.Letters(words[1]) > 1 || isHouse(words[len(words)-1]) && onpage.Letters(words[0]) > 1
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
	return len(s) >= 3 && len(s) <= 20 && digits > 0 && (letters > 0 || digits > 4) && !onpage.IsVersion(s)
}

// isResult reports whether a text is the result of a match: "88:71", "3 – 2".
func isResult(s string) bool {
	_, _, ok := result(s)
	return ok
}

// maxResult is how long, in bytes, the result of a match is at most.
const maxResult = 12

// result parts the result of a match.
func result(s string) (home, away string, ok bool) {
	at := strings.IndexAny(s, ":-–")
	if at < 1 || len(s) > maxResult {
		return "", "", false
	}
	_, size := utf8.DecodeRuneInString(s[at:])
	home, away = strings.TrimSpace(s[:at]), strings.TrimSpace(s[at+size:])
	return home, away, onpage.IsDigits(home, 1, 3) && onpage.IsDigits(away, 1, 3)
}

// MinFormed is how sure the form of a text must be for it to count wherever in a record
// it stands.
const MinFormed = 0.8

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
