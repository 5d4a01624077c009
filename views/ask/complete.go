package ask

import (
	"slices"
	"strings"
	"unicode/utf8"

	"assay/query"
	"assay/ui/editor"
)

// minWord is how much of a word is typed before completions are offered unasked.
const minWord = 2

// shape is a piece of a query that many queries have.
type shape struct{ name, text string }

// shapes are offered by the beginning of their name. The cursor goes to the first $.
var shapes = []shape{
	{"products", "products[] {\n  name$\n  price(number)\n  link(url)\n}"},
	{"items", "items[] {\n  $\n}"},
	{"article", "article {\n  headline$\n  author\n  published(date)\n  text\n}"},
	{"contact", "contact {\n  phone(phone)$\n  email(email)\n  address\n}"},
	{"links", "links[] {\n  text$\n  link(url)\n}"},
	{"reviews", "reviews[] {\n  author$\n  rating(number)\n  text\n}"},
	{"rows", "rows[] {\n  $\n}"},
	{"lines", "lines[] {\n  item$\n  quantity(number)\n  total(number)\n}"},
	{"next_page", "next_page(url)$"},
}

// Complete returns the types a description can name, or the names of fields and the
// shapes that begin with the word before the cursor.
func (l *language) Complete(text string, at int, asked bool) editor.Completions {
	start := editor.WordBefore(text, at)
	word := text[start:at]
	if isDescription(text[strings.LastIndexByte(text[:at], '\n')+1 : at]) {
		return completeType(text, start, at)
	}
	if utf8.RuneCountInString(word) < minWord && !asked {
		return editor.Completions{}
	}
	end := editor.WordAfter(text, at)
	if end > at && !asked { // an edit within a word is not the word's beginning
		return editor.Completions{}
	}
	found := editor.Completions{Start: start, End: end}
	seen := map[string]bool{}
	var names, parts []editor.Completion
	offer := func(name, detail string) bool {
		switch {
		case seen[name]:
		case strings.HasPrefix(strings.ToLower(name), strings.ToLower(word)):
			names = append(names, editor.Completion{Label: name, Detail: detail, Insert: name})
		case word != "" && strings.Contains(strings.ToLower(name), "_"+strings.ToLower(word)):
			parts = append(parts, editor.Completion{Label: name, Detail: detail, Insert: name})
		}
		seen[name] = true
		return name == word
	}
	q, _ := query.Parse(text[:start] + text[end:]) // without the word itself
	for _, name := range query.FieldNames(q) {
		if offer(name, "in this query") && !asked {
			return editor.Completions{} // the word is whole
		}
	}
	for _, name := range l.names {
		if offer(name.Name, name.Where) && !asked {
			return editor.Completions{}
		}
	}
	var whole []editor.Completion
	for _, s := range shapes {
		if strings.HasPrefix(s.name, word) {
			insert := strings.Replace(s.text, "$", "", 1)
			whole = append(whole, editor.Completion{Label: s.name + " " + brackets(insert), Detail: "shape", Insert: insert, Cursor: strings.IndexByte(s.text, '$')})
		}
	}
	found.Items = slices.Concat(names, whole, parts)
	return found
}

// brackets says what kind of shape a text is.
func brackets(text string) string {
	switch {
	case strings.Contains(text, "[]"):
		return "[] {…}"
	case strings.Contains(text, "{"):
		return "{…}"
	}
	return text[strings.IndexByte(text, '('):]
}

// isDescription reports whether a line ends within an open parenthesis.
func isDescription(line string) bool {
	return strings.Count(line, "(") > strings.Count(line, ")")
}

// completeType returns the types that begin with the word, for a description that
// has no other words yet.
func completeType(text string, start, at int) editor.Completions {
	if !strings.HasSuffix(text[:start], "(") {
		return editor.Completions{}
	}
	found := editor.Completions{Start: start, End: at}
	closed := at < len(text) && text[at] == ')'
	if closed {
		found.End++
	}
	for _, name := range query.TypeNames() {
		if name == text[start:at] {
			return editor.Completions{}
		}
		if strings.HasPrefix(name, strings.ToLower(text[start:at])) {
			found.Items = append(found.Items, editor.Completion{Label: name, Detail: typeMeanings[name], Insert: name + ")"})
		}
	}
	return found
}

// typeMeanings says what a value of each type is.
var typeMeanings = map[string]string{
	"integer": "a whole number", "number": "1234.56", "float": "a number", "decimal": "a number", "boolean": "true or false",
	"string": "text as it stands", "date": "2026-03-01", "datetime": "2026-03-01T09:30:00Z", "url": "a whole address",
	"email": "an e-mail address", "phone": "a phone number", "price": "the amount, a number", "currency": "the amount, a number",
	"percent": "12.5 for 12.5 %",
}
