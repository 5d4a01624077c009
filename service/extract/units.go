package extract

import (
	"slices"
	"strings"
	"unicode"

	"assay/service/extract/lexicon"
	"assay/service/extract/read"
)

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
func inUnits(w *want, text string) bool {
	at := strings.IndexFunc(text, unicode.IsLetter)
	if at < 1 || strings.ContainsFunc(text[:at], func(r rune) bool { return !unicode.IsDigit(r) && !strings.ContainsRune("., '\u00a0\u202f", r) }) {
		return false
	}
	unit, _, _ := strings.Cut(strings.ToLower(text[at:]), " ")
	return len(text)-at <= len(unit)+4 && slices.Contains(units[w.concept.String()], strings.Trim(unit, "."))
}

// measureIn returns the amount in the unit of what a field asks for that a line of such
// amounts has between commas: "6' 7", 218 lbs".
func measureIn(w *want, line string) string {
	found := ""
	for part := range strings.SplitSeq(line, ", ") {
		part = strings.TrimSpace(part)
		switch {
		case !strings.ContainsFunc(part, unicode.IsDigit):
			return ""
		case inUnits(w, part), w.concept.String() == "height" && isFeet(part):
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
