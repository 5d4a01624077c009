package words

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Split takes a name of any style and script apart into lower-case words without
// accents: at separators, between lower and upper case, between letters and digits.
//
//	num_reviews → num reviews    ratingValue → rating value    isbn13 → isbn 13
func Split(name string) []string { return AppendSplit(make([]string, 0, 8), name, Fold) }

// AppendSplit appends the words of a name, as Split takes it apart, each in the form that
// fold brings it to.
func AppendSplit(words []string, name string, fold func(string) string) []string {
	start, prev := -1, other
	flush := func(end int) {
		if start >= 0 {
			if w := fold(name[start:end]); w != "" {
				words = append(words, w)
			}
			start = -1
		}
	}
	for i, r := range name {
		is := kindOf(r)
		switch {
		case is == other:
			flush(i)
			switch r {
			case '%':
				words = append(words, "percent")
			case '#', '№':
				words = append(words, "number")
			}
		case start < 0:
			start = i
		case is != mark && ((is == digit) != (prev == digit) ||
			is == upper && (prev == lower || prev == upper && beginsWord(name[i+utf8.RuneLen(r):]))):
			flush(i)
			start = i
		}
		prev = is
	}
	flush(len(name))
	return words
}

// runeKind is what a character is in a name.
type runeKind uint8

const (
	other  runeKind = iota // it parts words
	letter                 // neither upper nor lower case
	lower
	upper
	digit
	mark // of the letter before it
)

var asciiKinds = func() (kinds [utf8.RuneSelf]runeKind) {
	for r := range kinds {
		kinds[r] = kindIn(rune(r))
	}
	return kinds
}()

func kindOf(r rune) runeKind {
	if r < utf8.RuneSelf {
		return asciiKinds[r]
	}
	return kindIn(r)
}

func kindIn(r rune) runeKind {
	switch {
	case unicode.IsLower(r):
		return lower
	case unicode.IsUpper(r):
		return upper
	case unicode.IsLetter(r):
		return letter
	case unicode.IsDigit(r):
		return digit
	case unicode.IsMark(r):
		return mark
	}
	return other
}

// beginsWord reports whether a capital letter before the text begins a word, and does
// not end an abbreviation: the P of HTMLParser, not the L of URLs.
func beginsWord(s string) bool {
	r, size := utf8.DecodeRuneInString(s)
	if r == 's' {
		next, _ := utf8.DecodeRuneInString(s[size:])
		return unicode.IsLower(next)
	}
	return unicode.IsLower(r)
}

// Fold brings a word to the form in which words are compared: lower case, without accents.
func Fold(word string) string {
	ascii := true
	for i := 0; i < len(word); i++ {
		if word[i] >= utf8.RuneSelf {
			ascii = false
			break
		}
	}
	if ascii {
		return strings.ToLower(word)
	}
	var b strings.Builder
	for _, r := range norm.NFKD.String(strings.ToLower(word)) {
		switch {
		case unicode.Is(unicode.Mn, r):
		case r == 'ß':
			b.WriteString("ss")
		case r == 'ø':
			b.WriteByte('o')
		case r == 'æ':
			b.WriteString("ae")
		case r == 'œ':
			b.WriteString("oe")
		case r == 'ł':
			b.WriteByte('l')
		case r == 'đ', r == 'ð':
			b.WriteByte('d')
		case r == 'ı':
			b.WriteByte('i')
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}
