package ranking

import (
	"assay/service/content"
	"assay/service/extract/evidence"
	"assay/service/extract/fields"
	"assay/service/extract/listing"
	"assay/service/extract/onpage"
	"assay/service/extract/rank"
	"slices"
)

// build reads all rows of a list from a set.
func (l *lists) build(a *askedList, r *listRow) []fields.Answer {
	if r.set == nil {
		return r.from.List
	}
	e, s := l.engine, r.set
	have := map[content.ID]*fields.Answer{}
	if r.from != nil {
		for i := range r.from.List {
			have[r.from.List[i].From] = &r.from.List[i]
		}
	}
	var out []fields.Answer
	counts := make([]int, len(a.fields))
	for n, sp := range s.spans {
		if e.Context.Err() != nil || len(out) == listing.MaxValues {
			break
		}
		parts := l.parts(s, n, r.give.column)
		row := fields.Answer{From: sp.From, To: sp.To}
		if s.series != nil || s.data != nil && s.fact != rank.SetIsSections {
			row.To = row.From
		}
		if a.Children != nil {
			row.Children = make([]fields.Answer, len(a.Children))
			for i, f := range a.Children {
				row.Children[i].Field = f
				row.Children[i].Leaf.Node = content.None
			}
		}
		before := have[sp.From]
		if r.from != nil && before == nil {
			continue
		}
		filled := false
		for i, f := range a.fields {
			v := valueOf(a.Field, &row, i)
			v.Node = content.None
			if before != nil {
				if was := valueOf(a.Field, before, i); was != nil && was.JSON != "" {
					*v = *was
				}
			}
			if v.JSON != "" || before != nil && a.has(before, &parts[i]) {
				// it has an answer, or what it would take answers another field
			} else if json, text := partAnswer(e, f, &parts[i]); json != "" {
				*v = fields.Value{JSON: json, Text: text, Node: parts[i].ID, Kind: evidence.Record, Score: r.give.sure[i]}
			}
			if v.JSON != "" {
				counts[i]++
				filled = true
			}
		}
		if !filled || s.fact != 0 && a.Children == nil && slices.ContainsFunc(out, func(o fields.Answer) bool { return o.Leaf.JSON == row.Leaf.JSON }) {
			continue // facts say the same twice, as labels and as data
		}
		out = append(out, row)
	}
	rows := len(out)
	out = slices.DeleteFunc(out, func(row fields.Answer) bool { return a.lacks(&row, counts, rows) })
	if r.from != nil {
		return out
	}
	return e.Polish(a.Field, out)
}

// has reports whether a part answers a field of a row.
func (a *askedList) has(row *fields.Answer, p *onpage.Part) bool {
	for i := range a.fields {
		if v := valueOf(a.Field, row, i); v != nil && v.JSON != "" && v.Node == p.ID {
			return true
		}
	}
	return false
}

// lacks reports whether a row has few of the values that nearly all rows have.
func (a *askedList) lacks(row *fields.Answer, counts []int, rows int) bool {
	usual, has := 0, 0
	for i := range a.fields {
		if 4*counts[i] >= 3*rows {
			usual++
			if valueOf(a.Field, row, i).JSON != "" {
				has++
			}
		}
	}
	return 2*has < usual
}

// parts returns the parts of a record that stand in some columns.
func (l *lists) parts(s *listed, row int, columns []int) []onpage.Part {
	out := make([]onpage.Part, len(columns))
	for i := range out {
		out[i] = onpage.NoPart
	}
	if s.grid != nil || s.series != nil || s.data != nil {
		for i, k := range columns {
			switch {
			case k < 0:
			case s.grid != nil:
				out[i] = s.cell(row, s.columns[k].cell)
				if thing := s.columns[k].thing; thing > 0 {
					out[i] = l.thing(out[i], thing-1)
				}
			case s.data != nil:
				out[i] = s.datum(row, s.columns[k].cell)
			default:
				out[i] = s.series[row]
			}
		}
		return l.cutParts(s, columns, out)
	}
	l.engine.Walk(s.spans[row], func(p onpage.Part) bool {
		for i, k := range columns {
			if k < 0 || out[i].ID != content.None {
				continue
			}
			if c := &s.columns[k]; p.Key == c.Key && (p.Key != evidence.NoKey || p.Path == c.Path || slices.Contains(c.Also, p.Path)) {
				out[i] = p
			}
		}
		return true
	})
	return l.cutParts(s, columns, out)
}

// cutParts takes the pieces of parts whose columns are pieces.
func (l *lists) cutParts(s *listed, columns []int, parts []onpage.Part) []onpage.Part {
	for i, k := range columns {
		if k >= 0 && s.columns[k].cut.at != whole && parts[i].ID != content.None {
			parts[i] = s.columns[k].cut.of(l.engine, &parts[i])
		}
	}
	return parts
}
