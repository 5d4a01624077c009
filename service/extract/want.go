package extract

import (
	"strings"
	"time"

	"assay/client/query"
	"assay/service/extract/evidence"
	"assay/service/extract/lexicon"
	"assay/service/extract/read"
)

// want is a field made ready for matching.
type want struct {
	field    *query.Field
	name     lexicon.Phrase
	hint     lexicon.Phrase // the words of the description; nil if they tell nothing
	concept  lexicon.Concept
	shape    lexicon.Shape
	typ      query.Type
	unit     time.Duration // of a duration given as a number
	filter   filter        // what the description limits it to
	control  *controlWant  // if it is a control of a form that is asked for
	paging   bool          // whether it is about the pages of a list
	sims     []float32     // by Key, plus one; 0 where not yet known
	children []*want       // of a container or a list of containers
}

func compileContainer(c *query.Container) []*want {
	out := make([]*want, len(c.Fields))
	for i, f := range c.Fields {
		out[i] = compile(f)
	}
	return out
}

func compile(f *query.Field) *want {
	hint := f.Hint()
	w := &want{field: f, name: lexicon.Compile(wholeName(f.Name, hint.Type)), typ: hint.Type, control: controlOf(f.Name)}
	if len(w.name) == 0 { // a name of stop words alone still names the field
		w.name = lexicon.Phrase{{Word: f.Name, Want: 1, Have: 1}}
	}
	w.concept = w.name.Concept()
	w.filter, hint.Words = parseFilter(hint.Words, f.Name, f.List)
	if hint.Words != "" {
		if p := lexicon.Compile(hint.Words); len(p) > 0 {
			w.hint = p
			if w.concept == 0 || w.name.Vague() {
				if c := p.Concept(); c != 0 && !f.List {
					w.concept = c
				}
			}
		}
		w.unit = read.UnitOf(hint.Words)
	}
	w.paging = asksForPages(w.concept, f.Name)
	if w.unit == 0 {
		w.unit = read.UnitOf(f.Name)
	}
	w.shape = shapeFor(w.typ, w.concept)
	if w.typ == 0 && isQuantity(w.shape) && w.endsInName() {
		w.shape = lexicon.Text // a part_name is no number of parts
	}
	if f.Container != nil {
		w.children = compileContainer(f.Container)
		w.placeChildren()
	}
	return w
}

// wholeName returns the name that a field's stands for when it is all there is of
// it: words too short or too common to mean that among others.
func wholeName(name string, typ query.Type) string {
	switch strings.ToLower(name) {
	case "q":
		return "question"
	case "a":
		return "answer"
	case "next", "nextpage", "next_link", "next_url":
		return "next_page"
	case "prev", "previous", "prevpage", "prev_link", "prev_url", "previous_link":
		return "previous_page"
	case "last_page", "lastpage":
		if typ == query.Integer || typ == query.Number {
			return "total_pages"
		}
	}
	return name
}

// asksForPages reports whether a field is about the pages of a list or its results.
func asksForPages(c lexicon.Concept, name string) bool {
	switch c.String() {
	case "nextpage", "previouspage", "firstpage", "lastpage", "currentpage", "totalresults", "resultsrange", "loadmore":
		return true
	case "pages": // of a book too, unless they are counted
		return len(lexicon.Words(name)) > 1
	}
	return false
}

// placeChildren makes the place of a container that of its fields.
func (w *want) placeChildren() {
	for _, c := range w.children {
		c.filter.place |= w.filter.place
		c.filter.notPlace |= w.filter.notPlace
		c.placeChildren()
	}
}

// shapeFor settles what values look like: the type asked for limits it, the
// concept refines it.
func shapeFor(typ query.Type, c lexicon.Concept) lexicon.Shape {
	s := c.Shape()
	switch typ {
	case query.Integer, query.Number:
		switch s {
		case lexicon.Duration, lexicon.Price, lexicon.Rating, lexicon.Integer, lexicon.Number:
			return s
		}
		return lexicon.Number
	case query.Boolean:
		return lexicon.Boolean
	case query.Date, query.DateTime:
		return lexicon.Date
	case query.URL:
		if s == lexicon.Image {
			return s
		}
		return lexicon.URL
	case query.Email:
		return lexicon.Email
	case query.Phone:
		return lexicon.Phone
	case query.Price:
		return lexicon.Price
	case query.Percent:
		return lexicon.Number
	}
	return s
}

// similarity says how well a name on the page answers for the field's.
func (e *engine) similarity(w *want, k evidence.Key) float64 {
	if k == evidence.NoKey {
		return 0
	}
	if int(k) >= len(w.sims) {
		w.sims = append(w.sims, make([]float32, len(e.x.Keys)-len(w.sims))...)
	}
	if s := w.sims[k]; s != 0 {
		return float64(s) - 1
	}
	have := e.x.Keys[k]
	s := lexicon.Similarity(w.name, have)
	if w.hint != nil {
		if h := lexicon.Similarity(w.hint, have); w.name.Vague() {
			s = max(s, 0.9*h)
		} else if s > 0 || w.name.Unknown() {
			s = max(s, min(1, s+0.15*h), 0.75*h)
		}
	}
	w.sims[k] = float32(s) + 1
	return s
}

func isQuantity(s lexicon.Shape) bool {
	switch s {
	case lexicon.Number, lexicon.Integer, lexicon.Price, lexicon.Rating, lexicon.Duration:
		return true
	}
	return false
}

// endsInName reports whether a field asks for the name or title of what its other
// words say.
func (w *want) endsInName() bool {
	n := len(w.name)
	if n < 2 || w.name[n-1].Concept == 0 {
		return false
	}
	last := w.name[n-1].Concept.String()
	return last == "name" || last == "title"
}
