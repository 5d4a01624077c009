package align

import (
	"regexp"
	"strings"

	"assay/service/extract/evidence"
	"assay/service/extract/fields"
	"assay/service/extract/lexicon"
	"assay/service/extract/onpage"
)

// numbered parts the number of a heading or an item from what it is called: "3.2 Deposit", "(a) Rent".
var numbered = regexp.MustCompile(`^(?:§ ?)?(\d{1,3}(?:\.\d{1,3}){0,3}|\(?[a-zA-Z]\)|[IVX]{1,5})(?:[.):]? |[.):] ?)(\pL.*)$`)

// FillNumbers answers what asks for the numbers of a list's records, if no record answers it, with
// the numbers that what they are called begins with, and takes them off that.
func (e *Engine) FillNumbers(a *fields.Answer) {
	number, name := -1, -1
	for k, w := range a.Field.Children {
		switch leaf := w.Query.IsLeaf() && !w.Query.List; {
		case leaf && asksForNumber(w):
			number = k
		case leaf && name < 0 && w.Type == 0 && (w.IsNaming() || onpage.IsWords(w.Shape)):
			name = k
		}
	}
	if number < 0 || name < 0 || len(a.List) < minOrdinals || a.AnsweredIn(number) > 0 {
		return
	}
	parts := make([][]string, len(a.List))
	for r := range a.List {
		if parts[r] = numbered.FindStringSubmatch(a.List[r].Children[name].Leaf.Text); parts[r] == nil || r > 0 && parts[r][1] == parts[r-1][1] {
			return
		}
	}
	for r := range a.List {
		set := func(k int, text string) {
			if encoded, fit := e.Read(a.Field.Children[k], text); fit > 0 {
				leaf := &a.List[r].Children[k].Leaf
				*leaf = fields.Value{JSON: encoded, Text: text, Node: a.List[r].Children[name].Leaf.Node, Kind: evidence.Record, Score: e.Weights.ColumnForm}
			}
		}
		set(number, strings.Trim(parts[r][1], "()"))
		set(name, parts[r][2])
	}
}

// asksForNumber reports whether a field asks for the number of a record in its list.
func asksForNumber(w *fields.Field) bool {
	words := lexicon.Words(w.Query.Name)
	if len(words) == 0 || len(words) > 2 {
		return false
	}
	switch words[len(words)-1] {
	case "number", "no", "nr", "num", "nummer", "numero", "position", "index", "pos":
		return true
	}
	return false
}
