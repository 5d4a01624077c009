package fields

import (
	"assay/service/extract/lexicon"
)

// markSubject marks among the fields of one thing the one that asks for its name by what
// it is, if none asks for its name or title outright: the player_name of a player with
// his height.
func markSubject(fields []*Field) {
	for _, w := range fields {
		if w.IsNaming() {
			return
		}
	}
	for _, w := range fields[:min(len(fields), maxBeforeName)] {
		if w.Type == 0 && w.Query.IsLeaf() && !w.Query.List && w.namesSubject() {
			w.Subject = true
			return
		}
	}
}

// maxBeforeName is among how many fields the name of a thing comes: later ones ask for the
// names of its parts.
const maxBeforeName = 2

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
