package service_test

import (
	"bytes"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"os"
	"strings"
	"sync"
	"testing"

	"assay/client"
	"assay/service"
	"assay/service/disktest"
)

// TestDiskFull fills the disk of the data folder: whatever has to write is refused with
// the reason, costs nothing, and works again when there is room.
func TestDiskFull(t *testing.T) {
	dir := disktest.New(t, 64)
	var log lockedBuffer
	r := start(t, service.Config{DataDir: dir, Log: slog.New(slog.NewTextHandler(&log, nil))})
	c, err := client.New(client.Config{BaseURL: r.BaseURL, APIKey: r.key.Reveal()})
	if err != nil {
		t.Fatal(err)
	}
	query := func() error {
		_, err := c.Query(t.Context(), client.QueryRequest{Query: "{ title }", HTML: "<h1>A title</h1>"})
		return err
	}
	ready := func() string {
		response, err := http.Get(r.BaseURL + "/readyz")
		if err != nil {
			t.Fatal(err)
		}
		defer response.Body.Close()
		text, err := io.ReadAll(response.Body)
		if err != nil {
			t.Fatal(err)
		}
		return response.Status + " " + string(text)
	}
	const isReady, isNot = `200 OK {"status":"ready","missing":[]}`, `503 Service Unavailable {"status":"not ready","missing":["storage"]}`
	if err := query(); err != nil {
		t.Fatal(err)
	}
	if got := ready(); got != isReady {
		t.Fatalf("readyz = %s", got)
	}

	free := disktest.Fill(t, dir)
	eventually(t, "the node is not ready", func() bool { return ready() == isNot })
	refused := func(what string, err error) {
		t.Helper()
		told := (*client.Error)(nil)
		if !errors.As(err, &told) || told.Status != http.StatusServiceUnavailable || told.Code != "storage_unavailable" || told.RetryAfter <= 0 {
			t.Errorf("%s = %v, want 503 storage_unavailable with Retry-After", what, err)
		}
	}
	refused("a query", query())
	invoice, err := os.Open(documents(t, 1)[0])
	if err != nil {
		t.Fatal(err)
	}
	defer invoice.Close()
	_, err = c.QueryDocument(t.Context(), client.DocumentRequest{Query: "{ invoice_number }", File: invoice})
	refused("a document", err)
	// No browser waits for this one.
	_, err = c.CreateSession(t.Context(), client.SessionRequest{BrowserProfile: client.ProfileStealth, UAPreset: client.PresetMacOS})
	refused("a session", err)
	if !strings.Contains(log.String(), "no space left on device") || !strings.Contains(log.String(), "database or disk is full") {
		t.Errorf("the log does not say why:\n%s", &log)
	}
	if n := used(t, r); n != 1 {
		t.Errorf("%d calls are used, want the 1 that was answered", n)
	}

	free()
	eventually(t, "the node is ready", func() bool { return ready() == isReady })
	if err := query(); err != nil {
		t.Errorf("a query when there is room again: %v", err)
	}
	if n := used(t, r); n != 2 {
		t.Errorf("%d calls are used, want the 2 that were answered", n)
	}
}

// lockedBuffer is a log that may be read while it is written.
type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lockedBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lockedBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}
