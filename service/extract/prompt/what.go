package prompt

import (
	"slices"
	"strings"
)

// called reads what is asked for the name of: "the dish called", "is called the dish".
func called(words []string) []*field {
	of := withoutFill(slices.DeleteFunc(slices.Clone(words), func(w string) bool {
		return isOneOf(w, "called", "named", "does", "do", "did", "he", "she", "they")
	}))
	name := knownBy(identifier(of)).name
	if name != "title" {
		name = "name"
	}
	if n := identifier(of); n != "" && len(of) < 3 && isPlural(lastOf(of)) { // what are the halls called
		return []*field{{name: n, list: true, fields: one("name", "")}}
	}
	if len(of) == 0 || len(of) > 2 || identifier(of) == "" || isOneOf(of[0], "thing", "product", "item", "recipe", "book") {
		return one(name, "")
	}
	return one(identifier(append(of, name)), "")
}

// what reads what comes after "what" and "which".
func (r *reader) what(words, question []string) []*field {
	switch {
	case len(words) == 0 || words[0] == "up":
		return nil
	case len(words) > 2 && isOneOf(words[0], "do", "does") && slices.Contains(words, "mean"):
		return meanings(words[1:slices.Index(words, "mean")], question)
	case len(words) == 1 && strings.HasSuffix(words[0], "ed"), // what changed, what else has she written
		len(words) > 2 && words[0] == "else" && isOneOf(words[1], "has", "have", "did", "do", "does", "can", "should"):
		return severalOf(inItsWords(question, ""))
	case len(words) > 3 && words[0] == "does" && lastOf(words) == "like" && words[len(words)-2] == "look": // what does the table of contents look like
		return r.clause(withoutRequest(words[1 : len(words)-2]))
	case words[0] == "else" || words[0] == "about":
		return r.clause(words[1:])
	case isOneOf(lastOf(words), "called", "named"):
		return called(words[:len(words)-1])
	case firstOf(words[:1], "does", "do", "did", "it", "they", "will", "would", "cost", "costs", "one", "is", "are") != "" || len(words) > 1 && isThis(words[0]):
		if f := r.measured(words); f != nil {
			return f
		}
	}
	if at := slices.IndexFunc(words, func(w string) bool { return isOneOf(w, "say", "saying", "think") }); at > 1 && !isThis(words[at-1]) && (isPlural(words[at-1]) || isPluralForm(words[at-1])) { // what do customers say
		return []*field{{name: identifier([]string{strings.TrimSuffix(singular(words[at-1]), "s"), "quotes"}), list: true, notes: []string{phrase(question)}, fields: []*field{{name: "name"}, {name: "text"}}}}
	}
	if firstOf(words, "say", "says") != "" && firstOf(words, "it", "this", "page") != "" && !slices.Contains(words, "about") { // what does it say
		return one("text", "")
	}
	if firstOf(words[:min(2, len(words))], "hours", "days", "time") != "" && firstOf(words, append(opening, "opening")...) != "" {
		return one("opening_hours", "")
	}
	if firstOf(words[:1], "is", "are", "was", "were") != "" {
		return r.whatIs(words, question)
	}
	end := verbAt(words)
	if end == 0 {
		if len(words) > 2 && isOneOf(words[0], "can", "should", "must", "may") && words[1] != "you" || isOneOf(lastOf(words), "include", "contain", "offer", "provide", "need", "bring", "cover", "sell", "learn", "order") {
			return severalOf(inItsWords(question, "")) // what should one look for
		}
		if firstOf(words, "you") != "" {
			return nil
		}
		return meant(question, "", "")
	}
	tail := words[end:]
	if form := meaningOf(words[:1]).form; end == 1 && len(tail) == 2 && isOneOf(tail[0], "is", "was") && (tail[1] == "this" && isOneOf(form, "name", "text") || form == "org") { // what dish is this
		return called(words[:1])
	}
	asked := withoutRequest(words[:end])
	fields := r.paired(r.items(joined(asked), false))
	if len(fields) == 0 {
		return inItsWords(question, "")
	}
	if f := fields[len(fields)-1]; isPluralForm(lastWord(f.name)) || len(tail) > 1 && tail[0] == "are" && !isThis(tail[1]) {
		f.list, f.typ = true, ""
	}
	if len(fields) != 1 || !saysMore(tail) || isOneOf(tail[0], "has", "have") {
		return fields
	}
	switch f := fields[0]; {
	case f.list && (tail[0] == "is" || tail[0] == "are") && isQuestionWord(question) && !isThis(tail[1]): // which products are in stock
		if tail = slices.DeleteFunc(slices.Clone(tail[1:]), func(w string) bool { return w == "there" }); isOneOf(tail[0], "listed", "shown", "named", "found") && len(tail) > 1 {
			tail = tail[1:]
		}
		f.note(phrase(tail))
	case f.list:
		f.note(phrase(which(tail)))
	case len(f.fields) == 0:
		if of := meant(question, f.typ, ""); isGeneric(lastWord(f.name)) && of[0].name != known(strings.Split(f.name, "_")) && !isQuestionWord(strings.Split(of[0].name, "_")) {
			return of
		}
		f.note(phrase(question))
	}
	return fields
}

// meanings makes a field of each thing whose meaning is asked for: "1T", "authentication and
// authorization".
func meanings(of, question []string) (out []*field) {
	parts, _ := parted(of)
	for _, part := range parts {
		if name := identifier(append([]string{"meaning", "of"}, withoutFill(part)...)); name != "" && len(part) > 0 {
			f := &field{name: name}
			if len(parts) == 1 {
				f.note(phrase(question))
			}
			out = append(out, f)
		}
	}
	return out
}

// isTold reports whether what follows "what is" is told of several things: "included", "in the box".
func isTold(words []string) bool {
	w := words[0]
	return isOneOf(w, "most", "new", "due") && firstOf(words, "the", "of") == "" || w == "in" && len(words) > 1 && words[1] != "it" ||
		firstOf(words, "by", "to", "about", "of", "for", "from", "as") == "" && isOneOf(w, "included", "trending", "covered", "offered", "listed", "recommended", "featured", "required", "needed", "missing", "taught", "sold", "served", "special")
}

func severalOf(fields []*field) []*field {
	for _, f := range fields {
		f.list = true
	}
	return fields
}

// isGeneric reports whether the verb says more than the word: "which person wrote it".
func isGeneric(w string) bool {
	return isOneOf(w, "person", "people", "company", "firm", "house", "number", "day", "date", "time", "year", "place", "thing", "address", "one")
}

// whatIs reads what comes after "what is": a noun, or what is told of it.
func (r *reader) whatIs(words, question []string) []*field {
	rest := words[1:]
	if len(rest) == 0 {
		return nil
	}
	if isTold(rest) { // what is included, what is most read
		return severalOf(inItsWords(question, ""))
	}
	if len(rest) > 1 && isOneOf(rest[0], "a", "an") && firstOf(rest, "of", "for", "to") == "" { // what is a sonnet
		return inItsWords(question[:max(3, 2+clauseEnd(head(rest)))], "")
	}
	if isContent(rest[0]) && len(rest) == 1 || isOneOf(rest[0], "it", "in") || isOneOf(lastOf(rest), "of", "about", "for", "like") { // what is included, what is it made of
		return meant(question, "", "")
	}
	if len(rest) == 2 && isThis(rest[0]) && isSubject(rest[1]) { // what is this thing
		return one(knownBy(rest[1]).name, "")
	}
	fields := r.clause(withoutRequest(rest))
	if len(fields) == 0 && len(rest) > 1 && saysMore(rest) {
		return inItsWords(question, "")
	}
	return fields
}

// which leaves of the end of a question what tells which things are meant: "under news" of "do
// we find under news", "carry a badge".
func which(tail []string) []string {
	isAux := func(w string) bool {
		return isOneOf(w, "do", "does", "did", "can", "could", "may", "must", "should", "will", "would", "have", "has", "had", "is", "are", "was", "were")
	}
	from := slices.IndexFunc(tail, func(w string) bool {
		return isOneOf(w, "under", "in", "on", "for", "from", "about", "with", "to", "at", "by", "of")
	})
	switch {
	case from < 0 && isAux(tail[0]):
		return nil
	case from < 0 || !isAux(tail[0]) && from > 0:
		from = 0
	case isHere(tail[from+1:]):
		return nil
	}
	tail = tail[from:]
	if end := slices.IndexFunc(tail, isAux); end > 0 { // under 500 euros does the shop have
		tail = tail[:end]
	}
	return slices.DeleteFunc(slices.Clone(tail), func(w string) bool { return isOneOf(w, "there", "this", "it") })
}

// isThis reports whether a word begins what a question is about, rather than what it tells.
func isThis(w string) bool { return firstOf([]string{w}, "the", "this", "it", "they", "these") != "" }

// verbAt tells where the verb of a question begins: at an auxiliary, after a plural or
// before a word that a noun does not stand before.
func verbAt(words []string) int {
	for i, w := range words {
		switch w {
		case "is", "are", "was", "were", "does", "do", "did", "can", "has", "have", "will", "would", "must", "should", "may", "i", "it", "they":
			return i
		case comma, "and":
			continue
		}
		if i == 0 {
			continue
		}
		if i+1 == len(words) && isOneOf(w, "exist", "exists", "apply", "applies", "remain", "remains", "matter", "happened", "changed", "won", "lost", "died", "went", "helps", "help") {
			return i
		}
		if isPlural(words[i-1]) && isContent(w) && !isPlural(w) && i+1 < len(words) {
			return i
		}
		if i+1 < len(words) {
			switch words[i+1] {
			case "the", "it", "this", "them", "that", "a", "an", "what", "to", "each":
				if isContent(w) {
					return i
				}
			}
		}
	}
	return len(words)
}
