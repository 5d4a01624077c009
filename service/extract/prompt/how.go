package prompt

import (
	"slices"
	"strings"

	"assay/service/extract/lexicon"
)

// how reads what comes after "how": of what is it the measure, or of what the way.
func (r *reader) how(words, question []string) []*field {
	if len(words) == 0 {
		return nil
	}
	rest := words[1:]
	if measure := extents[words[0]]; measure != "" {
		if len(rest) > 1 && rest[0] == "and" && extents[rest[1]] != "" { // how big and heavy is it
			return append(r.how(append(words[:1:1], rest[2:]...), question), r.how(rest[1:], question)...)
		}
		return r.extent(measure, rest, question)
	}
	switch words[0] {
	case "much":
		return r.howMuch(rest, question)
	case "many":
		return r.counts(rest, question)
	case "old":
		return one("age", "integer")
	case "long":
		if s := meaningOf(withoutSubject(question)); s.form != "duration" || lexicon.Compile(s.name).Concept().Shape() == lexicon.Duration {
			return meant(question, "", "duration")
		}
		f := &field{name: "duration"}
		if isAboutPart(question) {
			f.note(phrase(question))
		}
		return []*field{f}
	}
	if f := r.measured(rest); f != nil {
		return f
	}
	if slices.Contains(words, "rated") {
		return []*field{{name: "rating", typ: "number"}, {name: "number_of_ratings", typ: "integer"}}
	}
	if n := len(words); n > 1 && words[n-2] == "do" && words[n-1] == "it" && isOneOf(words[0], "i", "to", "do", "can", "should", "must") {
		return []*field{{name: "instructions", list: true}}
	}
	switch firstOf(words, "contact", "reach", "call", "called", "named", "make", "cook", "prepare", "install") {
	case "contact", "reach":
		return contact()
	case "call":
		return one("phone", "")
	case "called", "named":
		return called(words)
	case "make", "cook", "prepare", "install":
		return []*field{{name: "instructions", list: true}}
	}
	if firstOf(words, "you") != "" {
		return nil
	}
	if n := len(words); n > 2 && isOneOf(words[0], "do", "can", "should", "must", "may") && isOneOf(words[1], "i", "we", "one") { // how do I store the seeds
		question = append([]string{"how", "to"}, words[2:]...)
		return inItsWords(question, "")
	}
	return meant(question, "", "")
}

// extents are the names of what is asked for with "how" and an adjective.
var extents = map[string]string{"high": "height", "tall": "height", "big": "size", "large": "size", "heavy": "weight", "deep": "depth", "wide": "width", "thick": "thickness", "fast": "speed", "far": "distance"}

// extent reads "how heavy is the saw horse", where of is what follows the adjective.
func (r *reader) extent(measure string, of, question []string) []*field {
	f := &field{name: measure}
	if len(of) > 1 && !hasEach(of) {
		what := r.noun(slices.DeleteFunc(slices.Clone(of[1:]), func(w string) bool { return isOneOf(w, "be", "they", "he", "she") || isSubject(w) }))
		switch {
		case what != nil && meaningOf(strings.Split(what.name, "_")).form == "money": // how high is the rent
			return []*field{what}
		case what != nil && len(what.notes) == 0:
			f.name = what.name + "_" + measure
		case what != nil:
			f.note(phrase(question))
		}
	}
	retype(f)
	return []*field{f}
}

// measures are the names of what verbs tell the measure of.
var measures = map[string]string{"cost": "price", "costs": "price", "weigh": "weight", "weighs": "weight", "come": "total", "comes": "total"}

// measured reads what is asked by the verb that measures it: "does the tour cost", "do they
// weigh"; nil if there is none.
func (r *reader) measured(words []string) []*field {
	at := slices.IndexFunc(words, func(w string) bool { return measures[w] != "" })
	if at < 0 || measures[words[at]] == "total" && (at+1 == len(words) || words[at+1] != "to") {
		return nil
	}
	more := words[at+1:]
	var group *field
	if by := slices.Index(more, "by"); by >= 0 && by+1 < len(more) { // what do homes cost on average by neighbourhood
		if g := r.noun(withoutRequest(more[by+1:])); g != nil && isGroup(singular(lastWord(g.name))) {
			more, group = more[:by], g
		}
	}
	values := measuresOf(measures[words[at]], more)
	of := slices.DeleteFunc(slices.Clone(words[:at]), func(w string) bool {
		return isOneOf(w, "do", "does", "did", "will", "would", "it", "they", "one", "he", "she", "money", "the") || isSubject(w)
	})
	if len(of) > 0 && isOneOf(of[0], "this", "these") { // what the page is about
		of = nil
	}
	if group != nil {
		return r.severalBy(group, values)
	}
	each := hasEach(of)
	things := r.items(joined(of), false)
	if len(things) == 0 {
		return values
	}
	last, out := things[len(things)-1], things
	for i, f := range things {
		switch {
		case f.list && each:
			contain(f, values)
		case f.list:
			f.typ = ""
			contain(f, append([]*field{knownBy(f.name)}, values...))
		default:
			if f != last && !strings.Contains(f.name, "_") { // standard and express shipping
				f.name += "_" + lastWord(last.name)
			}
			if i == 0 {
				out = nil
			}
			for _, v := range values {
				one := *v
				one.name = f.name + "_" + v.name
				out = append(out, &one)
			}
		}
	}
	return out
}

// measuresOf returns the fields of a measure by what is said of each: "now and before the sale".
func measuresOf(name string, more []string) []*field {
	var out []*field
	parts, _ := parted(more)
	for _, part := range parts {
		f := &field{name: name}
		if firstOf(part, "before", "originally", "previously") != "" {
			f.name = "original_" + name
		} else if which := firstOf(part, "used", "new"); which != "" {
			f.name = which + "_" + name
		}
		retype(f)
		if saysMore(part) && len(part) > 1 && isContent(part[0]) && !isThis(part[0]) || len(part) > 0 && part[0] == "per" {
			f.note(phrase(part))
		}
		out = append(out, f)
	}
	return out
}

// howMuch reads what "how much" asks for: a price if nothing else is said.
func (r *reader) howMuch(words, question []string) []*field {
	if len(words) > 0 && words[0] == "of" {
		return one("quantity", "")
	}
	if f := r.measured(words); f != nil {
		return f
	}
	if firstOf(words, "pay", "owe") != "" {
		return inItsWords(question, "number")
	}
	if len(words) > 0 && (words[0] == "is" || words[0] == "are") {
		of := r.items(joined(words[1:]), false)
		if len(of) == 1 && of[0].typ == "number" {
			return of // how much is the shipping
		}
		if len(of) > 1 && !slices.ContainsFunc(of, func(f *field) bool { return f.list || len(f.fields) > 0 }) { // the mug and the cup
			for _, f := range of {
				if f.typ != "number" {
					f.name += "_price"
				}
				f.typ = "number"
			}
			return of
		}
	}
	if len(words) > 0 && isContent(words[0]) && !isOneOf(words[0], "does", "do", "will", "would", "i", "for") {
		what := words[:verbAt(words)]
		if !slices.Contains(what, "and") {
			what = words
		}
		if fields := r.items(joined(what), false); len(fields) > 0 { // protein and fat does it have
			for _, f := range fields {
				f.typ, f.list = "number", false
			}
			return fields
		}
	}
	return one("price", "number")
}

// counts reads what is counted: "bedrooms and bathrooms does it have".
func (r *reader) counts(words, question []string) []*field {
	if len(words) == 0 { // what is sold, and how many
		return one("quantity", "number")
	}
	if firstOf(words, "serve", "serves", "feed", "feeds") != "" {
		return one("servings", "integer")
	}
	var out []*field
	for len(words) > 0 {
		end := slices.IndexFunc(words, func(w string) bool { return strings.HasSuffix(w, "s") || isPlural(w) }) + 1
		if end == 0 {
			end = len(words)
		}
		if end+1 < len(words) && words[end] == "of" && isUnit(words[end-1]) { // how many grams of fat are in it
			of := words[end+1:]
			if f := r.noun(of[:verbAt(of)]); f != nil {
				f.typ, f.list = "number", false
				f.note(words[end-1])
				return append(out, f)
			}
		}
		f := r.noun(words[:end])
		if n := len(r.fields); n > 0 && r.fields[n-1].list && (f == nil || words[0] == "there") {
			f = &field{name: r.fields[n-1].name} // and how many there are
		}
		if f == nil {
			return append(out, inItsWords(question, "integer")...)
		}
		rest := words[end:]
		f.name, f.typ, f.list, f.notes = "number_of_"+f.name, "integer", false, nil
		if len(out) == 0 && isOneOf(words[0], "minutes", "hours") && firstOf(rest, "take", "takes", "need", "needs", "from", "total") != "" {
			return []*field{{name: "total_time", typ: "integer", notes: []string{words[0]}}}
		}
		if len(out) == 0 && len(rest) > 0 && rest[0] != "and" && rest[0] != comma && rest[len(rest)-1] != "have" && saysMore(rest) {
			f.note(phrase(question)) // how many people voted
		}
		out = append(out, f)
		if words = rest; len(words) < 2 || words[0] != "and" && words[0] != comma {
			break
		}
		words = words[1:]
	}
	if len(out) == 0 {
		return inItsWords(question, "integer")
	}
	return out
}

// isUnit reports whether a word is a unit of what follows it: grams of fat.
func isUnit(w string) bool {
	return isOneOf(w, "grams", "milligrams", "kilograms", "kilos", "pounds", "ounces", "litres", "liters", "millilitres", "milliliters", "cups", "spoons", "percent", "metres", "meters", "miles", "kilometres", "kilometers")
}

// saysMore reports whether the words after what is asked for tell which is meant: all but
// those with which any question ends.
func saysMore(words []string) bool {
	return slices.ContainsFunc(words, func(w string) bool {
		switch w {
		case "do", "does", "did", "can", "will", "would", "must", "should", "there", "they", "he", "she", "you", "we", "be", "been", "have", "had", "contain", "contains", "about", "was", "were", "article", "page", "product", "recipe", "website", "site", "listed", "shown", "sold", "offered", "available", "here":
			return false
		}
		return isContent(w)
	})
}
