// Package filter understands what the description of a field limits it to: "the first three",
// "under $50", "without ads", "in the footer", "by Ann Lee". It does not see the page.
package filter

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"assay/query"
	"assay/service/extract/lexicon"
	"assay/service/extract/tree"
)

// Filter is what a description limits a field to. Only what is understood as a
// whole counts; other words are hints, or nothing.
type Filter struct {
	Place    tree.Region // only there; 0 for anywhere
	NotPlace tree.Region // but not there
	Likely   tree.Region // rather there than elsewhere
	Take     int         // so many from the start; from the end if negative; 0 for all
	Order    *Order      // by it, before taking
	Drop     []string    // records with one of these words
	Keep     []string    // only records with one of these phrases
	Ads      bool        // no advertisements
	InStock  bool
	Bounds   []Bound
	Words    []Predicate // records that say so, if some do and others do not
}

// Order puts records in the order of a field.
type Order struct {
	By         lexicon.Phrase // the field's name; nil for shape alone
	Shapes     []lexicon.Shape
	Descending bool
	Only       bool // the first alone is wanted if nothing else is said
}

// None reports whether nothing is limited.
func (f *Filter) None() bool { return !f.Parts() && len(f.Words) == 0 }

// Parts reports whether only a part of what there is is asked for, wherever that is. What records
// say of themselves may as well be said over all of them.
func (f *Filter) Parts() bool {
	return f.Place|f.NotPlace != 0 || f.Take != 0 || f.Order != nil || len(f.Drop)+len(f.Keep)+len(f.Bounds) > 0 || f.Ads || f.InStock
}

// Parse takes what is understood as a filter out of a description and
// returns the rest. name is the field's: "first three products" on products.
func Parse(description, name string, list bool) (Filter, string) {
	var f Filter
	var rest []string
	all := items(description)
	for _, item := range all {
		words := filterWords(item, name)
		if f.item(words, list) {
			continue
		}
		var left []string
		understood := false
		for i, part := range splitWords(words, "and") { // excluding ads and sold out
			if f.item(part, list) || i > 0 && words[0] == "excluding" && f.item(append([]string{"excluding"}, part...), list) {
				understood = true
				continue
			}
			left = append(left, part...)
		}
		if !understood {
			if list {
				f.Words = append(f.Words, predicateOf(item, name, words, len(all) == 1)...)
			}
			rest = append(rest, strings.TrimSpace(item))
		} else if len(left) > 0 {
			rest = append(rest, strings.Join(left, " "))
		}
	}
	return f, strings.Join(rest, ", ")
}

// items splits a description at its commas and semicolons, but for those within
// numbers.
func items(description string) []string {
	var out []string
	from := 0
	for i := range len(description) + 1 {
		if i < len(description) {
			if c := description[i]; c != ';' && (c != ',' || i > 0 && i+1 < len(description) && unicode.IsDigit(rune(description[i-1])) && unicode.IsDigit(rune(description[i+1]))) {
				continue
			}
		}
		if i > from {
			out = append(out, description[from:i])
		}
		from = i + 1
	}
	return out
}

// FromName takes what a field's own name limits it to, footer_links,
// related_products, cheapest_offer, lowest_price, and returns the words that name it.
func (f *Filter) FromName(field *query.Field, words []string) []string {
	if len(words) == 0 {
		return words
	}
	if field.List && f.Place|f.NotPlace == 0 && asksForOthers(words) {
		f.Place = tree.InRelated
	}
	if field.List && field.Container != nil && areFilters(words[len(words)-1]) {
		f.Likely = tree.InAside | tree.InForm
	}
	if len(words) < 2 {
		return words
	}
	if field.List && f.Place|f.NotPlace == 0 {
		switch words[0] {
		case "footer":
			f.Place = tree.InFooter
		case "header":
			f.Place = tree.InHeader
		case "sidebar":
			f.Place = tree.InAside
		case "nav", "navigation", "menu", "navbar":
			f.Place = tree.InNav
		case "breadcrumb", "breadcrumbs":
			if field.Container == nil {
				f.Place = tree.InBreadcrumbs
			}
		}
	}
	if field.List {
		if field.Container != nil && slices.ContainsFunc(words, isOfOthers) {
			f.Likely = tree.InRelated
		}
		return words
	}
	if field.Container != nil && f.Take == 0 {
		switch words[0] {
		case "first":
			f.Take = 1
			return words[1:]
		case "last":
			f.Take = -1
			return words[1:]
		}
	}
	for n := 1; n <= 2 && n < len(words); n++ {
		o := extreme([]string{strings.Join(words[:n], " ")})
		if o == nil || len(o.Shapes) == 0 && field.Container != nil { // the lowest of what
			continue
		}
		if len(o.Shapes) > 0 && field.Container == nil && o.Shapes[0] == lexicon.Date {
			continue // the latest_version is called so
		}
		if f.Order == nil {
			f.Order = o
		}
		return words[n:]
	}
	return words
}

// isOfOthers reports whether a word of a list's name says that its records are other
// things than the page's own.
func isOfOthers(word string) bool {
	switch lexicon.Stem(word) {
	case "related", "similar", "recommended", "suggested", "more", "other", "also", "popular", "trending", "same", "read",
		"verwandt", "verwandte", "ahnlich", "ahnliche", "weitere", "andere", "meme", "lie", "similaire", "autre", "relacionado", "similare", "otro", "correlato", "correlati", "simili", "altri", "gerelateerde":
		return true
	}
	return false
}

// filterWords takes a description's item apart, without the words that tell
// nothing and without the field's own name.
func filterWords(item, name string) []string {
	own := map[string]bool{}
	names := lexicon.Words(name)
	if n := len(names); n > 1 && isMarked(item) { // direct_trains(direct only)
		names = names[n-1:]
	}
	for _, w := range names {
		own[lexicon.Stem(w)] = true
	}
	var out []string
	for w := range strings.FieldsSeq(strings.ToLower(item)) {
		w = strings.Trim(w, `.:!?"'()`)
		switch w {
		case "that", "which", "who", "whose", "costing", "priced", "with", "having":
			if len(out) == 1 && isThing(out[0]) { // shoes with laces
				out = out[:0]
			}
			continue
		case "", "the", "a", "an", "of", "only", "just", "all", "are", "is", "items", "ones", "one", "results", "records", "rows",
			"entries", "elements", "please", "page's", "page", "listed", "shown", "any", "those", "these", "from":
			continue
		}
		if own[lexicon.Stem(w)] && (len(out) == 0 || out[len(out)-1] != "in" && out[len(out)-1] != "inside") {
			continue
		}
		out = append(out, w)
	}
	return out
}

// isThing reports whether a word before "that" or "with" says what the records are, not
// which of them are meant.
func isThing(word string) bool {
	switch word {
	case "first", "top", "last", "excluding", "except", "without", "ignoring", "exclude", "ignore", "skip", "no", "not", "but":
		return false
	}
	return true
}

func splitWords(words []string, at string) [][]string {
	var out [][]string
	for {
		i := slices.Index(words, at)
		if i < 0 {
			return append(out, words)
		}
		out, words = append(out, words[:i]), words[i+1:]
	}
}

// item understands one item, or reports that it is none.
func (f *Filter) item(words []string, list bool) bool {
	if len(words) == 0 {
		return false
	}
	if f.where(words) || f.ordering(words, list) {
		return true
	}
	if !list {
		return false
	}
	switch strings.Join(words, " ") {
	case "in stock", "available", "in-stock", "currently available", "not sold out", "available to buy", "excluding sold out", "excluding out stock":
		f.InStock = true
		return true
	case "no ads", "not ads", "without ads", "not sponsored", "non-sponsored", "no sponsored", "no advertisements":
		f.Ads = true
		return true
	}
	switch words[0] {
	case "first", "top", "last":
		return f.end(words[0], words[1:])
	case "excluding", "except", "without", "ignoring", "exclude", "ignore", "skip", "no", "but", "not":
		return f.without(words)
	case "containing", "mentioning", "contain", "mention", "contains", "mentions":
		return f.containing(words[1:])
	}
	if len(words) == 2 && (words[1] == "first" || words[1] == "top" || words[1] == "last") && f.end(words[1], words[:1]) {
		return true
	}
	if b, ok := parseBound(words); ok {
		f.Bounds = append(f.Bounds, b)
		return true
	}
	return false
}

// ordering understands in which order records are wanted, and how many of them:
// "cheapest 3". A field that is no list has an order only by what its name tells.
func (f *Filter) ordering(words []string, list bool) bool {
	o := extreme(words)
	if o == nil || !list && o.By != nil {
		return false
	}
	f.Order = o
	if n, ok := count(words[len(words)-1]); ok && len(words) > 1 {
		f.Take = n
	}
	return true
}

// end understands at which end of a list the records are that are wanted, and how many:
// "first 3", "last".
func (f *Filter) end(which string, number []string) bool {
	n := 1
	if len(number) > 0 {
		var ok bool
		if n, ok = count(number[0]); !ok || len(number) > 1 {
			return false
		}
	}
	if f.Take = n; which == "last" {
		f.Take = -n
	}
	return true
}

// without understands which records are not wanted: "excluding ads", "but not samples".
// What is "not" or "no" is often none of the records, but a property of all.
func (f *Filter) without(words []string) bool {
	what := words[1:]
	if words[0] == "but" {
		if len(what) == 0 || what[0] != "not" && what[0] != "no" {
			return false
		}
		what = what[1:]
	}
	if len(what) == 0 || len(what) > 4 || slices.Contains(what, "and") {
		return false
	}
	if slices.ContainsFunc(what, isAdvertising) {
		f.Ads = true
		return true
	}
	if words[0] == "not" || words[0] == "no" {
		return false
	}
	phrase := strings.Join(what, " ")
	f.Drop = append(f.Drop, phrase)
	if single := lexicon.Stem(phrase); single != phrase {
		f.Drop = append(f.Drop, single)
	}
	return true
}

func isAdvertising(word string) bool {
	switch strings.TrimSuffix(word, "s") {
	case "ad", "advert", "advertisement", "sponsored", "promoted", "promotion":
		return true
	}
	return false
}

// containing understands which words the records say that are wanted.
func (f *Filter) containing(words []string) bool {
	if len(words) > 0 && (words[0] == "word" || words[0] == "words" || words[0] == "phrase") {
		words = words[1:]
	}
	if len(words) == 0 {
		return false
	}
	f.Keep = append(f.Keep, strings.Join(words, " "))
	return true
}

// where understands a place on the page: "in the footer", "not in the sidebar".
func (f *Filter) where(words []string) bool {
	not := false
	if len(words) < 2 {
		return false
	}
	for len(words) > 1 {
		switch words[0] {
		case "not", "outside", "except", "excluding":
			not = true
		case "in", "inside", "within", "at", "on", "under":
		default:
			return false
		}
		words = words[1:]
	}
	if len(words) != 1 {
		return false
	}
	var place tree.Region
	switch words[0] {
	case "footer":
		place = tree.InFooter
	case "header":
		place = tree.InHeader
	case "sidebar", "aside":
		place = tree.InAside
	case "navigation", "nav", "navbar", "menu":
		place = tree.InNav
	case "breadcrumb", "breadcrumbs":
		place = tree.InBreadcrumbs
	case "comments":
		place = tree.InComments
	default:
		return false
	}
	if not {
		f.NotPlace |= place
	} else {
		f.Place |= place
	}
	return true
}

// areFilters reports whether a list is of what a page's own list is narrowed down by: such
// stand beside it.
func areFilters(last string) bool {
	switch last {
	case "filters", "facets", "refinements", "filtres", "filtros", "filtri":
		return true
	}
	return false
}

// count reads a number of things, in digits or as a word.
func count(w string) (int, bool) {
	for i, name := range [...]string{"one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"} {
		if w == name {
			return i + 1, true
		}
	}
	n, err := strconv.Atoi(w)
	return n, err == nil && n > 0 && n <= 100_000
}

// extreme understands "cheapest", "highest rated", "lowest price", "newest 3".
func extreme(words []string) *Order {
	if _, ok := count(words[len(words)-1]); ok && len(words) > 1 {
		words = words[:len(words)-1]
	}
	price := []lexicon.Shape{lexicon.Price}
	rating := []lexicon.Shape{lexicon.Rating}
	date := []lexicon.Shape{lexicon.Date}
	switch strings.Join(words, " ") {
	case "cheapest", "least expensive", "lowest priced", "lowest-priced", "billigste", "billigster", "günstigste", "gunstigste", "guenstigste", "moins cher", "más barato", "mas barato", "più economico", "mais barato", "goedkoopste":
		return &Order{Shapes: price, Only: true}
	case "most expensive", "dearest", "highest priced", "priciest", "teuerste", "teuerster", "plus cher", "más caro", "mas caro", "più caro", "mais caro", "duurste":
		return &Order{Shapes: price, Descending: true, Only: true}
	case "highest rated", "best rated", "top rated", "top-rated", "best-rated", "highest-rated":
		return &Order{Shapes: rating, Descending: true, Only: true}
	case "lowest rated", "worst rated":
		return &Order{Shapes: rating, Only: true}
	case "newest", "latest", "most recent", "neueste", "neuester", "plus récent", "más reciente", "più recente", "mais recente", "nieuwste":
		return &Order{Shapes: date, Descending: true, Only: true}
	case "oldest", "earliest":
		return &Order{Shapes: date, Only: true}
	}
	descending := false
	switch words[0] {
	case "lowest", "smallest", "minimum", "least", "fewest":
	case "highest", "largest", "maximum", "most", "greatest", "biggest":
		descending = true
	default:
		return nil
	}
	if len(words) > 3 {
		return nil
	}
	o := &Order{Descending: descending, Only: true}
	if len(words) > 1 {
		o.By = lexicon.CompileWords(words[1:])
	}
	return o
}

// asksForOthers reports whether a list's name asks for other things than the page's
// own: similar_shows, articles_similaires, recommended.
func asksForOthers(words []string) bool { return slices.ContainsFunc(words, tree.NamesRelated) }
