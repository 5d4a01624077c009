package jsondoc

import (
	"context"
	"strings"
)

// Shapes are the paths through a document that differ by more than places in lists:
// .products[].name is one of them, whatever number of products there is. Of most
// documents there are few, however large they are.
type Shapes struct {
	doc    *Document
	shapes []shape
	cut    bool
}

// shape is one path. Shapes are numbered in the order in which they first appear, and
// 0 is Root's.
type shape struct {
	path   string // .products[].name
	parent int32
	key    string // as it is written in the document; "" with list
	list   bool   // the step is into a list
	first  uint32 // the first node that is there
	count  uint32 // how many nodes are
	child  int32  // the first shape below, or 0
	next   int32  // the next shape of the same parent, or 0
}

const (
	// maxShapes bounds the shapes of objects that are used as maps, of which every key is
	// another.
	maxShapes = 1 << 18
	// maxShapePath bounds the shapes of what is nested without end, in bytes of the path.
	maxShapePath = 1 << 10
)

// around is a container that a node is in while the nodes are gone through.
type around struct {
	end    int
	shape  int32
	object bool
	last   int32 // the shape of the child before, or 0
}

// NewShapes goes through the nodes of a document once. It belongs in commands, and
// returns the context's error as soon as that is done.
func NewShapes(ctx context.Context, d *Document) (*Shapes, error) {
	s := &Shapes{doc: d, shapes: []shape{{path: ".", first: uint32(d.Root()), count: 1}}}
	many := map[member]int32{} // shapes that are not found where they are expected
	root := d.Root()
	if root >= d.Len() { // there is no document in the data
		return s, nil
	}
	stack := []around{{end: d.End(root), object: d.Kind(root) == Object}}
	for n := root + 1; n < d.Len(); {
		if n&0xfff == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		for n >= stack[len(stack)-1].end {
			stack = stack[:len(stack)-1]
		}
		in := &stack[len(stack)-1]
		at, ok := s.expected(in, n)
		if !ok {
			if at, ok = s.look(in, n, many); !ok { // there are too many
				s.cut = true
				n = d.End(n)
				continue
			}
		}
		in.last = at
		s.shapes[at].count++
		if d.HasChildren(n) {
			stack = append(stack, around{end: d.End(n), shape: at, object: d.data[d.valueOf(n)] == '{'})
		}
		n++
	}
	return s, nil
}

// expected returns the shape of a node if it is the one that came after the sibling
// before it the last time: records have their fields in one order.
func (s *Shapes) expected(in *around, n int) (at int32, ok bool) {
	at = s.shapes[in.shape].child
	switch {
	case in.last != 0 && !in.object: // all elements of a list have one shape
		return in.last, true
	case in.last != 0:
		at = s.shapes[in.last].next
	}
	if at == 0 || s.shapes[at].list == in.object {
		return 0, false
	}
	if !in.object {
		return at, true
	}
	key, from := s.shapes[at].key, int(s.doc.nodes[n].pos)+1
	to := from + len(key)
	return at, to < len(s.doc.data) && s.doc.data[to] == '"' && string(s.doc.data[from:to]) == key
}

// member is a key below a shape.
type member struct {
	shape int32
	list  bool
	key   string
}

// look returns the shape of a node, which it makes if there is none yet.
func (s *Shapes) look(in *around, n int, many map[member]int32) (at int32, ok bool) {
	raw, _ := s.doc.RawKey(n)
	if at, ok = many[member{in.shape, !in.object, string(raw)}]; ok {
		return at, true
	}
	if len(s.shapes) >= maxShapes || len(s.shapes[in.shape].path)+len(raw) > maxShapePath {
		return 0, false
	}
	made := shape{parent: in.shape, key: string(raw), list: !in.object, first: uint32(n)}
	var step strings.Builder
	if parent := s.shapes[in.shape].path; parent != "." {
		step.WriteString(parent)
	}
	s.doc.writeStep(&step, n, made.list)
	made.path = step.String()
	at = int32(len(s.shapes))
	s.shapes = append(s.shapes, made)
	many[member{in.shape, made.list, made.key}] = at
	// The new shape stands where it is expected the next time.
	link := &s.shapes[in.shape].child
	if in.last != 0 {
		link = &s.shapes[in.last].next
	}
	s.shapes[at].next, *link = *link, at
	return at, true
}

// writeStep writes the last step of the path to n as Path does, with the place in a list
// left open.
func (d *Document) writeStep(b *strings.Builder, n int, list bool) {
	first := b.Len() == 0
	switch {
	case list:
		if first {
			b.WriteByte('.')
		}
		b.WriteString("[]")
	case isPlainKey(d.Key(n)):
		b.WriteString("." + d.Key(n))
	default:
		if first {
			b.WriteByte('.')
		}
		writeQuoted(b, d.Key(n))
	}
}

// Len returns how many shapes there are.
func (s *Shapes) Len() int { return len(s.shapes) }

// Cut reports whether there are more, which are not known.
func (s *Shapes) Cut() bool { return s.cut }
