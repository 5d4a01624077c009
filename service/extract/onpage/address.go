package onpage

import (
	"strings"
	"unicode"

	"assay/service/extract/lexicon"
)

// onlyAddress returns the address in a text without what pages write before one on its
// line: how far it is, or the name of a firm.
func onlyAddress(text string) string {
	text = WithoutAddressWord(text)
	if head, rest, ok := strings.Cut(text, " · "); ok && IsDistance(strings.TrimSpace(head)) && AddressLike(rest) > 0 {
		text = rest
	}
	head, rest, ok := strings.Cut(text, ", ")
	if ok && !strings.Contains(head, "\n") && FirmLike(head) && AddressLike(head) == 0 && AddressLike(rest) > 0 {
		return rest
	}
	return text
}

// WithoutAddressWord returns an address without the word before it that says that it is one.
func WithoutAddressWord(text string) string {
	if word, rest, ok := strings.Cut(text, " "); ok && len(rest) > 8 && lexicon.Introduces(word).String() == "address" {
		return strings.TrimLeft(rest, " :")
	}
	return text
}

// AddressLike says how much a line reads as a postal address.
func AddressLike(s string) float64 {
	digits, commas := 0, strings.Count(s, ",")
	for _, r := range s {
		if unicode.IsDigit(r) {
			digits++
		}
	}
	if digits == 0 || digits > 14 || strings.ContainsAny(s, "@?!$€£©") {
		return 0
	}
	words := strings.FieldsFunc(s, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	if len(words) < 2 || len(words) > 22 {
		return 0
	}
	street, capital := false, 0
	for i, w := range words {
		lower := strings.ToLower(w)
		street = street || i > 0 && IsStreetWord(lower) || i == 0 && len(lower) > 7 && IsStreetWord(lower) && unicode.IsDigit([]rune(words[1])[0])
		if r := []rune(w); unicode.IsUpper(r[0]) || unicode.IsDigit(r[0]) {
			capital++
		}
	}
	q := 0.0
	if street {
		q = 0.9
	} else if commas > 0 && hasPostcode(words) {
		q = 0.6
	}
	if float64(capital) < 0.6*float64(len(words)) {
		q *= 0.4
	}
	if commas > 0 {
		q *= 1.1
	}
	return q
}

// hasPostcode reports whether words hold what looks like a postal code.
func hasPostcode(words []string) bool {
	for i, w := range words {
		digits, letters := 0, 0
		for _, r := range w {
			if unicode.IsDigit(r) {
				digits++
			} else {
				letters++
			}
		}
		if digits >= 4 && digits <= 6 && letters == 0 && i > 0 || digits > 0 && letters > 0 && len(w) <= 4 && i > 0 && w == strings.ToUpper(w) {
			return true
		}
	}
	return false
}

// IsStreetWord reports whether a word, in lower case, is the kind of a street or
// building, or ends in one.
func IsStreetWord(w string) bool {
	w = strings.TrimSuffix(w, ".")
	switch w {
	case "street", "st", "road", "rd", "avenue", "ave", "lane", "ln", "drive", "dr", "boulevard", "blvd", "way", "court", "ct", "place", "pl", "square", "sq", "terrace", "parkway", "pkwy", "highway", "hwy", "row", "close", "crescent", "quay", "house", "suite", "ste", "unit", "floor", "box", "strasse", "straße", "str", "platz", "weg", "allee", "rue", "avenida", "calle", "via", "piazza", "corso", "viale", "rua", "estate", "building", "park", "mews", "hill", "yard", "circle", "plaza", "broadway", "gardens", "grove", "parade", "esplanade":
		return true
	}
	for _, end := range [...]string{"straße", "strasse", "straat", "gade", "gatan", "vägen", "vej", "veien"} {
		if strings.HasSuffix(w, end) && len(w) > len(end)+1 {
			return true
		}
	}
	return strings.HasSuffix(w, "weg") && len(w) > 5
}

// IsDigits reports whether a text is a number of least to most digits.
func IsDigits(s string, least, most int) bool {
	return len(s) >= least && len(s) <= most && strings.Trim(s, "0123456789") == ""
}
