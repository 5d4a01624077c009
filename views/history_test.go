package views

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"assay/client"
	"assay/views/frame"
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
	s := newStage(t)
	folder := stateDir(t)
	same := func(o *Options) { o.StateDir = folder }
	d := open(t, s, 120, 36, same)
	d.keys("5")
	d.until("No call was made yet.", "history.db")
	d.measure()
	d.keys("2")
	d.typed("https://u:hunter22@shop.example/lamps")
	d.keys("tab")
	d.typed("{ a ")
	d.keys("f5")
	d.until("Fernhill")
	d.keys("alt+5")
	d.until("1 call", "shop.example/lamps", "✓ 200", "2 products", "Request", "{ a }", `"Fernhill"`)
	d.refuse("hunter22")
	s.refuse(422, "bad_query", "The query is not one.")
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

func TestHistorySearch(t *testing.T) {
	d := historyOf(t, 120, 36, web("https://shop.example/lamps", "{ lamps }"), web("https://news.example/today", "{ headlines }"),
		history.OfDocument(time.Now(), client.DocumentRequest{Query: "{ total }"}, "/home/u/invoice.pdf"))
	d.keys("/")
	d.typed("headl")
	d.until("1 of 3 calls", "news.example/today")
	d.refuse("invoice.pdf")
	d.keys("esc")
	d.until("3 calls", "invoice.pdf")
	for search, want := range map[string]string{
		"kind:doc":               "invoice.pdf",
		"-kind:query":            "invoice.pdf",
		"shlamps":                "shop.example/lamps", // letters in their order
		`"{ lamps"`:              "shop.example/lamps",
		"after:2h took:>2.5ms":   "invoice.pdf",
		"status:200 news":        "news.example/today",
		"status:ok cost:1 today": "news.example/today",
	} {
		d.keys("/")
		d.typed(search)
		d.until("1 of 3 calls", want)
		d.measure()
		d.keys("esc")
		d.until("3 calls")
	}
	d.keys("/")
	d.typed("status:error")
	d.until("0 of 3 calls", "No call has all that.", "Enter choose", "Esc close")
	d.keys("esc", "/")
	d.typed("after:soon")
	d.until("is no time")
	d.keys("esc", "/")
	d.typed("lamps")
	d.keys("enter", "b") // a key of the list again
	d.until("1 of 3 calls", "●")
	d.keys("esc")
	d.until("3 calls")
}

// Where the answer takes a key, the bottom line does not offer it for the list.
func TestHistoryBottomLine(t *testing.T) {
	d := historyOf(t, 200, 36, web("https://shop.example/lamps", "{ lamps }"))
	d.until("Alder", "Enter answer")
	d.keys("enter")
	d.until("Enter fold", "y copy", "r run again")
	d.refuse("Enter answer") // its key is nearer
}

func TestHistoryAgain(t *testing.T) {
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
	for _, size := range [][2]int{{80, 24}, {120, 36}} {
		s := newStage(t)
		s.answer(`{"products":[{"name":"Alder","price":70}]}`, "null")
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
	d := historyOf(t, 120, 36, web("https://shop.example/lamps?token=abcdef", "{ lamps }"))
	d.until(`"Alder"`, "token=••••")
	d.keys("r")
	d.until("a secret of the call is not kept")
	d.keys("o")
	d.until("Source", "token=••••", "put them in where")
}

func TestHistoryOfOtherTabsAgain(t *testing.T) {
	folder := papers(t)
	s := newStage(t)
	addDesk(t, s)
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

func TestHistoryCompares(t *testing.T) {
	d := historyOf(t, 120, 36, web("https://shop.example/lamps", "{ lamps }"), web("https://other.example", "{ x }"), web("https://shop.example/lamps", "{ lamps }"))
	d.until("price", "62")
	d.keys("d") // with the one before to the same question
	d.until("~1", "was 60", "compared")
	d.keys("esc", "esc", "j")
	d.until("price", "61")
	d.keys("d")
	d.until("there is no earlier answer to the same question")
	d.keys("m", "j")
	d.until("compares with the marked call")
	d.until("60")
	d.keys("d")
	d.until("was 60", "61")
}

func TestHistoryDeleteAndUndo(t *testing.T) {
	d := historyOf(t, 80, 24, web("https://a.example", "{ a }"), web("https://b.example", "{ b }"))
	d.keys("x")
	d.until("1 call", "deleted; u brings it back")
	d.refuse("b.example")
	d.keys("u")
	d.until("2 calls", "b.example")
	d.keys("j", "x", "x")
	d.until("No call was made yet.")
	d.keys("u", "u")
	d.until("2 calls", "a.example", "b.example")
	d.keys("f5")
	d.until("2 calls")
}

func TestHistoryCopiesAndExports(t *testing.T) {
	t.Chdir(stateDir(t))
	d := historyOf(t, 120, 36, web("https://shop.example/lamps", "{ lamps }"))
	d.until(`"Alder"`)
	d.keys("y")
	if got := waitFor[frame.Copy](d); got.Text != "https://shop.example/lamps" {
		t.Errorf("copied %q", got.Text)
	}
	d.keys("W")
	d.until("Copy the query as")
	d.typed("curl")
	d.seen = nil
	d.keys("enter")
	if got := waitFor[frame.Copy](d); !strings.Contains(got.Text, "/v1/query-data") || !strings.Contains(got.Text, "{ lamps }") || strings.Contains(got.Text, `"key"`) {
		t.Errorf("copied %q", got.Text)
	}
	d.keys("e")
	d.until("Export 1 call")
	d.typed("csv file")
	d.keys("enter")
	d.until("1 call saved to")
	files, _ := filepath.Glob("assay-history-*.csv")
	if len(files) != 1 {
		t.Fatalf("saved %v", files)
	}
	if text, err := os.ReadFile(files[0]); err != nil || !strings.Contains(string(text), "query,https://shop.example/lamps,,{ lamps }") {
		t.Errorf("saved %s, %v", text, err)
	}
	d.keys("enter", "e")
	d.until("Export", "NDJSON")
}

func TestDamagedHistory(t *testing.T) {
	folder := stateDir(t)
	path := filepath.Join(folder, "test", "history.db")
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(strings.Repeat("no database", 1000)), 0o600); err != nil {
		t.Fatal(err)
	}
	d := open(t, newStage(t), 120, 36, func(o *Options) { o.StateDir = folder })
	d.keys("2")
	d.typed("https://shop.example")
	d.keys("tab")
	d.typed("{ a ")
	d.keys("f5")
	d.until("Fernhill", "the dashboard goes on without it")
	d.keys("alt+5")
	d.until("The history cannot be read.", "is damaged")
	d.measure()
	d.keys("alt+n")
	d.until("Begin a new history?")
	d.afterGuard("enter")
	d.until("No call was made yet.")
	d.keys("alt+2", "f5")
	d.until("Fernhill")
	d.keys("alt+5")
	d.until("1 call", "✓ 200")
}

func TestHistoryOff(t *testing.T) {
	d := open(t, newStage(t), 60, 16, func(o *Options) { o.History.Off = true })
	d.keys("5")
	d.until("No history is kept.", "[history] keep")
	d.measure()
}

// Calls of another dashboard on the same history appear while the tab is looked at.
func TestHistoryOfTwoDashboards(t *testing.T) {
	s, folder := newStage(t), stateDir(t)
	same := func(o *Options) { o.StateDir = folder }
	a, b := open(t, s, 120, 36, same), open(t, s, 120, 36, same)
	a.keys("5")
	a.until("No call was made yet.")
	recorded(b, web("https://shop.example/lamps", "{ lamps }"))
	a.until("1 call", "shop.example/lamps")
}

func TestNarrowHistory(t *testing.T) {
	d := historyOf(t, 60, 16, web("https://shop.example/lamps", "{ lamps }"), web("https://b.example", "{ b }"))
	d.measure()
	d.keys("j", "enter")
	d.until(`"Alder"`, "Answer")
	d.measure()
	d.keys("tab", "tab")
	d.until("Request", "{ lamps }")
	d.measure()
	d.keys("esc")
	d.until("2 calls")
}

// Many calls are listed, walked through and searched without a pause.
func TestManyCalls(t *testing.T) {
	if testing.Short() {
		return
	}
	const n = 20_000
	d := open(t, newStage(t), 120, 36)
	entries := make([]history.Entry, n)
	for i := range entries {
		entries[i] = web(fmt.Sprintf("https://shop%d.example/lamps", i), "{ lamps }")
	}
	recorded(d, entries...)
	d.keys("5")
	d.until("20,000 calls")
	begin := time.Now()
	for range 200 {
		d.keys("pgdown")
		d.m.View()
	}
	d.keys("G")
	d.until("20,000/20,000", "shop0.example")
	if took := time.Since(begin); took > 2*time.Second {
		t.Errorf("201 keys took %v", took)
	}
	d.keys("/")
	begin = time.Now()
	for _, r := range "shop12345" {
		d.typed(string(r))
	}
	if took := time.Since(begin); took > time.Second {
		t.Errorf("typing nine letters took %v", took)
	}
	d.until("1 of 20,000 calls")
}

// Whatever is pressed in the tab, every frame is exactly as large as the terminal.
func TestHistoryFramesFit(t *testing.T) {
	t.Chdir(stateDir(t)) // some keys export
	var entries []history.Entry
	for i := range 40 {
		entries = append(entries, web(fmt.Sprintf("https://日本語%d.example/\x1b[31m/\u202e%s", i, strings.Repeat("e\u0301long", i)), "{ a\tb }\n"))
	}
	entries = append(entries, history.OfDocument(time.Now(), client.DocumentRequest{Prompt: strings.Repeat("👩‍👩‍👧 words ", 300)}, "/tmp/日本語.pdf"))
	random := rand.New(rand.NewPCG(5, 6))
	names := []string{"enter", "esc", "tab", "shift+tab", "down", "up", "left", "right", "pgdown", "end", "home", "space", "alt+z", "alt+v",
		"x", "u", "m", "d", "p", "y", "E", "/", "日", ":", "j", "k", "g", "G", "r", "alt+5", "t", "e", "backspace", "f5"}
	for _, size := range [][2]int{{60, 16}, {80, 24}, {100, 22}, {120, 36}, {200, 50}} {
		d := historyOf(t, size[0], size[1], entries...)
		for range 250 {
			d.keys(names[random.IntN(len(names))])
			for len(d.msgs) > 0 {
				d.send(<-d.msgs)
			}
			d.measure()
			if random.IntN(40) == 0 {
				d.send(tea.WindowSizeMsg{Width: 60 + random.IntN(140), Height: 16 + random.IntN(40)})
				d.measure()
			}
		}
	}
}
