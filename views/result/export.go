package result

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"assay/ui/jsondoc"
	"assay/ui/table"
	"assay/views/popup"
	"assay/workspace/records"
)

// format is a form that data is exported in; it is also the ending of the file.
type format string

const (
	formatJSON     format = "json"
	formatNDJSON   format = "ndjson"
	formatCSV      format = "csv"
	formatMarkdown format = "md"
)

// openExport asks for what to export and where to.
func (p *Pane) openExport() {
	e := popup.Export{
		Title: "Export", File: "assay", Help: "a table exports what it shows, in its order; otherwise the first list is exported",
	}
	v := p.plain()
	doc := v.tree.Document()
	e.Encode = func(ending string) ([]byte, string, error) {
		data, err := Encode(doc, ending)
		return data, "result", err
	}
	if snapshot, ok := v.table.Snapshot(); ok && p.face == asTable {
		e.Format = string(formatCSV)
		e.Encode = func(ending string) ([]byte, string, error) {
			data, err := encodeTable(snapshot, format(ending))
			return data, "result", err
		}
	}
	p.over.Export(e)
}

// Encode writes a document in the format of a file's ending, "json", "ndjson", "csv" or "md".
func Encode(doc *jsondoc.Document, ending string) ([]byte, error) {
	as := format(ending)
	switch known := []format{formatJSON, formatNDJSON, formatCSV, formatMarkdown}; {
	case !slices.Contains(known, as):
		return nil, errors.New("the name of the file must end in .json, .ndjson, .csv or .md")
	case doc == nil:
		return nil, errors.New("there is nothing to export")
	}
	data := doc.Data()
	if doc.Many() {
		var lines, list bytes.Buffer
		list.WriteByte('[')
		for n := 1; n < doc.Len(); n = doc.End(n) {
			if n > 1 {
				list.WriteByte(',')
			}
			list.Write(doc.Raw(n))
			if err := json.Compact(&lines, doc.Raw(n)); err != nil {
				return nil, err
			}
			lines.WriteByte('\n')
		}
		list.WriteByte(']')
		if as == formatNDJSON {
			return lines.Bytes(), nil
		}
		data = list.Bytes()
	}
	var out bytes.Buffer
	switch as {
	case formatJSON:
		err := records.WriteData(&out, data, true)
		return out.Bytes(), err
	case formatNDJSON:
		err := records.WriteLines(&out, data)
		return out.Bytes(), err
	}
	value, err := records.Read(data)
	if err != nil {
		return nil, err
	}
	return encodeSheet(records.NewTable(value), as)
}

func encodeSheet(sheet *records.Table, as format) ([]byte, error) {
	var out bytes.Buffer
	var err error
	if as == formatCSV {
		err = sheet.WriteCSV(&out)
	} else {
		err = sheet.WriteMarkdown(&out)
	}
	return out.Bytes(), err
}

// encodeTable writes the rows and columns that a table shows.
func encodeTable(s table.Snapshot, as format) ([]byte, error) {
	sheet := &records.Table{Columns: s.Names, Numeric: make([]bool, len(s.Names))}
	for i := range sheet.Numeric {
		sheet.Numeric[i] = true
	}
	var lines bytes.Buffer
	err := s.Cells(func(nodes []int) error {
		row := make([]string, len(nodes))
		lines.WriteByte('{')
		written := 0
		for i, n := range nodes {
			if n < 0 {
				continue
			}
			name, err := json.Marshal(s.Names[i])
			if err != nil {
				return err
			}
			if written > 0 {
				lines.WriteByte(',')
			}
			written++
			lines.Write(name)
			lines.WriteByte(':')
			from := lines.Len()
			if err := json.Compact(&lines, s.Doc.Raw(n)); err != nil {
				return err
			}
			switch s.Doc.Kind(n) {
			case jsondoc.Null:
			case jsondoc.String:
				row[i] = string(s.Doc.Text(n))
			default:
				row[i] = string(lines.Bytes()[from:])
			}
			if row[i] != "" && s.Doc.Kind(n) != jsondoc.Number {
				sheet.Numeric[i] = false
			}
		}
		lines.WriteString("}\n")
		sheet.Rows = append(sheet.Rows, row)
		return nil
	})
	switch {
	case err != nil:
		return nil, err
	case as == formatNDJSON:
		return lines.Bytes(), nil
	case as == formatJSON:
		var out bytes.Buffer
		list := "[" + strings.Join(strings.Split(strings.TrimSuffix(lines.String(), "\n"), "\n"), ",") + "]"
		err := records.WriteData(&out, []byte(list), true)
		return out.Bytes(), err
	}
	return encodeSheet(sheet, as)
}
