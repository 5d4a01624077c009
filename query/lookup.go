package query

import (
	"sort"
	"strconv"
	"strings"
)

// Stats counts what a service limits: the fields on all levels, and how deep the
// braces nest, 1 for a query without inner ones.
func (q *Query) Stats() (fields, depth int) {
	return q.Root.stats()
}

func (c *Container) stats() (fields, depth int) {
	fields = len(c.Fields)
	for _, f := range c.Fields {
		if f.IsLeaf() {
			continue
		}
		n, d := f.Container.stats()
		fields += n
		depth = max(depth, d)
	}
	return fields, depth + 1
}

// Walk calls visit for every field in source order, parents before children,
// with the fields around it from the outermost on. The slice is only valid
// during the call.
func (q *Query) Walk(visit func(f *Field, parents []*Field)) {
	q.Root.walk(nil, visit)
}

func (c *Container) walk(parents []*Field, visit func(*Field, []*Field)) {
	for _, f := range c.Fields {
		visit(f, parents)
		if !f.IsLeaf() {
			f.Container.walk(append(parents, f), visit)
		}
	}
}

// FieldNames returns the names used in q, each once, in source order: what an
// editor offers to complete.
func FieldNames(q *Query) []string {
	var names []string
	seen := make(map[string]bool)
	q.Walk(func(f *Field, _ []*Field) {
		if !seen[f.Name] {
			seen[f.Name] = true
			names = append(names, f.Name)
		}
	})
	return names
}

// FieldAt returns the innermost field whose text has the byte offset in it or
// ends there, or nil.
func (q *Query) FieldAt(offset int) *Field {
	if path := q.PathAt(offset); len(path) > 0 {
		return path[len(path)-1]
	}
	return nil
}

// PathAt returns the fields around the byte offset, outermost first, ending with
// FieldAt; nil if there is none.
func (q *Query) PathAt(offset int) []*Field {
	var path []*Field
	for c := q.Root; c != nil; {
		// The last field that starts at or before the offset.
		i := sort.Search(len(c.Fields), func(i int) bool { return c.Fields[i].NamePos.Offset > offset }) - 1
		if i < 0 || offset > c.Fields[i].End.Offset {
			break
		}
		f := c.Fields[i]
		path = append(path, f)
		if c = f.Container; c != nil && (offset <= c.Open.Offset || offset > c.Close.Offset) {
			break
		}
	}
	return path
}

// FieldAtPath returns the field at a path of names, as in "products", "price".
// The indexes of list items that paths into the data have may stand between the
// names or be left out. It returns nil if there is no such field.
func (q *Query) FieldAtPath(path ...string) *Field {
	c := q.Root
	var found *Field
	for _, name := range path {
		if found != nil && found.List {
			if _, err := strconv.Atoi(name); err == nil {
				continue
			}
		}
		if c == nil {
			return nil
		}
		i := indexOf(c.Fields, name)
		if i < 0 {
			return nil
		}
		found = c.Fields[i]
		c = found.Container
	}
	return found
}

// FieldAtPointer returns the field that a JSON Pointer into the data (RFC 6901,
// "/products/0/price") belongs to, or nil.
func (q *Query) FieldAtPointer(pointer string) *Field {
	if !strings.HasPrefix(pointer, "/") {
		return nil
	}
	return q.FieldAtPath(strings.Split(pointer[1:], "/")...)
}

func indexOf(fields []*Field, name string) int {
	for i, f := range fields {
		if f.Name == name {
			return i
		}
	}
	return -1
}
