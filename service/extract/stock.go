package extract

import (
	"strings"

	"assay/service/content"
	"assay/service/extract/evidence"
	"assay/service/extract/read"
	"assay/service/extract/tree"
)

// stock reads whether the page's product is to be had from words near its heading.
func (f *finder) stock() {
	e := f.e
	for i := range e.t.Lines {
		line := &e.t.Lines[i]
		if line.To-line.From > 70 || !f.s.holds(line.First) || e.isConcealed(line.First) {
			continue
		}
		text := e.t.LineText(i)
		if _, ok := read.Boolean(text); ok && len(text) > 3 {
			f.add(evidence.Typed, e.t.LineNode(i), text, e.w.Stock*e.stockPlace(line.First))
		}
	}
}

// isConcealed reports whether a text is in an element whose class hides it until a
// script shows it.
func (e *engine) isConcealed(id content.ID) bool {
	for up := 0; id != content.None && up < 4; id, up = e.t.Nodes[id].Parent, up+1 {
		for name := range strings.FieldsSeq(e.t.Value(id, "class")) {
			if name == "hidden" || name == "hide" || name == "is-hidden" || name == "d-none" {
				return !strings.Contains(e.t.Value(id, "class"), ":") // but on small screens
			}
		}
	}
	return false
}

// buttons takes what is written on buttons that are not text: form fields and
// pictures.
func (f *finder) buttons() {
	e := f.e
	for i := range e.t.Nodes {
		id := content.ID(i)
		n := &e.t.Nodes[i]
		if n.Hidden || !f.s.holds(id) {
			continue
		}
		label := ""
		switch e.t.Tag(id) {
		case "input":
			if kind := strings.ToLower(e.t.Value(id, "type")); kind == "submit" || kind == "button" || kind == "image" {
				label = e.t.Value(id, "value")
			}
		case "img", "button":
			if label = e.t.Value(id, "alt"); label == "" {
				label = e.t.Value(id, "aria-label")
			}
		}
		if len(label) < 4 || len(label) > 40 {
			continue
		}
		if _, ok := read.Boolean(label); ok {
			f.add(evidence.Name, id, label, e.w.Stock*e.stockPlace(id))
		}
	}
}

// stockPlace is the factor for the place of a word of stock: forms are where one
// buys.
func (e *engine) stockPlace(id content.ID) float64 {
	if e.t.Region(id)&(tree.InRelated|tree.InComments|tree.InNav|tree.InFooter|tree.InHeader) != 0 {
		return e.w.Related
	}
	return 1
}
