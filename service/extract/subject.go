package extract

import (
	"strings"

	"assay/service/extract/evidence"
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
	for _, w := range fields {
		if w.typ == 0 && w.field.IsLeaf() && !w.field.List && w.namesSubject() {
			w.subject = true
			return
		}
	}
}

// namesSubject reports whether a field asks for the name of something that a page may be
// about: not of somebody who only has to do with it, nor of a body whose site it may be.
func (w *want) namesSubject() bool {
	if !w.endsInName() || len(w.name) != 2 || isBody(w.name[0].Word) {
		return false
	}
	kind := w.name[0].Concept
	switch kind.String() {
	case "player", "actor":
		return true
	}
	return kind == 0 || kind.Shape() != lexicon.Person && kind.Shape() != lexicon.Org
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

// jobTitle takes the page's heading if its words say that it is a post.
func (f *finder) jobTitle() {
	if e := f.e; lexicon.IsValue(f.w.concept, e.h1()) {
		f.add(evidence.Heading, e.x.H1, e.headingText(e.x.H1), e.w.H1)
	}
}

// model takes the model of what the page is about from its heading and the trail to it:
// of the steps of the trail that the heading repeats the first is the make, the next the
// model.
func (f *finder) model() {
	e := f.e
	heading := e.h1()
	if heading == "" {
		return
	}
	var named []crumb
	for _, step := range e.trail() {
		if len(step.text) < len(heading) && hasWords(heading, step.text) {
			named = append(named, step)
		}
	}
	withMake := f.w.name.Has(lexicon.Lookup("brand"))
	switch {
	case len(named) < 2:
		f.add(evidence.Heading, e.x.H1, e.headingText(e.x.H1), e.w.HeadingPart)
	case withMake:
		f.add(evidence.Heading, e.x.H1, named[0].text+" "+named[1].text, e.w.HeadingPart)
	default:
		f.add(evidence.Typed, named[1].node, named[1].text, e.w.HeadingPart)
	}
}

// hasWords reports whether a text has the words of another side by side.
func hasWords(text, part string) bool {
	at := strings.Index(" "+strings.Join(lexicon.Words(text), " ")+" ", " "+strings.Join(lexicon.Words(part), " ")+" ")
	return at >= 0 && part != ""
}
