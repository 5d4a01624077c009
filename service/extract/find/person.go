package find

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"assay/service/content"
	"assay/service/extract/evidence"
	"assay/service/extract/fields"
	"assay/service/extract/lexicon"
	"assay/service/extract/onpage"
	"assay/service/extract/tree"
)

// bylines takes who wrote a page from links to authors' pages, and from short
// lines that begin with "by" in some language.
func (f *finder) bylines() {
	e := f.Engine
	t := e.Tree
	for _, id := range e.Index.Links {
		if !f.s.Holds(id) || t.Len(id) < 3 || t.Len(id) > 60 {
			continue
		}
		if t.Region(id)&(tree.InNav|tree.InFooter|tree.InRelated|tree.InComments) != 0 && f.s.Whole {
			continue
		}
		if leadsToAuthor(t.Value(id, "href")) || hasWord(t.Value(id, "rel"), "author") {
			f.add(evidence.Name, id, t.Text(id), e.Weights.Byline*e.Place(f.w, id, f.s))
		}
	}
	for i := range t.Lines {
		line := &t.Lines[i]
		if size := line.To - line.From; size < 7 || size > 90 || !f.s.Holds(line.First) {
			continue
		}
		if name, ok := afterBy(t.LineText(i)); ok {
			node := t.LineNode(i)
			if _, told := e.Credited(f.w, t.LineText(i)); told {
				continue
			}
			if linked := e.PersonText(node); linked != "" {
				name = linked
			}
			f.add(evidence.Label, node, name, e.Weights.Byline*e.Place(f.w, node, f.s))
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

// uncredited returns the names that stand beside a label without those of whom it is said
// that they did something else than what a field asks.
func uncredited(e *Engine, w *fields.Field, text string) string {
	var out []string
	for _, c := range onpage.CreditsIn(text) {
		if c.Role == "" || e.IsRole(w, c.Role) {
			out = append(out, c.Name)
		}
	}
	if len(out) == 0 {
		return text
	}
	return strings.Join(out, ", ")
}

// credits takes who did what a field asks for from the lines that tell it of people.
func (f *finder) credits() {
	if f.w.Shape != lexicon.Person || f.w.Type != 0 {
		return
	}
	e := f.Engine
	take := func(node content.ID, text string) {
		if names, _ := e.Credited(f.w, text); names != "" {
			f.add(evidence.Label, node, names, e.Weights.Byline*e.Place(f.w, node, f.s))
		}
	}
	for i := range e.Tree.Lines {
		if f.s.Holds(e.Tree.Lines[i].First) {
			take(e.Tree.LineNode(i), e.Tree.LineText(i))
		}
	}
	if e.Index.H1 != content.None && f.s.Holds(e.Index.H1) {
		if _, addition := headingParts(e, e.Index.H1); addition != content.None {
			take(addition, e.Tree.Text(addition))
		}
	}
}
