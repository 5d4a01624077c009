package extract

import (
	"strings"
	"unicode"
)

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
	if w.concept.String() == "model" { // often a name: "E-620 Kit", "Panda"
		return quote(s), 1
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
	return quote(s), fit
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
