package records

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"assay/client"
	"assay/wire"
)

// Part is what one of several files or pages gave: data, or why there is none.
type Part struct {
	File     string // or URL
	URL      string
	Data     json.RawMessage
	Metadata *wire.Metadata // nil leaves it out
	Err      error
}

// wirePart is a part as it is written.
type wirePart struct {
	File     string          `json:"file,omitempty"`
	URL      string          `json:"url,omitempty"`
	Data     json.RawMessage `json:"data,omitempty"`
	Metadata *wire.Metadata  `json:"metadata,omitempty"`
	Error    *wireError      `json:"error,omitempty"`
}

type wireError struct {
	Message   string `json:"message"`
	Status    int    `json:"status,omitempty"`
	Code      string `json:"code,omitempty"`
	RequestID string `json:"request_id,omitempty"`
}

func (p *Part) name() string { return p.File + p.URL }

// MarshalJSON writes an object with file or url, and data or error.
func (p Part) MarshalJSON() ([]byte, error) {
	w := wirePart{File: p.File, URL: p.URL, Data: p.Data, Metadata: p.Metadata}
	if p.Err != nil {
		w.Data, w.Metadata, w.Error = nil, nil, &wireError{Message: p.Err.Error()}
		if refused, ok := errors.AsType[*client.Error](p.Err); ok {
			w.Error = &wireError{refused.Message, refused.Status, refused.Code, refused.RequestID}
		}
	}
	return wire.Marshal(w)
}

// WriteNDJSON writes a row of JSON for each part.
func WriteNDJSON(out io.Writer, parts []Part) error {
	for _, part := range parts {
		line, err := wire.Marshal(part)
		if err == nil {
			_, err = out.Write(append(line, '\n'))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// WriteJSON writes the parts as one array, a part a row, or indented.
func WriteJSON(out io.Writer, parts []Part, indent bool) error {
	var b bytes.Buffer
	b.WriteByte('[')
	for i, part := range parts {
		if i > 0 {
			b.WriteByte(',')
		}
		line, err := wire.Marshal(part)
		if err != nil {
			return err
		}
		b.WriteByte('\n')
		b.Write(line)
	}
	b.WriteString("\n]\n")
	if indent {
		var indented bytes.Buffer
		if err := json.Indent(&indented, b.Bytes(), "", "  "); err != nil {
			return err
		}
		b = indented
	}
	_, err := b.WriteTo(out)
	return err
}

// Join lays out what several files or pages gave in one table, a row for each record of
// the first list in a part's data, or one for a part without such a list. The plain
// fields beside the list are repeated in each of its rows, whose columns begin with
// the list's name. The first column is the file or the address; an error has a column
// of its own.
func Join(parts []Part) (*Table, error) {
	source := "file"
	if len(parts) > 0 && parts[0].URL != "" {
		source = "url"
	}
	s := &Table{Columns: []string{source}, Numeric: []bool{false}}
	index := map[string]int{source: 0}
	for _, part := range parts {
		if part.Err != nil {
			row := []string{part.name()}
			message, err := wire.Marshal(part.Err.Error())
			if err != nil {
				return nil, err
			}
			s.add(&row, index, "error", Value{literal: message})
			s.Rows = append(s.Rows, row)
			continue
		}
		data, err := Read(part.Data)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", part.name(), err)
		}
		s.join(index, part.name(), data)
	}
	for i, row := range s.Rows {
		s.Rows[i] = append(row, make([]string, len(s.Columns)-len(row))...)
	}
	return s, nil
}

func (s *Table) join(index map[string]int, source string, data Value) {
	name, items, beside := data.parts()
	if items == nil {
		items = []Value{{kind: '{'}}
	}
	for _, item := range items {
		row := []string{source}
		s.addMembers(&row, index, "", beside)
		s.addMembers(&row, index, name, item)
		s.Rows = append(s.Rows, row)
	}
}

// addMembers is add without a column for an object that is empty.
func (s *Table) addMembers(row *[]string, index map[string]int, name string, v Value) {
	if v.kind != '{' || len(v.values) > 0 {
		s.add(row, index, name, v)
	}
}
