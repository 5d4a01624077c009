package onpage

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"assay/service/content"
	"assay/service/extract/fields"
	"assay/service/extract/lexicon"
)

// MaxSubjects is how many things of one type a page can be about: more are a list.
const MaxSubjects = 2

// TitleNode returns the page's title element, or content.None.
func (e *Engine) TitleNode() content.ID {
	for i := range e.Tree.Nodes {
		if e.Tree.Tag(content.ID(i)) == "title" {
			return content.ID(i)
		}
	}
	return content.None
}

// NamesPage reports whether a field asks for the name of what the page is about, by
// what it is: the fund_name of a page whose heading says that it is a fund, or stands
// in a box of that name.
func (e *Engine) NamesPage(w *fields.Field) bool {
	if !w.EndsInName() || len(w.Name) != 2 || w.Type != 0 || e.Index.H1 == content.None {
		return false
	}
	kind := &w.Name[0]
	if shape := kind.Concept.Shape(); kind.Want < 0.5 || kind.Concept != 0 && (shape == lexicon.Person || shape == lexicon.Org) {
		return false
	}
	for _, word := range lexicon.Words(e.H1()) {
		if lexicon.Stem(word) == kind.Word {
			return true
		}
	}
	for at, up := e.Index.H1, 0; at != content.None && up < 3; at, up = e.Tree.Nodes[at].Parent, up+1 {
		for _, word := range lexicon.Words(e.Tree.Value(at, "class") + " " + e.Tree.Value(at, "id")) {
			if lexicon.Stem(word) == kind.Word {
				return true
			}
		}
	}
	return false
}

// FirstRun returns the first text of an element.
func (e *Engine) FirstRun(id content.ID) string {
	for k := id + 1; k < e.Tree.Nodes[id].End; k++ {
		if n := &e.Tree.Nodes[k]; n.Kind == content.Text && strings.TrimSpace(e.Tree.Chars(k)) != "" {
			return strings.Join(strings.Fields(e.Tree.Chars(k)), " ")
		}
	}
	return ""
}

// NamesHeading reports whether a field asks for the name of what the page is about, and
// the page's heading is that. What has a site of its own, as a cinema, has pages about
// other things there: it is the heading only if that reads like a name.
func (e *Engine) NamesHeading(w *fields.Field) bool {
	return w.Subject && (!isBody(w.Name[0].Word) || isNameHeading(e))
}

// NamesSite reports whether a field asks for the name of a firm or body that the page tells of, and its
// heading is of something else: that of the site is its name.
func (e *Engine) NamesSite(w *fields.Field) bool {
	return w.Subject && isBody(w.Name[0].Word) && !isNameHeading(e)
}

// isNameHeading reports whether the page's heading begins the page's title, with nothing
// after it there but a word for the sort of page, and is of words with capital letters
// that are no names of fields.
func isNameHeading(e *Engine) bool {
	heading := e.H1()
	words := strings.Fields(heading)
	if len(words) < 2 || lexicon.IsName(heading) {
		return false
	}
	switch strings.ToLower(words[0]) {
	case "our", "your", "all", "about", "meet", "contact", "welcome", "unsere", "unser", "nos", "notre", "nuestro", "nuestra", "nuestros":
		return false
	}
	for _, word := range words {
		if !StartsUpper(word) && !isOf(word) && word != "the" && word != "and" && word != "&" {
			return false
		}
		if lexicon.Introduces(word) != 0 && !isBody(lexicon.Stem(strings.ToLower(word))) {
			return false
		}
	}
	for part := range TitleParts(e.Index.Title) {
		rest, ok := strings.CutPrefix(part, heading)
		return ok && (rest == "" || lexicon.IsName(rest))
	}
	return false
}

// wantsLess reports whether a field's description says that something which may stand with
// its value is no part of it: "without the format".
func wantsLess(w *fields.Field) bool {
	first, _, _ := strings.Cut(strings.ToLower(strings.TrimSpace(w.Query.Description)), " ")
	switch first {
	case "without", "ohne", "sans", "sin", "senza", "zonder", "sem":
		return true
	}
	return false
}

// isBody reports whether a word is a kind of firm or body that has a site of its own, so
// that the name of the site is the name of it.
func isBody(word string) bool {
	switch word {
	case "gym", "cinema", "museum", "bank", "council", "airport", "school", "hospital", "clinic", "practice", "church",
		"theatre", "theater", "college", "university", "charity", "agency", "dealer", "dealership", "studio", "salon",
		"library", "gallery", "institution", "institute", "brewery", "winery", "bakery", "pharmacy", "dentist", "hotel",
		"restaurant", "cafe", "pub", "bar", "inn", "club", "foundation", "association", "festival", "zoo", "park":
		return true
	}
	return false
}

func isOf(word string) bool {
	switch strings.ToLower(word) {
	case "of", "de", "di", "du", "des", "der", "for", "für", "pour", "van", "do", "da":
		return true
	}
	return false
}

// StartsUpper reports whether a text begins with a capital letter.
func StartsUpper(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.IsUpper(r)
}
