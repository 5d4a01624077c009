package extract

import (
	"iter"
	"slices"
	"sort"
	"strings"

	"assay/service/content"
	"assay/service/extract/evidence"
	"assay/service/extract/lexicon"
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
