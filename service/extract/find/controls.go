package find

import (
	"strings"

	"assay/query"
	"assay/service/content"
	"assay/service/extract/evidence"
	"assay/service/extract/lexicon"
	"assay/service/extract/tree"
)

// MinControl is how alike the name of a control and the field's must be.
const MinControl = 0.55

// controls takes the fields of forms that hold a value under a fitting name.
func (f *finder) controls() {
	e, w := f.Engine, f.w
	for i := range e.Index.Controls {
		c := &e.Index.Controls[i]
		if !f.s.Holds(c.Node) {
			continue
		}
		text := held(c, w.Type)
		if text == "" {
			continue
		}
		best := 0.0
		for _, k := range c.Keys {
			best = max(best, e.Similarity(w, k))
		}
		if len(c.Options) > 0 && text == c.Options[0] {
			best *= 0.6 // what lists start from says little
		}
		if best >= MinControl {
			f.add(evidence.Label, c.Node, text, 0.85*e.Weights.Kind[evidence.Label]*best*e.FormPlace(c))
		}
	}
}

// asked takes the controls that a field asks for as such. What one shows is a text,
// whatever is to be written into it.
func (f *finder) asked() {
	w := f.w
	free := *w
	if free.Shape = lexicon.Text; w.Type != query.Boolean {
		free.Type = 0
	}
	f.w = &free
	for i := range f.Engine.Index.Controls {
		c := &f.Engine.Index.Controls[i]
		if !f.s.Holds(c.Node) {
			continue
		}
		fit := w.Control.Fit(f.Engine.Index, c)
		if fit < MinControl && len(w.Control.Name) > 0 {
			continue
		}
		if !w.Control.Search && f.Engine.Tree.Region(c.Node)&(tree.InHeader|tree.InNav) != 0 {
			fit *= 0.9 // of the site rather than the page
		}
		f.add(evidence.Label, c.Node, shown(c, w.Type), f.Engine.Weights.Kind[evidence.Label]*fit)
	}
	f.w = w
}

// FormPlace is the factor for the place of a control: forms are where controls are,
// but what the site's own forms hold is not about the page.
func (e *Engine) FormPlace(c *evidence.Control) float64 {
	switch r := e.Tree.Region(c.Node); {
	case r&(tree.InHeader|tree.InFooter|tree.InNav) != 0:
		return e.Weights.Nav
	case r&(tree.InRelated|tree.InComments) != 0:
		return e.Weights.Related
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

// IsButton reports whether an element is a button, or dressed as one.
func (e *Engine) IsButton(id content.ID) bool {
	if e.Tree.Nodes[id].Role == content.Button {
		return true
	}
	class := strings.ToLower(e.Tree.Value(id, "class"))
	return strings.Contains(class, "btn") || strings.Contains(class, "button")
}
