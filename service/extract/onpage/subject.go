package onpage

import (
	"strings"

	"assay/service/content"
	"assay/service/extract/evidence"
	"assay/service/extract/fields"
)

// Scope is the part of the page an answer is looked for in.
type Scope struct {
	From, To content.ID      // nodes from ≤ id < to
	Thing    *evidence.Thing // the structured data that describes it, or nil
	Whole    bool            // the whole page
	Name     *fields.Field   // the container whose name the part bears, or nil
}

// Holds reports whether a node is in the scope.
func (s Scope) Holds(id content.ID) bool { return s.From <= id && id < s.To }

// H1 returns the text of the page's heading, or "".
func (e *Engine) H1() string {
	if e.Index.H1 == content.None {
		return ""
	}
	return withoutYear(e, e.Index.H1)
}

// withoutYear returns the text of a heading without the year in brackets that stands after
// it in an element of its own, which tells what it names from others of that name.
func withoutYear(e *Engine, heading content.ID) string {
	text := e.Tree.Text(heading)
	cut := strings.LastIndexByte(text, '(')
	if cut < 2 || len(text)-cut != len("(2012)") || !IsYear(text[cut+1:len(text)-1]) || text[len(text)-1] != ')' {
		return text
	}
	for c := e.Tree.FirstChild(heading); c != content.None; c = e.Tree.Next(c) {
		if e.Tree.Nodes[c].Kind == content.Element && e.Tree.Text(c) == text[cut:] {
			return strings.TrimSpace(text[:cut])
		}
	}
	return text
}
