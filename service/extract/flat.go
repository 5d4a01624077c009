package extract

import (
	"slices"

	"assay/service/extract/evidence"
	"assay/service/extract/lexicon"
)

// partOf is how much the name of a container tells of its fields in a record, among
// the names of the record's parts.
const partOf = 0.3

// flattened returns a list's fields with those of the containers in its records in
// their place, as parts of the records like any others: the name and country of the
// author of a review. It is the list itself if there are none.
func (w *want) flattened() *want {
	if w.flat != nil {
		return w.flat
	}
	w.flat = w
	if !slices.ContainsFunc(w.children, (*want).isPlainPart) {
		return w
	}
	flat := *w
	flat.children = nil
	for _, c := range w.children {
		if !c.isPlainPart() {
			flat.children = append(flat.children, c)
			continue
		}
		for _, part := range c.children {
			flat.children = append(flat.children, part.partOf(c))
		}
	}
	w.flat = &flat
	return w.flat
}

// isPlainPart reports whether a field is a container of leaves alone.
func (w *want) isPlainPart() bool {
	return !w.field.IsLeaf() && !w.field.List && w.filter.none() &&
		!slices.ContainsFunc(w.children, func(c *want) bool { return !c.field.IsLeaf() || c.field.List })
}

// partOf returns the field of a container as a part of the record that holds both.
func (w *want) partOf(container *want) *want {
	part := *w
	part.sims = nil
	if w.concept == container.concept && w.concept != 0 { // the name of the author
		return &part
	}
	part.name = make(lexicon.Phrase, 0, len(container.name)+len(w.name))
	for _, t := range container.name {
		t.Want *= partOf
		part.name = append(part.name, t)
	}
	part.name = append(part.name, w.name...)
	part.ofOther = container.isSomebody()
	return &part
}

// folded puts the fields of containers back into them. What no part of the record
// told is answered as that of a part of the page.
func (e *engine) folded(w *want, rows []answer) []answer {
	flat := w.flattened()
	if flat == w {
		return rows
	}
	for r := range rows {
		a := &rows[r]
		child := make([]answer, 0, len(w.children))
		k := 0
		for _, f := range w.children {
			if !f.isPlainPart() {
				child = append(child, a.child[k])
				k++
				continue
			}
			whole := answer{w: f, child: e.part(f, scope{from: a.from, to: a.to})}
			for i, part := range f.children {
				told := a.child[k+i].leaf
				if v := whole.child[i].leaf; told.json == "" && v.kind != evidence.Typed && !slices.ContainsFunc(a.child, func(o answer) bool { return o.leaf.json != "" && o.leaf.json == v.json }) {
					told = v
				}
				whole.child[i] = answer{w: part, leaf: told}
			}
			k += len(f.children)
			child = append(child, whole)
		}
		a.child = child
	}
	return rows
}
