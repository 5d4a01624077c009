package document

import (
	"bytes"
	"strconv"
	"strings"
	"unicode"

	"assay/service/document/layout"
)

// Columns of the tables that both pdftotext and tesseract write.
const (
	_ = iota // level
	tsvPage
	_ // paragraph
	_ // block
	_ // line
	_ // word
	tsvLeft
	tsvTop
	tsvWidth
	tsvHeight
	tsvConfidence
	tsvText
	tsvColumns
)

// Levels of their rows.
const (
	levelPage = '1'
	levelWord = '5'
)

// maxWord bounds the bytes of one word, and maxWords the words of one page.
const (
	maxWord  = 4 << 10
	maxWords = 20_000
)

// table reads the pages and words of a table of pdftotext or tesseract while it is
// being written. Rows that are not as they should be are left out: a document's own
// text can look like anything.
type table struct {
	pages []layout.Page
	part  []byte // of a row whose end is still to come
}

// Write reads the next part of the table. It never fails.
func (t *table) Write(part []byte) (int, error) {
	size := len(part)
	for {
		end := bytes.IndexByte(part, '\n')
		if end < 0 {
			t.part = append(t.part, part...)
			return size, nil
		}
		if len(t.part) > 0 {
			t.row(append(t.part, part[:end]...))
			t.part = t.part[:0]
		} else {
			t.row(part[:end])
		}
		part = part[end+1:]
	}
}

// end returns what was read, once all of it was written.
func (t *table) end() []layout.Page {
	t.row(t.part)
	t.part = nil
	return t.pages
}

// row reads a row, of which nothing is kept.
func (t *table) row(row []byte) {
	if len(row) < 2 || row[0] != levelPage && row[0] != levelWord || row[1] != '\t' {
		return
	}
	var fields [tsvColumns][]byte
	if !cutFields(row, &fields) {
		return
	}
	box, ok := tsvBox(&fields)
	switch {
	case !ok:
	case row[0] == levelPage:
		t.page(&fields, box)
	case len(t.pages) > 0:
		t.word(&fields, box)
	}
}

// page begins a page.
func (t *table) page(fields *[tsvColumns][]byte, box layout.Box) {
	number, err := strconv.Atoi(string(fields[tsvPage]))
	if err != nil || number < 1 {
		return
	}
	page := layout.Page{Number: number, Width: box.Width, Height: box.Height}
	if n := len(t.pages); n > 0 { // pages of a document are about as long
		page.Words = make([]layout.Word, 0, len(t.pages[n-1].Words))
	}
	t.pages = append(t.pages, page)
}

// word adds a word to the last page.
func (t *table) word(fields *[tsvColumns][]byte, box layout.Box) {
	page := &t.pages[len(t.pages)-1]
	text := cleanWord(string(fields[tsvText][:min(len(fields[tsvText]), maxWord)]))
	if text == "" || len(page.Words) >= maxWords || box.Width <= 0 || box.Height <= 0 {
		return
	}
	if confidence, ok := tsvNumber(fields[tsvConfidence]); ok {
		page.Words = append(page.Words, layout.Word{Text: text, Box: box, Confidence: confidence})
	}
}

// cutFields cuts a row at its tabs; false if it has too few. The text is last and
// may have tabs itself.
func cutFields(row []byte, fields *[tsvColumns][]byte) bool {
	for i := range tsvColumns - 1 {
		end := bytes.IndexByte(row, '\t')
		if end < 0 {
			return false
		}
		fields[i], row = row[:end], row[end+1:]
	}
	fields[tsvColumns-1] = row
	return true
}

func tsvBox(fields *[tsvColumns][]byte) (layout.Box, bool) {
	var side [4]float32
	for i := range side {
		value, ok := tsvNumber(fields[tsvLeft+i])
		if !ok || value > 1e7 || value < -1e7 {
			return layout.Box{}, false
		}
		side[i] = value
	}
	return layout.Box{X: side[0], Y: side[1], Width: side[2], Height: side[3]}, true
}

// tsvNumber reads a number. Most are short and plain, which is read here in a
// fifth of the time.
func tsvNumber(field []byte) (float32, bool) {
	if len(field) == 0 || len(field) > 15 {
		return parseNumber(field)
	}
	digits, scale, point := 0, 1, false
	for i, c := range field {
		switch {
		case c >= '0' && c <= '9':
			digits = 10*digits + int(c-'0')
			if point {
				scale *= 10
			}
		case c == '.' && !point && i > 0:
			point = true
		default:
			return parseNumber(field)
		}
	}
	return float32(float64(digits) / float64(scale)), true
}

func parseNumber(field []byte) (float32, bool) {
	value, err := strconv.ParseFloat(string(field), 32)
	return float32(value), err == nil && value == value
}

// cleanWord takes out what is no text: control characters, which PDFs have among
// their text, and blanks.
func cleanWord(word string) string {
	if isPrintable(word) {
		return word
	}
	word = strings.ToValidUTF8(word, "\uFFFD")
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.IsSpace(r) {
			return -1
		}
		return r
	}, word)
}

// isPrintable reports whether a word is of printable ASCII, as most are.
func isPrintable(word string) bool {
	for i := range len(word) {
		if word[i] <= ' ' || word[i] > '~' {
			return false
		}
	}
	return true
}
