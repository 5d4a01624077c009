package jq

import (
	"context"
	"strconv"

	"github.com/itchyny/gojq"

	"assay/ui/jsondoc"
)

// streamFrom is the size of a document, in bytes, from which filters that begin with a
// way, such as .products[], are run on one thing it leads to after the other: values
// take several times the room of the text that they are made of. Smaller documents are
// kept as values, with which the next filter is quicker.
const streamFrom = 64 << 20

// step is a step of a way.
type step struct {
	kind  stepKind
	key   string
	place int
}

type stepKind uint8

const (
	toMember  stepKind = iota // .key
	toElement                 // .[place]
	toEach                    // .[]
)

// divide parts a filter after the way that it begins with: the filter is the same as
// the way, a pipe and the rest. There are no steps if it begins with anything else.
func divide(q *gojq.Query) (steps []step, rest *gojq.Query) {
	parts := pipeline(q)
	first := parts[0]
	if first.Term == nil || first.Op != 0 || len(first.FuncDefs) > 0 {
		return nil, nil
	}
	term := first.Term
	switch term.Type {
	case gojq.TermTypeIdentity:
	case gojq.TermTypeIndex:
		s, ok := stepOf(term.Index)
		if !ok {
			return nil, nil
		}
		steps = append(steps, s)
	default:
		return nil, nil
	}
	left := term.SuffixList
	for _, suffix := range left {
		// A ? is of all before it, and what is computed is of what all begins with.
		if _, ok := stepOf(suffix.Index); suffix.Optional || !ok && !suffix.Iter && !isConstantSlice(suffix.Index) {
			return nil, nil
		}
	}
	for len(left) > 0 {
		s, ok := step{kind: toEach}, left[0].Iter
		if !ok {
			s, ok = stepOf(left[0].Index)
		}
		if !ok {
			break
		}
		steps, left = append(steps, s), left[1:]
	}
	rest = &gojq.Query{Term: &gojq.Term{Type: gojq.TermTypeIdentity, SuffixList: left}}
	for _, part := range parts[1:] {
		rest = &gojq.Query{Left: rest, Op: gojq.OpPipe, Right: part}
	}
	return steps, rest
}

// pipeline returns the filters between the pipes of a filter.
func pipeline(q *gojq.Query) []*gojq.Query {
	if q.Op != gojq.OpPipe || len(q.FuncDefs) > 0 || len(q.Patterns) > 0 || len(q.Imports) > 0 || q.Meta != nil {
		return []*gojq.Query{q}
	}
	return append(pipeline(q.Left), pipeline(q.Right)...)
}

// stepOf returns the step of an index that says its key or place; ok is false for one
// that is computed, and for slices.
func stepOf(index *gojq.Index) (s step, ok bool) {
	switch {
	case index == nil || index.IsSlice || index.End != nil:
	case index.Name != "":
		return step{kind: toMember, key: index.Name}, true
	case index.Str != nil && index.Str.Queries == nil:
		return step{kind: toMember, key: index.Str.Str}, true
	case index.Start != nil && index.Start.Term != nil && index.Start.Op == 0 && len(index.Start.FuncDefs) == 0 && len(index.Start.Term.SuffixList) == 0:
		if index.Start.Term.Type == gojq.TermTypeNumber {
			place, err := strconv.Atoi(index.Start.Term.Number)
			return step{kind: toElement, place: place}, err == nil
		}
		if text := index.Start.Term.Str; index.Start.Term.Type == gojq.TermTypeString && text.Queries == nil {
			return step{kind: toMember, key: text.Str}, true
		}
	}
	return s, false
}

// isConstantSlice reports whether an index is a slice between numbers.
func isConstantSlice(index *gojq.Index) bool {
	constant := func(q *gojq.Query) bool {
		return q == nil || q.Term != nil && q.Op == 0 && q.Term.Type == gojq.TermTypeNumber && len(q.FuncDefs)+len(q.Term.SuffixList) == 0
	}
	return index != nil && index.IsSlice && constant(index.Start) && constant(index.End)
}

// stream is a run of a filter on one thing after the other.
type stream struct {
	reader
	steps []step
	rest  *gojq.Query
	codes map[int]*gojq.Code // of the last steps, so many, and the rest
	run   func(code *gojq.Code, v any) (more bool, err error)
}

// walk goes the steps from the i-th on from a node, and runs the rest on what they lead
// to. Where they lead nowhere jq says so, or goes on with null.
func (s *stream) walk(n, i int) (more bool, err error) {
	if err := s.ctx.Err(); err != nil {
		return false, err
	}
	if i == len(s.steps) {
		return s.leave(n, i)
	}
	d, step := s.doc, s.steps[i]
	switch kind := d.Kind(n); {
	case step.kind == toMember && kind == jsondoc.Object:
		n = d.Member(n, step.key)
	case step.kind == toElement && kind == jsondoc.Array:
		n = d.Child(n, step.place)
	case step.kind == toEach && kind == jsondoc.Array:
		for c := n + 1; c < d.End(n); c = d.End(c) {
			if more, err := s.walk(c, i+1); !more || err != nil {
				return more, err
			}
		}
		return true, nil
	default:
		return s.leave(n, i)
	}
	return s.walkOrNull(n, i+1)
}

func (s *stream) walkOrNull(n, i int) (more bool, err error) {
	if n < 0 {
		return s.runFrom(nil, i)
	}
	return s.walk(n, i)
}

// leave makes a value of a node and has jq go on from the i-th step.
func (s *stream) leave(n, i int) (more bool, err error) {
	v, err := s.value(n, 0)
	if err != nil {
		return false, err
	}
	return s.runFrom(v, i)
}

func (s *stream) runFrom(v any, i int) (more bool, err error) {
	code := s.codes[i]
	if code == nil {
		if code, err = gojq.Compile(s.from(i), gojq.WithEnvironLoader(nil)); err != nil {
			return false, err
		}
		s.codes[i] = code
	}
	return s.run(code, v)
}

// from returns the filter that is left from the i-th step on.
func (s *stream) from(i int) *gojq.Query {
	if i == len(s.steps) {
		return s.rest
	}
	term := &gojq.Term{Type: gojq.TermTypeIdentity}
	for _, step := range s.steps[i:] {
		suffix := &gojq.Suffix{Iter: step.kind == toEach}
		switch step.kind {
		case toMember:
			suffix.Index = &gojq.Index{Str: &gojq.String{Str: step.key}}
		case toElement:
			suffix.Index = &gojq.Index{Start: &gojq.Query{Term: &gojq.Term{Type: gojq.TermTypeNumber, Number: strconv.Itoa(step.place)}}}
		}
		term.SuffixList = append(term.SuffixList, suffix)
	}
	return &gojq.Query{Left: &gojq.Query{Term: term}, Op: gojq.OpPipe, Right: s.rest}
}

// keys returns the place of every key of a document among all keys, by first appearance.
func keys(ctx context.Context, d *jsondoc.Document) (map[string]int, error) {
	shapes, err := jsondoc.NewShapes(ctx, d)
	if err != nil {
		return nil, err
	}
	order := map[string]int{}
	for key := range shapes.Keys() {
		if _, known := order[key]; !known {
			order[key] = len(order)
		}
	}
	return order, nil
}
