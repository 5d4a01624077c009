package prompt

import (
	"slices"
	"strings"
)

// sentence reads one sentence and adds what it names.
func (r *reader) sentence(words []string) {
	words = withoutSource(yesNo(words))
	for i, w := range words {
		if w == "this" && i+1 < len(words) && isContent(words[i+1]) {
			r.topic = words[i+1]
		}
	}
	if at := slices.Index(words, "by"); at > 1 && words[0] == "compare" && anyKnown(words[at+1:]) { // the plans by price and size
		words = slices.Concat(words[1:at], []string{"with"}, words[at+1:])
	}
	for _, part := range asks(withoutPurpose(withoutFormat(words))) {
		r.ask(part)
	}
}

// yesNo turns "yes or no" and "or not" into a type: in stock or not.
func yesNo(words []string) []string {
	out := make([]string, 0, len(words))
	for i := 0; i < len(words); i++ {
		size := 0
		switch {
		case len(words) > i+2 && words[i] == "yes" && isOneOf(words[i+1], "or", comma) && words[i+2] == "no":
			size = 3
		case len(words) > i+1 && words[i] == "or" && isOneOf(words[i+1], "not", "no") && (i+2 == len(words) || !isContent(words[i+2])):
			size = 2
		}
		if size == 0 || len(out) == 0 {
			out = append(out, words[i])
			continue
		}
		if n := len(out) - 1; out[n] == comma && n > 0 {
			out = out[:n]
		}
		if i += size - 1; lastOf(out) == open {
			out = append(out, "boolean")
		} else {
			out = append(out, open, "boolean", shut)
		}
	}
	return out
}

// withoutSource drops what only says that the page tells it: "according to the page".
func withoutSource(words []string) []string {
	for i := range words {
		if words[i] != "according" || i+2 >= len(words) || words[i+1] != "to" {
			continue
		}
		end := i + 2
		for end < len(words) && (isArticle(words[end]) || isThis(words[end]) || isSubject(words[end]) || isHere(words[end:end+1])) {
			end++
		}
		if end > i+2 {
			return slices.Delete(slices.Clone(words), i, end)
		}
	}
	return words
}

// startsKnown reports whether the first item of a list is one of the lexicon's, or a count.
func startsKnown(words []string) bool {
	items, _ := parted(words)
	item := withoutFill(items[0])
	return len(items[0]) > 0 && (known(item) != "" || len(item) > 0 && strings.HasPrefix(item[0], "number_of_"))
}

// anyKnown reports whether the lexicon has one of the items of a list.
func anyKnown(words []string) bool {
	items, _ := parted(words)
	return slices.ContainsFunc(items, func(item []string) bool { return known(item) != "" })
}

// ask reads one part of a sentence.
func (r *reader) ask(words []string) {
	if r.rule(words) || len(words) > 1 && r.more(words) {
		return
	}
	if fields, ok := r.question(words); ok {
		r.fields = append(r.fields, fields...)
		return
	}
	asked := withoutRequest(words)
	if len(asked) < len(words) {
		if fields, ok := r.question(asked); ok {
			r.fields = append(r.fields, fields...)
			return
		}
		if r.rule(asked) {
			return
		}
	}
	r.fields = append(r.fields, r.clause(asked)...)
}

// asks splits a sentence where it asks for something beside what things have: "the halls with
// their size, and give the address", "the halls with their size and the tours with a price".
func asks(words []string) [][]string {
	var out [][]string
	start := 0
	for i, w := range outside(words) {
		if i <= start || w != comma && w != "and" {
			continue
		}
		rest := withoutJoint(words[i+1:])
		if len(rest) < 2 {
			continue
		}
		if fields := fieldsOf(words[start:]); len(fields) > 0 && i < len(words)-len(fields) && isEach(words[start+1]) {
			continue // for each hall, give the size
		}
		next := rest[:clauseEnd(rest)]
		before := words[start:i]
		fields := fieldsOf(before)
		own := len(next) // where what is said of them begins
		if at := withAt(next); at > 0 {
			own = at
		}
		ofThem := len(fields) > 0 && firstOf(next[:own], "each", "its", "their", "it", "they", "them") != ""
		beside := isArticle(rest[0]) && !inUse(fields) && (own < len(next) && isOneOf(rest[0], "the", "all") || w == "and" && (words[i-1] == comma && own == len(next) || isPluralPhrase(head(next))))
		if !ofThem && (isOrder(rest) || len(fields) > 0 && (beside || rest[0] == "also")) {
			out = append(out, before)
			start = len(words) - len(rest)
		}
	}
	return append(out, words[start:])
}

// clauseEnd is where the first item of a list ends.
func clauseEnd(words []string) int {
	if at := slices.IndexFunc(words, func(w string) bool { return w == comma || w == "and" }); at > 0 {
		return at
	}
	return len(words)
}

// head leaves out what follows a noun.
func head(words []string) []string {
	for i, w := range words[1:] {
		if !isContent(w) {
			return words[:i+1]
		}
	}
	return words
}

// fieldsOf returns what stands after "with" or a colon, or after the owner of "for each hall".
func fieldsOf(words []string) []string {
	if at := withAt(words); at > 0 {
		return words[at+1:]
	}
	if len(words) > 2 && isOneOf(words[0], "for", "from") && isEach(words[1]) {
		if at := splitOwner(words); at > 0 {
			return words[at+1:]
		}
	}
	return nil
}

// inUse reports whether the names of fields have articles, so that one tells nothing.
func inUse(fields []string) bool {
	for i, w := range fields {
		if isArticle(w) && (i == 0 || fields[i-1] == comma || fields[i-1] == "and") {
			return true
		}
	}
	return false
}

func isArticle(w string) bool { return isOneOf(w, "the", "all", "a", "an") }

// isOrder reports whether words begin with a verb that tells to do something: one that stands
// before an article or "me".
func isOrder(words []string) bool {
	return len(words) > 2 && isContent(words[0]) && isOneOf(words[1], "the", "all", "me", "each", "every", "these", "this", "us") && !isPlural(words[0]) && !isJoint(words[0]) && !isDay(words[0])
}

// isDay reports whether a word is a noun that a clause on what happened then may follow.
func isDay(w string) bool { return isOneOf(w, "date", "day", "time", "year") }

// isJoint reports whether a word stands between nouns.
func isJoint(w string) bool {
	return isOneOf(w, "under", "before", "after", "between", "about", "above", "below", "than", "whether", "without", "not", "including", "excluding", "except", "if", "per", "via", "until", "since", "over", "was", "were", "do", "does", "have", "can", "into", "whose", "within", "during", "both", "so", "but", "also")
}

// rule reads a sentence that says what not to take, or how to answer: it limits
// the last list, or tells nothing of the data.
func (r *reader) rule(words []string) bool {
	for len(words) > 0 && (words[0] == "please" || words[0] == "also" || words[0] == "but" || words[0] == "and" || words[0] == comma) {
		words = words[1:]
	}
	if len(words) == 0 {
		return true
	}
	rest := words[1:]
	switch words[0] {
	case "do", "don't", "dont", "never":
		if words[0] == "do" && (len(rest) == 0 || rest[0] != "not") {
			return false
		}
		for len(rest) > 0 && (rest[0] == "not" || rest[0] == "include" || rest[0] == "return" || rest[0] == "extract" || rest[0] == "add") {
			rest = rest[1:]
		}
		r.limit("excluding", rest)
	case "ignore", "exclude", "skip", "excluding", "without", "omit", "no":
		r.limit("excluding", rest)
	case "if", "when", "use", "format", "sort", "limit", "make", "ensure", "note", "thanks", "thank", "respond", "answer", "act", "otherwise":
		if words[0] == "note" && len(rest) > 0 && rest[0] != "that" || words[0] == "make" && len(rest) > 0 && (isNumber(rest[0]) || isOneOf(rest[0], "a", "an", "me")) {
			return false // the price
		}
		if words[0] == "when" && (!r.english || len(rest) < 3 || !slices.Contains(rest, comma) || firstOf(rest[:1], "was", "were", "is", "are", "did", "does", "do", "will", "can", "may", "must", "should", "and") != "") {
			return false // a question
		}
		if words[0] == "if" && len(r.fields) == 0 {
			return false
		}
	default:
		return false
	}
	return true
}

// limit notes on the last list what it shall not hold.
func (r *reader) limit(word string, what []string) {
	what = slices.DeleteFunc(slices.Clone(what), func(w string) bool { return w == "any" || w == "the" || w == "all" || w == "include" })
	if len(r.fields) == 0 || len(what) == 0 || len(what) > 6 || slices.Contains(what, "up") || slices.Contains(what, "values") {
		return
	}
	if last := r.fields[len(r.fields)-1]; last.list {
		last.note(word + " " + phrase(what))
	}
}

// phrase writes tokens as a person would.
func phrase(tokens []string) string {
	return strings.ReplaceAll(strings.Join(tokens, " "), " "+comma, comma)
}

// more reads a sentence that goes on about the list named before: "Include the
// title and the price", "Each should have a name", "For each, get the date".
func (r *reader) more(words []string) bool {
	if len(r.fields) == 0 {
		return false
	}
	last := r.fields[len(r.fields)-1]
	if !last.list && len(last.fields) == 0 {
		return false
	}
	for len(words) > 0 && (words[0] == "please" || words[0] == "also" || words[0] == "and" || words[0] == "then" || words[0] == "i" || words[0] == "want" || words[0] == "need") {
		words = words[1:]
	}
	if len(words) < 2 {
		return false
	}
	rest := words[1:]
	switch words[0] {
	case "include", "including", "with", "includes":
	case "columns", "fields":
		if rest[0] != colon || len(rest) < 2 {
			return false
		}
		rest = rest[1:]
	case "each", "every", "they":
		at := slices.IndexFunc(rest, func(w string) bool { return isOneOf(w, "have", "has", "include", "contain", "contains") })
		if at < 0 {
			return false
		}
		rest = rest[at+1:]
	case "for", "from":
		at := 0
		for at < len(rest) && (isEach(rest[at]) || rest[at] == "of" || rest[at] == "them" || rest[at] == "one" || rest[at] == "these" || rest[at] == "those") {
			at++
		}
		if at == 0 || at == len(rest) || isContent(rest[at]) && !isOneOf(rest[at], "give", "state", "list", "show", "tell", "name") {
			return false
		}
		rest = withoutRequest(rest[at:])
	default:
		return false
	}
	fields := r.items(rest, true)
	last.fields = append(last.fields, fields...)
	return len(fields) > 0
}

// clause reads the words of a sentence without those that ask.
func (r *reader) clause(words []string) []*field {
	words = joined(words)
	if len(words) == 0 {
		return nil
	}
	if fields := r.forEach(words); fields != nil {
		return fields
	}
	if (words[0] == "for" || words[0] == "from") && len(words) > 2 && isEach(words[1]) {
		words = words[1:]
	}
	if at := withAt(words); at > 0 {
		head, tail := r.head(words[:at]), words[at+1:]
		if len(head) == 0 {
			return r.items(withoutRequest(tail), false)
		}
		owner := head[len(head)-1]
		if tail[0] == "their" && !owner.list && isPluralForm(lastWord(owner.name)) { // the rooms with their prices
			owner.list, owner.typ = true, ""
		}
		if words[at] == "with" && !owner.list && isScalar(owner) && !isCondition(tail) && startsKnown(tail) { // the rating with the number of reviews
			return append(head, r.items(tail, false)...)
		}
		if words[at] != colon && (isCondition(tail) || !owner.list && isScalar(owner)) {
			owner.note(words[at] + " " + strings.Join(tail, " "))
			return head
		}
		fields := r.items(withoutRequest(tail), true)
		if words[at] == colon && isTitle(owner, fields) {
			return append(head[:len(head)-1], fields...)
		}
		if owner.list && strings.HasSuffix(owner.name, "_names") { // recipe names with links
			addTo(owner, fields)
		} else {
			contain(owner, fields)
		}
		owner.having = words[at] != colon
		return head
	}
	return r.head(words)
}

// isTitle reports whether what stands before a colon only says what the fields after it are about:
// "the filters: colours and gender", "house hunting in Sparks: …".
func isTitle(owner *field, fields []*field) bool {
	last := lastWord(owner.name)
	return len(fields) > 1 && isOneOf(last, "data", "details", "dimensions", "facts", "figures", "filters", "measurements", "options", "specifications", "specs") ||
		len(fields) > 2 && !owner.list && !isSubject(owner.name) && known(strings.Split(owner.name, "_")) == "" && !isCollection(last)
}

// forEach reads "for each product, get the name"; nil if words are not that.
func (r *reader) forEach(words []string) []*field {
	if len(words) < 4 || words[0] != "for" && words[0] != "from" || !isEach(words[1]) {
		return nil
	}
	at := splitOwner(words)
	if at == 0 {
		return nil
	}
	owner := r.noun(words[1:at])
	if owner == nil {
		return nil
	}
	owner.list = true
	if r.plurals {
		owner.name = pluralName(owner.name)
	}
	return contain(owner, r.items(withoutRequest(words[at:]), true))
}

// splitOwner finds where "for each product" ends and what is wanted of it begins.
func splitOwner(words []string) int {
	for i := 2; i < len(words); i++ {
		if words[i] == "the" && isOneOf(words[i-1], "in", "on", "of", "from", "at") {
			continue // for each room in the hotel
		}
		switch words[i] {
		case comma, colon, "get", "extract", "give", "find", "list", "show", "return", "i", "include", "collect", "provide", "fetch", "grab", "scrape", "the", "its", "their", "and", "want", "with", "tell", "pull", "retrieve", "obtain":
			return i
		}
	}
	return 0
}

// isScalar reports whether a field is a value that has no parts.
func isScalar(f *field) bool {
	if len(f.fields) > 0 || f.typ == "url" {
		return false
	}
	return f.typ != "" || meaningOf(strings.Split(f.name, "_")).form == "duration"
}

// contain gives an owner its fields.
func contain(owner *field, fields []*field) []*field {
	if len(fields) == 0 {
		return []*field{owner}
	}
	owner.list = owner.list || isCollection(lastWord(owner.name))
	owner.fields = append(owner.fields, fields...)
	owner.typ = ""
	return []*field{owner}
}

// isCollection reports whether a word names several things in one.
func isCollection(w string) bool {
	switch w {
	case "table", "chart", "matrix", "comparison", "breakdown", "history", "schedule", "timetable", "log", "ranking", "calendar", "programme", "faq", "catalogue", "catalog", "leaderboard":
		return true
	}
	return false
}

// head reads what stands before "with", or a clause without it.
func (r *reader) head(words []string) []*field {
	if fields := linked(words); fields != nil {
		return fields
	}
	if fields := r.grouped(words); fields != nil {
		return fields
	}
	if fields := r.owned(words); fields != nil {
		return fields
	}
	return r.paired(r.items(words, false))
}

// items reads a list of noun phrases: "title, author and publication date".
// inside says that they are fields of an owner named before.
func (r *reader) items(words []string, inside bool) []*field {
	if len(words) > 1 && inside {
		switch words[0] {
		case "columns", "fields", "attributes", "keys": // with columns name and age
			words = words[1:]
		}
	}
	var out []*field
	parts, starts := parted(words)
	shareHead(parts)
	for i, part := range parts {
		rest := words[starts[i]:]
		if len(part) == 0 {
			continue
		}
		if at := withAt(part); at > 0 {
			head := r.items(part[:at], inside)
			if len(head) > 0 {
				tail := rest[at+1:]
				if isCondition(tail) {
					head[0].note("with " + strings.Join(part[at+1:], " "))
					out = append(out, head...)
					continue
				}
				owner := head[len(head)-1]
				contain(owner, r.items(tail, true))
				owner.having = part[at] != colon
				return append(out, head...)
			}
		}
		if fields := r.askedOfEach(part, inside); fields != nil {
			out = append(out, fields...)
			continue
		}
		if possessor(part[0]) {
			if n := len(out); n > 0 && !inside { // comments and their authors
				fields := r.items(rest[1:], true)
				if !out[n-1].list {
					return append(out, fields...)
				}
				addTo(out[n-1], fields)
				return out
			}
			if part, rest = part[1:], rest[1:]; len(part) == 0 {
				continue
			}
			if len(part) == 1 && isNumbering(part[0]) && r.topic != "" && !inside {
				part = []string{r.topic, part[0]} // what is its number
			}
		}
		if (part[0] == "from" || part[0] == "on" || part[0] == "in") && len(part) > 1 && isHere(part[1:]) && part[1] != "stock" {
			continue
		}
		if n := len(out); n > 0 && !inside && out[n-1].list && slices.Contains(part, "they") { // the roles they play
			addTo(out[n-1], r.items(part[:slices.Index(part, "they")], true))
			continue
		}
		if len(part) == 1 && isMeasure(part[0]) && i+1 < len(parts) && len(parts[i+1]) == 2 && isMeasure(parts[i+1][0]) {
			part = append(slices.Clone(part), parts[i+1][1]) // min and max temperature
		}
		if part[0] == "for" && len(part) > 1 && isEach(part[1]) {
			if fields := r.forEach(rest); fields != nil {
				return append(out, fields...)
			}
			part = part[1:]
		}
		if at := possessive(part); at >= 0 {
			fields, all := r.possessed(part, rest, at, inside)
			out = append(out, fields...)
			if all {
				return out
			}
			continue
		}
		if fields := r.dayWhen(part); fields != nil {
			out = append(out, fields...)
		} else if fields := linked(part); fields != nil {
			out = append(out, fields...)
		} else if f := r.noun(part); f != nil {
			out = append(out, f)
		}
	}
	return out
}

// maxTellApart is how many words, with the preposition, tell the values of one noun apart.
const maxTellApart = 4

// shareHead repeats a noun that is named once for several parts: "the rank in Florida" and "in Texas"
// become "Florida rank" and "Texas rank".
func shareHead(parts [][]string) {
	var head []string
	name := func(which []string) []string {
		if isNumber(which[0]) {
			return append(slices.Clone(head), which...)
		}
		return append(slices.Clone(which), head...)
	}
	for i := 1; i < len(parts); i++ {
		before, part := parts[i-1], parts[i]
		if len(part) < 2 || len(part) > maxTellApart || !isOneOf(part[0], "in", "on", "for", "at", "under", "among") || isEach(part[1]) || isHere(part[1:]) {
			head = nil
			continue
		}
		if len(head) == 0 {
			at := slices.Index(before, part[0])
			if at < 1 || at+1 == len(before) || len(before)-at > maxTellApart || isEach(before[at+1]) || slices.Contains(before, open) {
				continue
			}
			if head = withoutRequest(before[:at]); len(head) == 0 {
				continue
			}
			parts[i-1] = name(before[at+1:])
		}
		parts[i] = name(part[1:])
	}
}

// dayWhen reads "the day the page was last edited" as a question; nil if words are not that.
func (r *reader) dayWhen(words []string) []*field {
	if len(words) > 0 && words[0] == "the" {
		words = words[1:]
	}
	if len(words) < 4 || !isDay(words[0]) || !isOneOf(words[1], "the", "this", "it") || firstOf(words, "was", "were", "is", "are") == "" || slices.Contains(words, comma) {
		return nil
	}
	return r.answer(append([]string{"when"}, words[1:]...))
}

// askedOfEach reads what is asked of things with a question word among their fields:
// comments with who wrote them.
func (r *reader) askedOfEach(part []string, inside bool) []*field {
	if !inside || len(part) < 2 && firstOf(part, "who", "when", "where") == "" || !isQuestionWord(part) && !isOneOf(part[0], "whether", "if") {
		return nil
	}
	fields, _ := r.question(part)
	return fields
}

// isMeasure reports whether a word tells which of several values of a kind is meant.
func isMeasure(w string) bool {
	switch w {
	case "min", "max", "minimum", "maximum", "average", "lowest", "highest", "first", "last", "start", "end", "old", "new", "original", "current", "cheapest", "opening", "closing", "mean", "median", "low", "high", "lower", "upper", "home", "away", "departure", "arrival", "net", "gross":
		return true
	}
	return false
}
