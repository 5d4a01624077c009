package records

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
)

// WriteData writes JSON data on indented lines, or on one.
func WriteData(out io.Writer, data []byte, indented bool) error {
	var b bytes.Buffer
	var err error
	if indented {
		err = json.Indent(&b, bytes.TrimSpace(data), "", "  ")
	} else {
		err = json.Compact(&b, data)
	}
	if err != nil {
		return fmt.Errorf("reading the data: %w", err)
	}
	b.WriteByte('\n')
	_, err = out.Write(b.Bytes())
	return err
}

// WriteLines writes the records of JSON data, those of the first list of objects in
// it, a line each; data without any goes on one line, and an empty list on none.
func WriteLines(out io.Writer, data []byte) error {
	v, err := Read(data)
	if err != nil {
		return err
	}
	items := []Value{v}
	if list, ok := v.Records(); ok {
		items = list.Items()
	} else if v.kind == '[' && len(v.values) == 0 {
		items = nil
	}
	var b strings.Builder
	for _, item := range items {
		item.Write(&b)
		b.WriteByte('\n')
	}
	_, err = io.WriteString(out, b.String())
	return err
}

// WriteMarkdown writes the table as a table in GitHub's Markdown, columns of numbers
// aligned at the right.
func (s *Table) WriteMarkdown(out io.Writer) error {
	var b strings.Builder
	row := func(cells []string) {
		b.WriteByte('|')
		for _, text := range cells {
			b.WriteString(" " + markdownCell.Replace(text) + " |")
		}
		b.WriteByte('\n')
	}
	row(s.Columns)
	b.WriteByte('|')
	for i := range s.Columns {
		if s.Numeric[i] {
			b.WriteString(" ---: |")
		} else {
			b.WriteString(" --- |")
		}
	}
	b.WriteByte('\n')
	for _, cells := range s.Rows {
		row(cells)
	}
	_, err := io.WriteString(out, b.String())
	return err
}

// markdownCell keeps a cell's text in its row and column.
var markdownCell = strings.NewReplacer("|", `\|`, "\r\n", "<br>", "\n", "<br>", "\r", "<br>")
