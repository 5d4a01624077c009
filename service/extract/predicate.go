package extract

import (
	"slices"
	"sort"
	"strconv"
	"strings"
	"unicode"

	"assay/query"
	"assay/service/extract/evidence"
	"assay/service/extract/filter"
	"assay/service/extract/lexicon"
	"assay/service/extract/read"
	"assay/service/extract/records"
)

// saying returns the records that say what a predicate wants: those with a part that
// says just it, else those whose text does, else those under a heading that does. If
// none does, or all do, it was not meant, or not understood, and all are kept.
func (e *engine) saying(w *want, list []answer, p *filter.Predicate) []answer {
	if p.Called {
		return e.underWords(list, p.Words)
	}
	for i, c := range w.children {
		if holdsWords(lexicon.Words(c.field.Name), p.Words) { // what is asked for
			if p.Had || p.Marked && c.typ == query.Boolean {
				return someOf(list, func(a *answer) bool { return isGranted(&a.child[i]) })
			}
			return list
		}
	}
	for _, words := range e.meanings(p) {
		if kept := someOf(list, func(a *answer) bool { return e.hasPart(a, words) }); len(kept) < len(list) {
			return kept
		}
		if !p.Marked {
			continue
		}
		if kept := someOf(list, func(a *answer) bool { return e.saysWords(a, words) }); len(kept) < len(list) {
			return kept
		}
		if kept := e.underWords(list, words); len(kept) < len(list) {
			return kept
		}
	}
	return list
}

// allSay reports whether the records that answer a list all say what a predicate of it wants.
func (e *engine) allSay(a *answer) bool {
	for i := range a.w.filter.Words {
		p := &a.w.filter.Words[i]
		for _, words := range e.meanings(p) {
			silent := func(r answer) bool { return !e.hasPart(&r, words) && (!p.Marked || !e.saysWords(&r, words)) }
			if len(a.list) > 0 && !slices.ContainsFunc(a.list, silent) {
				return true
			}
		}
	}
	return false
}

// meanings returns what a predicate may mean, the likeliest first: all its words, or those
// beside the first or last, if the page has a name of that: "soil track", "type boolean".
func (e *engine) meanings(p *filter.Predicate) [][]string {
	out := [][]string{p.Words}
	if n := len(p.Words); n > 1 {
		if e.isNameHere(p.Words[0]) {
			out = append(out, p.Words[1:])
		}
		if e.isNameHere(p.Words[n-1]) {
			out = append(out, p.Words[:n-1])
		}
	}
	return out
}

// isNameHere reports whether something on the page is called just a word.
func (e *engine) isNameHere(word string) bool {
	stem := lexicon.Stem(word)
	for k := range e.x.KeyCount() {
		if name := e.x.Phrase(evidence.Key(k)); len(name) == 1 && name[0].Word == stem {
			return true
		}
	}
	return false
}

// someOf returns the records that something holds for, or all if it holds for none.
func someOf(list []answer, holds func(*answer) bool) []answer {
	return unlessAll(list, func(a *answer) bool { return !holds(a) })
}

// isGranted reports whether a field of a record is told, and not that there is none.
func isGranted(a *answer) bool {
	return a.leaf.json != "" && a.leaf.json != "false" && a.leaf.json != "0" && !isDenied(a.leaf.text)
}

// saysWords reports whether the text of a record has all words, and not that it is not so.
func (e *engine) saysWords(a *answer, words []string) bool {
	for line := range strings.SplitSeq(e.recordLines(a), "\n") {
		if isDenied(line) && holdsWords(lexicon.Words(line), words) {
			return false
		}
	}
	return holdsWords(lexicon.Words(e.recordText(a)), words)
}

// underWords returns the records under a heading that has all words, or all if there are
// none. The headings of the records themselves stand over nothing.
func (e *engine) underWords(list []answer, words []string) []answer {
	over := e.headingsAround(list)
	return someOf(list, func(a *answer) bool {
		at := sort.Search(len(over), func(i int) bool { return over[i].Heading >= a.from })
		level := uint8(maxLevel)
		for i := at - 1; i >= 0 && level > 1; i-- {
			if over[i].Level >= level {
				continue
			}
			if level = over[i].Level; holdsWords(lexicon.Words(e.t.Text(over[i].Heading)), words) {
				return true
			}
		}
		return false
	})
}

// maxLevel is above the level of any heading.
const maxLevel = 100

// headingsAround returns the page's headings that are in none of some records.
func (e *engine) headingsAround(list []answer) []evidence.Section {
	byPlace := slices.Clone(list)
	slices.SortStableFunc(byPlace, func(a, b answer) int { return int(a.from - b.from) })
	var out []evidence.Section
	r := 0
	for _, s := range e.x.Sections {
		for r < len(byPlace) && byPlace[r].to <= s.Heading {
			r++
		}
		if s.Heading != e.x.H1 && (r == len(byPlace) || s.Heading < byPlace[r].from) {
			out = append(out, s)
		}
	}
	return out
}

// hasPart reports whether a part of a record says just these words.
func (e *engine) hasPart(a *answer, words []string) bool {
	found := false
	e.walk(records.Span{From: a.from, To: max(a.from, a.to)}, func(p part) bool {
		if e.partLen(&p) <= maxPattern {
			said := lexicon.Words(e.partText(&p))
			found = len(said) == len(words) && holdsWords(said, words)
		}
		return !found
	})
	return found
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

// addHidden adds to the fields of a list what its description filters or orders it
// by and nothing else asks for: it is read like the others and not answered.
func (w *want) addHidden() {
	if w.field.IsLeaf() || len(w.children) == 0 {
		return
	}
	add := func(name, description string) {
		f := &query.Field{Name: name, Description: description}
		if slices.ContainsFunc(w.children, func(c *want) bool { return c.field.Name == name }) {
			f.Name = "filter_" + name
		}
		c := compile(f)
		c.hidden = true
		w.children = append(w.children, c)
	}
	shaped := func(s lexicon.Shape) {
		switch s {
		case lexicon.Price:
			add("price", "number")
		case lexicon.Rating:
			add("rating", "number")
		case lexicon.Date:
			add("date", "date")
		}
	}
	if o := w.filter.Order; o != nil && fieldBy(w, o.By, o.Shapes...) < 0 {
		switch {
		case len(o.Shapes) > 0:
			shaped(o.Shapes[0])
		case o.By != nil:
			add(nameOf(o.By), "number")
		}
	}
	for i := range w.filter.Bounds {
		switch b := &w.filter.Bounds[i]; {
		case fieldOf(b, w) >= 0:
		case b.AnyYear():
			add("year", "integer")
		case b.By == nil:
			shaped(b.Shape)
		default:
			add(nameOf(b.By), "number")
		}
	}
}

// nameOf returns a field's name of the words of a phrase.
func nameOf(p lexicon.Phrase) string {
	words := make([]string, len(p))
	for i := range p {
		words[i] = p[i].Word
	}
	return strings.Join(words, "_")
}

// unknown reports whether no record tells a field.
func unknown(list []answer, at int) bool {
	return !slices.ContainsFunc(list, func(a answer) bool { return at < len(a.child) && a.child[at].leaf.json != "" })
}

// bounded returns the records within a bound. If no field tells them what it is about,
// their text may; if that does not either, all are kept.
func (e *engine) bounded(w *want, list []answer, b *filter.Bound) []answer {
	at := fieldOf(b, w)
	if (at < 0 || unknown(list, at)) && b.By != nil && b.Shape != lexicon.AnyShape {
		at = fieldBy(w, nil, b.Shape) // $20 by mail, though nothing is called so
	}
	if at >= 0 && !unknown(list, at) {
		return slices.DeleteFunc(slices.Clone(list), func(a answer) bool { return !e.within(b, w, &a, at) })
	}
	told := 0
	kept := slices.DeleteFunc(slices.Clone(list), func(a answer) bool {
		v, ok := e.saidNumber(b, &a)
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
func (e *engine) saidNumber(b *filter.Bound, a *answer) (float64, bool) {
	switch {
	case b.Shape == lexicon.Date:
		for _, word := range strings.FieldsFunc(e.recordText(a), func(r rune) bool { return r < '0' || r > '9' }) {
			if mayBeYear(word) {
				year, err := strconv.ParseFloat(word, 64)
				return year, err == nil
			}
		}
	case b.Shape == lexicon.Price:
		for i := e.firstMark(e.x.Prices, a.from); i < len(e.x.Prices) && e.x.Prices[i].Node < a.to; i++ {
			if m := &e.x.Prices[i]; !e.struck(m.Node) {
				return read.Price(m.Text, e.x.Locale)
			}
		}
	case b.Unit != "":
		return e.numberBefore(strings.ToLower(e.recordText(a)), b.Unit)
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
func fieldOf(b *filter.Bound, w *want) int {
	if w.field.IsLeaf() {
		return -1
	}
	if b.AnyYear() {
		if at := slices.IndexFunc(w.children, (*want).isYear); at >= 0 {
			return at
		}
	}
	if b.By == nil && b.Shape != lexicon.AnyShape {
		return fieldBy(w, nil, b.Shape)
	}
	return fieldBy(w, b.By)
}

// isYear reports whether a field asks for a year alone.
func (w *want) isYear() bool {
	c := w.concept.String()
	return c == "year" || c == "yearbuilt"
}

// holds reports whether a record's field is within the bound; one that has no
// number is not.
func (e *engine) within(b *filter.Bound, w *want, a *answer, at int) bool {
	field, leaf := w.children[at], &a.child[at].leaf
	v, ok := e.numberOf(field, leaf)
	if b.Shape == lexicon.Date && field.shape == lexicon.Date && leaf.json != "" {
		v, ok = e.yearOf(leaf)
	}
	if !ok {
		return false
	}
	return b.Allows(v)
}
