package onpage

import (
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"
)

// FirmLike reports whether a short line ends like the name of a firm.
func FirmLike(s string) bool {
	words := strings.Fields(strings.TrimRight(s, " .,"))
	if len(words) < 2 || len(words) > 6 {
		return false
	}
	switch strings.ToLower(strings.Trim(words[len(words)-1], ".,()")) {
	case "ltd", "limited", "llc", "inc", "gmbh", "plc", "corp", "corporation", "pty", "llp", "co", "company", "bv", "b.v", "s.r.l", "srl", "s.a", "sarl", "kg", "ag", "oy", "ab", "as", "aps", "lda", "associates", "pllc", "pc", "p.c", "group":
		first, _ := utf8.DecodeRuneInString(words[0])
		return unicode.IsUpper(first)
	}
	return false
}

// TitleParts yields the parts of a page's title that separators set apart.
func TitleParts(title string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, sep := range [...]string{" | ", " - ", " – ", " — ", " :: ", " » ", " « ", " › ", " > ", " • ", " · ", ": "} {
			if !strings.Contains(title, sep) {
				continue
			}
			for part := range strings.SplitSeq(title, sep) {
				if part = strings.TrimSpace(part); len(part) > 2 && len(part) <= 60 && !yield(part) {
					return
				}
			}
			return
		}
		if len(title) > 2 && len(title) <= 40 {
			yield(title)
		}
	}
}
