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
	case !onpage.AreWords(w), e.SetName(w, set.Keys, set.Around) >= align.SurelyNamed, e.Tree.Region(set.Spans[0].From)&tree.InComments != 0,
		slices.ContainsFunc(w.Name, func(t lexicon.Term) bool { return e.IsAbout(t.Word) }):
		return false
	}
	leads := false
	for i, f := range w.Children {
		leads = leads || f.IsNaming() || f.Shape == lexicon.URL
		if f.Shape == lexicon.Prose && f.Query.IsLeaf() && !f.Query.List && (len(al.Choices[i]) == 0 || al.Choices[i][0].Score < onpage.SaidText) {
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
			if a.Leaf.JSON != "" && a.Leaf.Score > onpage.SaidBySomebody {
				return true
			}
		}
	}
	return false
}
