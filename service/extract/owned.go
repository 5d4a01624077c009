package extract

import (
	"strings"

	"assay/query"
)

// asksForOwner reports whether a field asks whose a thing is that is called by its
// owner and its name.
func (w *want) asksForOwner() bool {
	if w.typ != 0 && w.typ != query.String || !w.field.IsLeaf() || w.field.List {
		return false
	}
	switch strings.ToLower(w.field.Name) {
	case "owner", "owner_name", "namespace", "account", "org", "organization", "user", "username", "author", "vendor", "scope", "maintainer":
		return true
	}
	return false
}

// partOwners parts names such as "lumen / pyrite" where the owner is asked for beside
// the name, and all records are called so.
func partOwners(w *want, list []answer) {
	owner, name := -1, -1
	for i, c := range w.children {
		switch {
		case c.asksForOwner():
			owner = i
		case c.isNaming():
			name = i
		}
	}
	if owner < 0 || name < 0 {
		return
	}
	for i := range list {
		if a, b, ok := strings.Cut(list[i].child[name].leaf.text, "/"); !ok || !isHandle(a) || !isHandle(b) {
			return
		}
	}
	for i := range list {
		whole := list[i].child[name].leaf
		a, b, _ := strings.Cut(whole.text, "/")
		list[i].child[owner].leaf, list[i].child[name].leaf = whole.part(a), whole.part(b)
	}
}

// isHandle reports whether a text is a name without blanks, as accounts have.
func isHandle(s string) bool {
	s = strings.TrimSpace(s)
	return s != "" && len(s) < 60 && !strings.ContainsAny(s, " \n/:")
}

// part returns the value of a part of a value's text.
func (v value) part(text string) value {
	v.text = strings.TrimSpace(text)
	v.json = quote(v.text)
	return v
}
