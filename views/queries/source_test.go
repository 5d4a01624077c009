package queries

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"assay/wire"
	"assay/workspace/history"
)

// The field knows from how it is written what a source is.
func TestTheFieldKnowsWhatItHolds(t *testing.T) {
	for text, want := range map[string]string{
		"": "Page", "https://shop.example/a.html": "URL", "shop.example": "URL", "shop.example/a.html": "URL", "localhost/a.html": "URL",
		"localhost:8080/a.html": "URL", "127.0.0.1/a.html": "URL", "{{base}}/a.html": "URL", "foo": "URL", "session:7f3a/0": "Live",
		"a.html": "File", "pages/a.htm": "File", "./notes": "File", "../notes": "File", "~/notes": "File", "/srv/a": "File", "~": "File",
		"file:///srv/a.html": "File", "<p>5</p>": "HTML", " <p>": "HTML",
	} {
		r := newRig(t, 120, 33)
		r.v.source.set(place{text: text})
		if got := r.v.source.label(); got != want {
			t.Errorf("%q is taken for %s, want %s", text, got, want)
		}
	}
}

func (r *rig) paste(text string) {
	r.do(r.v.Key(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(text), Paste: true}))
}

// A paste is taken for what it is: no source is chosen before.
func TestAPasteIsTakenForWhatItIs(t *testing.T) {
	r := newRig(t, 120, 33)
	r.paste("<ul>\n<li>Alder</li>\n</ul>")
	r.until("HTML  25 B pasted", "<ul> <li>Alder")
	r.paste("  https://shop.example/a\r\n")
	r.until("URL   https://shop.example/a ")
	r.keys("undo")
	r.keys("esc")
	r.paste(`'/srv/my pages/a.html'` + "\n") // as terminals write a file that is dropped on them
	r.until("File  /srv/my pages/a.html")
	r.keys("?x=") // goes on in what is there
	r.paste("<p>1</p>")
	r.until("HTML  8 B pasted")
	r.keys("s", "undo")
	r.until("HTML  8 B pasted")
	r.keys("undo")
	r.until("File  /srv/my pages/a.html?x=")
	r.keys("esc", "ctrl+t", "shop.example")
	r.until("URL   shop.example")
	r.paste("/lamps")
	r.until("URL   shop.example/lamps")
}

// A source that is there is selected when it is typed into: it is replaced, not appended to.
func TestARestoredSourceIsReplaced(t *testing.T) {
	r := newRig(t, 120, 33)
	r.keys("enter", "https://old.example", "tab", "{ a ")
	if err := r.v.Keep(); err != nil {
		t.Fatal(err)
	}
	for _, way := range [][]string{{"ctrl+t"}, {"esc", "tab", "tab", "enter"}, {"enter", "tab", "tab", "enter"}} {
		other := &rig{t: t, v: New(r.env, r.v.options), env: r.env, msgs: make(chan tea.Msg, 1000)}
		other.do(other.v.Init())
		other.v.SetSize(120, 33)
		other.do(other.v.Show(true))
		other.until("https://old.example")
		other.keys(way...)
		other.keys("new.example")
		other.until("URL   new.example ")
		other.keys("undo", "undo")
		other.until("URL   https://old.example ")
	}
}

// What is wrong with the source is said where it is mended: it keeps the focus and its
// text, and the next try corrects it.
func TestAWrongSourceIsMended(t *testing.T) {
	for _, size := range [][2]int{{60, 13}, {120, 33}} {
		r := newRig(t, size[0], size[1])
		r.keys("enter", "foo", "enter") // there is no query yet
		r.until("is not a web address")
		r.keys(".example", "enter")
		if r.v.focus != paneEditor {
			t.Fatalf("a mended address stays in pane %d: %q", r.v.focus, r.v.source.field.Value())
		}
		r.keys("{ a ", "ctrl+t", "bar", "enter")
		r.until("is not a web address", "URL   bar")
		if r.v.focus != paneSource || !r.v.Editing() {
			t.Fatal("the source lost the focus")
		}
		r.keys("esc", "ctrl+t", ".example") // and is not selected either: it is there to be mended
		r.until("URL   bar.example")
		r.refuse("is not a web address")
	}
}

func (r *rig) refuse(text string) {
	r.t.Helper()
	if shown := r.text(); strings.Contains(shown, text) {
		r.t.Errorf("it shows %q:\n%s", text, shown)
	}
}

// A page that cannot be had, and a file that is not there, are corrected in the same way.
func TestAPageThatCannotBeHad(t *testing.T) {
	r := newRig(t, 120, 33)
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusBadGateway)
		fmt.Fprint(w, `{"error_info":"There is no host called shopp.example.","detail":"","code":"page_unreachable","field":null,"metadata":{"request_id":"r"}}`)
	}))
	t.Cleanup(service.Close)
	r.env.Service = serviceAt(service.URL)
	r.keys("enter", "shopp.example", "tab", "{ a ", "ctrl+t", "right", "enter")
	r.until("The query failed")
	if r.v.focus != paneSource || !r.v.Editing() {
		t.Fatal("who typed the address is taken away from it")
	}
	r.keys("backspace", "backspace", "backspace", "backspace", "backspace", "backspace", "backspace", "backspace", "backspace", ".example")
	r.until("URL   shop.example")
	r.keys("esc", "tab", "tab", "r") // at rest
	r.until("There is no host called")
	if r.v.focus != paneSource || r.v.Editing() {
		t.Error("who does not type has the keys taken for text, or is not led to the source")
	}
	r.keys("enter", "right")
	r.paste("/nowhere.html")
	r.v.source.set(place{text: filepath.Join(t.TempDir(), "nowhere.html")})
	r.keys("enter")
	r.until("there is no file")
	if r.v.focus != paneSource || !r.v.Editing() {
		t.Error("a file that is not there leaves the field")
	}
}

// pagesFolder makes a folder with pages in it the present one.
func pagesFolder(t *testing.T) string {
	folder := t.TempDir()
	for _, name := range []string{"invoice-1.html", "invoice-2.html", "shop/lamps.html", "shop/notes.txt", "alone.htm", ".hidden.html"} {
		path := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte("<p>Alder</p>"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(folder)
	t.Setenv("HOME", folder)
	return folder
}

// Names of files are completed by Tab, and listed while they are typed; a folder goes on
// in it.
func TestFileNamesAreCompleted(t *testing.T) {
	pagesFolder(t)
	r := newRig(t, 120, 33)
	r.keys("enter", "inv")
	r.until("invoice-1.html", "invoice-2.html")
	r.keys("tab")
	r.until("File  ./invoice- ")
	r.keys("2")
	r.keys("tab")
	r.until("File  ./invoice-2.html ")
	r.refuse("invoice-1.html")
	r.keys("tab") // there is nothing more to complete
	if r.v.focus != paneEditor {
		t.Error("Tab does not go on from a whole name")
	}
	r.keys("{ a ", "ctrl+t", "~/s")
	r.until("shop/", "folder")
	r.keys("down", "enter")
	r.until("File  ~/shop/", "lamps.html")
	r.refuse("notes.txt")
	r.keys("down", "tab")
	r.until("File  ~/shop/lamps.html")
	r.keys("enter")
	r.until("Fernhill")
	r.keys("ctrl+t")
	r.keys("esc", "esc")
	if r.v.Editing() {
		t.Error("Esc does not leave the field")
	}
}

// The pages asked before are offered, those of earlier runs too, but none with a secret.
func TestRecentSources(t *testing.T) {
	pagesFolder(t)
	r := newRig(t, 120, 33)
	for _, address := range []string{"https://shop.example/lamps", "https://shop.example/login?token=abcdef", "https://news.example"} {
		r.env.History.Record(history.OfQuery(time.Now(), wire.QueryRequest{URL: address, Query: "{ a }"}, ""), history.Outcome{Response: &wire.QueryResponse{Data: []byte(`{}`)}})
	}
	r.env.History.Record(history.OfQuery(time.Now(), wire.QueryRequest{HTML: "<p>", Query: "{ a }"}, "/srv/a.html"), history.Outcome{Response: &wire.QueryResponse{Data: []byte(`{}`)}})
	if err := r.env.History.Flush(t.Context()); err != nil {
		t.Fatal(err)
	}
	again := &rig{t: t, v: New(r.env, r.v.options), env: r.env, msgs: make(chan tea.Msg, 1000)}
	again.do(again.v.Init())
	again.v.SetSize(120, 33)
	again.do(again.v.Show(true))
	again.await("the history is not read", func() bool { return len(again.v.recent) == 3 })
	again.keys("enter")
	again.until("asked before", "https://news.example", "https://shop.example/lamps", "/srv/a.html")
	again.refuse("token")
	again.keys("lamp")
	again.until("https://shop.example/lamps")
	again.refuse("news.example")
	again.keys("down", "enter")
	again.until("URL   https://shop.example/lamps")
	again.refuse("asked before")
	again.keys("tab", "{ a ", "esc", "ctrl+t", "down") // also when the field is not empty
	again.until("https://news.example", "alone.htm", "shop/")
	again.keys("esc")
	again.keys("enter", "other.example/a", "enter")
	again.until("Fernhill")
	again.keys("ctrl+t", "down")
	again.until("https://news.example")
	again.keys("news", "down", "tab", "enter")
	again.until("Fernhill")
	again.keys("ctrl+t", "other", "down")
	again.until("▌other.example/a")
}

// The picker walks the folders.
func TestAFileIsPicked(t *testing.T) {
	pagesFolder(t)
	for _, size := range [][2]int{{60, 13}, {120, 33}} {
		r := newRig(t, size[0], size[1])
		r.keys("/") // at rest; ctrl+f while one types
		r.until("HTML file", "shop/", "alone.htm")
		r.keys("esc", "enter", "ctrl+f")
		r.until("HTML file", "shop/")
		r.keys("up", "enter")
		r.until("lamps.html")
		r.keys("enter")
		r.until("File  ~/shop/lamps.html")
		r.refuse("HTML file")
	}
}

// Who has never asked anything is led to a table: what is done is marked, and the next step
// is the first that is not.
func TestTheWayToTheFirstTable(t *testing.T) {
	for _, size := range [][2]int{{60, 13}, {80, 21}, {120, 33}} {
		r := newRig(t, size[0], size[1])
		r.until("▌ Enter   names the page", "runs it, for one call", "t       shows a list of it as a table")
		r.keys("enter", "shop.example")
		r.until("✓ Enter", "▌ Enter   goes on")
		r.keys("enter")
		if size[0] >= sideBySide {
			r.until("▌         Say what you want")
		}
		r.keys("{ lamps[] { name price ")
		if size[0] >= sideBySide {
			r.until("▌ Ctrl+R  runs it")
		}
		r.keys("ctrl+r")
		r.until("Alder", "64.5")
		r.keys("t")
		r.until("row 1/2")
	}
}
