package extract

import (
	"slices"
	"strconv"
	"strings"

	"assay/service/extract/lexicon"
	"assay/service/extract/read"
)

// bounded returns the records within a bound. If no field tells them what it is about,
// their text may; if that does not either, all are kept.
func (e *engine) bounded(w *want, list []answer, b *bound) []answer {
	at := b.field(w)
	if (at < 0 || unknown(list, at)) && b.by != nil && b.shape != lexicon.AnyShape {
		at = fieldBy(w, nil, b.shape) // $20 by mail, though nothing is called so
	}
	if at >= 0 && !unknown(list, at) {
		return slices.DeleteFunc(slices.Clone(list), func(a answer) bool { return !b.holds(e, w, &a, at) })
	}
	told := 0
	kept := slices.DeleteFunc(slices.Clone(list), func(a answer) bool {
		v, ok := e.saidNumber(b, &a)
		if ok {
			told++
		}
		return !ok || !b.allows(v)
	})
	if len(kept) == 0 || told*2 <= len(list) {
		return list
	}
	return kept
}

// saidNumber returns the first number in the text of a record that a bound may be about:
// a year, a price, or one with the bound's unit.
func (e *engine) saidNumber(b *bound, a *answer) (float64, bool) {
	switch {
	case b.shape == lexicon.Date:
		for _, word := range strings.FieldsFunc(e.recordText(a), func(r rune) bool { return r < '0' || r > '9' }) {
			if mayBeYear(word) {
				year, err := strconv.ParseFloat(word, 64)
				return year, err == nil
			}
		}
	case b.shape == lexicon.Price:
		for i := e.firstMark(e.x.Prices, a.from); i < len(e.x.Prices) && e.x.Prices[i].Node < a.to; i++ {
			if m := &e.x.Prices[i]; !e.struck(m.Node) {
				return read.Price(m.Text, e.x.Locale)
			}
		}
	case b.unit != "":
		return e.numberBefore(strings.ToLower(e.recordText(a)), b.unit)
	}
	return 0, false
}

// numberBefore reads the number that stands right before a unit in a text.
func (e *engine) numberBefore(text, unit string) (float64, bool) {
	for at := 0; ; {
		i := strings.Index(text[at:], unit)
		if i < 0 {
			return 0, false
		}
		end := at + i + len(unit)
		if end == len(text) || !isAlnum(text[end]) {
			head := strings.TrimRight(text[:at+i], " \u00a0")
			word := head[strings.LastIndexAny(head, " \u00a0\n(")+1:]
			if word != "" && isDigit(word[len(word)-1]) {
				return read.Number(word, e.x.Locale)
			}
		}
		at = end
	}
}

// field finds the field of a list that a bound is about, or returns -1.
func (b *bound) field(w *want) int {
	if w.field.IsLeaf() {
		return -1
	}
	if b.anyYear() {
		if at := slices.IndexFunc(w.children, (*want).isYear); at >= 0 {
			return at
		}
	}
	if b.by == nil && b.shape != lexicon.AnyShape {
		return fieldBy(w, nil, b.shape)
	}
	return fieldBy(w, b.by)
}

// anyYear reports whether a bound is about when something was, whichever field says so.
func (b *bound) anyYear() bool {
	return b.shape == lexicon.Date && (b.by == nil || b.by.Is("published") || b.by.Is("date"))
}

// isYear reports whether a field asks for a year alone.
func (w *want) isYear() bool {
	c := w.concept.String()
	return c == "year" || c == "yearbuilt"
}

// holds reports whether a record's field is within the bound; one that has no
// number is not.
func (b *bound) holds(e *engine, w *want, a *answer, at int) bool {
	field, leaf := w.children[at], &a.child[at].leaf
	v, ok := e.numberOf(field, leaf)
	if b.shape == lexicon.Date && field.shape == lexicon.Date && leaf.json != "" {
		v, ok = e.yearOf(leaf)
	}
	if !ok {
		return false
	}
	return b.allows(v)
}

// allows reports whether a number is within the bound.
func (b *bound) allows(v float64) bool {
	if b.strict {
		return v > b.min && v < b.max
	}
	return v >= b.min && v <= b.max
}
