package extract

import (
	"slices"

	"assay/query"
	"assay/service/content"
	"assay/service/extract/evidence"
	"assay/service/extract/lexicon"
	"assay/service/extract/tree"
)

// controlWant is a field that asks for a control of a form: a search box, the
// submit button, the options of a list.
type controlWant struct {
	kinds   []evidence.ControlKind
	name    lexicon.Phrase // which one; nil for any
	search  bool           // the one to search with
	options bool           // what it offers rather than what it holds
}

// controlOf reads the name of a field as that of a control, or returns nil.
func controlOf(name string) *controlWant {
	words := lexicon.Words(name)
	c := &controlWant{}
	rest := words[:0:0]
	for i, word := range words {
		kinds, known := controlKinds(lexicon.Stem(word))
		switch {
		case word == "form":
		case known && (i == 0 || i == len(words)-1 || c.kinds != nil):
			c.kinds = append(c.kinds, kinds...)
		case i > 0 && i == len(words)-1 && (word == "options" || word == "choices" || word == "optionen" || word == "opciones" || word == "opzioni" || word == "opties" || word == "opções"):
			c.options = true
		default:
			rest = append(rest, word)
		}
	}
	if c.kinds == nil && !c.options {
		return nil
	}
	for _, word := range rest {
		switch word {
		case "search", "suche", "recherche", "buscar", "busqueda", "ricerca", "cerca", "pesquisa", "zoek", "zoeken", "query":
			c.search = true
		}
	}
	c.name = lexicon.CompileWords(rest)
	return c
}

// controlKinds returns the kinds of controls that a word, a stem, is for.
func controlKinds(word string) ([]evidence.ControlKind, bool) {
	switch word {
	case "box", "field", "input", "textbox", "textfield", "textarea", "feld", "eingabe", "champ", "campo", "veld", "suchfeld":
		return []evidence.ControlKind{evidence.TextControl, evidence.ChoiceList}, true
	case "btn", "button", "cta", "knopf", "schaltflache", "bouton", "boton", "bottone", "pulsante", "botao", "knop":
		return []evidence.ControlKind{evidence.ButtonControl}, true
	case "dropdown", "select", "selector", "selectbox", "combobox", "auswahl":
		return []evidence.ControlKind{evidence.ChoiceList, evidence.RadioControl}, true
	case "checkbox", "tickbox", "toggle":
		return []evidence.ControlKind{evidence.CheckControl}, true
	case "radio":
		return []evidence.ControlKind{evidence.RadioControl}, true
	}
	return nil, false
}

// fit says how well a control answers for the one that is asked for.
func (c *controlWant) fit(x *evidence.Index, control *evidence.Control) float64 {
	if c.kinds != nil && !slices.Contains(c.kinds, control.Kind) {
		return 0
	}
	if c.search && (control.Search || control.Kind == evidence.ButtonControl) {
		best := 0.9
		for _, k := range control.Keys {
			best = max(best, lexicon.Similarity(c.name, x.Phrase(k)))
		}
		if control.Search || best > 0.9 {
			return best
		}
	}
	if len(c.name) == 0 {
		return 0.5
	}
	best := 0.0
	for _, k := range control.Keys {
		best = max(best, lexicon.Similarity(c.name, x.Phrase(k)))
	}
	return best
}

// minControl is how alike the name of a control and the field's must be.
const minControl = 0.55

// controls takes the fields of forms that hold a value under a fitting name.
func (f *finder) controls() {
	e, w := f.e, f.w
	for i := range e.x.Controls {
		c := &e.x.Controls[i]
		if !f.s.holds(c.Node) {
			continue
		}
		text := held(c, w.typ)
		if text == "" {
			continue
		}
		best := 0.0
		for _, k := range c.Keys {
			best = max(best, e.similarity(w, k))
		}
		if len(c.Options) > 0 && text == c.Options[0] {
			best *= 0.6 // what lists start from says little
		}
		if best >= minControl {
			f.add(evidence.Label, c.Node, text, 0.85*e.w.Kind[evidence.Label]*best*e.formPlace(c))
		}
	}
}

// asked takes the controls that a field asks for as such. What one shows is a text,
// whatever is to be written into it.
func (f *finder) asked() {
	w := f.w
	free := *w
	if free.shape = lexicon.Text; w.typ != query.Boolean {
		free.typ = 0
	}
	f.w = &free
	for i := range f.e.x.Controls {
		c := &f.e.x.Controls[i]
		if !f.s.holds(c.Node) {
			continue
		}
		fit := w.control.fit(f.e.x, c)
		if fit < minControl && len(w.control.name) > 0 {
			continue
		}
		if !w.control.search && f.e.t.Region(c.Node)&(tree.InHeader|tree.InNav) != 0 {
			fit *= 0.9 // of the site rather than the page
		}
		f.add(evidence.Label, c.Node, shown(c, w.typ), f.e.w.Kind[evidence.Label]*fit)
	}
	f.w = w
}

// formPlace is the factor for the place of a control: forms are where controls are,
// but what the site's own forms hold is not about the page.
func (e *engine) formPlace(c *evidence.Control) float64 {
	switch r := e.t.Region(c.Node); {
	case r&(tree.InHeader|tree.InFooter|tree.InNav) != 0:
		return e.w.Nav
	case r&(tree.InRelated|tree.InComments) != 0:
		return e.w.Related
	}
	return 1
}

// shown is what a control shows: what it holds, else what it is called.
func shown(c *evidence.Control, typ query.Type) string {
	if typ == query.Boolean {
		return held(c, typ)
	}
	switch {
	case c.Kind == evidence.ButtonControl, c.Kind == evidence.CheckControl, c.Kind == evidence.RadioControl, c.Value == "":
		return c.Caption
	}
	return c.Value
}

// held is what a control holds by the page's own word.
func held(c *evidence.Control, typ query.Type) string {
	switch c.Kind {
	case evidence.ButtonControl:
		return ""
	case evidence.CheckControl, evidence.RadioControl:
		if typ == query.Boolean {
			if c.On {
				return "yes"
			}
			return "no"
		}
		if c.Kind == evidence.RadioControl && c.On {
			return c.Caption
		}
		return ""
	}
	if c.Search || typ == query.Boolean {
		return ""
	}
	return c.Value
}

// controls takes what a choice list, or a group of radio buttons or boxes to tick,
// offers.
func (l *lister) controls() {
	e, w := l.e, l.w
	wanted := w.control
	fit := func(c *evidence.Control) float64 {
		if wanted != nil {
			return wanted.fit(e.x, c)
		}
		best := 0.0
		for _, k := range c.Keys {
			best = max(best, e.similarity(w, k))
		}
		return best * e.formPlace(c)
	}
	for i := 0; i < len(e.x.Controls); i++ {
		c := &e.x.Controls[i]
		if !l.s.holds(c.Node) {
			continue
		}
		switch c.Kind {
		case evidence.ChoiceList:
			if s := fit(c); s >= minControl {
				l.options(e.w.Kind[evidence.Label]*s, c, c.Options)
			}
		case evidence.CheckControl, evidence.RadioControl:
			captions, end := l.group(i)
			if s := fit(c); s >= minControl && len(captions) > 1 {
				l.options(e.w.Kind[evidence.Label]*s, c, captions)
			}
			i = end - 1
		}
	}
	if wanted != nil && wanted.kinds != nil && len(wanted.name) == 0 {
		l.captions()
	}
}

// group returns the captions of the boxes or buttons of one name from the i-th
// control on, and where they end.
func (l *lister) group(i int) (captions []string, end int) {
	x := l.e.x
	first := &x.Controls[i]
	for end = i; end < len(x.Controls) && x.Controls[end].Kind == first.Kind && x.Controls[end].Group == first.Group; end++ {
		if caption := x.Controls[end].Caption; caption != "" {
			captions = append(captions, caption)
		}
	}
	return captions, end
}

// options adds what a control offers. Options are what they say, whatever the form
// of such values.
func (l *lister) options(strength float64, c *evidence.Control, texts []string) {
	one := *l.one
	if one.typ == 0 {
		one.shape = lexicon.Text
	}
	free := &lister{e: l.e, w: &one, one: &one, s: l.s, found: l.found}
	free.add(evidence.Label, strength, texts, []content.ID{c.Node})
	l.found = free.found
}

// captions takes what the page calls each control of the kinds asked for.
func (l *lister) captions() {
	var texts []string
	var nodes []content.ID
	for i := range l.e.x.Controls {
		c := &l.e.x.Controls[i]
		if l.s.holds(c.Node) && c.Caption != "" && slices.Contains(l.w.control.kinds, c.Kind) {
			texts, nodes = append(texts, c.Caption), append(nodes, c.Node)
		}
	}
	one := *l.one
	one.shape = lexicon.Text
	named := &lister{e: l.e, w: &one, one: &one, s: l.s, found: l.found}
	named.add(evidence.Label, l.e.w.Kind[evidence.Label], texts, nodes)
	l.found = named.found
}
