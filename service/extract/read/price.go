package read

import (
	"math"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Price reads an amount of money: the number next to a currency if there is one,
// else the first number.
func Price(s string, l Locale) (float64, bool) {
	if v, ok := MarkedPrice(s, l); ok {
		return v, true
	}
	v, _, _, ok := scanNumber(s, l, true)
	return v, ok
}

// MarkedPrice reads an amount of money that stands with its currency.
func MarkedPrice(s string, l Locale) (float64, bool) {
	v, _, ok := nextPrice(s, 0, l)
	return v, ok
}

// MarkedPrices reads all amounts with a currency in a text, at most four.
func MarkedPrices(s string, l Locale) []float64 {
	var out []float64
	for pos := 0; len(out) < 4; {
		v, next, ok := nextPrice(s, pos, l)
		if !ok {
			break
		}
		out, pos = append(out, v), next
	}
	return out
}

// Currency returns the sign, the code or the name of the currency that the first amount in a text
// stands with, as it is written.
func Currency(s string, l Locale) (string, bool) {
	for pos := 0; pos < len(s); {
		_, from, to, ok := scanNumber(s[pos:], l, true)
		if !ok {
			break
		}
		before, after := s[:pos+from], s[pos+to:]
		if currencyBefore(before) {
			return lastWord(before), true
		}
		if currencyAfter(after) {
			return firstWord(after), true
		}
		pos += to
	}
	return "", false
}

// isNoCurrency reports whether a letter is no part of a currency's sign, code or name.
func isNoCurrency(r rune) bool { return !unicode.IsLetter(r) && !unicode.Is(unicode.Sc, r) }

func lastWord(s string) string {
	s = strings.TrimRightFunc(s, isNoCurrency)
	return s[strings.LastIndexFunc(s, isNoCurrency)+1:]
}

func firstWord(s string) string {
	s = strings.TrimLeftFunc(s, isNoCurrency)
	if end := strings.IndexFunc(s, isNoCurrency); end >= 0 {
		s = s[:end]
	}
	return s
}

// nextPrice reads the first amount with a currency at or after pos, and returns
// where it ends.
func nextPrice(s string, pos int, l Locale) (float64, int, bool) {
	for pos < len(s) {
		v, from, to, ok := scanNumber(s[pos:], l, true)
		if !ok {
			return 0, 0, false
		}
		from, to = from+pos, to+pos
		if cents, size := spacedCents(s[to:]); size > 0 && v == math.Trunc(v) {
			v, to = v+cents, to+size
		}
		if currencyBefore(s[:from]) && !isClass(s[from:to], s[to:]) || currencyAfter(s[to:]) {
			if cents, ok := trailingCents(s[to:]); ok && v == math.Trunc(v) {
				v += cents
			}
			return v, to, true
		}
		pos = to
	}
	return 0, 0, false
}

// spacedCents reads the cents of "28 , 00", as texts of small elements join to,
// and returns how long they are.
func spacedCents(s string) (float64, int) {
	rest := strings.TrimLeft(s, " ")
	if len(rest) < 3 || rest[0] != ',' && rest[0] != '.' {
		return 0, 0
	}
	digits := strings.TrimLeft(rest[1:], " ")
	if len(digits) < 2 || !isDigit(digits[0]) || !isDigit(digits[1]) || len(digits) > 2 && isDigit(digits[2]) {
		return 0, 0
	}
	return float64(digits[0]-'0')/10 + float64(digits[1]-'0')/100, len(s) - len(digits) + 2
}

// trailingCents reads the cents of "4€99" and "4€ 99".
func trailingCents(s string) (float64, bool) {
	r, size := utf8.DecodeRuneInString(s)
	if !unicode.Is(unicode.Sc, r) {
		return 0, false
	}
	s = strings.TrimLeft(s[size:], " ")
	if len(s) >= 2 && isDigit(s[0]) && isDigit(s[1]) && (len(s) == 2 || !isDigit(s[2]) && s[2] != '.' && s[2] != ',') {
		return float64(s[0]-'0')/10 + float64(s[1]-'0')/100, true
	}
	return 0, false
}

// isClass reports whether a digit has a small letter right after it and no more: Euro 6d is
// how clean an engine is.
func isClass(number, after string) bool {
	r, size := utf8.DecodeRuneInString(after)
	next, _ := utf8.DecodeRuneInString(after[size:])
	return len(number) == 1 && unicode.IsLower(r) && !unicode.IsLetter(next)
}

func currencyBefore(s string) bool {
	s = strings.TrimRightFunc(s, func(r rune) bool { return r == ' ' || r == '\u00a0' || r == '\u202f' || r == '-' })
	r, _ := utf8.DecodeLastRuneInString(s)
	if unicode.Is(unicode.Sc, r) {
		return true
	}
	word := s
	if i := strings.LastIndexFunc(s, func(r rune) bool { return !unicode.IsLetter(r) && r != '.' }); i >= 0 {
		_, size := utf8.DecodeRuneInString(s[i:])
		word = s[i+size:]
	}
	return isCurrency(word)
}

func currencyAfter(s string) bool {
	s = strings.TrimLeftFunc(s, func(r rune) bool {
		return r == ' ' || r == '\u00a0' || r == '\u202f' || r == ',' || r == '-' || r == '–'
	})
	r, _ := utf8.DecodeRuneInString(s)
	if unicode.Is(unicode.Sc, r) {
		return true
	}
	word := s
	if i := strings.IndexFunc(s, func(r rune) bool { return !unicode.IsLetter(r) && r != '.' }); i >= 0 {
		word = s[:i]
	}
	return isCurrency(word)
}

// IsCurrency reports whether a word is the sign, the code or the name of a currency: "€",
// "US$", "CHF", "euros".
func IsCurrency(word string) bool {
	sign, _ := utf8.DecodeLastRuneInString(word)
	return unicode.Is(unicode.Sc, sign) || isCurrency(word)
}

func isCurrency(word string) bool {
	switch strings.TrimRight(word, ".") {
	case "USD", "EUR", "GBP", "CHF", "CAD", "AUD", "NZD", "JPY", "CNY", "INR", "SEK", "NOK", "DKK", "PLN", "CZK", "HUF", "RON", "BGN", "RUB", "UAH", "TRY", "BRL", "MXN", "ARS", "CLP", "COP", "ZAR", "SGD", "HKD", "KRW", "THB", "MYR", "IDR", "PHP", "VND", "AED", "SAR", "ILS", "EGP", "NGN", "KES", "PKR", "BDT", "LKR", "TWD", "PEN",
		"Rs", "kr", "Kr", "KR", "zł", "Kč", "Ft", "лв", "руб", "грн", "lei", "RM", "Rp", "R$", "Fr", "SFr", "TL", "euro", "euros", "Euro", "Euros", "dollars", "pounds", "kn", "din", "S/", "RSD", "HRK", "EURO":
		return true
	}
	return false
}
