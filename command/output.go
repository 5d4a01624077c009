package command

import (
	"bufio"
	"fmt"
	stdio "io"
	"strings"

	"assay/ui/cells"
	"assay/wire"
	"assay/workspace/records"
)

// writeData writes JSON data in the form asked for.
func writeData(data []byte, format Format, io IO) error {
	switch format {
	case Table, CSV, Markdown:
		v, err := records.Read(data)
		if err != nil {
			return err
		}
		return writeRows(records.NewTable(v), format, io)
	case NDJSON:
		return writeOut(io, func(w stdio.Writer) error { return records.WriteLines(w, data) })
	}
	return writeOut(io, func(w stdio.Writer) error { return records.WriteData(w, data, io.OutTTY) })
}

// writeAnswer writes the data that a query asked for. Without records a list has its
// columns all the same, and no line.
func writeAnswer(data []byte, asked string, format Format, io IO) error {
	v, err := records.Read(data)
	if err != nil {
		return err
	}
	if _, has := v.Records(); !has && format != Auto && format != JSON {
		if table, ok := records.NoRecords(asked); ok && format != NDJSON {
			return writeRows(table, format, io)
		} else if ok {
			return nil
		}
	}
	return writeData(data, format, io)
}

// writeValue writes a value as JSON data in the form asked for.
func writeValue(v any, format Format, io IO) error {
	data, err := wire.Marshal(v)
	if err != nil {
		return fmt.Errorf("encoding the answer: %w", err)
	}
	return writeData(data, format, io)
}

// writeOut writes what an encoding makes, whole.
func writeOut(io IO, encode func(stdio.Writer) error) error {
	out := bufio.NewWriter(io.Out)
	err := writeEscaped(out, io.OutTTY, encode)
	if err == nil {
		err = out.Flush()
	}
	if err != nil {
		return fmt.Errorf("writing the data: %w", err)
	}
	return nil
}

// writeRows writes rows and columns as CSV, in Markdown or as a table.
func writeRows(s *records.Table, format Format, io IO) error {
	switch format {
	case CSV:
		return writeOut(io, s.WriteCSV)
	case Markdown:
		return writeOut(io, s.WriteMarkdown)
	}
	out := bufio.NewWriter(io.Out)
	writeTable(out, s, io.Width)
	return out.Flush()
}

// writeEscaped writes what an encoding makes. JSON escapes most of what a terminal
// would obey; on one, the rest is escaped as well, which leaves its meaning.
func writeEscaped(out *bufio.Writer, tty bool, encode func(stdio.Writer) error) error {
	if !tty {
		return encode(out)
	}
	var b strings.Builder
	if err := encode(&b); err != nil {
		return err
	}
	_, err := out.WriteString(escape(b.String()))
	return err
}

const gap = "  " // between columns

// writeTable writes data in aligned columns, at most width wide if that is
// known.
func writeTable(out *bufio.Writer, s *records.Table, width int) {
	rows := append([][]string{s.Columns}, s.Rows...)
	widths := make([]int, len(s.Columns))
	for _, row := range rows {
		for i := range row {
			row[i] = visible(row[i])
			widths[i] = max(widths[i], cells.Width(row[i]))
		}
	}
	fit(widths, width-len(gap)*(len(widths)-1))
	for _, row := range rows {
		var line strings.Builder
		for i, text := range row {
			if i > 0 {
				line.WriteString(gap)
			}
			if s.Numeric[i] {
				line.WriteString(cells.FitRight(text, widths[i], "…"))
			} else {
				line.WriteString(cells.Fit(text, widths[i], "…"))
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
