package read

import (
	"strings"
	"unicode"
)

// measure is what a unit measures, and which unit of it that is, however it is spelled.
type measure struct{ kind, unit int }

// measures are units by their spellings.
var measures = func() map[string]measure {
	out := map[string]measure{}
	unit := 0
	for kind, units := range [...]string{
		"km kms kilometers kilometres|m meters metres|cm|mm|mi mile miles|ft feet|yd yards|inch inches",
		"kg kgs kilograms|g grams|mg|µg mcg|lb lbs pounds|oz ounces|tonnes",
		"l litre litres liter liters|ml|cl|dl|gal gallons",
		"kcal cal|kj|kwh|wh|mah",
		"kw|watt watts|hp bhp",
		"m² m2 sqm|sqft ft² ft2|acres|ha hectares",
		"km/h kmh kph|mph",
		"kb kib|mb mib|gb gib|tb tib",
	} {
		for spellings := range strings.SplitSeq(units, "|") {
			unit++
			for spelling := range strings.FieldsSeq(spellings) {
				out[spelling] = measure{kind + 1, unit}
			}
		}
	}
	return out
}()

// IsUnit reports whether a word is a unit: of "18 g protein" the noun is protein.
func IsUnit(word string) bool {
	word = strings.ToLower(word)
	return measures[word].kind != 0 || strings.TrimRight(strings.Replace(word, "sq.", "sq", 1), ".") == "sq ft"
}

// MeasureNamed returns the unit that the last of several words of a name says its amount is
// in: "range km"; "" if it says none.
func MeasureNamed(words []string) string {
	if n := len(words); n > 1 && measures[words[n-1]].kind != 0 {
		return words[n-1]
	}
	return ""
}

// InMeasure reads the amount in a unit: of several in a text the first with that very unit,
// else the first in a unit of what it measures. isOther says that it is in another unit, or if
// there is none that there are amounts of something else: what weighs "23.5 kg" has no length
// in it.
func InMeasure(s, unit string, l Locale) (v float64, ok, isOther bool) {
	asked, unitless := measures[unit], false
	for pos := 0; pos < len(s); {
		value, _, to, found := scanNumber(s[pos:], l, false)
		if !found {
			break
		}
		pos += to
		switch has := measures[unitAt(s[pos:])]; {
		case has == asked:
			return value, true, false
		case has.kind == 0:
			unitless = true
		case has.kind != asked.kind:
			isOther = true
		case !ok:
			v, ok = value, true
		}
	}
	return v, ok, ok || isOther && !unitless
}

// Distance reads a number with a unit that can only be one of length: the "m" of "5 m" may be minutes.
func Distance(s string, l Locale) (float64, bool) {
	v, _, to, ok := scanNumber(s, l, false)
	if !ok {
		return 0, false
	}
	unit := unitAt(s[to:])
	return v, unit != "m" && measures[unit].kind == measures["km"].kind
}

// unitAt returns the word that a text begins with, in lower case.
func unitAt(s string) string {
	s = strings.ToLower(strings.TrimLeft(s, " \u00a0\u202f"))
	square := ""
	for _, sign := range [...]string{"sq. ", "sq ", "square "} {
		if rest, ok := strings.CutPrefix(s, sign); ok {
			square, s = "2", rest
		}
	}
	if end := strings.IndexFunc(s, func(r rune) bool { return !unicode.IsLetter(r) && !strings.ContainsRune("²2/", r) }); end >= 0 {
		s = s[:end]
	}
	switch s {
	case "feet":
		s = "ft"
	case "metres", "meters":
		s = "m"
	}
	return s + square
}

// spoons are units of kitchens and counters, beside those of measures.
var spoons = func() map[string]bool {
	out := map[string]bool{}
	for unit := range strings.FieldsSeq(`gr gram gramm gramme grammes gramos grammi gramas ounce pound liter litro litros litri pint pints quart quarts
		tsp teaspoon teaspoons tbsp tbs tablespoon tablespoons cup cups pinch pinches dash clove cloves can cans tin tins slice slices bunch bunches handful
		stick sticks sprig sprigs package packages pkg packet packets pack packs piece pieces pcs jar jars bottle bottles box boxes bag bags sheet sheets pair pairs
		el tl esslöffel teelöffel prise prisen bund dose dosen päckchen pck stück zehe zehen tasse tassen becher msp
		cuillère cuillères pincée sachet gousse gousses tranche tranches verre verres cucharada cucharadas cucharadita cucharaditas taza tazas pizca diente dientes
		cucchiaio cucchiai cucchiaino cucchiaini tazza pizzico spicchio spicchi colher colheres xícara xícaras dente dentes
		eetlepel eetlepels theelepel theelepels snufje teentje teentjes blik kopje`) {
		out[unit] = true
	}
	return out
}()

// Measured parts an amount of something into how many, in what unit and of what: "200", "g" and
// "red lentils". The unit is empty if there is none; all but of are if the text begins with no amount.
func Measured(s string) (amount, unit, of string) {
	end := strings.IndexFunc(s, func(r rune) bool { return !unicode.IsNumber(r) && !strings.ContainsRune(" .,/⁄-–", r) })
	if end <= 0 || !strings.ContainsFunc(s[:end], unicode.IsNumber) {
		return "", "", s
	}
	amount, of = strings.Trim(s[:end], " .,-–"), s[end:]
	for _, times := range [...]string{"x ", "×"} { // "4 × wheel", "4x wheel"
		of = strings.TrimPrefix(strings.TrimLeft(of, " "), times)
	}
	of = strings.TrimLeft(of, " ")
	word, after, _ := strings.Cut(of, " ")
	if known := strings.ToLower(strings.TrimRight(word, ".,")); after != "" && (IsUnit(known) || spoons[known]) {
		unit, of = strings.TrimRight(word, ".,"), after
	}
	for _, joint := range [...]string{"of ", "de ", "d'", "d’", "di "} {
		if rest, ok := strings.CutPrefix(of, joint); ok && unit != "" {
			of = rest
		}
	}
	return amount, unit, strings.TrimSpace(of)
}
