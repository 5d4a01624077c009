package screenreader_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"assay/client"
	"assay/service"
	"assay/ui/clipboard"
	"assay/views"
	"assay/views/screenreader"
	"assay/wire"
	"assay/wire/datadir"
	"assay/wire/pages/documenttest"
	"assay/workspace/history"
)

// patience is how long a test waits for something to be said.
const patience = 20 * time.Second

// transcript is what was said.
type transcript struct {
	mu   sync.Mutex
	text bytes.Buffer
	more chan struct{} // one element after something was said
}

func (s *transcript) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.text.Write(p)
	select {
	case s.more <- struct{}{}:
	default:
	}
	return len(p), nil
}

func (s *transcript) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.String()
}

func (s *transcript) until(t *testing.T, text string) {
	t.Helper()
	deadline := time.After(patience)
	for !strings.Contains(s.String(), text) {
		select {
		case <-s.more:
		case <-deadline:
			t.Fatalf("it never said %q, but\n%s", text, s)
		}
	}
}

// stage is a service that the test directs.
type stage struct {
	left   int64
	answer http.HandlerFunc // of queries
	hold   chan struct{}    // if not nil, queries are answered when it is closed, or never

	mu       sync.Mutex
	asked    []wire.QueryRequest
	read     []string // documents
	sessions []wire.SessionInfo
	ended    []string
}

const data = `{"data":{"shop":"Fern \u001b[31mhill","odd.key":null,"products":[{"name":"Alder","price":64.5},{"name":"Birch","price":129}]},` +
	`"metadata":{"request_id":"r","screenshot":null,"generated_query":null,"evidence":[{"pointer":"/products/1/price","kind":"table","text":" 129 EUR","selector":"td","box":null,"score":0.9}]}}`

func (s *stage) options(t *testing.T) screenreader.Options {
	t.Helper()
	mux := http.NewServeMux()
	mux.HandleFunc("GET /v1/usage", func(w http.ResponseWriter, _ *http.Request) {
		now := time.Now().UTC()
		fmt.Fprintf(w, `{"usage_limit":10000,"current_cycle_usage":%d,"current_period_start":%q,"current_period_end":%q}`,
			10_000-s.left, now.Add(-time.Hour).Format(time.RFC3339), now.Add(50*time.Hour).Format(time.RFC3339))
	})
	mux.HandleFunc("POST /v1/query-data", func(w http.ResponseWriter, r *http.Request) {
		var request wire.QueryRequest
		if err := json.NewDecoder(r.Body).Decode(&request); err != nil {
			t.Error(err)
		}
		s.mu.Lock()
		s.asked = append(s.asked, request)
		s.mu.Unlock()
		if s.hold != nil {
			select {
			case <-s.hold:
			case <-r.Context().Done():
			}
		}
		if s.answer != nil {
			s.answer(w, r)
			return
		}
		io.WriteString(w, data)
	})
	mux.HandleFunc("POST /v1/query-document", func(w http.ResponseWriter, r *http.Request) {
		if err := r.ParseMultipartForm(1 << 20); err != nil {
			t.Error(err)
		}
		name := r.MultipartForm.File["file"][0].Filename
		s.read = append(s.read, name)
		fmt.Fprintf(w, `{"data":{"name":%q},"metadata":{"request_id":"r","screenshot":null,"generated_query":null,"evidence":[{"pointer":"/name","kind":"text","text":"Name %s","selector":null,"page":1,"box":null,"score":1}]}}`, name, name)
	})
	mux.HandleFunc("GET /v1/managed/sessions", func(w http.ResponseWriter, _ *http.Request) {
		json.NewEncoder(w).Encode(map[string]any{"sessions": append([]wire.SessionInfo{}, s.sessions...)})
	})
	mux.HandleFunc("POST /v1/managed/sessions", func(w http.ResponseWriter, r *http.Request) {
		session := wire.Session{ID: "b7", CDPURL: "wss://127.0.0.1:9/secret-cdp", BaseURL: "https://127.0.0.1:9/secret-base"}
		s.sessions = append(s.sessions, wire.SessionInfo{Session: session, State: wire.StateIdle, UAPreset: "linux", BrowserProfile: "light", Pages: []wire.SessionPage{{Title: "Lamps"}}})
		json.NewEncoder(w).Encode(session)
	})
	mux.HandleFunc("DELETE /v1/managed/sessions/{id}", func(w http.ResponseWriter, r *http.Request) {
		s.ended, s.sessions = append(s.ended, r.PathValue("id")), nil
		w.WriteHeader(http.StatusNoContent)
	})
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	return options(t, server.URL, "k-1234")
}

// options are those of a dashboard with folders of its own, which are also the
// working directory.
func options(t *testing.T, address, key string) screenreader.Options {
	t.Helper()
	t.Chdir(t.TempDir())
	folder := t.TempDir()
	o := screenreader.Options{Options: views.Options{
		Profile: "default", Address: address, StateDir: folder, Settings: filepath.Join(folder, "config.toml"), History: history.DefaultLimits,
		Connect: func(context.Context) (*client.Client, error) {
			return client.New(client.Config{BaseURL: address, APIKey: key})
		},
	}}
	o.Queries.Folder = filepath.Join(folder, "queries")
	o.Queries.Variables = map[string]string{"what": "products"}
	return o
}

// talk types lines and returns what was said; the input then ends.
func talk(t *testing.T, o screenreader.Options, lines ...string) string {
	t.Helper()
	said := &transcript{more: make(chan struct{}, 1)}
	o.In, o.Out = strings.NewReader(strings.Join(lines, "\n")+"\n"), said
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	if err := screenreader.Run(ctx, o); err != nil {
		t.Errorf("it ended with %v", err)
	}
	if ctx.Err() != nil {
		t.Error("it did not end with its input")
	}
	if strings.ContainsAny(said.String(), "\x1b\a\b\r") {
		t.Errorf("it says more than text: %q", said)
	}
	if !strings.HasSuffix(said.String(), "Goodbye.\n") {
		t.Errorf("it did not take its leave:\n%s", said)
	}
	return said.String()
}

// hears fails unless the texts were said, in their order.
func hears(t *testing.T, said string, texts ...string) {
	t.Helper()
	rest := said
	for _, text := range texts {
		_, after, ok := strings.Cut(rest, text)
		if !ok {
			t.Fatalf("it did not say %q in its place:\n%s", text, said)
		}
		rest = after
	}
}

func write(t *testing.T, name string, text []byte) {
	t.Helper()
	if err := os.WriteFile(name, text, 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestAPageIsAskedAndItsAnswerRead(t *testing.T) {
	s := &stage{left: 6590}
	said := talk(t, s.options(t), "query shop.example/lamps", "{ shop {{what}}[] {", "name price(number) } }",
		"params", "standard", "", "11", "2.5", "y", "no", "yes", "managed", "Germany", "DE", "send",
		"find BIR", "where products[1].price", "where .products[0]", `from products[1]`, `from .["odd.key"]`, "where nothing", "save lamps.csv", "save x.txt", "bogus", "")
	hears(t, said,
		"The query goes on",
		"Wait, seconds to wait", "That does not work: must be from 0 to 10", "That does not work: two letters",
		"Asking. Ctrl+C cancels.\n", "for 1 call: 2 products. 7 lines.\n",
		"shop: Fern ", "hill\n", `["odd.key"]: not found`+"\n", "products: 2 items\n", "products[0].name: Alder\nproducts[0].price: 64.5\n", "End.",
		`1 line with "BIR".`+"\nproducts[1].name: Birch\n",
		"Read from: 129 EUR\nKind: table. Score: 0.90 of 1.\nSelector: td\n",
		"there is no evidence for products[0]",
		"products[1].name: Birch\nproducts[1].price: 129\n", `["odd.key"]: not found`+"\n", "Failed: there is nothing at nothing\n",
		"Saved to ", "must end in .json, .ndjson, .csv or .md", "none of the choices: find, from", "Command: ")
	request := s.asked[0]
	if request.URL != "https://shop.example/lamps" || !strings.Contains(request.Query, "products[] {\nname") {
		t.Errorf("asked %+v", request)
	}
	if p := request.Params; p == nil || p.Mode != wire.ModeStandard || p.BrowserProfile != "" || p.WaitFor != 2.5 || !p.ScrollToBottom || !p.Evidence || p.Proxy == nil || p.Proxy.CountryCode != "DE" {
		t.Errorf("with the params %+v", request.Params)
	}
	if saved, err := os.ReadFile("lamps.csv"); err != nil || string(saved) != "name,price\nAlder,64.5\nBirch,129\n" {
		t.Errorf("saved %q (%v)", saved, err)
	}
}

func TestAnAnswerIsFilteredComparedAndPictured(t *testing.T) {
	price := 60
	s := &stage{left: 10, answer: func(w http.ResponseWriter, _ *http.Request) {
		price += 4
		fmt.Fprintf(w, `{"data":{"lamps":[{"name":"Alder","price":%d},{"name":"Birch","price":9}]},"metadata":{"request_id":"r","screenshot":"UE5H","generated_query":null}}`, price)
	}}
	ask := []string{"query shop.example", "{ lamps[] { name price } }", "send"}
	said := talk(t, s.options(t), slices.Concat(ask, []string{"changes", ""}, ask, []string{
		"filter .lamps[] | .name", "save names.json", "", "filter .lamps[", "filter", "changes", "save page.png", "", "quit",
	})...)
	hears(t, said, "there is no answer before it to compare with",
		"2 values. 3 lines.\nthe answer: 2 items\n[0]: Alder\n[1]: Birch\n", "Saved to ", "Back to the whole answer.",
		"Failed: ", "say what to filter by", "Changed: lamps[0].price: 68, was 64\n", "Saved to ", "page.png.", "Goodbye.")
	if names, err := os.ReadFile("names.json"); err != nil || strings.Join(strings.Fields(string(names)), "") != `["Alder","Birch"]` {
		t.Errorf("what the filter made is saved as %q (%v)", names, err)
	}
	if picture, err := os.ReadFile("page.png"); err != nil || string(picture) != "PNG" {
		t.Errorf("the picture is saved as %q (%v)", picture, err)
	}
}

func TestLongAnswersAreReadInPages(t *testing.T) {
	s := &stage{left: 10, answer: func(w http.ResponseWriter, _ *http.Request) {
		items := strings.Repeat(`"x",`, 44) + `"last"`
		fmt.Fprintf(w, `{"data":{"items":[%s]},"metadata":{"request_id":"r","screenshot":null,"generated_query":"{ items[] }"}}`, items)
	}}
	o := s.options(t)
	said := talk(t, o, "query shop.example", "all items", "", "", "help", "", "", "answer", ".", "quit")
	hears(t, said, "The query made from the prompt: { items[] }\n", "items[18]: x\n26 more.", "items[38]: x\n6 more.", "save FILE", "items[44]: last\nEnd.", "Command: ", "items: 45 items", "26 more.", "Goodbye.")
}

func TestQueriesAreCheckedAndKept(t *testing.T) {
	s := &stage{left: 10}
	o := s.options(t)
	said := talk(t, o, "query", "", "query shop.example/a", "", "{ a(", "", "{ a }", "keep", "mine", "snippet", "curl", "query", "mine.assay", "send", "")
	hears(t, said, "For example: { products[]", "the query has an error: ", "Saved to ", "mine.assay", "there is no terminal to copy by", "Asking.", "lines.")
	if len(s.asked) != 1 || s.asked[0].URL != "https://shop.example/a" || strings.TrimSpace(s.asked[0].Query) != "{ a }" {
		t.Errorf("asked %+v", s.asked)
	}
}

func TestDocumentsAreSentAfterTheirCost(t *testing.T) {
	s := &stage{left: 4}
	o := s.options(t)
	write(t, "a.pdf", documenttest.PDF(nil, nil, nil))
	write(t, "b c.png", documenttest.PNG(documenttest.Picture(8, 8)))
	write(t, "d.txt", []byte("text"))
	said := talk(t, o, "documents *.pdf 'b c.png' d.txt none.pdf", "{ name }", "", "yes", "y",
		"where [1].data.name", "", "documents a.pdf a.*", "{ name }", "", "", "")
	hears(t, said, "a.pdf: PDF, 3 pages, 3 calls.\n", "b c.png: PNG, 1 page, 1 call.\n", "d.txt: cannot be sent: ", "none.pdf: cannot be sent: ",
		"2 files for 4 calls. Left now 4, after 0. Send? (yes, no) [no]: ", "1 of 2, a.pdf: read.\n2 of 2, b c.png: read.\n", "for 4 calls",
		"[0].file: a.pdf\n[0].data.name: a.pdf\n", "Read from: Name b c.png\n", "Page: 1\n",
		"1 file for 3 calls.", "Command: ")
	s.left = 1
	hears(t, talk(t, o, "documents a.pdf", "{ name }", "", ""), "1 file for 3 calls, but 1 is left until ", "Nothing is sent.")
	if got := strings.Join(s.read, " "); got != "a.pdf b c.png" {
		t.Errorf("sent %s", got)
	}
}

func TestSessions(t *testing.T) {
	for name, value := range map[string]string{"DISPLAY": "", "WAYLAND_DISPLAY": "", "TMUX": "", "TERM": "xterm"} {
		t.Setenv(name, value)
	}
	s := &stage{left: 10}
	o := s.options(t)
	var copied bytes.Buffer
	o.Clipboard = clipboard.New(&copied)
	said := talk(t, o, "sessions", "create", "", "copy", ".", "1", "end", "", "end", "yes", "")
	hears(t, said, "0 sessions.", "Session b7 is there.", "sent cdp_url to the terminal's clipboard", "1 session.\n1. idle, linux, light, 0 clients, shows Lamps\n",
		"End the session and its browser?", "End the session and its browser?", "The session has ended.", "0 sessions.")
	if strings.Contains(said, "secret-") {
		t.Errorf("it said a session's address:\n%s", said)
	}
	if want := base64.StdEncoding.EncodeToString([]byte("wss://127.0.0.1:9/secret-cdp")); !strings.Contains(copied.String(), want) {
		t.Errorf("copied %q", &copied)
	}
	if len(s.ended) != 1 {
		t.Errorf("ended %v", s.ended)
	}
}

func TestHistory(t *testing.T) {
	s := &stage{left: 10}
	o := s.options(t)
	write(t, "page.html", []byte("<p>lamp</p>"))
	said := talk(t, o, "query shop.example/first", "{ shop }", "", "", "query page.html", "everything", "", "",
		"history first", "1", "read", "", "history page", "1", "again", "send", "", "history", "", "history query", "3", "pin",
		"history pinned", "1", "delete", "yes", "usage")
	hears(t, said, "1 call, the latest first.\n1. ", "query of https://shop.example/first, 2 products\n", "Query: { shop }", "Answered: 2 products.",
		"Prompt: everything", "Asking.", "3 calls, the latest first.", "It is pinned.", "pinned\n", "It is deleted.",
		"Used: 9,990 of 10,000 calls\nLeft: 10 calls\nThe cycle ends: ", "in 2 days", "Of those from here, by query: 3 calls")
	if len(s.asked) != 3 || s.asked[2].HTML != "<p>lamp</p>" || s.asked[2].Prompt != "everything" {
		t.Errorf("asked %+v", s.asked)
	}
}

func TestCtrlCEndsTheCallAndThenTheProgram(t *testing.T) {
	s := &stage{left: 10, hold: make(chan struct{})}
	o := s.options(t)
	interrupts := make(chan os.Signal, 1)
	in, typed := io.Pipe()
	defer typed.Close()
	said := &transcript{more: make(chan struct{}, 1)}
	o.In, o.Out, o.Interrupts = in, said, interrupts
	ended := make(chan error, 1)
	go func() { ended <- screenreader.Run(t.Context(), o) }()
	io.WriteString(typed, "query shop.example\n{ a }\nsend\n")
	said.until(t, "Asking.")
	interrupts <- os.Interrupt
	said.until(t, "Cancelled.\nCommand: ")
	close(s.hold)
	io.WriteString(typed, "query shop.example\n{ a }\nsend\n")
	said.until(t, "2 products")
	interrupts <- os.Interrupt
	select {
	case err := <-ended:
		if err != nil || !strings.HasSuffix(said.String(), "Goodbye.\n") {
			t.Errorf("it ended with %v:\n%s", err, said)
		}
	case <-time.After(patience):
		t.Fatalf("it does not end:\n%s", said)
	}
}

func TestASecretIsNotShown(t *testing.T) {
	s := &stage{left: 10}
	o := s.options(t)
	o.Secret = func(ask func()) (string, error) { ask(); return "sesame", nil }
	said := talk(t, o, "query shop.example", "{ a }", "params", "", "", "", "", "", "", "custom", "", "http://proxy.example:3128", "me", "send", "")
	hears(t, said, "Proxy URL", "That does not work: the custom proxy has no URL", "User name", "Password, which is not shown: ", "Asking.")
	if strings.Contains(said, "sesame") {
		t.Errorf("it said the password:\n%s", said)
	}
	if p := s.asked[0].Params.Proxy; p == nil || p.URL != "http://proxy.example:3128" || p.Username != "me" || p.Password != "sesame" {
		t.Errorf("asked with the proxy %+v", p)
	}
}

func TestWhatIsMissingIsSaid(t *testing.T) {
	s := &stage{left: 1}
	o := s.options(t)
	o.Missing = func(context.Context) []views.Part {
		return []views.Part{{Name: "Chromium", For: "pages with JavaScript"}}
	}
	said := talk(t, o, "?", "nonsense")
	hears(t, said, "Chromium is missing: pages with JavaScript. The command assay setup installs it.", "A single dot goes back.", "assay profile", `"nonsense" is none of the choices: query, `)
}

func TestFailuresAreSaidWithWhatHelps(t *testing.T) {
	s := &stage{left: 1, answer: func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusUnauthorized)
		io.WriteString(w, `{"error_info":"The API key is not known.","code":"unauthorized"}`)
	}}
	said := talk(t, s.options(t), "query shop.example", "{ a }", "", "quit")
	hears(t, said, "Failed: The API key is not known.", "To give the profile another key, leave and run: assay profile add default")
	o := s.options(t)
	o.Connect = func(context.Context) (*client.Client, error) { return nil, errors.New("no room on the disk") }
	hears(t, talk(t, o, "usage"), "Failed: no room on the disk\nCommand: ")
}

func TestARealServiceAnswers(t *testing.T) {
	folder := t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	lines, line := io.Pipe()
	done := make(chan error, 1)
	go func() {
		done <- service.Run(ctx, service.Config{Listen: "127.0.0.1:0", DataDir: folder, Log: slog.New(slog.DiscardHandler)}, line)
		line.Close()
	}()
	t.Cleanup(func() { cancel(); <-done })
	var info datadir.Info
	if err := json.NewDecoder(lines).Decode(&info); err != nil {
		t.Fatal(err)
	}
	key, err := datadir.ReadKey(folder)
	if err != nil {
		t.Fatal(err)
	}
	o := options(t, info.BaseURL, key.Reveal())
	write(t, "lamps.html", []byte(`<ul><li><h2>Alder Lamp</h2><b class="price">€64.50</b></li><li><h2>Birch Lamp</h2><b class="price">€129.00</b></li></ul>`))
	said := talk(t, o, "query lamps.html", "{ products[] { name price(number) } }", "params", "", "", "", "", "", "yes", "", "send", "where products[0].price", "", "usage")
	hears(t, said, "products[0].name: Alder Lamp\nproducts[0].price: 64.5\nproducts[1].name: Birch Lamp\n", "Read from: ", "64.50", "Used: 1 of 10,000 calls")
}

func TestAFileIsRead(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lamps.ndjson")
	if err := os.WriteFile(path, []byte("{\"name\":\"Alder\"}\n{\"name\":\"Birch\"}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	said := talk(t, new(stage).options(t), "view "+path, "filter .[1].name", "", "", "view nowhere.json", "quit")
	for _, want := range []string{path + ": 2 documents. 3 lines.", "[0].name: Alder\n[1].name: Birch\n", "the answer: Birch\n", "Failed: reading the file: "} {
		if !strings.Contains(said, want) {
			t.Errorf("it does not say %q:\n%s", want, said)
		}
	}
}

func TestAFileIsReadWithoutAService(t *testing.T) {
	heard := &transcript{more: make(chan struct{}, 1)}
	options := screenreader.Options{In: strings.NewReader("find birch\n\n"), Out: heard}
	if err := screenreader.View(context.Background(), options, "standard input", []byte(`{"shop":"Fernhill","trees":["Alder","Birch"]}`)); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"standard input: 2 trees. 4 lines.", "shop: Fernhill", `1 line with "birch".`, "trees[1]: Birch"} {
		if !strings.Contains(heard.String(), want) {
			t.Errorf("it does not say %q:\n%s", want, heard)
		}
	}
}

func TestABrokenLineIsLeftOut(t *testing.T) {
	var heard strings.Builder
	if err := screenreader.Read(context.Background(), &heard, "lamps", []byte("{\"a\":1}\n{\"a\n{\"a\":3}\n")); err != nil {
		t.Fatal(err)
	}
	if want := "lamps: line 2 is not JSON and left out: "; !strings.HasPrefix(heard.String(), want) || !strings.HasSuffix(heard.String(), "\n[1].a: 3\n") {
		t.Errorf("it says\n%s", &heard)
	}
}

// Without anybody to answer, a file is read to its end.
func TestAFileIsReadWhole(t *testing.T) {
	var list []string
	for i := range 60 {
		list = append(list, fmt.Sprintf("\"tree %d\"", i))
	}
	var heard strings.Builder
	if err := screenreader.Read(context.Background(), &heard, "standard input", []byte(`{"trees":[`+strings.Join(list, ",")+`]}`)); err != nil {
		t.Fatal(err)
	}
	said := heard.String()
	if !strings.HasPrefix(said, "standard input: 60 trees. 61 lines.\n") || !strings.HasSuffix(said, "\ntrees[59]: tree 59\n") || strings.Count(said, "\n") != 62 {
		t.Errorf("it says\n%s", said)
	}
}
