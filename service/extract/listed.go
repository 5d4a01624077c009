package extract

import (
	"math"
	"slices"
	"strings"
	"unicode"

	"assay/service/content"
	"assay/service/extract/evidence"
	"assay/service/extract/rank"
	"assay/service/extract/records"
	"assay/service/extract/tree"
	"assay/service/extract/words"
)

// Bounds of the sets of a page.
const (
	maxSetColumns  = 30
	maxCutColumns  = 20 // further ones, of pieces of others
	maxColumnNames = 6
	maxFormed      = 3 // values of a column whose forms are looked at
)

// listed is a set of records of a page, as a table.
type listed struct {
	spans   []records.Span
	sample  []records.Span
	set     *records.Set   // nil for the rows of a table
	grid    *evidence.Grid // nil for others
	series  []part         // the pieces of one line; nil for others
	columns []listedColumn
	over    string   // the heading over it
	names   []string // what it is called, that among it
	said    []int32  // the words of that, in the page's bag
	headers []int32  // the words that name its columns
	row     rank.SetRow
}

// listedColumn is a column of such a table, with what does not depend on the field.
type listedColumn struct {
	column
	cell  int // its place in a grid
	cut   cut // which piece of the parts it is
	names []*words.Name
	forms []*words.FormsOf
	row   rank.ColumnRow
}

// lists weighs what a page has for lists.
type lists struct {
	e     *engine
	m     *words.Model
	bag   *words.Bag
	all   []*listed
	names map[string]*words.Name
	forms map[string]*words.FormsOf
}

// newLists finds the sets of records of a page, without their columns.
func (e *engine) newLists() *lists {
	l := &lists{e: e, m: words.Default(), bag: words.Default().NewBag(), names: map[string]*words.Name{}, forms: map[string]*words.FormsOf{}}
	for _, set := range e.sets {
		s := &listed{spans: set.Spans, set: set}
		if s.over = e.x.NameText(set.Over); s.over != "" {
			s.names = append(s.names, s.over)
		}
		for _, keys := range [...][]evidence.Key{set.Keys, set.Around} {
			for _, k := range keys {
				s.names = append(s.names, e.x.NameText(k))
			}
		}
		l.add(s)
	}
	for _, g := range e.x.Tables {
		s := &listed{grid: g, names: []string{g.Caption}}
		for _, k := range g.Titles {
			s.names = append(s.names, e.x.NameText(k))
		}
		for i := range g.Rows {
			node := g.Rows[i].Node
			s.spans = append(s.spans, records.Span{From: node, To: e.t.Nodes[node].End})
		}
		for i := range g.Headers {
			s.headers = l.bag.Add(s.headers, g.Headers[i].Text)
		}
		l.add(s)
	}
	l.lines()
	return l
}

// Bounds of the series in lines.
const (
	maxSeries     = 300 // of a page
	minSeries     = 3   // pieces of one
	maxSeriesPart = 40  // bytes of a piece
)

// lines takes the lines that are a series of short pieces, as records of one value each.
func (l *lists) lines() {
	t := l.e.t
	found := 0
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
					for _, and := range [...]string{" and ", " & ", " or ", " und ", " et ", " y ", " e "} {
						if a, b, ok := strings.Cut(piece, and); ok && a != "" && b != "" {
							s.piece(l.e, i, begin, begin+len(a))
							begin += len(a) + len(and)
							break
						}
					}
				}
				if end-begin > maxSeriesPart || end <= begin {
					s.series = nil
					break
				}
				s.piece(l.e, i, begin, end)
			}
			if len(s.series) >= minSeries && found < maxSeries {
				found++
				l.add(s)
				break
			}
		}
	}
}

// piece adds a piece of a line to a series.
func (s *listed) piece(e *engine, line, from, to int) {
	at := e.t.Lines[line].From
	node := e.t.LineNode(line)
	s.series = append(s.series, part{id: node, key: evidence.NoKey, from: at + int32(from), to: at + int32(to)})
	s.spans = append(s.spans, records.Span{From: node, To: node + 1})
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

// of returns the piece of a part, or noPart if it is not cut there.
func (c cut) of(e *engine, p *part) part {
	from, to := e.span(p)
	if p.key != evidence.NoKey || to-from > maxCut || to <= from {
		return noPart
	}
	raw := e.t.Raw(from, to)
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
		if i := strings.LastIndex(raw, ", "); i > 0 && len(raw) <= maxPiece {
			left, right = i, i+2
		}
	case atBracket:
		if i := strings.LastIndexByte(raw, '('); i > 0 && len(raw) <= 2*maxPiece {
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
		return noPart
	}
	q := *p
	if c.rest {
		q.from, q.to = from+int32(right), from+int32(end)
	} else {
		q.from, q.to = from, from+int32(left)
	}
	if strings.TrimSpace(e.t.Raw(q.from, q.to)) == "" {
		return noPart
	}
	return q
}

// cuts adds the columns of pieces that most parts of others have.
func (l *lists) cuts(s *listed) {
	for i := range s.columns {
		for at := atColon; at < cutsAt; at++ {
			for _, rest := range [...]bool{false, true} {
				c := listedColumn{column: s.columns[i].column, cell: s.columns[i].cell, cut: cut{at, rest}}
				c.parts, c.have = make([]part, len(s.sample)), 0
				for r := range s.columns[i].parts {
					c.parts[r] = noPart
					if p := &s.columns[i].parts[r]; p.id != content.None {
						if c.parts[r] = c.cut.of(l.e, p); c.parts[r].id != content.None {
							c.have++
						}
					}
				}
				if 3*c.have < 2*s.columns[i].have || c.have < 2 || len(s.columns) == maxSetColumns+maxCutColumns {
					continue
				}
				s.columns = append(s.columns, c)
			}
		}
	}
}

// maxSetName is how long a text is at most that names a set, in bytes.
const maxSetName = 120

func (l *lists) add(s *listed) {
	if len(s.spans) < 2 {
		return
	}
	if lead := l.e.leadIn(s.spans[0].From); lead != "" {
		s.names = append(s.names, lead)
	}
	slices.Sort(s.names)
	s.names = slices.DeleteFunc(slices.Compact(s.names), func(name string) bool { return name == "" || len(name) > maxSetName })
	for _, name := range s.names {
		s.said = l.bag.Add(s.said, name)
	}
	l.all = append(l.all, s)
}

// leadIn returns the line before a set of records.
func (e *engine) leadIn(first content.ID) string {
	at, _ := e.t.LinesBetween(first, first+1)
	if at == 0 || at > len(e.t.Lines) {
		return ""
	}
	return e.t.LineText(at - 1)
}

// open finds the columns of a set and all that does not depend on what is asked.
func (l *lists) open(s *listed) {
	if s.columns != nil || s.sample != nil {
		return
	}
	e := l.e
	s.sample = sampleOf(s.spans)
	switch {
	case s.grid != nil:
		s.columns = l.cells(s)
	case s.series != nil:
		s.sample = s.spans[:min(len(s.spans), sampleSize)]
		s.columns = []listedColumn{{column: column{key: evidence.NoKey, parts: s.series[:len(s.sample)], have: len(s.sample)}}}
	default:
		for _, c := range e.merge(e.columns(s.sample)) {
			if len(s.columns) == maxSetColumns {
				break
			}
			if 2*c.have < len(s.sample) && c.have < 2 {
				continue
			}
			s.columns = append(s.columns, listedColumn{column: c})
		}
	}
	l.cuts(s)
	total := 0
	for _, sp := range s.sample {
		total += e.t.SpanLen(sp.From, sp.To)
	}
	for i := range s.columns {
		l.describe(s, i, total)
	}
	n := float64(len(s.spans))
	size, links := 0, 0
	texts := map[string]bool{}
	for _, sp := range s.sample {
		size += e.t.SpanLen(sp.From, sp.To)
		links += e.t.LinkLen(sp.From)
		texts[e.t.SpanText(sp.From, sp.To)] = true
	}
	k := float32(len(s.sample))
	r := &s.row
	r[rank.SetSize] = float32(math.Log(n))
	r[rank.SetLong] = float32(math.Log(1 + float64(size)/float64(k)))
	r[rank.SetShare] = min(1, float32(size)/k*float32(n)/float32(1+e.t.Size()))
	r[rank.SetLinks] = float32(links) / float32(1+size)
	r[rank.SetDistinct] = float32(len(texts)) / k
	first := s.spans[0].From
	r[rank.SetPlace] = float32(first) / float32(len(e.t.Nodes))
	switch {
	case s.grid != nil:
		r[rank.SetIsTable] = 1
	case s.series != nil:
		r[rank.SetIsSeries] = 1
	case s.set.Class:
		r[rank.SetClass] = 1
	}
	for _, p := range setRegions {
		if e.t.Region(first)&p.in != 0 {
			r[p.feature] = 1
		}
	}
}

var setRegions = [...]struct {
	feature int
	in      tree.Region
}{
	{rank.SetInNav, tree.InNav | tree.InChrome}, {rank.SetInFoot, tree.InFooter}, {rank.SetInHead, tree.InHeader},
	{rank.SetInAside, tree.InAside | tree.InRelated}, {rank.SetInForm, tree.InForm}, {rank.SetInComments, tree.InComments},
}

// cells returns the columns of a table.
func (l *lists) cells(s *listed) []listedColumn {
	var out []listedColumn
	at := map[content.ID]int{}
	for i := range s.grid.Rows {
		at[s.grid.Rows[i].Node] = i
	}
	for k := range s.grid.Headers {
		if len(out) == maxSetColumns {
			break
		}
		h := &s.grid.Headers[k]
		c := listedColumn{column: column{key: evidence.NoKey, parts: make([]part, len(s.sample))}, cell: k}
		if h.Text != "" {
			c.names = append(c.names, l.name(h.Text))
		}
		for r, sp := range s.sample {
			c.parts[r] = s.cell(at[sp.From], k)
			if c.parts[r].id != content.None {
				c.have++
			}
		}
		if c.have > 0 {
			out = append(out, c)
		}
	}
	return out
}

// cell returns the cell of a table as a part of its row.
func (s *listed) cell(row, column int) part {
	p := noPart
	if cells := s.grid.Rows[row].Cells; column < len(cells) {
		p.id = cells[column]
	}
	return p
}

func (l *lists) name(text string) *words.Name {
	n := l.names[text]
	if n == nil {
		n = l.m.New(text, "")
		l.names[text] = n
	}
	return n
}

// describe sets what is known of a column.
func (l *lists) describe(s *listed, at, total int) {
	e, c := l.e, &s.columns[at]
	for _, k := range c.keys {
		if name := e.x.NameText(k); len(c.names) < maxColumnNames && name != "" && len(name) <= maxSetName {
			c.names = append(c.names, l.name(name))
		}
	}
	r := &c.row
	n, size, digits := float32(0), 0, 0
	distinct := map[string]bool{}
	for _, p := range c.present() {
		text := e.partText(p)
		n++
		size += len(text)
		distinct[text] = true
		if strings.ContainsFunc(text, unicode.IsDigit) {
			digits++
		}
		if len(c.forms) < maxFormed && text != "" {
			text = text[:min(len(text), maxSeriesPart)]
			f := l.forms[text]
			if f == nil {
				f = l.m.FormsOf(text)
				l.forms[text] = f
			}
			c.forms = append(c.forms, f)
		}
	}
	if n == 0 {
		return
	}
	r[rank.ColumnHave] = n / float32(len(s.sample))
	r[rank.ColumnDistinct] = float32(len(distinct)) / n
	r[rank.ColumnLong] = float32(math.Log(1 + float64(size)/float64(n)))
	r[rank.ColumnShare] = float32(size) / float32(1+total)
	r[rank.ColumnDigits] = float32(digits) / n
	r[rank.ColumnOrder] = float32(at) / float32(len(s.columns))
	r[rank.ColumnIndex] = float32(at)
	r[rank.ColumnNames] = float32(len(c.names))
	p := c.first()
	set := func(feature int, is bool) {
		if is {
			r[feature] = 1
		}
	}
	set(rank.ColumnIsPiece, p.isText())
	if s.columns[at].cut.at != whole {
		r[rank.ColumnIsFirst] = 1
		if s.columns[at].cut.rest {
			r[rank.ColumnIsFirst], r[rank.ColumnIsRest] = 0, 1
		}
		r[rank.ColumnCut] = float32(s.columns[at].cut.at)
	}
	set(rank.ColumnIsLabelled, p.key != evidence.NoKey)
	set(rank.ColumnIsCell, s.grid != nil)
	set(rank.ColumnIsWhole, r[rank.ColumnShare] > 1-1/float32(total+1) || p.id == s.sample[0].From)
	for id := p.id; id != content.None && id >= s.sample[0].From; id = e.t.Nodes[id].Parent {
		if e.t.Len(id) > e.t.Len(p.id)+1 {
			break
		}
		l.dressed(r, id)
	}
	if !p.isText() && p.key == evidence.NoKey {
		for id := p.id + 1; id < e.t.Nodes[p.id].End; id++ {
			if e.t.Nodes[id].Kind != content.Element || e.t.Len(id) == 0 {
				continue
			}
			if e.t.Len(id) >= e.t.Len(p.id) {
				l.dressed(r, id)
				continue
			}
			r[rank.ColumnHolds] = 1
			break
		}
	}
}

// dressed sets what the element says of a column that holds nothing else.
func (l *lists) dressed(r *rank.ColumnRow, id content.ID) {
	switch l.e.t.Tag(id) {
	case "h1", "h2", "h3", "h4", "h5", "h6", "dt", "summary":
		r[rank.ColumnIsHeading] = 1
	case "b", "strong", "em":
		r[rank.ColumnIsStrong] = 1
	case "a":
		r[rank.ColumnIsLink] = 1
	case "img":
		r[rank.ColumnIsImage] = 1
	case "time":
		r[rank.ColumnIsTime] = 1
	}
}
