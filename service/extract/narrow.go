package extract

import (
	"assay/service/content"
	"assay/service/extract/evidence"
	"assay/service/extract/lexicon"
)

// narrow gives a text that holds other fields of the record, or when it was written,
// the part of it that has most of its words and none of them.
func (e *engine) narrow(w *want, columns []column, al *alignment) {
	for i, f := range w.children {
		if f.shape != lexicon.Prose && !f.isNaming() || len(al.choices[i]) == 0 {
			continue
		}
		text := find(columns, al.choices[i][0])
		if text == nil || len(text.parts) == 0 {
			continue
		}
		if f.isNaming() {
			e.narrowName(w, text, columns, al, i)
			continue
		}
		dated := e.undivided(text)
		if dated > 0.7 && !e.holdsGiven(text, columns, al, i) {
			continue
		}
		var best *column
		most := 0.5
		for c := range columns {
			col := &columns[c]
			if col.key != evidence.NoKey || col.isText() {
				continue
			}
			if share := e.shareOf(col, text); share > most && !e.holdsGiven(col, columns, al, i) && (dated > 0.7 || e.undivided(col) > dated) {
				best, most = col, share
			}
		}
		if best != nil {
			al.choices[i] = append(best.choices(al.choices[i][0].score), al.choices[i]...)
		}
	}
}

// narrowName gives a name that holds the number of another field, as how many there
// are of a kind or what one costs, the part of it without.
func (e *engine) narrowName(w *want, name *column, columns []column, al *alignment, i int) {
	holds := false
	for k, o := range al.given(columns) {
		holds = holds || k != i && isQuantity(w.children[k].shape) && o.key == evidence.NoKey && e.isWithin(o, name)
	}
	if !holds {
		return
	}
	var best *column
	most := 0.0
	for c := range columns {
		col := &columns[c]
		if col.key != evidence.NoKey || e.isDivided(col.first()) || !e.differs(col) {
			continue
		}
		if share := e.shareOf(col, name); share > most && !e.holdsGiven(col, columns, al, i) {
			best, most = col, share
		}
	}
	if best != nil && most > 0 {
		al.choices[i] = append(best.choices(al.choices[i][0].score), al.choices[i]...)
	}
}

// holdsGiven reports whether the parts of a column hold those of one given to another
// field than i.
func (e *engine) holdsGiven(col *column, columns []column, al *alignment, i int) bool {
	for k, o := range al.given(columns) {
		if k == i || o.key != evidence.NoKey {
			continue
		}
		for p, q := range inBoth(col, o) {
			from, to := e.span(p)
			if a, b := e.span(q); from <= a && b <= to && b > a {
				return true
			}
		}
	}
	return false
}

// isWithin reports whether the parts of a column are inside those of another one that
// have more text.
func (e *engine) isWithin(inner, outer *column) bool { return e.shareOf(inner, outer) > 0 }

// shareOf says how much of the text of a column another one inside it has, in all
// records together: 0 if it is not inside it in each.
func (e *engine) shareOf(inner, outer *column) float64 {
	var part, whole float64
	for r, p := range outer.present() {
		q := &inner.parts[r]
		if q.id == content.None {
			return 0
		}
		from, to := e.span(p)
		a, b := e.span(q)
		if a < from || b > to || to-from == 0 || b-a == to-from {
			return 0
		}
		part, whole = part+float64(b-a), whole+float64(to-from)
	}
	return part / max(1, whole)
}
