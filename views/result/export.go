package result

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"assay/ui/form"
	"assay/ui/jsondoc"
	"assay/ui/table"
	"assay/ui/toast"
	"assay/views/frame"
	"assay/workspace/records"
	"assay/workspace/wholefile"
)

// format is a form that data is exported in; it is also the ending of the file.
type format string

const (
	formatJSON     format = "json"
	formatNDJSON   format = "ndjson"
	formatCSV      format = "csv"
	formatMarkdown format = "md"
)

// The names of the export's fields, and the places it goes to.
const (
	fieldFormat = "format"
	fieldTo     = "to"
	fieldPath   = "path"
	toFile      = "file"
	toClipboard = "clipboard"
)

// openExport asks for what to export and where to.
func (p *Pane) openExport() {
	first := formatJSON
	if p.face == asTable {
		first = formatCSV
	}
	p.over.Form("Export", "Enter exports", []form.Field{
		{Name: fieldFormat, Label: "Format", Kind: form.Choice, Value: string(first), Options: []form.Option{
			{Value: string(formatJSON), Label: "JSON"}, {Value: string(formatNDJSON), Label: "NDJSON"},
			{Value: string(formatCSV), Label: "CSV"}, {Value: string(formatMarkdown), Label: "Markdown"},
		}, Help: "a table exports what it shows, in its order; otherwise the first list is exported"},
		{Name: fieldTo, Label: "To", Kind: form.Choice, Value: toFile, Options: []form.Option{
			{Value: toFile, Label: "file"}, {Value: toClipboard, Label: "clipboard"},
		}},
		{Name: fieldPath, Label: "Path", Kind: form.Text, Value: p.exportName(), Help: "without an ending it gets that of the format",
			Check: checkPath, Shown: func(v form.Values) bool { return v[fieldTo] == toFile }},
	}, p.exported)
}

// exportName returns the name that is offered for a file.
func (p *Pane) exportName() string { return "assay-" + p.env.Now().Format("20060102-150405") }

func checkPath(path string) error {
	path = frame.Expand(path)
	if strings.TrimSpace(path) == "" {
		return errors.New("give the file a name")
	}
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return errors.New("this is a folder")
	}
	if _, err := os.Stat(filepath.Dir(path)); err != nil {
		return fmt.Errorf("there is no folder %s", filepath.Dir(path))
	}
	return nil
}

// exporting is what is written, and where to.
type exporting struct {
	path   string
	format format
	data   []byte
}

// exportThere asks whether a file that is there may be replaced; exportOver says yes.
type (
	exportThere struct{ exporting }
	exportOver  struct{ exporting }
)

func (p *Pane) exported(values form.Values) tea.Cmd {
	encode, as := p.encoder(format(values[fieldFormat])), format(values[fieldFormat])
	if values[fieldTo] == toClipboard {
		return func() tea.Msg {
			data, err := encode()
			if err != nil {
				return frame.Notice{Level: toast.Bad, Text: "exporting: " + err.Error()}
			}
			return frame.Copy{What: "result as " + formatNames[as], Text: string(data)}
		}
	}
	path := frame.Expand(values[fieldPath])
	if filepath.Ext(path) == "" {
		path += "." + string(as)
	}
	return func() tea.Msg {
		data, err := encode()
		if err != nil {
			return frame.Notice{Level: toast.Bad, Text: "exporting: " + err.Error()}
		}
		written, err := writeNew(path, data)
		if errors.Is(err, fs.ErrExist) {
			return exportThere{exporting{written, as, data}}
		}
		return saved{"result as " + formatNames[as], written, err}.notice()
	}
}

var formatNames = map[format]string{formatJSON: "JSON", formatNDJSON: "NDJSON", formatCSV: "CSV", formatMarkdown: "Markdown"}

// askOver asks before a file is replaced.
func (p *Pane) askOver(e exporting) tea.Cmd {
	return frame.Show(frame.Question(p.theme, "Replace the file?", "replace it", "keep it", exportOver{e}, "There is already a file "+e.path+"."))
}

func writeOver(e exporting) tea.Cmd {
	return func() tea.Msg {
		return saved{"result as " + formatNames[e.format], e.path, wholefile.Replace(e.path, e.data, 0o644)}.notice()
	}
}

// encoder returns what makes the text of an export of what is shown: it belongs in
// commands.
func (p *Pane) encoder(as format) func() ([]byte, error) {
	v := p.plain()
	if snapshot, ok := v.table.Snapshot(); ok && p.face == asTable {
		return func() ([]byte, error) { return encodeTable(snapshot, as) }
	}
	doc := v.tree.Document()
	return func() ([]byte, error) { return Encode(doc, string(as)) }
}

// Encode writes a document in the format of a file's ending, "json", "ndjson", "csv" or "md".
func Encode(doc *jsondoc.Document, ending string) ([]byte, error) {
	as := format(ending)
	switch _, known := formatNames[as]; {
	case !known:
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
