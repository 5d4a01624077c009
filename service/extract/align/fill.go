package align

import (
	"slices"
	"strings"

	"assay/query"
	"assay/service/content"
	"assay/service/extract/evidence"
	"assay/service/extract/fields"
	"assay/service/extract/lexicon"
	"assay/service/extract/onpage"
	"assay/service/extract/read"
	"assay/service/extract/records"
)

// maxLeft is how many fields are told by what is left of a record at most.
const maxLeft = 2

// FillLeft answers the fields of a list that no record answers from the short texts of the records that
// answer no field, in their order, if there are as many of the one as of the other.
func (e *Engine) FillLeft(a *fields.Answer) {
	if len(a.List) < 2 || !a.Field.Filter.None() {
		return
	}
	spans := make([]records.Span, len(a.List))
	for r := range a.List {
		if spans[r] = (records.Span{From: a.List[r].From, To: a.List[r].To}); spans[r].To <= spans[r].From+1 {
			return
		}
	}
	var open []int
	number := -1 // the only field for a number that is open
	explained := 0
	for k, c := range a.Field.Children {
		switch n := a.AnsweredIn(k); {
		case !c.Query.IsLeaf() || c.Query.List:
			return
		case n > 0:
			explained++
		case c.Type == 0 && (c.Shape == lexicon.AnyShape || c.Shape == lexicon.Text || c.Shape == lexicon.Person || c.Shape == lexicon.Org || c.Shape == lexicon.Prose):
			open = append(open, k)
		case number < 0 && (c.Type == query.Number || c.Type == query.Integer) && c.Shape != lexicon.Price && c.Shape != lexicon.Rating:
			number = k
		default:
			return
		}
	}
	if len(open) == 0 && number < 0 || len(open) > maxLeft || explained == 0 {
		return
	}
	sample := onpage.SampleOf(spans)
	columns := e.Columns(sample)
	al := onpage.Alignment{Choices: make([][]onpage.Choice, len(a.Field.Children))}
	for k := range a.Field.Children {
		if a.AnsweredIn(k) == 0 {
			continue
		}
		col := columnOf(e, a, k, spans, sample, columns)
		if col == nil {
			return
		}
		al.Choices[k] = col.Choices(1)
	}
	left := textsLeft(e, a.Field, open, columns, sample, &al)
	if len(left) == 0 {
		left = figuresLeft(e, columns, sample, &al)
	}
	if len(left) != len(open) && len(open) > 0 {
		return
	}
	for i, k := range open {
		al.Choices[k] = columns[left[i]].Choices(e.Weights.Leftover)
	}
	if number >= 0 && countTexts(e, columns, sample) == len(a.Field.Children) {
		if col := numberLeft(e, a.Field.Children[number], columns, sample, &al); col != nil {
			open, al.Choices[number] = append(open, number), col.Choices(e.Weights.Leftover)
		}
	}
	for r := range a.List {
		e.Walk(spans[r], func(p onpage.Part) bool {
			for _, k := range open {
				child := &a.List[r].Children[k]
				for _, c := range al.Choices[k] {
					if child.Leaf.JSON == "" && p.Key == evidence.NoKey && p.Path == c.Path {
						e.Take(child, &p, c)
					}
				}
			}
			return true
		})
	}
}

// maxLeftWords is how many words a text has at most that answers a field for a few words.
const maxLeftWords = 6

// textsLeft returns the columns of texts that are left for some fields: without sentences if these are
// too many and no field asks for any.
func textsLeft(e *Engine, w *fields.Field, open []int, columns []onpage.Column, sample []records.Span, al *onpage.Alignment) []int {
	left := slices.DeleteFunc(leftColumns(e, w, columns, sample, al), func(c int) bool {
		return columns[c].All(func(p *onpage.Part) bool { return strings.Contains(e.PartText(p), ":") }) // a label
	})
	asksProse := slices.ContainsFunc(open, func(k int) bool {
		return w.Children[k].Shape == lexicon.Prose || w.Children[k].Shape == lexicon.AnyShape
	})
	if len(left) <= len(open) || asksProse {
		return left
	}
	return slices.DeleteFunc(left, func(c int) bool {
		return columns[c].All(func(p *onpage.Part) bool {
			text := e.PartText(p)
			return strings.HasSuffix(text, ".") || strings.Count(text, " ") >= maxLeftWords
		})
	})
}

// figuresLeft returns the columns of short texts with digits that no field has: "58%", "2-1".
func figuresLeft(e *Engine, columns []onpage.Column, sample []records.Span, al *onpage.Alignment) []int {
	var left []int
	for c := range columns {
		col := &columns[c]
		if col.Key == evidence.NoKey && col.Have == len(sample) && !isGiven(e, col, al) && !isOfAmount(e, col, columns, al) &&
			col.All(func(p *onpage.Part) bool {
				return e.PartLen(p) <= maxNumberText && strings.ContainsAny(e.PartText(p), "0123456789") && !isDivided(e, p)
			}) {
			left = append(left, c)
		}
	}
	return inOrder(e, ownTexts(e, left, columns), columns, sample)
}

// maxNumberText is how long, in bytes, a text is at most that is a number with its unit.
const maxNumberText = 12

// numberLeft returns the only column of numbers that no field has, or nil.
func numberLeft(e *Engine, w *fields.Field, columns []onpage.Column, sample []records.Span, al *onpage.Alignment) *onpage.Column {
	var left *onpage.Column
	for c := range columns {
		col := &columns[c]
		if col.Key != evidence.NoKey || col.Have < len(sample) || isGiven(e, col, al) || isOfAmount(e, col, columns, al) || !col.All(func(p *onpage.Part) bool { return isNumberFor(e, w, e.PartText(p)) }) {
			continue
		}
		if left != nil && !samePlaces(e, col, left) {
			return nil
		}
		left = col
	}
	return left
}

// isNumberFor reports whether a text is a number that a field may ask for: no price, share or time.
func isNumberFor(e *Engine, w *fields.Field, text string) bool {
	if len(text) > maxNumberText || strings.ContainsAny(text, "%:") {
		return false
	}
	if _, money := read.MarkedPrice(text, e.Index.Locale); money {
		return false
	}
	encoded, fit := e.Read(w, text)
	return fit > 0 && encoded != ""
}

// columnOf returns the column of the shortest texts that read as the values of a field, or nil.
func columnOf(e *Engine, a *fields.Answer, k int, spans, sample []records.Span, columns []onpage.Column) *onpage.Column {
	values := map[content.ID]*fields.Value{}
	for r := range a.List {
		values[spans[r].From] = &a.List[r].Children[k].Leaf
	}
	var best *onpage.Column
	for c := range columns {
		col := &columns[c]
		same, n := 0, 0
		for r := range sample {
			v, p := values[sample[r].From], &col.Parts[r]
			if v.JSON == "" {
				continue
			}
			n++
			if p.ID != content.None && says(e, a.Field.Children[k], p, v) {
				same++
			}
		}
		if n > 0 && same*5 >= n*4 && (best == nil || e.PartLen(col.First()) < e.PartLen(best.First())) {
			best = col
		}
	}
	return best
}

// says reports whether a part of a record reads as a value of a field.
func says(e *Engine, w *fields.Field, p *onpage.Part, v *fields.Value) bool {
	for _, text := range e.PartValues(w, p) {
		if encoded, _ := e.Read(w, text); encoded == v.JSON {
			return true
		}
	}
	return false
}
