// Package made makes documents with known answers, to train and to measure the extraction engine
// on: invoices, payslips, contracts, forms, tickets and so on, in seven languages.
//
// What is asked of them comes from the paraphrases of package words. A document prints one way to
// call an attribute, and its query asks by another. Values are made up by the form of the attribute.
// Words are laid out on pages in points, and package layout makes content of them as it does of the
// words that pdftotext and Tesseract find, so that all that follows is as it is with real files.
// The same seed makes the same documents.
package made

import (
	"slices"

	"assay/service/content"
	"assay/service/extract/words"
)

// Case is a document and a query with the answer to it.
type Case struct {
	Kind     string // of document, as the paraphrases call it
	Lang     string // of its labels
	Scan     bool   // it is read from a picture, with faults
	Document *content.Document
	Query    string
	Expected map[string]any    // in the shape of the query
	Compare  map[string]string // how each field is compared, by path: text, any, number, date, boolean, list, records or null
	Answers  []Answer          // where what is asked for stands
}

// Answer is a value that is asked for, as the document has it.
type Answer struct {
	Path   string      // as in Compare
	Row    int         // of its table, from 0
	Layout string      // how label and value stand to each other: one of Layouts
	Label  string      // as printed, or ""
	Lines  []string    // the value, as printed
	Box    content.Box // around it
}

// Layouts are the ways in which values stand on documents.
var Layouts = []string{
	"colon",      // right of a label with a colon
	"tab",        // at a tab right of the label
	"far",        // at the right edge, the label at the left one
	"above",      // below its label
	"box",        // below small print, in a box
	"cells",      // in a cell right of the one that has the label
	"several",    // one of several pairs on a line
	"row",        // below its label, both in rows with others
	"below",      // above its label, as at signatures
	"check",      // is what is ticked
	"prose",      // in a sentence
	"list",       // item by item, with marks
	"letterhead", // at the head, without a label
	"address",    // in the window for addresses
	"title",      // after the title
	"dateline",   // a town and a day
	"table",      // in a column of a table
}

// Maker makes documents.
type Maker struct{ stock *stock }

// NewMaker returns a Maker with the paraphrases given.
func NewMaker(all []words.Attribute) (*Maker, error) {
	s, err := readStock(all)
	if err != nil {
		return nil, err
	}
	return &Maker{s}, nil
}

// Documents makes n documents. The first ones are the same whatever n is.
func (m *Maker) Documents(n int, seed uint64) []Case {
	out := make([]Case, n)
	for i := range out {
		out[i] = m.Document(seed, uint64(i))
	}
	return out
}

// Document makes the document of a number.
func (m *Maker) Document(seed, number uint64) Case {
	return m.write(seed, number).finish()
}

// write lays a document out.
func (m *Maker) write(seed, number uint64) *paper {
	p := newPaper(m.stock, newDice(seed, number))
	p.compose()
	return p
}

// finish reads the pages and puts the case together.
func (p *paper) finish() Case {
	c := Case{Kind: p.kind.name, Lang: p.lang, Expected: map[string]any{}, Compare: map[string]string{}}
	c.Document, c.Scan = p.read()
	p.ask(&c)
	return c
}

// answerLines returns the words of an answer as they stand on its lines, and the box around them.
func (p *paper) answerLines(of int) (out []string, box content.Box) {
	base := float32(-1)
	for n := range p.sheet.pages {
		for _, w := range p.sheet.pages[n].words {
			if w.of != of {
				continue
			}
			if len(out) == 0 {
				box = content.Box{X: w.X, Y: w.Y, Width: w.Width, Height: w.Height, Page: int32(n + 1)}
			}
			if w.base != base || len(out) == 0 {
				out = append(out, w.text)
			} else {
				out[len(out)-1] += " " + w.text
			}
			base = w.base
			if box.Page == int32(n+1) {
				x, y := min(box.X, w.X), min(box.Y, w.Y)
				box.Width, box.Height = max(box.X+box.Width, w.X+w.Width)-x, max(box.Y+box.Height, w.Y+w.Height)-y
				box.X, box.Y = x, y
			}
		}
	}
	return slices.Clip(out), box
}
