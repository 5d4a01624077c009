package history

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"path/filepath"
	"strconv"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"assay/ui/cells"
	"assay/ui/picker"
	"assay/ui/toast"
	"assay/views/frame"
	"assay/workspace/history"
	"assay/workspace/wholefile"
)

// exported is a call as it is exported.
type exported struct {
	ID        int64           `json:"id"`
	At        time.Time       `json:"at"`
	Kind      history.Kind    `json:"kind"`
	Source    string          `json:"source"`
	Path      string          `json:"path,omitempty"`
	Query     string          `json:"query,omitempty"`
	Prompt    string          `json:"prompt,omitempty"`
	Params    json.RawMessage `json:"params,omitempty"`
	Status    int             `json:"status"`
	Code      string          `json:"code,omitempty"`
	Error     string          `json:"error,omitempty"`
	RequestID string          `json:"request_id,omitempty"`
	Seconds   float64         `json:"seconds"`
	Calls     int             `json:"calls"`
	Bytes     int64           `json:"bytes"`
	Sum       string          `json:"sum,omitempty"`
	Pinned    bool            `json:"pinned,omitempty"`
}

func export(e *history.Entry) exported {
	return exported{
		ID: e.ID, At: e.At.UTC(), Kind: e.Kind, Source: e.Source, Path: e.Path, Query: e.Query, Prompt: e.Prompt, Params: json.RawMessage(e.Params),
		Status: e.Status, Code: e.Code, Error: e.Error, RequestID: e.RequestID, Seconds: e.Took.Seconds(), Calls: e.Cost, Bytes: e.Size, Sum: e.Sum, Pinned: e.Pinned,
	}
}

var csvHead = []string{"id", "at", "kind", "source", "path", "query", "prompt", "params", "status", "code", "error", "request_id", "seconds", "calls", "bytes", "sum", "pinned"}

func (x exported) csv() []string {
	return []string{
		strconv.FormatInt(x.ID, 10), x.At.Format(time.RFC3339), string(x.Kind), x.Source, x.Path, x.Query, x.Prompt, string(x.Params), strconv.Itoa(x.Status),
		x.Code, x.Error, x.RequestID, strconv.FormatFloat(x.Seconds, 'f', -1, 64), strconv.Itoa(x.Calls), strconv.FormatInt(x.Bytes, 10), x.Sum, strconv.FormatBool(x.Pinned),
	}
}

// way is a way to export calls.
type way struct {
	name, ending string
	toFile       bool
}

// openExports lists the ways to export the calls on the list.
func (v *View) openExports() {
	var items []picker.Item
	for _, toFile := range []bool{true, false} {
		for _, w := range []way{{"NDJSON", "ndjson", toFile}, {"JSON", "json", toFile}, {"CSV", "csv", toFile}} {
			name, detail := w.name+" to the clipboard", ""
			if toFile {
				name, detail = w.name+" to a file", "in the folder assay was started in"
			}
			items = append(items, picker.Item{Name: name, Detail: detail, Value: w})
		}
	}
	v.openList("Export "+calls(len(v.shown)), items, func(item *picker.Item) tea.Cmd { return v.export(item.Value.(way)) })
}

func calls(n int) string {
	if n == 1 {
		return "1 call"
	}
	return cells.Group(int64(n)) + " calls"
}

// export writes the calls on the list.
func (v *View) export(w way) tea.Cmd {
	wanted := make(map[int64]bool, len(v.shown))
	for _, c := range v.shown {
		wanted[c.ID] = true
	}
	past, at := v.env.History, v.env.Now()
	return func() tea.Msg {
		var entries []exported
		err := past.Each(context.Background(), func(e *history.Entry) error {
			if wanted[e.ID] {
				entries = append(entries, export(e))
			}
			return nil
		})
		var b bytes.Buffer
		if err == nil {
			err = w.write(&b, entries)
		}
		if err != nil {
			return frame.Notice{Level: toast.Bad, Text: "exporting: " + err.Error()}
		}
		if !w.toFile {
			return frame.Copy{What: calls(len(entries)) + " as " + w.name, Text: b.String()}
		}
		path, err := writeNew("assay-history-"+at.Format("20060102-150405")+"."+w.ending, b.Bytes())
		if err != nil {
			return frame.Notice{Level: toast.Bad, Text: "exporting: " + err.Error()}
		}
		return frame.Notice{Level: toast.Good, Text: calls(len(entries)) + " saved to " + path}
	}
}

func (w way) write(b *bytes.Buffer, entries []exported) error {
	if w.ending == "csv" {
		table := csv.NewWriter(b)
		err := table.Write(csvHead)
		for _, x := range entries {
			err = errors.Join(err, table.Write(x.csv()))
		}
		table.Flush()
		return errors.Join(err, table.Error())
	}
	encoder := json.NewEncoder(b)
	encoder.SetEscapeHTML(false)
	if w.ending == "json" {
		encoder.SetIndent("", "  ")
		return encoder.Encode(entries)
	}
	for _, x := range entries {
		if err := encoder.Encode(x); err != nil {
			return err
		}
	}
	return nil
}

// writeNew writes a new file that only its user can read, never over another, and
// returns its whole path.
func writeNew(name string, data []byte) (string, error) {
	path, err := filepath.Abs(name)
	if err != nil {
		return "", err
	}
	return path, wholefile.Create(path, data, 0o600)
}
