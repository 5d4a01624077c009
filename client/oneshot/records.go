package oneshot

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
)

// value is a JSON value whose members keep their order.
type value struct {
	kind    byte            // '{', '[', or 0 for a scalar
	names   []string        // of the members of an object
	values  []value         // the members of an object or the items of a list
	literal json.RawMessage // a scalar as it was written
}

// readValue reads a JSON value.
func readValue(data []byte) (value, error) {
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	v, err := nextValue(dec)
	if err != nil {
		return value{}, fmt.Errorf("reading the data: %w", err)
	}
	return v, nil
}

func nextValue(dec *json.Decoder) (value, error) {
	token, err := dec.Token()
	if err != nil {
		return value{}, err
	}
	var v value
	switch token := token.(type) {
	case json.Delim:
		v.kind = byte(token)
		for dec.More() {
			if v.kind == '{' {
				name, err := dec.Token()
				if err != nil {
					return value{}, err
				}
				v.names = append(v.names, name.(string))
			}
			item, err := nextValue(dec)
			if err != nil {
				return value{}, err
			}
			v.values = append(v.values, item)
		}
		_, err = dec.Token()
	case json.Number:
		v.literal = json.RawMessage(token)
	default:
		v.literal, err = marshal(token)
	}
	return v, err
}

func marshal(v any) (json.RawMessage, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	err := enc.Encode(v)
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
}

// text is a scalar as a cell shows it: strings bare, null as nothing.
func (v value) text() string {
	var s string
	if json.Unmarshal(v.literal, &s) == nil {
		return s // null leaves it empty
	}
	return string(v.literal)
}

// isNumber reports whether v is a number.
func (v value) isNumber() bool {
	return len(v.literal) > 0 && (v.literal[0] == '-' || '0' <= v.literal[0] && v.literal[0] <= '9')
}

// write appends v as compact JSON.
func (v value) write(b *strings.Builder) {
	switch v.kind {
	case '{':
		b.WriteByte('{')
		for i, name := range v.names {
			if i > 0 {
				b.WriteByte(',')
			}
			quoted, _ := marshal(name) // no string fails to encode
			b.Write(quoted)
			b.WriteByte(':')
			v.values[i].write(b)
		}
		b.WriteByte('}')
	case '[':
		b.WriteByte('[')
		for i, item := range v.values {
			if i > 0 {
				b.WriteByte(',')
			}
			item.write(b)
		}
		b.WriteByte(']')
	default:
		b.Write(v.literal)
	}
}

// hasObjects reports whether v is a list with an object in it.
func (v value) hasObjects() bool {
	if v.kind != '[' {
		return false
	}
	for _, item := range v.values {
		if item.kind == '{' {
			return true
		}
	}
	return false
}

// records finds the first list of objects in v, outer ones before inner ones;
// ok is false if there is none.
func (v value) records() (list value, ok bool) {
	level := []value{v}
	for len(level) > 0 {
		var inner []value
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
	return value{}, false
}

// sheet is data as rows under named columns.
type sheet struct {
	columns []string
	rows    [][]string
	numeric []bool // parallel to columns: nothing but numbers in it
}

// newSheet lays data out: the records it has, a row each, objects inside them
// flattened to dotted columns. Data that is nothing but one list of plain values
// gives one column; data without records, a row for each field.
func newSheet(data value) *sheet {
	s := &sheet{}
	if list, ok := data.records(); ok {
		index := make(map[string]int)
		for _, item := range list.values {
			row := make([]string, len(s.columns))
			s.add(&row, index, "", item)
			s.rows = append(s.rows, row)
		}
		for i, row := range s.rows {
			s.rows[i] = append(row, make([]string, len(s.columns)-len(row))...)
		}
		return s
	}
	if name, list, ok := data.onlyList(""); ok {
		s.columns, s.numeric = []string{name}, []bool{true}
		for _, item := range list.values {
			s.rows = append(s.rows, []string{cell(item)})
			s.numeric[0] = s.numeric[0] && item.isNumber()
		}
		return s
	}
	fields := &sheet{}
	row := []string{}
	fields.add(&row, make(map[string]int), "", data)
	s.columns, s.numeric = []string{"field", "value"}, []bool{false, false}
	for i, name := range fields.columns {
		s.rows = append(s.rows, []string{name, row[i]})
	}
	return s
}

// onlyList finds the list of an object that has nothing else in it.
func (v value) onlyList(name string) (string, value, bool) {
	switch {
	case v.kind == '[':
		if name == "" {
			name = "value"
		}
		return name, v, true
	case v.kind == '{' && len(v.values) == 1:
		return v.values[0].onlyList(v.names[0])
	}
	return "", value{}, false
}

// add puts v into a row, making columns as they are needed.
func (s *sheet) add(row *[]string, index map[string]int, name string, v value) {
	if v.kind == '{' && (len(v.values) > 0 || name == "") {
		for i, member := range v.names {
			if name != "" {
				member = name + "." + member
			}
			s.add(row, index, member, v.values[i])
		}
		return
	}
	if name == "" {
		name = "value"
	}
	i, ok := index[name]
	if !ok {
		i = len(s.columns)
		index[name] = i
		s.columns = append(s.columns, name)
		s.numeric = append(s.numeric, true)
	}
	for len(*row) <= i {
		*row = append(*row, "")
	}
	(*row)[i] = cell(v)
	if !v.isNumber() && (*row)[i] != "" {
		s.numeric[i] = false
	}
}

// cell is a value as one cell: plain values of a list are joined, what is deeper
// is JSON.
func cell(v value) string {
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
	v.write(&b)
	return b.String()
}

// nests reports whether a list has lists or objects in it.
func (v value) nests() bool {
	for _, item := range v.values {
		if item.kind != 0 {
			return true
		}
	}
	return false
}
