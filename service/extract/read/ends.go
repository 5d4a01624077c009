package read

import (
	"regexp"
	"strings"
	"unicode/utf8"
)

// betweenEnds matches what stands between the two ends of a range: "5 – 12 years".
var betweenEnds = regexp.MustCompile(`^(\s?\S{0,4})` + until)

// maxBeforeRange is how many bytes stand before a range at most: "CHF 5 – 12".
const maxBeforeRange = 8

// Ends parts a text that is a range of amounts into its ends, as they are written: "$70,000" and
// "$85,000 a year".
func Ends(s string, l Locale) (low, high string, ok bool) {
	first, from, to, ok := scanNumber(s, l, false)
	if !ok || from > maxBeforeRange {
		return "", "", false
	}
	gap := betweenEnds.FindStringSubmatchIndex(s[to:])
	if gap == nil {
		return "", "", false
	}
	low, high = s[:to+gap[3]], s[to+gap[1]:]
	second, from, _, ok := scanNumber(high, l, false)
	return strings.TrimSpace(low), high, ok && from <= maxBeforeRange && second > first && utf8.ValidString(low)
}

// inCurrency reports whether what follows a number says that it is money: "€", or "– 4.120 €", the
// other end of a range.
func inCurrency(after string) bool {
	if currencyAfter(after) {
		return true
	}
	gap := betweenEnds.FindStringIndex(after)
	if gap == nil {
		return false
	}
	other := strings.TrimLeft(after[gap[1]:], " \u00a0")
	end := numberEnd(other, 0)
	return end > 0 && currencyAfter(other[end:])
}
