package history_test

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"assay/client"
	"assay/wire"
	"assay/workspace/history"
)

var start = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

func open(t *testing.T, path string, limits history.Limits) *history.Store {
	t.Helper()
	s := history.New(path, limits)
	t.Cleanup(func() {
		if err := s.Close(t.Context()); err != nil && t.Context().Err() == nil {
			t.Error(err)
		}
	})
	return s
}

func file(t *testing.T) string { return filepath.Join(t.TempDir(), "state", "history.db") }

// await waits until the condition holds, looking again at every change.
func await(t *testing.T, s *history.Store, holds func() bool) {
	t.Helper()
	late := time.After(20 * time.Second)
	for {
		changed := s.Changed()
		if holds() {
			return
		}
		select {
		case <-changed:
		case <-late:
			t.Fatal("what was awaited never came")
		}
	}
}

func all(t *testing.T, s *history.Store) []history.Entry {
	t.Helper()
	entries, err := s.List(t.Context(), 0, 1_000_000)
	if err != nil {
		t.Fatal(err)
	}
	return entries
}

func awaitCalls(t *testing.T, s *history.Store, n int) []history.Entry {
	t.Helper()
	var entries []history.Entry
	await(t, s, func() bool { entries = all(t, s); return len(entries) >= n })
	return entries
}

func response(data string) *wire.QueryResponse {
	generated := "{ a }"
	return &wire.QueryResponse{Data: json.RawMessage(data), Metadata: wire.Metadata{RequestID: "r-1", GeneratedQuery: &generated}}
}

func page(url string) wire.QueryRequest {
	return wire.QueryRequest{Query: "{ a }", URL: url}
}

func TestACallIsKeptWhole(t *testing.T) {
	s := open(t, file(t), history.DefaultLimits)
	request := page("https://shop.example/lamps?page=2")
	request.Params = &wire.Params{Mode: wire.ModeStandard, WaitFor: 1.5}
	data := `{"a":["` + strings.Repeat("long ", 10_000) + `"]}`
	s.Record(history.OfQuery(start, request, ""), history.Outcome{Response: response(data), Took: 38 * time.Millisecond, Cost: 1, Sum: "1 in a"})
	e := awaitCalls(t, s, 1)[0]
	if e.Source != request.URL || e.Kind != history.Query || !e.At.Equal(start) || e.Took != 38*time.Millisecond || e.Cost != 1 ||
		e.Status != 200 || !e.OK() || e.Size != int64(len(data)) || e.Sum != "1 in a" || e.RequestID != "r-1" || !e.Kept {
		t.Errorf("the entry is %+v", e)
	}
	whole, answer, err := s.Get(t.Context(), e.ID)
	if err != nil {
		t.Fatal(err)
	}
	var params wire.Params
	if err := json.Unmarshal([]byte(whole.Params), &params); err != nil || params != *request.Params {
		t.Errorf("params %q, %v", whole.Params, err)
	}
	if string(answer.Data) != data || *answer.Metadata.GeneratedQuery != "{ a }" {
		t.Error("the answer is not what was recorded")
	}
	if info, err := os.Stat(s.Path()); err != nil || info.Mode().Perm() != 0o600 || info.Size() > 60_000 {
		t.Errorf("the file: %v, %v bytes, %v", info.Mode(), info.Size(), err)
	}
}

func TestEveryKind(t *testing.T) {
	s := open(t, file(t), history.DefaultLimits)
	s.Record(history.OfQuery(start, wire.QueryRequest{Prompt: "all lamps", HTML: "<p>lamp</p>"}, ""), history.Outcome{Response: response("{}"), Cost: 1})
	s.Record(history.OfQuery(start, wire.QueryRequest{Query: "{ a }", HTML: "<p>lamp</p>"}, "/home/u/lamp.html"), history.Outcome{Response: response("{}"), Cost: 1})
	s.Record(history.OfDocument(start, client.DocumentRequest{Query: "{ total }"}, "/home/u/invoice.pdf"), history.Outcome{Response: response("{}"), Cost: 3})
	s.Record(history.OfSession(start, wire.SessionRequest{UAPreset: "windows", BrowserProfile: "stealth"}), history.Outcome{SessionID: "7f3a"})
	s.Record(history.OfQuery(start, page("https://shop.example"), ""), history.Outcome{Err: &client.Error{Status: 402, Code: "quota_exhausted", Message: "The quota is used up."}})
	s.Record(history.OfQuery(start, page("https://shop.example"), ""), history.Outcome{Err: context.Canceled, Cost: 1})
	entries := awaitCalls(t, s, 6)
	var got []string
	for _, e := range entries {
		got = append(got, fmt.Sprint(e.Kind, " ", e.Source, " ", e.Status, " ", e.Code, " ", e.Cost))
	}
	want := []string{
		"query https://shop.example 0 cancelled 0",
		"query https://shop.example 402 quota_exhausted 0",
		"session windows, stealth 201  0",
		"document invoice.pdf 200  3",
		"query lamp.html 200  1",
		"query HTML of 11 bytes 200  1",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s", strings.Join(got, "\n"))
	}
	if entries[5].Hash == "" || entries[5].Hash != entries[4].Hash || entries[4].Path != "/home/u/lamp.html" {
		t.Errorf("%+v and %+v", entries[4], entries[5])
	}
	uses, err := s.Uses(t.Context(), start.Add(-time.Hour))
	if err != nil {
		t.Fatal(err)
	}
	cost := map[history.Kind][3]int{}
	for _, u := range uses {
		c := cost[u.Kind]
		cost[u.Kind] = [3]int{c[0] + u.Calls, c[1] + u.Failed, c[2] + u.Cost}
	}
	if cost[history.Query] != [3]int{4, 2, 2} || cost[history.Document] != [3]int{1, 0, 3} || cost[history.Session] != [3]int{1, 0, 0} {
		t.Errorf("uses %v", cost)
	}
}

// No secret may be anywhere in the file, whatever way it took.
func TestSecretsAreNotWritten(t *testing.T) {
	s := open(t, file(t), history.Limits{})
	request := page("https://ann:pass%2Fword1@shop.example/lamps?api_key=k3y-of-ann&page=2&X-Amz-Signature=s1gn4ture#access_token=t0k3n-t0k3n")
	request.Params = &wire.Params{Proxy: wire.CustomProxy("http://bob:pr0xy-url@proxy.example:8080", "bob", `pr0xy"password`)}
	data := `{"link":"https://ann:pass%2Fword1@shop.example/a","n":1,"t":"k3y-of-ann pr0xy\"password pass/word1","d":12345}`
	s.Record(history.OfQuery(start, request, ""), history.Outcome{Response: response(data), Cost: 1})
	s.Record(history.OfQuery(start, request, ""), history.Outcome{Err: errors.New(`reading "https://ann:pass%2Fword1@shop.example/lamps?api_key=k3y-of-ann": over http://u:other-s3cret@p.example refused`)})
	s.Record(history.OfSession(start, wire.SessionRequest{Proxy: request.Params.Proxy}), history.Outcome{SessionID: "7f3a"})
	entries := awaitCalls(t, s, 3)
	secrets := []string{"pass%2Fword1", "pass/word1", "k3y-of-ann", "s1gn4ture", "t0k3n", "pr0xy-url", `pr0xy"password`, `pr0xy\"password`, "other-s3cret", "ann:"}
	for _, light := range entries {
		e, answer, err := s.Get(t.Context(), light.ID)
		if err != nil {
			t.Fatal(err)
		}
		text := fmt.Sprintf("%+v", e)
		if answer != nil {
			text += string(answer.Data)
			if !json.Valid(answer.Data) {
				t.Errorf("the answer is no JSON any more: %s", answer.Data)
			}
			if !strings.Contains(string(answer.Data), `"d":12345`) {
				t.Errorf("a number was changed: %s", answer.Data)
			}
		}
		for _, secret := range secrets {
			if strings.Contains(text, secret) {
				t.Errorf("%q is in %s", secret, text)
			}
		}
		if !e.Masked {
			t.Errorf("nothing says that %s lacks something", e.Source)
		}
	}
	if want := "https://••••@shop.example/lamps?api_key=••••&page=2&X-Amz-Signature=••••#access_token=••••"; entries[1].Source != want {
		t.Errorf("the source is %s", entries[1].Source)
	}
	if err := s.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	files, _ := filepath.Glob(s.Path() + "*")
	for _, name := range files {
		raw, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, secret := range secrets {
			if strings.Contains(string(raw), secret) {
				t.Errorf("%q is in %s", secret, name)
			}
		}
	}
}

func TestMaskURL(t *testing.T) {
	for _, test := range [][2]string{
		{"https://shop.example/lamps?page=2&q=key", "https://shop.example/lamps?page=2&q=key"},
		{"https://shop.example/?Token=abc;x=1", "https://shop.example/?Token=••••;x=1"},
		{"https://shop.example/?api%5Fkey=abc&=", "https://shop.example/?api%5Fkey=••••&="},
		{"https://a@b:c@shop.example", "https://••••@shop.example"},
		{"https://shop.example/@ann?at=1", "https://shop.example/@ann?at=1"},
		{"https://u:p@shop .example/%zz?pwd=1", "https://••••@shop .example/%zz?pwd=••••"},
		{"", ""},
		{"socks5://u:p@127.0.0.1:1080", "socks5://••••@127.0.0.1:1080"},
	} {
		if got, _ := history.MaskURL(test[0]); got != test[1] {
			t.Errorf("%s became %s, not %s", test[0], got, test[1])
		}
	}
}

func FuzzMaskURL(f *testing.F) {
	for _, seed := range []string{"https://u:p@h/?token=x#sig=y", "https://h", "a://@?#", "?key=&key", "https://%zz:@[::1]/"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, address string) {
		clean, _ := history.MaskURL(address)
		if again, secrets := history.MaskURL(clean); again != clean && len(secrets) > 0 {
			t.Errorf("%q became %q and then %q", address, clean, again)
		}
	})
}

func TestRetention(t *testing.T) {
	limits := history.Limits{Calls: 10, Age: 24 * time.Hour, Bytes: 1 << 20, AnswerBytes: 100}
	path := file(t)
	s := open(t, path, history.Limits{})
	now := time.Now()
	s.Record(history.OfQuery(now.Add(-48*time.Hour), page("https://old.example"), ""), history.Outcome{Response: response("{}")})
	s.Record(history.OfQuery(now.Add(-48*time.Hour), page("https://pinned.example"), ""), history.Outcome{Response: response("{}")})
	if err := s.Pin(t.Context(), true, awaitCalls(t, s, 2)[0].ID); err != nil {
		t.Fatal(err)
	}
	for i := range 15 {
		s.Record(history.OfQuery(now, page(fmt.Sprintf("https://%d.example", i)), ""), history.Outcome{Response: response("{}")})
	}
	awaitCalls(t, s, 17)
	if err := s.Close(t.Context()); err != nil {
		t.Fatal(err)
	}

	s = open(t, path, limits) // applied at the first call of a run
	s.Record(history.OfQuery(now, page("https://last.example"), ""), history.Outcome{Response: response(`"` + strings.Repeat("x", 200) + `"`)})
	var entries []history.Entry
	await(t, s, func() bool { entries = all(t, s); return len(entries) == 11 })
	if entries[0].Source != "https://last.example" || entries[0].Kept || entries[0].Size != 202 || entries[10].Source != "https://pinned.example" {
		t.Errorf("%+v and %+v", entries[0], entries[10])
	}
	if err := s.Close(t.Context()); err != nil {
		t.Fatal(err)
	}

	limits = history.Limits{Bytes: 3000}
	s = open(t, path, limits)
	for i := range 3 { // about 1,300 bytes each, compressed
		noise := make([]byte, 1024)
		for j := range noise {
			noise[j] = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_"[(j*j*31+j*7+i*13+j/64*11)%64]
		}
		s.Record(history.OfQuery(now, page(fmt.Sprintf("https://big%d.example", i)), ""), history.Outcome{Response: response(`"` + string(noise) + `"`)})
		await(t, s, func() bool { entries = all(t, s); return entries[0].Source == fmt.Sprintf("https://big%d.example", i) })
	}
	if err := s.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	s = open(t, path, limits)
	s.Record(history.OfQuery(now, page("https://end.example"), ""), history.Outcome{Response: response("{}")})
	await(t, s, func() bool {
		entries = all(t, s)
		_, bytes, err := s.Count(t.Context())
		return err == nil && entries[0].Source == "https://end.example" && bytes <= limits.Bytes+200 // the pinned one's
	})
}

func TestDeleteAndRestore(t *testing.T) {
	s := open(t, file(t), history.DefaultLimits)
	for i := range 3 {
		s.Record(history.OfQuery(start, page(fmt.Sprintf("https://%d.example", i)), ""), history.Outcome{Response: response("{}")})
	}
	id := awaitCalls(t, s, 3)[1].ID
	if err := s.Delete(t.Context(), id); err != nil {
		t.Fatal(err)
	}
	if n := len(all(t, s)); n != 2 {
		t.Errorf("%d calls after one was deleted", n)
	}
	if _, _, err := s.Get(t.Context(), id); !errors.Is(err, history.ErrGone) {
		t.Errorf("a deleted call: %v", err)
	}
	if err := s.Restore(t.Context(), id); err != nil {
		t.Fatal(err)
	}
	if _, answer, err := s.Get(t.Context(), id); err != nil || answer == nil {
		t.Errorf("a restored call: %v, %v", answer, err)
	}
}

// Two dashboards write one file at once, and each sees what the other wrote.
func TestTwoDashboards(t *testing.T) {
	path := file(t)
	stores := []*history.Store{open(t, path, history.DefaultLimits), open(t, path, history.DefaultLimits)}
	var group sync.WaitGroup
	for n, s := range stores {
		for writer := range 4 {
			group.Go(func() {
				for i := range 50 {
					s.Record(history.OfQuery(start, page(fmt.Sprintf("https://%d-%d-%d.example", n, writer, i)), ""), history.Outcome{Response: response("{}"), Cost: 1})
					if i%10 == 0 {
						if _, err := s.List(context.Background(), 0, 10); err != nil {
							t.Error(err)
						}
					}
				}
			})
		}
	}
	group.Wait()
	for _, s := range stores {
		if err := s.Close(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	s := open(t, path, history.DefaultLimits)
	entries := all(t, s)
	if len(entries) != 400 {
		t.Errorf("%d calls of 400", len(entries))
	}
	seen := map[string]bool{}
	for _, e := range entries {
		seen[e.Source] = true
	}
	if len(seen) != 400 {
		t.Errorf("%d different calls of 400", len(seen))
	}
	newer, err := s.Newer(t.Context(), entries[5].ID)
	if err != nil || len(newer) != 5 || newer[0].ID != entries[0].ID {
		t.Errorf("newer than the sixth: %d, %v", len(newer), err)
	}
}

func TestDamagedFile(t *testing.T) {
	path := file(t)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(strings.Repeat("this is no database\n", 400)), 0o600); err != nil {
		t.Fatal(err)
	}
	s := open(t, path, history.DefaultLimits)
	s.Record(history.OfQuery(start, page("https://a.example"), ""), history.Outcome{Response: response("{}")})
	await(t, s, func() bool { return s.Err() != nil })
	if _, err := s.List(t.Context(), 0, 10); err == nil || !strings.Contains(err.Error(), path+" is damaged") {
		t.Errorf("reading it: %v", err)
	}
	s.Record(history.OfQuery(start, page("https://b.example"), ""), history.Outcome{Response: response("{}")}) // lost, and no harm
	if data, err := os.ReadFile(path); err != nil || !strings.HasPrefix(string(data), "this is no database") {
		t.Errorf("the file was changed: %v", err)
	}
}

func TestNewerVersion(t *testing.T) {
	path := file(t)
	s := open(t, path, history.DefaultLimits)
	s.Record(history.OfQuery(start, page("https://a.example"), ""), history.Outcome{Response: response("{}")})
	awaitCalls(t, s, 1)
	if err := s.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec("PRAGMA user_version = 99"); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	s = open(t, path, history.DefaultLimits)
	if _, err := s.List(t.Context(), 0, 10); err == nil || !strings.Contains(err.Error(), "newer version") {
		t.Errorf("a file of a newer version: %v", err)
	}
}

func TestUnwritableFolder(t *testing.T) {
	blocked := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(blocked, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	s := open(t, filepath.Join(blocked, "history.db"), history.DefaultLimits) // a file is in the way of the folder
	s.Record(history.OfQuery(start, page("https://a.example"), ""), history.Outcome{Response: response("{}")})
	await(t, s, func() bool { return s.Err() != nil })
	if !strings.Contains(s.Err().Error(), blocked) {
		t.Errorf("the failure is %v", s.Err())
	}
}

func TestOff(t *testing.T) {
	path := file(t)
	s := open(t, path, history.Limits{Off: true})
	s.Record(history.OfQuery(start, page("https://a.example"), ""), history.Outcome{Response: response("{}")})
	if _, err := s.List(t.Context(), 0, 1); !errors.Is(err, history.ErrOff) {
		t.Errorf("listing: %v", err)
	}
	if err := s.Close(t.Context()); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(path); !os.IsNotExist(err) {
		t.Errorf("there is a file: %v", err)
	}
}
