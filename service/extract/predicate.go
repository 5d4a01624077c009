package extract

import (
	"slices"
	"sort"
	"strconv"
	"strings"
	"unicode"

	"assay/query"
	"assay/service/extract/evidence"
	"assay/service/extract/lexicon"
	"assay/service/extract/read"
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

// allSay reports whether the records that answer a list all say what a predicate of it wants.
func (e *engine) allSay(a *answer) bool {
	for i := range a.w.filter.words {
		p := &a.w.filter.words[i]
		for _, words := range e.meanings(p) {
			silent := func(r answer) bool { return !e.hasPart(&r, words) && (!p.marked || !e.saysWords(&r, words)) }
			if len(a.list) > 0 && !slices.ContainsFunc(a.list, silent) {
				return true
			}
		}
	}
	return false
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

// bound limits a field's number.
type bound struct {
	by       lexicon.Phrase // nil for what unit tells, else the only number
	shape    lexicon.Shape  // what the unit tells
	unit     string         // as it stands after the number; "" for none
	min, max float64
	strict   bool // neither is within it
}

// parseBound understands "under $50", "rating above 4", "at least 3 stars", "born
// after 2000", "500 MB or more", "negative balance", "5 stars".
func parseBound(words []string) (bound, bool) {
	if b, ok := parseSigned(words); ok {
		return b, true
	}
	if b, ok := parseOrMore(words); ok {
		return b, true
	}
	if b, ok := parseStars(words); ok {
		return b, true
	}
	for i, w := range words {
		switch w {
		case "after", "before", "since", "between":
			return parseYears(words, i)
		}
		if c, than, ok := parseComparison(words[i:]); ok {
			return c.bound(words[:i], than)
		}
	}
	return bound{}, false
}

// comparison is what words such as "under" and "at least" say of a number.
type comparison struct {
	least  bool // it is the least that is wanted, else the most
	strict bool // it is not wanted itself
	price  bool // it is a price
}

// parseComparison understands the words of a comparison that others begin with, and
// returns what comes after them.
func parseComparison(words []string) (c comparison, than []string, ok bool) {
	than = words[1:]
	switch words[0] {
	case "under", "below", "<", "less", "fewer", "lower":
		c.strict = true
	case "cheaper":
		c.strict, c.price = true, true
	case "over", "above", ">", "more", "greater", "higher", "better":
		c.strict, c.least = true, true
	case "minimum", "min":
		c.least = true
	case "maximum", "max", "within":
	case "at":
		if len(than) == 0 || than[0] != "least" && than[0] != "most" {
			return c, nil, true
		}
		c.least, than = than[0] == "least", than[1:]
	default:
		return c, nil, false
	}
	if len(than) > 0 && than[0] == "than" {
		than = than[1:]
	}
	return c, than, true
}

// bound makes a bound of a comparison with a number that may have a unit. What is
// compared is named by the words before it, by those after "by" or "for", or else by the
// unit.
func (c comparison) bound(before, than []string) (bound, bool) {
	if at := slices.IndexFunc(than, func(w string) bool { return w == "by" || w == "for" || w == "per" }); at > 0 && len(before) == 0 {
		than, before = than[:at], than[at+1:]
	}
	if len(than) == 0 {
		return bound{}, false
	}
	number, unit := splitUnit(than)
	v, ok := parseAmount(strings.Trim(number, "$€£"))
	if !ok || len(strings.Fields(unit)) > 1 {
		return bound{}, false
	}
	b := bound{min: -1e300, max: v, strict: c.strict, unit: unit}
	if c.least {
		b.min, b.max = v, 1e300
	}
	switch {
	case strings.Trim(number, "$€£") != number || isMoney(unit):
		b.shape = lexicon.Price
	case unit == "stars" || unit == "star":
		b.shape = lexicon.Rating
	case isUnitOfLength(unit):
		b.by = lexicon.Compile("distance")
	case unit != "":
		b.by = lexicon.CompileWords([]string{unit})
	}
	if len(before) > 0 {
		b.by = lexicon.CompileWords(before)
	} else if c.price {
		b.shape = lexicon.Price
	}
	return b, true
}

// splitUnit parts the number that words begin with from its unit, which may be written
// without a space between: "500mb".
func splitUnit(words []string) (number, unit string) {
	number = words[0]
	if end := strings.LastIndexAny(number, "0123456789") + 1; end > 0 && end < len(number) && !strings.ContainsAny(number[end:], "€£") {
		return number[:end], strings.TrimSpace(number[end:] + " " + strings.Join(words[1:], " "))
	}
	return number, strings.Join(words[1:], " ")
}

// parseAmount reads a number in digits or as a word.
func parseAmount(s string) (float64, bool) {
	if n, ok := count(s); ok {
		return float64(n), true
	}
	if s == "zero" || s == "nil" {
		return 0, true
	}
	v, err := strconv.ParseFloat(ungrouped(s), 64)
	return v, err == nil
}

// parseSigned understands "negative balance", "positive goal difference".
func parseSigned(words []string) (bound, bool) {
	if len(words) < 2 {
		return bound{}, false
	}
	b := bound{by: lexicon.CompileWords(words[1:]), min: -1e300, max: 1e300, strict: true}
	switch words[0] {
	case "positive":
		b.min = 0
	case "negative":
		b.max = 0
	default:
		return bound{}, false
	}
	return b, true
}

// parseOrMore understands a number that the words "or more" come after.
func parseOrMore(words []string) (bound, bool) {
	at := len(words) - 2
	if at < 1 || words[at] != "or" && words[at] != "and" {
		return bound{}, false
	}
	c := comparison{}
	switch words[at+1] {
	case "more", "higher", "faster", "better", "above", "over", "up", "larger", "bigger", "greater", "longer", "later", "newer":
		c.least = true
	case "less", "fewer", "lower", "cheaper", "below", "under", "smaller", "shorter", "slower":
	default:
		return bound{}, false
	}
	from := slices.IndexFunc(words, func(w string) bool {
		_, ok := parseAmount(strings.TrimRightFunc(strings.Trim(w, "$€£"), unicode.IsLetter))
		return ok
	})
	if from < 0 || from >= at {
		return bound{}, false
	}
	return c.bound(words[:from], words[from:at])
}

// parseStars understands how many stars the records have that are wanted: "5 star", "5/5".
func parseStars(words []string) (bound, bool) {
	number := words[0]
	if n, of, ok := strings.Cut(number, "/"); ok && len(words) == 1 && (of == "5" || of == "10") {
		number = n
	} else if len(words) != 2 || words[1] != "star" && words[1] != "stars" {
		return bound{}, false
	}
	n, ok := parseAmount(number)
	return bound{shape: lexicon.Rating, min: n, max: n}, ok
}

func isUnitOfLength(unit string) bool {
	switch unit {
	case "km", "mi", "mile", "miles", "metres", "meters", "kilometres", "kilometers", "yards":
		return true
	}
	return false
}

// isMoney reports whether a word after a number makes it a price.
func isMoney(unit string) bool {
	switch unit {
	case "€", "$", "£", "eur", "usd", "gbp", "chf", "euro", "euros", "dollar", "dollars", "pounds", "francs":
		return true
	}
	return false
}

// ungrouped takes the separators of thousands out of a number.
func ungrouped(s string) string {
	groups := strings.FieldsFunc(s, func(r rune) bool { return r == ',' || r == '.' || r == '\'' })
	for _, g := range groups[min(1, len(groups)):] {
		if len(g) != 3 {
			return s
		}
	}
	return strings.Join(groups, "")
}

// parseYears understands "after 2020", "born before 1990", "between 2021 and 2022":
// limits of a year where words[at] says which.
func parseYears(words []string, at int) (bound, bool) {
	b := bound{min: -1e300, max: 1e300, shape: lexicon.Date}
	rest := slices.DeleteFunc(slices.Clone(words[at+1:]), func(w string) bool { return w == "and" || w == "year" })
	years := make([]float64, 0, 2)
	for _, w := range rest {
		y, err := strconv.Atoi(w)
		if err != nil || y < 1000 || y > 2999 {
			return b, false
		}
		years = append(years, float64(y))
	}
	switch word := words[at]; {
	case word == "between" && len(years) == 2:
		b.min, b.max = years[0], years[1]
	case word == "between" || len(years) != 1:
		return b, false
	case word == "before":
		b.max = years[0] - 1
	case word == "since":
		b.min = years[0]
	default:
		b.min = years[0] + 1
	}
	if at > 0 {
		b.by = lexicon.CompileWords(words[:at])
	}
	return b, true
}

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
