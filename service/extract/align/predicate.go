package align

import (
	"slices"

	"assay/query"
	"assay/service/extract/fields"
	"assay/service/extract/filter"
	"assay/service/extract/lexicon"
	"assay/service/extract/onpage"
	"assay/service/extract/records"
)

// saying returns the records that say what a predicate wants: those with a part that
// says just it, else those whose text does, else those under a heading that does. If
// none does, or all do, it was not meant, or not understood, and all are kept.
func saying(e *Engine, w *fields.Field, list []fields.Answer, p *filter.Predicate) []fields.Answer {
	if p.Called {
		return e.UnderWords(list, p.Words)
	}
	for i, c := range w.Children {
		if onpage.HoldsWords(lexicon.Words(c.Query.Name), p.Words) { // what is asked for
			if p.Had || p.Marked && c.Type == query.Boolean {
				return onpage.SomeOf(list, func(a *fields.Answer) bool { return onpage.IsGranted(&a.Children[i]) })
			}
			return list
		}
	}
	for _, words := range e.Meanings(p) {
		if kept := onpage.SomeOf(list, func(a *fields.Answer) bool { return hasPart(e, a, words) }); len(kept) < len(list) {
			return kept
		}
		if !p.Marked {
			continue
		}
		if kept := onpage.SomeOf(list, func(a *fields.Answer) bool { return e.SaysWords(a, words) }); len(kept) < len(list) {
			return kept
		}
		if kept := e.UnderWords(list, words); len(kept) < len(list) {
			return kept
		}
	}
	return list
}

// AllSay reports whether the records that answer a list all say what a predicate of it wants.
func (e *Engine) AllSay(a *fields.Answer) bool {
	for i := range a.Field.Filter.Words {
		p := &a.Field.Filter.Words[i]
		for _, words := range e.Meanings(p) {
			silent := func(r fields.Answer) bool { return !hasPart(e, &r, words) && (!p.Marked || !e.SaysWords(&r, words)) }
			if len(a.List) > 0 && !slices.ContainsFunc(a.List, silent) {
				return true
			}
		}
	}
	return false
}

// hasPart reports whether a part of a record says just these words.
func hasPart(e *Engine, a *fields.Answer, words []string) bool {
	found := false
	e.Walk(records.Span{From: a.From, To: max(a.From, a.To)}, func(p onpage.Part) bool {
		if e.PartLen(&p) <= onpage.MaxPattern {
			said := lexicon.Words(e.PartText(&p))
			found = len(said) == len(words) && onpage.HoldsWords(said, words)
		}
		return !found
	})
	return found
}
