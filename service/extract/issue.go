package extract

import (
	"strings"
	"unicode"
)

// withoutIssue returns the name of a publisher without what is said after it of the issue:
// "Lane & Son, 2007", "Mill Press; 1 edition (September 15, 2009)".
func withoutIssue(s string) string {
	name, _ := splitIssue(s)
	return name
}

// splitIssue parts what stands for a publisher into his name and what tells of the issue:
// what follows a semicolon, a year after a comma, brackets with a year in them.
func splitIssue(s string) (name, issue string) {
	at := strings.Index(s, "; ")
	if open := strings.LastIndex(s, " ("); at < 0 && open > 0 && strings.HasSuffix(s, ")") && hasYear(s[open:]) {
		at = open
	}
	if comma := strings.LastIndex(s, ", "); at < 0 && comma > 0 && isYear(s[comma+2:]) {
		at = comma
	}
	if at <= 1 {
		return s, ""
	}
	return s[:at], strings.Trim(s[at:], ";, ()")
}

func hasYear(s string) bool {
	for word := range strings.FieldsFuncSeq(s, func(r rune) bool { return !unicode.IsDigit(r) }) {
		if isYear(word) {
			return true
		}
	}
	return false
}
