package tagger

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// A Token is a word, a mark, or the end of a line of a prompt.
type Token struct {
	Text       string // as it was written, or "\n"
	Low        string // in lower case
	Start, End int    // where it stands, in bytes
}

// IsWord reports whether a token is a word or a number.
func (t *Token) IsWord() bool {
	r, _ := utf8.DecodeRuneInString(t.Text)
	return unicode.IsLetter(r) || unicode.IsDigit(r)
}

// mostTokens bounds what is read of a prompt.
const mostTokens = 1500

// Tokens splits a prompt. Of a very long one only the beginning is read.
func Tokens(text string) []Token {
	var out []Token
	add := func(start, end int) {
		if start < end && len(out) < mostTokens {
			low := strings.ReplaceAll(strings.ToLower(text[start:end]), "’", "'")
			out = append(out, Token{text[start:end], low, start, end})
		}
	}
	for at := 0; at < len(text); {
		r, size := utf8.DecodeRuneInString(text[at:])
		switch {
		case r == '\n':
			add(at, at+size)
			at += size
		case unicode.IsSpace(r):
			at += size
		case inWord(r):
			end := at + wordLength(text[at:])
			addWord(text, at, end, add)
			at = end
		default:
			add(at, at+size)
			at += size
		}
	}
	return out
}

func inWord(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.Is(unicode.Mn, r) || r == '_'
}

// wordLength says how many bytes a word has that begins a text. Marks within it are part of it:
// "e-mail", "4.5", "don't", "example.com". An address is one word.
func wordLength(text string) int {
	if strings.HasPrefix(text, "http://") || strings.HasPrefix(text, "https://") {
		if end := strings.IndexFunc(text, unicode.IsSpace); end >= 0 {
			return end
		}
		return len(text)
	}
	last := 0
	for at, r := range text {
		switch {
		case inWord(r):
			last = at + utf8.RuneLen(r)
		case (r == '-' || r == '.' || r == '\'' || r == '’') && last == at:
		default:
			return last
		}
	}
	return last
}

// addWord adds a word, parted at its apostrophe: "what" and "'s", "l'" and "auteur".
func addWord(text string, start, end int, add func(start, end int)) {
	at := strings.IndexAny(text[start:end], "'’")
	if at < 0 {
		add(start, end)
		return
	}
	at += start
	_, size := utf8.DecodeRuneInString(text[at:])
	switch strings.ToLower(text[at+size : end]) {
	case "s", "d", "m", "re", "ve", "ll":
	case "t": // don't
		add(start, end)
		return
	default:
		at += size
	}
	add(start, at)
	add(at, end)
}

// letters are those that names write as others.
var letters = strings.NewReplacer("ß", "ss", "æ", "ae", "œ", "oe", "ø", "o", "ł", "l", "'", "")

// Plain returns a token in the letters of names: "größe" is "grosse", "e-mail" is "e_mail".
func (t *Token) Plain() string {
	var b strings.Builder
	for _, r := range norm.NFD.String(letters.Replace(t.Low)) {
		switch {
		case r >= 'a' && r <= 'z' || r >= '0' && r <= '9':
			b.WriteRune(r)
		case !unicode.Is(unicode.Mn, r):
			b.WriteByte('_')
		}
	}
	return strings.Trim(b.String(), "_")
}
