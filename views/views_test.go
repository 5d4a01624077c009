package views

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"assay/themes"
	"assay/ui/clipboard"
	"assay/ui/dialog"
	"assay/wire"
)

func discardingClipboard() *clipboard.Clipboard { return clipboard.New(io.Discard) }

func TestUsageIsShownAndRefreshed(t *testing.T) {
	t.Parallel()
	s := newStage(t)
	d := open(t, s, 120, 36)
	d.until("3,410 of 10,000", "34 %", "6,590 left", "Cycle", "gone", "UTC")
	s.Set(9990, 10000)
	d.keys("r")
	d.until("9,990 of 10,000", "> 99 %", "10 left")
	s.Set(10000, 10000)
	d.keys("r")
	d.until("none left until")
}

func TestServiceLostAndFound(t *testing.T) {
	t.Parallel()
	s := newStage(t)
	up := true
	d := open(t, s, 100, 30, connectsIf(&up))
	d.until("3,410 of 10,000")
	up = false
	d.m.env.Service.Forget()
	d.keys("r")
	d.until("offline, as of")
	up = true
	d.keys("r")
	d.gone("offline")
}

func TestNoServiceAtAll(t *testing.T) {
	t.Parallel()
	d := open(t, newStage(t), 80, 24, connectsIf(new(bool)))
	d.until("The usage could not be read.", "no room on the disk", "press r to try again")
}

func TestQueryIsRun(t *testing.T) {
	t.Parallel()
	s := newStage(t)
	sent := make(chan wire.QueryRequest, 1)
	s.Handle(func(w http.ResponseWriter, r *http.Request) {
		var request wire.QueryRequest
		if err := json.NewDecoder(r.Body).Decode(&request); err != nil {
			t.Error(err)
		}
		sent <- request
		_, _ = io.WriteString(w, `{"data":{"products":[{"name":"Alder","price":64.5},{"name":"Birch","price":129}]},"metadata":{"request_id":"r","screenshot":null,"generated_query":null}}`)
	})
	d := open(t, s, 120, 36)
	d.keys("2")
	d.until("Source", "the answer appears here")
	d.typed("shop.example/lamps?q=1")
	d.keys("tab")
	d.typed("{ products[] { name price(number) ")
	d.keys("ctrl+r")
	d.until("2 products", "1 call", "Alder", "129")
	request := <-sent
	if request.URL != "https://shop.example/lamps?q=1" || !strings.Contains(request.Query, "price(number)") || request.Params != nil {
		t.Errorf("sent %+v", request)
	}
	d.until("6,589 left")
	d.keys("down", "down")
	d.keys("f4")
	d.until(`"name": "Alder"`, "raw")
	d.keys("f4")
	d.until("request", "answered in", "metadata")
}

func TestErrorsAreExplained(t *testing.T) {
	t.Parallel()
	s := newStage(t)
	d := open(t, s, 120, 36)
	d.written("https://shop.example", "{ a ")

	s.Refuse(402, "quota_exhausted", "All 10,000 calls of this cycle are used.")
	d.keys("f5")
	d.until("The query failed", "All 10,000 calls of this cycle are used.", "402", "quota_exhausted", "Nothing was charged")

	s.Answer(`{"a":"back again"}`, "null")
	d.keys("f5")
	d.until("back again")
	d.refuse("The query failed")
}

func TestBadQueriesAreNotSent(t *testing.T) {
	t.Parallel()
	s := newStage(t)
	s.Handle(func(http.ResponseWriter, *http.Request) { t.Error("a query that does not parse was sent") })
	d := open(t, s, 120, 36)
	d.keys("2", "f5")
	d.until("the query is empty")
	d.typed("{ a ")
	d.keys("f5")
	d.until("no page was named")
	d.typed("ftp://files.example")
	d.keys("f5")
	d.until("is not a web address")
}

func TestRunningQueryIsCancelled(t *testing.T) {
	t.Parallel()
	s := newStage(t)
	began, ended := make(chan struct{}), make(chan struct{})
	s.Handle(func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		close(began)
		<-r.Context().Done()
		close(ended)
	})
	d := open(t, s, 120, 36)
	d.queried("https://slow.example", "{ a ")
	d.until("Esc cancels")
	select {
	case <-began:
	case <-time.After(patience):
		t.Fatal("the query never reached the service")
	}
	d.keys("esc")
	d.until("cancelled")
	d.refuse("Esc cancels")
	select {
	case <-ended:
	case <-time.After(patience):
		t.Error("the service was not told that its caller has gone")
	}
}

func TestPromptAndItsQuery(t *testing.T) {
	t.Parallel()
	s := newStage(t)
	s.Answer(`{"products":[{"name":"Alder"}]}`, `"{ products[] { name } }"`)
	d := open(t, s, 120, 36)
	d.keys("2")
	d.typed("https://shop.example")
	d.keys("alt+q")
	d.typed("all products with name")
	d.keys("f5")
	d.until("1 in products")
	d.keys("alt+g")
	d.until("products[] {", "1  {")
}

// Several keys that arrive in one read are each a key.
func TestKeysOfOneRead(t *testing.T) {
	t.Parallel()
	s := newStage(t)
	s.Answer(`{"a":1,"b":2,"c":3,"d":4,"e":5}`, "null")
	d := open(t, s, 120, 36)
	d.send(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("2")})
	d.typed("https://shop.example")
	d.keys("tab")
	d.typed("{ a ")
	d.keys("f5")
	d.until("1/5")
	d.send(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("jjj")})
	d.until("4/5")
}

func TestTextIsNotCommands(t *testing.T) {
	t.Parallel()
	d := open(t, newStage(t), 120, 36)
	d.keys("2")
	d.typed("q1?2/r")
	d.until("q1?2/r")
	if d.quit {
		t.Error("a q in a text field quit")
	}
	d.keys("f1")
	d.until("Keys of Query")
	d.keys("esc")
	d.gone("Keys of Query")
}

func TestWorkIsRestored(t *testing.T) {
	t.Parallel()
	s := newStage(t)
	folder := stateDir(t)
	same := func(o *Options) { o.StateDir = folder }
	d := open(t, s, 120, 36, same)
	d.written("https://shop.example/restored", "{ remembered ")
	d.keep()
	d = open(t, s, 120, 36, same)
	d.keys("2")
	d.until("https://shop.example/restored", "remembered")
}

// A draft never holds the password of a proxy.
func TestSecretsAreNotKept(t *testing.T) {
	t.Parallel()
	s := newStage(t)
	folder := stateDir(t)
	d := open(t, s, 120, 36, func(o *Options) { o.StateDir = folder })
	d.keys("2", "alt+p")
	d.until("Params")
	for range 6 {
		d.keys("tab")
	}
	d.keys("right", "right")
	d.until("Proxy URL")
	d.keys("tab")
	d.typed("http://proxy.example:8080")
	d.keys("tab")
	d.typed("walter")
	d.keys("tab")
	d.typed("hunter2")
	d.refuse("hunter2")
	d.keys("enter")
	d.until("own proxy")
	d.keep()
	found := false
	err := filepath.WalkDir(folder, func(path string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		if errors.Is(err, os.ErrNotExist) { // a journal of SQLite, which comes and goes
			return nil
		}
		found = found || strings.Contains(string(data), "walter")
		if strings.Contains(string(data), "hunter2") {
			t.Errorf("%s holds the password", path)
		}
		return err
	})
	if err != nil || !found {
		t.Errorf("the draft was not kept (%v)", err)
	}
}

func TestSourceTakesWhatIsPasted(t *testing.T) {
	t.Parallel()
	s := newStage(t)
	sent := make(chan wire.QueryRequest, 1)
	s.Handle(func(w http.ResponseWriter, r *http.Request) {
		var request wire.QueryRequest
		_ = json.NewDecoder(r.Body).Decode(&request)
		sent <- request
		_, _ = io.WriteString(w, `{"data":{"a":null},"metadata":{"request_id":"r","screenshot":null,"generated_query":null}}`)
	})
	d := open(t, s, 120, 36)
	d.keys("2")
	d.paste("<html>\n<h1>Hello</h1></html>")
	d.until("HTML", "28 B pasted")
	d.keys("tab")
	d.typed("{ a ")
	d.keys("f5")
	d.until("/1")
	if request := <-sent; request.HTML != "<html>\n<h1>Hello</h1></html>" || request.URL != "" {
		t.Errorf("sent %+v", request)
	}

	path := filepath.Join(t.TempDir(), "page.html")
	if err := os.WriteFile(path, []byte("<p>from a file"), 0o600); err != nil {
		t.Fatal(err)
	}
	d.keys("alt+s", "alt+s") // to the URL
	d.paste(path)
	d.until("File")
	d.keys("f5")
	d.await("the file was not sent", func() bool { return len(sent) > 0 })
	if request := <-sent; request.HTML != "<p>from a file" {
		t.Errorf("sent %+v", request)
	}
}

func TestSetupIsOffered(t *testing.T) {
	t.Parallel()
	d := open(t, newStage(t), 100, 30, func(o *Options) {
		o.Setup = []string{"assay", "setup"}
		o.Missing = func(context.Context) []Part { return []Part{{"Chromium", "pages with JavaScript"}} }
	})
	d.until("Install what is missing?", "Chromium: pages with JavaScript", "Enter install")
	d.keys("enter") // typed ahead of the dialog
	d.until("Install what is missing?")
	d.later(dialog.Guard)
	d.keys("esc")
	d.gone("Install what is missing?")
}

func TestPaletteRunsCommands(t *testing.T) {
	t.Parallel()
	d := open(t, newStage(t), 100, 30)
	d.keys("ctrl+k")
	d.until("Commands")
	d.typed("go to query")
	d.keys("enter")
	d.until("Source")
	d.refuse("Commands")
}

func TestMouseOnTabs(t *testing.T) {
	t.Parallel()
	d := open(t, newStage(t), 100, 30)
	d.until("2 Query")
	column := strings.Index(strings.Split(d.text(), "\n")[0], "2 Query")
	d.send(tea.MouseMsg{X: column, Y: 0, Action: tea.MouseActionPress, Button: tea.MouseButtonLeft})
	d.until("Source")
}

func TestBackgroundDecidesTheTheme(t *testing.T) {
	t.Parallel()
	d := open(t, newStage(t), 100, 30, func(o *Options) { o.Theme = "" })
	d.send(backgroundRead{dark: false})
	if d.m.env.Theme.Palette.Name != themes.Default(false).Name {
		t.Errorf("on a light background the theme is %s", d.m.env.Theme.Palette.Name)
	}
	d = open(t, newStage(t), 100, 30, func(o *Options) { o.Theme = "assay-dark" })
	d.send(backgroundRead{dark: false})
	if d.m.env.Theme.Palette.Name != "assay-dark" {
		t.Error("a chosen theme gave way to the background")
	}
	if _, err := newRoot(Options{Theme: "pink", StateDir: t.TempDir()}); err == nil || !strings.Contains(err.Error(), "assay-dark, assay-light") {
		t.Errorf("an unknown theme: %v", err)
	}
}

func TestTooSmall(t *testing.T) {
	t.Parallel()
	d := open(t, newStage(t), 50, 10)
	d.until("assay needs 60x16; this is 50x10")
	d.send(tea.WindowSizeMsg{Width: 60, Height: 16})
	d.until("1 Usage")
	d.measure()
}

func TestQuit(t *testing.T) {
	t.Parallel()
	for _, key := range []string{"q", "ctrl+c"} {
		d := open(t, newStage(t), 80, 24)
		d.keys(key)
		d.await(key+" did not quit", func() bool { return d.quit })
	}
	d := open(t, newStage(t), 80, 24)
	d.keys("2", "ctrl+c")
	d.await("ctrl+c in a text field did not quit", func() bool { return d.quit })
}

// Whatever is pressed, every frame is exactly as large as the terminal.
func TestFramesFit(t *testing.T) {
	t.Parallel()
	s := newStage(t)
	s.Answer(`{"wide":"日本語テキスト👩‍👩‍👧‍👦 e\u0301\u0301 \u001b[31m\u202e","list":[{"a":"`+strings.Repeat("long ", 300)+`"},null,[[[]]]]}`, "null")
	random := rand.New(rand.NewPCG(1, 2))
	names := []string{
		"enter", "esc", "tab", "shift+tab", "down", "up", "left", "right", "f5", "f4", "f1", "space", "ctrl+k", "backspace",
		"pgup", "pgdown", "home", "end", "alt+p", "alt+s", "alt+q", "alt+z", "alt+e", "alt+v", "alt+1", "alt+2", "alt+m", "alt+u",
		"{", "}", "[", "]", "(", ")", "a", "j", "k", "l", "h", "/", "n", "w", "日", "👩", "é", "?", "1", "2", "i", "r",
		"3", "alt+3", "4", "alt+4", "p", "y", "x", "N", "b", "space", "o", "t", ".", "s", "v",
	}
	b := addBrowsers(t, s, true)
	b.Add("windows", "stealth", "on_disconnect", 300)
	wide := b.Add("linux", "light", "on_inactivity_timeout", 300)
	b.Change(wide.ID, func(s *wire.SessionInfo) {
		s.State, s.SecondsToTeardown = wire.StateActive, nil
		s.Pages = []wire.SessionPage{{Title: "日本語テキスト👩‍👩‍👧‍👦 e\u0301\u0301 \x1b[31m\u202e", URL: "https://日本.example/" + strings.Repeat("x", 300)}, {URL: "::"}}
	})
	for _, size := range [][2]int{{60, 16}, {80, 24}, {99, 19}, {120, 36}, {200, 50}} {
		d := open(t, s, size[0], size[1])
		d.until("3,4")
		d.keys("2")
		d.typed("https://shop.example")
		d.keys("f5")
		for range 400 {
			name := names[random.IntN(len(names))]
			d.keys(name)
			d.drain()
			d.measure()
			if random.IntN(50) == 0 {
				d.send(tea.WindowSizeMsg{Width: 60 + random.IntN(140), Height: 16 + random.IntN(40)})
				d.measure()
			}
		}
	}
}
