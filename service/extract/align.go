package extract

import (
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
	maxColumns    = 90
)

// column is a part that records have in common: the same path or the same name
// in each.
type column struct {
	path  uint64         // of tags and classes from the record's root; 0 for a label
	key   evidence.Key   // of a label; else NoKey
	keys  []evidence.Key // names on the way down to it that hold nothing else
	nodes []content.ID   // per sampled record, or None
	have  int            // sampled records that have it
}

// alignment is how the fields of a list are read from the records of a set.
type alignment struct {
	score   float64
	choices [][]choice // per field, the columns that may give it, best first
}

type choice struct {
	path  uint64
	key   evidence.Key
	score float64
}

// align finds the columns of a set and gives each field the one that fits best,
// no column to two fields.
func (e *engine) align(w *want, set *records.Set) alignment {
	sample := sampleOf(set.Spans)
	columns := e.columns(sample)
	type pair struct {
		field, column int
		score         float64
	}
	var pairs []pair
	al := alignment{choices: make([][]choice, len(w.children))}
	for i, f := range w.children {
		if !f.field.IsLeaf() || f.field.List {
			continue
		}
		for c := range columns {
			if score := e.columnScore(f, &columns[c], sample); score > 0.1 {
				pairs = append(pairs, pair{i, c, score})
			}
		}
	}
	sort.SliceStable(pairs, func(a, b int) bool { return pairs[a].score > pairs[b].score })
	done := make([]bool, len(w.children))
	type use struct {
		column int
		attr   bool
	}
	taken := map[use]bool{}
	for _, p := range pairs {
		attr := w.children[p.field].shape == lexicon.URL || w.children[p.field].shape == lexicon.Image
		u := use{p.column, attr}
		if taken[u] {
			continue
		}
		col := &columns[p.column]
		if done[p.field] {
			if len(al.choices[p.field]) < 4 && p.score > 0.6*al.choices[p.field][0].score {
				al.choices[p.field] = append(al.choices[p.field], choice{col.path, col.key, p.score})
			}
			continue
		}
		if !attr && e.sharesValue(col, columns, al.choices, w) {
			continue
		}
		done[p.field], taken[u] = true, true
		al.choices[p.field] = append(al.choices[p.field], choice{col.path, col.key, p.score})
		al.score += p.score
	}
	leaves := 0
	for _, f := range w.children {
		if f.field.IsLeaf() && !f.field.List {
			leaves++
		}
	}
	if leaves == 0 {
		al.score = 0.3
		return al
	}
	al.score /= float64(leaves)
	return al
}

// sharesValue reports whether a column holds just the text of a column already
// given to a field of another kind.
func (e *engine) sharesValue(col *column, columns []column, given [][]choice, w *want) bool {
	for i := range given {
		if len(given[i]) == 0 || w.children[i].shape == lexicon.URL || w.children[i].shape == lexicon.Image {
			continue
		}
		for c := range columns {
			o := &columns[c]
			if o.path != given[i][0].path || o.key != given[i][0].key {
				continue
			}
			same, n := 0, 0
			for k := range col.nodes {
				if col.nodes[k] == content.None || o.nodes[k] == content.None {
					continue
				}
				n++
				if e.t.From(col.nodes[k]) >= e.t.From(o.nodes[k])-1 && e.t.Text(col.nodes[k]) == e.t.Text(o.nodes[k]) {
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
	byPath := map[uint64]int{}
	for r, sp := range sample {
		e.walk(sp, func(id content.ID, path uint64, key evidence.Key) bool {
			ref := path
			if key != evidence.NoKey {
				ref = uint64(key) + 1
			}
			c, ok := byPath[ref]
			if !ok {
				if len(columns) >= maxColumns {
					return true
				}
				c = len(columns)
				byPath[ref] = c
				col := column{path: path, key: key, nodes: make([]content.ID, len(sample))}
				for i := range col.nodes {
					col.nodes[i] = content.None
				}
				if key != evidence.NoKey {
					col.path = 0
					col.keys = []evidence.Key{key}
				}
				columns = append(columns, col)
			}
			col := &columns[c]
			if col.nodes[r] != content.None {
				return true
			}
			col.nodes[r] = id
			col.have++
			if key == evidence.NoKey && len(col.keys) < 12 {
				col.keys = append(col.keys, e.namesAround(id, sp)...)
			}
			return true
		})
	}
	return columns
}

// walk visits the parts of a record: elements by their path, labelled values by
// their label. It stops when visit returns false.
func (e *engine) walk(sp records.Span, visit func(id content.ID, path uint64, key evidence.Key) bool) {
	t := e.t
	type step struct {
		end  content.ID
		path uint64
	}
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
		if len(stack) > 0 {
			path = stack[len(stack)-1].path
		}
		if id != sp.From || sp.To > n.End { // the root itself may differ from record to record
			path = hashTag(path, n, t.Value(id, "class"))
			if len(stack) == 0 && n.Role == content.Row { // rows of one record are told by their order
				path += uint64(rows) * 0x9E3779B97F4A7C15
				rows++
			}
		}
		stack = append(stack, step{n.End, path})
		if n.End > sp.To || t.Len(id) == 0 && n.Role != content.ImageRole && !e.hasScore(id) {
			continue
		}
		if !visit(id, path, evidence.NoKey) {
			return
		}
	}
	i := sort.Search(len(e.labels), func(i int) bool { return e.x.Facts[e.labels[i]].Node >= sp.From })
	for ; i < len(e.labels); i++ {
		f := &e.x.Facts[e.labels[i]]
		if f.Node >= sp.To {
			return
		}
		if !visit(f.Node, 0, f.Key) {
			return
		}
	}
}

// sameNumbered reports whether two elements have ids that are the same but for
// their numbers, as those of a comment and of the replies within it.
func (e *engine) sameNumbered(a, b content.ID) bool {
	t := e.t
	if t.Nodes[a].Tag != t.Nodes[b].Tag {
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
func hashTag(h uint64, n *content.Node, class string) uint64 {
	for i := 0; i < len(n.Tag); i++ {
		h = (h ^ uint64(n.Tag[i])) * 1099511628211
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
	filled := make([]int, 0, len(set.Spans))
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
			out, filled = append(out, answer{child: child, from: sp.From, to: sp.To}), append(filled, n)
		}
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
	return ratedOnly(w, kept)
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
	e.walk(sp, func(id content.ID, path uint64, key evidence.Key) bool {
		for i, f := range w.children {
			for rank, c := range al.choices[i] {
				if ranks[i] != 0 && ranks[i] <= rank+1 {
					break
				}
				if key != c.key || key == evidence.NoKey && path != c.path || f.shape == lexicon.Rating && e.isTooLong(f, id) {
					continue
				}
				for _, text := range e.valuesOf(f, id) {
					encoded, fit := e.read(f, text)
					if fit <= 0 || encoded == `""` {
						continue
					}
					kind := evidence.Record
					if key != evidence.NoKey {
						kind = evidence.Label
					}
					child[i].leaf = value{json: encoded, text: text, node: id, kind: kind, score: min(0.99, c.score)}
					ranks[i] = rank + 1
					break
				}
			}
		}
		return true
	})
	for i, f := range w.children {
		if f.shape == lexicon.Rating && f.field.IsLeaf() && !f.field.List && child[i].leaf.json == "" {
			child[i].leaf = e.drawnRating(f, sp)
		}
	}
	for i, f := range w.children {
		if f.shape == lexicon.Prose && f.field.IsLeaf() && !f.field.List && child[i].leaf.kind == evidence.Record {
			e.trimRecord(&child[i], child)
		}
	}
	return child
}
