package align

import (
	"iter"
	"slices"
	"sort"
	"strings"

	"assay/service/content"
	"assay/service/extract/evidence"
	"assay/service/extract/fields"
	"assay/service/extract/lexicon"
	"assay/service/extract/onpage"
	"assay/service/extract/records"
)

// Limits of aligning one set.
const (
	maxColumns  = 120 // of the parts of records
	maxLabelled = 40  // further ones, of labelled values
	maxNames    = 12  // of a column, before those of a further record are looked at
)

// inBoth goes through the parts of two columns in the sampled records that have both.
func inBoth(a, b *onpage.Column) iter.Seq2[*onpage.Part, *onpage.Part] {
	return func(yield func(p, q *onpage.Part) bool) {
		for r, p := range a.Present() {
			if q := &b.Parts[r]; q.ID != content.None && !yield(p, q) {
				return
			}
		}
	}
}

// areAlike reports whether something holds for the parts of two columns in every record
// that has both, if any has.
func areAlike(a, b *onpage.Column, holds func(p, q *onpage.Part) bool) bool {
	both := false
	for p, q := range inBoth(a, b) {
		if both = holds(p, q); !both {
			break
		}
	}
	return both
}

// SideOf tells which side of a column a field takes.
func SideOf(w *fields.Field) onpage.Side {
	switch {
	case w.Shape == lexicon.URL || w.Shape == lexicon.Image:
		return onpage.AddressSide
	case w.Bound > 0:
		return onpage.UpperSide
	}
	return onpage.TextSide
}

// sharesValue reports whether a column holds just the text of a column already
// given to a field of another kind.
func sharesValue(e *Engine, col *onpage.Column, columns []onpage.Column, al *onpage.Alignment, w *fields.Field) bool {
	for i, o := range al.Given(columns) {
		if SideOf(w.Children[i]) == onpage.TextSide && areAlike(col, o, func(p, q *onpage.Part) bool {
			start, _ := e.Span(p)
			from, _ := e.Span(q)
			return start >= from-1 && e.PartText(p) == e.PartText(q)
		}) {
			return true
		}
	}
	return false
}

// Columns finds the parts the sampled records have in common.
func (e *Engine) Columns(sample []records.Span) []onpage.Column {
	return e.ColumnsOf(sample, func() []onpage.Column { return merge(e, findColumns(e, sample)) })
}

func findColumns(e *Engine, sample []records.Span) []onpage.Column {
	var columns []onpage.Column
	parts := 0
	byPath := map[uint64]int{}
	for r, sp := range sample {
		e.Walk(sp, func(p onpage.Part) bool {
			ref := p.Path
			if p.Key != evidence.NoKey {
				ref = uint64(p.Key) + 1
			}
			c, ok := byPath[ref]
			if !ok {
				if len(columns) >= maxColumns+maxLabelled || p.Key == evidence.NoKey && parts >= maxColumns {
					return true
				}
				if p.Key == evidence.NoKey {
					parts++
				}
				c = len(columns)
				byPath[ref] = c
				col := onpage.Column{Path: p.Path, Key: p.Key, Parts: make([]onpage.Part, len(sample))}
				for i := range col.Parts {
					col.Parts[i] = onpage.NoPart
				}
				if p.Key != evidence.NoKey {
					col.Keys = []evidence.Key{p.Key}
				}
				columns = append(columns, col)
			}
			col := &columns[c]
			if col.Parts[r].ID != content.None {
				return true
			}
			col.Parts[r] = p
			col.Have++
			if p.Key == evidence.NoKey && len(col.Keys) < maxNames {
				before := len(col.Keys)
				if !p.IsText() {
					col.Keys = append(col.Keys, NamesAround(e, p.ID, sp)...)
				}
				if col.Keys = append(col.Keys, countKeys(e, &p)...); len(col.Keys) > before {
					col.Named++
				}
			}
			return true
		})
	}
	return columns
}

// minNamed is from how many records on a name of a column that only one of them has is
// that of a value.
const minNamed = 3

// dropOdd drops the names of a column of which only one of several records has any word:
// they say what there is in it, as the titles of links do, and not what the column is.
func dropOdd(e *Engine, col *onpage.Column) {
	if col.Named < minNamed {
		return
	}
	times := map[string]int{}
	for _, k := range col.Keys {
		for i := range e.Index.Phrase(k) {
			times[e.Index.Phrase(k)[i].Word]++
		}
	}
	col.Keys = slices.DeleteFunc(col.Keys, func(k evidence.Key) bool {
		return !slices.ContainsFunc(e.Index.Phrase(k), func(t lexicon.Term) bool { return times[t.Word] > 1 })
	})
}

// merge joins columns of which no record has both: those that stand at the same place, of
// parts that are dressed by what they say, as what is sold out in red; and those that are
// dressed alike, where what they stand in depends on what else there is, as a portrait.
func merge(e *Engine, columns []onpage.Column) []onpage.Column {
	columns = join(e, columns, func(p *onpage.Part) uint64 { return p.Place })
	columns = join(e, columns, func(p *onpage.Part) uint64 {
		class := ""
		if !p.IsText() {
			class = e.Tree.Value(p.ID, "class")
		}
		if class == "" {
			return p.Path
		}
		return hashTag(0, e.Tree.Tag(p.ID), class)
	})
	for c := range columns {
		dropOdd(e, &columns[c])
	}
	return columns
}

// join joins columns without a label whose parts have the same mark and of which no record
// has both.
func join(e *Engine, columns []onpage.Column, mark func(*onpage.Part) uint64) []onpage.Column {
	at := map[uint64]int{}
	kept := columns[:0]
next:
	for _, col := range columns {
		if col.Key != evidence.NoKey {
			kept = append(kept, col)
			continue
		}
		m := mark(col.First())
		k, known := at[m]
		if !known {
			at[m] = len(kept)
			kept = append(kept, col)
			continue
		}
		into := &kept[k]
		if isDivided(e, col.First()) != isDivided(e, into.First()) {
			kept = append(kept, col)
			continue
		}
		for range inBoth(&col, into) {
			kept = append(kept, col)
			continue next
		}
		for r, p := range col.Present() {
			into.Parts[r] = *p
		}
		into.Have, into.Named = into.Have+col.Have, into.Named+col.Named
		into.Also = append(append(into.Also, col.Path), col.Also...)
		into.Keys = append(into.Keys, col.Keys...)
	}
	return kept
}

// hashTag extends a path by an element: its tag and the words of its classes,
// without numbers.
func hashTag(h uint64, tag, class string) uint64 {
	for i := 0; i < len(tag); i++ {
		h = (h ^ uint64(tag[i])) * 1099511628211
	}
	if len(class) <= 80 {
		for i := 0; i < len(class); i++ {
			if c := class[i]; c < '0' || c > '9' {
				h = (h ^ uint64(c)) * 1099511628211
			}
		}
	}
	return (h ^ '>') * 1099511628211
}

// NamesAround returns the names of an element and of the ancestors within the
// record that show nothing else. In a record, whose kind is known, card__price
// means the price: the part after the marks counts as a name as well.
func NamesAround(e *Engine, id content.ID, sp records.Span) []evidence.Key {
	var keys []evidence.Key
	for at := id; at >= sp.From; at = e.Tree.Nodes[at].Parent {
		if at == sp.From && id != sp.From || e.Tree.Len(at) > e.Tree.Len(id)+1 {
			break
		}
		i := sort.Search(len(e.Index.Names), func(i int) bool { return e.Index.Names[i].Node >= at })
		if i < len(e.Index.Names) && e.Index.Names[i].Node == at {
			keys = append(keys, e.Index.KeysOf(i)...)
		}
		for name := range strings.FieldsSeq(e.Tree.Value(at, "class")) {
			if i := strings.LastIndex(name, "__"); i > 0 && len(name) < 80 {
				part, _, _ := strings.Cut(name[i+2:], "--")
				if k := e.Index.Intern(part); k != evidence.NoKey {
					keys = append(keys, k)
				}
			}
		}
	}
	return keys
}

// PartValues returns the texts of a part that may be the value of a field.
func (e *Engine) PartValues(w *fields.Field, p *onpage.Part) []string {
	switch {
	case p.Key == evidence.NoKey && !p.IsText():
		return e.ValuesOf(w, p.ID)
	case w.Shape == lexicon.URL || w.Shape == lexicon.Image:
		if p.IsText() {
			return nil
		}
		return e.ValuesOf(w, p.ID)
	}
	return []string{e.PartText(p)}
}

// Walk visits the parts of a record: elements by their path, pieces of text by
// their place in their element, labelled values by their label. It stops when visit
// returns false.
func (e *Engine) Walk(sp records.Span, visit func(p onpage.Part) bool) {
	t := e.Tree
	stack := e.steps[:0]
	e.steps = nil // visit may walk through another record
	defer func() { e.steps = stack }()
	rows := 0
	limit := min(sp.To, sp.From+onpage.MaxRecordSize)
	for id := sp.From; id < limit; id++ {
		for len(stack) > 0 && id >= stack[len(stack)-1].end {
			stack = stack[:len(stack)-1]
		}
		n := &t.Nodes[id]
		if n.Kind != content.Element || n.Hidden {
			continue
		}
		if id != sp.From && e.SameNumbered(id, sp.From) { // an answer to the record, a record itself
			id = n.End - 1
			continue
		}
		path := uint64(14695981039346656037)
		place, plain := path, path
		if len(stack) > 0 {
			up := &stack[len(stack)-1]
			up.children++
			path, place, plain = up.path, hashTag(up.place^up.children, placeTag(t.Tag(id)), ""), up.plain
		}
		if id != sp.From || sp.To > n.End { // the root itself may differ from record to record
			tag, class := t.Tag(id), t.Value(id, "class")
			path, plain = hashTag(path, tag, class), hashTag(plain, tag, onpage.FirstWord(class))
			if len(stack) == 0 && n.Role == content.Row { // rows of one record are told by their order
				path += uint64(rows) * 0x9E3779B97F4A7C15
				rows++
			}
			if len(stack) > 0 {
				up := &stack[len(stack)-1]
				path, plain = up.paths.next(path), up.plains.next(plain)
			}
		}
		stack = push(stack, step{end: n.End, path: path, place: place, plain: plain})
		if n.End > sp.To || t.Len(id) == 0 && n.Role != content.ImageRole && !hasScore(e, id) {
			continue
		}
		p := onpage.Part{ID: id, Path: path, Place: place, Plain: plain, Key: evidence.NoKey}
		if !visit(p) || !walkTexts(e, p, visit) {
			return
		}
	}
	i := sort.Search(len(e.Labels), func(i int) bool { return e.Index.Facts[e.Labels[i]].Node >= sp.From })
	for ; i < len(e.Labels); i++ {
		f := &e.Index.Facts[e.Labels[i]]
		if f.Node >= sp.To {
			return
		}
		if !visit(onpage.Part{ID: f.Node, Key: f.Key, Value: f.Values[0]}) {
			return
		}
	}
}

// placeTag returns what tells an element's kind of place: what leads somewhere in one record
// is plain in another, where there is nothing to lead to.
func placeTag(tag string) string {
	if tag == "a" || tag == "button" {
		return "span"
	}
	return tag
}

// step is an element on the way down to a part.
type step struct {
	end                content.ID
	path, place, plain uint64
	children           uint64
	paths, plains      likes // of its children so far
}

// push appends a step, with the room that an earlier one at its place had for its children.
func push(stack []step, s step) []step {
	if k := len(stack); k < cap(stack) {
		was := &stack[:k+1][k]
		s.paths, s.plains = was.paths.emptied(), was.plains.emptied()
	}
	return append(stack, s)
}

// likes tells alike children of an element apart.
type likes struct {
	seen  []uint64 // paths of the children so far, of all that are alike the first
	times []uint64 // how often each came
}

// maxAlike is how many children of an element are told apart by their order alone.
const maxAlike = 8

// emptied returns no children, with room for as many.
func (l likes) emptied() likes { return likes{l.seen[:0], l.times[:0]} }

// next returns the path of the next child: the same as that of its like, but for its
// order among them.
func (l *likes) next(path uint64) uint64 {
	for i, seen := range l.seen {
		if seen == path {
			l.times[i] = min(l.times[i]+1, maxAlike)
			return path + l.times[i]*0x9E3779B97F4A7C15
		}
	}
	if len(l.seen) < 4*maxAlike {
		l.seen, l.times = append(l.seen, path), append(l.times, 0)
	}
	return path
}

// Limits of the pieces of text that count as parts.
const (
	MaxPiece  = 100 // bytes of one
	maxPieces = 12  // of one element
)

// walkTexts visits the pieces of an element's own text, if it has more than one part.
func walkTexts(e *Engine, of onpage.Part, visit func(p onpage.Part) bool) bool {
	t, id := e.Tree, of.ID
	if t.Len(id) > MaxPiece*maxPieces {
		return true
	}
	children := 0
	var pieces [maxPieces][2]int32
	count := 0
	for c := t.FirstChild(id); c != content.None; c = t.Next(c) {
		if t.Nodes[c].Kind != content.Text {
			children++
			continue
		}
		raw := t.Raw(t.From(c), t.To(c))
		for from, to := range onpage.TextPieces(raw) {
			if count > maxPieces-maxParted {
				return true // running text
			}
			for _, sub := range e.partedByForm(raw[from:to]) {
				pieces[count] = [2]int32{t.From(c) + int32(from+sub[0]), t.From(c) + int32(from+sub[1])}
				count++
			}
		}
	}
	if children == 0 && (count != 1 || !e.hasPartedSiblings(id)) && count < 2 {
		return true
	}
	for k, piece := range pieces[:count] {
		if piece[1]-piece[0] > MaxPiece {
			continue
		}
		order := uint64(k + 1)
		if !visit(onpage.Part{
			ID: id, Key: evidence.NoKey, From: piece[0], To: piece[1],
			Path: (of.Path ^ order) * 1099511628211, Place: (of.Place ^ order) * 1099511628211, Plain: (of.Plain ^ order) * 1099511628211,
		}) {
			return false
		}
	}
	return true
}

// HeadingText takes the mark of a link to a heading, or to edit it, off its text.
func HeadingText(s string) string {
	if at := strings.LastIndex(s, " ["); at > 0 && strings.HasSuffix(s, "]") && len(s)-at < 20 {
		s = s[:at]
	}
	return strings.TrimRight(s, "¶# ")
}

// Within returns the spans, which are in the order of the page, that begin in a scope.
func Within(spans []records.Span, s onpage.Scope) []records.Span {
	if s.Whole {
		return spans
	}
	first := sort.Search(len(spans), func(i int) bool { return spans[i].From >= s.From })
	last := sort.Search(len(spans), func(i int) bool { return spans[i].From >= s.To })
	return spans[first:max(first, last)]
}

// SurelyNamed is from how well its name fits a list is looked for beside the page's
// subject as well: in forms, at the side.
const SurelyNamed = 0.6
