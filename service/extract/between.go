package extract

import (
	"assay/service/content"
	"assay/service/extract/evidence"
	"assay/service/extract/lexicon"
	"assay/service/extract/records"
)

// between gives the fields that are still open the columns of plain words that stand
// between those of the fields asked for before and after them, if there are as many of
// the one as of the other. It counts only where the fields that are known are asked for
// in the order in which they stand in the records.
func (e *engine) between(w *want, columns []column, sample []records.Span, al *alignment) {
	var run []int
	open, known := 0, 0
	from, at := int32(-1), int32(-1)
	type gap struct {
		fields   []int
		from, to int32
	}
	var gaps []gap
	for i, f := range w.children {
		switch {
		case !f.field.IsLeaf() || f.field.List || sideOf(f) == address:
		case al.formed[i] && len(al.choices[i]) == 0:
			known++
		case len(al.choices[i]) == 0:
			if f.typ != 0 || f.concept != 0 && !isWords(f.shape) && !f.isYesNo() {
				return
			}
			run, open = append(run, i), open+1
		default:
			col := find(columns, al.choices[i][0])
			if col == nil || col.key != evidence.NoKey {
				return
			}
			if at = e.offset(col, sample); at < from {
				return // not asked for as it stands
			}
			if known++; len(run) > 0 {
				gaps = append(gaps, gap{run, from, at})
			}
			run, from = nil, at
		}
	}
	if open == 0 || known < minExplained*open {
		return
	}
	if len(run) > 0 {
		gaps = append(gaps, gap{run, from, int32(e.t.SpanLen(sample[0].From, sample[0].To)) + 1})
	}
	for _, g := range gaps {
		var left []int
		for c := range columns {
			if at := e.offset(&columns[c], sample); at > g.from && at < g.to && e.isLeft(&columns[c], columns, sample, al) {
				left = append(left, c)
			}
		}
		if left = e.ownTexts(left, columns); len(left) != len(g.fields) {
			continue
		}
		for k, i := range g.fields {
			al.choices[i] = columns[left[k]].choices(leftoverScore)
			al.score += leftoverScore
		}
	}
}

// isYesNo reports whether a field asks in words for what is yes or no: how many are
// left, whether it is sold out.
func (w *want) isYesNo() bool { return w.concept.String() == "availability" }

// minFormed is how sure the form of a text must be for it to count wherever in a record
// it stands.
const minFormed = 0.8

// areFormed reports whether most records have a text that by its form alone is what a
// field asks for, at whatever place: what stands before it is not in all of them.
func (e *engine) areFormed(f *want, sample []records.Span) bool {
	if f.typ != 0 || !f.field.IsLeaf() || f.field.List || sideOf(f) == address || f.shape == lexicon.Clock || f.special && f.concept != 0 {
		return false
	}
	n := 0
	for _, sp := range sample {
		if e.formed(f, sp).json != "" {
			n++
		}
	}
	return n*5 >= len(sample)*3
}

// formed returns the first text of a record whose form alone tells that it is what a
// field asks for.
func (e *engine) formed(f *want, sp records.Span) value {
	v := value{node: content.None}
	e.walk(sp, func(p part) bool {
		if p.key != evidence.NoKey || e.partLen(&p) > maxPattern || e.partLen(&p) == 0 || e.isDivided(&p) {
			return true
		}
		text := e.partText(&p)
		sure := e.pattern(f, text)
		if sure < minFormed {
			return true
		}
		if encoded, fit := e.read(f, text); fit > 0 && encoded != `""` {
			v = value{json: encoded, text: text, node: p.id, kind: evidence.Record, score: min(0.99, e.w.ColumnForm*sure*fit)}
			return false
		}
		return true
	})
	return v
}
