package service_test

import (
	"bytes"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"assay/client"
	"assay/command/runtest"
	"assay/service"
	"assay/service/account"
	"assay/wire"
)

// TestSessionsEndWithTheirKeys: another process revokes a key and lets one expire, and their
// sessions end; those of other keys go on.
func TestSessionsEndWithTheirKeys(t *testing.T) {
	t.Parallel()
	parent, err := os.MkdirTemp("/tmp", "k")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(parent) })
	if err := os.Chmod(parent, 0o755); err != nil { // a browser may run as another user than the tests
		t.Fatal(err)
	}
	dir := filepath.Join(parent, "data")
	r := runtest.Start(t, service.Config{DataDir: dir})
	var prefixes []string
	var alive []func() bool
	for range 3 {
		var plain bytes.Buffer
		if err := service.CreateKey(t.Context(), dir, "", account.KeyChange{}, false, &plain); err != nil {
			t.Fatal(err)
		}
		prefixes = append(prefixes, plain.String()[:len("assay_")+6])
		c, err := client.New(client.Config{BaseURL: r.BaseURL, APIKey: strings.TrimSpace(plain.String())})
		if err != nil {
			t.Fatal(err)
		}
		session, err := c.CreateSession(t.Context(), wire.SessionRequest{})
		if err != nil {
			t.Fatal(err)
		}
		alive = append(alive, func() bool {
			response, err := http.Get(wire.PlainURL(session.BaseURL) + "/json/version")
			if err != nil {
				return false
			}
			response.Body.Close()
			return response.StatusCode == http.StatusOK
		})
	}
	for i := range alive {
		if !alive[i]() {
			t.Fatalf("session %d is not there", i)
		}
	}
	if _, err := service.RevokeKey(t.Context(), dir, "", prefixes[0]); err != nil {
		t.Fatal(err)
	}
	if _, err := service.ChangeKey(t.Context(), dir, "", prefixes[1], account.KeyChange{Expires: new(time.Now())}); err != nil {
		t.Fatal(err)
	}
	for deadline := time.Now().Add(30 * time.Second); alive[0]() || alive[1](); time.Sleep(50 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("the sessions go on: of the revoked key %t, of the expired key %t", alive[0](), alive[1]())
		}
	}
	if !alive[2]() {
		t.Error("the session of another key has ended")
	}
}
