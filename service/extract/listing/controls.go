package listing

import (
	"slices"

	"assay/service/content"
	"assay/service/extract/evidence"
	"assay/service/extract/find"
	"assay/service/extract/lexicon"
)

// controls takes what a choice list, or a group of radio buttons or boxes to tick,
// offers.
func (l *lister) controls() {
	e, w := l.e, l.w
	wanted := w.Control
	fit := func(c *evidence.Control) float64 {
		if wanted != nil {
			return wanted.Fit(e.Index, c)
		}
		best := 0.0
		for _, k := range c.Keys {
			best = max(best, e.Similarity(w, k))
		}
		return best * e.FormPlace(c)
	}
	for i := 0; i < len(e.Index.Controls); i++ {
		c := &e.Index.Controls[i]
		if !l.s.Holds(c.Node) {
			continue
		}
		switch c.Kind {
		case evidence.ChoiceList:
			if s := fit(c); s >= find.MinControl {
				l.options(e.Weights.Kind[evidence.Label]*s, c, c.Options)
			}
		case evidence.CheckControl, evidence.RadioControl:
			captions, end := l.group(i)
			if s := fit(c); s >= find.MinControl && len(captions) > 1 {
				l.options(e.Weights.Kind[evidence.Label]*s, c, captions)
			}
			i = end - 1
		}
	}
	if wanted != nil && wanted.Kinds != nil && len(wanted.Name) == 0 {
		l.captions()
	}
}

// group returns the captions of the boxes or buttons of one name from the i-th
// control on, and where they end.
func (l *lister) group(i int) (captions []string, end int) {
	x := l.e.Index
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
	if one.Type == 0 {
		one.Shape = lexicon.Text
	}
	free := &lister{e: l.e, w: &one, one: &one, s: l.s, found: l.found}
	free.add(evidence.Label, strength, texts, []content.ID{c.Node})
	l.found = free.found
}

// captions takes what the page calls each control of the kinds asked for.
func (l *lister) captions() {
	var texts []string
	var nodes []content.ID
	for i := range l.e.Index.Controls {
		c := &l.e.Index.Controls[i]
		if l.s.Holds(c.Node) && c.Caption != "" && slices.Contains(l.w.Control.Kinds, c.Kind) {
			texts, nodes = append(texts, c.Caption), append(nodes, c.Node)
		}
	}
	one := *l.one
	one.Shape = lexicon.Text
	named := &lister{e: l.e, w: &one, one: &one, s: l.s, found: l.found}
	named.add(evidence.Label, l.e.Weights.Kind[evidence.Label], texts, nodes)
	l.found = named.found
}
