// Package jq filters JSON documents with jq's language. It keeps the order of keys:
// an object's keys stand as they stand in the document, new ones as they stand in the
// filter.
package jq

import (
	"bytes"
	"context"
	"encoding/json"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/itchyny/gojq"

	"assay/ui/cells"
	"assay/ui/jsondoc"
)

// The bounds of one run.
const (
	maxInput  = 256 << 20 // bytes of a document
	maxOutput = 64 << 20  // bytes of what a filter makes
	maxValues = 1 << 20
	timeLimit = 20 * time.Second
)

// Input is a document made ready to be filtered again and again. Making it ready
// takes time and memory with the document's size, and happens at the first Run.
type Input struct {
	doc   *jsondoc.Document
	mu    sync.Mutex
	ready bool
	value any
	order map[string]int // the place of every key among all keys, by first appearance
}

// NewInput returns an Input of a document. Several documents in one are filtered as
// one list of them.
func NewInput(doc *jsondoc.Document) *Input { return &Input{doc: doc} }

// Error is a fault in a filter, or in what it does with the document.
type Error struct {
	Message string
	Offset  int // of the fault in the filter, in bytes, or -1 if it has no place
}

func (e *Error) Error() string { return e.Message }

// Output is what a filter made.
type Output struct {
	Data   []byte // JSON, a value a line
	Values int
	Cut    string // why it is not all, or ""
}

// Run runs a filter on the input. It belongs in commands; it ends when ctx does. An
// error is an *Error or the context's.
func (in *Input) Run(ctx context.Context, filter string) (Output, error) {
	query, err := gojq.Parse(filter)
	if err != nil {
		return Output{}, syntax(filter, err)
	}
	if err := in.prepare(ctx); err != nil {
		return Output{}, err
	}
	code, err := gojq.Compile(query, gojq.WithEnvironLoader(nil))
	if err != nil {
		return Output{}, in.undefined(filter, err)
	}
	ctx, cancel := context.WithTimeout(ctx, timeLimit)
	defer cancel()
	w := writer{order: in.order, filter: filter}
	out := Output{}
	results := code.RunWithContext(ctx, in.value)
	for {
		v, more := results.Next()
		if !more {
			break
		}
		if err, failed := v.(error); failed {
			return out, in.failed(ctx, filter, err)
		}
		w.write(v)
		w.WriteByte('\n')
		out.Values++
		if w.Len() > maxOutput || out.Values >= maxValues {
			out.Cut = "the first " + cells.Group(int64(out.Values)) + " values"
			break
		}
	}
	out.Data = w.Bytes()
	return out, nil
}

// prepare makes values of the document, and finds the order of its keys.
func (in *Input) prepare(ctx context.Context) error {
	in.mu.Lock()
	defer in.mu.Unlock()
	if in.ready {
		return nil
	}
	if size := len(in.doc.Data()); size > maxInput {
		return &Error{"filters take up to " + cells.Bytes(maxInput) + "; the document has " + cells.Bytes(int64(size)), -1}
	}
	r := reader{ctx: ctx, doc: in.doc, order: map[string]int{}, keys: map[string]string{}}
	value, err := r.value(in.doc.Root(), 0)
	if err != nil {
		return err
	}
	in.value, in.order, in.ready = value, r.order, true
	return nil
}

// maxDepth is how deep what is filtered may be nested; gojq recurses.
const maxDepth = 10_000

// reader makes gojq's values of a document's nodes.
type reader struct {
	ctx   context.Context
	doc   *jsondoc.Document
	order map[string]int
	keys  map[string]string // one string for all appearances of a key
	count int
}

func (r *reader) value(n, depth int) (any, error) {
	if r.count++; r.count&0xfff == 0 && r.ctx.Err() != nil {
		return nil, r.ctx.Err()
	}
	if depth > maxDepth {
		return nil, &Error{"the document is nested too deeply to be filtered", -1}
	}
	d := r.doc
	switch d.Kind(n) {
	case jsondoc.Null:
		return nil, nil
	case jsondoc.Bool:
		return d.Raw(n)[0] == 't', nil
	case jsondoc.Number:
		return number(string(d.Raw(n))), nil
	case jsondoc.String:
		return string(d.Text(n)), nil
	case jsondoc.Array:
		list := make([]any, 0, d.Count(n))
		for c := n + 1; c < d.End(n); c = d.End(c) {
			v, err := r.value(c, depth+1)
			if err != nil {
				return nil, err
			}
			list = append(list, v)
		}
		return list, nil
	}
	object := make(map[string]any, d.Count(n))
	for c := n + 1; c < d.End(n); c = d.End(c) {
		v, err := r.value(c, depth+1)
		if err != nil {
			return nil, err
		}
		object[r.key(c)] = v
	}
	return object, nil
}

func (r *reader) key(n int) string {
	raw, _ := r.doc.RawKey(n)
	if key, known := r.keys[string(raw)]; known {
		return key
	}
	key := r.doc.Key(n)
	r.keys[string(raw)] = key
	if _, known := r.order[key]; !known {
		r.order[key] = len(r.order)
	}
	return key
}

func number(raw string) any {
	if n, err := strconv.Atoi(raw); err == nil {
		return n
	}
	if f, err := strconv.ParseFloat(raw, 64); err == nil && len(raw) <= 15 {
		return f
	}
	return json.Number(raw) // gojq keeps its digits
}

// writer writes gojq's values as JSON, with keys in the order of the document.
type writer struct {
	bytes.Buffer
	order  map[string]int
	filter string
}

func (w *writer) write(v any) {
	switch v := v.(type) {
	case []any:
		w.WriteByte('[')
		for i, item := range v {
			if i > 0 {
				w.WriteByte(',')
			}
			w.write(item)
		}
		w.WriteByte(']')
	case map[string]any:
		keys := slices.SortedFunc(maps.Keys(v), w.compare)
		w.WriteByte('{')
		for i, key := range keys {
			if i > 0 {
				w.WriteByte(',')
			}
			w.text(key)
			w.WriteByte(':')
			w.write(v[key])
		}
		w.WriteByte('}')
	case string:
		w.text(v)
	default:
		encoded, err := gojq.Marshal(v)
		if err != nil {
			encoded = []byte("null")
		}
		w.Write(encoded)
	}
}

func (w *writer) text(s string) {
	quoted, _ := jsontext.AppendQuote(w.AvailableBuffer(), s) // what is no UTF-8 is replaced
	w.Write(quoted)
}

// compare puts keys of the document in its order, and after them the others in that
// of the filter.
func (w *writer) compare(a, b string) int {
	if rank := w.rank(a) - w.rank(b); rank != 0 {
		return rank
	}
	return strings.Compare(a, b)
}

func (w *writer) rank(key string) int {
	if place, known := w.order[key]; known {
		return place
	}
	if at := strings.Index(w.filter, key); at >= 0 {
		return math.MaxInt32 + at
	}
	return math.MaxInt64 / 2
}
