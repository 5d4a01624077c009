package batch_test

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"assay/client"
	"assay/wire"
	"assay/workspace/batch"
)

// begun runs a batch of ten pages until four are through, one of them failed, and
// returns its journal.
func begun(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "batches", "one.ndjson")
	s := &service{took: time.Second, answer: func(url string, _ int) (int, string, string) {
		if strings.HasSuffix(url, "/1") {
			return 422, "", `{"error_info":"no page","code":"bad_url","field":"url","metadata":{"request_id":"r-1"}}`
		}
		return 200, "", "{\n  \"items\": [{\"n\": 1}, {\"n\": 2}]\n}"
	}}
	synctest.Test(t, func(t *testing.T) {
		p := plan(urls(10, 10)...)
		p.Params = &wire.Params{Mode: wire.ModeStandard, Screenshot: true, Proxy: wire.CustomProxy("http://u:secret@proxy.example", "u", "secret")}
		b, err := batch.New(path, p, time.Now())
		if err != nil {
			t.Fatal(err)
		}
		if err := b.SetSettings(batch.Settings{Jobs: 4, Tries: 1}); err != nil {
			t.Fatal(err)
		}
		go b.Run(t.Context(), s.client(t).Query, nil)
		time.Sleep(1500 * time.Millisecond)
		if err := b.Close(); err != nil {
			t.Fatal(err)
		}
	})
	return path
}

func open(t *testing.T, path string) *batch.Batch {
	t.Helper()
	b, err := batch.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.Close() })
	return b
}

// A device is no journal: one such as /dev/full can be read for ever.
func TestOpenWhatIsNoFile(t *testing.T) {
	if _, err := batch.Open(os.DevNull); err == nil || !strings.Contains(err.Error(), os.DevNull+" is not a regular file") {
		t.Errorf("opening a device: %v", err)
	}
}

func TestOpen(t *testing.T) {
	b := open(t, begun(t))
	if p := b.Progress(time.Now()); p.Done != 3 || p.Failed != 1 || p.Waiting != 6 || p.Records != 6 {
		t.Errorf("after a restart: %+v", p)
	}
	failed := b.Pages(1, 2)[0]
	var refused *client.Error
	if !errors.As(failed.Err, &refused) || refused.Status != 422 || refused.Code != "bad_url" || refused.Field != "url" || refused.RequestID != "r-1" {
		t.Errorf("the failure is %#v", failed.Err)
	}
	if data, err := b.Data(2); err != nil || string(data) != `{"items":[{"n":1},{"n":2}]}` {
		t.Errorf("the data is %s (%v)", data, err)
	}
	p := b.Plan()
	if !slices.Equal(p.URLs, urls(10, 10)) || p.Params.Mode != wire.ModeStandard || p.Params.Screenshot || p.Params.Proxy.Username != "u" {
		t.Errorf("the plan is %+v, %+v", p, p.Params)
	}
	if !b.SameQuestion(batch.Plan{Query: p.Query, Params: &wire.Params{Mode: wire.ModeStandard, Proxy: wire.CustomProxy("http://proxy.example", "u", "other")}}) {
		t.Error("the same question with another password is another")
	}
	if b.SameQuestion(batch.Plan{Query: "{ other }", Params: p.Params}) {
		t.Error("another question is the same")
	}
	if _, err := batch.Open(filepath.Join(t.TempDir(), "none")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no file gives %v", err)
	}
}

func TestJournalHoldsNoSecret(t *testing.T) {
	path := begun(t)
	data, err := os.ReadFile(path)
	if err != nil || bytes.Contains(data, []byte("secret")) {
		t.Errorf("the journal holds the proxy's password: %s (%v)", data, err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("others may read the journal: %v (%v)", info.Mode(), err)
	}
}

func TestOnlyOneWrites(t *testing.T) {
	path := begun(t)
	b := open(t, path)
	if _, err := batch.Open(path); !errors.Is(err, batch.ErrInUse) {
		t.Errorf("a second one may write: %v", err)
	}
	b.Close()
	open(t, path)
}

// However a journal is cut short, what is before the cut counts, and the batch can be
// written on.
func TestTornJournal(t *testing.T) {
	path := begun(t)
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	header := bytes.IndexByte(whole, '\n') + 1
	for cut := header; cut < len(whole); cut += 7 {
		torn := filepath.Join(t.TempDir(), "torn")
		if err := os.WriteFile(torn, whole[:cut], 0o600); err != nil {
			t.Fatal(err)
		}
		b, err := batch.Open(torn)
		if err != nil {
			t.Fatalf("cut at %d: %v", cut, err)
		}
		lines := bytes.Count(whole[header:cut], []byte("\n"))
		if p := b.Progress(time.Now()); p.Through() != lines {
			t.Errorf("cut at %d, after %d pages: %+v", cut, lines, p)
		}
		if err := b.Cancel(); err != nil {
			t.Fatal(err)
		}
		b.Close()
		b = open(t, torn)
		if p := b.Progress(time.Now()); p.Through() != 10 || p.Done+p.Failed != lines {
			t.Errorf("cut at %d and written on: %+v", cut, p)
		}
		b.Close()
	}
	if _, err := batch.Open(filepath.Join(filepath.Dir(path), "..")); err == nil {
		t.Error("a folder is taken for a journal")
	}
}

func TestAgainAndAddAreKept(t *testing.T) {
	path := begun(t)
	b := open(t, path)
	if err := errors.Join(b.Again(b.Find(batch.Failed)), b.Add([]string{"https://new.example/", "https://h2.example/2"}), b.Close()); err != nil {
		t.Fatal(err)
	}
	if p := open(t, path).Progress(time.Now()); p.Total != 11 || p.Waiting != 8 || p.Failed != 0 {
		t.Errorf("after one page more and one again: %+v", p)
	}
}

func FuzzOpen(f *testing.F) {
	f.Add([]byte(`{"assay_batch":1,"query":"{ a }","urls":["https://a.example/","https://b.example/"]}
{"page":0,"tries":1,"took_ms":3,"records":1,"data":{"a":1}}
{"page":1,"tries":2,"error":{"message":"no","status":422}}
{"again":[1]}
{"cancelled":[1,7,-1]}
{"page":9,"data":1}
{"pa`))
	f.Fuzz(func(t *testing.T, data []byte) {
		path := filepath.Join(t.TempDir(), "journal")
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		b, err := batch.Open(path)
		if err != nil {
			return
		}
		p := b.Progress(time.Now())
		if p.Done+p.Failed+p.Waiting+p.Cancelled != p.Total || p.Running != 0 {
			t.Errorf("the pages do not add up: %+v", p)
		}
		for _, n := range b.Find(batch.Done) {
			if _, err := b.Data(n); err != nil {
				t.Errorf("page %d is done, but: %v", n, err)
			}
		}
		if err := errors.Join(b.Cancel(), b.Close()); err != nil {
			t.Fatal(err)
		}
		open(t, path).Close()
	})
}

func TestFolder(t *testing.T) {
	dir := t.TempDir()
	if all, err := batch.Folder(filepath.Join(dir, "none")); len(all) > 0 || err != nil {
		t.Errorf("no folder has %v (%v)", all, err)
	}
	began := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	for i, complete := range []bool{true, false, true} {
		at := began.Add(time.Duration(i) * time.Hour)
		b, err := batch.New(filepath.Join(dir, batch.Name(at)), plan(urls(2+i, 1)...), at)
		if err != nil {
			t.Fatal(err)
		}
		if complete {
			err = b.Cancel()
		}
		if err := errors.Join(err, b.Close()); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "other.ndjson"), []byte("{}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	seen := func() (totals []int) {
		all, err := batch.Folder(dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, k := range all {
			totals = append(totals, k.Total)
			if k.Complete != (k.Total != 3) || k.First != "https://h0.example/0" {
				t.Errorf("a batch is listed as %+v", k)
			}
		}
		return totals
	}
	if got := seen(); !slices.Equal(got, []int{4, 3, 2}) {
		t.Errorf("the latest are not first: %v", got)
	}
	if err := batch.Prune(dir, 1); err != nil {
		t.Fatal(err)
	}
	if got := seen(); !slices.Equal(got, []int{4, 3}) {
		t.Errorf("of which one complete is kept: %v", got)
	}
}

func TestTable(t *testing.T) {
	table, rows, err := open(t, begun(t)).Table(t.Context())
	want := `[{"url":"https://h0.example/0","n":1},{"url":"https://h0.example/0","n":2},{"url":"https://h1.example/1","error":"no page (HTTP 422 bad_url, field url)"},` +
		`{"url":"https://h2.example/2","n":1},{"url":"https://h2.example/2","n":2},{"url":"https://h3.example/3","n":1},{"url":"https://h3.example/3","n":2}]`
	if err != nil || string(table) != want || rows != 7 {
		t.Errorf("the table has %d rows and is\n%s (%v), want 7:\n%s", rows, table, err, want)
	}
}
