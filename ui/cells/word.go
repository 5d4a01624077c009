package cells

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// WordLeft returns where the word before byte offset at of line begins: white
// space is passed over, then a run of word characters or one of signs.
func WordLeft(line string, at int) int {
	at = trimLeft(line, at, space)
	if at == 0 {
		return 0
	}
	r, _ := utf8.DecodeLastRuneInString(line[:at])
	return trimLeft(line, at, kindOf(r))
}

// WordRight returns where the word after byte offset at of line ends.
func WordRight(line string, at int) int {
	at = trimRight(line, at, space)
	if at == len(line) {
		return at
	}
	r, _ := utf8.DecodeRuneInString(line[at:])
	return trimRight(line, at, kindOf(r))
}

// WordAt returns the bounds of the run of like characters (a word, signs, white
// space) around byte offset at of line.
func WordAt(line string, at int) (start, end int) {
	if len(line) == 0 {
		return 0, 0
	}
	r, _ := utf8.DecodeRuneInString(line[at:])
	if at == len(line) {
		r, _ = utf8.DecodeLastRuneInString(line)
	}
	return trimLeft(line, at, kindOf(r)), trimRight(line, at, kindOf(r))
}

func trimLeft(line string, at int, k kind) int {
	return len(strings.TrimRightFunc(line[:at], k.has))
}

func trimRight(line string, at int, k kind) int {
	return len(line) - len(strings.TrimLeftFunc(line[at:], k.has))
}

// kind is what a character counts as when moving by words.
type kind uint8

const (
	space kind = iota
	word
	sign
)

// has reports whether a character belongs to a run of the kind: marks go with what they follow.
func (k kind) has(r rune) bool { return kindOf(r) == k || unicode.Is(unicode.M, r) }

func kindOf(r rune) kind {
	switch {
	case unicode.IsSpace(r):
		return space
	case r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r):
		return word
	}
	return sign
}
