package onpage

import (
	"assay/service/extract/fields"
)

// AreWords reports whether the records of a list are what somebody said: comments,
// reviews, posts that are not called anything.
func AreWords(w *fields.Field) bool {
	switch w.Concept.String() {
	case "comment":
		return true
	case "post":
		for _, f := range w.Children {
			if f.IsNaming() || f.Concept.String() == "url" {
				return false
			}
		}
		return true
	}
	return false
}
