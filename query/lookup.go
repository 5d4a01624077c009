package query

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
