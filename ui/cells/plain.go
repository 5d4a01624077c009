package cells

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// Nearly all of a frame is text of which each character is a cell of its own, with
// sequences for its colours. Such text is measured and cut here, without looking for
// what would join or be wide; any other is ansi's, which says the same of both.

// oneCell are the characters beyond ASCII that are known to take one cell.
var oneCell = &unicode.RangeTable{
	R16: []unicode.Range16{
		{0xa1, 0xac, 1}, {0xae, 0xff, 1}, // Latin-1
		{0x2010, 0x2027, 1},                                           // dashes, quotes, the ellipsis
		{0x2190, 0x21ff, 1},                                           // arrows
		{0x2300, 0x2319, 1}, {0x231c, 0x2328, 1}, {0x232b, 0x23e8, 1}, // keys
		{0x2500, 0x25fc, 1}, // lines, blocks, shapes
		{0x2713, 0x2718, 1}, // ticks, crosses
		{0x2800, 0x28ff, 1}, // Braille, which charts are drawn with
	},
	LatinOffset: 2,
}

// step reads what is at s[i]: a character of one cell or a CSI sequence. ok is false
// for anything else.
func step(s string, i int) (end, width int, ok bool) {
	switch b := s[i]; {
	case b >= ' ' && b <= '~':
		return i + 1, 1, true
	case b == '\x1b':
		return sequence(s, i)
	case b < utf8.RuneSelf:
		return i, 0, false
	}
	r, size := utf8.DecodeRuneInString(s[i:])
	return i + size, 1, unicode.Is(oneCell, r)
}

// sequence reads the CSI sequence at s[i], where there is an escape.
func sequence(s string, i int) (end, width int, ok bool) {
	if i+1 >= len(s) || s[i+1] != '[' {
		return i, 0, false
	}
	for i += 2; i < len(s) && s[i] >= '0' && s[i] <= ';'; i++ {
	}
	if i >= len(s) || s[i] < '@' || s[i] > '~' {
		return i, 0, false
	}
	return i + 1, 0, true
}

// Width returns how many cells s takes; escape sequences take none.
func Width(s string) int {
	width := 0
	for i := 0; i < len(s); {
		if s[i] >= ' ' && s[i] <= '~' {
			i, width = i+1, width+1
			continue
		}
		end, w, ok := step(s, i)
		if !ok {
			return ansi.StringWidth(s)
		}
		i, width = end, width+w
	}
	return width
}

// Truncate returns s cut to width cells, of which tail takes the last ones. The escape
// sequences of what is cut off are kept.
func Truncate(s string, width int, tail string) string {
	total := 0
	for i := 0; i < len(s); {
		end, w, ok := step(s, i)
		if !ok {
			return ansi.Truncate(s, width, tail)
		}
		i, total = end, total+w
	}
	if total <= width {
		return s
	}
	width -= Width(tail)
	if width < 0 {
		return ""
	}
	var b strings.Builder
	for i, column := 0, 0; i < len(s); {
		end, w, _ := step(s, i)
		switch {
		case w == 0 || column < width:
			b.WriteString(s[i:end])
		case column == width:
			b.WriteString(tail)
		}
		i, column = end, column+w
	}
	return b.String()
}

// TruncateLeft returns s without its first n cells. Their escape sequences are kept.
func TruncateLeft(s string, n int) string {
	if n <= 0 {
		return s
	}
	var b strings.Builder
	for i, column := 0, 0; i < len(s); {
		end, w, ok := step(s, i)
		switch {
		case !ok:
			return ansi.TruncateLeft(s, n, "")
		case w == 0:
			b.WriteString(s[i:end])
		case column == n:
			b.WriteString(s[i:])
			return b.String()
		}
		i, column = end, column+w
	}
	return b.String()
}
