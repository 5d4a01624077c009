package extract

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// isBody reports whether a word is a kind of firm or body that has a site of its own, so
// that the name of the site is the name of it.
func isBody(word string) bool {
	switch word {
	case "gym", "cinema", "museum", "bank", "council", "airport", "school", "hospital", "clinic", "practice", "church",
		"theatre", "theater", "college", "university", "charity", "agency", "dealer", "dealership", "studio", "salon",
		"library", "gallery", "institution", "institute", "brewery", "winery", "bakery", "pharmacy", "dentist", "hotel",
		"restaurant", "cafe", "pub", "bar", "inn", "club", "foundation", "association", "festival", "zoo", "park":
		return true
	}
	return false
}

func isOf(word string) bool {
	switch strings.ToLower(word) {
	case "of", "de", "di", "du", "des", "der", "for", "für", "pour", "van", "do", "da":
		return true
	}
	return false
}

func startsUpper(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.IsUpper(r)
}
