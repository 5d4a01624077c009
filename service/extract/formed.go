package extract

import (
	"assay/service/content"
	"assay/service/extract/evidence"
	"assay/service/extract/lexicon"
	"assay/service/extract/records"
)

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

// formedIn returns what within a part of a record has the form that a field asks for, if
// the part as a whole does not: the number of a version before a mark beside it, a
// distance after the name of a place.
func (e *engine) formedIn(f *want, p *part) value {
	none := value{node: content.None}
	if f.typ != 0 || p.key != evidence.NoKey || p.isText() || e.partLen(p) > maxPattern || sideOf(f) == address || f.shape == lexicon.Clock || e.pattern(f, e.partText(p)) > 0 {
		return none
	}
	return e.formed(f, records.Span{From: p.id, To: e.t.Nodes[p.id].End})
}
