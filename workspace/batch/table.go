package batch

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"assay/wire"
	"assay/workspace/records"
)

// Table returns what the batch gave as one JSON list, and its length: an object for each
// record of each page that is done, or one of what else it gave, which begins with the page's address as "url", and, of a page
// that came with an error's status, with that as "page_status"; and one with an "error"
// for each page that failed.
func (b *Batch) Table(ctx context.Context) (table json.RawMessage, rows int, err error) {
	pages := b.Pages(0, b.Len())
	var out strings.Builder
	out.WriteByte('[')
	put := func(row records.Value) {
		if rows++; rows > 1 {
			out.WriteByte(',')
		}
		row.Write(&out)
	}
	for n, p := range pages {
		if err := ctx.Err(); err != nil {
			return nil, 0, err
		}
		var data json.RawMessage
		var err error
		switch p.State {
		case Done:
			data, err = b.Data(n)
		case Failed:
			data, err = wire.Marshal(map[string]string{"error": p.Err.Error()})
		default:
			continue
		}
		if err != nil {
			return nil, 0, err
		}
		v, err := records.Read(data)
		if err != nil {
			return nil, 0, fmt.Errorf("%s: %w", p.URL, err)
		}
		of := []records.Label{{Name: "url", Text: p.URL}}
		if p.IsError() {
			of = append(of, records.Label{Name: "page_status", Text: wire.StatusText(p.Status)})
		}
		for _, row := range v.Spread(of...) {
			put(row)
		}
	}
	out.WriteByte(']')
	return json.RawMessage(out.String()), rows, nil
}
