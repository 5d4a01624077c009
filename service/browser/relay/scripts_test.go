package relay_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/muesli/termenv"

	"assay/client"
	"assay/keymap"
	"assay/service/browser/sessiontest"
	"assay/service/egress"
	"assay/themes"
	"assay/views/frame"
	dashboard "assay/views/sessions"
	"assay/views/state"
	"assay/wire"
)

// copiedScripts returns what the dashboard puts on the clipboard for a session: each
// script that it offers, by its name.
func copiedScripts(t *testing.T, session wire.Session) map[string]string {
	t.Helper()
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		json.NewEncoder(w).Encode(map[string]any{"sessions": []wire.SessionInfo{{Session: session, State: wire.StateIdle}}})
	}))
	defer service.Close()
	view := dashboard.New(&frame.Env{
		Theme: themes.New(themes.Default(true), termenv.Ascii, themes.GlyphsFor(false)), Keys: keymap.Default(),
		Service: frame.NewService(func(context.Context) (*client.Client, error) {
			return client.New(client.Config{BaseURL: service.URL, APIKey: "key"})
		}),
		State: state.Open(t.TempDir(), "test"), Now: time.Now,
	})
	view.SetSize(120, 36)
	// perform gives the view what commands come to, until something is to be copied or
	// nothing follows.
	var perform func(cmd tea.Cmd) *frame.Copy
	perform = func(cmd tea.Cmd) *frame.Copy {
		if cmd == nil {
			return nil
		}
		switch msg := cmd().(type) {
		case tea.BatchMsg:
			for _, each := range msg {
				if copied := perform(each); copied != nil {
					return copied
				}
			}
			return nil
		case frame.Copy:
			return &msg
		default:
			return perform(view.Update(msg))
		}
	}
	perform(view.Init())
	scripts := map[string]string{}
	for turn := 0; ; turn++ {
		perform(view.Do(keymap.SessionScript))
		for range turn {
			perform(view.Key(tea.KeyMsg{Type: tea.KeyDown}))
		}
		copied := perform(view.Key(tea.KeyMsg{Type: tea.KeyEnter}))
		if copied == nil {
			t.Fatalf("with script %d nothing is copied:\n%s", turn, strings.Join(view.View(), "\n"))
		}
		name := strings.TrimPrefix(copied.What, "the script for ")
		if _, again := scripts[name]; again {
			return scripts // the list is at its end
		}
		scripts[name] = copied.Text
	}
}

// exampleWeb is a proxy behind which is one web site, whatever is asked for.
func exampleWeb(t *testing.T) *egress.Upstream {
	t.Helper()
	example := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintf(w, "<title>This is %s</title>", r.Host)
	}))
	t.Cleanup(example.Close)
	behind := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		near, buffered, err := http.NewResponseController(w).Hijack()
		if err != nil {
			return
		}
		sessiontest.Tunnel(near, buffered, example.Listener.Addr().String(), "HTTP/1.1 200 OK\r\n\r\n")
	}))
	t.Cleanup(behind.Close)
	upstream, err := egress.ParseUpstream(behind.URL, "", "")
	if err != nil {
		t.Fatal(err)
	}
	return upstream
}

// TestCopiedScripts runs the scripts that the dashboard copies, as they are.
func TestCopiedScripts(t *testing.T) {
	t.Parallel()
	installed, err := sessiontest.Scripts()
	if err != nil {
		t.Fatal(err)
	}
	b := sessiontest.Shared(t)
	request := sessiontest.Usual()
	request.Proxy = exampleWeb(t)
	session := b.Begin(t, request)
	// The site's certificate is that of a test.
	helper := sessiontest.Connect(t, session)
	helper.Must("", "Security.setIgnoreCertificateErrors", `{"ignore":true}`, nil)

	run := map[string]func(file string) *exec.Cmd{
		".mjs": func(file string) *exec.Cmd { return exec.CommandContext(t.Context(), installed.Node, file) },
		".go":  func(file string) *exec.Cmd { return exec.CommandContext(t.Context(), "go", "run", file) },
		".py": func(file string) *exec.Cmd {
			return exec.CommandContext(t.Context(), "python3", "-m", "py_compile", file)
		},
	}
	kinds := map[string]struct{ ending, says string }{
		"Playwright (JavaScript)": {".mjs", "This is example.com\n"},
		"Playwright (Python)":     {".py", ""},
		"Puppeteer":               {".mjs", "This is example.com\n"},
		"chromedp (Go)":           {".go", "This is example.com\n"},
	}
	scripts := copiedScripts(t, session.Wire())
	if len(scripts) != len(kinds) {
		t.Errorf("the dashboard offers %d scripts, of which %d are known here", len(scripts), len(kinds))
	}
	for name, text := range scripts {
		t.Run(name, func(t *testing.T) {
			kind := kinds[name]
			// Scripts of Node.js find their packages beside them.
			file, err := os.CreateTemp(installed.Dir, "copied-*"+kind.ending)
			if err != nil {
				t.Fatal(err)
			}
			defer os.Remove(file.Name())
			if _, err := file.WriteString(text); err != nil {
				t.Fatal(err)
			}
			if err := file.Close(); err != nil {
				t.Fatal(err)
			}
			command := run[filepath.Ext(file.Name())](file.Name())
			said, err := command.Output()
			if err != nil {
				if failed, ok := err.(*exec.ExitError); ok {
					t.Fatalf("it fails: %v\n%s", err, failed.Stderr)
				}
				t.Fatal(err)
			}
			if string(said) != kind.says {
				t.Errorf("it says %q, want %q", said, kind.says)
			}
		})
	}
	if info, err := b.Get(session.ID); err != nil || !info.Alive() {
		t.Errorf("afterwards the session is %v, %v", info.State, err)
	}
}
