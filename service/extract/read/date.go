package read

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"
)

// When is a moment as a page gives it.
type When struct {
	Time    time.Time // at midnight UTC if the page gives no time of day
	HasTime bool      // whether a time of day was given
	HasZone bool      // whether an offset from UTC was given
	HasDay  bool      // whether a day was given, not only month and year

	Relative bool // whether it was given relative to now
}

// Date returns the day in the form YYYY-MM-DD.
func (w When) Date() string { return w.Time.Format("2006-01-02") }

// DateTime returns the moment in ISO 8601, with an offset if the page gave one.
func (w When) DateTime() string {
	switch {
	case !w.HasTime:
		return w.Time.Format("2006-01-02")
	case w.HasZone:
		return w.Time.Format(time.RFC3339)
	}
	return w.Time.Format("2006-01-02T15:04:05")
}

// Date finds the first date in a text. now is what relative dates ("3 days ago")
// are relative to.
func Date(s string, l Locale, now time.Time) (When, bool) {
	w, _, _, ok := FindDate(s, l, now)
	return w, ok
}

// FindDate is Date that also says where in the text the date stands.
func FindDate(s string, l Locale, now time.Time) (w When, from, to int, ok bool) {
	if len(s) > 400 {
		s = s[:400]
	}
	if !mayDate(s) {
		return When{}, 0, 0, false
	}
	var room [usualTokens]token
	tokens := appendTokens(room[:0], s)
	for i := range tokens {
		if w, n := dateAt(tokens[i:], l, now); n > 0 && !w.Time.IsZero() && w.Time.Year() >= 1000 && w.Time.Year() < 2200 {
			end := i + n
			if w.Relative { // 3 days ago (19 May 2025)
				at := tokens[end-1].at + len(tokens[end-1].text)
				if exact, _, size, ok := FindDate(s[at:], l, now); ok && !exact.Relative && strings.HasPrefix(s[at:], " (") && strings.IndexByte(s[at:], ')') >= size {
					return exact, tokens[i].at, at + size, true
				}
			}
			if !w.HasTime {
				end = addClock(&w, tokens, end)
			}
			return w, tokens[i].at, tokens[end-1].at + len(tokens[end-1].text), true
		}
	}
	return When{}, 0, 0, false
}

// mayDate reports whether a text may hold a date, by what is seen at a glance: most hold none. A date
// is all in digits with marks between them, or has a word that tells of one.
func mayDate(s string) bool {
	starts := dateStarts()
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c >= utf8.RuneSelf:
			return true
		case isDigit(c):
			from := i
			for i+1 < len(s) && isDigit(s[i+1]) {
				i++
			}
			after := strings.TrimLeft(s[i+1:], " \t\r\n")
			if i-from >= 7 || after != "" && (after[0] == '-' || after[0] == '/' || after[0] == '.') {
				return true
			}
		case isASCIILetter(c):
			if starts[startOf(s[i:])] {
				return true
			}
			for i+1 < len(s) && isASCIILetter(s[i+1]) {
				i++
			}
		}
	}
	return false
}

// dateStarts says with which letters the words of ASCII begin of which a date has one that is not all
// in digits; see startOf.
var dateStarts = sync.OnceValue(func() *[1 << 15]bool {
	words := slices.AppendSeq(agoWords[:], maps.Keys(months()))
	for w, is := range relatives {
		if is != isOne { // that stands with a word for ago
			words = append(words, w)
		}
	}
	var starts [1 << 15]bool
	for _, w := range words {
		if !strings.ContainsFunc(w, func(r rune) bool { return r >= utf8.RuneSelf }) {
			starts[startOf(w)] = true
		}
	}
	return &starts
})

// startOf returns a number for the first three letters of a word of ASCII, whatever their case.
func startOf(w string) (at int) {
	for i := range min(3, len(w)) {
		if !isASCIILetter(w[i]) {
			break
		}
		at = at<<5 | int(w[i]&31)
	}
	return at
}

func isASCIILetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

// LastDay returns the last day that a text names with its year, if it is later than the one given and not
// after another, which may be zero.
func LastDay(last time.Time, text string, l Locale, until time.Time) time.Time {
	for {
		w, _, to, ok := FindDate(text, l, time.Time{})
		if !ok {
			return last
		}
		if w.HasDay && w.Time.After(last) && (until.IsZero() || !w.Time.After(until)) {
			last = w.Time
		}
		text = text[to:]
	}
}

type token struct {
	text  string
	at    int
	digit bool
	value int
	sep   string // what stood before it
}

// usualTokens is how many tokens most texts have at most that may hold a date.
const usualTokens = 24

// appendTokens appends the runs of digits and the runs of letters of a text.
func appendTokens(tokens []token, s string) []token {
	end := 0
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case r >= '0' && r <= '9':
			j := i
			for j < len(s) && isDigit(s[j]) {
				j++
			}
			t := token{text: s[i:j], at: i, digit: true, sep: s[end:i]}
			if j-i <= 14 {
				t.value, _ = strconv.Atoi(t.text)
			} else {
				t.value = -1
			}
			tokens = append(tokens, t)
			i, end = j, j
		case unicode.IsLetter(r):
			j := i
			for j < len(s) {
				r, size := utf8.DecodeRuneInString(s[j:])
				if !unicode.IsLetter(r) && !unicode.IsMark(r) {
					break
				}
				j += size
				if r == '年' || r == '月' || r == '日' || r == '년' || r == '월' || r == '일' {
					break
				}
			}
			tokens = append(tokens, token{text: s[i:j], at: i, sep: s[end:i]})
			i, end = j, j
		default:
			i += size
		}
	}
	return tokens
}

// dateAt reads a date that starts at the first token; n is how many it took.
func dateAt(t []token, l Locale, now time.Time) (When, int) {
	if t[0].digit {
		if w, n := numericDate(t, l); n > 0 {
			return w, n
		}
		// 14 February 2024, 14. Februar 2024, 14th of February, 2024, 14 de febrero de 2024, 14-16 February
		if len(t[0].text) <= 2 && t[0].value >= 1 && t[0].value <= 31 {
			first := afterSpan(t)
			i := first
			for i < len(t) && i < first+3 && (isDateFiller(t[i].text) || i > first && t[i].text == "day") { // 3rd day of April
				i++
			}
			if i < len(t) && !t[i].digit && near(t[i].sep) {
				if m := month(t[i].text); m != 0 && !isMonthFirst(t[i:]) {
					if y, n := yearAt(t, i+1); n > 0 {
						return day(y, m, t[0].value), n
					}
					return dayWithoutYear(m, t[0].value, l, now, t[i].text, i+1)
				}
			}
		}
		if w, n := relativeCount(t, now); n > 0 {
			return w, n
		}
		return When{}, 0
	}
	if m := month(t[0].text); m != 0 {
		// February 14, 2024; Feb. 14th 2024; February 14-16, 2024
		if len(t) > 1 && t[1].digit && len(t[1].text) <= 2 && t[1].value >= 1 && t[1].value <= 31 && near(t[1].sep) {
			end := 1 + afterSpan(t[1:])
			i := end
			if i < len(t) && isDateFiller(t[i].text) {
				i++
			}
			if y, n := yearAt(t, i); n > 0 {
				return day(y, m, t[1].value), n
			}
			return dayWithoutYear(m, t[1].value, l, now, t[0].text, end)
		}
		// February 2024
		if y, n := yearAt(t, 1); n > 0 && y > 1000 {
			w := day(y, m, 1)
			w.HasDay = false
			return w, n
		}
	}
	return relativeWord(t, now)
}

// isMonthFirst reports whether a day and a year follow a month: the 1 of "#1 Jan 14 2025" is no day.
func isMonthFirst(t []token) bool {
	return len(t) > 2 && t[1].digit && len(t[1].text) <= 2 && near(t[1].sep) && t[2].digit && len(t[2].text) == 4 && t[2].value < 2200 && near(t[2].sep)
}

// afterSpan returns where what follows the days of a month begins: after the last one of "14-16 February",
// after the only one of "14 February".
func afterSpan(t []token) int {
	for i := 1; i < min(len(t), 3); i++ {
		switch {
		case !t[i].digit && i == 1 && isUntil(t[i].text):
		case t[i].digit && (i > 1 || atUntil.MatchString(t[i].sep)) && t[i].value > t[0].value && t[i].value <= 31:
			return i + 1
		default:
			return 1
		}
	}
	return 1
}

func near(sep string) bool { return len(sep) <= 4 }

func day(y, m, d int) When {
	w := When{Time: time.Date(y, time.Month(m), d, 0, 0, 0, 0, time.UTC), HasDay: true}
	if w.Time.Day() != d {
		return When{}
	}
	return w
}

// farOff is how many months there are at most from the day of the page to one of the same year.
const farOff = 8

// dayWithoutYear takes the year of the page, or one beside it if the day is far off then. If the page names
// no day in full, it takes the year nearest before now. A short word that is only sometimes a month needs a
// year to be believed.
func dayWithoutYear(m, d int, l Locale, now time.Time, word string, n int) (When, int) {
	if now.IsZero() || len(word) < 3 || strings.EqualFold(word, "mar") || strings.EqualFold(word, "may") && word != "May" {
		return When{}, 0
	}
	near, ahead, behind := now, 1, 12
	if !l.Near.IsZero() {
		near, ahead, behind = l.Near, farOff, farOff
	}
	w := day(near.Year(), m, d)
	switch {
	case w.Time.After(near.AddDate(0, ahead, 0)):
		w = day(near.Year()-1, m, d)
	case w.Time.Before(near.AddDate(0, -behind, 0)):
		w = day(near.Year()+1, m, d)
	}
	return w, n
}

// yearAt reads a year at t[i], after words such as "de"; n is the index after it.
func yearAt(t []token, i int) (y, n int) {
	for i < len(t) && i < 5 && isDateFiller(t[i].text) {
		i++
	}
	if i >= len(t) || !t[i].digit || !near(t[i].sep) {
		return 0, 0
	}
	switch {
	case len(t[i].text) == 4 && t[i].value >= 1000 && t[i].value < 2200:
		return t[i].value, i + 1
	case len(t[i].text) == 2 && strings.HasSuffix(t[i].sep, "'"), len(t[i].text) == 2 && strings.HasSuffix(t[i].sep, "’"):
		return century(t[i].value), i + 1
	case len(t[i].text) == 2 && (t[i].sep == "-" || t[i].sep == " " || t[i].sep == ". " || t[i].sep == ", ") && !isOther(t[i], t[i+1:]):
		return century(t[i].value), i + 1
	}
	return 0, 0
}

// isOther reports whether a number of two digits after a month is no year, by what follows: an hour, the
// last day of a span, or how many there are of what the next sentence begins with.
func isOther(n token, after []token) bool {
	if len(after) == 0 {
		return false
	}
	switch next := after[0]; strings.ToLower(next.text) {
	case "am", "pm", "a", "p", "h", "uhr":
		return true
	default:
		return next.digit && (strings.HasPrefix(next.sep, ":") || len(next.text) == 4 && near(next.sep)) || !next.digit && n.sep == ". " && next.sep == " "
	}
}

func century(yy int) int {
	if yy > 69 {
		return 1900 + yy
	}
	return 2000 + yy
}

func isDateFiller(w string) bool {
	switch w {
	case "st", "nd", "rd", "th", "of", "de", "del", "d", "of the", "er", "a", "ta", "º":
		return true
	}
	return false
}

// numericDate reads 2024-02-14, 14.02.2024, 2/14/2024, 20240214, 2024年2月14日.
func numericDate(t []token, l Locale) (When, int) {
	a := t[0]
	if len(a.text) == 8 && a.value > 19000101 && a.value < 22000101 {
		w := day(a.value/10000, a.value/100%100, a.value%100)
		if w.Time.IsZero() {
			return w, 0
		}
		return w, 1
	}
	if len(t) >= 5 && (t[1].text == "年" || t[1].text == "년") && t[2].digit && (t[3].text == "月" || t[3].text == "월") && t[4].digit {
		return valid(day(a.value, t[2].value, t[4].value), 5)
	}
	if len(t) < 3 || !t[1].digit || !t[2].digit {
		return When{}, 0
	}
	b, c := t[1], t[2]
	sep := strings.TrimSpace(b.sep)
	if sep != strings.TrimSpace(c.sep) || sep != "-" && sep != "/" && sep != "." && sep != "‑" && sep != "–" {
		return When{}, 0
	}
	switch {
	case len(a.text) == 4 && len(b.text) <= 2 && len(c.text) <= 2:
		w, n := valid(day(a.value, b.value, c.value), 3)
		if n > 0 {
			return clockISO(w, t, n)
		}
		return w, n
	case len(a.text) <= 2 && len(b.text) <= 2 && (len(c.text) == 4 || len(c.text) == 2 && sep != "-"):
		y := c.value
		if len(c.text) == 2 {
			y = century(y)
		}
		dayFirst := sep == "." || l.dayFirst()
		switch {
		case a.value > 12:
			dayFirst = true
		case b.value > 12:
			dayFirst = false
		}
		if dayFirst {
			return valid(day(y, b.value, a.value), 3)
		}
		return valid(day(y, a.value, b.value), 3)
	}
	return When{}, 0
}

func valid(w When, n int) (When, int) {
	if w.Time.IsZero() {
		return w, 0
	}
	return w, n
}

// dayFirst reports whether 3/4/2024 is in April.
func (l Locale) dayFirst() bool {
	lang := strings.ToLower(strings.ReplaceAll(l.Lang, "_", "-"))
	switch l.language() {
	case "", "en":
		return lang == "en-gb" || lang == "en-au" || lang == "en-nz" || lang == "en-ie" || lang == "en-za" || lang == "en-in"
	}
	return true
}

// clockISO reads the time and zone of an ISO 8601 date-time after its day.
func clockISO(w When, t []token, n int) (When, int) {
	if len(t) < n+3 || !strings.EqualFold(t[n].text, "T") || t[n].sep != "" || !t[n+1].digit || !t[n+2].digit || t[n+2].sep != ":" {
		return w, n
	}
	sec := 0
	i := n + 3
	if i < len(t) && t[i].digit && t[i].sep == ":" {
		sec = t[i].value
		i++
	}
	if i < len(t) && t[i].digit && t[i].sep == "." {
		i++ // fractions of a second
	}
	zone := time.UTC
	switch {
	case i < len(t) && t[i].sep == "" && strings.EqualFold(t[i].text, "Z"):
		w.HasZone = true
		i++
	case i < len(t) && t[i].digit && (t[i].sep == "+" || t[i].sep == "-" || t[i].sep == "−"):
		h, m := t[i].value, 0
		if len(t[i].text) == 4 {
			h, m = t[i].value/100, t[i].value%100
		}
		sign := 1
		if t[i].sep != "+" {
			sign = -1
		}
		i++
		if i < len(t) && t[i].digit && t[i].sep == ":" {
			m = t[i].value
			i++
		}
		if h <= 14 && m < 60 {
			w.HasZone = true
			zone = time.FixedZone("", sign*(h*3600+m*60))
		}
	}
	if t[n+1].value > 24 || t[n+2].value > 59 || sec > 60 {
		return w, n
	}
	w.HasTime = true
	w.Time = time.Date(w.Time.Year(), w.Time.Month(), w.Time.Day(), t[n+1].value, t[n+2].value, sec, 0, zone)
	return w, i
}

// addClock reads "14:30", "2:30 pm" or "14h30" soon after a date.
func addClock(w *When, t []token, i int) int {
	start := i
	for i < len(t) && i < start+2 && !t[i].digit {
		i++
	}
	if i+1 >= len(t) || !t[i].digit || len(t[i].text) > 2 || t[i].value > 24 {
		return start
	}
	h, j := t[i].value, i+1
	m, sec := 0, 0
	switch {
	case t[j].digit && (t[j].sep == ":" || t[j].sep == ".") && len(t[j].text) == 2 && t[j].value < 60:
		m = t[j].value
		j++
		if j < len(t) && t[j].digit && t[j].sep == ":" && t[j].value < 60 {
			sec = t[j].value
			j++
		}
	case strings.EqualFold(t[j].text, "h") && j+1 < len(t) && t[j+1].digit && t[j+1].sep == "" && t[j+1].value < 60:
		m = t[j+1].value
		j += 2
	case strings.EqualFold(t[j].text, "am") || strings.EqualFold(t[j].text, "pm"):
	default:
		return start
	}
	if j < len(t) && len(t[j].sep) <= 1 {
		switch strings.ToLower(t[j].text) {
		case "pm", "p":
			if h < 12 {
				h += 12
			}
			j++
		case "am", "a":
			if h == 12 {
				h = 0
			}
			j++
		}
	}
	if h > 23 {
		return start
	}
	w.HasTime = true
	w.Time = time.Date(w.Time.Year(), w.Time.Month(), w.Time.Day(), h, m, sec, 0, time.UTC)
	return j
}

var months = sync.OnceValue(func() map[string]int {
	lists := [...]string{
		"january jan januar jänner janvier janv enero ene gennaio gen januari janeiro januar tammikuu styczeń stycznia leden ledna január января январь ianuarie ocak sausio jaanuar janv janvāris siječanj janar",
		"february feb februar feber février févr fév fevrier febrero febbraio februari fevereiro fev helmikuu luty lutego únor února február февраля февраль februarie şubat",
		"march mar märz mrz mär mars marzo maart mrt março marts maaliskuu marzec marca březen března марта март martie mart március",
		"april apr avril avr abril abr aprile april huhtikuu kwiecień kwietnia duben dubna április апреля апрель aprilie nisan",
		"may mai mayo maggio mag mei maio maj toukokuu maja květen května május мая май mayıs",
		"june jun juni juin junio giugno giu junho kesäkuu czerwiec czerwca červen června június июня июнь iunie haziran",
		"july jul juli juillet juil julio luglio lug julho heinäkuu lipiec lipca červenec července július июля июль iulie temmuz",
		"august aug août aout agosto ago augustus augusti elokuu sierpień sierpnia srpen srpna augusztus августа август ağustos",
		"september sep sept septembre septiembre settembre set setembro syyskuu wrzesień września září szeptember сентября сентябрь septembrie eylül",
		"october oct oktober okt octobre octubre ottobre ott outubro out lokakuu październik października říjen října október октября октябрь octombrie ekim",
		"november nov novembre noviembre novembro marraskuu listopad listopada listopadu ноября ноябрь noiembrie kasım",
		"december dec dezember dez décembre déc diciembre dic dicembre dezembro joulukuu grudzień grudnia prosinec prosince декабря декабрь decembrie aralık desember",
	}
	m := make(map[string]int, 260)
	for i, list := range lists {
		for word := range strings.FieldsSeq(list) {
			if _, taken := m[word]; !taken {
				m[word] = i + 1
			}
		}
	}
	return m
})

func month(w string) int {
	if len(w) < 3 || len(w) > 24 {
		return 0
	}
	return months()[strings.ToLower(w)]
}
