package history_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"assay/client"
	"assay/views/frame"
	historytab "assay/views/history"
	"assay/views/viewtest"
	"assay/wire"
	"assay/workspace/history"
)

// recorded puts calls into the history and waits until they are written.
func recorded(t *testing.T, store *history.Store, entries ...history.Entry) {
	t.Helper()
	for i, e := range entries {
		data := fmt.Sprintf(`{"products":[{"name":"Alder","price":%d}]}`, 60+i)
		store.Record(e, history.Outcome{Response: &wire.QueryResponse{Data: []byte(data), Metadata: wire.Metadata{RequestID: fmt.Sprint("request-", i)}},
			Took: time.Duration(i+1) * time.Millisecond, Cost: 1, Sum: "1 in products"})
	}
	if err := store.Flush(t.Context()); err != nil {
		t.Fatal(err)
	}
}

func web(url, query string) history.Entry {
	return history.OfQuery(time.Now(), wire.QueryRequest{URL: url, Query: query}, "")
}

func open(t *testing.T, width, height int, entries ...history.Entry) *viewtest.Player {
	t.Helper()
	env := viewtest.Env(t, "http://127.0.0.1:1", "")
	recorded(t, env.History, entries...)
	p := viewtest.Open(t, env, historytab.New(env), width, height)
	p.Until("History", frame.Counted(len(entries), "call"))
	return p
}

func TestSearch(t *testing.T) {
	t.Parallel()
	p := open(t, 120, 36, web("https://shop.example/lamps", "{ lamps }"), web("https://news.example/today", "{ headlines }"),
		history.OfDocument(time.Now(), client.DocumentRequest{Query: "{ total }"}, "/home/u/invoice.pdf"))
	p.Keys("/")
	p.Type("headl")
	p.Until("1 of 3 calls", "news.example/today", "{ headlines }") // the request follows the selection
	p.Refuse("invoice.pdf")
	p.Keys("esc")
	p.Until("3 calls", "invoice.pdf")
	for search, found := range map[string]string{
		"document":  "invoice.pdf",
		"-query":    "invoice.pdf",
		`"{ lamps"`: "shop.example/lamps",
		"200 news":  "news.example/today",
	} {
		p.Keys("/")
		p.Type(search)
		p.Until("1 of 3 calls", found)
		p.Measure()
		p.Keys("esc")
		p.Until("3 calls")
	}
	p.Keys("/")
	p.Type("failed")
	p.Until("0 of 3 calls", "No call has all that.")
	p.Keys("esc", "/")
	p.Type("lamps")
	p.Keys("enter", "b") // a key of the list again
	p.Until("1 of 3 calls", "●")
	p.Keys("esc")
	p.Until("3 calls")
}

// The source has the cells that no outcome needs.
func TestSourcesAreNotCutBesideEmptyCells(t *testing.T) {
	t.Parallel()
	const source = "shop.example/lamps/of-oak-and-brass-big?p=178"
	p := open(t, 120, 36, web("https://"+source, "{ lamps }"))
	p.Until(source + "  ✓ 200   1 in products")
	p.Measure()
}

// Sources that are cut differ on the screen too.
func TestSourcesAreCutWhereTheyAreAlike(t *testing.T) {
	t.Parallel()
	const source = "https://shop.example/lamps/of-oak-and-brass-for-every-room/page-%d-of-many-pages.html"
	p := open(t, 60, 16, web(fmt.Sprintf(source, 1), "{ a }"), web(fmt.Sprintf(source, 2), "{ b }"))
	p.Until("1-of-many-pages.html", "2-of-many-pages.html")
}

func TestAgainAsksFirst(t *testing.T) {
	t.Parallel()
	p := open(t, 120, 36, web("https://shop.example/lamps", "{ lamps }"))
	p.Until(`"Alder"`)
	p.Keys("r")
	p.Until("Run the query again for 1 call?")
	p.Keys("enter") // typed ahead of the question
	p.Until("Run the query again for 1 call?")
	p.Answer("enter")
	visit := viewtest.Told[frame.Visit](p)
	if again, ok := visit.Msg.(frame.AskAgain); !ok || visit.Tab != "Query" || !again.Run || again.Entry.Query != "{ lamps }" || again.Answer == nil {
		t.Errorf("it goes to %+v", visit)
	}
}

// A key that comes before the selected call is read is done when it is.
func TestAKeyWaitsForItsCall(t *testing.T) {
	t.Parallel()
	p := open(t, 120, 36, web("https://shop.example/lamps", "{ lamps }"), web("https://news.example/today", "{ headlines }"))
	p.Until("{ headlines }")
	p.Keys("j", "o")
	visit := viewtest.Told[frame.Visit](p)
	if again, ok := visit.Msg.(frame.AskAgain); !ok || again.Entry.Query != "{ lamps }" || again.Answer == nil {
		t.Errorf("it goes to %+v", visit)
	}
}

func TestAgainWithoutItsSecret(t *testing.T) {
	t.Parallel()
	p := open(t, 120, 36, web("https://shop.example/lamps?token=abcdef", "{ lamps }"))
	p.Until(`"Alder"`, "token=••••")
	p.Keys("r")
	p.Until("a secret of the call was not kept")
	p.Refuse("abcdef")
}

func TestCompare(t *testing.T) {
	t.Parallel()
	p := open(t, 120, 36, web("https://shop.example/lamps", "{ lamps }"), web("https://other.example", "{ x }"), web("https://shop.example/lamps", "{ lamps }"))
	p.Until("price", "62")
	p.Keys("d") // with the one before to the same question
	p.Until("~1", "was 60", "compared")
	p.Keys("esc", "esc", "j")
	p.Until("price", "61")
	p.Keys("d")
	p.Until("there is no earlier answer to the same query")
	p.Keys("m", "j")
	p.Until("compares with the marked call")
	p.Until("60")
	p.Keys("d")
	p.Until("was 60", "61")
}

func TestDeleteAndUndo(t *testing.T) {
	t.Parallel()
	p := open(t, 80, 24, web("https://a.example", "{ a }"), web("https://b.example", "{ b }"))
	p.Keys("x")
	p.Until("1 call", "deleted; u brings it back")
	p.Refuse("b.example")
	p.Keys("u")
	p.Until("2 calls", "b.example")
	p.Keys("j", "x", "x")
	p.Until("No call was made yet.")
	p.Keys("u", "u")
	p.Until("2 calls", "a.example", "b.example")
	p.Keys("f5")
	p.Until("2 calls")
}

func TestCopiesAndExports(t *testing.T) {
	t.Chdir(viewtest.Folder(t))
	p := open(t, 120, 36, web("https://shop.example/lamps", "{ lamps }"))
	p.Until(`"Alder"`)
	p.Keys("y")
	if got := viewtest.Told[frame.Copy](p); got.Text != "https://shop.example/lamps" {
		t.Errorf("copied %q", got.Text)
	}
	p.Keys("W")
	p.Until("Copy the query as")
	p.Type("curl")
	p.Keys("enter")
	if got := viewtest.Told[frame.Copy](p); !strings.Contains(got.Text, "/v1/query-data") || !strings.Contains(got.Text, "{ lamps }") || strings.Contains(got.Text, `"key"`) {
		t.Errorf("copied %q", got.Text)
	}
	p.Keys("enter", "e")
	p.Until("Export", "NDJSON")
}

func TestOff(t *testing.T) {
	t.Parallel()
	env := viewtest.Env(t, "", "")
	env.History = history.New(env.State.Path("history.db"), history.Limits{Off: true})
	p := viewtest.Open(t, env, historytab.New(env), 60, 13)
	p.Until("No history is kept.", "[history] keep")
	p.Measure()
}

// Calls of another dashboard on the same history appear while the tab is looked at.
func TestTwoDashboards(t *testing.T) {
	t.Parallel()
	folder := viewtest.Folder(t)
	env, other := viewtest.Env(t, "", folder), viewtest.Env(t, "", folder)
	p := viewtest.Open(t, env, historytab.New(env), 120, 33)
	p.Until("No call was made yet.")
	recorded(t, other.History, web("https://shop.example/lamps", "{ lamps }"))
	p.Until("1 call", "shop.example/lamps")
}

func TestNarrow(t *testing.T) {
	t.Parallel()
	p := open(t, 60, 14, web("https://shop.example/lamps", "{ lamps }"), web("https://b.example", "{ b }"))
	p.Measure()
	p.Keys("j", "enter")
	p.Until(`"Alder"`, "Answer")
	p.Measure()
	p.Keys("tab", "tab")
	p.Until("Request", "{ lamps }")
	p.Measure()
	p.Keys("esc")
	p.Until("2 calls")
}

// Many calls are listed, walked through and searched without a pause.
func TestManyCalls(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		return
	}
	const n = 20_000
	entries := make([]history.Entry, n)
	for i := range entries {
		entries[i] = web(fmt.Sprintf("https://shop%d.example/lamps", i), "{ lamps }")
	}
	p := open(t, 120, 33, entries...)
	began := time.Now()
	for range 200 {
		p.Keys("pgdown")
		p.View.View()
	}
	p.Keys("G")
	p.Until("20,000/20,000", "shop0.example")
	if took := time.Since(began); took > 2*time.Second {
		t.Errorf("201 keys took %v", took)
	}
	p.Keys("/")
	began = time.Now()
	p.Type("shop12345")
	if took := time.Since(began); took > time.Second {
		t.Errorf("typing nine letters took %v", took)
	}
	p.Until("1 of 20,000 calls")
}

// Whatever is pressed in the tab, every frame is exactly as large as its place.
func TestFramesFit(t *testing.T) {
	t.Chdir(viewtest.Folder(t)) // some keys export
	var entries []history.Entry
	for i := range 40 {
		entries = append(entries, web(fmt.Sprintf("https://日本語%d.example/\x1b[31m/\u202e%s", i, strings.Repeat("e\u0301long", i)), "{ a\tb }\n"))
	}
	entries = append(entries, history.OfDocument(time.Now(), client.DocumentRequest{Prompt: strings.Repeat("👩‍👩‍👧 words ", 300)}, "/tmp/日本語.pdf"))
	random := rand.New(rand.NewPCG(5, 6))
	names := []string{"enter", "esc", "tab", "shift+tab", "down", "up", "left", "right", "pgdown", "end", "home", "space", "alt+z", "alt+v",
		"x", "u", "m", "d", "p", "y", "E", "/", "日", ":", "j", "k", "g", "G", "r", "t", "e", "backspace", "f5"}
	for _, size := range [][2]int{{60, 13}, {80, 21}, {100, 19}, {120, 33}, {200, 47}} {
		p := open(t, size[0], size[1], entries...)
		for range 250 {
			p.Keys(names[random.IntN(len(names))])
			p.Settle()
			p.Measure()
			if random.IntN(40) == 0 {
				p.Resize(60+random.IntN(140), 13+random.IntN(40))
				p.Measure()
			}
		}
	}
}

// Before the first call there is one pane, and no key says otherwise.
func TestEmptyHistoryHasOnePane(t *testing.T) {
	t.Parallel()
	env := viewtest.Env(t, "http://127.0.0.1:1", "")
	p := viewtest.Open(t, env, historytab.New(env), 80, 21)
	p.Until("No call was made yet.")
	p.Keys("tab")
	p.Until("the history is empty")
	recorded(t, env.History, web("https://shop.example/lamps", "{ lamps }"), web("https://news.example/today", "{ headlines }"))
	p.Until("2 calls", "news.example/today") // the list has the focus, and the screen
}
