package views

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"assay/client"
	"assay/views/viewtest"
	"assay/wire"
	"assay/workspace/history"
)

// recorded puts calls into the history of a dashboard and waits until they are written.
func recorded(d *player, entries ...history.Entry) {
	d.t.Helper()
	past := d.m.env.History
	for i, e := range entries {
		data := fmt.Sprintf(`{"products":[{"name":"Alder","price":%d}]}`, 60+i)
		cost := 1
		if e.Kind == history.Session {
			cost = 0
		}
		past.Record(e, history.Outcome{Response: &wire.QueryResponse{Data: []byte(data), Metadata: wire.Metadata{RequestID: fmt.Sprint("request-", i)}},
			Took: time.Duration(i+1) * time.Millisecond, Cost: cost, Sum: "1 in products"})
	}
	late := time.After(patience)
	for {
		changed := past.Changed()
		if got, err := past.List(d.t.Context(), 0, 1); err != nil || len(got) > 0 && got[0].RequestID == fmt.Sprint("request-", len(entries)-1) {
			return
		}
		select {
		case <-changed:
		case <-late:
			d.t.Fatal("the calls were not written")
		}
	}
}

func web(url, query string) history.Entry {
	return history.OfQuery(time.Now(), wire.QueryRequest{URL: url, Query: query}, "")
}

// Calls that are made in the other tabs are in the history, while it is looked at and
// after the dashboard was started anew.
func TestCallsAreInTheHistory(t *testing.T) {
	t.Parallel()
	s := newStage(t)
	folder := stateDir(t)
	same := func(o *Options) { o.StateDir = folder }
	d := open(t, s, 120, 36, same)
	d.keys("5")
	d.until("No call was made yet.", "history.db")
	d.measure()
	d.queried("https://u:hunter22@shop.example/lamps", "{ a ")
	d.until("Fernhill")
	d.keys("alt+5")
	d.until("1 call", "shop.example/lamps", "✓ 200", "2 products", "Request", "{ a }", `"Fernhill"`)
	d.refuse("hunter22")
	s.Refuse(422, "bad_query", "The query is not one.")
	d.keys("2", "f5")
	d.until("The query failed")
	d.keys("5")
	d.until("2 calls", "✗ 422", "bad query", "The query is not one.")
	d.measure()
	if err := d.m.closeHistory(); err != nil {
		t.Fatal(err)
	}
	d = open(t, s, 120, 36, same)
	d.keys("5")
	d.until("2 calls", "✗ 422")
	d.keys("j")
	d.until(`"Fernhill"`)
	d.refuse("hunter22")
}

func historyOf(t *testing.T, width, height int, entries ...history.Entry) *player {
	t.Helper()
	d := open(t, newStage(t), width, height)
	recorded(d, entries...)
	d.keys("5")
	d.until("History", cutCount(len(entries)))
	return d
}

func cutCount(n int) string {
	if n == 1 {
		return "1 call"
	}
	return fmt.Sprint(n, " calls")
}

// Where the answer takes a key, the bottom line does not offer it for the list.
func TestHistoryBottomLine(t *testing.T) {
	t.Parallel()
	d := historyOf(t, 200, 36, web("https://shop.example/lamps", "{ lamps }"))
	d.until("Alder", "Enter answer")
	d.keys("enter")
	d.until("Enter fold", "y copy", "r run again")
	d.refuse("Enter answer") // its key is nearer
}

func TestHistoryAgain(t *testing.T) {
	t.Parallel()
	d := historyOf(t, 120, 36, web("https://shop.example/lamps", "{ lamps }"))
	d.until(`"Alder"`)
	d.keys("o")
	d.until("Source", "https://shop.example/lamps", "{ lamps }")
	d.keys("alt+5")
	d.until("Request")
	d.keys("r")
	d.until("Run the query again for 1 call?")
	d.keys("enter") // typed ahead of the question
	d.until("Run the query again for 1 call?")
	d.afterGuard("enter")
	d.until("Source", "Fernhill", "shop.example/lamps")
	d.keys("alt+5")
	d.until("2 calls")
}

// A call that is filled in again brings its answer along, dimmed and with its date, until
// it is asked anew; then what has changed since is known.
func TestHistoryFillsTheAnswerInToo(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{80, 24}, {120, 36}} {
		s := newStage(t)
		s.Answer(`{"products":[{"name":"Alder","price":70}]}`, "null")
		d := open(t, s, size[0], size[1])
		asked := web("https://shop.example/lamps", "{ products[] { name price } }")
		asked.At = time.Now().AddDate(0, -2, 0)
		recorded(d, asked)
		d.keys("5")
		d.until("1 call")
		d.keys("enter")
		d.until(`"Alder"`)
		d.keys("o")
		d.until("shop.example/lamps", "{ products[]")
		if size[0] < 100 { // the result is behind the query
			d.keys("tab")
		}
		d.until(`"Alder"`, "1 in products", "of "+asked.At.Format("2 Jan"))
		if !strings.Contains(d.m.View(), "\x1b[2m60") {
			t.Errorf("the price of then is not dimmed: %q", d.m.View())
		}
		d.measure()
		d.keys("f5")
		d.until("~1", "1 call", "70")
		d.gone("of " + asked.At.Format("2 Jan"))
		if strings.Contains(d.m.View(), "\x1b[2m70") {
			t.Errorf("the new price is dimmed: %q", d.m.View())
		}
		d.keys("d")
		d.until("was 60")
	}
}

func TestHistoryAgainWithoutItsSecret(t *testing.T) {
	t.Parallel()
	d := historyOf(t, 120, 36, web("https://shop.example/lamps?token=abcdef", "{ lamps }"))
	d.until(`"Alder"`, "token=••••")
	d.keys("r")
	d.until("a secret of the call was not kept")
	d.keys("o")
	d.until("Source", "token=••••", "put them in where")
}

func TestHistoryOfOtherTabsAgain(t *testing.T) {
	folder := viewtest.Papers(t)
	s := newStage(t)
	addDocuments(t, s)
	d := open(t, s, 120, 36)
	recorded(d, history.OfDocument(time.Now(), client.DocumentRequest{Prompt: "the total"}, filepath.Join(folder, "a.pdf")))
	d.keys("5")
	d.until("a.pdf", `"Alder"`)
	d.keys("o")
	d.until("1 file", "the total", "Results", `"Alder"`, "of ")
	d.measure()
	d.keys("alt+5")
	d.until("Request")
	d.keys("r")
	d.until("Send 1 file", "3 calls")
	d.keys("esc")
	d.afterGuard("esc")
	d.m.env.History.Record(history.OfSession(time.Now(), wire.SessionRequest{UAPreset: "windows", BrowserProfile: "stealth"}), history.Outcome{SessionID: "7f3a"})
	d.keys("alt+5")
	d.until("2 calls", "windows, stealth")
	d.keys("g")
	d.until("A session has no answer")
	d.keys("o")
	d.until("New session", "windows")
}

func TestDamagedHistory(t *testing.T) {
	t.Parallel()
	folder := stateDir(t)
	path := filepath.Join(folder, "test", "history.db")
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(strings.Repeat("no database", 1000)), 0o600); err != nil {
		t.Fatal(err)
	}
	d := open(t, newStage(t), 120, 36, func(o *Options) { o.StateDir = folder })
	d.queried("https://shop.example", "{ a ")
	d.until("Fernhill", "the history cannot be")
	d.keys("alt+5")
	d.until("The history cannot be read.", "is damaged")
	d.measure()
}
