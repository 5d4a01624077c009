package document

import (
	"cmp"
	"slices"

	"assay/service/document/layout"
)

// When the words of another reading are taken.
const (
	surerBy     = 3  // points of confidence, over those that stand in their place
	newWordSure = 60 // where the first reading has nothing
)

// combine returns the better of two readings of the same picture, place by place:
// where words of both overlap, those of the surer reading. The order is that of
// first, with what only second has at its end.
func combine(first, second []layout.Word) []layout.Word {
	order := make([]int, len(second)) // of second, from top to bottom
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(second[a].Y, second[b].Y) })
	tallest := float32(0)
	for _, w := range second {
		tallest = max(tallest, w.Height)
	}

	// Words that overlap, directly or through others, are one place.
	place := newPlaces(len(first) + len(second))
	for i, w := range first {
		from, _ := slices.BinarySearchFunc(order, w.Y-tallest, func(n int, y float32) int { return cmp.Compare(second[n].Y, y) })
		for _, n := range order[from:] {
			if second[n].Y > w.Y+w.Height {
				break
			}
			if samePlace(w.Box, second[n].Box) {
				place.join(i, len(first)+n)
			}
		}
	}
	type sureness struct{ sum, letters [2]float32 }
	sure := make(map[int]*sureness)
	add := func(i, reading int, w layout.Word) {
		root := place.root(i)
		if sure[root] == nil {
			sure[root] = new(sureness)
		}
		size := float32(len(w.Text))
		sure[root].sum[reading] += size * w.Confidence
		sure[root].letters[reading] += size
	}
	for i, w := range first {
		add(i, 0, w)
	}
	for n, w := range second {
		add(len(first)+n, 1, w)
	}
	better := func(s *sureness) bool { // whether second is
		if s.letters[0] == 0 {
			return s.sum[1] >= newWordSure*s.letters[1] && s.letters[1] > 1
		}
		return s.letters[1] > 0 && s.sum[1]/s.letters[1] > s.sum[0]/s.letters[0]+surerBy
	}

	inPlace := make(map[int][]layout.Word) // of second, by root
	for n, w := range second {
		root := place.root(len(first) + n)
		inPlace[root] = append(inPlace[root], w)
	}
	words := make([]layout.Word, 0, len(first))
	for i, w := range first {
		root := place.root(i)
		if !better(sure[root]) {
			words = append(words, w)
			continue
		}
		words = append(words, inPlace[root]...)
		delete(inPlace, root)
	}
	for n := range second {
		if root := place.root(len(first) + n); sure[root].letters[0] == 0 && better(sure[root]) {
			words = append(words, inPlace[root]...)
			delete(inPlace, root)
		}
	}
	return words
}

// samePlace reports whether two boxes are of words that stand in each other's
// place.
func samePlace(a, b layout.Box) bool {
	across := min(a.X+a.Width, b.X+b.Width) - max(a.X, b.X)
	down := min(a.Y+a.Height, b.Y+b.Height) - max(a.Y, b.Y)
	return 3*across > min(a.Width, b.Width) && 2*down > min(a.Height, b.Height)
}

// places are sets of things that are joined: each has one of its own as its root.
type places []int

func newPlaces(n int) places {
	p := make(places, n)
	for i := range p {
		p[i] = i
	}
	return p
}

func (p places) root(i int) int {
	for p[i] != i {
		p[i] = p[p[i]]
		i = p[i]
	}
	return i
}

func (p places) join(i, j int) { p[p.root(i)] = p.root(j) }
