// Package paper reads what business documents say by where it stands on the
// page: labels with their values beside or below them, amounts that add up, the
// parties and their addresses, dates. Its names are those of invoices, receipts,
// statements and letters in several languages; it knows no layout.
package paper

import (
	"cmp"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"assay/service/content"
	"assay/service/extract/read"
)

// Sheet is a document as words on pages. It is read-only once made.
type Sheet struct {
	rows    []row
	labels  []label
	sums    []sum
	known   map[string][]float64 // amounts by the names of their roles
	sizes   map[int32]pageSize
	locale  read.Locale
	gap     float32 // between words that do not belong together, in heights of the row
	doc     *content.Document
	scanned bool     // some of it was read from a picture: heights are rough
	again   []*Sheet // other readings of the same pages
	offers  []Offer  // once asked for

	overValues map[string]bool // the names of boxes, with their numbers and without, once asked for
}

type pageSize struct{ width, height float32 }

// Value is a piece of a document that may be the value of a role.
type Value struct {
	Text     string
	Node     content.ID // where it stands: the run of text it begins in
	Strength float64    // from 0 to 1
	Alone    bool       // whether its form and place tell what it is, and no label
	Label    string     // the words of the label, as Name has them; "" if it has none
}

// word is a printed word. What a run of text is wide is shared among its words by
// their letters.
type word struct {
	text    string
	tokens  []string
	x, to   float32
	node    content.ID
	leading bool // a wide space or nothing stands before it
	begins  bool // a further line of its cell
}

// row is what stands side by side on a page.
type row struct {
	words      []word
	page       int32
	y, bottom  float32
	height     float32
	inTable    bool
	proportion float32 // how far down its page it is, from 0 to 1
}

const (
	maxRows  = 20000
	wideGap  = 1.1 // see Sheet.gap
	cellGap  = 0.6 // the same between cells of a table
	maxWords = 200 // of a row
)

// New reads a document's words and labels.
func New(doc *content.Document) *Sheet {
	s := newSheet(doc, doc.Lang)
	for _, again := range doc.Again {
		s.again = append(s.again, newSheet(again, doc.Lang))
	}
	return s
}

func newSheet(doc *content.Document, lang string) *Sheet {
	s := &Sheet{sizes: map[int32]pageSize{}, doc: doc}
	if !doc.Layout {
		return s
	}
	layRows(s)
	s.locale = read.Locale{Lang: lang}
	findLabels(s)
	findSums(s)
	keepValues(s)
	return s
}

// piece is a run of text, and the lines below it in a cell.
type piece struct {
	node  content.ID
	box   content.Box
	lines []content.ID
}

// layRows sorts the document's runs of text into rows.
func layRows(s *Sheet) {
	d := s.doc
	var pieces []piece
	for i := range d.Nodes {
		n := &d.Nodes[i]
		if n.Kind == content.Element && n.Role == content.Page {
			b := d.Boxes[i]
			s.sizes[b.Page] = pageSize{b.Width, b.Height}
			_, read := d.Attr(content.ID(i), recognised)
			s.scanned = s.scanned || read
		}
		if b := d.Boxes[i]; n.Kind == content.Text && !n.Hidden && b.Width > 0 && b.Height > 0 && len(pieces) < 8*maxRows {
			if last := len(pieces) - 1; last >= 0 && isNextLine(s, &pieces[last], content.ID(i)) {
				pieces[last].lines = append(pieces[last].lines, content.ID(i))
				continue
			}
			pieces = append(pieces, piece{node: content.ID(i), box: b})
		}
	}
	s.gap = wideGap
	if len(pieces) > 0 && isNarrow(d, pieces, s.sizes[pieces[0].box.Page].width) {
		s.gap = 2 * wideGap
	}
	slices.SortStableFunc(pieces, func(a, b piece) int {
		return cmp.Or(cmp.Compare(a.box.Page, b.box.Page), cmp.Compare(a.box.Y+a.box.Height/2, b.box.Y+b.box.Height/2))
	})
	known := map[string]string{}
	for first := 0; first < len(pieces) && len(s.rows) < maxRows; {
		b := pieces[first].box
		center, height := b.Y+b.Height/2, b.Height
		last := first + 1
		for ; last < len(pieces); last++ {
			c := &pieces[last].box
			if c.Page != b.Page || c.Y+c.Height/2-center > 0.5*min(height, c.Height) {
				break
			}
			n := float32(last - first)
			center = (center*n + c.Y + c.Height/2) / (n + 1)
			height = max(height, c.Height)
		}
		if r := makeRow(s, pieces[first:last], known); len(r.words) > 0 {
			s.rows = append(s.rows, r)
		}
		first = last
	}
	if s.scanned {
		levelAmounts(s)
	}
}

// Of cells, in heights of their text.
const (
	singleLine = 1.5  // the height of one of one line at most
	tightLine  = 0.15 // between the lines of one
)

// isNextLine reports whether a run of text is the next line of a label, of its value, or of a
// cell: close below the last, where one beside it has a single line, level with its first. Other
// cells may hold rows of their own.
func isNextLine(s *Sheet, p *piece, id content.ID) bool {
	if s.doc.Boxes[id].Y < p.box.Y+p.box.Height/2 {
		return false
	}
	cell := cellOf(s, id)
	if cell == content.None || cell != cellOf(s, p.node) {
		return false
	}
	if role := s.doc.Nodes[cell].Role; role == content.Term || role == content.Definition {
		return true
	}
	above := p.box
	if n := len(p.lines); n > 0 {
		above = s.doc.Boxes[p.lines[n-1]]
	}
	if s.doc.Boxes[id].Y-above.Y-above.Height > tightLine*above.Height {
		return false
	}
	for other := s.doc.FirstChild(s.doc.Nodes[cell].Parent); other != content.None; other = s.doc.Next(other) {
		if b := s.doc.Boxes[other]; other != cell && b.Height > 0 && b.Height < singleLine*p.box.Height && abs(b.Y-p.box.Y) < 0.5*p.box.Height {
			return true
		}
	}
	return false
}

// besideRow is how far the middles of two rows are apart at most that are one row
// of crumpled paper, in heights.
const besideRow = 1.1

// levelAmounts puts amounts that stand alone into the row beside them that ends
// without one: paper that was not flat has them a little higher or lower.
func levelAmounts(s *Sheet) {
	alone := func(r *row) bool {
		a, ok := amountAt(r, 0, s.locale)
		return ok && a.marked && a.to == len(r.words)
	}
	lacks := func(r, amount *row) bool {
		last := r.words[len(r.words)-1]
		return r.page == amount.page && hasLetter(text(r.words)) && last.to < amount.words[0].x && countAmounts(s, r) == 0
	}
	kept := s.rows[:0]
	for i := range s.rows {
		r := &s.rows[i]
		if !alone(r) {
			kept = append(kept, *r)
			continue
		}
		var to *row
		nearest := besideRow * r.height
		for _, other := range [...]*row{previous(kept), next(s.rows, i)} {
			if other == nil || !lacks(other, r) {
				continue
			}
			if apart := abs((other.y + other.bottom - r.y - r.bottom) / 2); apart < nearest {
				to, nearest = other, apart
			}
		}
		if to == nil {
			kept = append(kept, *r)
			continue
		}
		to.words = append(to.words, r.words...)
	}
	s.rows = kept
}

func previous(rows []row) *row {
	if len(rows) == 0 {
		return nil
	}
	return &rows[len(rows)-1]
}

func next(rows []row, i int) *row {
	if i+1 == len(rows) {
		return nil
	}
	return &rows[i+1]
}

// recognised is the attribute of pages that were read from a picture.
const recognised = "data-recognised"

// narrowPage is how many letters a page has room for side by side that is narrow:
// blanks are wide on it.
const narrowPage = 70

// isNarrow reports whether a page is a strip of paper such as a till prints.
func isNarrow(d *content.Document, pieces []piece, width float32) bool {
	widths := make([]float32, 0, len(pieces))
	for _, p := range pieces {
		if n := utf8.RuneCountInString(d.Chars(p.node)); n > 3 {
			widths = append(widths, p.box.Width/float32(n))
		}
	}
	if len(widths) == 0 {
		return false
	}
	slices.Sort(widths)
	return width < narrowPage*widths[len(widths)/2]
}

func makeRow(s *Sheet, pieces []piece, known map[string]string) row {
	slices.SortStableFunc(pieces, func(a, b piece) int { return cmp.Compare(a.box.X, b.box.X) })
	r := row{page: pieces[0].box.Page, y: pieces[0].box.Y, bottom: pieces[0].box.Y + pieces[0].box.Height}
	heights := make([]float32, 0, len(pieces))
	for _, p := range pieces {
		r.y, r.bottom = min(r.y, p.box.Y), max(r.bottom, p.box.Y+p.box.Height)
		heights = append(heights, p.box.Height)
		text := strings.TrimSpace(s.doc.Chars(p.node))
		letters := max(1, utf8.RuneCountInString(text))
		each := p.box.Width / float32(letters)
		at, apart := 0, false
		for field := range strings.FieldsSeq(text) {
			n := utf8.RuneCountInString(field)
			if isSeparator(field) {
				apart = true
			} else if len(r.words) < maxWords {
				x := p.box.X + each*float32(at)
				r.words = append(r.words, word{text: field, tokens: tokensOf(field), x: x, to: x + each*float32(n), node: p.node, leading: apart})
				apart = false
			}
			at += n + 1
		}
		r.addLines(s, p.lines)
		for up, id := 0, p.node; up < 4 && id != content.None; up, id = up+1, s.doc.Nodes[id].Parent {
			r.inTable = r.inTable || s.doc.Nodes[id].Role == content.Row
		}
	}
	slices.Sort(heights)
	r.height = heights[len(heights)/2]
	if size := s.sizes[r.page]; size.height > 0 {
		r.proportion = r.y / size.height
	}
	for i := range r.words {
		w := &r.words[i]
		w.leading = w.leading || i == 0 || w.x-r.words[i-1].to > s.gap*r.height || w.x-r.words[i-1].to > cellGap*r.height && areCells(s, r.words[i-1].node, w.node)
		if !s.scanned {
			continue
		}
		for k, t := range w.tokens {
			fixed, ok := known[t]
			if !ok {
				fixed = vocab().correct(t)
				known[t] = fixed
			}
			w.tokens[k] = fixed
		}
	}
	r.partLabels()
	return r
}

// addLines adds the words of a cell's lines after those of its first one, as if they stood in it.
func (r *row) addLines(s *Sheet, lines []content.ID) {
	if len(r.words) == 0 {
		return
	}
	for _, id := range lines {
		b := s.doc.Boxes[id]
		r.bottom = max(r.bottom, b.Y+b.Height)
		for field := range strings.FieldsSeq(s.doc.Chars(id)) {
			last := &r.words[len(r.words)-1]
			switch {
			case last.node != id && strings.HasSuffix(s.doc.Chars(last.node), "-"): // a code was cut
				last.text += field
				last.tokens, last.node = tokensOf(last.text), id
			case len(r.words) < maxWords:
				r.words = append(r.words, word{text: field, tokens: tokensOf(field), x: last.to, to: last.to, node: id, begins: last.node != id})
			}
		}
	}
}

// areCells reports whether runs of text stand in different cells of a table.
func areCells(s *Sheet, a, b content.ID) bool {
	return a != b && cellOf(s, a) != cellOf(s, b)
}

// cellOf returns the cell, or the label or value of a list of such, that a run of text stands in.
func cellOf(s *Sheet, id content.ID) content.ID {
	for up := 0; up < 4 && id != content.None; up, id = up+1, s.doc.Nodes[id].Parent {
		switch role := s.doc.Nodes[id].Role; {
		case role == content.Cell, role == content.HeaderCell, !s.scanned && (role == content.Term || role == content.Definition):
			return id
		}
	}
	return content.None
}

// isSeparator reports whether a word only parts what is before it from what is
// after.
func isSeparator(s string) bool { return s == "·" || s == "•" || s == "|" || s == "∙" }

// text joins words of a row.
func text(words []word) string {
	var b strings.Builder
	for i := range words {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(words[i].text)
	}
	return b.String()
}

// segment returns the end of the words that belong to the one at i.
func (r *row) segment(i int) int {
	for i++; i < len(r.words) && !r.words[i].leading; i++ {
	}
	return i
}

// overlap is how much of the stretch of words lies within another.
func overlap(words []word, from, to float32) float32 {
	return min(words[len(words)-1].to, to) - max(words[0].x, from)
}

func hasDigit(s string) bool { return strings.ContainsFunc(s, unicode.IsDigit) }

func hasLetter(s string) bool { return strings.ContainsFunc(s, unicode.IsLetter) }

func letters(s string) (n int) {
	for _, r := range s {
		if unicode.IsLetter(r) {
			n++
		}
	}
	return n
}

func digits(s string) (n int) {
	for _, r := range s {
		if unicode.IsDigit(r) {
			n++
		}
	}
	return n
}

// fixedNow lets dates be told from other text where only their form matters.
var fixedNow = time.Unix(0, 0).UTC()
