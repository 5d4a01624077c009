package jsondoc

import "math/bits"

// keptLevels is how many of the outer levels of a document have a set of their own.
// Data is rarely deeper; what is, is walked.
const keptLevels = 16

// levels are the nodes of a document by their depth: the set k has those whose Depth
// is at most k. Children of a container are then neighbours in a set, whatever lies
// between them, and millions of them are counted, found and shown by whole words.
type levels struct {
	sets []Set
}

// survey goes through the nodes once and finds what has children and how deep all is.
func (d *Document) survey() {
	d.containers = NewSet(len(d.nodes))
	d.containers.Add(0)
	d.levels.add(0, 0, len(d.nodes))
	around := []uint32{0} // the containers that a node is in
	for n := 1; n < len(d.nodes); n++ {
		for around[len(around)-1] != d.nodes[n].parent {
			around = around[:len(around)-1]
		}
		d.levels.add(n, len(around)-d.Root(), len(d.nodes))
		if d.HasChildren(n) {
			d.containers.Add(n)
			around = append(around, uint32(n))
		}
	}
	d.containers.Count()
	d.levels.nest()
}

// add notes the depth of one of so many nodes.
func (l *levels) add(n, depth, nodes int) {
	if depth >= keptLevels {
		return
	}
	if depth == len(l.sets) {
		l.sets = append(l.sets, NewSet(nodes))
	}
	l.sets[depth].Add(n)
}

// nest puts into each set what is in the one before.
func (l *levels) nest() {
	for k := range l.sets {
		if k > 0 {
			l.sets[k].AddSet(&l.sets[k-1])
		}
		l.sets[k].Count()
	}
}

// Outer returns the set of the nodes whose Depth is at most a given one, which must
// not be changed. It is nil for depths that no set is kept of.
func (d *Document) Outer(depth int) *Set {
	if depth < 0 || depth >= len(d.levels.sets) {
		return nil
	}
	return &d.levels.sets[depth]
}

// Show puts those of the nodes from ≤ n < to into visible that are in no folded
// container among them, and takes the others out. The nodes must be all that is in
// one container.
func (d *Document) Show(visible, folded *Set, from, to int) {
	if n := folded.Next(from); n < 0 || n >= to {
		visible.AddRange(from, to)
		return
	}
	visible.RemoveRange(from, to)
	outermost := d.Depth(from)
	if outermost >= len(d.levels.sets) {
		d.walk(visible, folded, from, to)
		return
	}
	sets := d.levels.sets[outermost:]
	var inside [keptLevels]uint64 // by level, 1 if the words before ended in an open container
	var block [512]uint64         // what of some words is in containers that are open and visible
	for first, last := from>>6, (to-1)>>6; first <= last; first += len(block) {
		reached := block[:min(len(block), last+1-first)]
		for i := range reached {
			reached[i] = rangeMask(first+i, from, to)
		}
		for k := range sets {
			if outermost+k == keptLevels-1 {
				d.walkEach(visible, folded, first, reached)
				break
			}
			var left uint64
			inside[k], left = descend(inside[k], reached, visible.words[first:], sets[k].words[first:], d.containers.words[first:], folded.words[first:])
			if left == 0 {
				clear(inside[k+1:])
				break
			}
		}
	}
}

// descend goes a level in: it makes visible what of the level is reached, and leaves as
// reached what is in those of its containers that are open. Inside is 1 if the words
// before ended in one of them, or these do; left is 0 if nothing is reached any more.
func descend(inside uint64, reached, visible, level, containers, folded []uint64) (_, left uint64) {
	n := len(reached)
	visible, level, containers, folded = visible[:n], level[:n], containers[:n], folded[:n]
	for i, r := range reached {
		here := level[i] & r
		visible[i] |= here
		open := here & containers[i] &^ folded[i]
		// What is in an open container ends before the next node that is not deeper. A
		// carry runs just as far: it begins at the bit of the container, goes on through
		// ones, and ends at the zero of a node of the level or further out.
		through := ^level[i] | open
		var sum uint64
		sum, inside = bits.Add64(through, open, inside)
		r &= (sum ^ through ^ open) &^ level[i]
		reached[i] = r
		left |= r
	}
	return inside, left
}

// walkEach makes visible what of the innermost level kept is reached, and what is in
// those of its containers that are open.
func (d *Document) walkEach(visible, folded *Set, first int, reached []uint64) {
	level := d.Outer(keptLevels - 1)
	for i, r := range reached {
		word := first + i
		here := level.words[word] & r
		visible.words[word] |= here
		for open := here & d.containers.words[word] &^ folded.words[word]; open != 0; open &= open - 1 {
			n := word<<6 + bits.TrailingZeros64(open)
			d.walk(visible, folded, n+1, d.End(n))
		}
	}
}

// walk is Show by a step for each folded container.
func (d *Document) walk(visible, folded *Set, from, to int) {
	for from < to {
		n := folded.Next(from)
		if n < 0 || n >= to {
			visible.AddRange(from, to)
			return
		}
		visible.AddRange(from, n+1)
		from = d.End(n)
	}
}
