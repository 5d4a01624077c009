package extract

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"assay/client/query"
	"assay/service/extract/lexicon"
)

// ErrNoData says that a prompt names no data.
var ErrNoData = errors.New(`the prompt names no data to extract; name what you want, such as "all products with name and price"`)

// Infer turns a prompt into the query a person would write for it: what is named
// becomes a field, plurals and "all …" become lists, what follows "with" or
// stands before "of" becomes the fields inside. The error is ErrNoData.
func Infer(prompt string) (*query.Query, error) {
	var fields []*inferred
	for sentence := range strings.FieldsFuncSeq(prompt, func(r rune) bool { return r == '.' || r == ';' || r == '\n' || r == '?' || r == '!' }) {
		fields = append(fields, clause(wordsOf(sentence))...)
	}
	if len(fields) == 0 {
		return nil, ErrNoData
	}
	var b strings.Builder
	printFields(&b, fields)
	q, err := query.Parse(b.String())
	if err != nil {
		return nil, fmt.Errorf("the prompt became a query that does not read: %w", err)
	}
	return q, nil
}

// inferred is a field a prompt names.
type inferred struct {
	name   string
	typ    string
	list   bool
	fields []*inferred
}

func printFields(b *strings.Builder, fields []*inferred) {
	b.WriteString("{ ")
	for _, f := range unique(fields) {
		b.WriteString(f.name)
		if f.typ != "" && len(f.fields) == 0 {
			b.WriteString("(" + f.typ + ")")
		}
		if f.list {
			b.WriteString("[]")
		}
		if len(f.fields) > 0 {
			b.WriteString(" ")
			printFields(b, f.fields)
		}
		b.WriteString(" ")
	}
	b.WriteString("}")
}

func unique(fields []*inferred) []*inferred {
	var out []*inferred
	for _, f := range fields {
		at := slices.IndexFunc(out, func(o *inferred) bool { return o.name == f.name })
		if at < 0 {
			out = append(out, f)
			continue
		}
		out[at].fields = unique(append(out[at].fields, f.fields...))
	}
	return out
}

// wordsOf splits a sentence into words; commas and colons are words of their own.
func wordsOf(s string) []string {
	var out []string
	word := strings.Builder{}
	flush := func() {
		if word.Len() > 0 {
			out = append(out, strings.ToLower(word.String()))
			word.Reset()
		}
	}
	for _, r := range strings.NewReplacer("’", "'", "‘", "'").Replace(s) {
		switch {
		case unicode.IsLetter(r) || unicode.IsDigit(r) || r == '\'' || r == '_' || r == '-':
			word.WriteRune(r)
		case r == ',' || r == ':' || r == '(' || r == '/' || r == '&' || r == '+':
			flush()
			switch r {
			case ':', '(':
				out = append(out, ":")
			default:
				out = append(out, ",")
			}
		default:
			flush()
		}
	}
	flush()
	return out
}

// clause reads one sentence.
func clause(words []string) []*inferred {
	words = withoutRequest(words)
	if len(words) == 0 {
		return nil
	}
	for i := 1; i+1 < len(words); i++ { // reviews and their authors
		if (words[i] == "their" || words[i] == "its") && words[i-1] == "and" {
			fields := nouns(words[i+1:])
			for _, f := range fields {
				f.name, f.list = singularName(f), false
			}
			if owners := nouns(words[:i-1]); len(owners) > 0 {
				owners[len(owners)-1].fields = fields
				return owners
			}
		}
	}
	if at := splitAt(words, isWith); at > 0 {
		return withFields(words[:at], words[at+1:])
	}
	if at := possessive(words); at >= 0 { // the article's author and date
		owner := strings.TrimSuffix(strings.TrimSuffix(words[at], "'s"), "'")
		fields := nouns(words[at+1:])
		if len(fields) > 0 && (strings.HasSuffix(words[at], "s'") || hasAll(words[:at])) {
			return []*inferred{{name: plural(owner), list: true, fields: fields}}
		}
		return fields
	}
	if at := splitAt(words, isOf); at > 0 && at+1 < len(words) {
		return ofFields(words[:at], words[at+1:])
	}
	return nouns(words)
}

// withFields reads "products with name, price and rating".
func withFields(head, tail []string) []*inferred {
	owners := nouns(head)
	fields := nouns(tail)
	if len(owners) == 0 || len(fields) == 0 {
		return append(owners, fields...)
	}
	owner := owners[len(owners)-1]
	owner.fields, owner.typ = fields, ""
	return owners
}

// ofFields reads "name and price of every product" and "author of the article".
func ofFields(head, tail []string) []*inferred {
	first := head[len(head)-1]
	if first == "list" || first == "lists" || first == "table" || first == "number" || first == "set" || first == "names" && len(head) == 1 {
		switch first {
		case "number":
			if noun := name(strip(tail)); noun != "" {
				return append(nouns(head[:len(head)-1]), &inferred{name: "number_of_" + noun, typ: "integer"})
			}
		case "names":
			return nouns(append([]string{singular(strip(tail)[len(strip(tail))-1])}, "names"))
		}
		if at := splitAt(tail, func(w string) bool { return w == "by" || w == "per" }); at > 0 { // results by year
			return withFields(append([]string{"all"}, tail[:at]...), tail[at+1:])
		}
		return nouns(append([]string{"all"}, tail...))
	}
	fields := nouns(head)
	owner := strip(tail)
	if len(owner) == 0 {
		return fields
	}
	if hasAll(tail) || isPlural(owner[len(owner)-1]) {
		list := nouns(append([]string{"all"}, owner...))
		if len(list) == 1 && len(fields) > 0 {
			for _, f := range fields {
				f.name, f.list = singularName(f), false
			}
			list[0].fields, list[0].typ = fields, ""
			return list
		}
	}
	return fields
}

func singularName(f *inferred) string {
	if !f.list {
		return f.name
	}
	if at := strings.LastIndexByte(f.name, '_'); at >= 0 {
		return f.name[:at+1] + singular(f.name[at+1:])
	}
	return singular(f.name)
}

// nouns reads a list of nouns: "title, author and publication date".
func nouns(words []string) []*inferred {
	var out []*inferred
	start := 0
	flush := func(end int) {
		if f := noun(words[start:end]); f != nil {
			out = append(out, f)
		}
		start = end + 1
	}
	for i, w := range words {
		switch w {
		case ",", "and", "or", "und", "et", "y", "plus", ":":
			flush(i)
		}
	}
	flush(len(words))
	return out
}

func noun(words []string) *inferred {
	all := hasAll(words)
	words = strip(words)
	for at, w := range words { // "links in the footer": the place is no part of the name
		if at > 0 && (w == "in" || w == "on" || w == "from" || w == "at" || w == "for" || w == "that" || w == "which" || w == "of") {
			words = words[:at]
			break
		}
	}
	n := name(words)
	if n == "" {
		return nil
	}
	last := words[len(words)-1]
	f := &inferred{name: n, list: isPlural(last)}
	if all && !f.list {
		f.name, f.list = plural(n), true
	}
	c := lexicon.Compile(strings.Join(words, " ")).Concept()
	switch c.Shape() {
	case lexicon.Price, lexicon.Rating, lexicon.Number:
		f.typ = "number"
	case lexicon.Integer:
		f.typ = "integer"
	case lexicon.Date:
		f.typ = "date"
	case lexicon.URL:
		f.typ = "url"
	case lexicon.Image:
		f.typ = "url"
	case lexicon.Boolean:
		f.typ = "boolean"
	case lexicon.Email:
		f.typ = "email"
	case lexicon.Phone:
		f.typ = "phone"
	case lexicon.Hours, lexicon.Address:
		f.list = false
	}
	if c.String() == "availability" && last == "availability" {
		f.typ = ""
	}
	return f
}

func name(words []string) string {
	var parts []string
	for _, w := range words {
		w = strings.Map(func(r rune) rune {
			if r == '-' || r == '_' {
				return '_'
			}
			if r < 0x80 && (unicode.IsLetter(r) || unicode.IsDigit(r)) {
				return r
			}
			return -1
		}, strings.Join(lexicon.Words(w), "_"))
		if w != "" {
			parts = append(parts, w)
		}
	}
	n := strings.Trim(strings.Join(parts, "_"), "_")
	if n == "" {
		return ""
	}
	if n[0] >= '0' && n[0] <= '9' {
		n = "_" + n
	}
	return n
}

// strip drops articles, pronouns and quantifiers.
func strip(words []string) []string {
	out := make([]string, 0, len(words))
	for _, w := range words {
		switch w {
		case "the", "a", "an", "its", "their", "his", "her", "this", "that's", "these", "those", "all", "every", "each", "any", "me", "my", "our", "your", "some", "first", "listed", "available", "page", "page's", "website", "site", "please", "it", "them", "there", "here", "is", "are", "was", "were", "data", "information", "details", "info", "also", "only", "just", "as", "well", "other", "into", "json":
			if (w == "page" || w == "website" || w == "data" || w == "available") && len(words) == 1 {
				continue
			}
			continue
		}
		out = append(out, w)
	}
	return out
}

func hasAll(words []string) bool {
	for _, w := range words {
		if w == "all" || w == "every" || w == "each" || w == "any" {
			return true
		}
	}
	return false
}

// withoutRequest drops the words that ask: "please get me", "what are".
func withoutRequest(words []string) []string {
	for len(words) > 0 {
		switch words[0] {
		case "get", "extract", "find", "give", "list", "show", "fetch", "return", "collect", "scrape", "retrieve", "pull", "grab", "tell", "want", "need", "please", "i", "me", "we", "us", "what", "what's", "which", "who", "when", "where", "how", "is", "are", "was", "were", "the", "can", "could", "you", "would", "like", "to", "and", "also", "then", "out", ",", ":", "do", "does", "have", "know", "see", "query", "search", "look", "for", "about", "from", "on", "in", "of", "hi", "hello", "hey", "thanks", "thank", "help", "a", "an":
			if words[0] == "list" && len(words) > 1 && words[1] == "of" {
				words = append([]string{"all"}, words[2:]...)
				return words
			}
			words = words[1:]
			continue
		}
		break
	}
	return words
}

func splitAt(words []string, is func(string) bool) int {
	return slices.IndexFunc(words, is)
}

func isWith(w string) bool {
	switch w {
	case "with", "including", "include", "containing", "having", "incl", ":", "showing", "where":
		return true
	}
	return false
}

func isOf(w string) bool { return w == "of" || w == "for" || w == "from" }

func possessive(words []string) int {
	return slices.IndexFunc(words, func(w string) bool {
		return strings.HasSuffix(w, "'s") || strings.HasSuffix(w, "s'")
	})
}

func isPlural(w string) bool {
	if len(w) < 4 || !strings.HasSuffix(w, "s") || strings.HasSuffix(w, "ss") || strings.HasSuffix(w, "us") || strings.HasSuffix(w, "is") {
		return false
	}
	switch w {
	case "address", "status", "news", "series", "hours", "species", "sales", "gas", "bus", "servings", "details", "bedrooms", "bathrooms", "calories", "points", "pages", "stars", "dimensions", "minutes":
		return false
	}
	return true
}

func plural(w string) string {
	switch {
	case isPlural(w):
		return w
	case strings.HasSuffix(w, "y") && len(w) > 2 && !strings.ContainsRune("aeiou", rune(w[len(w)-2])):
		return w[:len(w)-1] + "ies"
	case strings.HasSuffix(w, "s"), strings.HasSuffix(w, "x"), strings.HasSuffix(w, "ch"), strings.HasSuffix(w, "sh"):
		return w + "es"
	}
	return w + "s"
}

func singular(w string) string { return lexicon.Stem(w) }
