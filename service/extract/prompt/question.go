package prompt

import (
	"slices"
	"strings"
)

// question reads a sentence that asks with a question word or a verb: "who wrote
// this and when", "how much does it cost". It reports whether the sentence is one.
func (r *reader) question(words []string) ([]*field, bool) {
	for len(words) > 0 && (words[0] == comma || words[0] == "and" || words[0] == "please" || words[0] == "exactly" || words[0] == "by" && isWhom(words[1:])) {
		words = words[1:]
	}
	if len(words) == 0 {
		return nil, false
	}
	for i := 1; i < len(words); i++ { // who wrote this article, and when?
		if (words[i-1] == "and" || words[i-1] == comma) && (isAsking(words[i]) || words[i] == "by" && isWhom(words[i+1:])) {
			asked := words[:i-1]
			if len(asked) == 1 { // when and where was she born
				asked = append(slices.Clone(asked), words[i+1:i+1+endOfQuestion(words[i+1:])]...)
			}
			first, ok := r.question(asked)
			if !ok {
				asked = withoutRequest(asked)
				if first, ok = r.question(asked); !ok {
					first = r.clause(asked)
				}
			}
			second, _ := r.question(words[i:])
			if n := len(first); n > 0 && first[n-1].list && len(first[n-1].fields) == 0 && firstOf(words[i:], "they", "them", "each", "their") != "" {
				addTo(first[n-1], second) // what is sold and how much it costs
				return first, true
			} else if n > 0 && first[n-1].list && len(first[n-1].fields) > 0 && (len(words[i:]) == 1 || firstOf(words[i:], "it", "they", "them", "each", "their") != "") {
				contain(first[n-1], second) // the name of each and how many reviews it has
				return first, true
			}
			return append(first, second...), true
		}
	}
	rest := words[1:]
	if isAsking(words[0]) && len(rest) > 1 && (rest[0] == "and" || rest[0] == comma) { // where, and the price
		first, _ := r.question(words[:1])
		return append(first, r.clause(withoutRequest(rest[1:]))...), true
	}
	switch words[0] {
	case "who", "whom":
		return r.who(rest), true
	case "when":
		return when(rest), true
	case "where":
		return r.where(rest), true
	case "how":
		return r.how(rest), true
	case "what", "which":
		return r.what(rest), true
	case "why":
		return []*field{{name: "reason"}}, true
	case "is", "are", "does", "do", "has", "was", "can":
		return r.yesOrNo(words), true
	case "summarize", "summarise":
		return []*field{{name: "summary"}}, true
	case "contact", "reach":
		if len(rest) == 0 || !isContent(rest[0]) || rest[0] == "details" || rest[0] == "information" || rest[0] == "info" || rest[0] == "data" {
			return contact(), true
		}
	}
	return nil, false
}

// endOfQuestion returns where a question ends and the next one, or a comma, begins.
func endOfQuestion(words []string) int {
	for i, w := range words {
		if w == comma || w == "and" && i+1 < len(words) && isAsking(words[i+1]) {
			return i
		}
	}
	return len(words)
}

// isWhom reports whether words go on as "by whom" does.
func isWhom(words []string) bool { return len(words) > 0 && (words[0] == "whom" || words[0] == "who") }

func isAsking(w string) bool {
	switch w {
	case "who", "when", "where", "how", "what", "which", "why":
		return true
	}
	return false
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

func (r *reader) who(words []string) []*field {
	for _, w := range words {
		switch w {
		case "wrote", "written", "authored", "author", "writes", "posted", "published":
			return one("author", "")
		case "sells", "sold", "selling", "seller":
			return one("seller", "")
		case "made", "makes", "manufactures", "manufactured", "produces":
			return one("manufacturer", "")
		case "directed":
			return one("director", "")
		case "founded", "started":
			return one("founder", "")
		case "won", "wins":
			return one("winner", "")
		case "owns", "owned":
			return one("owner", "")
		case "created", "built", "designed", "developed":
			return one("creator", "")
		case "plays", "stars", "starring", "acted":
			return []*field{{name: "actors", list: true}}
		case "playing", "performs", "performing":
			return one("performer", "")
		case "sent", "sends":
			return one("sender", "")
		case "organizes", "organises", "hosts", "hosted", "organized":
			return one("organizer", "")
		case "works":
			return []*field{{name: "employees", list: true}}
		}
	}
	if firstOf(words[:min(1, len(words))], "is", "are", "was", "were") != "" {
		if fields := r.clause(withoutRequest(words[1:])); len(fields) > 0 {
			return fields
		}
	}
	if firstOf(words, "you", "i", "we") != "" {
		return nil
	}
	if len(words) == 0 { // when was it published, and by whom
		return one("author", "")
	}
	r.sure = false
	return one("person", "")
}

func when(words []string) []*field {
	for _, w := range words {
		switch w {
		case "published", "posted", "written", "publish", "post":
			return one("publication_date", "date")
		case "updated", "modified", "edited", "changed":
			return one("modified_date", "date")
		case "released", "release":
			return one("release_date", "date")
		case "born":
			return one("birth_date", "date")
		case "die", "died", "dies":
			return one("death_date", "date")
		case "founded", "established":
			return one("founding_date", "date")
		case "start", "starts", "begin", "begins":
			return one("start_date", "date")
		case "end", "ends", "finish", "over":
			return one("end_date", "date")
		case "open", "close", "opens", "closes":
			return one("opening_hours", "")
		case "due":
			return one("due_date", "date")
		case "deadline", "apply":
			return one("deadline", "date")
		case "deliver", "delivered", "ship", "arrive":
			return one("delivery_date", "date")
		}
	}
	return one("date", "date")
}

func (r *reader) where(words []string) []*field {
	switch firstOf(words, "buy", "download", "born", "die", "died", "made", "find", "contact", "work") {
	case "buy", "download":
		return one("url", "url")
	case "born":
		return one("birth_place", "")
	case "die", "died":
		return one("place_of_death", "")
	case "made":
		return one("country_of_origin", "")
	case "contact":
		return contact()
	}
	return one("location", "")
}

// how reads what comes after "how": of what is it the measure, or of what the way.
func (r *reader) how(words []string) []*field {
	if len(words) == 0 {
		return nil
	}
	rest := words[1:]
	switch words[0] {
	case "much":
		return r.howMuch(rest)
	case "many":
		return r.counts(rest)
	case "long":
		switch firstOf(rest, "cook", "bake", "prepare", "ship", "deliver", "arrive", "wide") {
		case "cook", "bake":
			return one("cook_time", "")
		case "prepare":
			return one("prep_time", "")
		case "ship", "deliver", "arrive":
			return one("delivery_time", "")
		}
		return one("duration", "")
	case "old":
		return one("age", "integer")
	case "tall", "high":
		return one("height", "")
	case "far":
		return one("distance", "")
	case "big", "large":
		return one("size", "")
	case "heavy":
		return one("weight", "")
	case "often":
		return one("frequency", "")
	case "good":
		return one("rating", "number")
	case "fast":
		return one("speed", "")
	case "difficult", "hard":
		return one("difficulty", "")
	}
	switch firstOf(words, "contact", "reach", "call", "make", "cook", "prepare", "install", "apply") {
	case "contact", "reach":
		return contact()
	case "call":
		return one("phone", "phone")
	case "make", "cook", "prepare", "install", "apply":
		return []*field{{name: "instructions", list: true}}
	}
	return nil
}

// howMuch reads what "how much" asks for: a price if nothing else is said.
func (r *reader) howMuch(words []string) []*field {
	if len(words) > 0 && words[0] == "of" {
		return one("quantity", "")
	}
	if owner := r.each(words); owner != nil {
		return contain(owner, one("price", "number"))
	}
	switch firstOf(words, "weigh", "weighs", "time", "cost", "costs") {
	case "weigh", "weighs":
		return one("weight", "")
	case "time":
		return one("duration", "")
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
func (r *reader) counts(words []string) []*field {
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
			break
		}
		f.name, f.typ, f.list, f.notes = "number_of_"+f.name, "integer", false, nil
		out = append(out, f)
		if words = words[end:]; len(words) < 2 || words[0] != "and" && words[0] != comma {
			break
		}
		words = words[1:]
	}
	return out
}

func (r *reader) what(words []string) []*field {
	if len(words) == 0 {
		return nil
	}
	if words[0] == "else" || words[0] == "about" {
		return r.clause(words[1:])
	}
	switch firstOf(words, "about", "cost", "costs", "called", "say", "says", "happened", "up") {
	case "about":
		if len(r.nounsBefore(words, "about")) == 0 {
			return one("summary", "")
		}
	case "cost", "costs":
		if firstOf(words[:1], "does", "do", "it", "they", "will", "would", "cost", "costs") != "" {
			return one("price", "number")
		}
	case "called":
		return one("name", "")
	case "say", "says":
		return one("text", "")
	case "up":
		return nil
	}
	if words[0] == "time" || words[0] == "hours" || words[0] == "days" {
		if firstOf(words, "open", "close", "opens", "closes", "opening") != "" {
			return one("opening_hours", "")
		}
		if firstOf(words, "start", "begin", "starts", "begins") != "" {
			return one("start_time", "")
		}
		if words[0] == "time" && firstOf(words, "end", "finish", "ends") != "" {
			return one("end_time", "")
		}
	}
	if firstOf(words[:1], "is", "are", "was", "were", "does", "do", "did") != "" {
		return r.clause(withoutRequest(words[1:]))
	}
	asked := words
	state := ""
	for i, w := range words { // which products are in stock
		if i > 0 && (w == "is" || w == "are" || w == "was" || w == "were" || w == "does" || w == "do" || w == "did" || w == "can" || w == "has" || w == "have" || w == "won" || w == "wins" || w == "sells" || w == "offers") {
			asked = words[:i]
			if tail := strings.Join(words[i+1:], " "); strings.Contains(tail, "stock") || strings.Contains(tail, "sale") || strings.Contains(tail, "cheap") {
				state = tail
			}
			break
		}
	}
	if n := len(words); n > 2 && len(asked) == n && (words[n-1] == "it" || words[n-1] == "them" || words[n-1] == "this") {
		asked = words[:n-2] // which company runs them
	}
	fields := r.clause(withoutRequest(asked))
	if state != "" && len(fields) == 1 && fields[0].list {
		fields[0].note(state)
	}
	return fields
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
	}
	if firstOf(rest, "you", "i", "we", "me", "your") != "" && words[0] != "is" {
		asked := withoutRequest(slices.DeleteFunc(slices.Clone(rest), func(w string) bool { return w == "you" || w == "i" || w == "we" }))
		return r.clause(asked)
	}
	for i, w := range rest {
		switch w {
		case "have", "offer", "provide", "include", "there":
			if name := identifier(withoutFill(rest[i+1:])); name != "" {
				return one("has_"+name, "boolean")
			}
			return nil
		}
	}
	if firstOf(rest[:min(1, len(rest))], "the", "this", "it", "these", "shipping") == "" {
		return r.clause(withoutRequest(rest))
	}
	kept := withoutFill(slices.DeleteFunc(slices.Clone(rest), isSubject))
	if name := identifier(kept); name != "" {
		return one(name, "boolean")
	}
	return nil
}
