package find

import (
	"slices"
	"strings"

	"assay/query"
	"assay/service/content"
	"assay/service/extract/evidence"
	"assay/service/extract/fields"
	"assay/service/extract/lexicon"
	"assay/service/extract/paper"
	"assay/service/extract/words"
)

// fieldRoles are what the fields of a query name on a document.
type fieldRoles struct {
	Roles   map[*query.Field]paper.Role
	MayMean map[*query.Field][]paper.Meaning // all that they may name, if only the model of words can tell
	partyOf map[*query.Field]paper.Role      // whom their values are of, if that is said
}

// MarkForms sets which form the values of a document have for the fields of a query.
func MarkForms(asked []*fields.Field) {
	e := &Engine{fieldRoles: newFieldRoles()}
	findRoles(e, asked, "", false)
}

func newFieldRoles() fieldRoles {
	return fieldRoles{map[*query.Field]paper.Role{}, map[*query.Field][]paper.Meaning{}, map[*query.Field]paper.Role{}}
}

// findRoles finds what the fields of a query name on a business document. Such
// names mean other things there than on web pages: a total is an amount. column
// says whether the fields are those of records.
func findRoles(e *Engine, ws []*fields.Field, parent string, column bool) {
	for _, w := range ws {
		if !w.Query.IsLeaf() {
			findRoles(e, w.Children, w.Query.Name, column || w.Query.List)
			continue
		}
		w.Form = paper.AnyText
		w.Meaning = words.Default().New(paper.Spelt(w.Query.Name), w.Query.Hint().Words)
		if !column && !w.Query.List {
			e.asked = append(e.asked, w)
		}
		if paper.AsksBox(w.Query.Name) { // whatever is in it
			if w.Type == 0 {
				w.Shape = lexicon.Text
			}
			continue
		}
		role, party := paper.RoleOf(w.Query.Name, w.Query.Hint().Words, parent, column)
		if role == 0 && party != 0 && !w.Query.List {
			e.partyOf[w.Query] = party
		}
		if w.Query.List || role == 0 && party != 0 {
			continue
		}
		if role != 0 && !fitsType(role, w) {
			role = 0
		}
		if role == 0 {
			if w.Name.Vague() {
				continue
			}
			meanings := roleMeanings(e, w, column)
			if len(meanings) == 0 {
				continue
			}
			role = meanings[0].Role
			e.MayMean[w.Query] = meanings
		}
		e.Roles[w.Query], e.partyOf[w.Query] = role, party
		if e.MayMean[w.Query] == nil {
			w.Shape = shapeOf(role.Form())
		}
	}
}

// shapeOf returns what values of a form are read as.
func shapeOf(form paper.Form) lexicon.Shape {
	switch form {
	case paper.Amount:
		return lexicon.Price
	case paper.Number, paper.Rate:
		return lexicon.Number
	case paper.Date:
		return lexicon.Date
	case paper.Party:
		return lexicon.Org
	case paper.Place:
		return lexicon.Address
	case paper.Word, paper.Clock:
		return lexicon.AnyShape
	}
	return lexicon.Text
}

// How likely a name means a role of documents.
const (
	LeastMeaning = 0.6  // to be answered by its values
	typedMeaning = 0.35 // the same for a field with a type, which leaves fewer roles
	rivalMeaning = 0.8  // of another role, as a share of the likeliest, to be answered by its values too
	leastForm    = 0.7  // to be answered by nothing of another form
)

// roleMeanings returns what a field may mean whose name the vocabulary of documents does not
// have, as far as the model of words can tell.
func roleMeanings(e *Engine, w *fields.Field, column bool) []paper.Meaning {
	number := !column && paper.AsksNumber(w.Query.Name)
	all := paper.Meanings(w.Meaning, func(r paper.Role) bool {
		return (column || !r.InColumn()) && fitsType(r, w) && fitsConcept(r, w) && (!number || r.Form() == paper.Code)
	})
	least := LeastMeaning
	if w.Type != 0 {
		least = typedMeaning
	}
	if len(all) > 0 && all[0].Likely >= leastForm {
		w.Form = all[0].Role.Form()
	}
	if number {
		w.Form = paper.Code
	}
	if paper.AsksWho(w.Query.Name) {
		w.Form = paper.Party
	}
	if len(all) == 0 || all[0].Likely < least {
		return nil
	}
	return slices.DeleteFunc(all, func(m paper.Meaning) bool {
		return m.Likely < rivalMeaning*all[0].Likely || m.Role.Form() != all[0].Role.Form()
	})
}

// AddPairs adds to the evidence what stands beside words in the rows of a document.
func AddPairs(x *evidence.Index, sheet *paper.Sheet) {
	boxes := map[content.ID]bool{}
	pairs := sheet.Pairs()
	for _, p := range pairs {
		if p.Box != content.None {
			boxes[p.Box] = true
		}
	}
	x.Facts = slices.DeleteFunc(x.Facts, func(f evidence.Fact) bool { // the number of a box is no number of things
		return f.Kind == evidence.Label && f.Node != content.None &&
			(boxes[f.Node] || boxes[f.Node+1] || sheet.IsName(f.Values[0]+" "+f.Name))
	})
	for _, p := range pairs {
		if key := x.Intern(p.Label); key != evidence.NoKey {
			x.Facts = append(x.Facts, evidence.Fact{Kind: evidence.Label, Key: key, Node: p.Node, Values: []string{p.Value}, Near: p.Box == content.None})
		}
	}
}

// fitsType reports whether values of a role can be of the type asked for.
func fitsType(role paper.Role, w *fields.Field) bool {
	shape := fields.ShapeFor(w.Type, 0)
	switch role.Form() {
	case paper.Amount, paper.Number, paper.Rate:
		return w.Type == 0 || shape == lexicon.Number || shape == lexicon.Price
	case paper.Date:
		return w.Type == 0 || shape == lexicon.Date
	case paper.Code:
		return w.Type == 0 || shape == lexicon.Number
	}
	return w.Type == 0
}

// fitsConcept reports whether values of a role can be what the name of a field without a
// type is known to mean: a postcode is no address, a telephone number nobody's name.
func fitsConcept(role paper.Role, w *fields.Field) bool {
	if w.Type != 0 {
		return true
	}
	switch w.Shape {
	case lexicon.Phone, lexicon.Email, lexicon.URL, lexicon.Image:
		return false
	case lexicon.Text:
		return !w.Known || role.Form() != paper.Place && role.Form() != paper.Party
	}
	return true
}

// HasRoles reports whether any leaf of a container has a role on the document.
func (e *Engine) HasRoles(w *fields.Field) bool {
	for _, c := range w.Children {
		if e.Roles[c.Query] != 0 {
			return true
		}
	}
	return false
}

// sameName is how much of what is left to certainty a label adds that has just the
// words of the field's name.
const sameName = 0.7

// onPaper adds what stands on a document for the roles that a leaf may have there.
func (f *finder) onPaper() {
	f.onRole = map[paper.Role]bool{}
	add := func(role paper.Role, v *paper.Value, strength float64) {
		kind := evidence.Label
		if v.Alone {
			kind = evidence.Typed
		}
		f.onRole[role] = f.onRole[role] || v.Label != ""
		f.add(kind, v.Node, v.Text, strength)
	}
	if meanings := f.Engine.MayMean[f.w.Query]; meanings != nil {
		own, w := f.w, *f.w
		w.Shape = shapeOf(meanings[0].Role.Form())
		f.w = &w
		defer func() { f.w = own }()
		for _, m := range meanings {
			for _, v := range f.Engine.Sheet.Values(m.Role) {
				r := f.Engine.Reading(f.w, v.Text)
				if r.Fit > 0 {
					add(m.Role, &v, f.Engine.Likelihood(own, &r, v.Label, signsOfRole(own, m, &v))/r.Fit)
				}
			}
		}
		return
	}
	role := f.Engine.Roles[f.w.Query]
	values := f.Engine.Sheet.Values(role)
	if party := f.Engine.partyOf[f.w.Query]; party != 0 {
		values = f.Engine.Sheet.Of(party, values)
	}
	name := paper.Name(f.w.Query.Name)
	telling := strings.Contains(name, " ") || role.Form() == paper.Code
	for i := range values {
		v := &values[i]
		if telling && v.Label == name {
			v.Strength += (1 - v.Strength) * sameName
		}
		add(role, v, v.Strength)
	}
}

// paperTitle adds what stands at the head of a document as its title.
func (f *finder) paperTitle() {
	for _, v := range f.Engine.Sheet.Titles() {
		f.add(evidence.Heading, v.Node, v.Text, v.Strength)
	}
}
