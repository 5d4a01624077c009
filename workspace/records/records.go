// Package records reads JSON data as records: it keeps the order of members, finds
// the list that the data is about, and lays data out in rows and columns. It also
// joins what several files gave.
package records

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"assay/query"
	"assay/wire"
)

// Value is a JSON value whose members keep their order.
type Value struct {
	kind    byte            // '{', '[', or 0 for a scalar
	names   []string        // of the members of an object
	values  []Value         // the members of an object or the items of a list
	literal json.RawMessage // a scalar as it was written
}

// Read reads a JSON value.
func Read(data []byte) (Value, error) {
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	v, err := nextValue(dec)
	if err != nil {
		return Value{}, fmt.Errorf("reading the data: %w", err)
	}
	return v, nil
}

func nextValue(dec *json.Decoder) (Value, error) {
	token, err := dec.Token()
	if err != nil {
		return Value{}, err
	}
	var v Value
	switch token := token.(type) {
	case json.Delim:
		v.kind = byte(token)
		for dec.More() {
			if v.kind == '{' {
				name, err := dec.Token()
				if err != nil {
					return Value{}, err
				}
				v.names = append(v.names, name.(string))
			}
			item, err := nextValue(dec)
			if err != nil {
				return Value{}, err
			}
			v.values = append(v.values, item)
		}
		_, err = dec.Token()
	case json.Number:
		v.literal = json.RawMessage(token)
	default:
		v.literal, err = wire.Marshal(token)
	}
	return v, err
}

// text is a scalar as a cell shows it: strings bare, null as nothing.
func (v Value) text() string {
	var s string
	if json.Unmarshal(v.literal, &s) == nil {
		return s // null leaves it empty
	}
	return string(v.literal)
}

// isNumber reports whether v is a number.
func (v Value) isNumber() bool {
	return len(v.literal) > 0 && (v.literal[0] == '-' || '0' <= v.literal[0] && v.literal[0] <= '9')
}

// Write appends v as compact JSON.
func (v Value) Write(b *strings.Builder) {
	switch v.kind {
	case '{':
		b.WriteByte('{')
		for i, name := range v.names {
			if i > 0 {
				b.WriteByte(',')
			}
			quoted, _ := wire.Marshal(name) // no string fails to encode
			b.Write(quoted)
			b.WriteByte(':')
			v.values[i].Write(b)
		}
		b.WriteByte('}')
	case '[':
		b.WriteByte('[')
		for i, item := range v.values {
			if i > 0 {
				b.WriteByte(',')
			}
			item.Write(b)
		}
		b.WriteByte(']')
	default:
		b.Write(v.literal)
	}
}

// Items returns the items of a list, or the values of an object's members.
func (v Value) Items() []Value { return v.values }

// Empty reports whether there is nothing in v but nulls and empty lists.
func (v Value) Empty() bool {
	if v.kind == 0 {
		return string(v.literal) == "null"
	}
	return !slices.ContainsFunc(v.values, func(inner Value) bool { return !inner.Empty() })
}

// hasObjects reports whether v is a list with an object in it.
func (v Value) hasObjects() bool {
	return v.kind == '[' && slices.ContainsFunc(v.values, func(item Value) bool { return item.kind == '{' })
}

// Records finds the first list of objects in v, outer ones before inner ones;
// ok is false if there is none.
func (v Value) Records() (list Value, ok bool) {
	level := []Value{v}
	for len(level) > 0 {
		var inner []Value
		for _, v := range level {
			if v.hasObjects() {
				return v, true
			}
			if v.kind == '{' {
				inner = append(inner, v.values...)
			}
		}
		level = inner
	}
	return Value{}, false
}

// Table is data as rows under named columns.
type Table struct {
	Columns []string
	Rows    [][]string
	Numeric []bool // parallel to Columns: nothing but numbers in it
}

// NewTable lays data out: the records it has, a row each, objects inside them
// flattened to dotted columns. Data that is nothing but one list of plain values
// gives one column; data without records, a row for each field.
func NewTable(data Value) *Table {
	s := &Table{}
	if list, ok := data.Records(); ok {
		index := make(map[string]int)
		for _, item := range list.values {
			row := make([]string, len(s.Columns))
			s.add(&row, index, "", item)
			s.Rows = append(s.Rows, row)
		}
		for i, row := range s.Rows {
			s.Rows[i] = append(row, make([]string, len(s.Columns)-len(row))...)
		}
		return s
	}
	if name, list, ok := data.onlyList(""); ok {
		s.Columns, s.Numeric = []string{name}, []bool{true}
		for _, item := range list.values {
			s.Rows = append(s.Rows, []string{cell(item)})
			s.Numeric[0] = s.Numeric[0] && item.isNumber()
		}
		return s
	}
	fields := &Table{}
	row := []string{}
	fields.add(&row, make(map[string]int), "", data)
	s.Columns, s.Numeric = []string{"field", "value"}, []bool{false, false}
	for i, name := range fields.Columns {
		s.Rows = append(s.Rows, []string{name, row[i]})
	}
	return s
}

// NoRecords returns the table of a query that asks for records and got none: the columns
// of its first list of objects. ok is false if it asks for no such list.
func NoRecords(asked string) (table *Table, ok bool) {
	q, err := query.Parse(asked)
	if err != nil {
		return nil, false
	}
	level := []*query.Container{q.Root}
	for len(level) > 0 {
		var inner []*query.Container
		for _, c := range level {
			for _, f := range c.Fields {
				if f.Container == nil {
					continue
				}
				if f.List {
					table = &Table{}
					table.name("", f.Container)
					return table, true
				}
				inner = append(inner, f.Container)
			}
		}
		level = inner
	}
	return nil, false
}

// name makes a column of each of the fields that a query asks for, as add does of data.
func (s *Table) name(prefix string, c *query.Container) {
	for _, f := range c.Fields {
		if f.Container != nil && !f.List {
			s.name(prefix+f.Name+".", f.Container)
			continue
		}
		s.Columns, s.Numeric = append(s.Columns, prefix+f.Name), append(s.Numeric, false)
	}
}

// onlyList finds the list of an object that has nothing else in it.
func (v Value) onlyList(name string) (string, Value, bool) {
	switch {
	case v.kind == '[':
		return cmp.Or(name, "value"), v, true
	case v.kind == '{' && len(v.values) == 1:
		return v.values[0].onlyList(v.names[0])
	}
	return "", Value{}, false
}

// add puts v into a row, making columns as they are needed.
func (s *Table) add(row *[]string, index map[string]int, name string, v Value) {
	if v.kind == '{' && (len(v.values) > 0 || name == "") {
		for i, member := range v.names {
			if name != "" {
				member = name + "." + member
			}
			s.add(row, index, member, v.values[i])
		}
		return
	}
	name = cmp.Or(name, "value")
	i, ok := index[name]
	if !ok {
		i = len(s.Columns)
		index[name] = i
		s.Columns = append(s.Columns, name)
		s.Numeric = append(s.Numeric, true)
	}
	for len(*row) <= i {
		*row = append(*row, "")
	}
	(*row)[i] = cell(v)
	if !v.isNumber() && (*row)[i] != "" {
		s.Numeric[i] = false
	}
}

// cell is a value as one cell: plain values of a list are joined, what is deeper
// is JSON.
func cell(v Value) string {
	if v.kind == 0 {
		return v.text()
	}
	var b strings.Builder
	if v.kind == '[' && !v.nests() {
		for i, item := range v.values {
			if i > 0 {
				b.WriteString("; ")
			}
			b.WriteString(item.text())
		}
		return b.String()
	}
	v.Write(&b)
	return b.String()
}

// nests reports whether a list has lists or objects in it.
func (v Value) nests() bool {
	return slices.ContainsFunc(v.values, func(item Value) bool { return item.kind != 0 })
}

// WriteCSV writes the table as comma-separated values (RFC 4180) with a header.
func (s *Table) WriteCSV(out io.Writer) error {
	w := csv.NewWriter(out)
	if err := w.Write(s.Columns); err != nil {
		return err
	}
	return w.WriteAll(s.Rows)
}
