// Package rows draws data of any origin in rows of cells that take exactly the room they
// should. Control characters, invalid UTF-8, invisible and direction-changing
// characters are written as escapes and never reach the terminal; what terminals
// disagree about (joined emoji, presentation selectors, skin tones) is drawn in the
// form they all draw alike.
package rows

import (
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"

	"assay/ui/jsondoc"
)

// Form says how source text is written.
type Form uint8

// The forms of source text.
const (
	Plain      Form = iota // UTF-8, more or less
	JSONString             // the content of a JSON string, with its escapes
)

// Text is text made safe to draw.
type Text struct {
	Bytes  []byte
	Origin []int // the offset in the source of what each of Bytes stands for
	End    int   // the offset in the source after the last of it
	More   bool  // the source goes on
}

// marksPerCell is how many combining marks are kept on one character; some data
// has thousands.
const marksPerCell = 6

// clusterBytes is the longest cluster that is drawn as it is.
const clusterBytes = 64

const ideographicSpace = 0x3000 // two cells wide everywhere

// Safe makes the source safe from an offset on, about limit bytes of it. It reuses
// the memory of t.
func (t *Text) Safe(source []byte, from, limit int, form Form) {
	t.Bytes, t.Origin = t.Bytes[:0], t.Origin[:0]
	at, marks, skipped := from, 0, 0
	for at < len(source) && len(t.Bytes) < limit && skipped < limit {
		c := source[at]
		if c >= ' ' && c < 0x7f && (c != '\\' || form == Plain) {
			t.Bytes = append(t.Bytes, c)
			t.Origin = append(t.Origin, at)
			at++
			marks = 0
			continue
		}
		r, n := utf8.DecodeRune(source[at:])
		escaped := c == '\\' && form == JSONString
		if escaped {
			r, n = jsondoc.DecodeEscape(source[at:])
		}
		switch shown := drawable(source[at:at+n], r, escaped); {
		case shown == "":
			skipped++
		case unicode.In(r, unicode.Mn, unicode.Me):
			if marks++; marks > marksPerCell {
				skipped++
			} else {
				t.add(at, shown)
			}
		default:
			t.add(at, shown)
			marks = 0
		}
		at += n
	}
	t.End, t.More = at, at < len(source)
}

// drawable returns what is drawn for a character, which is written as raw, as an escape in
// JSON or not; "" if nothing is.
func drawable(raw []byte, r rune, escaped bool) string {
	switch {
	case escaped && (r < ' ' || r == '"' || r == '\\' || r == utf8.RuneError):
		return string(raw) // as it is written
	case r == utf8.RuneError && len(raw) <= 1:
		return hexEscape('x', rune(raw[0]), 2)
	case r < ' ':
		return controlEscape(r)
	case dropped(r):
		return ""
	case r == ideographicSpace || unicode.IsPrint(r) || unicode.In(r, unicode.Mn, unicode.Me):
		return string(r)
	case unicode.Is(unicode.Zs, r):
		return " " // no-break and other spaces
	case r > 0xffff:
		return "\\u{" + hexEscape(0, r, 5) + "}"
	}
	return hexEscape('u', r, 4)
}

func (t *Text) add(origin int, s string) {
	t.Bytes = append(t.Bytes, s...)
	for range len(s) {
		t.Origin = append(t.Origin, origin)
	}
}

// Cluster returns the width in cells of the character at offset i of t.Bytes, with
// what combines with it, and the offset after it.
func (t *Text) Cluster(i int) (width, next int) {
	width, next, _ = cluster(t.Bytes, i)
	return width, next
}

// joint says how a character goes together with what follows it.
type joint uint8

const (
	joined  joint = iota // as the text has it
	parted               // it must not combine with what follows
	tooLong              // it is not drawn; a stand-in of its width is
)

// cluster returns the character at offset i of b. The renderer counts a base with
// its vowel signs, as of the scripts of India, as one cell; most terminals count
// each that is not a mere mark. Such characters are drawn apart, which both count
// alike.
func cluster(b []byte, i int) (width, next int, joint joint) {
	if b[i] < utf8.RuneSelf && (i+1 == len(b) || b[i+1] < utf8.RuneSelf) {
		return 1, i + 1, joined
	}
	whole, width := ansi.FirstGraphemeCluster(b[i:], ansi.GraphemeWidth)
	if len(whole) > clusterBytes {
		return 1, i + len(whole), tooLong
	}
	_, n := utf8.DecodeRune(whole)
	if n == len(whole) || ansi.WcWidth.StringWidth(string(whole)) == width {
		return width, i + len(whole), joined
	}
	for n < len(whole) {
		r, size := utf8.DecodeRune(whole[n:])
		if !unicode.In(r, unicode.Mn, unicode.Me) {
			break
		}
		n += size
	}
	_, width = ansi.FirstGraphemeCluster(whole[:n], ansi.GraphemeWidth)
	return width, i + n, parted
}

// OriginAt returns the offset in the source of the byte at i of t.Bytes; i may be
// the length of t.Bytes.
func (t *Text) OriginAt(i int) int {
	if i < len(t.Origin) {
		return t.Origin[i]
	}
	return t.End
}

// Cut returns the offset in t.Bytes after the last character that fits into a
// number of cells, and the cells taken up to there.
func (t *Text) Cut(limit int) (end, width int) {
	for end < len(t.Bytes) {
		w, next, _ := cluster(t.Bytes, end)
		if width+w > limit {
			break
		}
		end, width = next, width+w
	}
	return end, width
}

// dropped reports whether terminals disagree on what r does to its neighbours:
// joiners, variation selectors, skin tones and tags.
func dropped(r rune) bool {
	return r == 0x200d || r == 0x200c || 0xfe00 <= r && r <= 0xfe0f ||
		0x1f3fb <= r && r <= 0x1f3ff || 0xe0020 <= r && r <= 0xe007f || 0xe0100 <= r && r <= 0xe01ef
}

func controlEscape(r rune) string {
	switch r {
	case '\n':
		return `\n`
	case '\r':
		return `\r`
	case '\t':
		return `\t`
	case '\b':
		return `\b`
	case '\f':
		return `\f`
	}
	return hexEscape('u', r, 4)
}

// hexEscape writes r in hexadecimal after a backslash and a letter, if one is given.
func hexEscape(letter byte, r rune, digits int) string {
	const hex = "0123456789abcdef"
	out := make([]byte, 0, 8)
	if letter != 0 {
		out = append(out, '\\', letter)
	}
	for shift := (digits - 1) * 4; shift >= 0; shift -= 4 {
		out = append(out, hex[r>>shift&15])
	}
	return string(out)
}
