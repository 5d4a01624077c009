package jsondoc

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Way is what Find found.
type Way struct {
	Node  int
	Path  string // with [] where Node is the first of several, or that near the reader
	Count int    // how many nodes have the way; 1 if all places in lists were given
	Hits  []int  // the bytes of Path that the letters stand for
}

// Find returns the ways that have the letters of a text in their order, the best first
// and limit of them at most. A number in the text may be a place in a list, as in
// "prod3name". Of the nodes of a way it is the one in the same records as the node
// near, else the first.
func (s *Shapes) Find(ctx context.Context, text string, near, limit int) ([]Way, error) {
	letters := letters(text)
	var found []fit
	for i := range s.shapes {
		if i&0xfff == 0xfff && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if f, ok := match(s.shapes[i].path, letters); ok {
			f.shape = i
			found = append(found, f)
		}
	}
	slices.SortStableFunc(found, func(a, b fit) int { return cmp.Compare(b.score, a.score) })
	var ways []Way
	for _, f := range found {
		if len(ways) == limit {
			break
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if way, ok := s.way(f, near); ok {
			ways = append(ways, way)
		}
	}
	return ways, nil
}

// letters returns what is looked for: small letters without blanks, and without the
// brackets of places, which are there anyway.
func letters(text string) []rune {
	return []rune(strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || r == '[' || r == ']' {
			return -1
		}
		return unicode.ToLower(r)
	}, text))
}

// fit is how letters stand in the path of a shape.
type fit struct {
	shape  int
	score  int
	hits   []int  // offsets in the path
	places []bind // numbers of the text that are places, the last first
}

// bind is a place that was given for a list.
type bind struct {
	at    int // offset of its [ in the path
	place int
}

// match looks for the letters from the end of the path, since that is what a way is
// remembered by. A number is a place only if there is no other way to read it.
func match(path string, letters []rune) (fit, bool) {
	if f, ok := matchFrom(path, letters, false); ok {
		return f, true
	}
	if !slices.ContainsFunc(letters, isPlace) {
		return fit{}, false
	}
	return matchFrom(path, letters, true)
}

func isPlace(r rune) bool { return r >= '0' && r <= '9' }

// The worth of a letter that is found, by where.
const (
	worthBegin  = 8  // it begins a key or a word
	worthNext   = 10 // it follows the letter before at once
	worthLast   = 6  // it is in the last step
	costGap     = 1  // of each byte between two letters, so many at most
	maxGap      = 12
	costLonger  = 4 // bytes of the path that take a point
	worthLetter = 16
)

func matchFrom(path string, letters []rune, places bool) (fit, bool) {
	f := fit{}
	left := letters
	last := strings.LastIndexByte(path, '.')
	after := len(path) // where the letter found before stands
	begun := false     // and whether it begins a word
	for at := len(path); at > 0 && len(left) > 0; {
		r, size := utf8.DecodeLastRuneInString(path[:at])
		at -= size
		want := left[len(left)-1]
		if places && r == '[' && isPlace(want) && strings.HasPrefix(path[at:], "[]") {
			from := len(left)
			for from > 0 && isPlace(left[from-1]) {
				from--
			}
			place, err := strconv.Atoi(string(left[from:]))
			if err != nil {
				return f, false
			}
			f.places = append(f.places, bind{at, place})
			left = left[:from]
			f.score += worthLetter + worthBegin
			after, begun = at, true
			continue
		}
		if unicode.ToLower(r) != want {
			continue
		}
		left = left[:len(left)-1]
		f.hits = append(f.hits, at)
		f.score += worthLetter
		switch gap := after - at - size; {
		case after == len(path):
		case gap == 0:
			f.score += worthNext
		case !begun:
			f.score -= min(gap, maxGap) * costGap
		}
		if begun = begins(path, at); begun {
			f.score += worthBegin
		}
		if at >= last {
			f.score += worthLast
		}
		after = at
	}
	slices.Reverse(f.hits)
	if len(letters) > 0 { // without any the order is that of the document
		f.score -= len(path) / costLonger
	}
	return f, len(left) == 0
}

// begins reports whether a word begins at an offset of a path.
func begins(path string, at int) bool {
	before, _ := utf8.DecodeLastRuneInString(path[:at])
	r, _ := utf8.DecodeRuneInString(path[at:])
	return at == 0 || !unicode.IsLetter(before) && !unicode.IsDigit(before) || unicode.IsUpper(r) && unicode.IsLower(before)
}

// way finds the node of a fit; ok is false if a place that was given is not there.
func (s *Shapes) way(f fit, near int) (Way, bool) {
	sh := s.shapes[f.shape]
	way := Way{Node: int(sh.first), Path: sh.path, Count: int(sh.count), Hits: f.hits}
	steps := s.steps(f.shape)
	if len(f.places) > 0 {
		n, found := s.follow(s.doc.Root(), steps, s.given(f, steps))
		if !found {
			return way, false
		}
		way.Node, way.Count = n, 1
		way.Path, way.Hits = s.written(f)
		if strings.Contains(way.Path, "[]") {
			way.Count = 0
		}
		return way, true
	}
	if n, found := s.follow(s.doc.Root(), steps, s.nearby(steps, near)); found {
		way.Node = n
	}
	return way, true
}

// steps returns the shapes on the way to a shape, without Root's.
func (s *Shapes) steps(at int) []int {
	var steps []int
	for ; at != 0; at = int(s.shapes[at].parent) {
		steps = append(steps, at)
	}
	slices.Reverse(steps)
	return steps
}

// given returns the place in each step of a way that is into a list, -1 where none was
// given.
func (s *Shapes) given(f fit, steps []int) []int {
	places := make([]int, len(steps))
	for i, step := range steps {
		places[i] = -1
		for _, b := range f.places {
			if s.shapes[step].list && b.at == len(s.shapes[step].path)-len("[]") {
				places[i] = b.place
			}
		}
	}
	return places
}

// nearby returns the places of the records that a node is in, as far as the way to it
// is that of the steps.
func (s *Shapes) nearby(steps []int, near int) []int {
	places := make([]int, len(steps))
	chain := s.doc.up(near)
	same := true
	for i, step := range steps {
		places[i] = -1
		if same = same && i < len(chain); !same {
			continue
		}
		switch key, member := s.doc.RawKey(chain[i]); {
		case member != !s.shapes[step].list, member && string(key) != s.shapes[step].key:
			same = false
		case !member:
			places[i] = s.doc.Place(chain[i])
		}
	}
	return places
}

// maxTries is how many elements of a list are looked into for one that leads on.
const maxTries = 1 << 12

// follow goes the steps from a node; where no place is given, into the first element
// that leads on.
func (s *Shapes) follow(n int, steps, places []int) (int, bool) {
	if len(steps) == 0 {
		return n, true
	}
	step := s.shapes[steps[0]]
	switch kind := s.doc.Kind(n); {
	case step.list && kind == Array && places[0] >= 0:
		child := s.doc.Child(n, places[0])
		if child < 0 {
			return 0, false
		}
		return s.follow(child, steps[1:], places[1:])
	case step.list && kind == Array:
		child := n + 1
		for range min(s.doc.Count(n), maxTries) {
			if found, ok := s.follow(child, steps[1:], places[1:]); ok {
				return found, true
			}
			child = s.doc.End(child)
		}
	case !step.list && kind == Object:
		child := s.doc.Member(n, string(Decode(nil, []byte(step.key))))
		if child >= 0 {
			return s.follow(child, steps[1:], places[1:])
		}
	}
	return 0, false
}

// written returns the path of a fit with the places that were given, and its hits.
func (s *Shapes) written(f fit) (path string, hits []int) {
	whole := s.shapes[f.shape].path
	var b strings.Builder
	from := 0
	put := func(to int) {
		for _, hit := range f.hits {
			if hit >= from && hit < to {
				hits = append(hits, b.Len()+hit-from)
			}
		}
		b.WriteString(whole[from:to])
		from = to
	}
	for _, p := range slices.Backward(f.places) {
		put(p.at + 1)
		for _, digit := range strconv.Itoa(p.place) {
			hits = append(hits, b.Len())
			b.WriteRune(digit)
		}
	}
	put(len(whole))
	return b.String(), hits
}
