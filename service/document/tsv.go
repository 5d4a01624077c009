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
	tsvLevel = iota
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
	levelPage = 1
	levelWord = 5
)

// maxWord bounds the bytes of one word, and maxWords the words of one page.
const (
	maxWord  = 4 << 10
	maxWords = 20_000
)

// readTSV reads the pages and words of a table of pdftotext or tesseract. Rows
// that are not as they should be are left out: a document's own text can look
// like anything.
func readTSV(table []byte) []layout.Page {
	var pages []layout.Page
	for len(table) > 0 {
		var line []byte
		line, table, _ = bytes.Cut(table, []byte("\n"))
		fields := bytes.SplitN(line, []byte("\t"), tsvColumns)
		if len(fields) < tsvColumns {
			continue
		}
		level, err := strconv.Atoi(string(fields[tsvLevel]))
		if err != nil || level != levelPage && level != levelWord {
			continue
		}
		box, ok := tsvBox(fields)
		if !ok {
			continue
		}
		if level == levelPage {
			number, err := strconv.Atoi(string(fields[tsvPage]))
			if err == nil && number > 0 {
				pages = append(pages, layout.Page{Number: number, Width: box.Width, Height: box.Height})
			}
			continue
		}
		if len(pages) == 0 {
			continue
		}
		page := &pages[len(pages)-1]
		text := cleanWord(string(fields[tsvText][:min(len(fields[tsvText]), maxWord)]))
		if text == "" || len(page.Words) >= maxWords || box.Width <= 0 || box.Height <= 0 {
			continue
		}
		confidence, err := strconv.ParseFloat(string(fields[tsvConfidence]), 32)
		if err != nil {
			continue
		}
		page.Words = append(page.Words, layout.Word{Text: text, Box: box, Confidence: float32(confidence)})
	}
	return pages
}

func tsvBox(fields [][]byte) (layout.Box, bool) {
	var side [4]float32
	for i := range side {
		value, err := strconv.ParseFloat(string(fields[tsvLeft+i]), 32)
		if err != nil || value != value || value > 1e7 || value < -1e7 {
			return layout.Box{}, false
		}
		side[i] = float32(value)
	}
	return layout.Box{X: side[0], Y: side[1], Width: side[2], Height: side[3]}, true
}

// cleanWord takes out what is no text: control characters, which PDFs have among
// their text, and blanks.
func cleanWord(word string) string {
	word = strings.ToValidUTF8(word, "\uFFFD")
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.IsSpace(r) {
			return -1
		}
		return r
	}, word)
}
