package extract

import (
	"slices"
	"sort"
	"strings"

	"assay/client/query"
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
}

// alignment is how the fields of a list are read from the records of a set.
type alignment struct {
	score   float64
	known   float64    // the share of the fields that it tells
	common  float64    // the share of the columns that all sampled records have
	choices [][]choice // per field, the columns that may give it, best first
	formed  []bool     // per field, whether a text of its form gives it, wherever it stands
}

type choice struct {
	path  uint64
	plain uint64
	key   evidence.Key
	score float64
}

// surelyKnown is the score from which on a field counts as told in full.
const surelyKnown = 0.5

// maxChoices is how many columns a field may be read from, if the first has nothing.
const maxChoices = 8

// ownField is what sets a field that is called what the records are before others of
// its kind.
const ownField = 0.01

// choices returns what to read a field from that is given the column.
func (col *column) choices(score float64) []choice {
	plain := col.first().plain
	out := []choice{{col.path, plain, col.key, score}}
	for _, path := range col.also {
		out = append(out, choice{path, plain, col.key, score})
	}
	return out
}

// align finds the columns of a set and gives each field the one that fits best,
// no column to two fields.
func (e *engine) align(w *want, set *records.Set) alignment {
	sample := sampleOf(set.Spans)
	columns := e.merge(e.columns(sample))
	type pair struct {
		field, column int
		score         float64
	}
	var pairs []pair
	al := alignment{choices: make([][]choice, len(w.children)), formed: make([]bool, len(w.children))}
	for i, f := range w.children {
		if !f.field.IsLeaf() || f.field.List {
			continue
		}
		for c := range columns {
			if score := e.columnScore(f, &columns[c], sample); score > 0.1 {
				if f.concept != 0 && f.concept == w.concept { // the actor of the cast, before the agent
					score += ownField
				}
				if f.shape == lexicon.Clock && f.bound > 0 {
					score += endLater * float64(c) // of two times the later one is the end
				}
				pairs = append(pairs, pair{i, c, score})
			}
		}
	}
	sort.SliceStable(pairs, func(a, b int) bool { return pairs[a].score > pairs[b].score })
	done := make([]bool, len(w.children))
	type use struct {
		column int
		side   side
	}
	taken := map[use]bool{}
	give := func(p pair) {
		u := use{p.column, sideOf(w.children[p.field])}
		if taken[u] {
			return
		}
		col := &columns[p.column]
		if other := (use{p.column, text + upper - u.side}); u.side != address && taken[other] && w.children[p.field].shape == lexicon.Clock && !e.areSpans(col) {
			return
		}
		if done[p.field] {
			if len(al.choices[p.field]) < maxChoices && p.score > 0.6*al.choices[p.field][0].score {
				al.choices[p.field] = append(al.choices[p.field], choice{col.path, col.first().plain, col.key, p.score})
			}
			return
		}
		if u.side == upper && w.children[p.field].shape == lexicon.Clock && taken[use{p.column, text}] && len(read.Clocks(e.partText(col.first()))) < 2 {
			return // when it leaves is not when it arrives
		}
		if u.side == text && e.sharesValue(col, columns, al.choices, w) {
			return
		}
		done[p.field], taken[u] = true, true
		al.choices[p.field] = col.choices(p.score)
		al.score += p.score
	}
	for _, p := range pairs {
		give(p)
	}
	e.narrow(w, columns, &al)
	e.placesOfTrip(w, columns, sample, &al)
	e.nameRecords(w, columns, sample, &al)
	e.headed(w, columns, sample, &al)
	for i, f := range w.children {
		if al.formed[i] = e.areFormed(f, sample); al.formed[i] && len(al.choices[i]) == 0 {
			al.score += leftoverScore
		}
	}
	e.leftovers(w, columns, sample, &al)
	for i, f := range w.children {
		score := 0.0
		switch {
		case f.field.List || !f.field.IsLeaf():
			score = e.nested(f, sample)
		case f.typ == query.Boolean && len(al.choices[i]) == 0:
			score = e.toldApart(f, sample)
		}
		al.score += score
		if len(al.choices[i]) > 0 {
			score = al.choices[i][0].score
		}
		al.known += min(1, score/surelyKnown)
	}
	asked := len(w.children)
	for i, f := range w.children {
		if f.hidden && len(al.choices[i]) == 0 {
			asked--
		}
	}
	al.score /= float64(max(1, asked))
	al.known /= float64(max(1, asked))
	al.common = inCommon(columns, len(sample))
	return al
}

// endLater is by how much a time of day that ends something is sooner found in a column
// than in the one before it.
const endLater = 0.0001

// areSpans reports whether the parts of a column tell from when to when.
func (e *engine) areSpans(col *column) bool {
	for i := range col.parts {
		if p := &col.parts[i]; p.id != content.None && len(read.Clocks(e.partText(p))) > 1 {
			return true
		}
	}
	return false
}

// inCommon returns the share of the columns that all of so many records have.
func inCommon(columns []column, records int) float64 {
	all := 0
	for i := range columns {
		if columns[i].have == records {
			all++
		}
	}
	return float64(all) / float64(max(1, len(columns)))
}

// nestedScore is what a list or container within records is worth where it has an
// answer in all of them.
const nestedScore = 0.45

// loneMember is the factor for a list within records that has one member in each: the
// record itself, most likely.
const loneMember = 0.3

// nested says how well the records answer a list or container that each of them has,
// from two of them.
func (e *engine) nested(f *want, sample []records.Span) float64 {
	score, most := 0.0, 0
	for _, sp := range [...]records.Span{sample[0], sample[len(sample)/2]} {
		if sp.To-sp.From > maxRecordSize {
			continue
		}
		a := e.container([]*want{f}, scope{from: sp.From, to: sp.To})[0]
		most = max(most, len(a.list))
		switch {
		case f.field.List && f.field.IsLeaf():
			score += min(1, float64(len(a.list)))
		case f.field.List && len(a.list) > 0:
			filled := 0.0
			for i := range a.list {
				filled += e.worth(a.list[i].child)
			}
			score += min(1, 0.3+filled/float64(len(a.list)))
		case !f.field.List:
			score += min(1, e.worth(a.child))
		}
	}
	if f.field.List && most < 2 {
		score *= loneMember
	}
	return nestedScore * score / 2
}

// narrow gives a text that holds other fields of the record, or when it was written,
// the part of it that has most of its words and none of them.
func (e *engine) narrow(w *want, columns []column, al *alignment) {
	for i, f := range w.children {
		if f.shape != lexicon.Prose && !f.isNaming() || len(al.choices[i]) == 0 {
			continue
		}
		text := find(columns, al.choices[i][0])
		if text == nil || len(text.parts) == 0 {
			continue
		}
		if f.isNaming() {
			e.narrowName(w, text, columns, al, i)
			continue
		}
		dated := e.undivided(text)
		if dated > 0.7 && !e.holdsGiven(text, columns, al, i) {
			continue
		}
		var best *column
		most := 0.5
		for c := range columns {
			col := &columns[c]
			if col.key != evidence.NoKey || col.isText() {
				continue
			}
			if share := e.shareOf(col, text); share > most && !e.holdsGiven(col, columns, al, i) && (dated > 0.7 || e.undivided(col) > dated) {
				best, most = col, share
			}
		}
		if best != nil {
			al.choices[i] = append(best.choices(al.choices[i][0].score), al.choices[i]...)
		}
	}
}

// narrowName gives a name that holds the number of another field, as how many there
// are of a kind or what one costs, the part of it without.
func (e *engine) narrowName(w *want, name *column, columns []column, al *alignment, i int) {
	holds := false
	for k, f := range w.children {
		if k == i || !isQuantity(f.shape) || len(al.choices[k]) == 0 {
			continue
		}
		if o := find(columns, al.choices[k][0]); o != nil && o.key == evidence.NoKey {
			holds = holds || e.isWithin(o, name)
		}
	}
	if !holds {
		return
	}
	var best *column
	most := 0.0
	for c := range columns {
		col := &columns[c]
		if col.key != evidence.NoKey || e.isDivided(col.first()) || !e.differs(col) {
			continue
		}
		if share := e.shareOf(col, name); share > most && !e.holdsGiven(col, columns, al, i) {
			best, most = col, share
		}
	}
	if best != nil && most > 0 {
		al.choices[i] = append(best.choices(al.choices[i][0].score), al.choices[i]...)
	}
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

// holdsGiven reports whether the parts of a column hold those of one given to another
// field than i.
func (e *engine) holdsGiven(col *column, columns []column, al *alignment, i int) bool {
	for k, choices := range al.choices {
		if k == i || len(choices) == 0 || choices[0].key != evidence.NoKey {
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
			if a, b := e.span(q); from <= a && b <= to && b > a {
				return true
			}
		}
	}
	return false
}

// isWithin reports whether the parts of a column are inside those of another one that
// have more text.
func (e *engine) isWithin(inner, outer *column) bool { return e.shareOf(inner, outer) > 0 }

// shareOf says how much of the text of a column another one inside it has, in all
// records together: 0 if it is not inside it in each.
func (e *engine) shareOf(inner, outer *column) float64 {
	var part, whole float64
	for r := range outer.parts {
		p, q := &outer.parts[r], &inner.parts[r]
		if p.id == content.None {
			continue
		}
		if q.id == content.None {
			return 0
		}
		from, to := e.span(p)
		a, b := e.span(q)
		if a < from || b > to || to-from == 0 || b-a == to-from {
			return 0
		}
		part, whole = part+float64(b-a), whole+float64(to-from)
	}
	return part / max(1, whole)
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
func (e *engine) sharesValue(col *column, columns []column, given [][]choice, w *want) bool {
	for i := range given {
		if len(given[i]) == 0 || sideOf(w.children[i]) != text {
			continue
		}
		for c := range columns {
			o := &columns[c]
			if o.path != given[i][0].path || o.key != given[i][0].key {
				continue
			}
			same, n := 0, 0
			for k := range col.parts {
				p, q := &col.parts[k], &o.parts[k]
				if p.id == content.None || q.id == content.None {
					continue
				}
				n++
				start, _ := e.span(p)
				if from, _ := e.span(q); start >= from-1 && e.partText(p) == e.partText(q) {
					same++
				}
			}
			if n > 0 && same == n {
				return true
			}
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
			if p.key == evidence.NoKey && !p.isText() && len(col.keys) < 12 {
				col.keys = append(col.keys, e.namesAround(p.id, sp)...)
			}
			if p.key == evidence.NoKey && len(col.keys) < 12 {
				col.keys = append(col.keys, e.countKeys(&p)...)
			}
			return true
		})
	}
	return columns
}

// merge joins columns that stand at the same place in records of which none has both:
// parts that are dressed by what they say, as what is sold out in red.
func (e *engine) merge(columns []column) []column {
	at := map[uint64]int{}
	kept := columns[:0]
next:
	for _, col := range columns {
		if col.key != evidence.NoKey {
			kept = append(kept, col)
			continue
		}
		place := col.first().place
		k, known := at[place]
		if !known {
			at[place] = len(kept)
			kept = append(kept, col)
			continue
		}
		into := &kept[k]
		if e.isDivided(col.first()) != e.isDivided(into.first()) {
			kept = append(kept, col)
			continue
		}
		for r := range col.parts {
			if col.parts[r].id != content.None && into.parts[r].id != content.None {
				kept = append(kept, col)
				continue next
			}
		}
		for r := range col.parts {
			if col.parts[r].id != content.None {
				into.parts[r] = col.parts[r]
			}
		}
		into.have += col.have
		into.also = append(into.also, col.path)
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
			keys = append(keys, e.x.Names[i].Keys...)
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

// rows reads all records of a set by an alignment.
func (e *engine) rows(w *want, set *records.Set, al alignment) []answer {
	out := make([]answer, 0, len(set.Spans))
	filled := 0
	mayLack := !slices.ContainsFunc(w.children, func(f *want) bool { return !f.mayLack() }) &&
		!slices.ContainsFunc(set.Spans, func(sp records.Span) bool { return e.headingIn(sp) == content.None })
	counts := make([]int, len(w.children))
	for _, sp := range set.Spans {
		if e.ctx.Err() != nil {
			break
		}
		child := e.row(w, sp, al)
		n := 0
		for i := range child {
			if child[i].leaf.json != "" || len(child[i].list) > 0 || len(child[i].child) > 0 {
				n++
				counts[i]++
			}
		}
		if n > 0 {
			filled++
		}
		if n > 0 || mayLack || e.bearsMark(w, sp) {
			out = append(out, answer{child: child, from: sp.From, to: sp.To})
		}
	}
	if filled*3 < len(set.Spans) {
		out = slices.DeleteFunc(out, func(a answer) bool { return isEmpty(&a) })
	}
	// Members that lack what nearly all others have are not records.
	kept := out[:0]
	for r := range out {
		missing, n := 0, 0
		for i := range counts {
			if counts[i]*10 >= len(out)*7 && counts[i] > 1 {
				n++
				c := &out[r].child[i]
				if c.leaf.json == "" && len(c.list) == 0 && len(c.child) == 0 {
					missing++
				}
			}
		}
		if missing*2 < n || n == 0 || missing == 0 {
			kept = append(kept, out[r])
		}
	}
	kept = ratedOnly(w, kept)
	e.presence(w, kept)
	partOwners(w, kept)
	return shownOnce(kept)
}

// withoutRank takes the place of a record in its list off the words that begin with it.
func (e *engine) withoutRank(w *want, child []answer) {
	rank := ""
	for i, f := range w.children {
		if f.concept.String() == "rank" && f.field.IsLeaf() {
			rank = child[i].leaf.text
		}
	}
	if rank == "" {
		return
	}
	for i, f := range w.children {
		leaf := &child[i].leaf
		rest, ok := strings.CutPrefix(leaf.text, rank+" ")
		if !ok || !isWords(f.shape) || f.concept.String() == "rank" {
			continue
		}
		if encoded, fit := e.read(f, rest); fit > 0 {
			leaf.json, leaf.text = encoded, rest
		}
	}
}

// unaligned answers from one record alone what may stand anywhere in it, or in few of
// them: its picture, the price that is struck through.
func (e *engine) unaligned(w *want, sp records.Span) value {
	none := value{node: content.None}
	former := w.concept.String() == "oldprice"
	if !former && (w.shape != lexicon.Image || !w.isOnly("image", "url")) {
		return none
	}
	for id := sp.From; id < min(sp.To, sp.From+maxRecordSize); id++ {
		text := ""
		switch n := &e.t.Nodes[id]; {
		case n.Hidden:
		case former && (e.t.Tag(id) == "del" || e.t.Tag(id) == "s" || e.t.Tag(id) == "strike") && e.t.Len(id) <= maxStruck:
			text = e.t.Text(id)
		case !former && e.t.Tag(id) == "img":
			if text = imageSource(e.t.Document, id); isIcon(text) {
				text = ""
			}
		}
		if text == "" {
			continue
		}
		if encoded, fit := e.read(w, text); fit > 0 && encoded != `""` {
			return value{json: encoded, text: text, node: id, kind: evidence.Record, score: e.w.ColumnForm}
		}
	}
	return none
}

// isEmpty reports whether a record answers nothing.
func isEmpty(a *answer) bool {
	return !slices.ContainsFunc(a.child, func(c answer) bool { return c.leaf.json != "" || len(c.list) > 0 || len(c.child) > 0 })
}

// headingIn returns the heading of a record, or None.
func (e *engine) headingIn(sp records.Span) content.ID {
	i := sort.Search(len(e.x.Sections), func(i int) bool { return e.x.Sections[i].Heading >= sp.From })
	if i < len(e.x.Sections) && e.x.Sections[i].Heading < sp.To {
		return e.x.Sections[i].Heading
	}
	return content.None
}

// row reads one record.
func (e *engine) row(w *want, sp records.Span, al alignment) []answer {
	child := make([]answer, len(w.children))
	ranks := make([]int, len(child)) // 1 + place of the choice used
	for i, f := range w.children {
		child[i].w = f
		child[i].leaf.node = content.None
		if !f.field.IsLeaf() || f.field.List {
			child[i] = e.container([]*want{f}, scope{from: sp.From, to: sp.To})[0]
		}
	}
	e.walk(sp, func(p part) bool {
		for i := range w.children {
			for rank, c := range al.choices[i] {
				if ranks[i] != 0 && ranks[i] <= rank+1 {
					break
				}
				if (p.key == c.key && (p.key != evidence.NoKey || p.path == c.path)) && e.take(&child[i], &p, c) {
					ranks[i] = rank + 1
				}
			}
		}
		return true
	})
	e.withoutRank(w, child)
	for i, f := range w.children {
		if f.field.IsLeaf() && !f.field.List && child[i].leaf.json == "" {
			child[i].leaf = e.unaligned(f, sp)
		}
	}
	open := false
	for i := range child {
		open = open || ranks[i] == 0 && len(al.choices[i]) > 0
	}
	if open { // a record that is dressed otherwise
		e.walk(sp, func(p part) bool {
			for i := range w.children {
				if ranks[i] == 0 && len(al.choices[i]) > 0 && p.key == evidence.NoKey && p.plain == al.choices[i][0].plain && e.take(&child[i], &p, al.choices[i][0]) {
					ranks[i] = 1
				}
			}
			return true
		})
	}
	for i, f := range w.children {
		if al.formed[i] && child[i].leaf.json == "" {
			child[i].leaf = e.formed(f, sp)
		}
	}
	for i, f := range w.children {
		if f.shape == lexicon.Rating && f.field.IsLeaf() && !f.field.List && child[i].leaf.json == "" {
			child[i].leaf = e.drawnRating(f, sp)
		}
	}
	e.withoutSame(child)
	for i, f := range w.children {
		if f.shape == lexicon.Prose && f.field.IsLeaf() && !f.field.List && child[i].leaf.kind == evidence.Record {
			e.trimRecord(&child[i], child)
		}
	}
	return child
}

// withoutSame takes out what something cost before if it costs the same now: it is the
// one price of what is not reduced.
func (e *engine) withoutSame(child []answer) {
	for i := range child {
		if child[i].w.concept.String() != "oldprice" || child[i].leaf.json == "" {
			continue
		}
		for k := range child {
			if k != i && child[k].w.shape == lexicon.Price && child[k].leaf.json == child[i].leaf.json {
				child[i].leaf = value{node: content.None}
				break
			}
		}
	}
}

// take answers a field of a record from a part of it, if the part can be read as such.
func (e *engine) take(a *answer, p *part, c choice) bool {
	if a.w.shape == lexicon.Rating && e.isTooLong(a.w, p) {
		return false
	}
	for _, text := range e.partValues(a.w, p) {
		encoded, fit := e.read(a.w, text)
		if fit <= 0 || encoded == `""` {
			continue
		}
		kind := evidence.Record
		if p.key != evidence.NoKey {
			kind = evidence.Label
		}
		a.leaf = value{json: encoded, text: text, node: p.id, kind: kind, score: min(0.99, c.score)}
		return true
	}
	return false
}
