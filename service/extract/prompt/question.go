package prompt

import (
	"cmp"
	"math"
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
		case len(words) > 0 && (words[0] == "summarize" || words[0] == "summarise") && isHere(words[1:]):
			return []*field{{name: "summary"}}, true
		case len(words) > 0 && (words[0] == "contact" || words[0] == "reach") && (len(words) == 1 || !isContent(words[1]) || isFill(words[1])):
			return contact(), true
		}
		return nil, false
	}
	q := questioning{reader: r}
	for i, part := range parts {
		if !isAsking(part) {
			q.statement(part)
			continue
		}
		q.question(parts, i)
	}
	return q.out, true
}

// questioning reads the parts of a sentence in which something is asked, one after the other.
type questioning struct {
	*reader
	out     []*field
	inEach  bool // what follows is asked of each member of the last list
	byColon bool // only because it follows a colon
	another bool // "they" means something else than the last list
	ofThem  bool // the last question was of each of its things
}

// last returns the last field if it is a list, or nil.
func (q *questioning) last() *field {
	if n := len(q.out); n > 0 && q.out[n-1].list {
		return q.out[n-1]
	}
	return nil
}

// statement reads a part that asks nothing: the fields before a question, or beside it.
func (q *questioning) statement(part []string) {
	fields := q.part(part)
	goesOn := q.ofThem && q.last() != nil && firstOf(part, "also", "finally") == "" && !slices.ContainsFunc(fields, func(f *field) bool { return f.list || len(f.fields) > 0 || isContact(lastWord(f.name)) })
	if q.inEach && !hasEach(part) || goesOn { // the price of one, what they cost and the rating
		contain(q.last(), fields)
		return
	}
	q.out = append(q.out, fields...)
	q.another = false
	q.byColon = !hasEach(part)
	last := q.last()
	q.inEach = last != nil && (isOfEach(part) || slices.Contains(part, colon) && (hasEach(part) || len(last.fields) > 0))
}

// question reads one of the parts as a question, of each member of the list before it or of the page.
func (q *questioning) question(parts [][]string, at int) {
	part, last := parts[at], q.last()
	if len(part) == 1 && at+1 < len(parts) { // when and where was she born, when and at what number can I call
		next := parts[at+1][1:]
		if isQuestionWord(next) {
			next = next[1:]
			next = next[verbAt(next):]
		} else if len(q.out) > 0 {
			next = nil
		}
		part = append(slices.Clone(part), next...)
	}
	fields := q.eitherAsked(part)
	ofEach := q.isOfThem(part) && !(slices.Contains(part, "their") && len(fields) == 1 && isContact(lastWord(fields[0].name)))
	q.ofThem = ofEach
	switch {
	case q.inEach && !(q.byColon && firstOf(part, "it", "this") != ""):
		contain(last, fields)
	case last != nil && (ofEach || isBare(part) && !isThis(lastOf(parts[at-1]))): // what is sold and at what price
		singulars(fields)
		contain(last, fields)
		last.having = true
	case len(q.out) == 0 && ofEach && len(q.fields) > 0 && lastField(q.fields).list: // the shops. When do they open
		contain(lastField(q.fields), fields)
	default:
		q.out = append(q.out, fields...)
		q.another, q.inEach = isAboutAnother(part), false
	}
}

// isOfThem reports whether a question is of each of the things named last.
func (q *questioning) isOfThem(question []string) bool {
	own := question
	if at := withAt(question); at > 0 {
		own = question[:at]
	}
	short := len(question) < 4 && !slices.ContainsFunc(question, isThis)
	switch {
	case slices.Contains(own, "each"):
		return true
	case firstOf(own, "they", "them", "their") != "" && !q.another:
		return true
	case !q.english && short && isOneOf(question[0], "how", "when", "where"): // y cuánto duran
		return true
	}
	return short && len(q.out) > 0 && len(lastField(q.out).fields) > 0 && isOneOf(question[0], "who", "when", "where")
}

func lastField(of []*field) *field { return of[len(of)-1] }

// eitherAsked reads a question, or two at once: "how long does it keep in the fridge and in the
// freezer".
func (r *reader) eitherAsked(question []string) []*field {
	for i, w := range question[:max(0, len(question)-2)] {
		joint := question[i+1]
		if w != "and" || !isOneOf(joint, "in", "at", "on", "for", "to", "with", "by") || !isOneOf(question[0], "how", "when", "where") {
			continue
		}
		if from := slices.Index(question[:i], joint); from > 0 {
			first, second := question[:i], slices.Concat(question[:from], question[i+1:])
			fields, others := r.asked(first), r.asked(second)
			if len(fields) == 1 && len(others) == 1 && fields[0].name == others[0].name {
				fields[0].name = cmp.Or(identifier([]string{lastOf(first), fields[0].name}), fields[0].name)
				others[0].name = cmp.Or(identifier([]string{lastOf(second), others[0].name}), others[0].name)
			}
			return append(fields, others...)
		}
	}
	return r.asked(question)
}

// isOfEach reports whether "each" or "every" means the things themselves, and does not begin the
// clause of a field: "what each is for".
func isOfEach(words []string) bool {
	at := slices.IndexFunc(words, func(w string) bool { return w == "each" || w == "every" })
	return at >= 0 && (at+1 == len(words) || !isOneOf(words[at+1], "is", "are", "was", "were", "does", "do", "did", "has", "costs"))
}

// isBare reports whether a question has no verb and so asks more of what came before: "by whom",
// "at what price", "which year".
func isBare(question []string) bool {
	within := !isQuestionWord(question)
	if within {
		question = question[1:]
	}
	return len(question) == 1 || (within || len(question) == 2) && isOneOf(question[0], "what", "which", "how") && verbAt(question[1:]) == len(question)-1
}

// isAboutAnother reports whether "they" in the next question means something else than the answers
// to this one: the lawyers in "which regions do the lawyers work in", and what has the sizes in
// "what sizes do they come in".
func isAboutAnother(question []string) bool {
	for i, w := range question[:max(0, len(question)-2)] {
		if !isOneOf(w, "do", "does", "did", "have", "can", "could", "will", "would", "should", "must", "may") {
			continue
		}
		switch next := question[i+1]; {
		case next == "they":
			return true
		case w != "have" && isOneOf(next, "the", "these", "those"): // what has "have the" may be what is asked for
			return isPluralPhrase(head(question[i+2:]))
		}
	}
	return false
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
		if !asking && !(among && w != colon && firstOf(words[start:i], "with", colon) == "" && !isOfSeveral(words[start:i]) && isAside(rest, w)) {
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

// isOfSeveral reports whether a question is about a list of things: "how much are the mug, the cup and
// the bowl".
func isOfSeveral(question []string) bool {
	return len(question) > 2 && question[0] == "how" && question[1] == "much" && question[2] == "are"
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
		return isOneOf(words[0], "is", "are", "does", "did") && len(words) > 2 && isContent(words[1]) && words[1] != "not" // is college necessary
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
	} else if at > 2 && at+1 < len(words) && isOneOf(words[at-1], "there", "here", "listed", "shown") {
		words, inner = words[:at], words[at+1:]
	}
	things := r.answer(words)
	if len(inner) == 0 {
		return things
	}
	fields := r.items(joined(inner), true)
	if n := len(things); n > 0 && len(fields) > 0 && (things[n-1].list || len(fields) > 1 || fields[0].list) {
		if fields[0].list { // what material is there, with links
			things[n-1].list = true
			singulars(fields)
		}
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
		if firstOf(rest, opening...) != "" && firstOf(rest, "can", "may", "was", "were", "did") == "" {
			return one("opening_hours", "")
		}
		if earlier, later := twoDays(rest, all); later != nil {
			return append(r.answer(earlier), r.answer(later)...)
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
		fields := meant(all, "", "address")
		if len(fields) > 0 && fields[0].typ == "date" { // where was it published
			return inItsWords(all, "")
		}
		return fields
	case "how":
		return r.how(rest, all)
	case "what", "which":
		return r.what(rest, all)
	case "why":
		return one("reason", "")
	}
	return r.yesOrNo(words)
}

// twoDays makes two questions of one for the days of two things done: "when was it first written
// and last updated"; nil if it is not that.
func twoDays(rest, question []string) (earlier, later []string) {
	at := slices.Index(rest, "and")
	if at < 3 || len(rest)-at > 3 || !isOneOf(rest[0], "was", "is", "were", "are") || !strings.HasSuffix(rest[at-1], "ed") || !strings.HasSuffix(lastOf(rest), "ed") {
		return nil, nil
	}
	verb := len(question) - len(rest) + at - 1
	earlier = question[:verb+1]
	if w := question[verb-1]; w == "first" || strings.HasSuffix(w, "ly") {
		verb--
	}
	return earlier, slices.Concat(question[:verb], rest[at+1:])
}

// pages reads a question after something of the web by its addresses: "where is the price page".
func (r *reader) pages(rest, question []string) []*field {
	if !isOneOf(rest[0], "is", "are") {
		return inItsWords(question, "url")
	}
	named := rest[1:]
	if at := slices.IndexFunc(named, func(w string) bool { return isOneOf(w, "on", "about", "for", "of") }); at > 0 && isOneOf(named[at-1], "page", "guide", "list", "documentation") {
		if of := withoutFill(named[at+1:]); identifier(of) != "" && len(of) < 4 { // the page on bulk loading
			return one(identifier(append(of, named[at-1])), "url")
		}
	}
	fields := r.items(joined(named), false)
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
	if isAboutPart(question) || name == "date" && tellsMore(question) {
		f.note(phrase(question))
	}
	return []*field{f}
}

// tellsMore reports whether a question says what it is about, in more words than a verb: "when might
// chips come".
func tellsMore(question []string) bool {
	n := 0
	for _, w := range question[1:] {
		if saysMore([]string{w}) && !isSubject(w) && !isOneOf(w, "might", "first", "last", "he", "she", "they") {
			n++
		}
	}
	return n > 1
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
	kept := withoutFill(slices.DeleteFunc(slices.Clone(rest), func(w string) bool { return isSubject(w) || isOneOf(w, "they", "he", "she") }))
	if len(kept) == 1 && len(rest) < 4 && identifier(kept) != "" {
		return one(identifier(kept), "boolean") // is it vegan
	} else if len(kept) == 0 && firstOf(rest, "have", "has", "there") == "" {
		return nil
	}
	if len(slices.DeleteFunc(kept, func(w string) bool { return !isContent(w) || isOneOf(w, "still", "have", "you") })) == 0 { // do they have it
		return one("available", "boolean")
	}
	return inItsWords(words, "boolean")
}
