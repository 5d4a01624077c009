// Package read turns the text of a page into typed values: numbers, prices,
// dates, durations, telephone numbers and the like, however they are written.
// Every reader reports whether the text holds such a value at all.
package read

import (
	"math"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Locale is what is known of how a page writes its values.
type Locale struct {
	Lang string // BCP 47 tag the page declares, or ""
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
	return numberWord(s)
}

// Integer reads the first number in a text that is whole.
func Integer(s string, l Locale) (int64, bool) {
	v, ok := Number(s, l)
	if !ok || v != math.Trunc(v) || math.Abs(v) > 1<<53 {
		return 0, false
	}
	return int64(v), true
}

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
		if currencyBefore(s[:from]) || currencyAfter(s[to:]) {
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

// Percent reads a percentage: the number before or after a per cent sign, else
// the first number.
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
	return Number(s, l)
}

// Rating reads a score: "4.5 out of 5", "4,5/5", "★★★★☆", or a bare number.
func Rating(s string, l Locale) (float64, bool) {
	full, any := 0.0, false
	for _, r := range s {
		switch r {
		case '★', '⭐', '🟊':
			full, any = full+1, true
		case '½', '⯨':
			if any {
				full += 0.5
			}
		case '☆':
			any = true
		}
	}
	if any && !strings.ContainsFunc(s, unicode.IsDigit) {
		return full, true
	}
	if v, _, _, ok := scaled(s, l); ok {
		return v, true
	}
	for from := 0; ; {
		v, _, to, ok := scanNumber(s[from:], l, false)
		if !ok {
			return numberWord(s)
		}
		if from += to; !isCounted(s[from:]) {
			return v, v >= 0
		}
	}
}

// isCounted reports whether what follows a number tells that it counts who rated rather
// than how: "18 reviews".
func isCounted(rest string) bool {
	rest = strings.ToLower(strings.TrimLeft(rest, " \u00a0"))
	for _, noun := range [...]string{"review", "ratings", "vote", "bewertungen", "opinion"} {
		if strings.HasPrefix(rest, noun) {
			return true
		}
	}
	return false
}

// SpeaksOfRating reports whether a text has a word or sign of ratings in it.
func SpeaksOfRating(s string) bool {
	lower := strings.ToLower(s)
	for _, word := range [...]string{"rat", "star", "scor", "out of", "/", "★", "☆", "⭐", "%", "review", "vote", "point", "bewert", "stern", " von ", " sur ", " de ", " su ", " van ", "note", "étoile", "avis", "estrella", "stell", "voto", "valora", "valuta", "punt", "beoordel", "ster"} {
		if strings.Contains(lower, word) {
			return true
		}
	}
	return false
}

// Score returns the part of a text that is a score with its scale, as it is written:
// "4.3 out of 5" of "18 reviews with an average rating of 4.3 out of 5 stars".
func Score(s string, l Locale) (string, bool) {
	_, from, to, ok := scaled(s, l)
	return s[from:to], ok
}

// scaled finds the first number of a text that stands before its scale, and where both
// stand.
func scaled(s string, l Locale) (value float64, from, to int, ok bool) {
	for to < len(s) {
		v, start, end, found := scanNumber(s[to:], l, false)
		if !found {
			return 0, 0, 0, false
		}
		start, end = start+to, end+to
		rest := strings.TrimLeft(s[end:], " \u00a0")
		for _, mark := range [...]string{"out of", "stars out of", "/", "of", "von", "sur", "de", "su", "van", "av", "z"} {
			scale, is := strings.CutPrefix(rest, mark)
			if scale = strings.TrimLeft(scale, " \u00a0"); is && scale != "" && isDigit(scale[0]) && v >= 0 {
				return v, start, len(s) - len(scale) + numberEnd(scale, 0), true
			}
		}
		to = end
	}
	return 0, 0, 0, false
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
		v, good := parseDigits(s[i:end], l, money)
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
	if len(word) == 1 && (len(rest) < len(s[end:]) || word == "m") {
		return v, end // "5 m" are metres
	}
	if factor == 0 {
		return v, end
	}
	return v * factor, len(s) - len(rest) + len(word)
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

func numberWord(s string) (float64, bool) {
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

func currencyBefore(s string) bool {
	s = strings.TrimRight(s, " \u00a0\u202f-")
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
	s = strings.TrimLeft(s, " \u00a0\u202f,-–")
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

func isCurrency(word string) bool {
	switch strings.TrimRight(word, ".") {
	case "USD", "EUR", "GBP", "CHF", "CAD", "AUD", "NZD", "JPY", "CNY", "INR", "SEK", "NOK", "DKK", "PLN", "CZK", "HUF", "RON", "BGN", "RUB", "UAH", "TRY", "BRL", "MXN", "ARS", "CLP", "COP", "ZAR", "SGD", "HKD", "KRW", "THB", "MYR", "IDR", "PHP", "VND", "AED", "SAR", "ILS", "EGP", "NGN", "KES", "PKR", "BDT", "LKR", "TWD", "PEN",
		"Rs", "kr", "Kr", "KR", "zł", "Kč", "Ft", "лв", "руб", "грн", "lei", "RM", "Rp", "R$", "Fr", "SFr", "TL", "euro", "euros", "Euro", "Euros", "dollars", "pounds", "kn", "din", "S/", "RSD", "HRK", "EURO":
		return true
	}
	return false
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
