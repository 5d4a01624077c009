package extract

import (
	"slices"

	"assay/service/extract/lexicon"
	"assay/service/extract/records"
	"assay/service/extract/tree"
)

// saidBySomebody is from how sure an author is that he tells what somebody said from the
// parts of an article: a heading or bold word at its head is not enough.
const saidBySomebody = 0.4

// saidText is from how sure a column is what was said.
const saidText = 0.2

// areWords reports whether the records of a list are what somebody said: comments,
// reviews, posts that are not called anything.
func (w *want) areWords() bool {
	switch w.concept.String() {
	case "comment":
		return true
	case "post":
		for _, f := range w.children {
			if f.isNaming() || f.concept.String() == "url" {
				return false
			}
		}
		return true
	}
	return false
}

// unsaid reports whether records are not what somebody said, though a list asks for that:
// nothing around them is called so, and most of them tell neither by whom nor when it was
// said, nor how many stars it gives.
func (e *engine) unsaid(w *want, set *records.Set, al alignment) bool {
	switch {
	case !w.areWords(), e.setName(w, set.Keys, set.Around) >= surelyNamed, e.t.Region(set.Spans[0].From)&tree.InComments != 0,
		slices.ContainsFunc(w.name, func(t lexicon.Term) bool { return e.isAbout(t.Word) }):
		return false
	}
	leads := false
	for i, f := range w.children {
		leads = leads || f.isNaming() || f.shape == lexicon.URL
		if f.shape == lexicon.Prose && f.field.IsLeaf() && !f.field.List && (len(al.choices[i]) == 0 || al.choices[i][0].score < saidText) {
			return true
		}
	}
	told := 0
	sample := sampleOf(set.Spans)
	for _, sp := range sample {
		switch ownText := sp.From <= e.x.H1 && e.x.H1 < sp.To; {
		case ownText && w.concept.String() == "comment":
		case e.anyMark(e.x.Dates, sp) > 0, e.tellsWho(w, sp, al):
			told++
		}
	}
	return told*2 <= len(sample)
}

// tellsWho reports whether a record has an author or a rating.
func (e *engine) tellsWho(w *want, sp records.Span, al alignment) bool {
	for i, a := range e.row(w, sp, al) {
		switch w.children[i].shape {
		case lexicon.Person, lexicon.Rating:
			if a.leaf.json != "" && a.leaf.score > saidBySomebody {
				return true
			}
		}
	}
	return false
}

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
