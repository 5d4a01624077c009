package evidence

import (
	"strings"

	"assay/service/extract/read"
	"assay/service/extract/tree"
)

// localeOf returns the language of a page. Where English leaves open which of two
// numbers is the day, the page's other dates tell, else its currency: pounds are not
// American.
func localeOf(t *tree.Tree) read.Locale {
	l := read.Locale{Lang: t.Lang}
	switch strings.ToLower(t.Lang) {
	case "", "en", "en-us", "en_us":
	default:
		return l
	}
	dayFirst, monthFirst, pounds, dollars := 0, 0, 0, 0
	for i := range t.Lines {
		text := t.LineText(i)
		pounds += strings.Count(text, "£")
		dollars += strings.Count(text, "$")
		switch a, b, ok := numericDate(text); {
		case !ok:
		case a > 12 && b <= 12:
			dayFirst++
		case b > 12 && a <= 12:
			monthFirst++
		}
	}
	if dayFirst > monthFirst || dayFirst+monthFirst == 0 && pounds > 0 && dollars == 0 {
		l.Lang = "en-GB"
	}
	return l
}

// numericDate returns the first two numbers of a line's first date that is written in
// numbers between slashes: 28/10/2023.
func numericDate(s string) (a, b int, ok bool) {
	for at := 0; ; {
		slash := strings.IndexByte(s[at:], '/')
		if slash < 0 {
			return 0, 0, false
		}
		slash += at
		at = slash + 1
		from := slash
		for from > 0 && isDigit(s[from-1]) {
			from--
		}
		mid := at
		for mid < len(s) && isDigit(s[mid]) {
			mid++
		}
		end := mid + 1
		for end < len(s) && isDigit(s[end]) {
			end++
		}
		if n, m, y := slash-from, mid-at, end-mid-1; n > 0 && n <= 2 && m > 0 && m <= 2 && mid < len(s) && s[mid] == '/' && (y == 2 || y == 4) {
			return number(s[from:slash]), number(s[at:mid]), true
		}
	}
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }
