// Package jsondiff tells how two JSON documents differ: what was added, removed and
// changed, as one document that holds both, with a mark for each node that differs.
//
// Members of objects are compared by key. Elements of a list of objects are matched by
// the key that identifies them best, such as an id, a link or a name; other elements
// by what they hold, in order. Both take time in proportion to the documents' size.
package jsondiff

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"hash/maphash"
	"slices"
	"strings"

	"assay/ui/cells"
	"assay/ui/jsondoc"
)

// Change is how a node differs.
type Change uint8

// The changes. A container with changes in it, which was there before, is Within.
const (
	Same Change = iota
	Added
	Removed
	Changed
	Within
)

// Diff is two documents in one.
type Diff struct {
	Data    []byte         // JSON: the new document, with what was removed in its old place
	Changes []Change       // by node of Data
	Was     map[int]string // of a Changed node: its old value, as written
	At      []int          // the nodes that differ by themselves, in order

	Added, Removed, Changed int // counts of At
}

// Summary says what differs: "+2 −1 ~3", or "no change".
func (d *Diff) Summary(minus string) string {
	if len(d.At) == 0 {
		return "no change"
	}
	var parts []string
	for _, part := range []struct {
		sign  string
		count int
	}{{"+", d.Added}, {minus, d.Removed}, {"~", d.Changed}} {
		if part.count > 0 {
			parts = append(parts, part.sign+cells.Group(int64(part.count)))
		}
	}
	return strings.Join(parts, " ")
}

// Of compares two documents. It belongs in commands; an error is the context's.
func Of(ctx context.Context, before, after *jsondoc.Document) (*Diff, error) {
	m := merger{ctx: ctx, old: before, new: after, seed: maphash.MakeSeed(), diff: &Diff{Was: map[int]string{}}}
	m.oldHash, m.newHash = m.hashes(before), m.hashes(after)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	m.diff.Changes = append(m.diff.Changes, Same) // node 0
	if before.Many() || after.Many() {
		return nil, fmt.Errorf("documents of several values are not compared")
	}
	m.both(before.Root(), after.Root(), nil)
	m.diff.Data = m.out.Bytes()
	return m.diff, ctx.Err()
}

// merger writes the document that holds both.
type merger struct {
	ctx              context.Context
	old, new         *jsondoc.Document
	oldHash, newHash []uint64 // of the value of each node
	seed             maphash.Seed
	out              bytes.Buffer
	diff             *Diff
}

// hashes returns a hash of every node's value. Equal values have equal hashes
// whatever the white space between them; objects count as different when their keys
// are in another order.
func (m *merger) hashes(doc *jsondoc.Document) []uint64 {
	sums := make([]uint64, doc.Len())
	var h maphash.Hash
	h.SetSeed(m.seed)
	var word [8]byte
	for n := doc.Len() - 1; n >= doc.Root(); n-- { // children come before what they are in
		if n&0xfff == 0 && m.ctx.Err() != nil {
			return sums
		}
		h.Reset()
		switch kind := doc.Kind(n); kind {
		case jsondoc.Array, jsondoc.Object:
			h.WriteByte(byte(kind))
			for c := n + 1; c < doc.End(n); c = doc.End(c) {
				key, _ := doc.RawKey(c)
				h.Write(key)
				h.Write(binary.LittleEndian.AppendUint64(word[:0], sums[c]))
			}
		default:
			h.Write(doc.Raw(n))
		}
		sums[n] = h.Sum64()
	}
	return sums
}

// both writes two values that stand in the same place.
func (m *merger) both(old, new int, key []byte) {
	kind := m.new.Kind(new)
	switch {
	case m.oldHash[old] == m.newHash[new]:
		m.copied(m.new, new, key, Same)
	case kind != m.old.Kind(old) || kind != jsondoc.Array && kind != jsondoc.Object:
		n := len(m.diff.Changes)
		m.diff.Was[n] = string(m.old.Raw(old))
		m.at(n, Changed)
		m.copied(m.new, new, key, Changed)
	case kind == jsondoc.Object:
		m.open(key, '{')
		m.members(old, new)
		m.out.WriteByte('}')
	default:
		m.open(key, '[')
		m.elements(old, new)
		m.out.WriteByte(']')
	}
}

func (m *merger) open(key []byte, bracket byte) {
	m.diff.Changes = append(m.diff.Changes, Within)
	m.key(key)
	m.out.WriteByte(bracket)
}

func (m *merger) key(key []byte) {
	if key != nil {
		m.out.WriteByte('"')
		m.out.Write(key)
		m.out.WriteString(`":`)
	}
}

// at notes that a node differs by itself.
func (m *merger) at(n int, change Change) {
	m.diff.At = append(m.diff.At, n)
	switch change {
	case Added:
		m.diff.Added++
	case Removed:
		m.diff.Removed++
	case Changed:
		m.diff.Changed++
	}
}

// copied writes a value as it is, with one mark for all that is in it.
func (m *merger) copied(doc *jsondoc.Document, n int, key []byte, change Change) {
	m.key(key)
	m.out.Write(doc.Raw(n))
	for range doc.End(n) - n {
		m.diff.Changes = append(m.diff.Changes, change)
	}
}

// alone writes a value that only one of the documents has.
func (m *merger) alone(doc *jsondoc.Document, n int, key []byte, change Change) {
	m.at(len(m.diff.Changes), change)
	m.copied(doc, n, key, change)
}

// pair is what stands in the same place: either can be -1.
type pair struct{ old, new int }

func (m *merger) write(pairs []pair, keyed bool) {
	for i, p := range pairs {
		if i > 0 {
			m.out.WriteByte(',')
		}
		var key []byte
		switch {
		case p.new >= 0 && keyed:
			key, _ = m.new.RawKey(p.new)
		case keyed:
			key, _ = m.old.RawKey(p.old)
		}
		switch {
		case p.new < 0:
			m.alone(m.old, p.old, key, Removed)
		case p.old < 0:
			m.alone(m.new, p.new, key, Added)
		default:
			m.both(p.old, p.new, key)
		}
	}
}

// members compares two objects by key; what was removed comes after the member it
// came after.
func (m *merger) members(old, new int) {
	byKey := map[string]int{}
	for c := old + 1; c < m.old.End(old); c = m.old.End(c) {
		key, _ := m.old.RawKey(c)
		byKey[string(key)] = c
	}
	var news []pair
	for c := new + 1; c < m.new.End(new); c = m.new.End(c) {
		key, _ := m.new.RawKey(c)
		if before, ok := byKey[string(key)]; ok {
			news = append(news, pair{before, c})
			delete(byKey, string(key)) // a key may come twice
		} else {
			news = append(news, pair{-1, c})
		}
	}
	m.write(m.interleave(old, news), true)
}

// elements compares two lists.
func (m *merger) elements(old, new int) {
	olds, news := children(m.old, old), children(m.new, new)
	var pairs []pair
	if key := m.identity(olds, news); key != nil {
		pairs = m.byIdentity(olds, news, key)
	} else {
		pairs = m.byContent(olds, news)
	}
	m.write(m.interleave(old, pairs), false)
}

func children(doc *jsondoc.Document, n int) []int {
	list := make([]int, 0, doc.Count(n))
	for c := n + 1; c < doc.End(n); c = doc.End(c) {
		list = append(list, c)
	}
	return list
}

// interleave puts the children of old that no pair has into their old places: after
// what they came after.
func (m *merger) interleave(old int, pairs []pair) []pair {
	taken := map[int]bool{}
	for _, p := range pairs {
		if p.old >= 0 {
			taken[p.old] = true
		}
	}
	following := map[int][]int{} // removed children, by the last kept one before them
	last := -1
	for c := old + 1; c < m.old.End(old); c = m.old.End(c) {
		if taken[c] {
			last = c
		} else {
			following[last] = append(following[last], c)
		}
	}
	if len(following) == 0 {
		return pairs
	}
	var all []pair
	for _, c := range following[-1] {
		all = append(all, pair{c, -1})
	}
	for _, p := range pairs {
		all = append(all, p)
		if p.old < 0 {
			continue
		}
		for _, c := range following[p.old] {
			all = append(all, pair{c, -1})
		}
	}
	return all
}

// likely are the names of keys that tell records apart, the best first.
var likely = []string{"id", "_id", "uuid", "sku", "key", "code", "url", "link", "href", "name", "title"}

// identity returns the key, as it is written, that tells the elements of two lists
// apart best: in every element, with another value in each. nil if there is none.
func (m *merger) identity(olds, news []int) []byte {
	if len(olds) == 0 || len(news) == 0 || m.new.Kind(news[0]) != jsondoc.Object {
		return nil
	}
	var candidates []string
	for c := news[0] + 1; c < m.new.End(news[0]); c = m.new.End(c) {
		if kind := m.new.Kind(c); kind == jsondoc.String || kind == jsondoc.Number {
			key, _ := m.new.RawKey(c)
			candidates = append(candidates, string(key))
		}
	}
	rank := func(key string) int {
		if at := slices.Index(likely, strings.ToLower(key)); at >= 0 {
			return at
		}
		return len(likely)
	}
	slices.SortStableFunc(candidates, func(a, b string) int { return rank(a) - rank(b) })
	for _, key := range candidates {
		if rank(key) == len(likely) {
			break // a price or a date may be different everywhere, and still say nothing of who it is
		}
		if m.distinct(m.old, m.oldHash, olds, key) && m.distinct(m.new, m.newHash, news, key) {
			return []byte(key)
		}
	}
	return nil
}

func (m *merger) distinct(doc *jsondoc.Document, sums []uint64, elements []int, key string) bool {
	seen := make(map[uint64]bool, len(elements))
	for _, n := range elements {
		sum, ok := member(doc, sums, n, []byte(key))
		if !ok || seen[sum] {
			return false
		}
		seen[sum] = true
	}
	return true
}

// member returns the hash of an object's member that is no null.
func member(doc *jsondoc.Document, sums []uint64, n int, key []byte) (uint64, bool) {
	if doc.Kind(n) != jsondoc.Object {
		return 0, false
	}
	for c := n + 1; c < doc.End(n); c = doc.End(c) {
		if found, _ := doc.RawKey(c); bytes.Equal(found, key) {
			return sums[c], doc.Kind(c) != jsondoc.Null
		}
	}
	return 0, false
}

func (m *merger) byIdentity(olds, news []int, key []byte) []pair {
	index := make(map[uint64]int, len(olds))
	for _, n := range olds {
		sum, _ := member(m.old, m.oldHash, n, key)
		index[sum] = n
	}
	pairs := make([]pair, 0, len(news))
	for _, n := range news {
		sum, _ := member(m.new, m.newHash, n, key)
		if before, ok := index[sum]; ok {
			pairs = append(pairs, pair{before, n})
		} else {
			pairs = append(pairs, pair{-1, n})
		}
	}
	return pairs
}

// byContent matches elements that are equal and in the same order, by the longest
// increasing sequence of elements that come once; between those, elements in the same
// place are compared with each other.
func (m *merger) byContent(olds, news []int) []pair {
	match := make([]int, len(news)) // index in olds, or -1
	for i := range match {
		match[i] = -1
	}
	head := 0
	for head < len(olds) && head < len(news) && m.oldHash[olds[head]] == m.newHash[news[head]] {
		match[head] = head
		head++
	}
	tail := 0
	for tail < len(olds)-head && tail < len(news)-head && m.oldHash[olds[len(olds)-1-tail]] == m.newHash[news[len(news)-1-tail]] {
		match[len(news)-1-tail] = len(olds) - 1 - tail
		tail++
	}
	places := map[uint64][]int{}
	for i := head; i < len(olds)-tail; i++ {
		places[m.oldHash[olds[i]]] = append(places[m.oldHash[olds[i]]], i)
	}
	var found []pair // old and new are indexes here
	for j := head; j < len(news)-tail; j++ {
		sum := m.newHash[news[j]]
		if at := places[sum]; len(at) > 0 {
			found = append(found, pair{at[0], j})
			places[sum] = at[1:]
		}
	}
	for _, p := range increasing(found) {
		match[p.new] = p.old
	}
	pairs := make([]pair, 0, len(news))
	next := 0 // the first of olds that may still be matched
	for j := 0; j < len(news); {
		if match[j] >= 0 {
			pairs = append(pairs, pair{olds[match[j]], news[j]})
			next = match[j] + 1
			j++
			continue
		}
		gap := j // news[gap:j] have no equal
		for j < len(news) && match[j] < 0 {
			j++
		}
		limit := len(olds)
		if j < len(news) {
			limit = match[j]
		}
		for k := gap; k < j; k++ {
			if next < limit && m.alike(olds[next], news[k]) {
				pairs = append(pairs, pair{olds[next], news[k]})
				next++
			} else {
				pairs = append(pairs, pair{-1, news[k]})
			}
		}
	}
	return pairs
}

// alike reports whether two values are worth comparing: containers of one kind, or
// two plain values.
func (m *merger) alike(old, new int) bool {
	a, b := m.old.Kind(old), m.new.Kind(new)
	nested := func(k jsondoc.Kind) bool { return k == jsondoc.Array || k == jsondoc.Object }
	return a == b || !nested(a) && !nested(b)
}

// increasing returns the longest sequence of pairs, given in order of new, in which
// old increases too.
func increasing(pairs []pair) []pair {
	tops := []int{} // tops[k] ends the best sequence of length k+1
	before := make([]int, len(pairs))
	for i, p := range pairs {
		k, _ := slices.BinarySearchFunc(tops, p.old, func(top, old int) int { return pairs[top].old - old })
		before[i] = -1
		if k > 0 {
			before[i] = tops[k-1]
		}
		if k == len(tops) {
			tops = append(tops, i)
		} else {
			tops[k] = i
		}
	}
	if len(tops) == 0 {
		return nil
	}
	sequence := make([]pair, 0, len(tops))
	for i := tops[len(tops)-1]; i >= 0; i = before[i] {
		sequence = append(sequence, pairs[i])
	}
	slices.Reverse(sequence)
	return sequence
}
