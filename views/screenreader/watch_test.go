package screenreader

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"assay/workspace/watch"
)

func TestChangesAreSaidOnce(t *testing.T) {
	var said bytes.Buffer
	p := &program{dialogue: &dialogue{out: &said}}
	tell := p.tellWatched(t.Context())
	at := time.Date(2026, 3, 1, 14, 5, 0, 0, time.Local)
	before, after := json.RawMessage(`{"lamps":[{"name":"Alder","price":60}]}`), json.RawMessage(`{"lamps":[{"name":"Alder","price":64.5},{"name":"Birch","price":129}]}`)
	down := errors.New("the service cannot be reached")
	for _, e := range []watch.Event{
		{Step: watch.First, At: at, Data: before},
		{Step: watch.Unchanged, Repeat: true, At: at, Data: before},
		{Step: watch.Failing, At: at, Err: down},
		{Step: watch.Failing, Repeat: true, At: at, Err: down},
		{Step: watch.Unchanged, At: at, Data: before},
		{Step: watch.Changed, At: at, Data: after},
	} {
		tell(e)
	}
	const want = `14:05:00: answered, 3 lines.
14:05:00: failed: the service cannot be reached. It is tried again.
14:05:00: answered again, and nothing has changed.
14:05:00: changed.
Changed: lamps[0].price: 64.5, was 60
New: lamps[1]: 2 fields
`
	if said.String() != want {
		t.Errorf("it said\n%s\nwant\n%s", &said, want)
	}
	if p.last == nil || !strings.Contains(string(p.last.doc.Data()), "Birch") {
		t.Error("the latest answer cannot be read again")
	}
}
