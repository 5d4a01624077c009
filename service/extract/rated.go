package extract

import (
	"slices"

	"assay/service/extract/lexicon"
)

// ratedOnly leaves out of a list of reviews that asks for their ratings the records
// without one, if more than a few lack it: they are questions and replies that
// stand among the reviews.
func ratedOnly(w *want, rows []answer) []answer {
	i := slices.IndexFunc(w.children, func(f *want) bool { return f.shape == lexicon.Rating && f.field.IsLeaf() && !f.field.List })
	if i < 0 || !w.ofReviews() {
		return rows
	}
	var rated []answer
	for _, r := range rows {
		if r.child[i].leaf.json != "" {
			rated = append(rated, r)
		}
	}
	if len(rated) < 2 || len(rated)*10 >= len(rows)*9 {
		return rows
	}
	return rated
}

// ofReviews reports whether a list is of what people think of a thing, by its name
// or description.
func (w *want) ofReviews() bool {
	for _, word := range lexicon.Words(w.field.Name + " " + w.field.Description) {
		switch word {
		case "review", "reviews", "testimonial", "testimonials", "bewertung", "bewertungen", "rezension", "rezensionen", "avis", "opinion", "opinions", "opiniones",
			"resena", "resenas", "recensione", "recensioni", "recensie", "recensies", "avaliacao", "avaliacoes":
			return true
		}
	}
	return false
}
