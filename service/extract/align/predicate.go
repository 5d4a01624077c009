package align

import (
	"slices"
	"sort"
	"strconv"
	"strings"
	"unicode"

	"assay/query"
	"assay/service/extract/evidence"
	"assay/service/extract/fields"
	"assay/service/extract/filter"
	"assay/service/extract/lexicon"
	"assay/service/extract/onpage"
	"assay/service/extract/read"
	"assay/service/extract/records"
)

// saying returns the records that say what a predicate wants: those with a part that
// says just it, else those whose text does, else those under a heading that does. If
// none does, or all do, it was not meant, or not understood, and all are kept.
func saying(e *Engine, w *fields.Field, list []fields.Answer, p *filter.Predicate) []fields.Answer {
	if p.Called {
		return underWords(e, list, p.Words)
	}
	for i, c := range w.Children {
		if holdsWords(lexicon.Words(c.Query.Name), p.Words) { // what is asked for
			if p.Had || p.Marked && c.Type == query.Boolean {
				return someOf(list, func(a *fields.Answer) bool { return isGranted(&a.Children[i]) })
			}
			return list
		}
	}
	for _, words := range meanings(e, p) {
		if kept := someOf(list, func(a *fields.Answer) bool { return hasPart(e, a, words) }); len(kept) < len(list) {
			return kept
		}
		if !p.Marked {
			continue
		}
		if kept := someOf(list, func(a *fields.Answer) bool { return saysWords(e, a, words) }); len(kept) < len(list) {
			return kept
		}
		if kept := underWords(e, list, words); len(kept) < len(list) {
			return kept
		}
	}
	return list
}

// AllSay reports whether the records that answer a list all say what a predicate of it wants.
func (e *Engine) AllSay(a *fields.Answer) bool {
	for i := range a.Field.Filter.Words {
		p := &a.Field.Filter.Words[i]
		for _, words := range meanings(e, p) {
			silent := func(r fields.Answer) bool { return !hasPart(e, &r, words) && (!p.Marked || !saysWords(e, &r, words)) }
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
			found = len(said) == len(words) && holdsWords(said, words)
		}
		return !found
	})
	return found
}

// meanings returns what a predicate may mean, the likeliest first: all its words, or those
// beside the first or last, if the page has a name of that: "soil track", "type boolean".
func meanings(e *Engine, p *filter.Predicate) [][]string {
	out := [][]string{p.Words}
	if n := len(p.Words); n > 1 {
		if isNameHere(e, p.Words[0]) {
			out = append(out, p.Words[1:])
		}
		if isNameHere(e, p.Words[n-1]) {
			out = append(out, p.Words[:n-1])
		}
	}
	return out
}

// isNameHere reports whether something on the page is called just a word.
func isNameHere(e *Engine, word string) bool {
	stem := lexicon.Stem(word)
	for k := range e.Index.KeyCount() {
		if name := e.Index.Phrase(evidence.Key(k)); len(name) == 1 && name[0].Word == stem {
			return true
		}
	}
	return false
}

// saysWords reports whether the text of a record has all words, and not that it is not so.
func saysWords(e *Engine, a *fields.Answer, words []string) bool {
	for line := range strings.SplitSeq(recordLines(e, a), "\n") {
		if onpage.IsDenied(line) && holdsWords(lexicon.Words(line), words) {
			return false
		}
	}
	return holdsWords(lexicon.Words(recordText(e, a)), words)
}

// underWords returns the records under a heading that has all words, or all if there are
// none. The headings of the records themselves stand over nothing.
func underWords(e *Engine, list []fields.Answer, words []string) []fields.Answer {
	over := headingsAround(e, list)
	return someOf(list, func(a *fields.Answer) bool {
		at := sort.Search(len(over), func(i int) bool { return over[i].Heading >= a.From })
		level := uint8(maxLevel)
		for i := at - 1; i >= 0 && level > 1; i-- {
			if over[i].Level >= level {
				continue
			}
			if level = over[i].Level; holdsWords(lexicon.Words(e.Tree.Text(over[i].Heading)), words) {
				return true
			}
		}
		return false
	})
}

// maxLevel is above the level of any heading.
const maxLevel = 100

// headingsAround returns the page's headings that are in none of some records.
func headingsAround(e *Engine, list []fields.Answer) []evidence.Section {
	byPlace := slices.Clone(list)
	slices.SortStableFunc(byPlace, func(a, b fields.Answer) int { return int(a.From - b.From) })
	var out []evidence.Section
	r := 0
	for _, s := range e.Index.Sections {
		for r < len(byPlace) && byPlace[r].To <= s.Heading {
			r++
		}
		if s.Heading != e.Index.H1 && (r == len(byPlace) || s.Heading < byPlace[r].From) {
			out = append(out, s)
		}
	}
	return out
}

// unknown reports whether no record tells a field.
func unknown(list []fields.Answer, at int) bool {
	return !slices.ContainsFunc(list, func(a fields.Answer) bool { return at < len(a.Children) && a.Children[at].Leaf.JSON != "" })
}

// bounded returns the records within a bound. If no field tells them what it is about,
// their text may; if that does not either, all are kept.
func bounded(e *Engine, w *fields.Field, list []fields.Answer, b *filter.Bound) []fields.Answer {
	at := fields.FieldOf(b, w)
	if (at < 0 || unknown(list, at)) && b.By != nil && b.Shape != lexicon.AnyShape {
		at = fields.FieldBy(w, nil, b.Shape) // $20 by mail, though nothing is called so
	}
	if at >= 0 && !unknown(list, at) {
		return slices.DeleteFunc(slices.Clone(list), func(a fields.Answer) bool { return !within(e, b, w, &a, at) })
	}
	told := 0
	kept := slices.DeleteFunc(slices.Clone(list), func(a fields.Answer) bool {
		v, ok := saidNumber(e, b, &a)
		if ok {
			told++
		}
		return !ok || !b.Allows(v)
	})
	if len(kept) == 0 || told*2 <= len(list) {
		return list
	}
	return kept
}

// saidNumber returns the first number in the text of a record that a bound may be about:
// a year, a price, or one with the bound's unit.
func saidNumber(e *Engine, b *filter.Bound, a *fields.Answer) (float64, bool) {
	switch {
	case b.Shape == lexicon.Date:
		for _, word := range strings.FieldsFunc(recordText(e, a), func(r rune) bool { return r < '0' || r > '9' }) {
			if mayBeYear(word) {
				year, err := strconv.ParseFloat(word, 64)
				return year, err == nil
			}
		}
	case b.Shape == lexicon.Price:
		for i := onpage.FirstMark(e.Index.Prices, a.From); i < len(e.Index.Prices) && e.Index.Prices[i].Node < a.To; i++ {
			if m := &e.Index.Prices[i]; !e.Struck(m.Node) {
				return read.Price(m.Text, e.Index.Locale)
			}
		}
	case b.Unit != "":
		return numberBefore(e, strings.ToLower(recordText(e, a)), b.Unit)
	}
	return 0, false
}

// numberBefore reads the number that stands right before a unit in a text.
func numberBefore(e *Engine, text, unit string) (float64, bool) {
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
				return read.Number(word, e.Index.Locale)
			}
		}
		at = end
	}
}

// holds reports whether a record's field is within the bound; one that has no
// number is not.
func within(e *Engine, b *filter.Bound, w *fields.Field, a *fields.Answer, at int) bool {
	field, leaf := w.Children[at], &a.Children[at].Leaf
	v, ok := e.NumberOf(field, leaf)
	if b.Shape == lexicon.Date && field.Shape == lexicon.Date && leaf.JSON != "" {
		v, ok = yearOf(e, leaf)
	}
	if !ok {
		return false
	}
	return b.Allows(v)
}

// someOf returns the records that something holds for, or all if it holds for none.
func someOf(list []fields.Answer, holds func(*fields.Answer) bool) []fields.Answer {
	return unlessAll(list, func(a *fields.Answer) bool { return !holds(a) })
}

// isGranted reports whether a field of a record is told, and not that there is none.
func isGranted(a *fields.Answer) bool {
	return a.Leaf.JSON != "" && a.Leaf.JSON != "false" && a.Leaf.JSON != "0" && !onpage.IsDenied(a.Leaf.Text)
}

// holdsWords reports whether a text has all words, each as it is or as another
// ending or language writes it.
func holdsWords(text, words []string) bool {
	for _, w := range words {
		if !slices.ContainsFunc(text, func(t string) bool { return sameWord(t, w) }) {
			return false
		}
	}
	return true
}

// sameWord reports whether two words are one, but for what they end in: "automatic"
// and "Automatik".
func sameWord(a, b string) bool {
	a = strings.Join(lexicon.Words(a), "")
	b = strings.Join(lexicon.Words(b), "")
	if a == b || lexicon.Stem(a) == lexicon.Stem(b) {
		return true
	}
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n >= 6 && n+2 >= len(a) && n+2 >= len(b) && !strings.ContainsFunc(a+b, unicode.IsDigit)
}

// isDigit reports whether a byte is one of 0 to 9.
func isDigit(c byte) bool { return '0' <= c && c <= '9' }
