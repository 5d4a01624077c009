package ranking

import (
	"sort"

	"assay/query"
	"assay/service/content"
	"assay/service/extract/evidence"
	"assay/service/extract/fields"
	"assay/service/extract/onpage"
	"assay/service/extract/rank"
)

// rankedLeaf is the answer to a field that asks for one value of the page.
type rankedLeaf struct {
	*fields.Answer
	again     *fields.Answer // the answer by what its name means, or nil
	path      string
	container *query.Field // that it is part of, or nil
}

// RankedLeaves returns the answers to fields that ask for one value of the page, but for those that
// ask for a part of what there is and those that are answered for sure; see isSettled.
func (e *Engine) RankedLeaves(answers, again []fields.Answer) []rankedLeaf {
	return e.rankedLeaves(nil, answers, again, "", nil)
}

func (e *Engine) rankedLeaves(out []rankedLeaf, answers, again []fields.Answer, path string, container *query.Field) []rankedLeaf {
	for i := range answers {
		a, b := &answers[i], (*fields.Answer)(nil)
		if len(again) == len(answers) {
			b = &again[i]
		}
		switch {
		case a.Field == nil || a.Field.Query.List || a.Field.Hidden || !a.Field.Filter.None():
		case a.Field.Children == nil:
			if !isSettled(e, a) {
				out = append(out, rankedLeaf{a, b, path + a.Field.Query.Name, container})
			}
		case b != nil:
			out = e.rankedLeaves(out, a.Children, b.Children, path+a.Field.Query.Name+".", a.Field.Query)
		default:
			out = e.rankedLeaves(out, a.Children, nil, path+a.Field.Query.Name+".", a.Field.Query)
		}
	}
	return out
}

// isDoubtful reports whether an answer rests on an element's name, or on a label or a heading that
// hardly fits the field. The page's own heading does not.
func isDoubtful(e *Engine, v *fields.Value) bool {
	if v.Node == e.Index.H1 && v.Node != content.None {
		return false
	}
	named := v.Kind == evidence.Label || v.Kind == evidence.Heading
	return v.Kind == evidence.Name || named && v.Score < rank.OnPages.Settled
}

// isSettled reports whether a field is not open to the ranker: on a page if it asks for yes or no,
// which marks say, or is answered by the name of a control, beside a label that is its very name or,
// without doubt, by a name alone that is vague or that the lexicon knows or by the end of a range; on a
// document if it is answered by a name that the vocabulary of documents has.
func isSettled(e *Engine, a *fields.Answer) bool {
	w := a.Field
	if e.Sheet != nil {
		return a.Leaf.JSON != "" && e.Roles[w.Query] != 0 && e.MayMean[w.Query] == nil
	}
	return w.Type == query.Boolean || a.Leaf.JSON != "" && (w.Control != nil || isLabelled(e, a) || (isKnown(w) || isEnd(e, a)) && !isDoubtful(e, &a.Leaf))
}

// isLabelled reports whether a field is answered beside a label that is its very name.
func isLabelled(e *Engine, a *fields.Answer) bool {
	if a.Leaf.Kind != evidence.Label {
		return false
	}
	i := sort.Search(len(e.Labels), func(i int) bool { return e.Index.Facts[e.Labels[i]].Node >= a.Leaf.Node })
	for ; i < len(e.Labels) && e.Index.Facts[e.Labels[i]].Node == a.Leaf.Node; i++ {
		if onpage.SameLetters(e.Index.Facts[e.Labels[i]].Name, a.Field.Query.Name) {
			return true
		}
	}
	return false
}

// isEnd reports whether a field is answered by the end of a range that stands beside its name.
func isEnd(e *Engine, a *fields.Answer) bool {
	return a.Leaf.Kind == evidence.Label && e.EndOf(a.Field, a.Leaf.Text) != a.Leaf.Text
}

// isKnown reports whether a field has a name alone that is vague or that the lexicon knows.
func isKnown(w *fields.Field) bool {
	return (w.Known || len(w.Name) == 1 && w.Name.Vague()) && w.Query.Hint().Words == ""
}
