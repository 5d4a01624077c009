package result

import (
	"fmt"
	"strconv"
	"strings"

	"assay/keymap"
	"assay/themes"
	"assay/ui/cells"
	"assay/ui/jsondoc"
	"assay/ui/pane"
	"assay/views/frame"
	"assay/wire"
)

// sourcePane is the pane under the data that says where on the page the selected value was
// read.
type sourcePane struct {
	open   bool
	answer *Answer                  // what byPath was made of
	byPath map[string]wire.Evidence // by the pointer of the value
}

const (
	evidenceHeight = 8  // with its borders
	evidenceLeast  = 10 // lines of the whole pane below which there is no room for it
	dataLeast      = 6  // lines that it leaves to the data
)

// EvidenceOpen reports whether the reader wants to see where values come from: an
// answer with evidence is of use then.
func (p *Pane) EvidenceOpen() bool { return p.source.open }

// OpenEvidence opens or closes the pane that says where values come from.
func (p *Pane) OpenEvidence(open bool) {
	p.source.open = open
	p.layout()
}

// evidence returns the evidence of the answer by the pointer of the value.
func (p *Pane) evidence() map[string]wire.Evidence {
	w := &p.source
	if w.answer != p.answer {
		*w = sourcePane{open: w.open, answer: p.answer, byPath: map[string]wire.Evidence{}}
		for _, e := range p.answer.Metadata.Evidence {
			w.byPath[e.Pointer] = e
		}
	}
	return w.byPath
}

// evidenceRows returns how many lines the pane takes; 0 if it is not there.
func (p *Pane) evidenceRows() int {
	if !p.source.open || p.options.Plain || p.height < evidenceLeast || p.face == asMetadata || !p.readable() {
		return 0
	}
	return min(evidenceHeight, p.height-dataLeast)
}

func (p *Pane) drawEvidence(height int) []string {
	t := p.theme
	box := pane.Pane{Title: "Where from"}
	box.Right = t.Strong.Render(p.env.Key(keymap.Cancel)) + t.Dim.Render(" closes")
	width, rows := box.Inner(p.width, height)
	return box.Draw(t, p.width, height, p.evidencePane(width, rows))
}

func (p *Pane) evidencePane(width, rows int) []string {
	t := p.theme
	say := func(text string) []string {
		return pane.Paragraph(t.Dim, "", text, width)
	}
	doc, n := p.whole.tree.Document(), -1
	if doc != nil && p.shown() == p.whole {
		n = p.whole.node(p.face)
	}
	switch {
	case p.filter.viewer != nil:
		return say("What a filter makes has no place on the page. " + p.env.Key(keymap.Cancel) + " shows the answer itself.")
	case p.changes.viewer != nil:
		return say("Values are followed to the page from the answer itself. " + p.env.Key(keymap.ResultChanges) + " shows it.")
	case len(p.answer.Metadata.Evidence) == 0:
		if p.options.Again == "" {
			return say("The answer came without evidence.")
		}
		return say("The answer came without evidence. " + p.env.Key(p.options.Again) + " runs the query again and asks for it.")
	case n < 0:
		return nil
	}
	found, ok := p.evidence()[doc.Pointer(n)]
	switch {
	case !ok && doc.HasChildren(n):
		return say(p.countBelow(doc, n) + ". Select one to see where it comes from.")
	case !ok && doc.Kind(n) == jsondoc.Null:
		return say("Nothing on the page was found for this field.")
	case !ok:
		return say("The service says nothing of where this value comes from.")
	}
	return p.evidenceLines(found, string(doc.Text(n)), width, rows)
}

// countBelow says how many of the values in a node have evidence.
func (p *Pane) countBelow(doc *jsondoc.Document, n int) string {
	prefix, count := doc.Pointer(n)+"/", 0
	for pointer := range p.evidence() {
		if strings.HasPrefix(pointer, prefix) {
			count++
		}
	}
	return frame.Counted(count, "value") + " in here with a source"
}

// evidenceLines describes one piece of evidence: what kind it is, where it is, and
// the words it was read from with the value marked in them.
func (p *Pane) evidenceLines(e wire.Evidence, value string, width, rows int) []string {
	t := p.theme
	score := t.Dim.Render("score ") + p.scoreStyle(e.Score).Render(strconv.FormatFloat(e.Score, 'f', 2, 64))
	place := ""
	switch {
	case e.Selector != nil:
		place = cells.CutMiddle(cells.Visible(*e.Selector), max(width-4, 8), t.Glyphs.Ellipsis)
	case e.Page > 0:
		place = "page " + strconv.Itoa(e.Page)
	}
	if e.Box != nil && e.Box[2] > 0 && e.Box[3] > 0 {
		at := fmt.Sprintf("at %.0f, %.0f  %.0f x %.0f", e.Box[0], e.Box[1], e.Box[2], e.Box[3])
		if cells.Width(place)+cells.Width(at)+2 <= width {
			place = strings.TrimLeft(place+"  ", " ") + at
		}
	}
	lines := []string{cells.Ends(t.Accent.Render(cells.Visible(e.Kind)), score, width)}
	if place != "" {
		lines = append(lines, t.Text.Render(place))
	}
	address := value
	text := strings.Join(strings.Fields(cells.Visible(e.Text)), " ")
	value = strings.Join(strings.Fields(cells.Visible(value)), " ")
	if at := strings.Index(text, value); at > 3*width { // what is before it is of little use
		text = t.Glyphs.Ellipsis + text[strings.IndexByte(text[at-2*width:], ' ')+at-2*width+1:]
	}
	return append(lines, p.marked(text, value, address, width, max(rows-len(lines), 1))...)
}

// tokenEnd returns the end of the number that goes on at a place of the text, as the
// 64.5 that was read goes on in 64.50, or the place itself.
func tokenEnd(text string, at int) int {
	digit := func(i int) bool { return i >= 0 && i < len(text) && text[i] >= '0' && text[i] <= '9' }
	for digit(at-1) && (digit(at) || at < len(text) && (text[at] == '.' || text[at] == ',') && digit(at+1)) {
		at++
		for digit(at) {
			at++
		}
	}
	return at
}

// marked wraps words with a value in them marked, as a link if it is an address; they
// end with an ellipsis if they take more than rows lines.
func (p *Pane) marked(text, value, address string, width, rows int) []string {
	t := p.theme
	link, linkEnd := t.LinkStart(address, true), themes.LinkEnd
	if link == "" {
		linkEnd = ""
	}
	from, to := -1, -1
	if value != "" {
		if from = strings.Index(text, value); from >= 0 {
			to = tokenEnd(text, from+len(value))
		}
	}
	var lines []string
	offset := 0
	for _, line := range cells.Wrap(text, width) {
		if len(lines) == rows {
			lines[rows-1] = cells.Fit(lines[rows-1], max(width-1, 0), "") + t.Dim.Render(t.Glyphs.Ellipsis)
			break
		}
		if i := strings.Index(text[offset:], line); i >= 0 {
			offset += i
		}
		a := max(0, min(from-offset, len(line)))
		b := max(a, min(to-offset, len(line)))
		if from < 0 {
			a, b = 0, 0
		}
		lines = append(lines, t.Dim.Render(line[:a])+link+t.Match.Render(line[a:b])+linkEnd+t.Dim.Render(line[b:]))
		offset += len(line)
	}
	return lines
}

func (p *Pane) scoreStyle(score float64) themes.Style {
	switch {
	case score >= 0.8:
		return p.theme.Good
	case score >= 0.5:
		return p.theme.Text
	}
	return p.theme.Warn
}
