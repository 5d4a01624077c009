package documents

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	tea "github.com/charmbracelet/bubbletea"

	"assay/ui/overlay"
	"assay/ui/picker"
	"assay/ui/toast"
	"assay/views/frame"
	"assay/workspace/records"
	"assay/workspace/wholefile"
)

// way is a way to export the results.
type way struct {
	name   string
	ending string // of the file
	write  func(*bytes.Buffer, []records.Part) error
}

var ways = []way{
	{"JSON", "json", func(b *bytes.Buffer, parts []records.Part) error { return records.WriteJSON(b, parts, true) }},
	{"NDJSON", "ndjson", func(b *bytes.Buffer, parts []records.Part) error { return records.WriteNDJSON(b, parts) }},
	{"CSV", "csv", func(b *bytes.Buffer, parts []records.Part) error {
		s, err := records.Join(parts)
		if err != nil {
			return err
		}
		return s.WriteCSV(b)
	}},
}

// export is a choice of the list of ways.
type export struct {
	way    way
	toFile bool
}

// openExports lists the ways to export.
func (v *View) openExports() {
	var items []picker.Item
	for _, w := range ways {
		items = append(items, picker.Item{Name: w.name + " to a file", Detail: "in the folder assay was started in", Value: export{w, true}})
	}
	for _, w := range ways {
		items = append(items, picker.Item{Name: w.name + " to the clipboard", Value: export{w, false}})
	}
	v.exports = picker.New(v.theme, v.env.Keys, "Export all results", items)
}

func (v *View) exportsUpdate(msg tea.Msg) tea.Cmd {
	result, cmd := v.exports.Update(msg)
	switch {
	case result.Closed:
		v.exports = nil
	case result.Chosen != nil:
		v.exports = nil
		return tea.Batch(cmd, v.export(result.Chosen.Value.(export)))
	}
	return cmd
}

// exportsMouse hands a mouse event to the list; a press beside it closes it.
func (v *View) exportsMouse(msg tea.MouseMsg) tea.Cmd {
	box := v.exports.View(v.width, v.height)
	msg, beside := overlay.Mouse(msg, v.width, v.height, box)
	if beside {
		v.exports = nil
		return nil
	}
	return v.exportsUpdate(msg)
}

// export writes what all files gave that are through.
func (v *View) export(e export) tea.Cmd {
	var parts []records.Part
	for _, d := range v.batch.docs {
		switch d.state {
		case done:
			parts = append(parts, records.Part{File: d.path, Data: d.answer.Data})
		case failed:
			parts = append(parts, records.Part{File: d.path, Err: d.err})
		}
	}
	at := v.env.Now()
	return func() tea.Msg {
		var b bytes.Buffer
		if err := e.way.write(&b, parts); err != nil {
			return frame.Notice{Level: toast.Bad, Text: "exporting: " + err.Error()}
		}
		if !e.toFile {
			return frame.Copy{What: counted(len(parts), "result") + " as " + e.way.name, Text: b.String()}
		}
		path, err := writeNew("assay-documents-"+at.Format("20060102-150405"), e.way.ending, b.Bytes())
		if err != nil {
			return frame.Notice{Level: toast.Bad, Text: "exporting: " + err.Error()}
		}
		return frame.Notice{Level: toast.Good, Text: counted(len(parts), "result") + " saved to " + path}
	}
}

// writeNew writes a new file in the working directory, never over another: the name
// gets a number if it is taken.
func writeNew(name, ending string, data []byte) (string, error) {
	for n := 1; ; n++ {
		try := name + "." + ending
		if n > 1 {
			try = fmt.Sprintf("%s-%d.%s", name, n, ending)
		}
		path, err := filepath.Abs(try)
		if err != nil {
			return "", err
		}
		if err = wholefile.Create(path, data, 0o644); !errors.Is(err, os.ErrExist) || n == 100 {
			return path, err
		}
	}
}
