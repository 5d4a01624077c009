package onpage

import (
	"slices"
	"strings"
	"unicode"

	"assay/service/extract/fields"
	"assay/service/extract/read"
)

// MaxPattern is how long, in bytes, a text is whose form alone may tell what it is.
const MaxPattern = 90

// IsDistance reports whether a text is a length that one goes: "0.4 miles", "12 km away".
func IsDistance(s string) bool {
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

// IsHost reports whether a text is the name of a host: "news.example.com".
func IsHost(s string) bool {
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

// InUnits reports whether a text is a number with a unit of what a field asks for,
// and nothing else.
func InUnits(w *fields.Field, text string) bool {
	at := strings.IndexFunc(text, unicode.IsLetter)
	if at < 1 || strings.ContainsFunc(text[:at], func(r rune) bool { return !unicode.IsDigit(r) && !strings.ContainsRune("., '\u00a0\u202f", r) }) {
		return false
	}
	unit, _, _ := strings.Cut(strings.ToLower(text[at:]), " ")
	unit = strings.Trim(unit, ".")
	return len(text)-at <= len(unit)+4 && (unit == w.Measure || slices.Contains(units[w.Concept.String()], unit))
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
		case InUnits(w, part), w.Concept.String() == "height" && isFeet(part):
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
