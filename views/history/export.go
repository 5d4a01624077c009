package history

import (
	"bytes"
	"context"
	"encoding/json"
	"strconv"
	"time"

	"assay/views/frame"
	"assay/views/popup"
	"assay/workspace/history"
	"assay/workspace/records"
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

// openExports offers the ways to export the calls on the list.
func (v *View) openExports() {
	listed := make(map[int64]bool, len(v.shown))
	for _, c := range v.shown {
		listed[c.ID] = true
	}
	store := v.env.History
	v.over.Export(popup.Export{Title: "Export " + frame.Counted(len(v.shown), "call"), File: "assay-history", Mode: 0o600, Encode: func(ending string) ([]byte, string, error) {
		var entries []exported
		err := store.Each(context.Background(), func(e *history.Entry) error {
			if listed[e.ID] {
				entries = append(entries, export(e))
			}
			return nil
		})
		if err != nil {
			return nil, "", err
		}
		data, err := encode(entries, ending)
		return data, frame.Counted(len(entries), "call"), err
	}})
}

func encode(entries []exported, ending string) ([]byte, error) {
	var b bytes.Buffer
	if ending == "csv" {
		sheet := records.Table{Columns: csvHead}
		for _, x := range entries {
			sheet.Rows = append(sheet.Rows, x.csv())
		}
		err := sheet.WriteCSV(&b)
		return b.Bytes(), err
	}
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if ending == "json" {
		encoder.SetIndent("", "  ")
		err := encoder.Encode(entries)
		return b.Bytes(), err
	}
	for _, x := range entries {
		if err := encoder.Encode(x); err != nil {
			return nil, err
		}
	}
	return b.Bytes(), nil
}
