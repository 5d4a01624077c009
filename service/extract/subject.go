package extract

import (
	"strings"

	"assay/service/extract/lexicon"
)

// markSubject marks among the fields of one thing the one that asks for its name by what
// it is, if none asks for its name or title outright: the player_name of a player with
// his height.
func markSubject(fields []*want) {
	for _, w := range fields {
		if w.isNaming() {
			return
		}
	}
	for _, w := range fields[:min(len(fields), maxBeforeName)] {
		if w.typ == 0 && w.field.IsLeaf() && !w.field.List && w.namesSubject() {
			w.subject = true
			return
		}
	}
}

// maxBeforeName is among how many fields the name of a thing comes: later ones ask for the
// names of its parts.
const maxBeforeName = 2

// namesSubject reports whether a field asks for the name of something that a page may be
// about: not of somebody or something that pages only tell of another, as a city.
func (w *want) namesSubject() bool {
	if !w.endsInName() || len(w.name) != 2 {
		return false
	}
	kind := w.name[0].Concept
	return kind == 0 || isOftenSubject(kind)
}

// namesHeading reports whether a field asks for the name of what the page is about, and
// the page's heading is that. What has a site of its own, as a cinema, has pages about
// other things there: it is the heading only if that reads like a name.
func (e *engine) namesHeading(w *want) bool {
	return w.subject && (!isBody(w.name[0].Word) || e.isNameHeading())
}

// isNameHeading reports whether the page's heading begins the page's title, with nothing
// after it there but a word for the sort of page, and is of words with capital letters
// that are no names of fields.
func (e *engine) isNameHeading() bool {
	heading := e.h1()
	words := strings.Fields(heading)
	if len(words) < 2 || lexicon.IsName(heading) {
		return false
	}
	for _, word := range words {
		if !startsUpper(word) && !isOf(word) && word != "the" && word != "and" && word != "&" {
			return false
		}
		if lexicon.Introduces(word) != 0 && !isBody(lexicon.Stem(strings.ToLower(word))) {
			return false
		}
	}
	for part := range titleParts(e.x.Title) {
		rest, ok := strings.CutPrefix(part, heading)
		return ok && (rest == "" || lexicon.IsName(rest))
	}
	return false
}

// wantsLess reports whether a field's description says that something which may stand with
// its value is no part of it: "without the format".
func (w *want) wantsLess() bool {
	first, _, _ := strings.Cut(strings.ToLower(strings.TrimSpace(w.field.Description)), " ")
	switch first {
	case "without", "ohne", "sans", "sin", "senza", "zonder", "sem":
		return true
	}
	return false
}

// isOftenSubject reports whether people of a kind have pages about them, beside those that
// only name them.
func isOftenSubject(kind lexicon.Concept) bool {
	name := kind.String()
	return name == "player" || name == "actor"
}
