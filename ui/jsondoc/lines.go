package jsondoc

import "sort"

// Written on indented lines, a document has a line for each node and one more for
// the closing bracket of each container. Which line is what follows from the index
// alone: before node n come n lines of nodes and the closing brackets of all
// containers before n that n is not in.

// Line is one line of a document written with a node or closing bracket a line.
type Line struct {
	Node  int  // the node the line shows or closes
	Close bool // the line is the closing bracket of Node
	Depth int  // how far it is indented
}

// Lines returns the number of lines.
func (d *Document) Lines() int {
	return len(d.nodes) - 1 + d.containers.Len() - 1 // without node 0
}

// LineOf returns the number of the line that shows n, from 0.
func (d *Document) LineOf(n int) int {
	if n == 0 {
		return 0
	}
	depth := 0 // containers around n, without node 0
	for p := d.nodes[n].parent; p != 0; p = d.nodes[p].parent {
		depth++
	}
	return n - 1 + d.containers.Rank(n) - 1 - depth
}

// LineAt returns what a line shows, for 0 ≤ line < Lines.
func (d *Document) LineAt(line int) Line {
	n := 1 + sort.Search(len(d.nodes)-1, func(i int) bool { return d.LineOf(i+1) > line }) - 1
	depth := d.Depth(n) - d.listDepth()
	closes := line - d.LineOf(n)
	if closes == 0 {
		return Line{Node: n, Depth: depth}
	}
	for range closes {
		n = int(d.nodes[n].parent)
	}
	return Line{Node: n, Close: true, Depth: depth - closes}
}

// listDepth is the depth of a top-level document: the list of several documents is
// not written.
func (d *Document) listDepth() int {
	if d.many {
		return 1
	}
	return 0
}

// After returns the line that follows one returned by LineAt or After; the last
// line has none, and ok is false.
func (d *Document) After(line Line) (next Line, ok bool) {
	n := line.Node
	if !line.Close && d.HasChildren(n) {
		return Line{Node: n + 1, Depth: line.Depth + 1}, true
	}
	if d.IsLast(n) && d.nodes[n].parent != 0 {
		return Line{Node: int(d.nodes[n].parent), Close: true, Depth: line.Depth - 1}, true
	}
	if int(d.nodes[n].end) == len(d.nodes) {
		return Line{}, false
	}
	return Line{Node: int(d.nodes[n].end), Depth: line.Depth}, true
}
