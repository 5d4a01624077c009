package extract

import (
	"math"
	"slices"
	"strings"
	"sync"

	"assay/query"
	"assay/service/extract/lexicon"
	"assay/service/extract/words"
)

// rewording are the fields of a query that are asked for by what the model of words takes
// their names for: those that the page has no answer to by the names that they have.
type rewording map[*query.Field]bool

// unanswered adds the fields that have no answer anywhere in some answers.
func (re rewording) unanswered(fields []answer) {
	for i := range fields {
		a := &fields[i]
		switch {
		case !a.isEmpty() && a.w.children == nil:
		case a.isEmpty() && (a.w.children == nil || a.w.field.List):
			re.add(a.w)
		case !a.w.field.List:
			re.unanswered(a.child)
		default:
			for c, w := range a.w.children {
				if w.children != nil {
					continue
				}
				empty := true
				for r := range a.list {
					empty = empty && c < len(a.list[r].child) && a.list[r].child[c].isEmpty()
				}
				if empty {
					re.add(w)
				}
			}
		}
	}
}

// add adds a field, and those in it, if words may know its name better than the lexicon.
func (re rewording) add(w *want) {
	if !w.known && !w.hidden {
		re[w.field] = true
	}
	for _, c := range w.children {
		re.add(c)
	}
}

// isEmpty reports whether an answer says nothing.
func (a *answer) isEmpty() bool {
	switch {
	case a.w == nil:
		return true
	case a.w.field.List:
		return len(a.list) == 0
	case a.w.children != nil:
		for i := range a.child {
			if !a.child[i].isEmpty() {
				return false
			}
		}
		return true
	}
	return a.leaf.json == ""
}

// fill takes from the answers to a reworded query what other answers have not, but for
// what answers another field already.
func fill(fields, from []answer) {
	taken := func(v *value) bool {
		return slices.ContainsFunc(fields, func(a answer) bool {
			return a.leaf.json != "" && (a.leaf.json == v.json || a.leaf.node == v.node && strings.Contains(a.leaf.text, v.text))
		})
	}
	for i := range fields {
		a, b := &fields[i], &from[i]
		switch {
		case a.isEmpty() && a.w.children == nil && !a.w.field.List:
			if !taken(&b.leaf) {
				a.leaf = b.leaf
			}
		case a.isEmpty() && a.w.field.List:
			a.list = b.list
		case a.w.children == nil:
		case !a.w.field.List:
			if len(a.child) == len(b.child) {
				fill(a.child, b.child)
			}
		case len(a.list) == len(b.list):
			for r := range a.list {
				if x, y := &a.list[r], &b.list[r]; x.from == y.from && x.to == y.to && len(x.child) == len(y.child) {
					fill(x.child, y.child)
				}
			}
		}
	}
}

// conceptNames are the first phrases of the lexicon's concepts, ready to be compared by all
// requests at once.
var conceptNames = sync.OnceValue(func() []conceptName {
	var out []conceptName
	for c, phrases := range lexicon.Concepts() {
		for _, p := range phrases {
			out = append(out, conceptName{c, words.Default().New(p, "").Prepare()})
		}
	}
	return out
})

type conceptName struct {
	concept lexicon.Concept
	name    *words.Name
}

// conceptOf returns the concept that a name means, as far as the model of words can tell, and
// how likely it does.
func conceptOf(asked *words.Name) (lexicon.Concept, float64) {
	best, most := lexicon.Concept(0), float32(math.Inf(-1))
	for _, n := range conceptNames() {
		if words.Dot(asked.Vector(), n.name.Vector()) < 2*nearWords {
			continue
		}
		if l := words.Logit(asked, n.name); l > most {
			best, most = n.concept, l
		}
	}
	return best, 1 / (1 + math.Exp(-float64(most)))
}
