package cells

import (
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// Nearly all of a frame is text of which each character is a cell of its own, with
// sequences for its colours. Such text is measured and cut here, without looking for
// what would join or be wide; any other is ansi's, which says the same of both.

// step reads what is at s[i]: a character of one cell or a CSI sequence. ok is false
// for anything else.
func step(s string, i int) (end, width int, ok bool) {
	switch b := s[i]; {
	case b >= ' ' && b <= '~':
		return i + 1, 1, true
	case b == '\x1b':
		if i+1 >= len(s) || s[i+1] != '[' {
			return i, 0, false
		}
		for i += 2; i < len(s) && s[i] >= '0' && s[i] <= ';'; i++ {
		}
		if i >= len(s) || s[i] < '@' || s[i] > '~' {
			return i, 0, false
		}
		return i + 1, 0, true
	case b == 0xc2 || b == 0xc3: // U+0080 to U+00FF
		if i+1 >= len(s) || s[i+1]&0xc0 != 0x80 || b == 0xc2 && (s[i+1] <= 0xa0 || s[i+1] == 0xad) {
			return i, 0, false
		}
		return i + 2, 1, true
	case b == 0xe2: // U+2000 to U+2FFF
		if i+2 >= len(s) || s[i+1]&0xc0 != 0x80 || s[i+2]&0xc0 != 0x80 {
			return i, 0, false
		}
		r := 0x2000 | rune(s[i+1]&0x3f)<<6 | rune(s[i+2]&0x3f)
		ok := r >= 0x2010 && r <= 0x2027 || // dashes, quotes, the ellipsis
			r >= 0x2190 && r <= 0x21ff || // arrows
			r >= 0x2300 && r <= 0x2319 || r >= 0x231c && r <= 0x2328 || r >= 0x232b && r <= 0x23e8 || // keys
			r >= 0x2500 && r <= 0x25fc || // lines, blocks, shapes
			r >= 0x2713 && r <= 0x2718 || // ticks, crosses
			r >= 0x2800 && r <= 0x28ff // Braille, which charts are drawn with
		return i + 3, 1, ok
	}
	return i, 0, false
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
