package jsondoc

import (
	"math/bits"
	"slices"
	"sort"
)

// Set is a set of node numbers as a bitmap, with counting (Rank) and finding by
// order (Select) once Count has been called. Counting four million bits anew takes
// well under a millisecond, which is why nothing cleverer is kept up to date.
type Set struct {
	words []uint64
	ranks []uint32 // members before each block of blockWords words
	total int
}

const blockWords = 8

// NewSet returns an empty set for numbers below n.
func NewSet(n int) Set {
	words := (n + 63) / 64
	return Set{words: make([]uint64, words), ranks: make([]uint32, (words+blockWords-1)/blockWords)}
}

// Clone returns a copy that changes on its own.
func (s *Set) Clone() Set {
	return Set{words: slices.Clone(s.words), ranks: slices.Clone(s.ranks), total: s.total}
}

// Has reports whether i is in the set.
func (s *Set) Has(i int) bool { return s.words[i>>6]&(1<<(i&63)) != 0 }

// Add puts i into the set.
func (s *Set) Add(i int) { s.words[i>>6] |= 1 << (i & 63) }

// Remove takes i out of the set.
func (s *Set) Remove(i int) { s.words[i>>6] &^= 1 << (i & 63) }

// AddRange puts the numbers from ≤ i < to into the set.
func (s *Set) AddRange(from, to int) {
	s.eachWord(from, to, func(w *uint64, mask uint64) { *w |= mask })
}

// RemoveRange takes the numbers from ≤ i < to out of the set.
func (s *Set) RemoveRange(from, to int) {
	s.eachWord(from, to, func(w *uint64, mask uint64) { *w &^= mask })
}

// CopyRange makes the numbers from ≤ i < to members exactly where they are members
// of other, a set of the same size.
func (s *Set) CopyRange(other *Set, from, to int) {
	if from >= to {
		return
	}
	first, last := from>>6, (to-1)>>6
	for i := first; i <= last; i++ {
		mask := rangeMask(i, from, to)
		s.words[i] = s.words[i]&^mask | other.words[i]&mask
	}
}

// AddSet puts the members of other, a set of the same size, into the set.
func (s *Set) AddSet(other *Set) {
	for i, w := range other.words {
		s.words[i] |= w
	}
}

func (s *Set) eachWord(from, to int, change func(w *uint64, mask uint64)) {
	if from >= to {
		return
	}
	first, last := from>>6, (to-1)>>6
	for i := first; i <= last; i++ {
		change(&s.words[i], rangeMask(i, from, to))
	}
}

// rangeMask returns the bits of word i that lie in from ≤ bit < to.
func rangeMask(i, from, to int) uint64 {
	mask := ^uint64(0)
	if i == from>>6 {
		mask &= ^uint64(0) << (from & 63)
	}
	if i == (to-1)>>6 {
		mask &= ^uint64(0) >> (63 - (to-1)&63)
	}
	return mask
}

// Next returns the smallest member that is at least i, or -1.
func (s *Set) Next(i int) int {
	word := i >> 6
	if word >= len(s.words) {
		return -1
	}
	w := s.words[word] & (^uint64(0) << (i & 63))
	for w == 0 {
		word++
		if word == len(s.words) {
			return -1
		}
		w = s.words[word]
	}
	return word<<6 + bits.TrailingZeros64(w)
}

// Count counts the members and prepares Rank and Select; call it after changes.
func (s *Set) Count() {
	total := 0
	for b := range s.ranks {
		s.ranks[b] = uint32(total)
		for _, w := range s.words[b*blockWords : min((b+1)*blockWords, len(s.words))] {
			total += bits.OnesCount64(w)
		}
	}
	s.total = total
}

// Len returns the number of members at the last Count.
func (s *Set) Len() int { return s.total }

// Rank returns how many members are smaller than i.
func (s *Set) Rank(i int) int {
	word := i >> 6
	if word >= len(s.words) {
		return s.total
	}
	block := word / blockWords
	n := int(s.ranks[block])
	for _, w := range s.words[block*blockWords : word] {
		n += bits.OnesCount64(w)
	}
	return n + bits.OnesCount64(s.words[word]&(1<<(i&63)-1))
}

// Select returns the k-th member, from 0, or -1 if there are fewer.
func (s *Set) Select(k int) int {
	if k < 0 || k >= s.total {
		return -1
	}
	block := sort.Search(len(s.ranks), func(b int) bool { return int(s.ranks[b]) > k }) - 1
	k -= int(s.ranks[block])
	for word := block * blockWords; ; word++ {
		w := s.words[word]
		n := bits.OnesCount64(w)
		if k >= n {
			k -= n
			continue
		}
		for ; k > 0; k-- {
			w &= w - 1
		}
		return word<<6 + bits.TrailingZeros64(w)
	}
}
