package fields

import (
	"slices"

	"assay/service/extract/lexicon"
)

// markSubject marks among the fields of one thing the one that asks for its name by what
// it is, if none asks for its name or title outright: the player_name of a player with
// his height.
func markSubject(fields []*Field) {
	if i := subjectOf(fields, (*Field).namesSubject); i >= 0 {
		fields[i].Subject = true
	}
}

// thingOf returns which field of a query is called what a thing is, as a laptop, which asks for
// its name: -1 if one does outright, or if a label of the page says it.
func thingOf(fields []*Field, called Called) int {
	return subjectOf(fields, func(w *Field) bool {
		if len(w.Name) != 1 || !lexicon.IsSubject(w.Name[0].Word) {
			return false
		}
		_, labelled := called(w.Name)
		return !labelled
	})
}

// nameThing makes a field that is called what a thing is ask for its name.
func (w *Field) nameThing() {
	w.Name = append(w.Name, lexicon.Compile("name")...)
	w.Concept = w.Name.Concept()
	w.Shape = ShapeFor(w.Type, w.Concept)
	w.Subject = true
}

// subjectOf returns the one field of a thing that asks for its name, as is tells: -1 if there is
// none or several, or one asks outright.
func subjectOf(fields []*Field, is func(*Field) bool) int {
	if slices.ContainsFunc(fields, (*Field).IsNaming) {
		return -1
	}
	asks := func(w *Field) bool { return w.Type == 0 && w.Query.IsLeaf() && !w.Query.List && is(w) }
	i := slices.IndexFunc(fields, asks)
	if i < 0 || slices.ContainsFunc(fields[i+1:], asks) {
		return -1
	}
	return i
}

// namesSubject reports whether a field asks for the name of something that a page may be
// about: not of somebody or something that pages only tell of another, as a city.
func (w *Field) namesSubject() bool {
	if !w.EndsInName() || len(w.Name) != 2 {
		return false
	}
	kind := w.Name[0].Concept
	return kind == 0 || isOftenSubject(kind)
}

// isOftenSubject reports whether people of a kind have pages about them, beside those that
// only name them.
func isOftenSubject(kind lexicon.Concept) bool {
	name := kind.String()
	return name == "player" || name == "actor"
}
