package fields

import (
	"slices"
	"strings"

	"assay/query"
	"assay/service/extract/filter"
	"assay/service/extract/lexicon"
)

// FieldBy finds the field of a list that a filter is about: the one of the name, or
// of one of the shapes. A filter that names nothing is about the only number.
func FieldBy(w *Field, name lexicon.Phrase, shapes ...lexicon.Shape) int {
	best, at := 0.6, -1
	numbers := 0
	for i, c := range w.Children {
		if !c.Query.IsLeaf() || c.Query.List {
			continue
		}
		score := 0.0
		switch {
		case name != nil:
			score = lexicon.Similarity(name, c.Name)
		case len(shapes) > 0:
			if slices.Contains(shapes, c.Shape) {
				score = 0.9
			}
		case c.Shape == lexicon.Price || c.Shape == lexicon.Number || c.Shape == lexicon.Integer || c.Shape == lexicon.Rating:
			numbers++
			score = 0.7
		}
		if score > best {
			best, at = score, i
		}
	}
	if name == nil && len(shapes) == 0 && numbers > 1 {
		return -1
	}
	return at
}

// addHidden adds to the fields of a list what its description filters or orders it
// by and nothing else asks for: it is read like the others and not answered.
func (w *Field) addHidden() {
	if w.Query.IsLeaf() || len(w.Children) == 0 {
		return
	}
	add := func(name, description string) {
		f := &query.Field{Name: name, Description: description}
		if slices.ContainsFunc(w.Children, func(c *Field) bool { return c.Query.Name == name }) {
			f.Name = "filter_" + name
		}
		c := Compile(f)
		c.Hidden = true
		w.Children = append(w.Children, c)
	}
	shaped := func(s lexicon.Shape) {
		switch s {
		case lexicon.Price:
			add("price", "number")
		case lexicon.Rating:
			add("rating", "number")
		case lexicon.Date:
			add("date", "date")
		}
	}
	if o := w.Filter.Order; o != nil && FieldBy(w, o.By, o.Shapes...) < 0 {
		switch {
		case len(o.Shapes) > 0:
			shaped(o.Shapes[0])
		case o.By != nil:
			add(nameOf(o.By), "number")
		}
	}
	for i := range w.Filter.Bounds {
		switch b := &w.Filter.Bounds[i]; {
		case FieldOf(b, w) >= 0:
		case b.AnyYear():
			add("year", "integer")
		case b.By == nil:
			shaped(b.Shape)
		default:
			add(nameOf(b.By), "number")
		}
	}
}

// nameOf returns a field's name of the words of a phrase.
func nameOf(p lexicon.Phrase) string {
	words := make([]string, len(p))
	for i := range p {
		words[i] = p[i].Word
	}
	return strings.Join(words, "_")
}

// FieldOf finds the field of a list that a bound is about, or returns -1.
func FieldOf(b *filter.Bound, w *Field) int {
	if w.Query.IsLeaf() {
		return -1
	}
	if b.AnyYear() {
		if at := slices.IndexFunc(w.Children, (*Field).isYear); at >= 0 {
			return at
		}
	}
	if b.By == nil && b.Shape != lexicon.AnyShape {
		return FieldBy(w, nil, b.Shape)
	}
	return FieldBy(w, b.By)
}

// isYear reports whether a field asks for a year alone.
func (w *Field) isYear() bool {
	c := w.Concept.String()
	return c == "year" || c == "yearbuilt"
}
