package ranking

import (
	"slices"
	"strings"
	"unicode"

	"assay/service/content"
	"assay/service/extract/align"
	"assay/service/extract/evidence"
	"assay/service/extract/onpage"
	"assay/service/extract/read"
)

// cut is which piece of a text a column is.
type cut struct {
	at   cutAt
	rest bool // what comes after it
	from int  // the column that is cut
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
	atCount         // "Wired 16"
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
	begin, end := 0, len(raw)
	switch c.at {
	case atColon:
		if i := strings.Index(raw, ":"); i > 0 && i+1 < len(raw) && (raw[i+1] == ' ' || raw[i+1] == '\n') {
			left, right = i, i+1
		}
	case atDash:
		for _, dash := range [...]string{" – ", " — ", " - ", " | ", " · ", " • "} {
			if i := strings.Index(raw, dash); i > 0 {
				left, right = i, i+len(dash)
				break
			}
		}
	case atComma:
		if i := strings.LastIndex(raw, ", "); i > 0 && len(raw) <= align.MaxPiece {
			left, right = i, i+2
			if open := strings.LastIndexByte(raw[:i], '('); open >= 0 && strings.IndexByte(raw[open:], ')') == end-1-open { // Manual (PDF, 14.2 MB)
				begin, end = open+1, end-1
			}
		}
	case atBracket:
		if i := strings.LastIndexByte(raw, '('); i > 0 && len(raw) <= 2*align.MaxPiece {
			if k := strings.IndexByte(raw[i:], ')'); k > 1 {
				left, right, end = i, i+1, i+k
			}
		}
	case atNumber:
		i := strings.IndexFunc(raw, func(r rune) bool { return !unicode.IsDigit(r) && r != '#' && r != '.' })
		if i > 0 && i <= len("#1.2.3") && strings.ContainsFunc(raw[:i], unicode.IsDigit) && strings.ContainsRune(" )\n:", rune(raw[i])) && !read.IsUnit(strings.TrimSpace(raw[i:])) {
			left, right = i, i+1
		}
	case atCount:
		if head := strings.TrimRight(raw, "0123456789.,"); len(head) < len(raw) && len(raw) <= align.MaxPiece {
			if name := strings.TrimRight(head, " \n\u00a0"); len(name) < len(head) && strings.ContainsFunc(name, unicode.IsLetter) {
				left, right = len(name), len(head)
			}
		}
	}
	if left < 0 {
		return onpage.NoPart
	}
	q := *p
	if c.rest {
		q.From, q.To = from+int32(right), from+int32(end)
	} else {
		q.From, q.To = from+int32(begin), from+int32(left)
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
				c := listedColumn{Column: s.columns[i].Column, cell: s.columns[i].cell, cut: cut{at, rest, i}}
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

// otherPieces returns, by column, the other piece of the text that it is cut from, or -1.
func (s *listed) otherPieces() []int {
	out := slices.Repeat([]int{-1}, len(s.columns))
	for i := range s.columns {
		a := s.columns[i].cut
		for k := range s.columns {
			if b := s.columns[k].cut; a.at != whole && a.at == b.at && a.from == b.from && a.rest != b.rest {
				out[i] = k
			}
		}
	}
	return out
}
