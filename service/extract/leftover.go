package extract

import (
	"slices"
	"strings"
	"unicode"

	"assay/query"
	"assay/service/content"
	"assay/service/extract/evidence"
	"assay/service/extract/lexicon"
	"assay/service/extract/read"
	"assay/service/extract/records"
)

// Beliefs about columns that are matched by being left over.
const (
	minTogether  = 2 // fields that have a meaning of their own and are told by what is left, if any is
	minExplained = 2 // fields that must be known for each that is told by what is left
)

// leftovers gives the fields of a list that no name or form told the columns of
// short text that are left, in their order, if there are as many of the one as of the
// other. It is how a person reads a row whose cells have no names: what is asked for
// stands in the order it is asked for. Most of the fields must be known by other means,
// or the record must have just as many parts as there are fields.
func (e *engine) leftovers(w *want, columns []column, sample []records.Span, al *alignment) {
	open := openFields(w, al)
	switch {
	case len(open.ofKinds) == 1 && len(open.fields) == 0 && open.explained == open.texts-1 && e.countTexts(columns, sample) == open.texts:
		open.fields = open.ofKinds // all that is asked for beside all that is left
	case len(open.ofKinds) > 0:
		return // values of a kind of their own were not found
	}
	e.leftNumber(w, columns, sample, al, open.texts)
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
	if open.explained < least && e.countTexts(columns, sample) != open.texts {
		return
	}
	left := e.leftColumns(w, columns, sample, al)
	if len(left) != len(open.fields) {
		return
	}
	give := func(k, i int) {
		al.choices[i] = columns[left[k]].choices(e.w.Leftover)
		al.score += e.w.Leftover
		left = slices.Delete(left, k, k+1)
	}
	var inOrder []int
	for _, i := range open.fields {
		if k := e.tellingOf(w.children[i], columns, left); k >= 0 {
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
func openFields(w *want, al *alignment) unanswered {
	var o unanswered
	for i, f := range w.children {
		leaf := f.field.IsLeaf() && !f.field.List
		if leaf && sideOf(f) != address {
			o.texts++
		}
		switch {
		case !leaf:
		case len(al.choices[i]) > 0, al.formed[i]:
			o.explained++
		case f.typ != 0:
		case f.concept == 0, f.shape == lexicon.Person, f.shape == lexicon.Integer: // a room may be a number or a name
			o.fields = append(o.fields, i)
		case f.isCalled():
			o.known++
			o.fields = append(o.fields, i)
		case isWords(f.shape):
			o.ofKinds = append(o.ofKinds, i)
		}
	}
	return o
}

// leftColumns returns the columns of short text that answer no field, in the order they
// stand in.
func (e *engine) leftColumns(w *want, columns []column, sample []records.Span, al *alignment) []int {
	var left []int
	for c := range columns {
		if e.isLeft(&columns[c], columns, sample, al) && !e.sharesValue(&columns[c], columns, al, w) {
			left = append(left, c)
		}
	}
	left = e.ownTexts(left, columns)
	slices.SortStableFunc(left, func(a, b int) int {
		for r := range sample {
			p, q := &columns[a].parts[r], &columns[b].parts[r]
			if p.id != content.None && q.id != content.None {
				from, _ := e.span(p)
				other, _ := e.span(q)
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
func (e *engine) tellingOf(f *want, columns []column, left []int) int {
	found := -1
	for k, c := range left {
		col := &columns[c]
		told, n := 0, 0
		for _, p := range col.present() {
			n++
			text := e.partText(p)
			if _, fit := e.readPerson(text); f.shape == lexicon.Person && fit > 0.9 && areCapitalized(strings.Fields(text)) {
				told++
			} else if len(f.name) == 1 && len(f.name[0].Word) > 3 && strings.Contains(strings.ToLower(text), f.name[0].Word) {
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

// headed gives the heading of the records to the first field of plain words that nothing
// told, if none asks for what the records are called: it asks for that in a word of its
// own, such as the service in costs[], or in any word over a list, as the type of changes.
func (e *engine) headed(w *want, columns []column, sample []records.Span, al *alignment) {
	if slices.ContainsFunc(w.children, (*want).isNaming) {
		return
	}
	for i, f := range w.children {
		if !f.field.IsLeaf() || f.field.List || f.typ != 0 || len(al.choices[i]) > 0 || f.concept != 0 && !w.isOverList(f) {
			continue
		}
		for c := range columns {
			col := &columns[c]
			if p := col.first(); !p.isText() && col.key == evidence.NoKey && e.t.Nodes[p.id].Role == content.Heading && e.isLeft(col, columns, sample, al) {
				al.choices[i] = col.choices(e.w.Leftover)
				al.score += e.w.Leftover
				return
			}
		}
		return
	}
}

// isOverList reports whether a field is the only one of a list's records that is a text,
// and all else in them is lists: it asks for what stands over those, whatever it is called.
func (w *want) isOverList(f *want) bool {
	lists := 0
	for _, c := range w.children {
		switch {
		case c.field.List:
			lists++
		case c != f:
			return false
		}
	}
	return lists > 0 && isWords(f.shape)
}

// nameRecords gives the field for what a record is called, if no heading, link or bold
// text told it, the first words of the records that are no other field's.
func (e *engine) nameRecords(w *want, columns []column, sample []records.Span, al *alignment) {
	naming := -1
	for i, f := range w.children {
		if len(al.choices[i]) > 0 && f.shape == lexicon.Person {
			return // the others are told by more than their place
		}
		if naming < 0 && len(al.choices[i]) == 0 && f.typ == 0 && f.field.IsLeaf() && !f.field.List && (f.isNaming() || f.own || f.shape == lexicon.Person) {
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
		if f := w.children[naming]; f.shape == lexicon.Person && !e.arePeople(f, col) || !e.isLeft(col, columns, sample, al) || e.sharesValue(col, columns, al, w) || !e.differs(col) {
			continue
		}
		if from := e.offset(col, sample); first < 0 || from <= at { // the innermost of those that begin together
			first, at = c, from
		}
	}
	if first >= 0 {
		al.choices[naming] = columns[first].choices(e.w.Leftover)
		al.score += e.w.Leftover
	}
}

// leftNumber gives the only field for a number that is still open the only column of
// bare numbers that is left, of records that have just as many parts as there are
// fields.
func (e *engine) leftNumber(w *want, columns []column, sample []records.Span, al *alignment, texts int) {
	open := -1
	for i, f := range w.children {
		if f.typ != query.Integer && f.typ != query.Number || len(al.choices[i]) > 0 {
			continue
		}
		if open >= 0 {
			return
		}
		open = i
	}
	if open < 0 || len(sample) < 2 || texts < 2 || len(w.children) > texts+1 || e.countTexts(columns, sample) != texts {
		return
	}
	left := -1
	for c := range columns {
		if !e.areNumbers(&columns[c], sample) || e.isGiven(&columns[c], al) || e.isOfAmount(&columns[c], columns, al) {
			continue
		}
		if left >= 0 && !e.samePlaces(&columns[c], &columns[left]) {
			return
		}
		left = c
	}
	if left >= 0 {
		al.choices[open] = columns[left].choices(e.w.Leftover)
		al.score += e.w.Leftover
	}
}

// areNumbers reports whether every record has a bare number in a column.
func (e *engine) areNumbers(col *column, sample []records.Span) bool {
	for r := range sample {
		if p := &col.parts[r]; p.id == content.None || p.key != evidence.NoKey || !read.IsBareNumber(e.partText(p)) {
			return false
		}
	}
	return true
}

// isGiven reports whether a column, or one of the same texts, is given to a field.
func (e *engine) isGiven(col *column, al *alignment) bool {
	for _, choices := range al.choices {
		if len(choices) > 0 && choices[0].path == col.path && choices[0].key == col.key {
			return true
		}
	}
	return false
}

// isOfAmount reports whether a column is within one that a field has, and all of that but
// for a sign: the figure of a price.
func (e *engine) isOfAmount(col *column, columns []column, al *alignment) bool {
	for _, given := range al.given(columns) {
		for p, q := range inBoth(col, given) {
			from, to := e.span(p)
			if f, t := e.span(q); f <= from && to <= t && t-f <= maxCount {
				return true
			}
			break
		}
	}
	return false
}

// samePlaces reports whether two columns hold the same texts at the same places.
func (e *engine) samePlaces(a, b *column) bool {
	for r := range a.parts {
		from, to := e.span(&a.parts[r])
		if f, t := e.span(&b.parts[r]); f != from || t != to {
			return false
		}
	}
	return true
}

// arePeople reports whether the parts of a column look like names of the people that a
// field asks for.
func (e *engine) arePeople(w *want, col *column) bool {
	return col.all(func(p *part) bool {
		text := e.partText(p)
		words := strings.Fields(text)
		_, fit := e.readPerson(text)
		return fit >= 0.9 && len(text) <= 40 && !strings.ContainsAny(text, ",0123456789") && !isPhraseOfWords(words) && (w.writes() || areCapitalized(words))
	})
}

// differs reports whether a column tells nearly all of the records apart.
func (e *engine) differs(col *column) bool {
	seen := map[string]bool{}
	for _, p := range col.present() {
		seen[e.partText(p)] = true
	}
	return len(seen)*10 >= col.have*8
}

// offset returns how far into its record a column begins, in the first record that
// has it.
func (e *engine) offset(col *column, sample []records.Span) int32 {
	for r, p := range col.present() {
		from, _ := e.span(p)
		return from - e.t.From(sample[r].From)
	}
	return 0
}

// isCalled reports whether the values of a field are names that may be anything: of
// firms and of places.
func (w *want) isCalled() bool {
	switch w.concept.String() {
	case "location", "city", "venue":
		return true
	}
	return w.shape == lexicon.Org
}

// countTexts counts the texts that the records have in common.
func (e *engine) countTexts(columns []column, sample []records.Span) int {
	var whole []int
	for c := range columns {
		if col := &columns[c]; col.key == evidence.NoKey && col.have*5 >= len(sample)*4 && e.partLen(col.first()) > 0 && !e.isDivided(col.first()) {
			whole = append(whole, c)
		}
	}
	return len(e.ownTexts(whole, columns))
}

// isWords reports whether values of a shape are a few words.
func isWords(s lexicon.Shape) bool {
	switch s {
	case lexicon.AnyShape, lexicon.Text, lexicon.Person, lexicon.Org:
		return true
	}
	return false
}

// isLeft reports whether a column is short text that tells records apart, that is
// not given to a field and holds nothing that is.
func (e *engine) isLeft(col *column, columns []column, sample []records.Span, al *alignment) bool {
	if col.key != evidence.NoKey || col.have*5 < len(sample)*4 || e.areButtons(col) || e.retells(col, columns, al) {
		return false
	}
	seen := map[string]bool{}
	for r, p := range col.present() {
		text := e.partText(p)
		if e.partLen(p) > 80 || !e.isPlainText(text) || e.isDivided(p) {
			return false
		}
		seen[text] = true
		from, to := e.span(p)
		for c := range columns {
			q := &columns[c].parts[r]
			if q.id == content.None || !e.isGiven(&columns[c], al) {
				continue
			}
			if q.key != evidence.NoKey && e.isDivided(q) {
				if strings.Contains(text, q.value) {
					return false
				}
			} else if a, b := e.span(q); a < to && from < b {
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
func (e *engine) retells(col *column, columns []column, al *alignment) bool {
	for _, o := range al.given(columns) {
		for p, q := range inBoth(col, o) {
			if said := e.partText(q); len(said) >= minRetold && strings.Contains(e.partText(p), said) {
				return true
			}
		}
	}
	return false
}

// isPlainText reports whether a text is words, and not a value of a form of its own.
func (e *engine) isPlainText(text string) bool {
	if letters(text) < 2 || strings.HasSuffix(text, ":") {
		return false
	}
	if _, ok := read.MarkedPrice(text, e.x.Locale); ok {
		return false
	}
	if _, from, to, ok := read.FindDate(text, e.x.Locale, e.t.Loaded); ok && (to-from)*2 > len(text) {
		return false
	}
	if _, _, ok := read.Clock(text); ok {
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
func (e *engine) ownTexts(left []int, columns []column) []int {
	var out []int
	for _, c := range left {
		if !slices.ContainsFunc(out, func(o int) bool {
			return areAlike(&columns[c], &columns[o], func(p, q *part) bool {
				a, b := e.span(p)
				from, to := e.span(q)
				return from < b && a < to || e.partText(p) == e.partText(q)
			})
		}) {
			out = append(out, c)
		}
	}
	return out
}

// isDivided reports whether an element holds several things: texts of its own apart
// from each other.
func (e *engine) isDivided(p *part) bool {
	if p.isText() {
		return false
	}
	t := e.t
	if strings.Contains(t.Prose(p.id), "\n") {
		return true
	}
	at := p.id
	for range 6 {
		elements, last, texts := 0, content.None, 0
		for c := t.FirstChild(at); c != content.None; c = t.Next(c) {
			switch {
			case t.Nodes[c].Kind == content.Text:
				if strings.ContainsFunc(t.Raw(t.From(c), t.To(c)), isWordRune) {
					texts++
				}
			case t.Len(c) > 0 && strings.ContainsFunc(t.Text(c), isWordRune):
				elements, last = elements+1, c
			}
		}
		switch {
		case elements > 1:
			return true
		case elements == 0:
			return t.Len(at) <= maxPiece && len(e.partedByForm(t.Text(at))) > 1
		case texts > 0:
			return false
		}
		at = last
	}
	return false
}

// areCapitalized reports whether words are several that all begin with a capital.
func areCapitalized(words []string) bool {
	return len(words) > 1 && !slices.ContainsFunc(words, func(w string) bool { return !unicode.IsUpper([]rune(w)[0]) })
}
