package ranking

import (
	"strings"

	"assay/service/extract/evidence"
	"assay/service/extract/listing"
	"assay/service/extract/onpage"
	"assay/service/extract/records"
)

// Bounds of the series in lines.
const (
	maxSeries     = 300 // of a page
	minSeries     = 3   // pieces of one
	maxSeriesPart = 40  // bytes of a piece
)

// sentenceAt is the number of a line, and how many bytes into it a sentence begins.
type sentenceAt struct{ line, from int }

// lines takes the lines, or sentences of lines, that are a series of short pieces, as records of one
// value each, and returns which they are.
func (l *lists) lines() map[sentenceAt]bool {
	t := l.engine.Tree
	found := map[sentenceAt]bool{}
	for i := range t.Lines {
		line := t.Lines[i]
		text := t.Raw(line.From, line.To)
		for from, to := range evidence.Sentences(text) {
			if len(found) < maxSeries && l.seriesIn(i, text[from:to], from) {
				found[sentenceAt{i, from}] = true
			}
		}
	}
	return found
}

// seriesIn takes a sentence that begins so many bytes into a line if it is a series of short pieces,
// and reports whether it is.
func (l *lists) seriesIn(line int, text string, offset int) bool {
	lead := ""
	at := 0
	if colon := strings.Index(text, ": "); colon >= 0 && colon <= maxSeriesPart {
		lead, at = text[:colon], colon+2
	}
	for _, mark := range [...]string{", ", " / ", " | ", "; ", " · ", " • "} {
		pieces := strings.Split(text[at:], mark)
		if len(pieces) < minSeries-1 { // "a, b and c" has two
			continue
		}
		s := &listed{names: []string{lead}}
		from := at
		for k, piece := range pieces {
			begin, end := from, from+len(piece)
			from = end + len(mark)
			if last := k == len(pieces)-1; last {
				piece = strings.TrimRight(piece, ". ")
				end = begin + len(piece)
				if cut, next, ok := listing.CutAtConjunction(piece); ok && next < len(piece) {
					if cut > 0 {
						s.piece(l.engine, line, offset+begin, offset+begin+cut)
					}
					begin += next
				}
			}
			if end-begin > maxSeriesPart || end <= begin {
				s.series = nil
				break
			}
			s.piece(l.engine, line, offset+begin, offset+end)
		}
		if len(s.series) >= minSeries {
			l.add(s)
			return true
		}
	}
	return false
}

// piece adds a piece of a line to a series.
func (s *listed) piece(e *Engine, line, from, to int) {
	at := e.Tree.Lines[line].From
	node := e.Tree.LineNode(line)
	s.series = append(s.series, onpage.Part{ID: node, Key: evidence.NoKey, From: at + int32(from), To: at + int32(to)})
	s.spans = append(s.spans, records.Span{From: node, To: node + 1})
}

// Bounds of the options of a form's fields.
const (
	maxChoices = 100 // fields of a page
	maxOptions = 300 // of a field
)

// options takes what the fields of forms offer to choose from, as records of one value each.
func (l *lists) options() {
	x := l.engine.Index
	found := map[string]bool{}
	for i := range x.Controls {
		c := &x.Controls[i]
		all := strings.Join(c.Options, "\n")
		if c.Kind != evidence.ChoiceList || len(c.Keys) == 0 || len(c.Options) > maxOptions || found[all] || len(found) == maxChoices {
			continue
		}
		found[all] = true
		s := &listed{names: []string{c.Caption}, choices: true}
		for _, k := range c.Keys {
			s.names = append(s.names, x.NameText(k))
		}
		for _, text := range c.Options {
			s.series = append(s.series, onpage.Part{ID: c.Node, Key: c.Keys[0], Value: text})
			s.spans = append(s.spans, records.Span{From: c.Node, To: c.Node + 1})
		}
		for _, text := range c.Options[:min(len(c.Options), maxFormed)] {
			s.words = l.bag.Add(s.words, text)
		}
		l.add(s)
	}
}
