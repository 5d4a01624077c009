package made

import (
	"math"
	"strings"
	"unicode/utf8"

	"assay/service/content"
	"assay/service/document/layout"
)

// read makes content of the pages: as of a PDF, or sometimes as of a scan.
func (p *paper) read() (doc *content.Document, scan bool) {
	doc = &content.Document{Source: content.PDF, Loaded: p.today, Layout: true}
	if scan = p.chance(0.2); scan {
		p.spoil()
		if p.chance(0.7) {
			doc.Source = content.Image
			p.scale(float32(p.within(150, 300)) / 72)
		}
	}
	pages := p.sheet.layoutPages()
	for i := range pages {
		if pages[i].Recognised = scan; scan {
			for n := range pages[i].Words {
				pages[i].Words[n].Confidence = float32(p.within(55, 97))
			}
		}
	}
	layout.Build(doc, pages)
	return doc, scan
}

// spoil makes the pages what Tesseract would read of a scan: boxes are tight around the ink, lie on a
// line that slants and are not exact; letters are mistaken for others and words run together, if they
// are no part of an answer; specks are read as signs; of rules only those that stand are found.
func (p *paper) spoil() {
	slant := p.NormFloat64() * 0.002
	for n := range p.sheet.pages {
		page := &p.sheet.pages[n]
		words := page.words[:0]
		for _, w := range page.words {
			size := w.font.size
			top, bottom := ink(w.text)
			w.Y, w.Height = w.base-top*size, (top+bottom)*size
			w.Y += float32(slant*float64(w.X)) + p.jitter(0.25)
			w.X += p.jitter(0.3)
			w.Width = max(w.Width+p.jitter(0.4), 1)
			w.Height = max(w.Height+p.jitter(0.3), 1)
			if w.of == 0 && p.chance(0.04) {
				w.text = p.mistake(w.text)
			}
			if last := len(words) - 1; last >= 0 && w.of == 0 && words[last].of == 0 && words[last].base == w.base && p.chance(0.01) &&
				w.X-words[last].X-words[last].Width < size*0.4 && w.X > words[last].X {
				words[last].text += w.text
				words[last].Width = w.X + w.Width - words[last].X
				continue
			}
			words = append(words, w)
		}
		for range p.IntN(4) {
			speck := pick(p.dice, []string{"|", ".", "—", "'", "_", "°"})
			box := layout.Box{X: p.Float32() * p.sheet.width, Y: p.Float32() * p.sheet.height, Width: 2, Height: 3}
			words = append(words, placed{token{speck, 0}, box, -1, p.body})
		}
		page.words = words
		lines := page.lines[:0]
		for _, l := range page.lines {
			if l.Height > l.Width && l.Height > 20 {
				lines = append(lines, l)
			}
		}
		page.lines = lines
	}
}

func (p *paper) jitter(most float32) float32 {
	return most * float32(math.Max(-1, math.Min(1, p.NormFloat64()/2)))
}

// ink is how far a word goes above and below its line, in sizes of its text.
func ink(word string) (top, bottom float32) {
	top = 0.53
	if strings.ContainsFunc(word, func(r rune) bool {
		return r < 'a' && r > ' ' && r != '.' && r != ',' || r > 'z' || strings.ContainsRune("bdfhiklt", r)
	}) {
		top = 0.73
	}
	if strings.ContainsAny(word, "gjpqy,;()ç[]") {
		bottom = 0.2
	}
	return top, bottom
}

// mistakes are letters that are read for each other.
var mistakes = [][2]string{{"l", "I"}, {"I", "l"}, {"rn", "m"}, {"m", "rn"}, {"e", "c"}, {"0", "O"}, {"O", "0"}, {"1", "l"}, {"5", "S"}, {"ü", "u"}, {"é", "e"}, {":", "."}, {"n°", "n*"}, {"i", "1"}, {"c", "e"}, {"h", "b"}, {"ä", "a"}, {"ß", "B"}, {"t", "f"}, {"☐", "O"}, {"☑", "M"}}

// mistake writes a word with one letter read as another.
func (p *paper) mistake(word string) string {
	for range 8 {
		m := pick(p.dice, mistakes)
		if strings.Contains(word, m[0]) {
			return strings.Replace(word, m[0], m[1], 1)
		}
	}
	if utf8.RuneCountInString(word) > 4 {
		_, size := utf8.DecodeRuneInString(word)
		return word[size:]
	}
	return word
}

// scale brings the pages to other units: the pixels of a picture.
func (p *paper) scale(factor float32) {
	s := p.sheet
	s.width, s.height = s.width*factor, s.height*factor
	for n := range s.pages {
		page := &s.pages[n]
		for i := range page.words {
			page.words[i].Box = page.words[i].Box.Scale(factor)
		}
		for i := range page.lines {
			page.lines[i] = page.lines[i].Scale(factor)
		}
	}
}
