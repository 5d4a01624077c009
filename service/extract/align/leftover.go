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

// Beliefs about columns that are matched by being left over.
const (
	minTogether  = 2 // fields that have a meaning of their own and are told by what is left, if any is
	minExplained = 2 // fields that must be known for each that is told by what is left
)

// Leftovers gives the fields of a list that no name or form told the columns of
// short text that are left, in their order, if there are as many of the one as of the
// other. It is how a person reads a row whose cells have no names: what is asked for
// stands in the order it is asked for. Most of the fields must be known by other means,
// or the record must have just as many parts as there are fields.
func (e *Engine) Leftovers(w *fields.Field, columns []onpage.Column, sample []records.Span, al *onpage.Alignment) {
	open := openFields(w, al)
	switch {
	case len(open.ofKinds) == 1 && len(open.fields) == 0 && open.explained == open.texts-1 && countTexts(e, columns, sample) == open.texts:
		open.fields = open.ofKinds // all that is asked for beside all that is left
	case len(open.ofKinds) > 0:
		return // values of a kind of their own were not found
	}
	leftNumber(e, w, columns, sample, al, open.texts)
	if open.known > 0 && len(open.fields) < minTogether {
		return
	}
	if len(open.fields) == 0 || open.explained == 0 || len(sample) < 2 {
		return
	}
	least := minExplained * len(open.fields)
	if open.known == len(open.fields) { // a firm and a place: names of two kinds, and two columns of names
		least = len(open.fields)
	}
	if open.explained < least && countTexts(e, columns, sample) != open.texts {
		return
	}
	left := leftColumns(e, w, columns, sample, al)
	if len(left) != len(open.fields) {
		return
	}
	give := func(k, i int) {
		al.Choices[i] = columns[left[k]].Choices(e.Weights.Leftover)
		al.Score += e.Weights.Leftover
		left = slices.Delete(left, k, k+1)
	}
	var inOrder []int
	for _, i := range open.fields {
		if k := tellingOf(e, w.Children[i], columns, left); k >= 0 {
			give(k, i)
		} else {
			inOrder = append(inOrder, i)
		}
	}
	for _, i := range inOrder {
		give(0, i)
	}
}

// unanswered is which fields of a list are not answered yet, and how many there are beside them.
type unanswered struct {
	fields    []int // that what is left may answer
	ofKinds   []int // that have values of a kind of their own, which no other column has
	known     int   // of the first, those that have a meaning of their own
	explained int   // fields that are answered
	texts     int   // fields that text answers
}

// openFields returns the fields of a list that no column was found for.
func openFields(w *fields.Field, al *onpage.Alignment) unanswered {
	var o unanswered
	for i, f := range w.Children {
		leaf := f.Query.IsLeaf() && !f.Query.List
		if leaf && SideOf(f) != onpage.AddressSide {
			o.texts++
		}
		switch {
		case !leaf:
		case len(al.Choices[i]) > 0, al.Formed[i]:
			o.explained++
		case f.Type != 0:
		case f.Concept == 0, f.Shape == lexicon.Person, f.Shape == lexicon.Integer: // a room may be a number or a name
			o.fields = append(o.fields, i)
		case isCalled(f):
			o.known++
			o.fields = append(o.fields, i)
		case onpage.IsWords(f.Shape):
			o.ofKinds = append(o.ofKinds, i)
		}
	}
	return o
}

// leftColumns returns the columns of short text that answer no field, in the order they
// stand in.
func leftColumns(e *Engine, w *fields.Field, columns []onpage.Column, sample []records.Span, al *onpage.Alignment) []int {
	var left []int
	for c := range columns {
		if isLeft(e, &columns[c], columns, sample, al) && !sharesValue(e, &columns[c], columns, al, w) {
			left = append(left, c)
		}
	}
	return inOrder(e, ownTexts(e, left, columns), columns, sample)
}

// inOrder sorts columns by where they stand in the records.
func inOrder(e *Engine, left []int, columns []onpage.Column, sample []records.Span) []int {
	slices.SortStableFunc(left, func(a, b int) int {
		for r := range sample {
			p, q := &columns[a].Parts[r], &columns[b].Parts[r]
			if p.ID != content.None && q.ID != content.None {
				from, _ := e.Span(p)
				other, _ := e.Span(q)
				return int(from - other)
			}
		}
		return a - b
	})
	return left
}

// tellingOf returns which of the columns that are left says by its words that it is a
// field's, "1 stop" for stops, or is the only one of names for a person; -1 if none
// does, or several do.
func tellingOf(e *Engine, f *fields.Field, columns []onpage.Column, left []int) int {
	found := -1
	for k, c := range left {
		col := &columns[c]
		told, n := 0, 0
		for _, p := range col.Present() {
			n++
			text := e.PartText(p)
			if _, fit := e.ReadPerson(text); f.Shape == lexicon.Person && fit > 0.9 && AreCapitalized(strings.Fields(text)) {
				told++
			} else if len(f.Name) == 1 && len(f.Name[0].Word) > 3 && strings.Contains(strings.ToLower(text), f.Name[0].Word) {
				told++
			}
		}
		if n > 0 && told*3 >= n*2 {
			if found >= 0 {
				return -1
			}
			found = k
		}
	}
	return found
}

// Headed gives the heading of the records to the first field of plain words that nothing
// told, if none asks for what the records are called: it asks for that in a word of its
// own, such as the service in costs[], or in any word over a list, as the type of changes.
func (e *Engine) Headed(w *fields.Field, columns []onpage.Column, sample []records.Span, al *onpage.Alignment) {
	if slices.ContainsFunc(w.Children, (*fields.Field).IsNaming) {
		return
	}
	for i, f := range w.Children {
		if !f.Query.IsLeaf() || f.Query.List || f.Type != 0 || len(al.Choices[i]) > 0 || f.Concept != 0 && !isOverList(w, f) {
			continue
		}
		for c := range columns {
			col := &columns[c]
			if p := col.First(); !p.IsText() && col.Key == evidence.NoKey && e.Tree.Nodes[p.ID].Role == content.Heading && isLeft(e, col, columns, sample, al) {
				al.Choices[i] = col.Choices(e.Weights.Leftover)
				al.Score += e.Weights.Leftover
				return
			}
		}
		return
	}
}

// isOverList reports whether a field is the only one of a list's records that is a text,
// and all else in them is lists: it asks for what stands over those, whatever it is called.
func isOverList(w *fields.Field, f *fields.Field) bool {
	lists := 0
	for _, c := range w.Children {
		switch {
		case c.Query.List:
			lists++
		case c != f:
			return false
		}
	}
	return lists > 0 && onpage.IsWords(f.Shape)
}

// NameRecords gives the field for what a record is called, if no heading, link or bold
// text told it, the first words of the records that are no other field's.
func (e *Engine) NameRecords(w *fields.Field, columns []onpage.Column, sample []records.Span, al *onpage.Alignment) {
	naming := -1
	for i, f := range w.Children {
		if len(al.Choices[i]) > 0 && f.Shape == lexicon.Person {
			return // the others are told by more than their place
		}
		if naming < 0 && len(al.Choices[i]) == 0 && f.Type == 0 && f.Query.IsLeaf() && !f.Query.List && (f.IsNaming() || f.Own || f.Shape == lexicon.Person) {
			naming = i
		}
	}
	if naming < 0 || len(sample) < 2 {
		return
	}
	first := -1
	var at int32
	for c := range columns {
		col := &columns[c]
		if f := w.Children[naming]; f.Shape == lexicon.Person && !arePeople(e, f, col) || !isLeft(e, col, columns, sample, al) || sharesValue(e, col, columns, al, w) || !differs(e, col) {
			continue
		}
		if from := offset(e, col, sample); first < 0 || from <= at { // the innermost of those that begin together
			first, at = c, from
		}
	}
	if first >= 0 {
		al.Choices[naming] = columns[first].Choices(e.Weights.Leftover)
		al.Score += e.Weights.Leftover
	}
}

// leftNumber gives the only field for a number that is still open the only column of
// bare numbers that is left, of records that have just as many parts as there are
// fields.
func leftNumber(e *Engine, w *fields.Field, columns []onpage.Column, sample []records.Span, al *onpage.Alignment, texts int) {
	open := -1
	for i, f := range w.Children {
		if f.Type != query.Integer && f.Type != query.Number || len(al.Choices[i]) > 0 {
			continue
		}
		if open >= 0 {
			return
		}
		open = i
	}
	if open < 0 || len(sample) < 2 || texts < 2 || len(w.Children) > texts+1 || countTexts(e, columns, sample) != texts {
		return
	}
	left := -1
	for c := range columns {
		if !areNumbers(e, &columns[c], sample) || isGiven(e, &columns[c], al) || isOfAmount(e, &columns[c], columns, al) {
			continue
		}
		if left >= 0 && !samePlaces(e, &columns[c], &columns[left]) {
			return
		}
		left = c
	}
	if left >= 0 {
		al.Choices[open] = columns[left].Choices(e.Weights.Leftover)
		al.Score += e.Weights.Leftover
	}
}

// areNumbers reports whether every record has a bare number in a column.
func areNumbers(e *Engine, col *onpage.Column, sample []records.Span) bool {
	for r := range sample {
		if p := &col.Parts[r]; p.ID == content.None || p.Key != evidence.NoKey || !read.IsBareNumber(e.PartText(p)) {
			return false
		}
	}
	return true
}

// isGiven reports whether a column, or one of the same texts, is given to a field.
func isGiven(e *Engine, col *onpage.Column, al *onpage.Alignment) bool {
	for _, choices := range al.Choices {
		if len(choices) > 0 && choices[0].Path == col.Path && choices[0].Key == col.Key {
			return true
		}
	}
	return false
}

// isOfAmount reports whether a column is within one that a field has, and all of that but
// for a sign: the figure of a price.
func isOfAmount(e *Engine, col *onpage.Column, columns []onpage.Column, al *onpage.Alignment) bool {
	for _, given := range al.Given(columns) {
		for p, q := range inBoth(col, given) {
			from, to := e.Span(p)
			if f, t := e.Span(q); f <= from && to <= t && t-f <= maxCount {
				return true
			}
			break
		}
	}
	return false
}

// samePlaces reports whether two columns hold the same texts at the same places.
func samePlaces(e *Engine, a, b *onpage.Column) bool {
	for r := range a.Parts {
		from, to := e.Span(&a.Parts[r])
		if f, t := e.Span(&b.Parts[r]); f != from || t != to {
			return false
		}
	}
	return true
}

// arePeople reports whether the parts of a column look like names of the people that a
// field asks for.
func arePeople(e *Engine, w *fields.Field, col *onpage.Column) bool {
	return col.All(func(p *onpage.Part) bool {
		text := e.PartText(p)
		words := strings.Fields(text)
		_, fit := e.ReadPerson(text)
		return fit >= 0.9 && len(text) <= 40 && !strings.ContainsAny(text, ",0123456789") && !isPhraseOfWords(words) && (writes(w) || AreCapitalized(words))
	})
}

// differs reports whether a column tells nearly all of the records apart.
func differs(e *Engine, col *onpage.Column) bool {
	seen := map[string]bool{}
	for _, p := range col.Present() {
		seen[e.PartText(p)] = true
	}
	return len(seen)*10 >= col.Have*8
}

// offset returns how far into its record a column begins, in the first record that
// has it.
func offset(e *Engine, col *onpage.Column, sample []records.Span) int32 {
	for r, p := range col.Present() {
		from, _ := e.Span(p)
		return from - e.Tree.From(sample[r].From)
	}
	return 0
}

// isCalled reports whether the values of a field are names that may be anything: of
// firms and of places.
func isCalled(w *fields.Field) bool {
	switch w.Concept.String() {
	case "location", "city", "venue":
		return true
	}
	return w.Shape == lexicon.Org
}

// countTexts counts the texts that the records have in common.
func countTexts(e *Engine, columns []onpage.Column, sample []records.Span) int {
	var whole []int
	for c := range columns {
		if col := &columns[c]; col.Key == evidence.NoKey && col.Have*5 >= len(sample)*4 && e.PartLen(col.First()) > 0 && !isDivided(e, col.First()) {
			whole = append(whole, c)
		}
	}
	return len(ownTexts(e, whole, columns))
}

// isLeft reports whether a column is short text that tells records apart, that is
// not given to a field and holds nothing that is.
func isLeft(e *Engine, col *onpage.Column, columns []onpage.Column, sample []records.Span, al *onpage.Alignment) bool {
	if col.Key != evidence.NoKey || col.Have*5 < len(sample)*4 || areButtons(e, col) || retells(e, col, columns, al) {
		return false
	}
	seen := map[string]bool{}
	for r, p := range col.Present() {
		text := e.PartText(p)
		if e.PartLen(p) > 80 || !IsPlainText(e, text) || isDivided(e, p) {
			return false
		}
		seen[text] = true
		from, to := e.Span(p)
		for c := range columns {
			q := &columns[c].Parts[r]
			if q.ID == content.None || !isGiven(e, &columns[c], al) {
				continue
			}
			if q.Key != evidence.NoKey && isDivided(e, q) {
				if strings.Contains(text, q.Value) {
					return false
				}
			} else if a, b := e.Span(q); a < to && from < b {
				return false
			}
		}
	}
	return len(seen) > 1
}

// minRetold is how long, in bytes, a value is whose mention tells a text from a value of
// its own.
const minRetold = 4

// retells reports whether a column says over again what a field is given: a sentence for
// those who do not see the page.
func retells(e *Engine, col *onpage.Column, columns []onpage.Column, al *onpage.Alignment) bool {
	for _, o := range al.Given(columns) {
		for p, q := range inBoth(col, o) {
			if said := e.PartText(q); len(said) >= minRetold && strings.Contains(e.PartText(p), said) {
				return true
			}
		}
	}
	return false
}

// IsPlainText reports whether a text is words, and not a value of a form of its own.
func IsPlainText(e *Engine, text string) bool {
	if onpage.Letters(text) < 2 || strings.HasSuffix(text, ":") {
		return false
	}
	if _, ok := read.MarkedPrice(text, e.Index.Locale); ok {
		return false
	}
	if _, from, to, ok := read.FindDate(text, e.Index.Locale, e.Tree.Loaded); ok && (to-from)*2 > len(text) {
		return false
	}
	if from, to, ok := read.Clock(text); ok && (to-from)*2 > len(text) {
		return false
	}
	if _, ok := read.Email(text); ok {
		return false
	}
	_, known := read.Boolean(text) // "Add to cart"
	return !known
}

// ownTexts drops the columns whose text another one holds as its own: an element
// around the text alone.
func ownTexts(e *Engine, left []int, columns []onpage.Column) []int {
	var out []int
	for _, c := range left {
		if !slices.ContainsFunc(out, func(o int) bool {
			return areAlike(&columns[c], &columns[o], func(p, q *onpage.Part) bool {
				a, b := e.Span(p)
				from, to := e.Span(q)
				return from < b && a < to || e.PartText(p) == e.PartText(q)
			})
		}) {
			out = append(out, c)
		}
	}
	return out
}
