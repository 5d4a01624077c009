package lexicon

import (
	"strings"
)

// Phrase is a name brought to its meaning: the concepts it names and the other
// words in it.
type Phrase []Term

// Term is one concept or word of a Phrase.
type Term struct {
	Word    string  // its stem, or the stems of the phrase that names the concept
	Concept Concept // 0 for a word the lexicon does not know
	Group   uint16  // of the synonyms it is one of, or a part of one; 0 for none
	Want    float32 // how much it weighs in what is asked for
	Have    float32 // how much it weighs in a name on a page
}

// Weights of words by how much they tell.
const (
	plainWant, plainHave     = 1, 0.6
	conceptWant, conceptHave = 1, 1
	vagueWant, vagueHave     = 0.35, 0.3 // words that many names share: number, id, type
	thingWant, thingHave     = 0.3, 0.2  // words for the thing described: product, recipe
	layoutHave               = 0.12      // words of page building: wrapper, container
)

// usualWords is how many words a name has at most for which no memory is taken.
const usualWords = 8

// Compile brings a name to its meaning.
func Compile(name string) Phrase {
	var room [usualWords]string
	return CompileWords(appendWords(room[:0], name))
}

// CompileWords is Compile for a name that Words took apart.
func CompileWords(words []string) Phrase {
	d := dict()
	if len(words) > 40 {
		words = words[:40]
	}
	var room [usualWords]string
	stems := room[:0]
	for i, w := range words {
		if n := len(stems); n > 0 && i > 0 && isTens(words[i-1]) && len(numeral(w)) == 1 { // fifty_two_week_high
			stems[n-1] = stems[n-1][:1] + numeral(w)
			continue
		}
		stems = append(stems, Stem(w))
	}
	spellNumber(stems)
	var groupRoom [usualWords]uint16
	groups := d.synonyms(groupRoom[:0], stems)
	p := make(Phrase, 0, len(stems))
	for i := 0; i < len(stems); {
		c, n := d.match(stems[i:])
		if n == 0 {
			if w := unwritten(stems[i]); w != stems[i] {
				c, n = d.word(w)
			}
		}
		w := stems[i]
		t := Term{Word: w, Group: sharedGroup(groups[i : i+max(n, 1)])}
		switch {
		case n == 1 && isVague(w):
			t.Concept, t.Want, t.Have = c, vagueWant, vagueHave
		case n == 1 && isLayout(w):
			t.Concept, t.Want, t.Have = c, conceptWant, layoutHave*2
		case n > 0:
			t.Concept, t.Word, t.Want, t.Have = c, strings.Join(stems[i:i+n], " "), conceptWant, conceptHave
		case isThing(w):
			t.Want, t.Have = thingWant, thingHave
		case isLayout(w):
			t.Want, t.Have = vagueWant, layoutHave
		case isVague(w):
			t.Want, t.Have = vagueWant, vagueHave
		default:
			t.Want, t.Have = plainWant, plainHave
		}
		if n > 0 || !IsStop(w) {
			p = append(p, t)
		}
		i += max(n, 1)
	}
	return p
}

// sharedGroup returns the group that all words of a term are of, or 0: a manufacturer part
// number is no manufacturer.
func sharedGroup(groups []uint16) uint16 {
	for _, g := range groups[1:] {
		if g != groups[0] {
			return 0
		}
	}
	return groups[0]
}

// synonyms appends for each word the group of synonyms that it is one of, or a part of
// one, or 0.
func (d *dictionary) synonyms(out []uint16, words []string) []uint16 {
	for i := 0; i < len(words); {
		group := uint16(0)
		n := min(len(words)-i, d.begins[words[i]])
		for ; n > 0; n-- {
			if group = d.groups[strings.Join(words[i:i+n], " ")]; group != 0 {
				break
			}
		}
		if group == 0 {
			group = d.groups[unwritten(words[i])]
		}
		for range max(n, 1) {
			out = append(out, group)
			i++
		}
	}
	return out
}

// match returns the concept of the longest phrase that words begin with.
func (d *dictionary) match(words []string) (Concept, int) {
	for n := min(len(words), int(d.longest[words[0]])); n > 1; n-- {
		if c := d.phrases[strings.Join(words[:n], " ")]; c != 0 {
			return c, n
		}
	}
	return d.word(words[0])
}

// word is match for one word.
func (d *dictionary) word(w string) (Concept, int) {
	if c := d.phrases[w]; c != 0 {
		return c, 1
	}
	return 0, 0
}

// Concept returns the concept a phrase is mostly about: that of the last of its
// weightiest terms, or none.
func (p Phrase) Concept() Concept {
	if p.isSynonym() {
		return 0
	}
	var c Concept
	var weight float32
	for _, t := range p {
		if t.Concept != 0 && t.Want >= weight {
			c, weight = t.Concept, t.Want
		}
	}
	return c
}

// isSynonym reports whether several words are together one phrase of a group, and not of
// the form that their concepts have.
func (p Phrase) isSynonym() bool {
	if len(p) < 2 || p[0].Group == 0 || dict().formed[p[0].Group] {
		return false
	}
	for _, t := range p {
		if t.Group != p[0].Group {
			return false
		}
	}
	return true
}

// Has reports whether the phrase names the concept.
func (p Phrase) Has(c Concept) bool {
	for _, t := range p {
		if t.Concept == c {
			return true
		}
	}
	return false
}

// Similarity says, from 0 to 1, how well a name found on a page answers for the
// name of what is wanted.
func Similarity(want, have Phrase) float64 {
	if len(want) == 0 || len(have) == 0 {
		return 0
	}
	var matched, total, overlap, size float64
	form := 0.0 // how much of what is matched tells the form alone
	for i := range want {
		best := 0.0
		for j := range have {
			best = max(best, relation(&want[i], &have[j]))
		}
		weighed := best * float64(want[i].Want)
		if want[i].tellsForm() {
			form += weighed
		}
		matched += weighed
		total += float64(want[i].Want)
	}
	if len(want) > 1 && form == matched {
		matched *= vagueWant
	}
	if matched == 0 {
		return 0
	}
	for j := range have {
		best := 0.0
		for i := range want {
			best = max(best, relation(&want[i], &have[j]))
		}
		overlap += best * float64(have[j].Have)
		size += float64(have[j].Have)
	}
	return matched / total * (0.5 + 0.5*overlap/size)
}

func relation(want, have *Term) float64 {
	if want.Word == have.Word || want.Group != 0 && want.Group == have.Group {
		return 1
	}
	if want.Concept != 0 && have.Concept != 0 {
		return closeness(want.Concept, have.Concept)
	}
	if abbreviates(want, have) || abbreviates(have, want) {
		return abbreviated
	}
	return 0
}

// tellsForm reports whether a term tells, beside other words, what a value looks like and
// not which one is meant: the url of a repository_url.
func (t *Term) tellsForm() bool {
	return t.Concept != 0 && t.Concept.String() == "url"
}

const (
	abbreviated     = 0.8 // relation of a word to the beginning it is cut to
	minAbbreviation = 4   // letters of what is left of it
)

// abbreviates reports whether a word that the lexicon does not know is the first half
// of another at most: the dest of a destination.
func abbreviates(short, long *Term) bool {
	n := len(short.Word)
	return short.Concept == 0 && short.Want >= plainWant && n >= minAbbreviation && n*2 <= len(long.Word) &&
		strings.HasPrefix(long.Word, short.Word) && !strings.Contains(long.Word, " ")
}

// IsStop reports whether a word means nothing by itself.
func IsStop(w string) bool {
	switch w {
	case "of", "the", "a", "an", "i", "is", "in", "for", "to", "thi", "this", "that", "s", "with", "on", "at", "and", "or", "my", "your", "our", "it", "de", "la", "le", "el", "der", "die", "da", "das", "des", "du", "del", "di", "il", "et", "und", "en", "y", "e", "all", "each", "every", "from", "be", "are", "if", "any":
		return true
	}
	return false
}

func isVague(w string) bool {
	switch w {
	case "number", "id", "type", "no", "nr", "code", "value", "rate", "count", "name", "list", "field", "identifier", "kind", "num", "status", "main", "period", "level", "range", "case", "amount", "total", "original", "data":
		return true
	}
	return false
}

func isThing(w string) bool {
	switch w {
	case "product", "item", "article", "recipe", "book", "job", "event", "post", "page", "entry", "thread", "news", "story", "listing", "property", "house", "car", "vehicle", "movie", "record", "offer", "element", "object", "document", "shop", "customer", "blog", "produkt", "produit", "producto", "artikel", "rezept", "recette", "receta", "ricetta":
		return true
	}
	return false
}

func isLayout(w string) bool {
	switch w {
	case "wrapper", "wrap", "container", "block", "inner", "outer", "box", "section", "row", "col", "column", "cell", "group", "area", "content", "text", "body", "item", "list", "value", "label", "info", "data", "detail", "card", "module", "component", "main", "primary", "left", "right", "top", "bottom", "header", "head", "footer", "meta", "field", "link", "span", "div", "panel", "view", "tile", "js", "wp", "single", "node", "title", "large", "small", "desktop", "mobile", "style", "class", "widget", "holder", "default":
		return true
	}
	return false
}

// MayIntroduce reports whether what begins with a text may be a phrase that names a concept.
func MayIntroduce(text string) bool {
	words := Words(text)
	if len(words) == 0 {
		return true
	}
	d, first := dict(), Stem(words[0])
	return d.longest[first] > 0 || d.phrases[first] != 0
}

// Introduces returns the concept that a short phrase names as a whole, or none.
func Introduces(phrase string) Concept {
	words := Words(phrase)
	if len(words) == 0 || len(words) > 4 {
		return 0
	}
	d := dict()
	if len(words) > 1 && len(words) > int(d.longest[Stem(words[0])]) {
		return 0
	}
	c, n := d.match(stemAll(words))
	if n != len(words) {
		return 0
	}
	return c
}

// IsName reports whether a phrase as a whole names a concept, or is one of the synonyms
// that are none.
func IsName(phrase string) bool {
	if Introduces(phrase) != 0 {
		return true
	}
	return dict().groups[strings.Join(stemAll(Words(phrase)), " ")] != 0
}

// Vague reports whether a phrase has no word that tells it from others.
func (p Phrase) Vague() bool {
	for _, t := range p {
		if t.Want > vagueWant {
			return false
		}
	}
	return true
}

// Unknown reports whether a phrase names no concept.
func (p Phrase) Unknown() bool { return p.Concept() == 0 }

// Is reports whether a phrase means the named concept and nothing else.
func (p Phrase) Is(concept string) bool {
	return len(p) == 1 && p[0].Concept != 0 && p[0].Concept.String() == concept
}

// Dated reports whether a phrase names a date.
func (p Phrase) Dated() bool {
	for _, t := range p {
		if t.Concept != 0 && t.Concept.Shape() == Date {
			return true
		}
	}
	return false
}

// Senses returns what each of the words of a text may mean: its stem, and the concept and
// the synonyms whose phrase it is, or is a part of. They weigh nothing.
func Senses(words []string) []Term {
	d := dict()
	stems := make([]string, len(words))
	for i, w := range words {
		stems[i] = Stem(fold(w))
	}
	groups := d.synonyms(nil, stems)
	out := make([]Term, len(words))
	for i := range out {
		out[i].Word, out[i].Group = stems[i], groups[i]
	}
	for i := 0; i < len(stems); {
		c, n := d.match(stems[i:])
		for k := range n {
			out[i+k].Concept = c
		}
		i += max(n, 1)
	}
	return out
}

// Same reports whether two terms are one word, or mean the same.
func (t *Term) Same(o *Term) bool {
	return t.Word == o.Word || t.Group != 0 && t.Group == o.Group || t.Concept != 0 && t.Concept == o.Concept
}
