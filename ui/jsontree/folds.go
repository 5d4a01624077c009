package jsontree

import "assay/ui/jsondoc"

// folds is what of a document is open. Rows are the visible nodes in order; which
// node a row shows, and the other way round, are a count in a bitmap, and folding
// changes whole words of it, so that nothing here takes long with millions of rows.
type folds struct {
	doc     *jsondoc.Document
	folded  jsondoc.Set // containers that are folded, visible or not
	visible jsondoc.Set
	first   int // the first node that can be a row
}

// newFolds returns the folds of a document with everything open. The outermost
// container has no row of its own, unless it is empty.
func newFolds(doc *jsondoc.Document) *folds {
	f := &folds{doc: doc, folded: jsondoc.NewSet(doc.Len()), visible: jsondoc.NewSet(doc.Len())}
	f.first = doc.Root()
	if doc.HasChildren(f.first) {
		f.first++
	}
	f.show(f.first, doc.Len())
	return f
}

// clone returns a copy that changes on its own.
func (f *folds) clone() *folds {
	return &folds{doc: f.doc, folded: f.folded.Clone(), visible: f.visible.Clone(), first: f.first}
}

func (f *folds) rows() int        { return f.visible.Len() }
func (f *folds) row(n int) int    { return f.visible.Rank(n) }
func (f *folds) node(row int) int { return f.visible.Select(row) }

// isFolded reports whether n is a container that is folded.
func (f *folds) isFolded(n int) bool { return f.folded.Has(n) }

// seen returns n, or the innermost of what it is in that has a row.
func (f *folds) seen(n int) int {
	for n > f.first && !f.visible.Has(n) {
		n = f.doc.Parent(n)
	}
	return max(n, f.first)
}

// show makes visible what of the nodes from ≤ n < to, all that is in one container, no
// fold among them hides; what they are in must be open.
func (f *folds) show(from, to int) {
	f.doc.Show(&f.visible, &f.folded, from, to)
	f.visible.Count()
}

func (f *folds) fold(n int) {
	if !f.doc.HasChildren(n) {
		return
	}
	f.folded.Add(n)
	f.visible.RemoveRange(n+1, f.doc.End(n))
	f.visible.Count()
}

func (f *folds) unfold(n int) {
	f.folded.Remove(n)
	if f.visible.Has(n) {
		f.show(n+1, f.doc.End(n))
	}
}

// foldBelow folds n and all containers in it.
func (f *folds) foldBelow(n int) {
	f.folded.CopyRange(f.doc.Containers(), n, f.doc.End(n))
	f.fold(n)
}

// unfoldBelow opens n and all containers in it.
func (f *folds) unfoldBelow(n int) {
	f.folded.RemoveRange(n, f.doc.End(n))
	f.unfold(n)
}

func (f *folds) unfoldAll() {
	f.folded.RemoveRange(0, f.doc.Len())
	f.show(f.first, f.doc.Len())
}

func (f *folds) foldAll() {
	f.folded.CopyRange(f.doc.Containers(), f.first, f.doc.Len())
	f.show(f.first, f.doc.Len())
}

// reveal opens all that n is in.
func (f *folds) reveal(n int) {
	outer := -1
	for p := f.doc.Parent(n); p >= f.first; p = f.doc.Parent(p) {
		if f.folded.Has(p) {
			f.folded.Remove(p)
			outer = p
		}
	}
	if outer >= 0 {
		f.show(outer+1, f.doc.End(outer))
	}
}

// A document of up to openWhole nodes is shown open; of a larger one what a reader
// needs to see its shape: the outer levels, and of each list the first element.
const (
	openWhole  = 64
	openLevels = 4
	openWide   = 24
)

// firstLook folds a document as it is first shown.
func (f *folds) firstLook() {
	if f.doc.Len() <= openWhole {
		return
	}
	f.folded.CopyRange(f.doc.Containers(), f.first, f.doc.Len())
	type place struct{ node, level int }
	queue := []place{}
	add := func(parent, level int) {
		list := f.doc.Kind(parent) == jsondoc.Array
		for c := parent + 1; c < f.doc.End(parent); c = f.doc.End(c) {
			if f.doc.HasChildren(c) {
				queue = append(queue, place{c, level})
			}
			if list || f.doc.Place(c) >= openWide {
				break
			}
		}
	}
	if f.first > f.doc.Root() {
		add(f.first-1, 0)
	}
	for len(queue) > 0 {
		at := queue[0]
		queue = queue[1:]
		scalars := f.doc.Kind(at.node) == jsondoc.Array && !f.doc.HasChildren(at.node+1)
		if at.level > 0 && (scalars || f.doc.Count(at.node) > openWide) {
			continue
		}
		f.folded.Remove(at.node)
		if at.level+1 < openLevels {
			add(at.node, at.level+1)
		}
	}
	f.show(f.first, f.doc.Len())
}

// carryLimit is how many nodes are compared to keep the folds of an earlier
// document; more would be felt.
const carryLimit = 1 << 20

// carry takes over the folds of an earlier document where the same keys and places
// lead to containers in both, from the outside in.
func (f *folds) carry(old *folds) {
	type pair struct{ old, new int }
	queue := []pair{{old.doc.Root(), f.doc.Root()}}
	for left := carryLimit; len(queue) > 0 && left > 0; queue = queue[1:] {
		at := queue[0]
		if old.doc.Kind(at.old) != f.doc.Kind(at.new) {
			continue
		}
		if at.new >= f.first {
			if old.folded.Has(at.old) {
				f.folded.Add(at.new)
			} else {
				f.folded.Remove(at.new)
			}
		}
		match := matcher(old.doc, at.old)
		for c := at.new + 1; c < f.doc.End(at.new) && left > 0; c = f.doc.End(c) {
			left--
			before := match(f.doc, c)
			if before >= 0 && f.doc.HasChildren(c) && old.doc.HasChildren(before) {
				queue = append(queue, pair{before, c})
			}
		}
	}
	f.show(f.first, f.doc.Len())
}

// matcher returns a function that finds the child of parent that corresponds to a
// node of another document, or -1. Asked in order it mostly need not look far.
func matcher(doc *jsondoc.Document, parent int) func(other *jsondoc.Document, n int) int {
	next, end := parent+1, doc.End(parent)
	var members map[string]int
	return func(other *jsondoc.Document, n int) int {
		key, member := other.RawKey(n)
		if next < end {
			same, _ := doc.RawKey(next)
			if !member || string(same) == string(key) {
				found := next
				next = doc.End(next)
				return found
			}
		}
		if !member {
			return -1
		}
		if members == nil {
			members = map[string]int{}
			for c := parent + 1; c < end; c = doc.End(c) {
				same, _ := doc.RawKey(c)
				members[string(same)] = c
			}
		}
		if found, ok := members[string(key)]; ok {
			next = doc.End(found)
			return found
		}
		return -1
	}
}
