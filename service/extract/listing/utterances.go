package listing

import (
	"slices"

	"assay/service/extract/align"
	"assay/service/extract/fields"
	"assay/service/extract/lexicon"
	"assay/service/extract/onpage"
	"assay/service/extract/records"
	"assay/service/extract/tree"
)

// unsaid reports whether records are not what somebody said, though a list asks for that:
// nothing around them is called so, and most of them tell neither by whom nor when it was
// said, nor how many stars it gives.
func unsaid(e *Engine, w *fields.Field, set *records.Set, al onpage.Alignment) bool {
	switch {
	case !onpage.AreWords(w), setName(e, w, set.Keys, set.Around) >= align.SurelyNamed, e.Tree.Region(set.Spans[0].From)&tree.InComments != 0,
		slices.ContainsFunc(w.Name, func(t lexicon.Term) bool { return e.IsAbout(t.Word) }):
		return false
	}
	leads := false
	for i, f := range w.Children {
		leads = leads || f.IsNaming() || f.Shape == lexicon.URL
		if f.Shape == lexicon.Prose && f.Query.IsLeaf() && !f.Query.List && (len(al.Choices[i]) == 0 || al.Choices[i][0].Score < saidText) {
			return true
		}
	}
	told := 0
	sample := onpage.SampleOf(set.Spans)
	for _, sp := range sample {
		switch ownText := sp.From <= e.Index.H1 && e.Index.H1 < sp.To; {
		case ownText && w.Concept.String() == "comment":
		case e.AnyMark(e.Index.Dates, sp) > 0, tellsWho(e, w, sp, al):
			told++
		}
	}
	return told*2 <= len(sample)
}

// tellsWho reports whether a record has an author or a rating.
func tellsWho(e *Engine, w *fields.Field, sp records.Span, al onpage.Alignment) bool {
	for i, a := range row(e, w, sp, al) {
		switch w.Children[i].Shape {
		case lexicon.Person, lexicon.Rating:
			if a.Leaf.JSON != "" && a.Leaf.Score > saidBySomebody {
				return true
			}
		}
	}
	return false
}

// saidBySomebody is from how sure an author is that he tells what somebody said from the
// parts of an article: a heading or bold word at its head is not enough.
const saidBySomebody = 0.4

// saidText is from how sure a column is what was said.
const saidText = 0.2

// ratedOnly leaves out of a list of reviews that asks for their ratings the records
// without one, if more than a few lack it: they are questions and replies that
// stand among the reviews.
func ratedOnly(w *fields.Field, rows []fields.Answer) []fields.Answer {
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
