package oneshot

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"assay/client/records"
)

// writeData writes JSON data in the form asked for.
func writeData(data []byte, format Format, io IO) error {
	out := bufio.NewWriter(io.Out)
	var err error
	switch format {
	case Table, CSV:
		var v records.Value
		if v, err = records.Read(data); err == nil {
			err = writeSheet(out, records.NewSheet(v), format, io)
		}
	case NDJSON:
		err = writeRecords(out, data, io.OutTTY)
	default:
		err = writeJSON(out, data, io.OutTTY)
	}
	if err != nil {
		return err
	}
	if err := out.Flush(); err != nil {
		return fmt.Errorf("writing the data: %w", err)
	}
	return nil
}

// writeSheet writes rows and columns as CSV or as a table.
func writeSheet(out *bufio.Writer, s *records.Sheet, format Format, io IO) error {
	if format == CSV {
		return writeCSV(out, s, io.OutTTY)
	}
	writeTable(out, s, io.Width)
	return nil
}

// writeJSON writes data indented for a person, else on one row.
func writeJSON(out *bufio.Writer, data []byte, tty bool) error {
	var b bytes.Buffer
	var err error
	if tty {
		err = json.Indent(&b, bytes.TrimSpace(data), "", "  ")
	} else {
		err = json.Compact(&b, data)
	}
	if err != nil {
		return fmt.Errorf("reading the data: %w", err)
	}
	writeRow(out, b.String(), tty)
	return nil
}

// writeRecords writes the records of data a row each, or all of it on one.
func writeRecords(out *bufio.Writer, data []byte, tty bool) error {
	v, err := records.Read(data)
	if err != nil {
		return err
	}
	items := []records.Value{v}
	if list, ok := v.Records(); ok {
		items = list.Items()
	}
	for _, item := range items {
		var b strings.Builder
		item.Write(&b)
		writeRow(out, b.String(), tty)
	}
	return nil
}

// writeRow writes JSON and a row's end. JSON escapes most of what a terminal
// would obey; on one, the rest is escaped as well, which leaves its meaning.
func writeRow(out *bufio.Writer, s string, tty bool) {
	if tty {
		s = escape(s)
	}
	out.WriteString(s)
	out.WriteByte('\n')
}

// escape escapes what acts on a terminal, but for row ends.
func escape(s string) string {
	if strings.IndexFunc(s, acts) < 0 {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		if acts(r) && r != '\n' {
			writeEscape(&b, r)
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// writeCSV writes data as comma-separated values with a header.
func writeCSV(out *bufio.Writer, s *records.Sheet, tty bool) error {
	if tty {
		for _, row := range append([][]string{s.Columns}, s.Rows...) {
			for i := range row {
				row[i] = escape(row[i])
			}
		}
	}
	if err := s.WriteCSV(out); err != nil {
		return fmt.Errorf("writing the data: %w", err)
	}
	return nil
}

const gap = "  " // between columns

// writeTable writes data in aligned columns, at most width wide if that is
// known.
func writeTable(out *bufio.Writer, s *records.Sheet, width int) {
	rows := append([][]string{s.Columns}, s.Rows...)
	widths := make([]int, len(s.Columns))
	for _, row := range rows {
		for i := range row {
			row[i] = visible(row[i])
			widths[i] = max(widths[i], ansi.StringWidth(row[i]))
		}
	}
	fit(widths, width-len(gap)*(len(widths)-1))
	for _, row := range rows {
		var line strings.Builder
		for i, text := range row {
			if i > 0 {
				line.WriteString(gap)
			}
			text = ansi.Truncate(text, widths[i], "…")
			pad := strings.Repeat(" ", widths[i]-ansi.StringWidth(text))
			if s.Numeric[i] {
				line.WriteString(pad + text)
			} else {
				line.WriteString(text + pad)
			}
		}
		out.WriteString(strings.TrimRight(line.String(), " "))
		out.WriteByte('\n')
	}
}

// fit cuts the widest columns to one width, so that all of them take no more
// than total columns of the terminal, unless they would become too narrow to
// read. A total that is not positive is no bound.
func fit(widths []int, total int) {
	const least = 6
	if total <= 0 {
		return
	}
	level := total
	for level > least && sumUpTo(widths, level) > total {
		level--
	}
	for i := range widths {
		widths[i] = min(widths[i], max(level, least))
	}
}

// sumUpTo adds up widths, each counted up to level.
func sumUpTo(widths []int, level int) int {
	sum := 0
	for _, w := range widths {
		sum += min(w, level)
	}
	return sum
}
