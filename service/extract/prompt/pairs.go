package prompt

import (
	"strings"

	"assay/service/extract/lexicon"
)

// addTo makes a list one of things that have the fields beside what one knows them
// by: company names and their phones.
func addTo(owner *field, fields []*field) {
	singulars(fields)
	name := knownBy(owner.name)
	if things, ok := strings.CutSuffix(owner.name, "_names"); ok {
		owner.name = pluralName(things)
	}
	contain(owner, append([]*field{name}, fields...))
}

func singulars(fields []*field) {
	for _, f := range fields {
		if len(f.fields) == 0 && f.list && !keepsPlural(f.name) {
			f.name, f.list = singularName(f.name), false
			retype(f)
		}
	}
}

// keepsPlural reports whether even one thing has several of these.
func keepsPlural(name string) bool {
	switch lexicon.Compile(name).Concept().Shape() {
	case lexicon.Items, lexicon.Steps:
		return true
	}
	return false
}

// paired reads "products and prices" as one list: things, and what each has.
func (r *reader) paired(fields []*field) []*field {
	if len(fields) < 2 || len(fields[0].fields) > 0 {
		return fields
	}
	owner := fields[0]
	asked := singular(lastWord(owner.name)) == "question"
	for i, f := range fields {
		if !f.list || len(f.fields) > 0 || i > 0 != (isTrait(f) || asked && f.name == "answers") {
			return fields
		}
	}
	rest := fields[1:]
	singulars(rest)
	if isVague(singularName(owner.name)) {
		one := *owner
		one.name, one.list = singularName(owner.name), false
		return []*field{{name: "items", list: true, fields: append([]*field{&one}, rest...)}}
	}
	one := knownBy(owner.name)
	for _, ending := range [...]string{"name", "title"} { // product names and prices
		if things, ok := strings.CutSuffix(owner.name, "_"+ending+"s"); ok {
			owner.name, one = pluralName(things), &field{name: ending}
		}
	}
	return contain(owner, append([]*field{one}, rest...))
}

// isTrait reports whether a field is one that other things have.
func isTrait(f *field) bool {
	switch lexicon.Compile(f.name).Concept().Shape() {
	case lexicon.Price, lexicon.Rating, lexicon.Date, lexicon.Number, lexicon.Integer, lexicon.Duration:
		return true
	}
	return isOneOf(meaningOf([]string{singular(lastWord(f.name))}).form, "percent", "count")
}
