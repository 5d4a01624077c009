package extract

import (
	"slices"
	"sort"

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
		case e.anyMark(e.x.Dates, sp) > 0, (leads || !e.isTeaser(sp)) && e.tellsWho(w, sp, al):
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

// minHeadline is how long, in bytes, the headline of a teaser is; names are shorter.
const minHeadline = 25

// isTeaser reports whether a record begins with a headline that leads to another page,
// whoever wrote it.
func (e *engine) isTeaser(sp records.Span) bool {
	i := sort.Search(len(e.x.Links), func(i int) bool { return e.x.Links[i] >= sp.From })
	for ; i < len(e.x.Links) && e.x.Links[i] < sp.To; i++ {
		if id := e.x.Links[i]; e.t.Len(id) >= minHeadline && int(e.t.From(id)-e.t.From(sp.From))*4 <= e.t.SpanLen(sp.From, sp.To) {
			return true
		}
	}
	return false
}
