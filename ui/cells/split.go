package cells

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// Cell is one grapheme cluster of a line as a terminal shows it.
type Cell struct {
	Start, End int    // byte offsets in the line
	Col, Width int    // first cell, from 0, and how many it takes; at least 1
	Show       string // what is drawn: the text itself or what stands for it
	Escaped    bool   // Show stands for something a terminal cannot show
}

// Split cuts one line into its cells. Tabs reach to the next multiple of tab.
// Control characters become ^X; clusters that have no width or would join with
// what is drawn beside them become escapes such as \u200b. The sum of the widths
// is the Width of what is drawn. Of an emoji put together from several characters
// only the first is drawn: terminals do not agree on how wide the whole is.
func Split(line string, tab int) []Cell {
	out := make([]Cell, 0, len(line))
	col := 0
	for i := 0; i < len(line); {
		c := first(line[i:], col, tab)
		c.Start, c.End, c.Col = i, i+c.End, col
		out = append(out, c)
		i, col = c.End, col+c.Width
	}
	return out
}

// Visible returns text as one line of what Split draws: as wide as Width says on
// any terminal, beside any other text. Line ends and tabs become spaces.
func Visible(text string) string {
	if printable(text) {
		return text
	}
	text = lineEnds.Replace(text)
	var b strings.Builder
	b.Grow(len(text))
	for i, col := 0, 0; i < len(text); {
		c := first(text[i:], col, 1)
		b.WriteString(c.Show)
		i, col = i+c.End, col+c.Width
	}
	return b.String()
}

// printable reports whether text has only characters that are drawn as they are, which
// most text does: those of ASCII.
func printable(text string) bool {
	for i := range len(text) {
		if text[i] < ' ' || text[i] > '~' {
			return false
		}
	}
	return true
}

var lineEnds = strings.NewReplacer("\r\n", " ", "\n", " ", "\r", " ")

// first returns the first cell of s, with End as its length.
func first(s string, col, tab int) Cell {
	if b := s[0]; b < utf8.RuneSelf && (len(s) == 1 || s[1] < utf8.RuneSelf) {
		switch {
		case b == '\t':
			return tabCell(col, tab)
		case b < ' ' || b == 0x7f:
			show := escape(s[:1])
			return Cell{End: 1, Width: len(show), Show: show, Escaped: true}
		}
		return Cell{End: 1, Width: 1, Show: s[:1]}
	}
	cluster, width := ansi.FirstGraphemeCluster(s, ansi.GraphemeWidth)
	if !utf8.ValidString(cluster) { // invalid bytes count as marks: cut before the first of them
		cluster, width = ansi.FirstGraphemeCluster(s[:max(validPrefix(cluster), 1)], ansi.GraphemeWidth)
	}
	r, size := utf8.DecodeRuneInString(cluster)
	switch {
	case cluster == "\t":
		return tabCell(col, tab)
	case r == utf8.RuneError && size == 1:
		return Cell{End: 1, Width: 1, Show: string(utf8.RuneError), Escaped: true}
	case emojiSequence(cluster[size:]) && !unicode.IsLetter(r):
		if base := cluster[:size]; Width(base) > 0 && !regional(r) { // half a flag would join the next
			return Cell{End: len(cluster), Width: Width(base), Show: base}
		}
	}
	if width < 1 || unsafe(r) || joins(cluster, r) {
		show := escape(cluster)
		return Cell{End: len(cluster), Width: len(show), Show: show, Escaped: true}
	}
	return Cell{End: len(cluster), Width: width, Show: cluster}
}

func tabCell(col, tab int) Cell {
	n := tab - col%tab
	return Cell{End: 1, Width: n, Show: Blank(n)}
}

// emojiSequence reports whether what follows an emoji changes it in ways that
// terminals give different widths: joiners, emoji presentation, skin tones, keycaps.
func emojiSequence(rest string) bool {
	return strings.ContainsFunc(rest, func(r rune) bool {
		return r == 0x200d || r == 0xfe0f || r == 0x20e3 || r >= 0x1f3fb && r <= 0x1f3ff
	})
}

// regional reports whether r is one of the letters that make flags in twos.
func regional(r rune) bool { return r >= 0x1f1e6 && r <= 0x1f1ff }

// validPrefix returns the length of the part of s before its first invalid byte.
func validPrefix(s string) int {
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && size == 1 {
			return i
		}
		i += size
	}
	return len(s)
}

// joins reports whether a cluster that begins with r would become one with a
// character drawn before or after it: marks and the like without their own base.
func joins(cluster string, r rune) bool {
	if r >= 0x3400 && r <= 0x9fff || r >= 0xac00 && r <= 0xd7a3 { // ideographs and Hangul syllables: common, and never
		return false
	}
	if !unicode.In(r, unicode.M, unicode.Cf, unicode.Lo, unicode.Sk) {
		return false
	}
	after, _ := ansi.FirstGraphemeCluster(cluster+" ", ansi.GraphemeWidth)
	before, _ := ansi.FirstGraphemeCluster("a"+cluster, ansi.GraphemeWidth)
	return len(after) != len(cluster) || len(before) != 1
}

// escape writes a cluster in ASCII: printable characters as they are, the others
// as ^X or a backslash escape.
func escape(cluster string) string {
	var b strings.Builder
	for _, r := range cluster {
		switch {
		case r < ' ':
			b.WriteByte('^')
			b.WriteByte(byte(r) + '@')
		case r < 0x7f:
			b.WriteByte(byte(r))
		default:
			quoted := strconv.QuoteRuneToASCII(r)
			b.WriteString(quoted[1 : len(quoted)-1])
		}
	}
	return b.String()
}
