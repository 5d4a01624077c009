package prompt

import (
	"slices"
	"strings"

	"assay/query"
	"assay/service/extract/lexicon"
)

// joined makes one word of phrases with "of" that name one thing: "number of
// reviews", "date of birth".
func joined(words []string) []string {
	out := make([]string, 0, len(words))
	for i := 0; i < len(words); i++ {
		w := words[i]
		if (w == "link" || w == "links" || w == "url" || w == "urls") && i+2 < len(words) && words[i+1] == "to" {
			out = append(out, w, "of")
			i++
			continue
		}
		if isOneOf(w, "list", "choice", "selection") && i+2 < len(words) && words[i+1] == "of" {
			out = append(out, "all")
			i++
			continue
		}
		if i+2 < len(words) && words[i+1] == "of" {
			k := i + 2
			for k < len(words) && (words[k] == "the" || words[k] == "its" || words[k] == "their" || words[k] == "all" && isCount(w)) {
				k++
			}
			if isCount(w) && k+1 < len(words) && isContent(words[k]) && !isPlural(words[k]) && isCompound(w, "of", words[k+1]) {
				words[k+1] = words[k] + "_" + words[k+1] // number of weekly downloads
				k++
			}
			if k < len(words) && isContent(words[k]) && isCompound(w, "of", words[k]) {
				name := w + "_of_" + words[k]
				if w == "amount" || w == "count" || w == "amounts" {
					name = "number_of_" + words[k]
				}
				out = append(out, name)
				i = k
				continue
			}
		}
		out = append(out, w)
	}
	return out
}

func isCount(w string) bool { return w == "number" || w == "amount" || w == "count" }

// isCompound reports whether "a of b" is the name of one thing.
func isCompound(a, of, b string) bool {
	if isCount(a) {
		return strings.HasSuffix(b, "s") || isPlural(b) || isMass(b)
	}
	switch a + " " + of + " " + b {
	case "table of contents", "terms of service", "terms of use", "terms of sale", "point of contact", "proof of work", "cost of living", "country of origin", "place of origin", "place of birth", "date of death", "place of death", "year of birth", "year of construction", "year of publication", "date of purchase", "date of issue", "date of delivery", "mode of transport", "hours of operation", "level of education", "area of expertise", "rate of return", "frequently of questions":
		return true
	}
	return strings.HasSuffix(a, "date") && lexicon.Introduces(a+" of "+b) != 0
}

// noun reads a noun phrase; nil if it names nothing.
func (r *reader) noun(words []string) *field {
	f := &field{}
	words, inner := r.parenthesis(words, f)
	words = f.take(words)
	if n := len(words); n > 1 && words[n-1] == "each" { // the link of each
		if words = words[:n-1]; isOneOf(lastOf(words), "of", "for", "per", "in") && n > 2 {
			words = words[:n-2]
		}
	}
	said := words
	if at := slices.Index(words, "for"); at > 0 { // the reward for every mile
		said = words[:at]
	}
	all := hasEach(said)
	single := len(words) > 1 && words[0] == "this"
	words = withoutFill(r.cut(f.counted(words), f))
	if n := len(words) - 1; n > 0 && words[n] == "list" && isPlural(words[n-1]) { // the contents list
		words, f.list = words[:n], true
	}
	f.name = identifier(words)
	if f.name == "" {
		return nil
	}
	last := lastWord(f.name)
	if at := slices.IndexFunc(words, func(w string) bool { return isOneOf(w, "without", "before", "after", "excluding") }); at > 0 {
		last = words[at-1]
	}
	f.list = f.list || all || isPlural(last) && (r.plurals || isKnownPlural(last)) || isMass(last) && last != "series" && last != "species" && last != "feedback"
	if n := len(words) - 1; n > 0 && words[n] == "points" && isOneOf(words[n-1], "bullet", "key", "main", "selling", "talking", "strong", "weak") {
		f.list = true
	}
	f.superlative()
	last = lastWord(f.name)
	if r.plurals && f.list && (all || len(f.notes) > 0) && !isPlural(last) {
		f.name = pluralName(f.name)
	}
	switch {
	case single:
		f.list = false
	case f.typ == "" && isUnit(last) && len(words) == 1: // millilitres
		f.typ, f.list = "number", false
	case f.typ == "":
		retype(f)
		f.whoever(words)
	}
	if f.typ == "integer" && strings.HasPrefix(f.name, "number_of_") {
		f.list = false
	}
	if len(inner) > 0 {
		contain(f, r.items(inner, true))
	}
	return f
}

// whoever brings "person who wrote it" and "names of the people who wrote it" to the usual name
// of such a person, or to a name in these words.
func (f *field) whoever(words []string) {
	if !f.relative {
		return
	}
	clause := strings.Fields(f.notes[len(f.notes)-1])
	for i, w := range clause {
		if w == "which" {
			clause[i] = "who"
		}
	}
	if clause[0] != "of" {
		clause = append(slices.Clone(words), clause...)
	}
	s := meaningOf(withoutSubject(clause))
	switch {
	case s.form != "person":
		return
	case s.odds > likely && f.list:
		f.name = pluralName(s.name)
	case s.odds > likely:
		f.name = s.name
	case !f.list && clause[0] != "of":
		f.name = identifier(clause)
	default:
		return
	}
	f.notes = f.notes[:len(f.notes)-1]
}

// superlative makes "cheapest product" the list of products, cut to its cheapest.
func (f *field) superlative() {
	which, rest, ok := strings.Cut(f.name, "_")
	switch which {
	case "cheapest", "newest", "latest", "oldest":
	case "most", "highest", "best", "top":
		var word string
		word, rest, ok = strings.Cut(rest, "_")
		if word != "expensive" && word != "rated" && word != "recent" && word != "popular" {
			return
		}
		which += " " + word
	default:
		return
	}
	if !ok || isTrait(&field{name: rest}) || lexicon.Compile(rest).Concept().String() == "version" && !isPlural(lastWord(rest)) {
		return
	}
	f.name, f.list, f.typ = rest, true, ""
	f.note(which)
}

// parenthesis takes what stands in parentheses: the fields of the noun before, or a
// word on its values.
func (r *reader) parenthesis(words []string, f *field) (rest, inner []string) {
	from := slices.Index(words, open)
	if from < 0 {
		return slices.DeleteFunc(slices.Clone(words), func(w string) bool { return w == shut }), nil
	}
	to := slices.Index(words[from:], shut)
	if to < 0 {
		to = len(words)
	} else {
		to += from
	}
	inside := words[from+1 : to]
	rest = slices.Clone(words[:from])
	if to < len(words) {
		rest = append(rest, words[to+1:]...)
	}
	text := strings.ReplaceAll(strings.Join(inside, " "), " "+comma, comma)
	hint := query.ParseHint(text)
	first, _, several := strings.Cut(text, comma)
	switch {
	case several && from > 0 && isPlural(words[from-1]) && query.ParseHint(first).Type == query.Untyped && !slices.Contains(inside, "e.g") && !slices.Contains(inside, "or"):
		return rest, inside
	case several && slices.ContainsFunc(words[:from], isCollection), several && allKnown(text):
		return rest, inside
	case hint.Type != query.Untyped:
		f.typ = hint.Type.String()
		f.note(hint.Words)
	case len(inside) == 0 || isOneOf(text, "s", "optional", "required", "if available"):
	case from > 0 && isPlural(words[from-1]) && slices.Contains(inside, "and"):
		return rest, inside
	default:
		f.note(text)
	}
	return rest, nil
}

// allKnown reports whether every item of a text is the name of something known.
func allKnown(items string) bool {
	for item := range strings.SplitSeq(items, comma) {
		if lexicon.Introduces(item) == 0 {
			return false
		}
	}
	return true
}

// take takes a type from the end of a noun phrase: "as a number", "in minutes".
func (f *field) take(words []string) []string {
	for i := len(words) - 2; i > 0; i-- {
		switch words[i] {
		case "as":
			if t := query.ParseHint(strings.Join(words[i:], " ")).Type; t != query.Untyped {
				f.typ = t.String()
				return words[:i]
			}
		case "in":
			unit := strings.Join(words[i+1:], " ")
			switch unit {
			case "minutes", "seconds", "hours", "days", "weeks", "months", "years":
				f.typ = "integer"
				f.note(unit)
				return words[:i]
			case "usd", "eur", "gbp", "euros", "euro", "dollars", "us dollars", "pounds", "$", "€", "£", "chf", "yen", "local currency":
				f.typ = "number"
				return words[:i]
			case "km", "miles", "meters", "square meters", "square feet", "sqm", "kg", "grams", "sqft", "percent", "celsius", "degrees", "million", "millions", "billions":
				f.typ = "number"
				f.note(unit)
				return words[:i]
			}
			if strings.HasPrefix(unit, "iso") || strings.HasPrefix(unit, "yyyy") {
				f.typ = "date"
				return words[:i]
			}
		}
	}
	return words
}

// counted takes "first three", "top 10" and the like, which limit a list.
func (f *field) counted(words []string) []string {
	for i := 0; i < len(words) && i < 4; i++ {
		which := ""
		switch words[i] {
		case "first", "last", "top", "latest", "newest":
			which = words[i]
		case "the", "all", "of", "me", "these", "just", "only":
			continue
		}
		if i+1 < len(words) && which != "" {
			if n, ok := number(words[i+1]); ok && i+2 < len(words) {
				f.note(which + " " + words[i+1])
				f.list = n > 1
				return slices.Delete(slices.Clone(words), i, i+2)
			}
			if isPlural(words[len(words)-1]) && which != "last" && which != "first" {
				return words
			}
		}
		if n, ok := number(words[i]); ok && which == "" && n < 1000 && i+1 < len(words) {
			if isOneOf(words[i+1], "best", "cheapest", "latest", "newest", "top", "first", "last") {
				f.note(words[i+1] + " " + words[i])
				f.list = true
				return slices.Delete(slices.Clone(words), i, i+2)
			}
			if isPluralPhrase(words[i+1:]) && n > 1 {
				f.note("first " + words[i])
				f.list = true
				return slices.Delete(slices.Clone(words), i, i+1)
			}
		}
		break
	}
	return words
}

// cut takes what follows the name: where it stands on the page and what limits it
// are noted, the rest is left out.
func (r *reader) cut(words []string, f *field) []string {
	for at, w := range words {
		if at == 0 {
			continue
		}
		tail := words[at:]
		if isRelative(words, at) {
			f.relative = true
			f.note(strings.Join(tail, " "))
			return words[:at]
		}
		switch w {
		case "in", "on", "at", "from", "inside", "within", "under":
			if w == "on" && tail[len(tail)-1] == "on" {
				return words[:at] // the date it was posted on
			}
			if place := placeOf(tail); place != "" {
				f.note(place)
			} else if w == "under" && len(tail) > 1 && isNumber(strings.Trim(tail[1], "$€£")) {
				f.note(strings.Join(tail, " "))
			} else if named(words[:at], tail[1:]) && w != "on" && w != "under" {
				f.note("in " + strings.Join(tail[1:], " ")) // jobs in Berlin
			} else {
				r.tell(f, words[:at], tail)
			}
			return words[:at]
		case "excluding", "except", "without", "that", "over", "above", "below", "less", "more", "cheaper", "costing", "sorted", "ordered", "only", "since", "before", "after", "between", "starting", "published", "posted":
			if (w == "published" || w == "posted" || w == "more" || w == "less" || w == "ordered" || w == "only") && at+1 < len(words) && isContent(words[at+1]) && w != "only" && !isNumber(words[at+1]) && words[at+1] != "than" {
				continue
			}
			if isOneOf(w, "excluding", "without", "before", "after") && len(tail) < 4 && !isPluralPhrase(words[:at]) {
				continue // the sum before tax
			}
			rest := strings.Join(tail, " ")
			switch rest {
			case "that are listed", "that are shown", "that you find", "that you can find", "where available", "that it has", "that are available", "that i can see", "that appear", "that exist", "published", "posted", "which are listed", "that is shown", "only":
			default:
				f.note(rest)
			}
			return words[:at]
		case "of", "for", "to", "by", "about", "per", "is", "are", "was", "were", "has", "have", "it", "do", "does", "can", "if", "not", "listed", "shown", "used", "mentioned", "displayed", "visible", "given", "there", "you", "i", "they", "he", "she", "being", "will", "must", "should", "may", "happening", "taking", "located", "held", "offered", "related":
			if w == "related" && at+1 < len(words) && isContent(words[at+1]) {
				continue // related products
			}
			if name := f.attached(w, words[:at], tail[1:]); name != nil {
				return name
			}
			if at := slices.IndexFunc(tail, func(w string) bool { return w == "who" || w == "which" }); w == "of" && at > 0 {
				f.relative = true
				f.note(strings.Join(tail, " ")) // names of the persons who have written it
				return words[:len(words)-len(tail)]
			}
			if w == "of" {
				f.of = withoutFill(tail[1:])
			}
			if w == "by" && named(words[:at], tail[1:]) {
				f.note("by " + strings.Join(tail[1:], " ")) // books by Ann Lee
				return words[:at]
			}
			r.tell(f, words[:at], tail)
			return words[:at]
		}
	}
	return words
}

// tell notes on a field what follows its name, unless that only means the page or what it is about.
func (r *reader) tell(f *field, name, tail []string) {
	about := slices.DeleteFunc(slices.Clone(withoutFill(tail[1:])), func(w string) bool {
		return !isContent(w) || isHere([]string{w}) || isSubject(w) || w == r.topic
	})
	if len(about) == 0 || isOneOf(tail[0], "they", "it", "you", "i", "he", "she") {
		return
	}
	several := hasEach(name) || isPluralPhrase(withoutFill(name)) && !strings.HasPrefix(lastOf(name), "number_of") || isMass(lastOf(name))
	switch {
	case several && tail[0] == "under":
		f.note(phrase(tail))
	case several && r.english && len(about) < 4 && isOneOf(tail[0], "of", "for", "in", "on", "about"):
		f.about = append(tail[:1:1], about...)
	case several:
	case r.english:
		f.note(phrase(tail))
	default:
		f.note(phrase(about))
	}
	if len(tail) > 3 {
		r.sure = false
	}
}

// isRelative reports whether a clause that tells which is meant begins: "who wrote it", "on
// which it was published", "when it appeared", "it is marked with".
func isRelative(words []string, at int) bool {
	if at+1 >= len(words) {
		return false
	}
	next := words[at+1]
	switch words[at] {
	case "which", "who", "where", "when", "whom":
		return next != "are" && next != "is" || at+3 < len(words)
	case "in", "on", "at", "by", "from", "to", "for", "with", "of":
		return next == "which" || next == "whom"
	case "it":
		return len(words) > at+2 && (next == "is" || next == "was") && words[len(words)-1] != "on"
	}
	return false
}

// named reports whether several things are told from others by a name: of one to
// three words, none of which only means the page.
func named(things, name []string) bool {
	if len(name) == 0 || len(name) > 3 || !isPluralPhrase(withoutFill(things)) && !hasEach(things) {
		return false
	}
	return !slices.ContainsFunc(name, func(w string) bool {
		return !isContent(w) || isHere([]string{w}) || isPlural(w) || lexicon.Introduces(w) != 0
	})
}

// attached reads the owner in "name of the author", where the name alone would
// not tell what is meant.
func (f *field) attached(joint string, head, tail []string) []string {
	if joint == "per" && len(tail) > 0 {
		return append(append(slices.Clone(head), "per"), tail[0])
	}
	if joint == "for" && len(tail) > 1 && tail[0] == "to" && isVague(lastOf(head)) || joint == "to" && len(tail) > 0 && lastOf(head) == "number" {
		return append(append(slices.Clone(head), "to"), tail[len(tail)-1]) // the number to call
	}
	if joint != "of" || len(tail) == 0 {
		return nil
	}
	owner := withoutFill(tail)
	name := withoutFill(head)
	if n := len(name); n > 0 && n < 3 && len(owner) > 0 && len(owner) < 3 && isContact(name[n-1]) && !isSubject(lastOf(owner)) && !isPlural(lastOf(owner)) {
		return append(slices.Clone(owner), name...) // the telephone number of the showroom
	}
	if len(owner) == 0 || len(owner) > 2 || len(name) != 1 || isSubject(owner[len(owner)-1]) && !isVague(name[0]) {
		return nil
	}
	switch {
	case isVague(singular(name[0])) && !isSubject(lastOf(owner)) || isNumbering(name[0]) && !isHere(owner):
		return append(slices.Clone(owner), singular(name[0]))
	case name[0] == "date" || name[0] == "year" || name[0] == "place" || name[0] == "time":
		return []string{owner[0], name[0]}
	}
	return nil
}

func lastOf(words []string) string { return words[len(words)-1] }

// isContact reports whether a name is that of a way to reach someone, or of who wrote something:
// there may be several, and whose it is tells which.
func isContact(name string) bool {
	return isOneOf(name, "phone", "telephone", "number", "email", "mail", "address", "author")
}

// isVague reports whether a name tells little without its owner's.
func isVague(name string) bool {
	switch name {
	case "name", "id", "type", "number", "code", "title", "url", "link", "image", "photo", "nom", "nombre":
		return true
	}
	return false
}

// isNumbering reports whether a name is that of what tells things apart, whatever they are.
func isNumbering(name string) bool { return isOneOf(name, "number", "id", "code") }

// isSubject reports whether a word only says what the page is about.
func isSubject(w string) bool {
	switch identifier([]string{w}) {
	case "page", "article", "product", "item", "recipe", "book", "movie", "film", "event", "post", "story", "listing", "property", "thing", "website", "site",
		"document", "invoice", "video", "news", "it", "them", "artikel", "produkt", "produit", "producto", "articulo", "libro", "livre", "buch", "rezept", "receta", "recette", "seite", "pagina":
		return true
	}
	return false
}

// placeOf returns the place on the page that words tell of, as a description has
// it.
func placeOf(words []string) string {
	for _, w := range words {
		switch w {
		case "footer", "header", "sidebar", "navigation", "nav", "menu", "navbar", "breadcrumb", "breadcrumbs":
			return "in the " + w
		case "comments":
			return "in the comments"
		}
	}
	return ""
}

// isHere reports whether words only mean the page.
func isHere(words []string) bool {
	for _, w := range words {
		switch w {
		case "the", "this", "a", "page", "website", "site", "webpage", "web", "document", "text", "list", "table", "following", "above", "below", "url", "link", "here", "it", "that", "given", "screen", "html", "stock", "article", "result", "results", "search":
		default:
			return false
		}
	}
	return true
}

// withoutFill drops articles, pronouns, quantifiers and other words that name
// nothing.
func withoutFill(words []string) []string {
	out := make([]string, 0, len(words))
	for i, w := range words {
		switch w {
		case "the", "a", "an", "its", "their", "his", "her", "this", "these", "those", "that", "all", "every", "each", "any", "me", "my", "our", "your", "some",
			"listed", "available", "page", "page's", "website", "site", "webpage", "please", "it", "them", "there", "here", "is", "are", "was", "were", "be", "been",
			"data", "information", "details", "detail", "info", "also", "only", "just", "as", "well", "other", "into", "json", "following", "fields", "field", "of", "well-known",
			"relevant", "corresponding", "respective", "various", "different", "complete", "entire", "exact", "associated", "one", "ones", "thing", "things", "everything", "stuff", "something", "anything", "content's", "values", "attributes", "properties", "single", "individual", "and", "i", "we", "you", "full", "both", "important", "key-value", "etc", "same", "ones'", "so", "exactly", "visible", "displayed", "shown", "mentioned", "including", "with", "if", "product's":
			if w == "page" && i+1 < len(words) && isNumbering(singular(words[i+1])) {
				break
			}
			if w == "properties" && (hasEach(words) || len(words) == 1) {
				break
			}
			if (w == "available" || w == "website") && len(words) == 1 || w == "available" && len(out) == 0 && words[len(words)-1] == w || w == "values" && len(words) > 1 || w == "full" && len(words) > 1 && words[len(words)-1] != "list" || w == "properties" && len(words) == len(out)+1 || w == "single" && len(words) > 1 {
				break
			}
			continue
		}
		out = append(out, w)
	}
	return out
}

// maxNameWords is how many words of a noun phrase make its name.
const maxNameWords = 8

// retype gives a field the type its name tells.
func retype(f *field) {
	if strings.HasPrefix(f.name, "number_of_") || strings.HasPrefix(f.name, "total_number_of_") || strings.HasSuffix(f.name, "_count") {
		f.typ, f.list = "integer", false
		return
	}
	if strings.HasPrefix(f.name, "year_") {
		f.typ = "integer"
		return
	}
	c := lexicon.Compile(f.name).Concept()
	switch c.Shape() {
	case lexicon.Price, lexicon.Rating, lexicon.Number:
		f.typ = "number"
	case lexicon.Integer:
		if f.list {
			return // the games of a schedule are no numbers
		}
		if form := meaningOf(strings.Split(f.name, "_")).form; strings.HasSuffix(f.name, "s") || !isOneOf(form, "count", "person", "org", "area") {
			f.typ = "integer" // but a person or a room is not how many there are
		}
	case lexicon.Date:
		f.typ = "date"
	case lexicon.URL, lexicon.Image:
		f.typ = "url"
	case lexicon.Email:
		f.typ = "email"
	case lexicon.Boolean:
		if isOneOf(f.name, "in_stock", "available", "is_available", "is_in_stock") {
			f.typ = "boolean"
		}
	case lexicon.Items, lexicon.Steps:
		f.list = true
	case lexicon.Hours, lexicon.Address:
		f.list = f.list && strings.HasSuffix(f.name, "addresses")
	}
}
