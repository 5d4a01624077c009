package views

import (
	"encoding/json"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"assay/ui/dialog"
	"assay/views/frame"
	"assay/views/queries"
)

// inFolder gives a dashboard a folder of saved queries and two environments.
func inFolder(dir string) func(*Options) {
	return func(o *Options) {
		o.Queries = queries.Options{Workspace: dir, Environments: map[string]map[string]string{
			"live": {"base": "https://shop.example"}, "staging": {"base": "https://staging.example", "field": "name"},
		}}
	}
}

func writeFile(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// answerDialog waits out a dialog's guard against keys typed ahead, and answers it.
func answerDialog(d *player, key string) {
	deadline := time.Now().Add(dialog.Guard)
	d.await("time stood still", func() bool {
		go func() { time.Sleep(dialog.Guard); d.msgs <- nil }()
		return time.Now().After(deadline)
	})
	d.keys(key)
}

// Each query has its own page, text and answer; running one does not hold up another.
func TestQueriesSideBySide(t *testing.T) {
	s := newStage(t)
	release, done := make(chan struct{}), t.Context().Done()
	s.handle(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		if strings.Contains(string(body), "slow.example") {
			select {
			case <-release:
			case <-done:
			}
		}
		_, _ = io.WriteString(w, `{"data":{"a":"answer to `+map[bool]string{true: "slow", false: "quick"}[strings.Contains(string(body), "slow.example")]+`"},"metadata":{"request_id":"r","screenshot":null,"generated_query":null}}`)
	})
	d := open(t, s, 120, 36)
	d.keys("2")
	ask := func(page string) {
		d.typed("https://" + page)
		d.keys("tab")
		d.typed("{ a ")
		d.keys("f5")
	}
	ask("slow.example")
	d.until("Esc cancels")
	d.keys("alt+t")
	d.until("1 slow.example", "2 new")
	d.measure()
	ask("quick.example")
	d.until("answer to quick", "1 slow.example", "2 quick.example")
	close(release)
	d.until("slow.example is answered")
	d.refuse("answer to slow")
	d.keys("alt+{")
	d.until("answer to slow")
	d.keys("alt+W")
	d.gone("1 slow.example")
	d.until("answer to quick")
	d.keys("alt+T")
	d.until("answer to slow", "2 slow.example")
}

func TestQueriesAreKeptOverRestarts(t *testing.T) {
	dir := stateDir(t)
	same := func(o *Options) { o.StateDir = dir }
	d := open(t, newStage(t), 120, 36, same)
	d.keys("2")
	d.typed("https://one.example")
	d.keys("alt+t")
	d.typed("https://two.example")
	d.keys("alt+R")
	d.typed("the second")
	d.keys("enter")
	d.until("1 one.example", "2 the second")
	d.keep()
	d = open(t, newStage(t), 120, 36, same)
	d.keys("2")
	d.until("1 one.example", "2 the second", "https://two.example")
}

func TestSavedQueryIsOpenedChangedAndSaved(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "lamps.assay")
	writeFile(t, path, "---\n# the shop\nurl = '{{base}}/lamps'\n[params]\nmode = 'standard'\n---\n{ name }\n")
	d := open(t, newStage(t), 120, 36, inFolder(dir))
	d.keys("2", "alt+O")
	d.until("Saved queries in", "lamps")
	d.keys("enter")
	d.until("{{base}}/lamps", "{ name }", "standard", "{{base}} is not defined", "Prompt  lamps")
	d.measure()

	d.send(tea.KeyMsg{Type: tea.KeyEnd})
	d.keys("left")
	d.typed("price ")
	d.until("lamps ●")
	d.send(press("ctrl+s"))
	d.until("saved ")
	d.refuse("lamps ●")
	if got, err := os.ReadFile(path); err != nil || string(got) != "---\n# the shop\nurl = '{{base}}/lamps'\n[params]\nmode = 'standard'\n---\n{ name price }\n" {
		t.Errorf("%s, %v", got, err)
	}
}

// What somebody else wrote into the file is never overwritten unasked.
func TestChangeOnDisk(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "lamps.assay")
	writeFile(t, path, "{ name }\n")
	d := open(t, newStage(t), 120, 36, inFolder(dir))
	d.keys("2", "alt+O")
	d.until("lamps")
	d.keys("enter")
	d.until("{ name }")
	writeFile(t, path, "{ theirs }\n")
	d.until("{ theirs }", "is read again")

	d.typed(" ")
	writeFile(t, path, "{ theirs again }\n")
	d.send(press("ctrl+s"))
	d.until("Overwrite what was changed on disk?")
	answerDialog(d, "esc")
	if got, _ := os.ReadFile(path); string(got) != "{ theirs again }\n" {
		t.Fatalf("it was overwritten: %s", got)
	}
	d.send(press("ctrl+s"))
	d.until("Overwrite what was changed on disk?")
	answerDialog(d, "o")
	d.until("saved ")
	if got, _ := os.ReadFile(path); string(got) != " { theirs }\n" {
		t.Errorf("the file holds %q", got)
	}
}

func TestSaveAs(t *testing.T) {
	dir := t.TempDir()
	writeFile(t, filepath.Join(dir, "taken.assay"), "{ old }\n")
	d := open(t, newStage(t), 120, 36, inFolder(dir))
	d.keys("2")
	d.typed("https://shop.example/a")
	d.keys("tab")
	d.typed("{ a ")
	d.send(press("ctrl+s"))
	d.until("Save as", "shop.example-a")
	d.send(press("ctrl+u"))
	d.typed("taken")
	d.keys("enter")
	d.until("There is a file")
	answerDialog(d, "esc")
	d.send(press("alt+S"))
	d.send(press("ctrl+u"))
	d.typed("sub/mine")
	d.keys("enter")
	d.until("saved ", "Prompt  mine")
	if got, err := os.ReadFile(filepath.Join(dir, "sub", "mine.assay")); err != nil || string(got) != "---\nurl = 'https://shop.example/a'\n---\n{ a }\n" {
		t.Errorf("%s, %v", got, err)
	}
}

// A query that was saved in a folder of its own is found there again after a restart, and
// has no changes.
func TestSavedElsewhere(t *testing.T) {
	folder, repository, state := t.TempDir(), t.TempDir(), stateDir(t)
	same := func(o *Options) { inFolder(folder)(o); o.StateDir = state }
	d := open(t, newStage(t), 120, 36, same)
	d.keys("2", "alt+s")
	d.typed("https://shop.example/a")
	d.keys("tab")
	d.typed("{ a ")
	d.send(press("ctrl+s"))
	d.until("Save as")
	d.send(press("ctrl+u"))
	d.typed(filepath.Join(repository, "lamps"))
	d.keys("enter")
	d.until("saved ", "Prompt  lamps")
	d.keep()
	d = open(t, newStage(t), 120, 36, same)
	d.keys("2")
	d.until("Prompt  lamps ─")
	d.keys("alt+T", "alt+W", "alt+O")
	d.until("Saved queries in", "lamps", filepath.Base(repository))
	d.keys("enter")
	d.until("https://shop.example/a")
}

func TestVariables(t *testing.T) {
	s := newStage(t)
	var sent struct{ URL, Query string }
	s.handle(func(w http.ResponseWriter, r *http.Request) {
		_ = json.NewDecoder(r.Body).Decode(&sent)
		_, _ = io.WriteString(w, `{"data":{"name":"Alder"},"metadata":{"request_id":"r","screenshot":null,"generated_query":null}}`)
	})
	d := open(t, s, 120, 36, inFolder(t.TempDir()))
	d.keys("2")
	d.typed("{{base}}/lamps")
	d.keys("tab")
	d.paste("{ {{field}} }")
	d.until("{{base}} is not defined", "not defined")
	d.keys("f5")
	d.until("chooses an environment")
	d.keys("alt+E")
	d.until("Environments", "staging")
	d.typed("stag")
	d.keys("enter")
	d.until("Source staging", "_ shows the address")
	d.refuse("~~~")
	d.keys("alt+V")
	d.until("https://staging.example/lamps")
	d.measure()
	d.keys("f5")
	d.until("Alder")
	if sent.URL != "https://staging.example/lamps" || sent.Query != "{ name }" {
		t.Errorf("sent %+v", sent)
	}
}

func TestSnippets(t *testing.T) {
	d := answered(t)
	d.keys("alt+y")
	d.until("Snippet", "curl --fail-with-body http://127.0.0.1", `"query": "{ a }"`, "X-API-Key: $ASSAY_API_KEY")
	d.measure()
	d.keys("tab", "tab")
	d.until("import requests")
	d.keys("enter")
	d.refuse("import requests")
	if got := waitFor[frame.Copy](d); !strings.Contains(got.Text, `json={`) || strings.Contains(got.Text, `"key"`) {
		t.Errorf("copied %q", got.Text)
	}
}

func TestErrorsAreListedAndMended(t *testing.T) {
	d := open(t, newStage(t), 120, 36)
	d.keys("2", "tab")
	d.paste("{\n  a(bolean)\n  b(nubmer)\n}")
	d.until("did you mean boolean?")
	d.keys("alt+P")
	d.until("Errors of the query", "2:5", "3:5")
	d.keys("down", "enter")
	d.keys("alt+h")
	d.until("b(number)", "a(bolean)")
	d.keys("alt+h")
	d.until("a(boolean)")
	d.keys("alt+u")
	d.until("a(bolean)", "b(number)")
}
