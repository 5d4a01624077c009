package extract

import (
	"slices"
	"sort"
	"strings"
	"unicode"

	"assay/query"
	"assay/service/extract/evidence"
	"assay/service/extract/lexicon"
	"assay/service/extract/records"
)

// predicate is a filter in words: records say them, in a part of their own or, if
// they are marked as what is wanted ("by Ann Lee", "automatic only"), in their text,
// or stand under a heading that does.
type predicate struct {
	words  []string
	marked bool
	had    bool // it is what the records have: "that accept dogs"
	called bool // the words are the list's own name: only a heading tells
}

// maxPredicate is how many words a predicate has at most.
const maxPredicate = 4

// isMarked reports whether an item of a description says that only such records are wanted.
func isMarked(item string) bool {
	for w := range strings.FieldsSeq(strings.ToLower(item)) {
		switch w {
		case "only", "just", "nur", "seulement", "uniquement", "solo", "alleen", "apenas":
			return true
		}
	}
	return false
}

// predicateOf makes a predicate of an item of a description that is no other filter.
// words are those of the item that tell something. Words that are not marked count
// only if they are the whole description: others are hints.
func predicateOf(item, name string, words []string, alone bool) []predicate {
	p := predicate{marked: isMarked(item)}
	if _, is, ok := cutAtWord(item, "is", "=", "equals"); ok { // topic is Awards
		p.marked, words = true, filterWords(is, name)
	}
	for i, w := range words {
		switch w {
		case "have", "has", "accept", "accepts", "allow", "allows", "offer", "offers", "include", "includes", "still":
			p.had, p.marked, p.words = true, true, nil
			continue
		case "by", "in", "at", "on", "de", "von", "par", "por", "da", "di", "van", "à", "en", "nur", "seulement", "uniquement", "solo", "alleen", "apenas":
			p.marked = p.marked || i == 0
			continue
		case "section", "sections":
			if p.marked {
				continue
			}
			return nil
		case "user", "users", "customer", "customers", "reader", "readers", "member", "members", "people", "author", "visitors", "table", "column", "columns", "page", "website":
			return nil // whoever writes such records, wherever they stand
		}
		p.words = append(p.words, lexicon.Words(w)...) // full-time
	}
	if len(p.words) == 0 && p.marked {
		p.words, p.called = lexicon.Words(name), true
	}
	if len(p.words) == 0 || len(p.words) > maxPredicate || !p.marked && !alone {
		return nil
	}
	return []predicate{p}
}

// cutAtWord cuts a text around the first of some words that it has.
func cutAtWord(s string, words ...string) (before, after string, found bool) {
	for _, w := range words {
		if before, after, found = strings.Cut(s, " "+w+" "); found {
			return before, after, true
		}
	}
	return s, "", false
}

// saying returns the records that say what a predicate wants: those with a part that
// says just it, else those whose text does, else those under a heading that does. If
// none does, or all do, it was not meant, or not understood, and all are kept.
func (e *engine) saying(w *want, list []answer, p *predicate) []answer {
	if p.called {
		return e.underWords(list, p.words)
	}
	for i, c := range w.children {
		if holdsWords(lexicon.Words(c.field.Name), p.words) { // what is asked for
			if p.had || p.marked && c.typ == query.Boolean {
				return someOf(list, func(a *answer) bool { return isGranted(&a.child[i]) })
			}
			return list
		}
	}
	for _, words := range e.meanings(p) {
		if kept := someOf(list, func(a *answer) bool { return e.hasPart(a, words) }); len(kept) < len(list) {
			return kept
		}
		if !p.marked {
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

// meanings returns what a predicate may mean, the likeliest first: all its words, or those
// beside the first or last, if the page has a name of that: "soil track", "type boolean".
func (e *engine) meanings(p *predicate) [][]string {
	out := [][]string{p.words}
	if n := len(p.words); n > 1 {
		if e.isNameHere(p.words[0]) {
			out = append(out, p.words[1:])
		}
		if e.isNameHere(p.words[n-1]) {
			out = append(out, p.words[:n-1])
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
	if o := w.filter.order; o != nil && fieldBy(w, o.by, o.shapes...) < 0 {
		switch {
		case len(o.shapes) > 0:
			shaped(o.shapes[0])
		case o.by != nil:
			add(nameOf(o.by), "number")
		}
	}
	for i := range w.filter.bounds {
		switch b := &w.filter.bounds[i]; {
		case b.field(w) >= 0:
		case b.anyYear():
			add("year", "integer")
		case b.by == nil:
			shaped(b.shape)
		default:
			add(nameOf(b.by), "number")
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
