package service_test

import (
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/coder/websocket"

	"assay/client"
	"assay/command/runtest"
	"assay/service"
	"assay/wire"
	"assay/wire/datadir"
)

// TestOwnFiles: clients on the machine may name their own files, but not the service's;
// none may where others' clients can come, though this one is on the machine as well.
func TestOwnFiles(t *testing.T) {
	t.Parallel()
	own := filepath.Join(t.TempDir(), "own.txt")
	if err := os.WriteFile(own, []byte("own"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		cfg   service.Config
		file  func(dir string) string
		error string
	}{
		"its own":        {service.Config{}, func(string) string { return own }, "wasn't found"}, // by the browser, which it came to
		"the service's":  {service.Config{}, datadir.KeyFile, "the service's own folder"},
		"with a domain":  {service.Config{SessionDomain: "sessions.test"}, func(string) string { return own }, "base_url/uploads"},
		"with a proxy":   {service.Config{TrustedProxy: []string{"127.0.0.1"}}, func(string) string { return own }, "base_url/uploads"},
		"with a NodeURL": {service.Config{NodeURL: "https://127.0.0.1"}, func(string) string { return own }, "base_url/uploads"},
	} {
		t.Run(name, func(t *testing.T) {
			dir, err := os.MkdirTemp("/tmp", "o")
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { os.RemoveAll(dir) })
			if err := os.Chmod(dir, 0o755); err != nil {
				t.Fatal(err)
			}
			test.cfg.DataDir = filepath.Join(dir, "data")
			r := runtest.Start(t, test.cfg)
			c, err := client.New(client.Config{BaseURL: r.BaseURL, APIKey: r.Key.Reveal()})
			if err != nil {
				t.Fatal(err)
			}
			session, err := c.CreateSession(t.Context(), wire.SessionRequest{})
			if err != nil {
				t.Fatal(err)
			}
			at, err := url.Parse(wire.PlainURL(session.CDPURL))
			if err != nil {
				t.Fatal(err)
			}
			if test.cfg.SessionDomain+test.cfg.NodeURL != "" {
				at.Scheme, at.Host = "ws", strings.TrimPrefix(r.BaseURL, "http://")
			}
			ws, _, err := websocket.Dial(t.Context(), at.String(), &websocket.DialOptions{HTTPClient: http.DefaultClient})
			if err != nil {
				t.Fatal(err)
			}
			defer ws.CloseNow()
			file := strings.ReplaceAll(test.file(test.cfg.DataDir), `"`, `\"`)
			if err := ws.Write(t.Context(), websocket.MessageText, []byte(`{"id":1,"method":"DOM.setFileInputFiles","params":{"files":["`+file+`"]}}`)); err != nil {
				t.Fatal(err)
			}
			_, said, err := ws.Read(t.Context())
			if err != nil || !strings.Contains(string(said), test.error) {
				t.Errorf("it is answered %s, %v, want %q", said, err, test.error)
			}
		})
	}
}
