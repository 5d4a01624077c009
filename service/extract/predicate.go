package extract

import (
	"slices"
	"strings"
	"unicode"

	"assay/client/query"
	"assay/service/extract/lexicon"
	"assay/service/extract/records"
)

// predicate is a filter in words: records say them, in a part of their own or, if
// they are marked as what is wanted ("by Ann Lee", "automatic only"), in their text.
type predicate struct {
	words  []string
	marked bool
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
func predicateOf(item string, words []string, alone bool) []predicate {
	marked := isMarked(item)
	said := make([]string, 0, len(words))
	for i, w := range words {
		switch w {
		case "by", "in", "at", "de", "von", "par", "por", "da", "di", "van", "à", "en", "nur", "seulement", "uniquement", "solo", "alleen", "apenas":
			marked = marked || i == 0
			continue
		case "user", "users", "customer", "customers", "reader", "readers", "member", "members", "people", "author", "visitors", "table", "section", "column", "columns":
			return nil // whoever writes such records, wherever they stand
		}
		said = append(said, lexicon.Words(w)...) // full-time
	}
	if len(said) == 0 || len(said) > maxPredicate || !marked && !alone {
		return nil
	}
	return []predicate{{said, marked}}
}

// saying returns the records that say what a predicate wants: those with a part that
// says just it, else those whose text does. If none does, or all do, it was not
// meant, or not understood, and all are kept.
func (e *engine) saying(w *want, list []answer, p *predicate) []answer {
	if slices.ContainsFunc(w.children, func(c *want) bool { return holdsWords(lexicon.Words(c.field.Name), p.words) }) {
		return list // what is asked for
	}
	tell := []func(*answer) bool{func(a *answer) bool { return e.hasPart(a, p.words) }}
	if p.marked {
		tell = append(tell, func(a *answer) bool { return holdsWords(lexicon.Words(e.recordText(a)), p.words) })
	}
	for _, says := range tell {
		kept := slices.DeleteFunc(slices.Clone(list), func(a answer) bool { return !says(&a) })
		if len(kept) > 0 && len(kept) < len(list) {
			return kept
		}
	}
	return list
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
