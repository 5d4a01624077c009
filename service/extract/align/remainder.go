package align

import (
	"regexp"
	"strings"

	"assay/service/extract/fields"
	"assay/service/extract/lexicon"
)

// What may stand after the name of something, in its text: who made it, or a word on it in brackets.
var (
	madeBy    = regexp.MustCompile(`^(.+?),? (?:by|von|par|por|di|door) (\p{Lu}[^()]*)$`)
	bracketed = regexp.MustCompile(`^(.+?) \(([^()]+)\)$`)
)

// PartNames answers the only field that no record of a list answers from what stands after the names
// of most of them: "Dune by Frank Herbert", "English (native)".
func (e *Engine) PartNames(a *fields.Answer) {
	if name, open := namedAndOpen(a); name >= 0 && open >= 0 {
		partNames(e, a, name, open)
	}
}

// namedAndOpen returns where the names of a list's records are among their fields, and the only
// field that none answers, or -1 for either.
func namedAndOpen(a *fields.Answer) (name, open int) {
	name, open = -1, -1
	for k, c := range a.Field.Children {
		answered := a.AnsweredIn(k)
		switch {
		case answered == 0 && open >= 0:
			return -1, -1
		case answered == 0:
			open = k
		case c.IsNaming() || name < 0 && k == 0 && c.Type == 0 && c.Shape != lexicon.URL:
			name = k
		}
	}
	return name, open
}

func partNames(e *Engine, a *fields.Answer, name, open int) {
	c := a.Field.Children[open]
	form := bracketed
	switch {
	case !c.Query.IsLeaf() || c.Query.List || c.Type != 0:
		return
	case c.Shape == lexicon.Person:
		form = madeBy
	case c.Shape != lexicon.Text && c.Shape != lexicon.AnyShape:
		return
	}
	found := make([][]string, len(a.List))
	n := 0
	for r := range a.List {
		if found[r] = form.FindStringSubmatch(a.List[r].Children[name].Leaf.Text); found[r] != nil {
			n++
		}
	}
	if n < 2 || 2*n < len(a.List) {
		return
	}
	for r, m := range found {
		if m == nil {
			continue
		}
		rest, _ := e.Read(c, m[2])
		first, _ := e.Read(a.Field.Children[name], strings.TrimSpace(m[1]))
		if rest == "" || first == "" {
			continue
		}
		of, to := &a.List[r].Children[name].Leaf, &a.List[r].Children[open].Leaf
		*to = *of
		to.JSON, to.Text = rest, m[2]
		of.JSON, of.Text = first, strings.TrimSpace(m[1])
	}
}
