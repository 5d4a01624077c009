package extract

import (
	"slices"
	"strings"

	"assay/client/query"
	"assay/service/content"
	"assay/service/extract/evidence"
	"assay/service/extract/read"
	"assay/service/extract/records"
)

// inOrderScore is the belief in a field that is told by its place among all texts of a
// record and nothing else.
const inOrderScore = 0.27

// minInOrder is how many texts records have at least that nothing but their order tells
// apart.
const minInOrder = 3

// inOrder gives the open fields of a list the texts of the records in their order, if
// the records have just as many texts as there are fields: numbers to fields of numbers,
// the others to fields of words. What only some records have is counted if the fields
// ask for it.
func (e *engine) inOrder(w *want, columns []column, sample []records.Span, al *alignment) {
	var words, numbers []int
	texts, known, meant := 0, 0, false
	for i, f := range w.children {
		switch {
		case !f.field.IsLeaf() || f.field.List || f.typ == query.Boolean || sideOf(f) == address:
			continue
		case len(al.choices[i]) > 0 || al.formed[i]:
			known++
		case f.typ == 0 && (f.concept == 0 || isWords(f.shape) || f.isYesNo()):
			words, meant = append(words, i), meant || f.concept != 0
		case f.typ == query.Integer || f.typ == query.Number:
			numbers = append(numbers, i)
		default:
			return // its values are of a kind of their own, and none was found
		}
		texts++
	}
	if len(words)+len(numbers) == 0 || texts < minInOrder || len(sample) < 2 || known*3 < texts && len(sample) < 3 {
		return
	}
	shares := []float64{0.8, 0.4}
	if known > 0 {
		if meant {
			return // the others were found by what they are, and so would these be
		}
		shares = shares[:1]
	}
	for _, share := range shares {
		all := slices.DeleteFunc(e.textColumns(columns, sample, share), func(c int) bool {
			return !e.isGiven(&columns[c], columns, al) && e.retells(&columns[c], columns, al)
		})
		if len(all) != texts {
			continue
		}
		var ofWords, ofNumbers []int
		for _, c := range all {
			switch {
			case e.isGiven(&columns[c], columns, al):
			case columns[c].areNumbers(e):
				ofNumbers = append(ofNumbers, c)
			default:
				ofWords = append(ofWords, c)
			}
		}
		if len(numbers) == 0 && len(ofNumbers)+len(ofWords) == len(words) { // a value may be a number
			ofWords, ofNumbers = append(ofWords, ofNumbers...), nil
			slices.Sort(ofWords)
			e.byOffset(ofWords, columns, sample)
		}
		if len(ofWords) != len(words) || len(ofNumbers) != len(numbers) {
			continue
		}
		for k, c := range slices.Concat(ofWords, ofNumbers) {
			i := slices.Concat(words, numbers)[k]
			al.choices[i] = columns[c].choices(inOrderScore)
			al.score += inOrderScore
		}
		return
	}
}

// textColumns returns the columns of short undivided texts that a share of the records
// have at least, in the order of the page.
func (e *engine) textColumns(columns []column, sample []records.Span, share float64) []int {
	var out []int
	for c := range columns {
		col := &columns[c]
		if col.key != evidence.NoKey || float64(col.have) < share*float64(len(sample)) || e.areButtons(col) {
			continue
		}
		p := col.first()
		if n := e.partLen(p); n == 0 || n > 2*maxPattern || e.isDivided(p) || letters(e.partText(p)) == 0 && !read.IsBareNumber(e.partText(p)) {
			continue
		}
		out = append(out, c)
	}
	e.byOffset(out, columns, sample)
	return e.ownTexts(out, columns)
}

// byOffset sorts columns by where they stand in the records.
func (e *engine) byOffset(list []int, columns []column, sample []records.Span) {
	slices.SortStableFunc(list, func(a, b int) int { return int(e.offset(&columns[a], sample) - e.offset(&columns[b], sample)) })
}

// areNumbers reports whether the parts of a column are numbers and nothing else.
func (col *column) areNumbers(e *engine) bool {
	for i := range col.parts {
		if p := &col.parts[i]; p.id != content.None && !read.IsBareNumber(e.partText(p)) {
			return false
		}
	}
	return true
}

// minRetold is how long, in bytes, a value is whose mention tells a text from a value of
// its own.
const minRetold = 4

// retells reports whether a column says over again what a field is given: a sentence for
// those who do not see the page.
func (e *engine) retells(col *column, columns []column, al *alignment) bool {
	for _, choices := range al.choices {
		if len(choices) == 0 {
			continue
		}
		o := find(columns, choices[0])
		if o == nil {
			continue
		}
		for r := range col.parts {
			p, q := &col.parts[r], &o.parts[r]
			if p.id == content.None || q.id == content.None {
				continue
			}
			if said := e.partText(q); len(said) >= minRetold && strings.Contains(e.partText(p), said) {
				return true
			}
		}
	}
	return false
}

// isGiven reports whether a column, or one that has its text, is given to a field.
func (e *engine) isGiven(col *column, columns []column, al *alignment) bool {
	for _, choices := range al.choices {
		if len(choices) == 0 {
			continue
		}
		o := find(columns, choices[0])
		if o == nil {
			continue
		}
		for r := range col.parts {
			p, q := &col.parts[r], &o.parts[r]
			if p.id == content.None || q.id == content.None {
				continue
			}
			from, to := e.span(p)
			if a, b := e.span(q); a < to && from < b {
				return true
			}
		}
	}
	return false
}
