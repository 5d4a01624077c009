package made

import (
	"strings"
	"unicode"

	"assay/service/document/layout"
)

// token is a word to be printed; of is the number from 1 of the answer that it is part of, or 0.
type token struct {
	text string
	of   int
}

// tokens cuts a text into words.
func tokens(text string, of int) []token {
	var out []token
	for word := range strings.FieldsSeq(text) {
		out = append(out, token{word, of})
	}
	return out
}

// font is how text is drawn: the widths of a family and a size in points.
type font struct {
	family *family
	size   float32
	bold   bool
}

func (f font) at(size float32) font { f.size = size; return f }
func (f font) heavy() font          { f.bold = true; return f }

// height is that of the boxes that pdftotext gives words, and rise how far they go above the baseline.
func (f font) height() float32 { return f.size * (f.family.ascent + f.family.descent) }
func (f font) rise() float32   { return f.size * f.family.ascent }

func (f font) width(text string) float32 {
	total := 0
	for _, r := range text {
		total += f.family.width(r, f.bold)
	}
	return float32(total) * f.size / 1000
}

func (f font) space() float32 { return f.width(" ") }

// widthOf is the width of words with a space between them.
func (f font) widthOf(words []token) float32 {
	total := float32(0)
	for i, w := range words {
		if i > 0 {
			total += f.space()
		}
		total += f.width(w.text)
	}
	return total
}

// wrap parts words into lines of a width. A word that is wider has a line of its own.
func (f font) wrap(words []token, width float32) [][]token {
	var out [][]token
	first, at := 0, float32(0)
	for i, w := range words {
		wide := f.width(w.text)
		if i > first && at+f.space()+wide > width {
			out = append(out, words[first:i])
			first, at = i, 0
		}
		if i > first {
			at += f.space()
		}
		at += wide
	}
	if first < len(words) {
		out = append(out, words[first:])
	}
	return out
}

// sheet is the pages of a document as they are drawn.
type sheet struct {
	width, height, margin float32
	pages                 []sheetPage
	newPage               func() // draws what stands at the head of further pages
}

type sheetPage struct {
	words []placed
	lines []layout.Box
	y     float32 // below what is drawn
}

// placed is a word on a page.
type placed struct {
	token
	layout.Box
	base float32 // of the line it stands on
	font font
}

func (s *sheet) page() *sheetPage { return &s.pages[len(s.pages)-1] }

// room begins a new page if so much does not fit on this one.
func (s *sheet) room(height float32) {
	if len(s.pages) > 0 && s.page().y+height < s.height-s.margin {
		return
	}
	s.pages = append(s.pages, sheetPage{y: s.margin})
	if len(s.pages) > 1 {
		s.newPage()
	}
}

// Where words stand within a width.
const (
	left = iota
	right
	middle
)

// put draws words on a line at a height, and returns where they end.
func (s *sheet) put(words []token, x, base, width float32, f font, align int) float32 {
	switch align {
	case right:
		x += width - f.widthOf(words)
	case middle:
		x += (width - f.widthOf(words)) / 2
	}
	p := s.page()
	for i, w := range words {
		if i > 0 {
			x += f.space()
		}
		wide := f.width(w.text)
		p.words = append(p.words, placed{w, layout.Box{X: x, Y: base - f.rise(), Width: wide, Height: f.height()}, base, f})
		x += wide
	}
	return x
}

// leading is the distance between lines, in sizes of their text.
const leading = 1.2

// block draws lines one below the other from a height down, and returns the height below them.
func (s *sheet) block(all [][]token, x, y, width float32, f font, align int) float32 {
	for _, words := range all {
		s.put(words, x, y+f.rise(), width, f, align)
		y += f.size * leading
	}
	return y
}

const hairline = 0.5

func (s *sheet) lie(x, y, width float32) {
	p := s.page()
	p.lines = append(p.lines, layout.Box{X: x, Y: y - hairline/2, Width: width, Height: hairline})
}

func (s *sheet) stand(x, y, height float32) {
	p := s.page()
	p.lines = append(p.lines, layout.Box{X: x - hairline/2, Y: y, Width: hairline, Height: height})
}

func (s *sheet) frame(b layout.Box) {
	s.lie(b.X, b.Y, b.Width)
	s.lie(b.X, b.Y+b.Height, b.Width)
	s.stand(b.X, b.Y, b.Height)
	s.stand(b.X+b.Width, b.Y, b.Height)
}

// layoutPages returns the pages as service/document gives them to package layout.
func (s *sheet) layoutPages() []layout.Page {
	out := make([]layout.Page, len(s.pages))
	for i := range s.pages {
		p := &s.pages[i]
		out[i] = layout.Page{Number: i + 1, Width: s.width, Height: s.height, Lines: p.lines}
		for _, w := range p.words {
			out[i].Words = append(out[i].Words, layout.Word{Text: w.text, Box: w.Box, Confidence: 100})
		}
	}
	return out
}

// family is the widths of a typeface's characters in thousandths of its size, from the blank to
// the tilde, and how far its boxes go above and below the baseline.
type family struct {
	plain, heavy    [95]int16
	ascent, descent float32
}

func (f *family) width(r rune, bold bool) int {
	widths := &f.plain
	if bold {
		widths = &f.heavy
	}
	switch {
	case r >= ' ' && r <= '~':
		return int(widths[r-' '])
	case r >= 0x2610 && r <= 0x2612: // check boxes
		return 896
	case r == '—' || r == '…' || r == '№':
		return 1000
	case r == '’' || r == '‘' || r == '·':
		return int(widths['.'-' '])
	}
	if base := plainLetter(r); base != 0 {
		return int(widths[base-' '])
	}
	return int(widths['0'-' '])
}

// plainLetters are letters with marks, and those letters without.
const (
	markedLetters  = "ÀÁÂÃÄÅÇÈÉÊËÌÍÎÏÑÒÓÔÕÖØÙÚÛÜÝàáâãäåçèéêëìíîïñòóôõöøùúûüýÿşŞłŁčČ"
	unmarkedLetter = "AAAAAACEEEEIIIINOOOOOOUUUUYaaaaaaceeeeiiiinoooooouuuuyysSlLcC"
)

var unmarked = func() map[rune]byte {
	out := map[rune]byte{}
	i := 0
	for _, r := range markedLetters {
		out[r] = unmarkedLetter[i]
		i++
	}
	return out
}()

// plainLetter returns the ASCII letter that a letter with a mark looks like, or 0.
func plainLetter(r rune) byte {
	if r == 'ß' {
		return 'B'
	}
	return unmarked[r]
}

// fold writes a text in ASCII letters, digits and blanks.
func fold(text string) string {
	var out strings.Builder
	for _, r := range text {
		switch base := plainLetter(r); {
		case r == 'ß':
			out.WriteString("ss")
		case base != 0:
			out.WriteByte(base)
		case r < unicode.MaxASCII && (unicode.IsLetter(r) || unicode.IsDigit(r)):
			out.WriteRune(r)
		case r == '\'' || r == '’':
		default:
			out.WriteByte(' ')
		}
	}
	return out.String()
}

// The widths are those of Adobe's metrics for the standard fonts.
var (
	sans = &family{ascent: 0.905, descent: 0.212,
		plain: [95]int16{278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556,
			1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556,
			333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584},
		heavy: [95]int16{278, 333, 474, 556, 556, 889, 722, 238, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 333, 333, 584, 584, 584, 611,
			975, 722, 722, 722, 722, 667, 611, 778, 722, 278, 556, 722, 611, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 333, 278, 333, 584, 556,
			333, 556, 611, 556, 611, 556, 333, 611, 611, 278, 278, 556, 278, 889, 611, 611, 611, 611, 389, 556, 333, 611, 556, 778, 556, 556, 500, 389, 280, 389, 584}}
	serif = &family{ascent: 0.891, descent: 0.216,
		plain: [95]int16{250, 333, 408, 500, 500, 833, 778, 180, 333, 333, 500, 564, 250, 333, 250, 278, 500, 500, 500, 500, 500, 500, 500, 500, 500, 500, 278, 278, 564, 564, 564, 444,
			921, 722, 667, 667, 722, 611, 556, 722, 722, 333, 389, 722, 611, 889, 722, 722, 556, 722, 667, 556, 611, 722, 722, 944, 722, 722, 611, 333, 278, 333, 469, 500,
			333, 444, 500, 444, 500, 444, 333, 500, 500, 278, 278, 500, 278, 778, 500, 500, 500, 500, 333, 389, 278, 500, 500, 722, 500, 500, 444, 480, 200, 480, 541},
		heavy: [95]int16{250, 333, 555, 500, 500, 1000, 833, 278, 333, 333, 500, 570, 250, 333, 250, 278, 500, 500, 500, 500, 500, 500, 500, 500, 500, 500, 333, 333, 570, 570, 570, 500,
			930, 722, 667, 722, 722, 667, 611, 778, 778, 389, 500, 778, 667, 944, 722, 778, 611, 778, 722, 556, 667, 722, 722, 1000, 722, 722, 667, 333, 278, 333, 581, 500,
			333, 500, 556, 444, 556, 444, 333, 500, 556, 278, 333, 556, 278, 833, 556, 500, 556, 556, 444, 389, 333, 556, 500, 722, 500, 500, 444, 394, 220, 394, 520}}
	typewriter = monospaced()
)

func monospaced() *family {
	f := &family{ascent: 0.833, descent: 0.3}
	for i := range f.plain {
		f.plain[i], f.heavy[i] = 600, 600
	}
	return f
}
