// Package read turns the text of a page into typed values: numbers, prices,
// dates, durations, telephone numbers and the like, however they are written.
// Every reader reports whether the text holds such a value at all.
package read

import (
	"math"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// Locale is what is known of how a page writes its values.
type Locale struct {
	Lang string    // BCP 47 tag the page declares, or ""
	Near time.Time // the day that days without a year are near to; zero if the page names none
}

// language returns the primary subtag.
func (l Locale) language() string {
	lang, _, _ := strings.Cut(l.Lang, "-")
	lang, _, _ = strings.Cut(lang, "_")
	return strings.ToLower(lang)
}

// commaDecimals reports whether the language writes 1.234,5.
func (l Locale) commaDecimals() bool {
	switch l.language() {
	case "de", "fr", "es", "it", "pt", "nl", "da", "sv", "no", "nb", "nn", "fi", "pl", "cs", "sk", "sl", "hr", "sr", "bs", "hu", "ro", "bg", "ru", "uk", "el", "tr", "id", "vi", "ca", "eu", "gl", "et", "lv", "lt", "is":
		return true
	}
	return false
}

// Number reads the first number in a text: digits with separators of any common
// locale, fractions, a multiplying word such as "million", or a number word.
func Number(s string, l Locale) (float64, bool) {
	v, _, _, ok := scanNumber(s, l, false)
	if ok {
		return v, true
	}
	return NumberWord(s)
}

// Integer reads the first number in a text that is whole.
func Integer(s string, l Locale) (int64, bool) {
	v, ok := Number(s, l)
	if !ok || v != math.Trunc(v) || math.Abs(v) > 1<<53 {
		return 0, false
	}
	return int64(v), true
}

// Percent reads a percentage: the number before or after a per cent sign, else
// the first number, if it is a hundred at most.
func Percent(s string, l Locale) (float64, bool) {
	for pos := 0; pos < len(s); {
		v, _, to, ok := scanNumber(s[pos:], l, false)
		if !ok {
			break
		}
		to += pos
		if rest := strings.TrimLeft(s[to:], " \u00a0\u202f"); strings.HasPrefix(rest, "%") || strings.HasPrefix(rest, "percent") || strings.HasPrefix(rest, "per cent") {
			return v, true
		}
		pos = to
	}
	v, ok := Number(s, l)
	return v, ok && math.Abs(v) <= 100
}

// scanNumber finds the first number written in digits and returns its value and
// span. A money amount takes "1.299" for thousands whatever the language.
func scanNumber(s string, l Locale, money bool) (value float64, from, to int, ok bool) {
	value, from, to, ok = scanDigits(s, l, money)
	if ok {
		value, to = withMultiplier(s, value, to)
	}
	return value, from, to, ok
}

// scanDigits is scanNumber without the word that may multiply the number: the "M"
// of "30M" may be minutes.
func scanDigits(s string, l Locale, money bool) (value float64, from, to int, ok bool) {
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c >= utf8.RuneSelf {
			r, size := utf8.DecodeRuneInString(s[i:])
			if v, is := vulgarFraction(r); is {
				return v, i, i + size, true
			}
			i += size - 1
			continue
		}
		if !isDigit(c) {
			continue
		}
		end := numberEnd(s, i)
		v, good := parseDigits(s[i:end], l, money || end-i > 4 && s[end-4] == '.' && inCurrency(s[end:])) // "1.700 €"
		if !good {
			i = end
			continue
		}
		from = i
		if from > 0 && (s[from-1] == '-') && (from == 1 || s[from-2] == ' ') {
			v, from = -v, from-1
		} else if strings.HasSuffix(s[:from], "−") {
			v, from = -v, from-len("−")
		}
		if !money {
			v, end = withFraction(s, v, end)
		}
		return v, from, end, true
	}
	return 0, 0, 0, false
}

// numberEnd returns the end of the run of digits and separators at i.
func numberEnd(s string, i int) int {
	end := i
	for end < len(s) {
		c := s[end]
		if isDigit(c) {
			end++
			continue
		}
		size := 0
		switch {
		case c == '.' || c == ',' || c == '\'':
			size = 1
		case c == ' ' || strings.HasPrefix(s[end:], "\u00a0") || strings.HasPrefix(s[end:], "\u202f") || strings.HasPrefix(s[end:], "\u2009") || strings.HasPrefix(s[end:], "’"):
			_, size = utf8.DecodeRuneInString(s[end:])
			// A blank groups thousands only between one to three digits and exactly three.
			if !groupOfThree(s[end+size:]) || end-lastBreak(s, i, end) > 3 {
				return end
			}
		}
		if size == 0 || end+size >= len(s) || !isDigit(s[end+size]) {
			return end
		}
		end += size
	}
	return end
}

func lastBreak(s string, from, end int) int {
	for k := end; k > from; k-- {
		if !isDigit(s[k-1]) {
			return k
		}
	}
	return from
}

func groupOfThree(s string) bool {
	return len(s) >= 3 && isDigit(s[0]) && isDigit(s[1]) && isDigit(s[2]) && (len(s) == 3 || !isDigit(s[3]))
}

// parseDigits settles which separator is the decimal one.
func parseDigits(s string, l Locale, money bool) (float64, bool) {
	lastDot, lastComma := strings.LastIndexByte(s, '.'), strings.LastIndexByte(s, ',')
	dots, commas := strings.Count(s, "."), strings.Count(s, ",")
	decimal := -1
	switch {
	case lastDot >= 0 && lastComma >= 0:
		decimal = max(lastDot, lastComma)
		if dots > 1 && commas > 1 {
			return 0, false
		}
		if s[decimal] == '.' && dots > 1 || s[decimal] == ',' && commas > 1 {
			decimal = -1
		}
	case dots == 1 || commas == 1:
		at := max(lastDot, lastComma)
		after := len(s) - at - 1
		grouping := after == 3 && at <= 3 && s[0] != '0'
		switch {
		case !grouping:
			decimal = at
		case s[at] == ',':
			if l.commaDecimals() && !money {
				decimal = at
			}
		case !money && !l.commaDecimals():
			decimal = at
		}
	case dots > 1 || commas > 1:
		for _, group := range strings.FieldsFunc(s, func(r rune) bool { return r == '.' || r == ',' })[1:] {
			if len(group) != 3 {
				return 0, false // a version or a date
			}
		}
	}
	digits := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		switch {
		case isDigit(s[i]):
			digits = append(digits, s[i])
		case i == decimal:
			digits = append(digits, '.')
		}
	}
	v, err := strconv.ParseFloat(string(digits), 64)
	return v, err == nil && !math.IsInf(v, 0)
}

// withFraction adds the fraction of "1 1/2" and "1½", and reads "1/2".
func withFraction(s string, v float64, end int) (float64, int) {
	rest := s[end:]
	trimmed := strings.TrimLeft(rest, " ")
	if r, size := utf8.DecodeRuneInString(trimmed); size > 1 {
		if f, is := vulgarFraction(r); is {
			return v + f, end + len(rest) - len(trimmed) + size
		}
	}
	if n, d, size, ok := slashed(trimmed); ok && len(trimmed) < len(rest) && n < d && v == math.Trunc(v) {
		return v + n/d, end + len(rest) - len(trimmed) + size
	}
	if (strings.HasPrefix(rest, "/") || strings.HasPrefix(rest, "⁄")) && v > 0 && v < 20 && v == math.Trunc(v) {
		_, size := utf8.DecodeRuneInString(rest)
		k := size
		for k < len(rest) && isDigit(rest[k]) && k < size+3 {
			k++
		}
		if d, err := strconv.Atoi(rest[size:k]); err == nil && (d == 2 || d == 3 || d == 4 || d == 8 || d == 16) && v < float64(d) && (k == len(rest) || rest[k] != '/') {
			return v / float64(d), end + k
		}
	}
	return v, end
}

func slashed(s string) (n, d float64, size int, ok bool) {
	k := 0
	for k < len(s) && isDigit(s[k]) {
		k++
	}
	if k == 0 || k > 2 || k >= len(s) || s[k] != '/' && !strings.HasPrefix(s[k:], "⁄") {
		return 0, 0, 0, false
	}
	_, w := utf8.DecodeRuneInString(s[k:])
	e := k + w
	for e < len(s) && isDigit(s[e]) {
		e++
	}
	top, err1 := strconv.Atoi(s[:k])
	bottom, err2 := strconv.Atoi(s[k+w : e])
	if err1 != nil || err2 != nil || bottom == 0 {
		return 0, 0, 0, false
	}
	return float64(top), float64(bottom), e, true
}

func vulgarFraction(r rune) (float64, bool) {
	switch r {
	case '½':
		return 1. / 2, true
	case '⅓':
		return 1. / 3, true
	case '⅔':
		return 2. / 3, true
	case '¼':
		return 1. / 4, true
	case '¾':
		return 3. / 4, true
	case '⅕':
		return 1. / 5, true
	case '⅖':
		return 2. / 5, true
	case '⅗':
		return 3. / 5, true
	case '⅘':
		return 4. / 5, true
	case '⅙':
		return 1. / 6, true
	case '⅛':
		return 1. / 8, true
	case '⅜':
		return 3. / 8, true
	case '⅝':
		return 5. / 8, true
	case '⅞':
		return 7. / 8, true
	}
	return 0, false
}

// withMultiplier applies "million", "k" and the like right after a number.
func withMultiplier(s string, v float64, end int) (float64, int) {
	rest := strings.TrimLeft(s[end:], " \u00a0")
	word := rest
	for i, r := range rest {
		if !unicode.IsLetter(r) {
			word = rest[:i]
			break
		}
	}
	factor := multiplier(word)
	if len(word) == 1 {
		money := isMoney(s[:end])
		switch {
		case len(rest) < len(s[end:]), word == "m" && !money: // "5 m" are metres
			return v, end
		case money && strings.EqualFold(word, "b"):
			factor = 1e9
		}
	}
	if factor == 0 {
		return v, end
	}
	return v * factor, len(s) - len(rest) + len(word)
}

// isMoney reports whether the number that a text ends with has the sign of a currency before it.
func isMoney(s string) bool {
	r, _ := utf8.DecodeLastRuneInString(strings.TrimRight(s, "0123456789., \u00a0"))
	return unicode.Is(unicode.Sc, r)
}

// IsMultiplier reports whether a word after a number multiplies it.
func IsMultiplier(word string) bool { return multiplier(word) != 0 }

// multiplier returns what a word after a number multiplies it by, or 0.
func multiplier(word string) float64 {
	switch strings.ToLower(word) {
	case "k", "thousand", "tausend", "mille", "mil", "tsd":
		return 1e3
	case "m", "million", "millions", "millionen", "mio", "mln", "millones", "milioni", "milhões", "miljoen", "mn":
		return 1e6
	case "billion", "billions", "bn", "mrd", "milliarden", "milliard", "milliards", "miljard":
		return 1e9
	}
	return 0
}

// NumberWord returns the number that the first word of a text spells that spells one up to twelve.
func NumberWord(s string) (float64, bool) {
	for word := range strings.FieldsFuncSeq(s, func(r rune) bool { return !unicode.IsLetter(r) }) {
		switch strings.ToLower(word) {
		case "zero":
			return 0, true
		case "one", "single", "eins":
			return 1, true
		case "two", "zwei", "deux", "dos":
			return 2, true
		case "three", "drei", "trois", "tres":
			return 3, true
		case "four", "vier", "quatre", "cuatro", "quattro":
			return 4, true
		case "five", "fünf", "cinq", "cinco", "cinque":
			return 5, true
		case "six", "sechs", "seis", "sei":
			return 6, true
		case "seven", "sieben", "sept", "siete":
			return 7, true
		case "eight", "acht", "huit", "ocho":
			return 8, true
		case "nine", "neun", "neuf", "nueve":
			return 9, true
		case "ten", "zehn", "dix", "diez":
			return 10, true
		case "eleven", "elf", "onze":
			return 11, true
		case "twelve", "zwölf", "douze", "doce":
			return 12, true
		}
	}
	return 0, false
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// IsBareNumber reports whether a text is digits and separators alone.
func IsBareNumber(s string) bool {
	for i := 0; i < len(s); i++ {
		if !isDigit(s[i]) && s[i] != '.' && s[i] != ',' && s[i] != ' ' {
			return false
		}
	}
	return s != ""
}
