package extract

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"assay/service/content"
	"assay/service/extract/evidence"
	"assay/service/extract/tree"
)

// bylines takes who wrote a page from links to authors' pages, and from short
// lines that begin with "by" in some language.
func (f *finder) bylines() {
	e := f.e
	t := e.t
	for _, id := range e.x.Links {
		if !f.s.holds(id) || t.Len(id) < 3 || t.Len(id) > 60 {
			continue
		}
		if t.Region(id)&(tree.InNav|tree.InFooter|tree.InRelated|tree.InComments) != 0 && f.s.whole {
			continue
		}
		if leadsToAuthor(t.Value(id, "href")) || hasWord(t.Value(id, "rel"), "author") {
			f.add(evidence.Name, id, t.Text(id), e.w.Byline*e.place(f.w, id, f.s))
		}
	}
	for i := range t.Lines {
		line := &t.Lines[i]
		if size := line.To - line.From; size < 7 || size > 90 || !f.s.holds(line.First) {
			continue
		}
		if name, ok := afterBy(t.LineText(i)); ok {
			node := t.LineNode(i)
			if _, told := e.credited(f.w, t.LineText(i)); told {
				continue
			}
			if linked := e.personText(node); linked != "" {
				name = linked
			}
			f.add(evidence.Label, node, name, e.w.Byline*e.place(f.w, node, f.s))
		}
	}
}

// leadsToAuthor reports whether an address has a directory that sites keep their
// authors in.
func leadsToAuthor(href string) bool {
	href, _, _ = strings.Cut(href, "?")
	parts := strings.Split(strings.ToLower(href), "/")
	for i, part := range parts {
		if i == len(parts)-1 || parts[i+1] == "" {
			break
		}
		switch part {
		case "author", "authors", "autor", "autoren", "autores", "auteur", "auteurs", "autore", "autori", "redaktion", "contributor", "contributors",
			"writer", "writers", "journalist", "journalists", "by", "people", "profile", "profiles", "staff", "reporter", "reporters", "columnist", "columnists",
			"forfatter", "skribent", "redakteur", "redacteur", "byline", "meet-the-team", "our-team", "user", "users", "u", "member", "members", "chef", "chefs", "cook", "cooks":
			return true
		}
	}
	return false
}

func hasWord(list, word string) bool {
	for w := range strings.FieldsSeq(list) {
		if strings.EqualFold(w, word) {
			return true
		}
	}
	return false
}

// afterBy returns the names of a line such as "Von Anna Lee und Karl Maier".
func afterBy(s string) (string, bool) {
	first, rest, ok := strings.Cut(s, " ")
	if !ok {
		return "", false
	}
	switch strings.ToLower(strings.TrimRight(first, ":")) {
	case "by", "von", "par", "por", "di", "door", "av", "af", "przez", "text:", "text", "words", "от", "автор":
	default:
		return "", false
	}
	rest = strings.TrimPrefix(strings.TrimPrefix(rest, "by "), "von ")
	for _, sep := range [...]string{" | ", " • ", " · ", " – ", " — ", " - "} {
		rest, _, _ = strings.Cut(rest, sep)
	}
	least := 2
	if name, _, ok := strings.Cut(rest, ", in "); ok { // the section it stands in
		rest, least = name, 1
	}
	var words []string
	for word := range strings.FieldsSeq(rest) {
		if words = append(words, word); len(words) > 9 {
			return "", false
		}
	}
	if len(words) < least {
		return "", false
	}
	capitals := 0
	for _, w := range words {
		if r, _ := utf8.DecodeRuneInString(w); unicode.IsUpper(r) {
			capitals++
		} else if unicode.IsDigit(r) {
			return "", false
		}
	}
	return rest, capitals*3 >= len(words)*2
}

// personText returns the names in an element that says more than a name: the
// texts of its links, if those are names.
func (e *engine) personText(id content.ID) string {
	t := e.t
	var names []string
	links := 0
	for k := id + 1; k < t.Nodes[id].End && k < id+60; k++ {
		if n := &t.Nodes[k]; n.Kind == content.Element && n.Role == content.Link && t.Len(k) > 0 {
			links++
			if text := t.Text(k); len(text) <= 60 && strings.Contains(text, " ") {
				if _, fit := e.readPerson(text); fit >= 0.9 && capitalised(text) {
					names = append(names, text)
				}
			}
			k = n.End - 1
		}
	}
	if len(names) == 0 || len(names) > 6 {
		return ""
	}
	return strings.Join(names, ", ")
}

func capitalised(s string) bool {
	capitals, words := 0, 0
	for w := range strings.FieldsSeq(s) {
		words++
		if r, _ := utf8.DecodeRuneInString(w); !unicode.IsLower(r) {
			capitals++
		}
	}
	return capitals*2 > words
}
