package prompt

import (
	"slices"
	"strings"
)

// question reads a sentence in which something is asked with a question word, "if" or a
// verb: "who wrote this and when", "the title, how much it costs and is it in stock". It
// reports whether the sentence is one.
func (r *reader) question(words []string) ([]*field, bool) {
	words = withoutJoint(words)
	parts := questions(words)
	if len(parts) == 1 && !isAsking(words) {
		switch {
		case len(words) > 0 && (words[0] == "summarize" || words[0] == "summarise"):
			return []*field{{name: "summary"}}, true
		case len(words) > 0 && (words[0] == "contact" || words[0] == "reach") && (len(words) == 1 || !isContent(words[1]) || isFill(words[1])):
			return contact(), true
		}
		return nil, false
	}
	var out []*field
	inEach := false // whether what follows is asked of each member of the last list
	for i, part := range parts {
		n := len(out)
		if !isAsking(part) {
			fields := r.part(part)
			if inEach && !hasEach(part) {
				contain(out[n-1], fields) // the price of one
				continue
			}
			out = append(out, fields...)
			n = len(out)
			inEach = n > 0 && out[n-1].list && (firstOf(part, "each", "every") != "" || hasEach(part) && part[len(part)-1] == colon)
			continue
		}
		if len(part) == 1 && i+1 < len(parts) && n == 0 { // when and where was she born
			part = append(slices.Clone(part), parts[i+1][1:]...)
		}
		fields := r.asked(part)
		ofEach := firstOf(part, "they", "them", "each", "their") != ""
		switch {
		case inEach:
			contain(out[n-1], fields)
		case n == 0 || !out[n-1].list:
			out = append(out, fields...)
		case len(out[n-1].fields) == 0 && ofEach:
			addTo(out[n-1], fields) // what is sold and how much it costs
		case len(out[n-1].fields) > 0 && (len(part) == 1 || ofEach || slices.Contains(part, "it")):
			contain(out[n-1], fields) // the name of each and how many reviews it has
		default:
			out = append(out, fields...)
		}
	}
	return out, true
}

// part reads what stands before or between questions.
func (r *reader) part(words []string) []*field {
	if n := len(words); words[n-1] == colon {
		words = words[:n-1]
	}
	asked := withoutRequest(words)
	if isAsking(asked) {
		return r.asked(asked)
	}
	return r.clause(asked)
}

// withoutJoint drops what joins a question to the one before it.
func withoutJoint(words []string) []string {
	for len(words) > 0 && (words[0] == comma || words[0] == "and" || words[0] == "please" || words[0] == "exactly") {
		words = words[1:]
	}
	return words
}

// questions splits a sentence where another question begins, or something else follows one.
// A colon stays with what it follows.
func questions(words []string) [][]string {
	var out [][]string
	start, among := 0, isAsking(words)
	for i, w := range outside(words) {
		if i <= start || w != comma && w != "and" && w != colon {
			continue
		}
		rest := withoutJoint(words[i+1:])
		if asked := withoutRequest(rest); !isAsking(rest) && isAsking(asked) { // and tell me how many
			rest = asked
		}
		asking := isAsking(rest)
		if !asking && !(among && w != colon && !slices.Contains(words[start:i], "with") && isAside(rest, w)) {
			continue
		}
		among = among || asking
		end := i
		if w == colon {
			end++
		}
		out = append(out, words[start:end])
		start = len(words) - len(rest)
	}
	if start < len(words) {
		out = append(out, words[start:])
	}
	return out
}

// isAside reports whether what follows a question after a comma or "and" is asked for beside
// it, and no more of what the question asks about: "where it is, the price".
func isAside(words []string, joint string) bool {
	if len(words) == 0 || firstOf(words[:1], "with", "including", "or") != "" {
		return false
	}
	for i, w := range words {
		if i > 0 && isAsking(words[i:]) && words[i-1] != w {
			break
		}
		switch w {
		case "do", "does", "did", "is", "are", "was", "can", "cost":
			return false
		}
	}
	return joint == comma || firstOf(words[:1], "the", "its", "also", "all", "for", "every") != ""
}

func isFill(w string) bool { return w == "details" || w == "information" || w == "info" || w == "data" }

// isAsking reports whether a question begins: "who", "at what", "if it", "does it".
func isAsking(words []string) bool {
	if isQuestionWord(words) {
		return true
	}
	if len(words) < 2 {
		return false
	}
	switch words[0] {
	case "by", "at", "in", "on", "of", "for", "from", "to", "with", "until", "since", "under", "which":
		return isQuestionWord(words[1:]) && !(words[0] == "with" && words[1] == "who")
	case "can":
		return words[1] != "you" && words[1] != "we" && len(words) > 2 && words[2] != "get" && words[2] != "have" && words[2] != "see" && words[2] != "know"
	case "is", "are", "was", "do", "does", "has", "if", "whether":
		switch words[1] {
		case "it", "they", "there", "i", "one", "the", "this", "these", "he", "she":
			return true
		}
	}
	return false
}

func isQuestionWord(words []string) bool {
	if len(words) == 0 {
		return false
	}
	switch words[0] {
	case "who", "whom", "when", "where", "how", "what", "which", "why":
		return true
	}
	return false
}

// asked reads one question.
func (r *reader) asked(words []string) []*field {
	all := words
	if at := slices.Index(words, "with"); at > 1 && words[at-1] == comma { // which shops are there, with address
		things := r.asked(words[:at-1])
		fields := r.items(joined(words[at+1:]), true)
		if n := len(things); n > 0 && things[n-1].list && len(fields) > 0 {
			things[n-1].having = true
			contain(things[n-1], fields)
			return things
		}
		return append(things, fields...)
	}
	if !isQuestionWord(words) && isQuestionWord(words[1:]) { // at what number
		words = words[1:]
	}
	rest := words[1:]
	switch words[0] {
	case "who", "whom":
		return r.who(rest, all)
	case "when":
		return r.when(rest, all)
	case "where":
		if firstOf(rest, "born", "die", "died", "made") != "" {
			return inItsWords(all, "")
		}
		return where(rest)
	case "how":
		return r.how(rest, all)
	case "what", "which":
		return r.what(rest, all)
	case "why":
		return one("reason", "")
	}
	return r.yesOrNo(words)
}

// inItsWords makes a field of a question, in its own words: the engine knows what
// "who_wrote_it" means.
func inItsWords(question []string, typ string) []*field {
	kept := slices.DeleteFunc(slices.Clone(question), func(w string) bool {
		return w == "the" || w == "a" || w == "an" || w == comma || w == open || w == shut || w == colon
	})
	f := &field{typ: typ}
	if len(kept) > maxNameWords {
		whole := strings.Join(kept, " ")
		kept = slices.DeleteFunc(kept, func(w string) bool {
			return firstOf([]string{w}, "it", "this", "that", "there", "do", "does", "did", "is", "are", "be", "to", "in") != ""
		})
		kept = kept[:min(len(kept), maxNameWords)]
		f.note(whole)
	}
	if f.name = identifier(kept); f.name == "" {
		return nil
	}
	return []*field{f}
}

func contact() []*field {
	return []*field{{name: "email", typ: "email"}, {name: "phone", typ: "phone"}, {name: "address"}}
}

func one(name, typ string) []*field { return []*field{{name: name, typ: typ}} }

// firstOf returns the first of words that is among the given ones.
func firstOf(words []string, of ...string) string {
	for _, w := range words {
		if slices.Contains(of, w) {
			return w
		}
	}
	return ""
}

func (r *reader) who(words, question []string) []*field {
	if len(words) == 0 || firstOf(words, "wrote", "written", "authored", "writes") != "" { // when was it published, and by whom
		return one("author", "")
	}
	if firstOf(words, "makes", "made", "manufactures", "manufactured") != "" {
		return one("manufacturer", "")
	}
	if firstOf(words[:1], "is", "are", "was", "were") != "" && !strings.HasSuffix(words[len(words)-1], "ing") {
		if fields := r.clause(withoutRequest(words[1:])); len(fields) > 0 {
			return fields
		}
	}
	if firstOf(words, "you") != "" {
		return nil
	}
	r.sure = false
	return inItsWords(question, "")
}

func (r *reader) when(words, question []string) []*field {
	switch firstOf(words, "published", "posted", "written", "publish", "open", "close", "opens", "closes", "opened") {
	case "":
	case "open", "close", "opens", "closes", "opened":
		return one("opening_hours", "")
	default:
		return one("publication_date", "date")
	}
	if len(words) == 0 || !r.english {
		return one("date", "date")
	}
	if firstOf(words, "can", "may") != "" { // when can I call
		return inItsWords(question, "")
	}
	return inItsWords(question, "date")
}

func where(words []string) []*field {
	switch firstOf(words, "buy", "download", "contact", "located", "based", "place") {
	case "located", "based", "place":
		return one("location", "")
	case "buy", "download":
		return one("url", "url")
	case "contact":
		return contact()
	}
	return one("address", "")
}

// how reads what comes after "how": of what is it the measure, or of what the way.
func (r *reader) how(words, question []string) []*field {
	if len(words) == 0 {
		return nil
	}
	rest := words[1:]
	switch words[0] {
	case "much":
		return r.howMuch(rest, question)
	case "many":
		return r.counts(rest, question)
	case "old":
		return one("age", "integer")
	case "big", "large":
		return one("size", "")
	case "long":
		if firstOf(rest, "cook", "bake", "prepare", "ship", "deliver", "arrive", "wide") == "" {
			return one("duration", "")
		}
		return inItsWords(question, "")
	}
	switch firstOf(words, "contact", "reach", "call", "called", "named", "make", "cook", "prepare", "install", "apply") {
	case "contact", "reach":
		return contact()
	case "call":
		return one("phone", "phone")
	case "called", "named":
		return one("name", "")
	case "make", "cook", "prepare", "install", "apply":
		return []*field{{name: "instructions", list: true}}
	}
	if firstOf(words, "you") != "" {
		return nil
	}
	return inItsWords(question, "")
}

// howMuch reads what "how much" asks for: a price if nothing else is said.
func (r *reader) howMuch(words, question []string) []*field {
	if len(words) > 0 && words[0] == "of" {
		return one("quantity", "")
	}
	if owner := r.each(words); owner != nil {
		return contain(owner, one("price", "number"))
	}
	switch firstOf(words, "weigh", "weighs", "time", "cost", "costs", "pay", "owe") {
	case "weigh", "weighs":
		return one("weight", "")
	case "time":
		return one("duration", "")
	case "cost", "costs":
		if !isContent(words[0]) || firstOf(words, "money", "it", "this") != "" {
			return one("price", "number")
		}
	case "pay", "owe":
		return inItsWords(question, "number")
	}
	if len(words) > 0 && (words[0] == "is" || words[0] == "are") {
		if f := r.noun(words[1:]); f != nil && f.typ == "number" {
			return []*field{f} // how much is the shipping
		}
	}
	if len(words) > 0 && isContent(words[0]) && firstOf(words[:1], "does", "do", "cost", "will", "would", "i", "for") == "" {
		if f := r.noun(words); f != nil {
			f.typ, f.list = "number", false
			return []*field{f}
		}
	}
	return one("price", "number")
}

// each reads whose price is asked for in "does each ticket cost"; nil if that of the
// page is.
func (r *reader) each(words []string) *field {
	from := slices.IndexFunc(words, isEach)
	to := slices.IndexFunc(words, func(w string) bool { return w == "cost" || w == "costs" })
	if from < 0 || to < from+2 {
		return nil
	}
	owner := r.noun(words[from:to])
	if owner != nil {
		owner.list, owner.name = true, pluralName(owner.name)
	}
	return owner
}

// counts reads what is counted: "bedrooms and bathrooms does it have".
func (r *reader) counts(words, question []string) []*field {
	if firstOf(words, "serve", "serves", "feed", "feeds") != "" {
		return one("servings", "integer")
	}
	var out []*field
	for len(words) > 0 {
		end := slices.IndexFunc(words, func(w string) bool { return strings.HasSuffix(w, "s") || isPlural(w) }) + 1
		if end == 0 {
			end = len(words)
		}
		f := r.noun(words[:end])
		if f == nil {
			return append(out, inItsWords(question, "integer")...)
		}
		rest := words[end:]
		f.name, f.typ, f.list, f.notes = "number_of_"+f.name, "integer", false, nil
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

// what reads what comes after "what" and "which".
func (r *reader) what(words, question []string) []*field {
	if len(words) == 0 {
		return nil
	}
	if words[0] == "person" && len(words) > 1 { // which person wrote it
		return r.who(words[1:], append([]string{"who"}, words[1:]...))
	}
	if words[0] == "else" || words[0] == "about" {
		return r.clause(words[1:])
	}
	switch firstOf(words, "about", "cost", "costs", "called", "say", "says", "up") {
	case "about":
		if len(r.nounsBefore(words, "about")) == 0 {
			return one("summary", "")
		}
	case "cost", "costs":
		if firstOf(words[:1], "does", "do", "it", "they", "will", "would", "cost", "costs") != "" {
			if which := slices.DeleteFunc(slices.Clone(words), func(w string) bool {
				return w == "cost" || w == "costs" || w == "today" || w == "now" || !saysMore([]string{w})
			}); len(which) > 1 || len(which) == 1 && isPlural(which[0]) {
				return inItsWords(question, "number")
			}
			return one("price", "number")
		}
	case "called":
		return one("name", "")
	case "say", "says":
		if firstOf(words, "it", "this", "page") != "" && !slices.Contains(words, "about") { // what does it say
			return one("text", "")
		}
	case "up":
		return nil
	}
	if firstOf(words[:min(2, len(words))], "hours", "days", "time") != "" && firstOf(words, "open", "opened", "close", "opens", "closes", "opening") != "" {
		return one("opening_hours", "")
	}
	if firstOf(words[:1], "is", "are", "was", "were") != "" {
		if at := slices.Index(words, "of"); at > 1 && at+1 == len(words) { // what is it made of
			return inItsWords(question, "")
		}
		if n := len(words); n == 2 && (strings.HasSuffix(words[1], "ed") || strings.HasSuffix(words[1], "en")) { // what is written
			return inItsWords(question, "")
		}
		fields := r.clause(withoutRequest(words[1:]))
		if len(fields) == 0 && len(words) > 2 && saysMore(words[1:]) {
			return inItsWords(question, "")
		}
		return fields
	}
	end := verbAt(words)
	if end == 0 {
		if firstOf(words, "you") != "" {
			return nil
		}
		return inItsWords(question, "")
	}
	fields := r.clause(withoutRequest(words[:end]))
	if len(fields) == 0 {
		return inItsWords(question, "")
	}
	tail := words[end:]
	if len(fields) != 1 || !saysMore(tail) || tail[0] == "has" || tail[0] == "have" {
		return fields
	}
	switch f := fields[0]; {
	case f.list && (tail[0] == "is" || tail[0] == "are") && isQuestionWord(question) && !isThis(tail[1]): // which products are in stock
		f.note(phrase(withoutThere(tail[1:])))
	case f.list:
		f.note(phrase(question))
	case len(f.fields) == 0:
		return inItsWords(question, f.typ)
	}
	return fields
}

// isThis reports whether a word begins what a question is about, rather than what it tells.
func isThis(w string) bool { return firstOf([]string{w}, "the", "this", "it", "they", "these") != "" }

func withoutThere(words []string) []string {
	if len(words) > 1 && words[0] == "there" {
		return words[1:]
	}
	return words
}

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

func (r *reader) nounsBefore(words []string, end string) []*field {
	at := slices.Index(words, end)
	if at < 1 || firstOf(words[:1], "is", "are", "was", "were") != "" {
		return nil
	}
	return r.items(words[:at], false)
}

// yesOrNo reads "is it in stock" and "does it have a warranty".
func (r *reader) yesOrNo(words []string) []*field {
	rest := words[1:]
	switch {
	case firstOf(rest, "stock") != "":
		return one("in_stock", "boolean")
	case len(rest) > 0 && rest[len(rest)-1] == "available":
		return one("available", "boolean")
	case firstOf(rest, "you", "we", "me", "your") != "" && words[0] != "is":
		return r.clause(withoutRequest(slices.DeleteFunc(slices.Clone(rest), func(w string) bool { return w == "you" || w == "i" || w == "we" })))
	}
	for i, w := range rest {
		switch w {
		case "have", "offer", "provide", "include", "there":
			if name := identifier(withoutFill(rest[i+1:])); name != "" {
				return one("has_"+name, "boolean")
			}
		}
	}
	if kept := withoutFill(slices.DeleteFunc(slices.Clone(rest), isSubject)); len(kept) == 1 && len(rest) < 4 && identifier(kept) != "" {
		return one(identifier(kept), "boolean") // is it vegan
	} else if len(kept) == 0 && firstOf(rest, "have", "has", "there") == "" {
		return nil
	}
	return inItsWords(words, "boolean")
}
