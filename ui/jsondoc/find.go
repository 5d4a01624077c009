package jsondoc

import (
	"context"
	"slices"
	"strings"
	"unicode"

	"github.com/sahilm/fuzzy"
)

// PathMatch is a path that Find found.
type PathMatch struct {
	Node  int    // the one in the same records as the reader, else the first
	Path  string // with [] for any place in a list
	Count int    // how many nodes have it
	Hits  []int  // the bytes of Path that the letters stand for
}

// Find returns the paths that have the letters of a text in their order, the best first
// and limit of them at most; without letters, the first of the document. Of the nodes of a
// path it is the one in the same records as the node near, else the first.
func (s *Shapes) Find(ctx context.Context, text string, near, limit int) ([]PathMatch, error) {
	letters := strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || r == '[' || r == ']' { // places are open anyway
			return -1
		}
		return r
	}, text)
	var found fuzzy.Matches
	if letters == "" {
		for i := range min(limit, len(s.shapes)) {
			found = append(found, fuzzy.Match{Index: i})
		}
	} else {
		found = fuzzy.FindFromIter(letters, func(yield func(string) bool) {
			for i := range s.shapes {
				if i&0xfff == 0xfff && ctx.Err() != nil || !yield(s.shapes[i].path) {
					return
				}
			}
		})
	}
	var matches []PathMatch
	for _, f := range found[:min(limit, len(found))] {
		sh := s.shapes[f.Index]
		match := PathMatch{Node: int(sh.first), Path: sh.path, Count: int(sh.count), Hits: f.MatchedIndexes}
		if n, ok := s.beside(f.Index, near); ok {
			match.Node = n
		}
		matches = append(matches, match)
	}
	return matches, ctx.Err()
}

// beside returns the node of a shape that is in the same records as another node, as far
// as the paths to the two are one; ok is false if there is none.
func (s *Shapes) beside(at, near int) (n int, ok bool) {
	var steps []shape
	for ; at != 0; at = int(s.shapes[at].parent) {
		steps = append(steps, s.shapes[at])
	}
	slices.Reverse(steps)
	chain, n, same := s.doc.up(near), s.doc.Root(), true
	for i, step := range steps {
		if same = same && i < len(chain) && s.isStep(chain[i], step); same {
			n = chain[i]
			continue
		}
		switch kind := s.doc.Kind(n); {
		case step.list && kind == Array:
			n = s.doc.Child(n, 0)
		case !step.list && kind == Object:
			n = s.doc.Member(n, string(Decode(nil, []byte(step.key))))
		default:
			return 0, false
		}
		if n < 0 {
			return 0, false
		}
	}
	return n, true
}

// isStep reports whether a step leads to a node from what it is in.
func (s *Shapes) isStep(n int, step shape) bool {
	key, member := s.doc.RawKey(n)
	return member != step.list && (step.list || string(key) == step.key)
}
