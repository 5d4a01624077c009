package extract

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

// rewording are the fields of a query that are asked for by what the model of words takes
// their names for: those that the page has no answer to by the names that they have.
type rewording map[*query.Field]*reworded

// reworded is what is known of the meaning of a field's name.
type reworded struct {
	name    *words.Name
	labels  map[evidence.Key]float64 // how likely each label of the page answers; nil in records
	meaning concept.Meaning
}

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
		hint := w.field.Hint()
		re[w.field] = &reworded{name: words.Default().New(w.field.Name, hint.Words)}
	}
	for _, c := range w.children {
		re.add(c)
	}
}

// understand sets what the names mean, from all names of the query.
func (re rewording) understand(root []*want) {
	var fields []concept.Field
	var of []*reworded // by field; nil of those that are not asked for again
	containers := 0
	var add func([]*want)
	add = func(wants []*want) {
		container := containers
		containers++
		for _, w := range wants {
			if w.hidden {
				continue
			}
			f := concept.Field{Container: container}
			r := re[w.field]
			if r != nil {
				f.Name = r.name
			} else {
				f.Name = words.Default().New(w.field.Name, w.field.Hint().Words)
			}
			if w.known {
				f.Known = w.concept
			}
			fields, of = append(fields, f), append(of, r)
			add(w.children)
		}
	}
	add(root)
	for i, meaning := range concept.Default().Of(fields) {
		if of[i] != nil {
			of[i].meaning = meaning
		}
	}
}

// pairs are how likely labels of the page answer fields, of those that were taken for them.
type pairs map[*query.Field]map[evidence.Key]float64

// pair takes labels of the page for the fields that ask for one value of it, all together.
func pair(x *evidence.Index, answers []answer) pairs {
	var leaves []*answer
	leaves = leavesOf(leaves, answers)
	asked := make([]words.Asked, len(leaves))
	for i, a := range leaves {
		hint := a.w.field.Hint()
		asked[i].Name = words.Default().New(a.w.field.Name, hint.Words)
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
	out := pairs{}
	for _, a := range leaves {
		out[a.w.field] = make(map[evidence.Key]float64, len(keys))
		for _, k := range keys {
			out[a.w.field][k] = 0
		}
	}
	taken := words.Pair(len(asked), len(labels), func(i, j int) float32 { return words.Score(&asked[i], &labels[j]) })
	for i := range taken {
		p := &taken[i]
		out[leaves[p.Asked].w.field][keys[p.Label]] = words.Default().Sure(p)
	}
	return out
}

// maxPaired is how many labels of a page are taken for fields by their meaning.
const maxPaired = 500

// leavesOf appends the answers to fields that ask for one value of the page.
func leavesOf(out []*answer, fields []answer) []*answer {
	for i := range fields {
		switch a := &fields[i]; {
		case a.w == nil || a.w.field.List || a.w.hidden:
		case a.w.children != nil:
			out = leavesOf(out, a.child)
		default:
			out = append(out, a)
		}
	}
	return out
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
	if len(from) == 0 {
		return
	}
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
