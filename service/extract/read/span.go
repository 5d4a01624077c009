package read

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
)

// What stands between the first and the last day of a span.
const (
	until      = `(?:\s*[-–—]\s*|\s+(?:` + untilWords + `)\s+)`
	untilWords = `to|until|till|through|bis|au|al|a|até|tot|t/m`
)

var (
	atUntil    = regexp.MustCompile(`^` + until)
	inOneMonth = regexp.MustCompile(`^\D*\d{1,2}\.?` + until + `(\d{1,2})(?:\D|$)`)
)

// isUntil reports whether a word stands there.
func isUntil(word string) bool { return slices.Contains(strings.Split(untilWords, "|"), word) }

// Span finds the first span of days in a text and returns the first and the last of them.
func Span(s string, l Locale, now time.Time) (first, last When, ok bool) {
	for {
		day, from, to, ok := FindDate(s, l, now)
		if !ok {
			return When{}, When{}, false
		}
		if first, last, ok = spanFrom(day, s[from:to], s[to:], l, now); ok {
			return first, last, true
		}
		s = s[to:]
	}
}

// spanFrom returns the span that begins with a day, which a text says before the rest.
func spanFrom(first When, said, rest string, l Locale, now time.Time) (_, last When, ok bool) {
	if !first.HasDay || first.Relative {
		return first, last, false
	}
	if m := inOneMonth.FindStringSubmatch(said); m != nil && strings.ContainsFunc(said, unicode.IsLetter) { // 9-10 June 2026
		number, _ := strconv.Atoi(m[1])
		last = day(first.Time.Year(), int(first.Time.Month()), number)
		return first, last, last.Time.After(first.Time)
	}
	gap := atUntil.FindString(rest)
	if gap == "" {
		return first, last, false
	}
	rest = rest[len(gap):]
	last, at, end, ok := FindDate(rest, l, now)
	if !ok || strings.ContainsAny(strings.TrimRight(rest[:at], " "), " 0123456789") || !last.HasDay || last.Relative { // but for the day of the week
		return first, last, false
	}
	_, firstYear := Date(said, l, time.Time{})
	_, lastYear := Date(rest[at:end], l, time.Time{})
	switch {
	case firstYear:
	case lastYear: // they share it
		first = day(last.Time.Year(), int(first.Time.Month()), first.Time.Day())
		if first.Time.After(last.Time) {
			first.Time = first.Time.AddDate(-1, 0, 0)
		}
	case first.Time.After(last.Time):
		last.Time = last.Time.AddDate(1, 0, 0)
	}
	return first, last, first.Time.Before(last.Time)
}
