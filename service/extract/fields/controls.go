package fields

import (
	"slices"

	"assay/service/extract/evidence"
	"assay/service/extract/lexicon"
)

// Control is a field that asks for a control of a form: a search box, the
// submit button, the options of a list.
type Control struct {
	Kinds   []evidence.ControlKind
	Name    lexicon.Phrase // which one; nil for any
	Search  bool           // the one to search with
	options bool           // what it offers rather than what it holds
}

// controlOf reads the name of a field as that of a control, or returns nil.
func controlOf(name string) *Control {
	words := lexicon.Words(name)
	c := &Control{}
	rest := words[:0:0]
	for i, word := range words {
		kinds, known := controlKinds(lexicon.Stem(word))
		switch {
		case word == "form":
		case known && (i == 0 || i == len(words)-1 || c.Kinds != nil):
			c.Kinds = append(c.Kinds, kinds...)
		case i > 0 && i == len(words)-1 && (word == "options" || word == "choices" || word == "optionen" || word == "opciones" || word == "opzioni" || word == "opties" || word == "opções"):
			c.options = true
		default:
			rest = append(rest, word)
		}
	}
	if c.Kinds == nil && !c.options {
		return nil
	}
	for _, word := range rest {
		switch word {
		case "search", "suche", "recherche", "buscar", "busqueda", "ricerca", "cerca", "pesquisa", "zoek", "zoeken", "query":
			c.Search = true
		}
	}
	c.Name = lexicon.CompileWords(rest)
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

// Fit says how well a control answers for the one that is asked for.
func (c *Control) Fit(x *evidence.Index, control *evidence.Control) float64 {
	if c.Kinds != nil && !slices.Contains(c.Kinds, control.Kind) {
		return 0
	}
	if c.Search && (control.Search || control.Kind == evidence.ButtonControl) {
		best := 0.9
		for _, k := range control.Keys {
			best = max(best, lexicon.Similarity(c.Name, x.Phrase(k)))
		}
		if control.Search || best > 0.9 {
			return best
		}
	}
	if len(c.Name) == 0 {
		return 0.5
	}
	best := 0.0
	for _, k := range control.Keys {
		best = max(best, lexicon.Similarity(c.Name, x.Phrase(k)))
	}
	return best
}
