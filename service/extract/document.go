package extract

import (
	"slices"
	"strings"

	"assay/service/content"
	"assay/service/extract/evidence"
	"assay/service/extract/lexicon"
	"assay/service/extract/paper"
)

// findRoles finds what the fields of a query name on a business document. Such
// names mean other things there than on web pages: a total is an amount. column
// says whether the fields are those of records.
func (e *engine) findRoles(ws []*want, parent string, column bool) {
	for _, w := range ws {
		if !w.field.IsLeaf() {
			e.findRoles(w.children, w.field.Name, column || w.field.List)
			continue
		}
		role, party := paper.RoleOf(w.field.Name, w.field.Hint().Words, parent, column)
		if role == 0 && party != 0 && !w.field.List {
			e.partyOf[w.field] = party
		}
		if role == 0 || w.field.List || !fitsType(role, w) {
			continue
		}
		e.roles[w.field], e.partyOf[w.field] = role, party
		switch role.Form() {
		case paper.Amount:
			w.shape = lexicon.Price
		case paper.Number, paper.Rate:
			w.shape = lexicon.Number
		case paper.Date:
			w.shape = lexicon.Date
		case paper.Party:
			w.shape = lexicon.Org
		case paper.Place:
			w.shape = lexicon.Address
		case paper.Word, paper.Clock:
			w.shape = lexicon.AnyShape
		default:
			w.shape = lexicon.Text
		}
	}
}

// addPairs adds to the evidence what stands beside words in the rows of a document.
func addPairs(x *evidence.Index, sheet *paper.Sheet) {
	boxes := map[content.ID]bool{}
	pairs := sheet.Pairs()
	for _, p := range pairs {
		if p.Box != content.None {
			boxes[p.Box] = true
		}
	}
	x.Facts = slices.DeleteFunc(x.Facts, func(f evidence.Fact) bool { // the number of a box is no number of things
		return f.Kind == evidence.Label && f.Node != content.None && (boxes[f.Node] || boxes[f.Node+1])
	})
	for _, p := range pairs {
		if key := x.Intern(p.Label); key != evidence.NoKey {
			x.Facts = append(x.Facts, evidence.Fact{Kind: evidence.Label, Key: key, Node: p.Node, Values: []string{p.Value}, Near: p.Box == content.None})
		}
	}
}

// fitsType reports whether values of a role can be of the type asked for.
func fitsType(role paper.Role, w *want) bool {
	shape := shapeFor(w.typ, 0)
	switch role.Form() {
	case paper.Amount, paper.Number, paper.Rate:
		return w.typ == 0 || shape == lexicon.Number || shape == lexicon.Price
	case paper.Date:
		return w.typ == 0 || shape == lexicon.Date
	case paper.Code:
		return w.typ == 0 || shape == lexicon.Number
	}
	return w.typ == 0
}

// hasRoles reports whether any leaf of a container has a role on the document.
func (e *engine) hasRoles(w *want) bool {
	for _, c := range w.children {
		if e.roles[c.field] != 0 {
			return true
		}
	}
	return false
}

// sameName is how much of what is left to certainty a label adds that has just the
// words of the field's name.
const sameName = 0.7

// onPaper returns the best values for a leaf with a role on a document.
func (f *finder) onPaper() []value {
	values := f.e.sheet.Values(f.e.roles[f.w.field])
	if party := f.e.partyOf[f.w.field]; party != 0 {
		values = f.e.sheet.Of(party, values)
	}
	name := paper.Name(f.w.field.Name)
	telling := strings.Contains(name, " ") || f.e.roles[f.w.field].Form() == paper.Code
	for _, v := range values {
		if telling && v.Label == name {
			v.Strength += (1 - v.Strength) * sameName
		}
		kind := evidence.Label
		if v.Alone {
			kind = evidence.Typed
		}
		f.add(kind, v.Node, v.Text, v.Strength)
	}
	return f.best()
}

// paperTitle adds what stands at the head of a document as its title.
func (f *finder) paperTitle() {
	for _, v := range f.e.sheet.Titles() {
		f.add(evidence.Heading, v.Node, v.Text, v.Strength)
	}
}
