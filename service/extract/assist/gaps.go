package assist

import (
	"assay/query"
)

// doubtful is the score below which a value of the engine is asked for again.
const doubtful = 0.3

// gaps returns the part of a query that an answer leaves open, or nil: leaves that
// are null or doubtful, lists that are empty, and lists in whose records a field is
// always null. Such a list is asked for whole, since the model has to tell which
// record a value belongs to.
func gaps(c *query.Container, d *datum) *query.Container {
	open := &query.Container{}
	for _, f := range c.Fields {
		child := d.fields[f.Name]
		switch {
		case f.List:
			if len(child.list) == 0 || !f.IsLeaf() && emptyColumn(f.Container, child.list) {
				open.Fields = append(open.Fields, f)
			}
		case f.IsLeaf():
			if child.value == nil || child.evidence.Score < doubtful {
				open.Fields = append(open.Fields, f)
			}
		default:
			if part := gaps(f.Container, child); part != nil {
				inner := *f
				inner.Container = part
				open.Fields = append(open.Fields, &inner)
			}
		}
	}
	if len(open.Fields) == 0 {
		return nil
	}
	return open
}

// emptyColumn reports whether a field is null in every record while others are
// not.
func emptyColumn(c *query.Container, records []*datum) bool {
	for _, f := range c.Fields {
		if f.List || !f.IsLeaf() {
			continue
		}
		empty := true
		for _, r := range records {
			empty = empty && r.fields[f.Name].value == nil
		}
		if empty {
			return true
		}
	}
	return false
}
