package lexicon

import (
	"strings"
	"unicode/utf8"

	"assay/service/extract/words"
)

// Words takes a name apart into lower-case words: at separators, between lower
// and upper case, between letters and digits.
//
//	num_reviews → num reviews    ratingValue → rating value    isbn13 → isbn 13
func Words(name string) []string { return appendWords(make([]string, 0, 4), name) }

func appendWords(out []string, name string) []string { return words.AppendSplit(out, name, fold) }

func fold(word string) string {
	lower := strings.ToLower(word)
	for i := 0; i < len(lower); i++ {
		if lower[i] >= utf8.RuneSelf {
			return unaccent(lower)
		}
	}
	return lower
}

// unaccent drops the accents of Latin letters.
func unaccent(s string) string {
	return strings.Map(func(r rune) rune {
		if r < 0xC0 || r > 0x17F {
			return r
		}
		for _, group := range accents {
			if strings.ContainsRune(group[1:], r) {
				return rune(group[0])
			}
		}
		return r
	}, s)
}

var doubled = strings.NewReplacer("ae", "a", "oe", "o", "ue", "u", "ss", "s")

// unwritten puts back the letters for which German names that must do without them
// write two: verfuegbar, strasse. What is left has the form that fold gives words.
func unwritten(w string) string {
	for i := 1; i < len(w); i++ {
		before := w[i-1]
		if w[i] == 'e' && (before == 'a' || before == 'o' || before == 'u') || w[i] == 's' && before == 's' {
			return doubled.Replace(w)
		}
	}
	return w
}

var accents = [...]string{
	"aàáâãäåāăą", "cçćĉċč", "dďđ", "eèéêëēĕėęě", "gĝğġģ", "hĥħ", "iìíîïĩīĭįı", "jĵ", "kķ", "lĺļľł",
	"nñńņň", "oòóôõöøōŏő", "rŕŗř", "sśŝşšß", "tţťŧ", "uùúûüũūŭůűų", "wŵ", "yýÿŷ", "zźżž",
}

// numeral returns the digits of a number word, or "": names of fields cannot begin with
// digits.
func numeral(w string) string {
	switch w {
	case "zero":
		return "0"
	case "one":
		return "1"
	case "two":
		return "2"
	case "three":
		return "3"
	case "four":
		return "4"
	case "five":
		return "5"
	case "six":
		return "6"
	case "seven":
		return "7"
	case "eight":
		return "8"
	case "nine":
		return "9"
	case "ten":
		return "10"
	case "twelve":
		return "12"
	case "twenty":
		return "20"
	case "thirty":
		return "30"
	case "forty":
		return "40"
	case "fifty":
		return "50"
	case "sixty":
		return "60"
	case "ninety":
		return "90"
	}
	return ""
}

// isTens reports whether a number word may have another after it: fifty-two.
func isTens(w string) bool { return len(numeral(w)) == 2 && strings.HasSuffix(w, "ty") }

// stemAll brings the words of a name, in place, to the form they are compared in.
func stemAll(words []string) []string {
	for i, w := range words {
		words[i] = Stem(w)
	}
	spellNumber(words)
	return words
}

// spellNumber spells out the abbreviation of number that a name ends in: item no.
func spellNumber(stems []string) {
	if n := len(stems) - 1; n > 0 && (stems[n] == "no" || stems[n] == "nr") {
		stems[n] = "number"
	}
}

// Stem brings a word to the form it is compared in: an abbreviation that people use
// in names to the word, a plural to its singular, near enough.
func Stem(w string) string {
	if digits := numeral(w); digits != "" {
		return digits
	}
	switch w {
	case "pays", "makes": // French for a country, no plural of pay; what a recipe makes
		return w
	case "notes": // what is written beside, no plural of the French for a score
		return w
	case "msg":
		return "message"
	case "prod":
		return "product"
	case "desc", "descr":
		return "description"
	case "num", "nbr":
		return "number"
	case "hi":
		return "high"
	case "lo":
		return "low"
	case "avg":
		return "average"
	case "addr":
		return "address"
	case "mfr", "mfg":
		return "manufacturer"
	case "dep":
		return "departure"
	case "arr":
		return "arrival"
	case "dept":
		return "department"
	case "orig":
		return "original"
	case "curr":
		return "current"
	case "prev":
		return "previous"
	case "temp":
		return "temperature"
	case "approx":
		return "approximate"
	}
	return words.Stem(w)
}
