package ranking

import (
	"strings"
	"unicode"

	"assay/service/content"
	"assay/service/extract/align"
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

// lines takes the lines that are a series of short pieces, as records of one value each, and returns
// which they are.
func (l *lists) lines() map[int]bool {
	t := l.engine.Tree
	found := map[int]bool{}
	for i := range t.Lines {
		line := t.Lines[i]
		text := t.Raw(line.From, line.To)
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
					for _, and := range listing.Conjunctions {
						if a, b, ok := strings.Cut(piece, and); ok && a != "" && b != "" {
							s.piece(l.engine, i, begin, begin+len(a))
							begin += len(a) + len(and)
							break
						}
					}
				}
				if end-begin > maxSeriesPart || end <= begin {
					s.series = nil
					break
				}
				s.piece(l.engine, i, begin, end)
			}
			if len(s.series) >= minSeries && len(found) < maxSeries {
				found[i] = true
				l.add(s)
				break
			}
		}
	}
	return found
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

// cut is which piece of a text a column is.
type cut struct {
	at   cutAt
	rest bool // what comes after it
}

// cutAt is where a text is cut.
type cutAt uint8

const (
	whole     cutAt = iota
	atColon         // "SEO: what it is"
	atDash          // "SEO – what it is"
	atComma         // "Anne K., Zellingen"
	atBracket       // "Wired (16)"
	atNumber        // "1. Introduction"
	cutsAt
)

// maxCut is how long a text is at most that is cut, in bytes.
const maxCut = 2000

// of returns the piece of a part, or NoPart if it is not cut there.
func (c cut) of(e *Engine, p *onpage.Part) onpage.Part {
	from, to := e.Span(p)
	if p.Key != evidence.NoKey || to-from > maxCut || to <= from {
		return onpage.NoPart
	}
	raw := e.Tree.Raw(from, to)
	left, right := -1, -1 // where the first piece ends, and the rest begins
	end := len(raw)
	switch c.at {
	case atColon:
		if i := strings.Index(raw, ":"); i > 0 && i+1 < len(raw) && (raw[i+1] == ' ' || raw[i+1] == '\n') {
			left, right = i, i+1
		}
	case atDash:
		for _, dash := range [...]string{" – ", " — ", " - "} {
			if i := strings.Index(raw, dash); i > 0 {
				left, right = i, i+len(dash)
				break
			}
		}
	case atComma:
		if i := strings.LastIndex(raw, ", "); i > 0 && len(raw) <= align.MaxPiece {
			left, right = i, i+2
		}
	case atBracket:
		if i := strings.LastIndexByte(raw, '('); i > 0 && len(raw) <= 2*align.MaxPiece {
			if k := strings.IndexByte(raw[i:], ')'); k > 1 {
				left, right, end = i, i+1, i+k
			}
		}
	case atNumber:
		i := strings.IndexFunc(raw, func(r rune) bool { return !unicode.IsDigit(r) && r != '#' && r != '.' })
		if i > 0 && i <= len("#1.2.3") && strings.ContainsFunc(raw[:i], unicode.IsDigit) && strings.ContainsRune(" )\n:", rune(raw[i])) {
			left, right = i, i+1
		}
	}
	if left < 0 {
		return onpage.NoPart
	}
	q := *p
	if c.rest {
		q.From, q.To = from+int32(right), from+int32(end)
	} else {
		q.From, q.To = from, from+int32(left)
	}
	if strings.TrimSpace(e.Tree.Raw(q.From, q.To)) == "" {
		return onpage.NoPart
	}
	return q
}

// cuts adds the columns of pieces that most parts of others have.
func (l *lists) cuts(s *listed) {
	for i := range s.columns {
		for at := atColon; at < cutsAt; at++ {
			for _, rest := range [...]bool{false, true} {
				c := listedColumn{Column: s.columns[i].Column, cell: s.columns[i].cell, cut: cut{at, rest}}
				c.Parts, c.Have = make([]onpage.Part, len(s.sample)), 0
				for r := range s.columns[i].Parts {
					c.Parts[r] = onpage.NoPart
					if p := &s.columns[i].Parts[r]; p.ID != content.None {
						if c.Parts[r] = c.cut.of(l.engine, p); c.Parts[r].ID != content.None {
							c.Have++
						}
					}
				}
				if 3*c.Have < 2*s.columns[i].Have || c.Have < 2 || len(s.columns) == maxSetColumns+maxCutColumns {
					continue
				}
				s.columns = append(s.columns, c)
			}
		}
	}
}
