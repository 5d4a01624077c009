package queries

import (
	"net/http"
	"os"
	"path/filepath"
	"testing"
	"time"

	"assay/views/viewtest"
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

// A paste is taken for what it is: no source is chosen before.
func TestAPasteIsTakenForWhatItIs(t *testing.T) {
	r := newRig(t, 120, 33)
	r.Paste("<ul>\n<li>Alder</li>\n</ul>")
	r.Until("HTML  25 B pasted", "<ul> <li>Alder")
	r.Paste("  https://shop.example/a\r\n")
	r.Until("URL   https://shop.example/a ")
	r.keys("ctrl+_")
	r.keys("esc")
	r.Paste(`'/srv/my pages/a.html'` + "\n") // as terminals write a file that is dropped on them
	r.Until("File  /srv/my pages/a.html")
	r.keys("?x=") // goes on in what is there
	r.Paste("<p>1</p>")
	r.Until("HTML  8 B pasted")
	r.keys("s", "ctrl+_")
	r.Until("HTML  8 B pasted")
	r.keys("ctrl+_")
	r.Until("File  /srv/my pages/a.html?x=")
	r.keys("esc", "ctrl+t", "shop.example")
	r.Until("URL   shop.example")
	r.Paste("/lamps")
	r.Until("URL   shop.example/lamps")
}

// A source that is there is selected when it is typed into: it is replaced, not appended to.
func TestARestoredSourceIsReplaced(t *testing.T) {
	r := newRig(t, 120, 33)
	r.keys("enter", "https://old.example", "tab", "{ a ")
	if err := r.v.Keep(); err != nil {
		t.Fatal(err)
	}
	for _, way := range [][]string{{"ctrl+t"}, {"esc", "tab", "tab", "enter"}, {"enter", "tab", "tab", "enter"}} {
		other := r.again(t)
		other.Until("https://old.example")
		other.keys(way...)
		other.keys("new.example")
		other.Until("URL   new.example ")
		other.keys("ctrl+_", "ctrl+_")
		other.Until("URL   https://old.example ")
	}
}

// What is wrong with the source is said where it is mended: it keeps the focus and its
// text, and the next try corrects it.
func TestAWrongSourceIsMended(t *testing.T) {
	for _, size := range [][2]int{{60, 13}, {120, 33}} {
		r := newRig(t, size[0], size[1])
		r.keys("enter", "foo", "enter") // there is no query yet
		r.Until("is not a web address")
		r.keys(".example", "enter")
		if r.v.focus != paneEditor {
			t.Fatalf("a mended address stays in pane %d: %q", r.v.focus, r.v.source.field.Value())
		}
		r.keys("{ a ", "ctrl+t", "bar", "enter")
		r.Until("is not a web address", "URL   bar")
		if r.v.focus != paneSource || !r.v.Editing() {
			t.Fatal("the source lost the focus")
		}
		r.keys("esc", "ctrl+t", ".example") // and is not selected either: it is there to be mended
		r.Until("URL   bar.example")
		r.Refuse("is not a web address")
	}
}

// A page that cannot be had, and a file that is not there, are corrected in the same way.
func TestAPageThatCannotBeHad(t *testing.T) {
	s := viewtest.NewStage(t)
	s.Refuse(http.StatusBadGateway, "page_unreachable", "There is no host called shopp.example.")
	r := rigOf(t, viewtest.Env(t, s.URL, ""), Options{Folder: t.TempDir()}, 120, 33)
	r.keys("enter", "shopp.example", "tab", "{ a ", "ctrl+t", "right", "enter")
	r.Until("The query failed")
	if r.v.focus != paneSource || !r.v.Editing() {
		t.Fatal("who typed the address is taken away from it")
	}
	r.keys("backspace", "backspace", "backspace", "backspace", "backspace", "backspace", "backspace", "backspace", "backspace", ".example")
	r.Until("URL   shop.example")
	r.keys("esc", "tab", "tab", "r") // at rest
	r.Until("There is no host called")
	if r.v.focus != paneSource || r.v.Editing() {
		t.Error("who does not type has the keys taken for text, or is not led to the source")
	}
	r.keys("enter", "right")
	r.Paste("/nowhere.html")
	r.v.source.set(place{text: filepath.Join(t.TempDir(), "nowhere.html")})
	r.keys("enter")
	r.Until("there is no file")
	if r.v.focus != paneSource || !r.v.Editing() {
		t.Error("a file that is not there leaves the field")
	}
}

// A page is sent in UTF-8, whatever it was written in.
func TestAPageInAnotherEncoding(t *testing.T) {
	path := filepath.Join(t.TempDir(), "page.html")
	if err := os.WriteFile(path, []byte("<meta charset=iso-8859-1><p>caf\xe9"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, html, err := ReadHTML(path); err != nil || html != "<meta charset=iso-8859-1><p>café" {
		t.Errorf("it is read as %q (%v)", html, err)
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
	r.Until("invoice-1.html", "invoice-2.html")
	r.keys("tab")
	r.Until("File  ./invoice- ")
	r.keys("2")
	r.keys("tab")
	r.Until("File  ./invoice-2.html ")
	r.Refuse("invoice-1.html")
	r.keys("tab") // there is nothing more to complete
	if r.v.focus != paneEditor {
		t.Error("Tab does not go on from a whole name")
	}
	r.keys("{ a ", "ctrl+t", "~/s")
	r.Until("shop/", "folder")
	r.keys("down", "enter")
	r.Until("File  ~/shop/", "lamps.html")
	r.Refuse("notes.txt")
	r.keys("down", "tab")
	r.Until("File  ~/shop/lamps.html")
	r.keys("enter")
	r.Until("Fernhill")
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
		r.Env.History.Record(history.OfQuery(time.Now(), wire.QueryRequest{URL: address, Query: "{ a }"}, ""), history.Outcome{Response: &wire.QueryResponse{Data: []byte(`{}`)}})
	}
	r.Env.History.Record(history.OfQuery(time.Now(), wire.QueryRequest{HTML: "<p>", Query: "{ a }"}, "/srv/a.html"), history.Outcome{Response: &wire.QueryResponse{Data: []byte(`{}`)}})
	if err := r.Env.History.Flush(t.Context()); err != nil {
		t.Fatal(err)
	}
	again := r.again(t)
	again.Await("the history is not read", func() bool { return len(again.v.recent) == 3 })
	again.keys("enter")
	again.Until("asked before", "https://news.example", "https://shop.example/lamps", "/srv/a.html")
	again.Refuse("token")
	again.keys("lamp")
	again.Until("https://shop.example/lamps")
	again.Refuse("news.example")
	again.keys("down", "enter")
	again.Until("URL   https://shop.example/lamps")
	again.Refuse("asked before")
	again.keys("tab", "{ a ", "esc", "ctrl+t", "down") // also when the field is not empty
	again.Until("https://news.example", "alone.htm", "shop/")
	again.keys("esc")
	again.keys("enter", "other.example/a", "enter")
	again.Until("Fernhill")
	again.keys("ctrl+t", "down")
	again.Until("https://news.example")
	again.keys("news", "down", "tab", "enter")
	again.Until("Fernhill")
	again.keys("ctrl+t", "other", "down")
	again.Until("▌other.example/a")
}

// The picker walks the folders.
func TestAFileIsPicked(t *testing.T) {
	pagesFolder(t)
	for _, size := range [][2]int{{60, 13}, {120, 33}} {
		r := newRig(t, size[0], size[1])
		r.keys("/") // at rest; ctrl+f while one types
		r.Until("HTML file", "shop/", "alone.htm")
		r.keys("esc", "enter", "ctrl+f")
		r.Until("HTML file", "shop/")
		r.keys("up", "enter")
		r.Until("lamps.html")
		r.keys("enter")
		r.Until("File  ~/shop/lamps.html")
		r.Refuse("HTML file")
	}
}

// Who has never asked anything is led to a table: what is done is marked, and the next step
// is the first that is not.
func TestTheWayToTheFirstTable(t *testing.T) {
	for _, size := range [][2]int{{60, 13}, {80, 21}, {120, 33}} {
		r := newRig(t, size[0], size[1])
		r.Until("▌ Enter   names the page", "runs it, for one call", "t       shows a list of it as a table")
		r.keys("enter", "shop.example")
		r.Until("✓ Enter", "▌ Enter   goes to the query")
		r.keys("enter")
		if size[0] >= sideBySide {
			r.Until("▌         Say what you want")
		}
		r.keys("{ lamps[] { name price ")
		if size[0] >= sideBySide {
			r.Until("▌ Ctrl+R  runs it")
		}
		r.keys("ctrl+r")
		r.Until("Alder", "64.5")
		r.keys("t")
		r.Until("row 1/2")
	}
}
