package extract

import (
	"iter"
	"slices"
	"sort"
	"strings"

	"assay/service/content"
	"assay/service/extract/evidence"
	"assay/service/extract/lexicon"
	"assay/service/extract/read"
	"assay/service/extract/records"
)

// Limits of aligning one set.
const (
	sampleSize    = 8   // records looked at to find the columns
	maxRecordSize = 600 // nodes of one record
	maxColumns    = 120 // of the parts of records
	maxLabelled   = 40  // further ones, of labelled values
	maxNames      = 12  // of a column, before those of a further record are looked at
)

// column is a part that records have in common: the same path or the same name
// in each.
type column struct {
	path  uint64         // of the parts; 0 for a label
	key   evidence.Key   // of a label; else NoKey
	keys  []evidence.Key // names on the way down to it that hold nothing else
	parts []part         // per sampled record, or noPart
	also  []uint64       // paths of the same place in records that dress it otherwise
	have  int            // sampled records that have it
	named int            // of these, how many gave it names
}

// present goes through the sampled records that have a part of a column.
func (col *column) present() iter.Seq2[int, *part] {
	return func(yield func(int, *part) bool) {
		for r := range col.parts {
			if p := &col.parts[r]; p.id != content.None && !yield(r, p) {
				return
			}
		}
	}
}

// first returns the first part of a column.
func (col *column) first() *part {
	for _, p := range col.present() {
		return p
	}
	return &noPart
}

// all reports whether something holds for every part of a column.
func (col *column) all(holds func(*part) bool) bool {
	for _, p := range col.present() {
		if !holds(p) {
			return false
		}
	}
	return true
}

// inBoth goes through the parts of two columns in the sampled records that have both.
func inBoth(a, b *column) iter.Seq2[*part, *part] {
	return func(yield func(p, q *part) bool) {
		for r, p := range a.present() {
			if q := &b.parts[r]; q.id != content.None && !yield(p, q) {
				return
			}
		}
	}
}

// areAlike reports whether something holds for the parts of two columns in every record
// that has both, if any has.
func areAlike(a, b *column, holds func(p, q *part) bool) bool {
	both := false
	for p, q := range inBoth(a, b) {
		if both = holds(p, q); !both {
			break
		}
	}
	return both
}

// find returns the column of a choice.
func find(columns []column, c choice) *column {
	for i := range columns {
		if columns[i].path == c.path && columns[i].key == c.key {
			return &columns[i]
		}
	}
	return nil
}

// side is which of the things that one column may hold a field takes.
type side uint8

const (
	text    side = iota
	address      // where it leads, or its picture
	upper        // of a range, its end
)

func sideOf(w *want) side {
	switch {
	case w.shape == lexicon.URL || w.shape == lexicon.Image:
		return address
	case w.bound > 0:
		return upper
	}
	return text
}

// sharesValue reports whether a column holds just the text of a column already
// given to a field of another kind.
func (e *engine) sharesValue(col *column, columns []column, al *alignment, w *want) bool {
	for i, o := range al.given(columns) {
		if sideOf(w.children[i]) == text && areAlike(col, o, func(p, q *part) bool {
			start, _ := e.span(p)
			from, _ := e.span(q)
			return start >= from-1 && e.partText(p) == e.partText(q)
		}) {
			return true
		}
	}
	return false
}

func sampleOf(spans []records.Span) []records.Span {
	if len(spans) <= sampleSize {
		return spans
	}
	out := make([]records.Span, sampleSize)
	for i := range out {
		out[i] = spans[i*(len(spans)-1)/(sampleSize-1)]
	}
	return out
}

// columns finds the parts the sampled records have in common.
func (e *engine) columns(sample []records.Span) []column {
	var columns []column
	parts := 0
	byPath := map[uint64]int{}
	for r, sp := range sample {
		e.walk(sp, func(p part) bool {
			ref := p.path
			if p.key != evidence.NoKey {
				ref = uint64(p.key) + 1
			}
			c, ok := byPath[ref]
			if !ok {
				if len(columns) >= maxColumns+maxLabelled || p.key == evidence.NoKey && parts >= maxColumns {
					return true
				}
				if p.key == evidence.NoKey {
					parts++
				}
				c = len(columns)
				byPath[ref] = c
				col := column{path: p.path, key: p.key, parts: make([]part, len(sample))}
				for i := range col.parts {
					col.parts[i] = noPart
				}
				if p.key != evidence.NoKey {
					col.keys = []evidence.Key{p.key}
				}
				columns = append(columns, col)
			}
			col := &columns[c]
			if col.parts[r].id != content.None {
				return true
			}
			col.parts[r] = p
			col.have++
			if p.key == evidence.NoKey && len(col.keys) < maxNames {
				before := len(col.keys)
				if !p.isText() {
					col.keys = append(col.keys, e.namesAround(p.id, sp)...)
				}
				if col.keys = append(col.keys, e.countKeys(&p)...); len(col.keys) > before {
					col.named++
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
func (e *engine) dropOdd(col *column) {
	if col.named < minNamed {
		return
	}
	times := map[string]int{}
	for _, k := range col.keys {
		for i := range e.x.Phrase(k) {
			times[e.x.Phrase(k)[i].Word]++
		}
	}
	col.keys = slices.DeleteFunc(col.keys, func(k evidence.Key) bool {
		return !slices.ContainsFunc(e.x.Phrase(k), func(t lexicon.Term) bool { return times[t.Word] > 1 })
	})
}

// merge joins columns of which no record has both: those that stand at the same place, of
// parts that are dressed by what they say, as what is sold out in red; and those that are
// dressed alike, where what they stand in depends on what else there is, as a portrait.
func (e *engine) merge(columns []column) []column {
	columns = e.join(columns, func(p *part) uint64 { return p.place })
	columns = e.join(columns, func(p *part) uint64 {
		class := ""
		if !p.isText() {
			class = e.t.Value(p.id, "class")
		}
		if class == "" {
			return p.path
		}
		return hashTag(0, e.t.Tag(p.id), class)
	})
	for c := range columns {
		e.dropOdd(&columns[c])
	}
	return columns
}

// join joins columns without a label whose parts have the same mark and of which no record
// has both.
func (e *engine) join(columns []column, mark func(*part) uint64) []column {
	at := map[uint64]int{}
	kept := columns[:0]
next:
	for _, col := range columns {
		if col.key != evidence.NoKey {
			kept = append(kept, col)
			continue
		}
		m := mark(col.first())
		k, known := at[m]
		if !known {
			at[m] = len(kept)
			kept = append(kept, col)
			continue
		}
		into := &kept[k]
		if e.isDivided(col.first()) != e.isDivided(into.first()) {
			kept = append(kept, col)
			continue
		}
		for range inBoth(&col, into) {
			kept = append(kept, col)
			continue next
		}
		for r, p := range col.present() {
			into.parts[r] = *p
		}
		into.have, into.named = into.have+col.have, into.named+col.named
		into.also = append(append(into.also, col.path), col.also...)
		into.keys = append(into.keys, col.keys...)
	}
	return kept
}

// sameNumbered reports whether two elements have ids that are the same but for
// their numbers, as those of a comment and of the replies within it.
func (e *engine) sameNumbered(a, b content.ID) bool {
	t := e.t
	if t.Tag(a) != t.Tag(b) {
		return false
	}
	x, y := t.Value(a, "id"), t.Value(b, "id")
	if x == "" || y == "" || firstWord(t.Value(a, "class")) != firstWord(t.Value(b, "class")) {
		return false
	}
	head, n := strings.TrimRight(x, "0123456789"), len(strings.TrimRight(y, "0123456789"))
	return len(head) > 0 && len(head) < len(x) && n < len(y) && y[:n] == head
}

func firstWord(s string) string {
	word, _, _ := strings.Cut(strings.TrimSpace(s), " ")
	return word
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

// namesAround returns the names of an element and of the ancestors within the
// record that show nothing else. In a record, whose kind is known, card__price
// means the price: the part after the marks counts as a name as well.
func (e *engine) namesAround(id content.ID, sp records.Span) []evidence.Key {
	var keys []evidence.Key
	for at := id; at >= sp.From; at = e.t.Nodes[at].Parent {
		if at == sp.From && id != sp.From || e.t.Len(at) > e.t.Len(id)+1 {
			break
		}
		i := sort.Search(len(e.x.Names), func(i int) bool { return e.x.Names[i].Node >= at })
		if i < len(e.x.Names) && e.x.Names[i].Node == at {
			keys = append(keys, e.x.KeysOf(i)...)
		}
		for name := range strings.FieldsSeq(e.t.Value(at, "class")) {
			if i := strings.LastIndex(name, "__"); i > 0 && len(name) < 80 {
				part, _, _ := strings.Cut(name[i+2:], "--")
				if k := e.x.Intern(part); k != evidence.NoKey {
					keys = append(keys, k)
				}
			}
		}
	}
	return keys
}

// part is a piece of a record that may be a value: an element, what stands beside a
// label, or a piece of text between breaks or separators, which no element holds
// alone.
type part struct {
	id       content.ID
	path     uint64       // of tags and classes from the record's root; 0 for a label's value
	plain    uint64       // of tags and first classes from the record's root, whatever state other classes tell
	place    uint64       // of tags and their order from the record's root
	key      evidence.Key // of the label; else NoKey
	value    string       // of a label
	from, to int32        // of a piece of text: where it stands; else 0, 0
}

var noPart = part{id: content.None, key: evidence.NoKey}

func (p *part) isText() bool { return p.to > p.from }

// partText returns the text of a part.
func (e *engine) partText(p *part) string {
	switch {
	case p.isText():
		return e.t.Span(p.from, p.to)
	case p.key != evidence.NoKey:
		return p.value
	}
	return e.t.Text(p.id)
}

func (e *engine) partLen(p *part) int {
	switch {
	case p.isText():
		return int(p.to - p.from)
	case p.key != evidence.NoKey:
		return len(p.value)
	}
	return e.t.Len(p.id)
}

// span returns where a part stands in the visible text.
func (e *engine) span(p *part) (from, to int32) {
	if p.isText() {
		return p.from, p.to
	}
	return e.t.From(p.id), e.t.To(p.id)
}

// partValues returns the texts of a part that may be the value of a field.
func (e *engine) partValues(w *want, p *part) []string {
	switch {
	case p.key == evidence.NoKey && !p.isText():
		return e.valuesOf(w, p.id)
	case w.shape == lexicon.URL || w.shape == lexicon.Image:
		if p.isText() {
			return nil
		}
		return e.valuesOf(w, p.id)
	}
	return []string{e.partText(p)}
}

// walk visits the parts of a record: elements by their path, pieces of text by
// their place in their element, labelled values by their label. It stops when visit
// returns false.
func (e *engine) walk(sp records.Span, visit func(p part) bool) {
	t := e.t
	var stack []step
	rows := 0
	limit := min(sp.To, sp.From+maxRecordSize)
	for id := sp.From; id < limit; id++ {
		for len(stack) > 0 && id >= stack[len(stack)-1].end {
			stack = stack[:len(stack)-1]
		}
		n := &t.Nodes[id]
		if n.Kind != content.Element || n.Hidden {
			continue
		}
		if id != sp.From && e.sameNumbered(id, sp.From) { // an answer to the record, a record itself
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
			path, plain = hashTag(path, tag, class), hashTag(plain, tag, firstWord(class))
			if len(stack) == 0 && n.Role == content.Row { // rows of one record are told by their order
				path += uint64(rows) * 0x9E3779B97F4A7C15
				rows++
			}
			if len(stack) > 0 {
				up := &stack[len(stack)-1]
				path, plain = up.paths.next(path), up.plains.next(plain)
			}
		}
		stack = append(stack, step{end: n.End, path: path, place: place, plain: plain})
		if n.End > sp.To || t.Len(id) == 0 && n.Role != content.ImageRole && !e.hasScore(id) {
			continue
		}
		p := part{id: id, path: path, place: place, plain: plain, key: evidence.NoKey}
		if !visit(p) || !e.walkTexts(p, visit) {
			return
		}
	}
	i := sort.Search(len(e.labels), func(i int) bool { return e.x.Facts[e.labels[i]].Node >= sp.From })
	for ; i < len(e.labels); i++ {
		f := &e.x.Facts[e.labels[i]]
		if f.Node >= sp.To {
			return
		}
		if !visit(part{id: f.Node, key: f.Key, value: f.Values[0]}) {
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

// likes tells alike children of an element apart.
type likes struct {
	seen  []uint64 // paths of the children so far, of all that are alike the first
	times []uint64 // how often each came
}

// maxAlike is how many children of an element are told apart by their order alone.
const maxAlike = 8

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
	maxPiece  = 100 // bytes of one
	maxPieces = 12  // of one element
)

// walkTexts visits the pieces of an element's own text, if it has more than one part.
func (e *engine) walkTexts(of part, visit func(p part) bool) bool {
	t, id := e.t, of.id
	if t.Len(id) > maxPiece*maxPieces {
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
		for from, to := range textPieces(raw) {
			if count > maxPieces-maxParted {
				return true // running text
			}
			for _, sub := range e.partedByForm(raw[from:to]) {
				pieces[count] = [2]int32{t.From(c) + int32(from+sub[0]), t.From(c) + int32(from+sub[1])}
				count++
			}
		}
	}
	if children == 0 && count < 2 {
		return true
	}
	for k, piece := range pieces[:count] {
		if piece[1]-piece[0] > maxPiece {
			continue
		}
		order := uint64(k + 1)
		if !visit(part{
			id: id, key: evidence.NoKey, from: piece[0], to: piece[1],
			path: (of.path ^ order) * 1099511628211, place: (of.place ^ order) * 1099511628211, plain: (of.plain ^ order) * 1099511628211,
		}) {
			return false
		}
	}
	return true
}

// maxParted is into how many pieces a text is parted by its form.
const maxParted = 3

// partedByForm returns where the pieces of a text begin and end that a date at its end or
// a time at its beginning tell apart: "3.1 - 2 May 2025", "09:00: Opening (Hall 1)".
func (e *engine) partedByForm(s string) [][2]int {
	if len(s) <= maxPiece {
		if end, date := e.beforeDate(s); end > 0 {
			return [][2]int{{0, end}, {date, len(strings.TrimSuffix(s, ")"))}}
		}
		if end, rest := afterClock(s); end > 0 {
			if at := strings.LastIndex(s, " ("); at > rest && strings.HasSuffix(s, ")") {
				return [][2]int{{0, end}, {rest, at}, {at + len(" ("), len(s) - 1}}
			}
			return [][2]int{{0, end}, {rest, len(s)}}
		}
	}
	return [][2]int{{0, len(s)}}
}

// maxClockLetters is how many letters a text has at most that is a time of day, or from one
// to another: "from 9 am to 5 pm".
const maxClockLetters = 12

// afterClock parts a text at the colon or dash after the time of day that it begins with:
// it returns where the time ends and what comes after it begins, or zeros.
func afterClock(s string) (end, rest int) {
	if s == "" || !isDigit(s[0]) {
		return 0, 0
	}
	for _, sep := range [...]string{": ", " - ", " – "} {
		head, tail, ok := strings.Cut(s, sep)
		if ok && len(read.Clocks(head)) > 0 && letters(head) <= maxClockLetters && tail != "" && !isDigit(tail[0]) {
			return len(head), len(head) + len(sep)
		}
	}
	return 0, 0
}

// beforeDate parts a text at the dash or bracket before the date that it ends with: it
// returns where what stands before that ends and where the date begins, or zeros.
func (e *engine) beforeDate(s string) (end, date int) {
	for _, sep := range [...]string{" - ", " – ", " ("} {
		head, day, ok := strings.Cut(s, sep)
		if !ok || head == "" {
			continue
		}
		d, from, to, found := read.FindDate(strings.TrimSuffix(day, ")"), e.x.Locale, e.t.Loaded)
		if found && d.HasDay && from == 0 && to >= len(day)-1 {
			if _, _, _, other := read.FindDate(head, e.x.Locale, e.t.Loaded); !other {
				return len(head), len(head) + len(sep)
			}
		}
	}
	return 0, 0
}

// textPieces yields where the pieces of a text between separators begin and end.
func textPieces(s string) func(yield func(from, to int) bool) {
	return func(yield func(from, to int) bool) {
		for from := 0; from <= len(s); {
			to, size := evidence.NextSeparator(s[from:])
			to += from
			lead := len(s[from:to]) - len(strings.TrimLeft(s[from:to], pieceEdge))
			piece := strings.Trim(s[from:to], pieceEdge)
			if strings.ContainsFunc(piece, isWordRune) && !yield(from+lead, from+lead+len(piece)) {
				return
			}
			from = to + max(1, size)
		}
	}
}

// pieceEdge is what separates pieces of text and is no part of them.
const pieceEdge = " \u00a0\n\t|·•‧∙,;–—"

func isDigit(c byte) bool { return '0' <= c && c <= '9' }
