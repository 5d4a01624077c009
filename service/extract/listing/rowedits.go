package listing

import (
	"strings"

	"assay/service/content"
	"assay/service/extract/align"
	"assay/service/extract/evidence"
	"assay/service/extract/fields"
	"assay/service/extract/lexicon"
	"assay/service/extract/onpage"
	"assay/service/extract/records"
)

// madeLike returns the most records in a scope that are made as a member of another
// record's list: the same tag and class in the same kind of element.
func madeLike(e *Engine, member content.ID, s onpage.Scope) []records.Span {
	var best []records.Span
	for _, set := range e.Sets {
		if spans := align.Within(set.Spans, s); len(spans) > len(best) && build(e, spans[0].From) == build(e, member) && build(e, e.Tree.Nodes[spans[0].From].Parent) == build(e, e.Tree.Nodes[member].Parent) {
			best = spans
		}
	}
	if best == nil {
		return onlyLike(e, member, s)
	}
	return best
}

// onlyLike returns the one record in a scope that is made as the member of another's list, with a
// class or as what follows a heading: one alone is no set.
func onlyLike(e *Engine, member content.ID, s onpage.Scope) []records.Span {
	t := e.Tree
	heads := t.Nodes[member].Role == content.Heading
	if !heads && t.Value(member, "class") == "" {
		return nil
	}
	for id := s.From; id < s.To; id++ {
		if build(e, id) != build(e, member) || build(e, t.Nodes[id].Parent) != build(e, t.Nodes[member].Parent) {
			continue
		}
		end := t.Nodes[id].End
		if parent := t.Nodes[id].Parent; heads && parent != content.None {
			end = min(t.Nodes[parent].End, s.To)
		}
		return []records.Span{{From: id, To: end}}
	}
	return nil
}

// Polish takes off the texts of records what answers other fields, and takes out records that only
// repeat others.
func (e *Engine) Polish(w *fields.Field, rows []fields.Answer) []fields.Answer {
	if w.Children == nil {
		return partedInLine(e, w, rows)
	}
	for r := range rows {
		child := rows[r].Children
		for i, f := range w.Children {
			switch {
			case f.Shape == lexicon.Prose && child[i].Leaf.Kind == evidence.Record:
				align.TrimRecord(e.Engine, &child[i], child)
			case f.Type == 0 && (f.Shape == lexicon.Text || f.Shape == lexicon.AnyShape):
				align.AfterName(e.Engine, &child[i], child)
			case f.Shape == lexicon.Rating && child[i].Leaf.JSON == "" && rows[r].To > rows[r].From:
				child[i].Leaf = drawnRating(e, f, records.Span{From: rows[r].From, To: rows[r].To})
			}
		}
	}
	return shownOnce(ratedOnly(w, rows))
}

// partedInLine parts the only value of a list if it is a series.
func partedInLine(e *Engine, w *fields.Field, rows []fields.Answer) []fields.Answer {
	if len(rows) != 1 || w.Type != 0 {
		return rows
	}
	pieces := inLine(w, rows[0].Leaf.Text)
	if len(pieces) == 1 {
		return rows
	}
	var out []fields.Answer
	for _, text := range pieces {
		if encoded, fit := e.Read(w, strings.TrimSpace(text)); fit > 0 {
			row := rows[0]
			row.Leaf.JSON, row.Leaf.Text = encoded, strings.TrimSpace(text)
			out = append(out, row)
		}
	}
	return out
}

// minDoubled is the share of records that repeat others, from which on all are taken to
// be shown once for wide and once for narrow screens.
const minDoubled = 0.4

// shownOnce takes out the records that repeat others word for word, if that is how the
// list is made; a row or two that happen to be the same stay.
func shownOnce(rows []fields.Answer) []fields.Answer {
	seen := make(map[string]bool, len(rows))
	repeats := make([]bool, len(rows))
	n := 0
	for r := range rows {
		said := string(appendSaid(nil, rows[r].Children))
		if repeats[r] = seen[said]; repeats[r] {
			n++
		}
		seen[said] = true
	}
	if len(seen) < 2 || float64(n) < minDoubled*float64(len(rows)) {
		return rows
	}
	once := rows[:0]
	for r := range rows {
		if !repeats[r] {
			once = append(once, rows[r])
		}
	}
	return once
}

// appendSaid appends all that a record says.
func appendSaid(b []byte, answers []fields.Answer) []byte {
	for i := range answers {
		b = append(append(b, answers[i].Leaf.JSON...), 0)
		b = appendSaid(b, answers[i].Children)
		b = appendSaid(append(b, 1), answers[i].List)
	}
	return b
}

// build is how an element is made: its tag and classes.
func build(e *Engine, id content.ID) string {
	if id == content.None {
		return ""
	}
	return e.Tree.Tag(id) + " " + e.Tree.Value(id, "class")
}
