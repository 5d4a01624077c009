package find

import (
	"slices"
	"strings"

	"assay/service/content"
	"assay/service/extract/evidence"
	"assay/service/extract/fields"
	"assay/service/extract/lexicon"
)

// qualifiers returns the words of a field's name that tell which of the values of a form
// is meant: author in author_email, received in received_date. Words for what the page is
// about or whose site it is tell nothing: its only phone number is the hotel's.
func qualifiers(f *finder) lexicon.Phrase {
	var out lexicon.Phrase
	for _, t := range f.w.Name {
		switch {
		case t.Want < 1, t.Concept == f.w.Concept:
		case t.Concept != 0 && (t.Concept.Shape() == f.w.Shape || t.Concept.Shape() == lexicon.Org || t.Concept.String() == "contact"):
		case f.Engine.IsAbout(t.Word):
		default:
			out = append(out, t)
		}
	}
	return out
}

// IsAbout reports whether a word is in the page's title or the site's name, or is what
// structured data says that the page is about.
func (e *Engine) IsAbout(stem string) bool {
	for _, text := range [...]string{e.Index.Title, e.H1(), e.site} {
		if hasStem(text, stem) {
			return true
		}
	}
	for _, t := range e.Index.Things {
		for _, typ := range t.Types {
			if hasStem(typ, stem) {
				return true
			}
		}
	}
	return false
}

func hasStem(text, stem string) bool {
	for _, word := range lexicon.Words(text) {
		if lexicon.Stem(word) == stem {
			return true
		}
	}
	return false
}

// maxNearby is how much of a line is read for the words of a field's name, in bytes.
const maxNearby = 200

// saysOf reports whether a text, the line it stands in, the one before it or the heading
// over it has a word.
func saysOf(f *finder, word *lexicon.Term, node content.ID, text string) bool {
	e := f.Engine
	first, last := e.Tree.LinesOf(node)
	said := text
	for i := max(0, first-1); i < last && i <= first; i++ {
		line := e.Tree.LineText(i)
		said += " " + strings.ToValidUTF8(line[:min(len(line), maxNearby)], "")
	}
	phrase := lexicon.Compile(said)
	if key := e.Index.HeadingOver(node); key != evidence.NoKey {
		phrase = append(phrase, e.Index.Phrase(key)...)
	}
	alone := lexicon.Compile(word.Word) // of the delivery_date: what means delivery
	for i := range phrase {
		if phrase[i].Same(word) || len(alone) == 1 && phrase[i].Same(&alone[0]) {
			return true
		}
	}
	return false
}

// meant returns those of the values of a form that a field's name may mean: all if it has
// no word to tell them apart, else those near which the page says such a word. If it
// says none, only what it shows once is left, as the phone number of a shop; but a person
// has values of his own, and the only date may be when the page was written.
func meant(f *finder, marks []evidence.Mark) []evidence.Mark {
	words := qualifiers(f)
	if len(words) == 0 {
		return marks
	}
	var said []evidence.Mark
	once, only := true, ""
	for _, m := range marks {
		if !f.s.Holds(m.Node) {
			continue
		}
		if only == "" {
			only = m.Text
		}
		once = once && m.Text == only
		for i := range words {
			if saysOf(f, &words[i], m.Node, m.Text) {
				said = append(said, m)
				break
			}
		}
	}
	if len(said) > 0 || !once {
		return said
	}
	if f.w.Shape == lexicon.Date && saysWhenWritten(f.Engine) || slices.ContainsFunc(words, func(t lexicon.Term) bool { return t.Concept.Shape() == lexicon.Person }) {
		return nil
	}
	return marks
}

// saysWhenWritten reports whether structured data or a label tells when the page was
// published or changed.
func saysWhenWritten(e *Engine) bool {
	return slices.ContainsFunc(e.Index.Facts, func(f evidence.Fact) bool {
		switch e.Index.Phrase(f.Key).Concept().String() {
		case "published", "modified":
			return true
		}
		return false
	})
}

// completed is how well a label answers for a name of which it is some words, if the
// heading over it says the others: "Comfort" under "Our rating" for comfort_rating.
const completed = 0.8

// withHeading says how well a label answers for the name of a field together with the
// heading that it stands under: each word of the label is one of the name, and the
// heading has those that are missing.
func withHeading(e *Engine, w *fields.Field, fact *evidence.Fact) float64 {
	label := e.Index.Phrase(fact.Key)
	if len(w.Name) < 2 || len(label) == 0 || len(label) >= len(w.Name) {
		return 0
	}
	for i := range label {
		if !slices.ContainsFunc(w.Name, func(t lexicon.Term) bool { return t.Same(&label[i]) }) {
			return 0
		}
	}
	key := e.Index.HeadingOver(fact.Node)
	if key == evidence.NoKey {
		return 0
	}
	heading := e.Index.Phrase(key)
	for i := range w.Name {
		t := &w.Name[i]
		if !hasTerm(label, t) && !hasTerm(heading, t) {
			return 0
		}
	}
	return completed
}

func hasTerm(p lexicon.Phrase, t *lexicon.Term) bool {
	return slices.ContainsFunc(p, func(have lexicon.Term) bool { return have.Same(t) })
}
