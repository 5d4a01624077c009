package extract

import (
	"crypto/sha256"
	"io"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"assay/query"
	"assay/service/content"
	"assay/service/extract/evidence"
	"assay/service/extract/lexicon"
)

// What makes a query of hundreds of fields cost little more for each than one of
// ten: what is found out for one field is kept for the next.

// Bounds of what is kept.
const (
	manyLeaves  = 64      // leaves of a query from which on readings are kept
	maxReadings = 1 << 16 // texts, for each way to read them
	maxKeptText = 300     // bytes of a text whose reading is kept
	maxSims     = 1 << 24 // likenesses of names to leaves, of all leaves together
)

// reader is all that the reading of a text depends on beside the page.
type reader struct {
	typ     query.Type
	shape   lexicon.Shape
	unit    time.Duration
	bound   int
	concept lexicon.Concept
	stars   bool // whether it counts stars; see countsStars
}

// textReading is what a text was read as.
type textReading struct {
	text    string
	encoded string
	fit     float64
	id      int32 // of encoded, whatever its case
}

// isValue reports whether there was anything to read.
func (r *textReading) isValue() bool { return r.fit > 0 && r.encoded != "" && r.encoded != `""` }

// textReadings are the readings of one reader that are kept.
type textReadings struct {
	by    map[string]textReading
	named [][]textReading // by place in Index.Names: what the element's texts were read as; nil if not yet read
}

// keepFor settles what the engine keeps for a query: how like its leaves names are, as
// far as there is room, and what texts were read as if the leaves are so many that it
// pays.
func (e *engine) keepFor(ws []*want) {
	leaves := countLeaves(ws)
	e.keptNames = maxSims / max(1, leaves)
	if leaves > manyLeaves {
		e.readings = map[reader]*textReadings{}
	}
}

func countLeaves(ws []*want) int {
	n := 0
	for _, w := range ws {
		if w.field.IsLeaf() {
			n++
		}
		n += countLeaves(w.children)
	}
	return n
}

// read turns text into the JSON value a field asks for. fit says from 0 to 1 how
// much the text looks like such a value; at 0 there is no value.
func (e *engine) read(w *want, text string) (encoded string, fit float64) {
	if e.readings == nil {
		return e.readAfresh(w, text)
	}
	r := e.reading(w, text)
	return r.encoded, r.fit
}

// reading is read with the identity of what was read.
func (e *engine) reading(w *want, text string) textReading {
	var kept map[string]textReading
	if e.readings != nil && len(text) <= maxKeptText {
		kept = e.readingsOf(w).by
		if r, ok := kept[text]; ok {
			return r
		}
	}
	r := textReading{text: text}
	if r.encoded, r.fit = e.readAfresh(w, text); r.isValue() {
		r.id = e.idOf(r.encoded)
	}
	if kept != nil && len(kept) < maxReadings {
		kept[text] = r
	}
	return r
}

// idOf numbers encoded values, whatever their case.
func (e *engine) idOf(encoded string) int32 {
	key := caseless(encoded)
	id, ok := e.ids[key]
	if !ok {
		if e.ids == nil {
			e.ids = map[string]int32{}
		}
		id = int32(len(e.ids))
		e.ids[key] = id
	}
	return id
}

// maxPlainID is how long, in bytes, a value is at most that is kept to be compared; of
// a longer one a digest is.
const maxPlainID = 1 << 12

// caseless returns what is the same for values that are, whatever their case.
func caseless(encoded string) string {
	if len(encoded) <= maxPlainID {
		return strings.ToLower(encoded)
	}
	digest := sha256.New()
	for len(encoded) > 0 {
		end := min(len(encoded), maxPlainID)
		for end < len(encoded) && !utf8.RuneStart(encoded[end]) {
			end++
		}
		io.WriteString(digest, strings.ToLower(encoded[:end])) // a digest takes everything
		encoded = encoded[end:]
	}
	return string(digest.Sum(nil))
}

func (e *engine) readingsOf(w *want) *textReadings {
	if as := (reader{w.typ, w.shape, w.unit, w.bound, w.concept, w.countsStars()}); as != e.reader || e.kept == nil {
		if e.readings[as] == nil {
			e.readings[as] = &textReadings{by: map[string]textReading{}}
		}
		e.reader, e.kept = as, e.readings[as]
	}
	return e.kept
}

// namedReadings reads the texts of the element at a place in Index.Names.
func (e *engine) namedReadings(w *want, i int) []textReading {
	var kept *textReadings
	if e.readings != nil {
		if kept = e.readingsOf(w); kept.named == nil {
			kept.named = make([][]textReading, len(e.x.Names))
		}
		if kept.named[i] != nil {
			return kept.named[i]
		}
	}
	node := e.x.Names[i].Node
	texts := e.valuesOf(w, node)
	out := make([]textReading, 0, len(texts))
	for _, text := range texts {
		if isWords(w.shape) {
			text = e.x.WithoutAction(node, text)
		}
		out = append(out, e.reading(w, byName(w, text)))
	}
	if kept != nil {
		kept.named[i] = out
	}
	return out
}

// named returns the places in Index.Names, in page order, of the elements whose
// names answer for a field's.
func (e *engine) named(w *want) []int32 {
	if e.namedBy.of == nil {
		e.namedBy = e.indexNames()
	}
	var out []int32
	keys := 0
	for k := range e.byKey {
		if of := e.namedBy.elements(evidence.Key(k)); len(of) > 0 && e.similarity(w, evidence.Key(k)) >= e.w.MinSimilarity {
			out = append(out, of...)
			keys++
		}
	}
	if keys > 1 {
		slices.Sort(out)
	}
	return slices.Compact(out) // one may bear a name twice
}

// bearers are the elements that bear names, as places in Index.Names: those of one name
// side by side, in page order.
type bearers struct {
	of   []int32
	ends []int32 // by name: where its elements end, and those of the next begin
}

func (b *bearers) elements(k evidence.Key) []int32 {
	from := int32(0)
	if k > 0 {
		from = b.ends[k-1]
	}
	return b.of[from:b.ends[k]]
}

// indexNames lays out which elements bear a name.
func (e *engine) indexNames() bearers {
	b := bearers{ends: make([]int32, len(e.byKey))}
	total := int32(0)
	for k, n := range e.byKey {
		b.ends[k] = total // for now, where they begin
		total += n
	}
	b.of = make([]int32, total)
	for i := range e.x.Names {
		for _, k := range e.x.KeysOf(i) {
			b.of[b.ends[k]] = int32(i)
			b.ends[k]++
		}
	}
	return b
}

// assign gives each field one of its options, the surest first. A value that
// another field has taken counts for less, so that two fields share one only if
// there is nothing better. Nothing below the threshold is given.
func assign(options [][]value, threshold, shared float64) []value {
	type use struct {
		node content.ID
		json string
	}
	out := make([]value, len(options))
	for i := range out {
		out[i].node = content.None
	}
	users := map[use][]int{} // the fields that have a value among their options
	for i := range options {
		for k := range options[i] {
			u := use{options[i][k].node, options[i][k].json}
			users[u] = append(users[u], i)
		}
	}
	taken := map[use]bool{}
	type choice struct {
		score float64
		at    int // -1: none above the threshold
	}
	best := make([]choice, len(options)) // of each field as things stand
	choose := func(i int) {
		best[i] = choice{threshold, -1}
		for k := range options[i] {
			v := &options[i][k]
			score := v.score
			if taken[use{v.node, v.json}] {
				score *= shared
			}
			if score > best[i].score {
				best[i] = choice{score, k}
			}
		}
	}
	for i := range options {
		choose(i)
	}
	for range options {
		field := -1
		for i := range best {
			if best[i].at >= 0 && (field < 0 || best[i].score > best[field].score) {
				field = i
			}
		}
		if field < 0 {
			break
		}
		v := options[field][best[field].at]
		v.score = best[field].score
		out[field], options[field] = v, nil
		best[field].at = -1
		if u := (use{v.node, v.json}); !taken[u] {
			taken[u] = true
			for _, i := range users[u] {
				choose(i)
			}
		}
	}
	return out
}
