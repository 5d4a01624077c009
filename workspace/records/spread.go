package records

import "assay/wire"

// Label is a member that says what a record is of.
type Label struct{ Name, Text string }

// Spread returns the records of v, those of its first list of objects, each as an
// object of its own: first the given labels, then the plain fields beside the list,
// then the record's. A record's field that is named like one of those goes under the
// list's name and its own. Data without records gives one object.
func (v Value) Spread(labels ...Label) []Value {
	head := Value{kind: '{'}
	for _, label := range labels {
		quoted, _ := wire.Marshal(label.Text) // no string fails to encode
		head.names, head.values = append(head.names, label.Name), append(head.values, Value{literal: quoted})
	}
	if v.kind != '{' {
		if !v.hasObjects() {
			return []Value{head.with("data", Value{kind: '{', names: []string{"value"}, values: []Value{v}})}
		}
		v = Value{kind: '{', names: []string{"items"}, values: []Value{v}}
	}
	list, items, beside := v.parts()
	head = head.with("data", beside)
	if items == nil {
		return []Value{head}
	}
	rows := make([]Value, len(items))
	for i, item := range items {
		if item.kind != '{' {
			item = Value{kind: '{', names: []string{list}, values: []Value{item}}
		}
		rows[i] = head.with(list, item)
	}
	return rows
}

// parts returns the first list of objects among the members of v, and an object of the
// others.
func (v Value) parts() (list string, items []Value, beside Value) {
	beside.kind = '{'
	for i, member := range v.names {
		if items == nil && v.values[i].hasObjects() {
			list, items = member, v.values[i].values
		} else {
			beside.names, beside.values = append(beside.names, member), append(beside.values, v.values[i])
		}
	}
	return list, items, beside
}

// with returns an object with the members of another after its own; those whose names
// it has already are named after their owner too.
func (v Value) with(owner string, other Value) Value {
	out := Value{kind: '{'}
	out.names = append(append(out.names, v.names...), other.names...)
	out.values = append(append(out.values, v.values...), other.values...)
	taken := make(map[string]bool, len(out.names))
	for i, name := range out.names {
		for taken[name] {
			name = owner + "." + name
		}
		taken[name] = true
		out.names[i] = name
	}
	return out
}
