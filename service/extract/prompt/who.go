package prompt

import (
	"slices"
	"strings"
)

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
var doings = map[string]string{"answered": "answers", "replied": "replies", "responded": "replies", "commented": "comments", "reviewed": "reviews", "posted": "posts", "voted": "voters"}

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
