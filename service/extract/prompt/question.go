package prompt

import (
	"math"
	"slices"
	"strings"

	"assay/service/extract/lexicon"
)

// question reads a sentence in which something is asked with a question word, "if" or a
// verb: "who wrote this and when", "the title, how much it costs and is it in stock". It
// reports whether the sentence is one.
func (r *reader) question(words []string) ([]*field, bool) {
	words = withoutJoint(words)
	parts := questions(words)
	if len(parts) == 1 && !isAsking(words) {
		switch {
		case len(words) > 0 && (words[0] == "summarize" || words[0] == "summarise") && isHere(words[1:]):
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
			inEach = n > 0 && out[n-1].list && (firstOf(part, "each", "every") != "" || slices.Contains(part, colon) && (hasEach(part) || len(out[n-1].fields) > 0))
			continue
		}
		if len(part) == 1 && i+1 < len(parts) { // when and where was she born, when and at what number can I call
			next := parts[i+1][1:]
			if isQuestionWord(next) {
				next = next[1:]
				next = next[verbAt(next):]
			} else if n > 0 {
				next = nil
			}
			part = append(slices.Clone(part), next...)
		}
		fields := r.asked(part)
		own := part
		if at := withAt(part); at > 0 {
			own = part[:at]
		}
		ofEach := firstOf(own, "they", "them", "each", "their") != "" ||
			!r.english && (slices.Contains(part, "it") || len(part) < 4 && isOneOf(part[0], "how", "when", "where") && !slices.ContainsFunc(part, isThis)) || // und was kosten sie, y cuánto duran
			n > 0 && len(out[n-1].fields) > 0 && len(part) < 4 && !slices.ContainsFunc(part, isThis) && isOneOf(part[0], "who", "when", "where")
		switch {
		case inEach:
			contain(out[n-1], fields)
		case n > 0 && out[n-1].list && (ofEach || isBare(part) && !isThis(lastOf(parts[i-1]))): // what is sold and at what price
			singulars(fields)
			contain(out[n-1], fields)
			out[n-1].having = true
		case n == 0 && ofEach && len(r.fields) > 0 && r.fields[len(r.fields)-1].list: // the shops. When do they open
			contain(r.fields[len(r.fields)-1], fields)
		default:
			out = append(out, fields...)
		}
	}
	return out, true
}

// isBare reports whether a question has no verb and so asks more of what came before: "by whom".
func isBare(question []string) bool {
	if !isQuestionWord(question) {
		question = question[1:]
	}
	return len(question) == 1 || isOneOf(question[0], "what", "which", "how") && verbAt(question[1:]) == len(question)-1
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
		rest := withoutJoint(words[i+1:])
		if w == "with" && i > start && len(rest) > 1 && isOneOf(rest[0], "what", "which") && isBare(rest[:clauseEnd(rest)]) { // and with what slogan
			rest = words[i:]
		} else if i <= start || w != comma && w != "and" && w != colon {
			continue
		}
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

// asked reads one question, and in parentheses what is wanted of each answer.
func (r *reader) asked(words []string) []*field {
	var inner []string
	if at := slices.Index(words, open); at > 1 && words[len(words)-1] == shut {
		words, inner = words[:at], words[at+1:len(words)-1]
	}
	if at := slices.Index(words, "with"); at > 1 && words[at-1] == comma { // which shops are there, with address
		words, inner = words[:at-1], words[at+1:]
	}
	things := r.answer(words)
	if len(inner) == 0 {
		return things
	}
	fields := r.items(joined(inner), true)
	if n := len(things); n > 0 && len(fields) > 0 && (things[n-1].list || len(fields) > 1) {
		things[n-1].having = true
		contain(things[n-1], fields)
		return things
	}
	return append(things, fields...)
}

func (r *reader) answer(words []string) []*field {
	all := words
	if !isQuestionWord(words) && isQuestionWord(words[1:]) { // at what number
		words = words[1:]
	}
	rest := words[1:]
	switch words[0] {
	case "who", "whom":
		return r.who(rest, all)
	case "when":
		if firstOf(rest, opening...) != "" && firstOf(rest, "can", "may") == "" {
			return one("opening_hours", "")
		}
		if at := slices.Index(rest, "and"); at > 2 && at+2 == len(rest) && isOneOf(rest[0], "was", "is", "were", "are") { // published and updated
			return append(r.answer(all[:len(all)-2]), r.answer(append(slices.Clone(all[:len(all)-3]), lastOf(rest)))...)
		}
		switch {
		case len(rest) == 0:
			return one("date", "date")
		case firstOf(rest, "can", "may") != "": // when can I call
			return inItsWords(all, "")
		case firstOf(rest, "published", "posted", "written", "publish") != "" && !isAboutPart(all):
			return one("publication_date", "date")
		}
		return meant(all, "date", "")
	case "where":
		switch {
		case firstOf(rest, "page", "pages", "list", "link", "links", "chapter", "chapters", "guide", "online", "download", "read", "documentation", "form") != "":
			return r.pages(rest, all)
		case firstOf(rest, "located", "based") != "":
			return one("location", "")
		case slices.Contains(rest, "from") && len(rest) > 1: // where does it come from
			return []*field{{name: "origin", notes: []string{phrase(all)}}}
		case len(rest) < 2 || len(rest) < 4 && isOneOf(rest[0], "is", "are"):
			return one("address", "")
		}
		return meant(all, "", "address")
	case "how":
		return r.how(rest, all)
	case "what", "which":
		return r.what(rest, all)
	case "why":
		return one("reason", "")
	}
	return r.yesOrNo(words)
}

// pages reads a question after something of the web by its addresses: "where is the price page".
func (r *reader) pages(rest, question []string) []*field {
	if !isOneOf(rest[0], "is", "are") {
		return inItsWords(question, "url")
	}
	fields := r.items(joined(rest[1:]), false)
	for _, f := range fields {
		if last := lastWord(fields[len(fields)-1].name); lastWord(f.name) != last { // the previous and next chapters
			f.name += "_" + singular(last)
		}
		f.name, f.typ, f.list = singularName(f.name), "url", false
		if slices.Contains(rest, "page") {
			f.name += "_page"
		}
	}
	return fields
}

// opening are the words with which one asks when something is open.
var opening = []string{"open", "close", "opens", "closes", "opened", "closed"}

// surely is the logarithm of the odds, fifteen to one, from which on a question is taken for what
// it seems to mean.
var surely = float32(math.Log(15))

// likely is the same where a person is asked for, and meant: three to one.
var likely = float32(math.Log(3))

// meant makes a field of a question: by the usual name of what it asks for, else by the given
// one, else in its own words, which the engine understands as well.
func meant(question []string, typ, usually string) []*field {
	kept := withoutSubject(question)
	s := meaningOf(kept)
	name := known(kept)
	if name == "" && s.odds > surely {
		name = s.name
	}
	if typ == "" && s.sure > 0.5 {
		if typ = typeOf(s.form); typ == "date" || typ == "integer" || isOneOf(question[0], "who", "whom") {
			typ = "" // what counts is asked with "how many", a day with "when"
		}
	}
	if name == "" {
		name = usually
	}
	if name == "" {
		return inItsWords(question, typ)
	}
	f := &field{name: name}
	if retype(f); f.typ == "" {
		f.typ = typ
	}
	if isAboutPart(question) {
		f.note(phrase(question))
	}
	return []*field{f}
}

// isAboutPart reports whether a question is about something on the page, and not about all of it.
func isAboutPart(question []string) bool {
	for i, w := range question[:len(question)-1] {
		if next := question[i+1]; isOneOf(w, "the", "a", "an", "each", "to") && isContent(next) && !isSubject(next) && !isTrait(&field{name: next}) {
			return i+2 < len(question) || i > 1
		}
	}
	return false
}

// withoutSubject leaves out of a question what only means the page.
func withoutSubject(words []string) []string {
	out := make([]string, 0, len(words))
	for i, w := range words {
		switch {
		case isOneOf(w, "the", "this", "a", "an", open, shut, comma, colon):
		case isSubject(w) && i > 0 && isOneOf(words[i-1], "the", "this"):
			out = append(out, "it")
		default:
			out = append(out, w)
		}
	}
	return out
}

// inItsWords makes a field of a question, in its own words.
func inItsWords(question []string, typ string) []*field {
	kept := slices.DeleteFunc(slices.Clone(question), func(w string) bool {
		return isOneOf(w, "the", "a", "an", comma, open, shut, colon)
	})
	if at := slices.Index(kept, "this"); at > 0 && at+2 < len(kept) && isContent(kept[at+1]) { // who is this book for
		kept = append(append(kept[:at:at], "it"), kept[at+2:]...)
	}
	f := &field{typ: typ}
	if len(kept) > maxNameWords {
		whole := phrase(kept)
		kept = slices.DeleteFunc(kept, func(w string) bool {
			return isOneOf(w, "it", "this", "that", "there", "do", "does", "did", "is", "are", "be", "to", "in")
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
	return []*field{{name: "email", typ: "email"}, {name: "phone"}, {name: "address"}}
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
	if len(words) == 0 && !isQuestionWord(question) && question[0] != "by" { // for whom
		return inItsWords(question, "")
	}
	if len(words) == 0 { // when was it published, and by whom
		return one("author", "")
	}
	for i, w := range words {
		if things := doings[w]; things != "" && !(i+2 == len(words) && isThis(words[i+1])) {
			return r.whoAll(things, words[i+1:])
		}
		if w == "call" || w == "ring" || w == "phone" {
			return []*field{{name: "phone", notes: []string{phrase(question)}}}
		}
		name := agents[w]
		if w == "came" && slices.Contains(words, "up") { // with the idea
			name = "author"
		}
		if name != "" {
			f := &field{name: name}
			if isAboutPart(question) { // who wrote the first comment
				of := head(slices.DeleteFunc(slices.Clone(words[i:]), func(w string) bool { return isOneOf(w, "the", "a", "an", "this", "it") }))[1:]
				if n := identifier(append(of, name)); n != "" && len(of) < 4 && r.english {
					f.name = n
				}
				f.note(phrase(question))
			}
			return []*field{f}
		}
	}
	if m := meant(question, "", ""); strings.HasPrefix(m[0].name, "who_") && len(words) > 1 && strings.HasSuffix(words[0], "ed") { // who started it
		return []*field{{name: identifier([]string{words[0], "by"}), notes: []string{phrase(question)}}}
	}
	switch {
	case firstOf(words[:1], "is", "are", "was", "were") != "" && len(words) > 1 && firstOf(words[1:2], "the", "its", "their", "all", "this") != "" && !strings.HasSuffix(lastOf(words), "ing") && lastOf(words) != "for":
		if fields := r.clause(withoutRequest(words[1:])); len(fields) > 0 {
			return fields
		}
	case firstOf(words, "you") != "":
		return nil
	}
	r.sure = false
	return meant(question, "", "")
}

// doings are the names of what many do on a page, by the verb that tells it.
var doings = map[string]string{"answered": "answers", "replied": "replies", "responded": "replies", "commented": "comments", "reviewed": "reviews", "posted": "posts"}

// whoAll reads what is asked of all who did something: "who posted what number in this thread".
func (r *reader) whoAll(things string, words []string) []*field {
	list := &field{name: things, list: true, fields: one("author", "")}
	if at := slices.IndexFunc(words, func(w string) bool { return w == "what" || w == "which" }); at >= 0 && at+1 < len(words) {
		contain(list, r.items(words[at+1:at+1+clauseEnd(head(words[at+1:]))], true))
	}
	return []*field{list}
}

// agents are the names of who does what verbs tell.
var agents = map[string]string{"wrote": "author", "written": "author", "writes": "author", "makes": "manufacturer",
	"manufactures": "manufacturer", "sells": "seller"}

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

// called reads what is asked for the name of: "the dish called", "is called the dish".
func called(words []string) []*field {
	of := withoutFill(slices.DeleteFunc(slices.Clone(words), func(w string) bool {
		return isOneOf(w, "called", "named", "does", "do", "did", "he", "she", "they")
	}))
	name := knownBy(identifier(of)).name
	if name != "title" {
		name = "name"
	}
	if len(of) == 0 || len(of) > 2 || identifier(of) == "" || isOneOf(of[0], "thing", "product", "item", "recipe", "book") {
		return one(name, "")
	}
	return one(identifier(append(of, name)), "")
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
		if f := r.noun(words[1:]); f != nil && f.typ == "number" {
			return []*field{f} // how much is the shipping
		}
	}
	if len(words) > 0 && isContent(words[0]) && !isOneOf(words[0], "does", "do", "will", "would", "i", "for") {
		if f := r.noun(words); f != nil {
			f.typ, f.list = "number", false
			return []*field{f}
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
	switch {
	case len(words) == 0 || words[0] == "up":
		return nil
	case len(words) > 2 && words[0] == "does" && slices.Contains(words, "mean"):
		return []*field{{name: identifier(append([]string{"meaning", "of"}, withoutFill(words[1:slices.Index(words, "mean")])...)), notes: []string{phrase(question)}}}
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

// isTold reports whether what follows "what is" is told of several things: "included", "in the box".
func isTold(words []string) bool {
	w := words[0]
	return isOneOf(w, "most", "new", "due") && firstOf(words, "the", "of") == "" || w == "in" && len(words) > 2 && isOneOf(words[1], "the", "this") ||
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
	if firstOf(rest, "order", "buy") != "" {
		return one("available", "boolean")
	}
	for i, w := range rest {
		switch w {
		case "have", "offer", "provide", "include", "there":
			if name := identifier(withoutFill(rest[i+1:])); name != "" {
				return one("has_"+name, "boolean")
			}
		}
	}
	kept := withoutFill(slices.DeleteFunc(slices.Clone(rest), isSubject))
	if len(kept) == 1 && len(rest) < 4 && identifier(kept) != "" {
		return one(identifier(kept), "boolean") // is it vegan
	} else if len(kept) == 0 && firstOf(rest, "have", "has", "there") == "" {
		return nil
	}
	if len(slices.DeleteFunc(kept, func(w string) bool { return !isContent(w) || isOneOf(w, "they", "still", "have", "you") })) == 0 { // do they have it
		return one("available", "boolean")
	}
	return inItsWords(words, "boolean")
}
