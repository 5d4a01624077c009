package queries

import (
	"encoding/json"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"assay/views/frame"
	"assay/views/viewtest"
)

// play opens the tab with what a folder remembers; "" is nothing.
func play(t *testing.T, s *viewtest.Stage, folder string, options Options) *viewtest.Player {
	t.Helper()
	return rigOf(t, viewtest.Env(t, s.URL, folder), options, 120, 33).Player
}

// inFolder are the options of a folder of saved queries.
func inFolder(dir string) Options {
	return Options{Workspace: dir}
}

func writeFile(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// Each query has its own page, text and answer; running one does not hold up another.
func TestQueriesSideBySide(t *testing.T) {
	t.Parallel()
	s := viewtest.NewStage(t)
	release, done := make(chan struct{}), t.Context().Done()
	s.Handle(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		if strings.Contains(string(body), "slow.example") {
			select {
			case <-release:
			case <-done:
			}
		}
		_, _ = io.WriteString(w, `{"data":{"a":"answer to `+map[bool]string{true: "slow", false: "quick"}[strings.Contains(string(body), "slow.example")]+`"},"metadata":{"request_id":"r","screenshot":null,"generated_query":null}}`)
	})
	p := play(t, s, "", Options{})
	ask := func(page string) {
		p.Type("https://" + page)
		p.Keys("tab")
		p.Type("{ a ")
		p.Keys("f5")
	}
	ask("slow.example")
	p.Until("Esc cancels")
	p.Keys("alt+t")
	p.Until("1 slow.example", "2 new")
	p.Measure()
	ask("quick.example")
	p.Until("answer to quick", "1 slow.example", "2 quick.example")
	close(release)
	p.Until("slow.example is answered")
	p.Refuse("answer to slow")
	p.Keys("alt+{")
	p.Until("answer to slow")
	p.Keys("alt+W")
	p.Gone("1 slow.example")
	p.Until("answer to quick")
	p.Keys("alt+T")
	p.Until("answer to slow", "2 slow.example")
}

func TestQueriesAreKeptOverRestarts(t *testing.T) {
	t.Parallel()
	dir := viewtest.Folder(t)
	p := play(t, viewtest.NewStage(t), dir, Options{})
	p.Type("https://one.example")
	p.Keys("alt+t")
	p.Type("https://two.example")
	p.Until("1 one.example", "2 two.example")
	p.Keep()
	p = play(t, viewtest.NewStage(t), dir, Options{})
	p.Until("1 one.example", "2 two.example", "https://two.example")
}

func TestSavedQueryIsOpenedChangedAndSaved(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "lamps.assay")
	writeFile(t, path, "---\n# the shop\nurl = '{{base}}/lamps'\n[params]\nmode = 'standard'\n---\n{ name }\n")
	p := play(t, viewtest.NewStage(t), "", inFolder(dir))
	p.Keys("alt+O")
	p.Until("Saved queries in", "lamps")
	p.Keys("enter")
	p.Until("{{base}}/lamps", "{ name }", "standard", "{{base}} is not defined", "Prompt  lamps")
	p.Measure()

	p.Keys("end")
	p.Keys("left")
	p.Type("price ")
	p.Until("lamps ●")
	p.Keys("ctrl+s")
	p.Until("saved ")
	p.Refuse("lamps ●")
	if got, err := os.ReadFile(path); err != nil || string(got) != "---\n# the shop\nurl = '{{base}}/lamps'\n[params]\nmode = 'standard'\n---\n{ name price }\n" {
		t.Errorf("%s, %v", got, err)
	}
}

// What somebody else wrote into the file is never overwritten unasked.
func TestChangeOnDisk(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "lamps.assay")
	writeFile(t, path, "{ name }\n")
	p := play(t, viewtest.NewStage(t), "", inFolder(dir))
	p.Keys("alt+O")
	p.Until("lamps")
	p.Keys("enter")
	p.Until("{ name }")
	writeFile(t, path, "{ theirs }\n")
	p.Keys("ctrl+s")
	p.Until("Overwrite what was changed on disk?")
	p.Answer("r")
	p.Until("{ theirs }", "is read again")

	p.Type(" ")
	writeFile(t, path, "{ theirs again }\n")
	p.Keys("ctrl+s")
	p.Until("Overwrite what was changed on disk?")
	p.Answer("esc")
	if got, _ := os.ReadFile(path); string(got) != "{ theirs again }\n" {
		t.Fatalf("it was overwritten: %s", got)
	}
	p.Keys("ctrl+s")
	p.Until("Overwrite what was changed on disk?")
	p.Answer("o")
	p.Until("saved ")
	if got, _ := os.ReadFile(path); string(got) != " { theirs }\n" {
		t.Errorf("the file holds %q", got)
	}
}

func TestSaveAs(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	writeFile(t, filepath.Join(dir, "taken.assay"), "{ old }\n")
	p := play(t, viewtest.NewStage(t), "", inFolder(dir))
	p.Type("https://shop.example/a")
	p.Keys("tab")
	p.Type("{ a ")
	p.Keys("ctrl+s")
	p.Until("Save as", "shop.example-a")
	p.Keys("ctrl+u")
	p.Type("taken")
	p.Keys("enter")
	p.Until("There is a file")
	p.Answer("esc")
	p.Keys("alt+S")
	p.Keys("ctrl+u")
	p.Type("sub/mine")
	p.Keys("enter")
	p.Until("saved ", "Prompt  mine")
	if got, err := os.ReadFile(filepath.Join(dir, "sub", "mine.assay")); err != nil || string(got) != "---\nurl = 'https://shop.example/a'\n---\n{ a }\n" {
		t.Errorf("%s, %v", got, err)
	}
}

// A query that was saved in a folder of its own is found there again after a restart, and
// has no changes.
func TestSavedElsewhere(t *testing.T) {
	t.Parallel()
	folder, repository, state := t.TempDir(), t.TempDir(), viewtest.Folder(t)
	p := play(t, viewtest.NewStage(t), state, inFolder(folder))
	p.Keys("alt+s")
	p.Type("https://shop.example/a")
	p.Keys("tab")
	p.Type("{ a ")
	p.Keys("ctrl+s")
	p.Until("Save as")
	p.Keys("ctrl+u")
	p.Type(filepath.Join(repository, "lamps"))
	p.Keys("enter")
	p.Until("saved ", "Prompt  lamps")
	p.Keep()
	p = play(t, viewtest.NewStage(t), state, inFolder(folder))
	p.Until("Prompt  lamps ─")
	p.Keys("alt+T", "alt+W", "alt+O")
	p.Until("Saved queries in", "lamps", filepath.Base(repository))
	p.Keys("enter")
	p.Until("https://shop.example/a")
}

func TestVariables(t *testing.T) {
	t.Parallel()
	s := viewtest.NewStage(t)
	var sent struct{ URL, Query string }
	s.Handle(func(w http.ResponseWriter, r *http.Request) {
		_ = json.NewDecoder(r.Body).Decode(&sent)
		_, _ = io.WriteString(w, `{"data":{"name":"Alder"},"metadata":{"request_id":"r","screenshot":null,"generated_query":null}}`)
	})
	p := play(t, s, "", Options{Variables: map[string]string{"base": "https://staging.example", "field": "name"}})
	p.Type("{{host}}/lamps")
	p.Keys("tab")
	p.Paste("{ {{field}} }")
	p.Until("{{host}} is not defined")
	p.Keys("f5")
	p.Until("define it in the settings file, under [variables]")
	p.Keys("ctrl+u")
	p.Type("{{base}}/lamps")
	p.Until("https://staging.example/lamps")
	p.Measure()
	p.Keys("f5")
	p.Until("Alder")
	if sent.URL != "https://staging.example/lamps" || sent.Query != "{ name }" {
		t.Errorf("sent %+v", sent)
	}
}

func TestSnippets(t *testing.T) {
	t.Parallel()
	s := viewtest.NewStage(t)
	p := play(t, s, "", Options{})
	p.Type("https://shop.example")
	p.Keys("tab")
	p.Type("{ a ")
	p.Keys("f5")
	p.Until("Alder")
	p.Keys("alt+y")
	p.Until("Copy the query as", "curl", "Python (requests)")
	p.Measure()
	p.Keys("down", "down", "enter")
	if got := viewtest.Told[frame.Copy](p); !strings.Contains(got.Text, `json={`) || strings.Contains(got.Text, `"key"`) {
		t.Errorf("copied %q", got.Text)
	}
}

func TestErrorsAreMended(t *testing.T) {
	t.Parallel()
	p := play(t, viewtest.NewStage(t), "", Options{})
	p.Keys("tab")
	p.Paste("{\n  a(bolean)\n  b(nubmer)\n}")
	p.Until("did you mean boolean?")
	p.Keys("f8", "f8", "alt+h")
	p.Until("b(number)", "a(bolean)")
	p.Keys("alt+h")
	p.Until("a(boolean)")
	p.Keys("alt+u")
	p.Until("a(bolean)", "b(number)")
}
