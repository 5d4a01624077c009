package onpage

import (
	"crypto/sha256"
	"io"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"assay/query"
	"assay/service/extract/evidence"
	"assay/service/extract/fields"
	"assay/service/extract/lexicon"
)

// What makes a query of hundreds of fields cost little more for each than one of
// ten: what is found out for one field is kept for the next.

// Bounds of what is kept.
const (
	ManyLeaves  = 64      // leaves of a query from which on readings are kept
	maxReadings = 1 << 16 // texts, for each way to read them
	maxKeptText = 300     // bytes of a text whose reading is kept
	maxSims     = 1 << 24 // likenesses of names to leaves, of all leaves together
)

// reader is all that the reading of a text depends on beside the page.
type reader struct {
	typ     query.Type
	shape   lexicon.Shape
	unit    time.Duration
	measure string
	bound   int
	concept lexicon.Concept
	stars   bool // whether it counts stars; see countsStars
}

// TextReading is what a text was read as.
type TextReading struct {
	Text    string
	Encoded string
	Fit     float64
	ID      int32 // of encoded, whatever its case
}

// IsValue reports whether there was anything to read.
func (r *TextReading) IsValue() bool { return r.Fit > 0 && r.Encoded != "" && r.Encoded != `""` }

// textReadings are the readings of one reader that are kept.
type textReadings struct {
	by    map[string]TextReading
	named [][]TextReading // by place in Index.Names: what the element's texts were read as; nil if not yet read
}

// keepFor settles what the engine keeps for a query: how like its leaves names are, as
// far as there is room, and what texts were read as if the leaves are so many that it
// pays.
func keepFor(e *Engine, ws []*fields.Field) {
	leaves := CountLeaves(ws)
	e.keptNames = maxSims / max(1, leaves)
	if leaves > ManyLeaves {
		e.readings = map[reader]*textReadings{}
	}
}

// CountLeaves counts the fields that are no containers.
func CountLeaves(ws []*fields.Field) int {
	n := 0
	for _, w := range ws {
		if w.Query.IsLeaf() {
			n++
		}
		n += CountLeaves(w.Children)
	}
	return n
}

// Read turns text into the JSON value a field asks for. fit says from 0 to 1 how
// much the text looks like such a value; at 0 there is no value.
func (e *Engine) Read(w *fields.Field, text string) (encoded string, fit float64) {
	if e.readings == nil {
		return e.ReadAfresh(w, text)
	}
	r := e.Reading(w, text)
	return r.Encoded, r.Fit
}

// Reading is read with the identity of what was read.
func (e *Engine) Reading(w *fields.Field, text string) TextReading {
	var kept map[string]TextReading
	if e.readings != nil && len(text) <= maxKeptText {
		kept = readingsOf(e, w).by
		if r, ok := kept[text]; ok {
			return r
		}
	}
	r := TextReading{Text: text}
	if r.Encoded, r.Fit = e.ReadAfresh(w, text); r.IsValue() {
		r.ID = e.IdOf(r.Encoded)
	}
	if kept != nil && len(kept) < maxReadings {
		kept[text] = r
	}
	return r
}

// IdOf numbers encoded values, whatever their case.
func (e *Engine) IdOf(encoded string) int32 {
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

func readingsOf(e *Engine, w *fields.Field) *textReadings {
	if as := (reader{w.Type, w.Shape, w.Unit, w.Measure, w.Bound, w.Concept, countsStars(w)}); as != e.reader || e.kept == nil {
		if e.readings[as] == nil {
			e.readings[as] = &textReadings{by: map[string]TextReading{}}
		}
		e.reader, e.kept = as, e.readings[as]
	}
	return e.kept
}

// NamedReadings reads the texts of the element at a place in Index.Names.
func (e *Engine) NamedReadings(w *fields.Field, i int) []TextReading {
	var kept *textReadings
	if e.readings != nil {
		if kept = readingsOf(e, w); kept.named == nil {
			kept.named = make([][]TextReading, len(e.Index.Names))
		}
		if kept.named[i] != nil {
			return kept.named[i]
		}
	}
	node := e.Index.Names[i].Node
	texts := e.ValuesOf(w, node)
	out := make([]TextReading, 0, len(texts))
	for _, text := range texts {
		if IsWords(w.Shape) {
			text = e.Index.WithoutAction(node, text)
		}
		out = append(out, e.Reading(w, ByName(w, text)))
	}
	if kept != nil {
		kept.named[i] = out
	}
	return out
}

// Named returns the places in Index.Names, in page order, of the elements whose
// names answer for a field's.
func (e *Engine) Named(w *fields.Field) []int32 {
	if e.namedBy.of == nil {
		e.namedBy = indexNames(e)
	}
	var out []int32
	keys := 0
	for k := range e.ByKey {
		if of := e.namedBy.elements(evidence.Key(k)); len(of) > 0 && e.Similarity(w, evidence.Key(k)) >= e.Weights.MinSimilarity {
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
func indexNames(e *Engine) bearers {
	b := bearers{ends: make([]int32, len(e.ByKey))}
	total := int32(0)
	for k, n := range e.ByKey {
		b.ends[k] = total // for now, where they begin
		total += n
	}
	b.of = make([]int32, total)
	for i := range e.Index.Names {
		for _, k := range e.Index.KeysOf(i) {
			b.of[b.ends[k]] = int32(i)
			b.ends[k]++
		}
	}
	return b
}
