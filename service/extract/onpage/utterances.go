package onpage

import (
	"slices"

	"assay/service/extract/fields"
	"assay/service/extract/lexicon"
)

// SaidBySomebody is from how sure an author is that he tells what somebody said from the
// parts of an article: a heading or bold word at its head is not enough.
const SaidBySomebody = 0.4

// SaidText is from how sure a column is what was said.
const SaidText = 0.2

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

// RatedOnly leaves out of a list of reviews that asks for their ratings the records
// without one, if more than a few lack it: they are questions and replies that
// stand among the reviews.
func RatedOnly(w *fields.Field, rows []fields.Answer) []fields.Answer {
	i := slices.IndexFunc(w.Children, func(f *fields.Field) bool { return f.Shape == lexicon.Rating && f.Query.IsLeaf() && !f.Query.List })
	if i < 0 || !ofReviews(w) {
		return rows
	}
	var rated []fields.Answer
	for _, r := range rows {
		if r.Children[i].Leaf.JSON != "" {
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
func ofReviews(w *fields.Field) bool {
	for _, word := range lexicon.Words(w.Query.Name + " " + w.Query.Description) {
		switch word {
		case "review", "reviews", "testimonial", "testimonials", "bewertung", "bewertungen", "rezension", "rezensionen", "avis", "opinion", "opinions", "opiniones",
			"resena", "resenas", "recensione", "recensioni", "recensie", "recensies", "avaliacao", "avaliacoes":
			return true
		}
	}
	return false
}
