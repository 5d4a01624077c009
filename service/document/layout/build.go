// Package layout makes content of words that stand on pages: it finds the order
// in which to read them, lines and paragraphs, tables by the alignment of their
// columns, labels with the values beside or below them, headings, and what is
// repeated at the head and foot of pages.
package layout

import (
	"slices"
	"strings"

	"assay/service/content"
)

// Build fills in the nodes, boxes and styles of doc from its pages. The tree has
// the element names of a web page that looks the same.
func Build(doc *content.Document, pages []Page) {
	words := 0
	for _, p := range pages {
		words += len(p.Words)
	}
	b := &builder{doc: doc, tree: content.NewBuilder(doc)}
	b.tree.Grow(words/2+len(pages)+1, 0)
	doc.Boxes, doc.Styles = make([]content.Box, 0, words/2), make([]content.Style, 0, words/2)
	b.open(content.Block, "document", Box{})
	rows := make([][]row, len(pages))
	tables := make([][]ruledTable, len(pages))
	for i := range pages {
		var rest []Word
		tables[i], rest = findRuled(pages[i].Words, pages[i].Lines, medianHeight(pages[i].Words))
		rows[i] = makeRows(inCells(rest, pages[i].Lines))
	}
	runningTop, runningFoot := findRunning(pages, rows)
	for i := range pages {
		b.page(&pages[i], rows[i], tables[i], runningTop, runningFoot)
	}
	b.close()
	b.tree.Done()
}

// Recognised is the attribute of the elements of pages that were read from a
// picture.
const Recognised = "data-recognised"

// builder writes the tree of a document.
type builder struct {
	doc    *content.Document
	tree   *content.Builder
	number int32   // of the page being written
	body   float32 // height of most of its text
	size   float32 // height of the text being written
	rough  bool    // whether heights are rough
}

func (b *builder) open(role content.Role, tag string, box Box) {
	b.openNode(content.Start{Role: role, Tag: tag}, box)
}

func (b *builder) openNode(node content.Start, box Box) {
	b.tree.Open(node)
	b.place(box)
}

func (b *builder) close() { b.tree.Close() }

// place gives the node just added its box and style.
func (b *builder) place(box Box) {
	b.doc.Boxes = append(b.doc.Boxes, content.Box{X: box.X, Y: box.Y, Width: box.Width, Height: box.Height, Page: b.number})
	b.doc.Styles = append(b.doc.Styles, content.Style{Size: b.size, Weight: 400})
}

// words writes words as a run of text for each line of them, and for what stands
// far apart in one: the words of a run are taken to fill its box.
func (b *builder) words(words []Word) {
	for len(words) > 0 {
		n := 1
		for n < len(words) && !startsLine(words[n-1], words[n]) && !isFarOff(words[n-1], words[n]) {
			n++
		}
		text := joinWords(words[:n])
		if n == len(words) || !startsLine(words[n-1], words[n]) || !isCut(text, words[n].Text) {
			text += " "
		}
		if b.tree.Text(text) != content.None {
			b.place(boxOf(words[:n]))
		}
		words = words[n:]
	}
}

// isCut reports whether a line ends within a code or number that goes on in the next one: "A-2026-".
func isCut(line, next string) bool {
	code, hyphen := strings.CutSuffix(line, "-")
	return hyphen && code != "" && hasDigit(code[len(code)-1:]) && hasDigit(next[:1])
}

// startsLine reports whether a word is in a line below the one before it: not right of it, or
// with nothing of it at the same height, as the amount at the right edge under the name of a box.
func startsLine(before, w Word) bool {
	lower := min(w.Height, before.Height)
	return w.X < before.right() && w.Y+w.Height/2 > before.Y+before.Height/2+0.5*lower || w.Y > before.bottom()-0.2*lower
}

// farOff is the gap within a line, in heights, beyond which a run of text ends.
const farOff = 2.5

func isFarOff(before, w Word) bool {
	return w.X-before.right() > farOff*max(before.Height, w.Height)
}

// element writes an element that holds a run of text.
func (b *builder) element(role content.Role, tag string, words []Word) {
	box := Box{}
	if len(words) > 0 {
		box = boxOf(words)
	}
	b.open(role, tag, box)
	b.words(words)
	b.close()
}

// page writes a page of rows and of tables that lines show.
func (b *builder) page(p *Page, rows []row, tables []ruledTable, top, foot running) {
	b.number, b.rough = int32(p.Number), p.Recognised
	b.body = medianHeight(p.Words)
	b.size = b.body
	page := content.Start{Role: content.Page, Tag: "section"}
	if p.Recognised {
		page.Attrs = []content.Attr{{Name: Recognised, Value: "true"}}
	}
	b.openNode(page, Box{0, 0, p.Width, p.Height})
	header, rows, footer := cutRunning(p, rows, top, foot)
	b.runningRows(content.Header, "header", header)
	for i := range tables {
		t := &tables[i]
		n := 0
		for n < len(rows) && rows[n].Y+rows[n].Height/2 < t.Y {
			n++
		}
		b.zone(rows[:n])
		b.ruled(t)
		rows = rows[n:]
	}
	b.zone(rows)
	b.runningRows(content.Footer, "footer", footer)
	b.close()
}

func (b *builder) runningRows(role content.Role, tag string, rows []row) {
	if len(rows) == 0 {
		return
	}
	b.open(role, tag, boxOfRows(rows))
	for _, r := range rows {
		b.line(r)
	}
	b.close()
}

func boxOfRows(rows []row) Box {
	box := rows[0].Box
	for _, r := range rows[1:] {
		box = box.union(r.Box)
	}
	return box
}

func wordsOf(rows []row) []Word {
	var words []Word
	for _, r := range rows {
		for _, s := range r.segments {
			words = append(words, s.words...)
		}
	}
	return words
}

// zone writes rows from top to bottom: tables with names of columns, and what is
// between them.
func (b *builder) zone(rows []row) {
	if !b.rough {
		rows = partCells(rows)
	}
	for len(rows) > 0 {
		whole, starts := rows, []int(nil)
		if !b.rough {
			whole, starts = joinLines(rows)
			whole = partCells(whole)
		}
		t, ok := findHeaded(whole)
		if !ok {
			b.free(rows)
			return
		}
		if starts != nil {
			t.from, t.to = starts[t.from], starts[t.to]
		}
		b.free(rows[:t.from])
		b.table(t.rows, true)
		rows = rows[t.to:]
	}
}

// free writes rows without names of columns above them: runs of several columns
// as tables, labels with values, or text side by side, and the rest as
// paragraphs.
func (b *builder) free(rows []row) {
	rows = joinCentred(rows)
	all := rows
	whole, starts := joinIf(rows, func(first, at int) bool { return goesOn(all, first, at) })
	for len(rows) > 0 {
		if part, gutter, ok := leadingColumns(rows, b.levelSlack()); ok {
			b.sideBySide(rows[:part], gutter)
			rows = rows[part:]
			continue
		}
		if starts, end := entriesOf(rows); end > 0 {
			b.entries(rows[:end], starts)
			rows = rows[end:]
			continue
		}
		if len(rows[0].segments) > 1 {
			at, begins := slices.BinarySearch(starts, len(all)-len(rows))
			lines, after := rows, func(n int) []row { return rows[n:] }
			if begins {
				lines, after = whole[at:], func(n int) []row { return all[starts[at+n]:] }
			}
			g := growRun(lines)
			b.run(&g)
			rows = after(len(g.rows))
			continue
		}
		n := 1
		for n < len(rows) && len(rows[n].segments) == 1 {
			n++
		}
		b.paragraphs(rows[:n])
		rows = rows[n:]
	}
}

// minSeparate is the number of rows that text in columns has at least, and
// maxSeparate how many are looked at together.
const (
	minSeparate = 3
	maxSeparate = 400
)

// By how much things in one line are not level at most, in heights of their text: as exactly as
// they are printed, or as they are seen.
const (
	printedLevel = 0.1
	seenLevel    = 1.0
)

func (b *builder) levelSlack() float32 {
	if b.rough {
		return seenLevel
	}
	return printedLevel
}

// leadingColumns returns how many of the first rows have parts side by side that
// have nothing to do with each other, and where they part. Slack is that of what is level.
func leadingColumns(rows []row, slack float32) (count int, gutter interval, ok bool) {
	free := freeOf(rows[0])
	for count = 1; count < min(len(rows), maxSeparate); count++ {
		space := rows[count].Y - rows[count-1].bottom()
		if space > rowsGap*rows[count].height {
			break
		}
		common := intersect(free, freeOf(rows[count]), segmentGap*rows[count].height)
		if len(common) == 0 || len(inner(common)) == 0 && len(inner(free)) > 0 {
			break
		}
		free = common
	}
	if count < minSeparate {
		return 0, interval{}, false
	}
	gutter, ok = separate(rows[:count], slack)
	return count, gutter, ok
}

// sideBySide writes the parts left and right of a gutter one after the other.
func (b *builder) sideBySide(rows []row, gutter interval) {
	var left, right []Word
	for _, w := range wordsOf(rows) {
		if w.X+w.Width/2 < (gutter.from+gutter.to)/2 {
			left = append(left, w)
		} else {
			right = append(right, w)
		}
	}
	if len(left) == 0 || len(right) == 0 { // boxes that overlap: there is no such gutter
		for _, r := range rows {
			b.line(r)
		}
		return
	}
	for _, words := range [][]Word{left, right} {
		b.open(content.Block, "div", boxOf(words))
		b.zone(makeRows(words))
		b.close()
	}
}

// paragraphs writes rows of one segment each.
func (b *builder) paragraphs(rows []row) {
	for first := 0; first < len(rows); {
		last := first + 1
		for last < len(rows) && sameParagraph(rows[last-1], rows[last]) && !isTitle(rows, last) && !b.isLarger(rows[last], rows[last-1].height) {
			last++
		}
		if last == first+1 && last < len(rows) && (last+1 == len(rows) || !sameParagraph(rows[last], rows[last+1])) && isAbove(rows[first], rows[last]) {
			last++
		}
		b.paragraph(rows[first:last])
		first = last
	}
}

// isTitle reports whether a row is a title in capital letters between others that are not.
func isTitle(rows []row, i int) bool {
	return i+1 < len(rows) && isLabel(rows[i].text()) && inCapitals(rows[i]) && !inCapitals(rows[i-1]) && !inCapitals(rows[i+1])
}

func inCapitals(r row) bool {
	text := r.text()
	return strings.Count(text, "") > minCapitals && strings.ToUpper(text) == text && strings.ToLower(text) != text
}

// minCapitals is how many letters a title in capital letters has at least: shorter ones abbreviate.
const minCapitals = 4

// isAbove reports whether a row is the label of the one below it.
func isAbove(label, value row) bool {
	aligned := label.X-value.X < label.height && value.X-label.X < label.height ||
		label.X > value.X-label.height && label.right() < value.right()+label.height
	return aligned && value.Y-label.bottom() < rowsGap*label.height &&
		isLabel(label.text()) && isValue(value.text())
}

func sameParagraph(above, below row) bool {
	space := below.Y - above.bottom()
	larger, smaller := max(above.height, below.height), min(above.height, below.height)
	return space <= tightGap*larger && larger <= 1.35*smaller
}

// paragraph writes rows that belong together: as one text if they are running
// text, else line by line. The first may be a label of the others.
func (b *builder) paragraph(rows []row) {
	if len(rows) == 1 {
		b.line(rows[0])
		return
	}
	b.size = rows[0].height
	defer func() { b.size = b.body }()
	if isProse(rows) {
		b.element(content.Block, "p", wordsOf(rows))
		return
	}
	if len(rows) == 2 && isLabel(rows[0].text()) && isValue(rows[1].text()) {
		b.open(content.Terms, "dl", boxOfRows(rows))
		b.element(content.Term, "dt", wordsOf(rows[:1]))
		b.element(content.Definition, "dd", wordsOf(rows[1:]))
		b.close()
		return
	}
	b.open(content.Block, "div", boxOfRows(rows))
	if isLabel(rows[0].text()) {
		b.line(rows[0])
		b.open(content.Block, "div", boxOfRows(rows[1:]))
		for _, r := range rows[1:] {
			b.line(r)
		}
		b.close()
	} else {
		for _, r := range rows {
			b.line(r)
		}
	}
	b.close()
}

// Heights of headings, in heights of the page's text. Those that were recognised
// are rough.
const (
	largeHeading = 1.7
	smallHeading = 1.3
	roughness    = 1.25
	headingWords = 12
)

// line writes a row as a line, with its labels apart from their values.
func (b *builder) line(r row) {
	b.size = r.height
	defer func() { b.size = b.body }()
	text := r.text()
	ratio := r.height / b.body
	if b.rough {
		ratio /= roughness
	}
	if ratio >= smallHeading && len(r.segments) == 1 && hasLetter(text) && strings.Count(text, " ") < headingWords {
		level, tag := uint8(2), "h2"
		if ratio >= largeHeading {
			level, tag = 1, "h1"
		}
		b.openNode(content.Start{Role: content.Heading, Level: level, Tag: tag}, r.Box)
		b.labelled(r)
		b.close()
		return
	}
	if b.isLarger(r, b.body) && len(r.segments) == 1 && isLabel(text) && !endsInColon(text) {
		b.openNode(content.Start{Role: content.Heading, Level: 3, Tag: "h3"}, r.Box)
		b.words(r.segments[0].words)
		b.close()
		return
	}
	if len(r.segments) == 2 && !strings.Contains(text, ":") && isLabel(r.segments[0].text()) && hasDigit(r.segments[1].text()) {
		b.open(content.Terms, "dl", r.Box)
		b.element(content.Term, "dt", r.segments[0].words)
		b.element(content.Definition, "dd", r.segments[1].words)
		b.close()
		return
	}
	b.open(content.Block, "p", r.Box)
	b.labelled(r)
	b.close()
}

// isLarger reports whether a printed row is in the letters of a title over some of a height.
func (b *builder) isLarger(r row, height float32) bool {
	return !b.rough && r.height >= titleHeight*height
}

// labelled writes the words of a row so that a label that ends in a colon is a
// run of text of its own. Without a colon, words before what has the form of a
// value may be its label.
func (b *builder) labelled(r row) {
	if len(r.segments) == 1 && !strings.Contains(r.text(), ":") {
		if label, value := introduction(r.segments[0].words); len(value) > 0 {
			b.element(content.Inline, "span", label)
			b.element(content.Inline, "span", value)
			return
		}
	}
	for _, s := range r.segments {
		rest := s.words
		for i, w := range s.words[:len(s.words)-1] {
			if endsInColon(w.Text) && i < maxLabelWords {
				b.words(s.words[:i+1])
				rest = s.words[i+1:]
				break
			}
		}
		b.words(rest)
	}
}

// introduction parts words into a few without digits and a value after them;
// value is nil if they are not of that form.
func introduction(words []Word) (label, value []Word) {
	n := 0
	for n < len(words) && !hasDigit(words[n].Text) {
		n++
	}
	if n == 0 || n > maxLabelWords || len(words)-n > 3 || !isLabel(joinWords(words[:n])) {
		return nil, nil
	}
	for n > 1 && !hasLetter(words[n-1].Text) {
		n-- // a currency's sign or the like
	}
	if n == len(words) || !isValue(joinWords(words[n:])) && len(words)-n > 1 {
		return nil, nil
	}
	return words[:n], words[n:]
}
