package fields

import (
	"slices"
	"strings"

	"assay/query"
	"assay/service/content"
	"assay/service/extract/concept"
	"assay/service/extract/evidence"
	"assay/service/extract/tree"
	"assay/service/extract/words"
)

// Rewording are the fields of a query that are asked for by what the model of concepts takes
// their names for: at first those that the lexicon may not understand, then those that have no
// answer.
type Rewording map[*query.Field]*reworded

// reworded is what is known of the meaning of a field's name.
type reworded struct {
	name    *words.Name              // nil at first
	Labels  map[evidence.Key]float64 // how likely each label of the page answers; nil in records
	meaning concept.Meaning
}

// addUncertain adds the fields and lists whose names the lexicon may not understand. A container
// that is not a list has no answer of its own, so its name is left as it is.
func (re Rewording) addUncertain(fields []*Field, called Called) {
	for _, w := range fields {
		described := w.Query.Hint().Words != ""
		switch {
		case w.Hidden, w.Children != nil && !w.Query.List, w.Known && !described:
		case described:
			re[w.Query] = &reworded{}
		default:
			if named, _ := called(w.Name); !named {
				re[w.Query] = &reworded{}
			}
		}
		re.addUncertain(w.Children, called)
	}
}

// Unanswered adds the fields that have no answer anywhere in some answers.
func (re Rewording) Unanswered(answers []Answer) {
	for i := range answers {
		a := &answers[i]
		switch {
		case !a.isEmpty() && a.Field.Children == nil:
		case a.isEmpty() && (a.Field.Children == nil || a.Field.Query.List):
			re.add(a.Field)
		case !a.Field.Query.List:
			re.Unanswered(a.Children)
		default:
			for c, w := range a.Field.Children {
				if w.Children != nil {
					continue
				}
				empty := true
				for r := range a.List {
					empty = empty && c < len(a.List[r].Children) && a.List[r].Children[c].isEmpty()
				}
				if empty {
					re.add(w)
				}
			}
		}
	}
}

// add adds a field, and those in it, if words may know its name better than the lexicon.
func (re Rewording) add(w *Field) {
	if !w.Known && !w.Hidden {
		hint := w.Query.Hint()
		re[w.Query] = &reworded{name: words.Default().New(w.Query.Name, hint.Words)}
	}
	for _, c := range w.Children {
		re.add(c)
	}
}

// Understand sets what the names mean, from all names of the query.
func (re Rewording) Understand(root []*Field) {
	var fields []concept.Field
	var of []*reworded // by field; nil of those that are not asked for again
	containers := 0
	var add func([]*Field)
	add = func(wants []*Field) {
		container := containers
		containers++
		for _, w := range wants {
			if w.Hidden {
				continue
			}
			f := concept.Field{Container: container}
			r := re[w.Query]
			if r != nil && r.name != nil {
				f.Name = r.name
			} else {
				f.Name = words.Default().New(w.Query.Name, w.Query.Hint().Words)
			}
			if w.Known {
				f.Known = w.Concept
			}
			fields, of = append(fields, f), append(of, r)
			add(w.Children)
		}
	}
	add(root)
	for i, meaning := range concept.Default().Of(fields) {
		if of[i] != nil {
			of[i].meaning = meaning
		}
	}
}

// Pairs are how likely labels of the page answer fields, of those that were taken for them.
type Pairs map[*query.Field]map[evidence.Key]float64

// Pair takes labels of the page for the fields that ask for one value of it, all together.
func Pair(x *evidence.Index, answers []Answer) Pairs {
	var leaves []*Answer
	leaves = LeavesOf(leaves, answers)
	asked := make([]words.Asked, len(leaves))
	for i, a := range leaves {
		hint := a.Field.Query.Hint()
		asked[i].Name = words.Default().New(a.Field.Query.Name, hint.Words)
		asked[i].Forms = asked[i].Name.Forms().OfType(hint.Type)
	}
	seen := map[evidence.Key]bool{}
	var keys []evidence.Key
	var labels []words.Label
	for i := range x.Facts {
		f := &x.Facts[i]
		if f.Kind != evidence.Label || f.Node == content.None || seen[f.Key] || len(labels) == maxPaired || x.Tree.Region(f.Node)&(tree.InNav|tree.InFooter|tree.InForm|tree.InChrome) != 0 {
			continue
		}
		seen[f.Key] = true
		name := x.Name(f.Key)
		if name == nil || !slices.ContainsFunc(asked, func(a words.Asked) bool { return words.IsNear(a.Name, name) }) {
			continue
		}
		if m := words.Default(); m.LabelOdds(f.Name) <= m.LabelOdds(f.Values[0]) {
			continue
		}
		keys = append(keys, f.Key)
		labels = append(labels, words.Label{Name: name, Value: words.Default().FormsOf(f.Values[0])})
	}
	out := Pairs{}
	for _, a := range leaves {
		out[a.Field.Query] = make(map[evidence.Key]float64, len(keys))
		for _, k := range keys {
			out[a.Field.Query][k] = 0
		}
	}
	taken := words.Pair(len(asked), len(labels), func(i, j int) float32 { return words.Score(&asked[i], &labels[j]) })
	for i := range taken {
		p := &taken[i]
		out[leaves[p.Asked].Field.Query][keys[p.Label]] = words.Default().Sure(p)
	}
	return out
}

// maxPaired is how many labels of a page are taken for fields by their meaning.
const maxPaired = 500

// LeavesOf appends the answers to fields that ask for one value of the page.
func LeavesOf(out []*Answer, answers []Answer) []*Answer {
	for i := range answers {
		switch a := &answers[i]; {
		case a.Field == nil || a.Field.Query.List || a.Field.Hidden:
		case a.Field.Children != nil:
			out = LeavesOf(out, a.Children)
		default:
			out = append(out, a)
		}
	}
	return out
}

// isEmpty reports whether an answer says nothing.
func (a *Answer) isEmpty() bool {
	switch {
	case a.Field == nil:
		return true
	case a.Field.Query.List:
		return len(a.List) == 0
	case a.Field.Children != nil:
		for i := range a.Children {
			if !a.Children[i].isEmpty() {
				return false
			}
		}
		return true
	}
	return a.Leaf.JSON == ""
}

// Fill takes from the answers to a reworded query what other answers have not, but for
// what answers another field already.
func Fill(answers, from []Answer) {
	if len(from) == 0 {
		return
	}
	taken := func(v *Value) bool {
		return slices.ContainsFunc(answers, func(a Answer) bool {
			return a.Leaf.JSON != "" && (a.Leaf.JSON == v.JSON || a.Leaf.Node == v.Node && strings.Contains(a.Leaf.Text, v.Text))
		})
	}
	for i := range answers {
		a, b := &answers[i], &from[i]
		switch {
		case a.isEmpty() && a.Field.Children == nil && !a.Field.Query.List:
			if !taken(&b.Leaf) {
				a.Leaf = b.Leaf
			}
		case a.isEmpty() && a.Field.Query.List:
			a.List = b.List
		case a.Field.Children == nil:
		case !a.Field.Query.List:
			if len(a.Children) == len(b.Children) {
				Fill(a.Children, b.Children)
			}
		case len(a.List) == len(b.List):
			for r := range a.List {
				if x, y := &a.List[r], &b.List[r]; x.From == y.From && x.To == y.To && len(x.Children) == len(y.Children) {
					Fill(x.Children, y.Children)
				}
			}
		}
	}
}
