package service_test

import (
	"errors"
	"io"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"assay/client"
	"assay/command/runtest"
	"assay/service"
	"assay/service/servicetest"
	"assay/wire"
)

// TestDiskFull fills the disk of the data folder: whatever has to write is refused with
// the reason, costs nothing, and works again when there is room.
func TestDiskFull(t *testing.T) {
	t.Parallel()
	dir := servicetest.Disk(t, 64)
	var log servicetest.Log
	r := runtest.Start(t, service.Config{DataDir: dir, Log: slog.New(slog.NewTextHandler(&log, nil))})
	c, err := client.New(client.Config{BaseURL: r.BaseURL, APIKey: r.Key.Reveal()})
	if err != nil {
		t.Fatal(err)
	}
	query := func() error {
		_, err := c.Query(t.Context(), wire.QueryRequest{Query: "{ title }", HTML: "<h1>A title</h1>"})
		return err
	}
	if err := query(); err != nil {
		t.Fatal(err)
	}
	if got := ready(t, r); got != isReady {
		t.Fatalf("readyz = %s", got)
	}

	free := servicetest.FillDisk(t, dir)
	servicetest.Eventually(t, "the node is not ready", func() bool { return ready(t, r) == isNotReady })
	refuses(t, "a query", query())
	refuses(t, "a document", ask(t, c, runtest.Documents(t, 1)[0]))
	// No browser waits for this one.
	_, err = c.CreateSession(t.Context(), wire.SessionRequest{BrowserProfile: wire.ProfileStealth, UAPreset: wire.PresetMacOS})
	refuses(t, "a session", err)
	if !strings.Contains(log.String(), "no space left on device") || !strings.Contains(log.String(), "database or disk is full") {
		t.Errorf("the log does not say why:\n%s", &log)
	}
	if n := r.Used(t); n != 1 {
		t.Errorf("%d calls are used, want the 1 that was answered", n)
	}

	free()
	servicetest.Eventually(t, "the node is ready", func() bool { return ready(t, r) == isReady })
	if err := query(); err != nil {
		t.Errorf("a query when there is room again: %v", err)
	}
	if n := r.Used(t); n != 2 {
		t.Errorf("%d calls are used, want the 2 that were answered", n)
	}
}

// TestDataFolderFull fills the disk of a data folder whose account is elsewhere: the node
// is not ready, although what needs no room goes on and is counted.
func TestDataFolderFull(t *testing.T) {
	t.Parallel()
	dir := servicetest.Disk(t, 64)
	r := runtest.Start(t, service.Config{DataDir: dir, Database: filepath.Join(t.TempDir(), "account.db")})
	c, err := client.New(client.Config{BaseURL: r.BaseURL, APIKey: r.Key.Reveal()})
	if err != nil {
		t.Fatal(err)
	}
	free := servicetest.FillDisk(t, dir)
	servicetest.Eventually(t, "the node is not ready", func() bool { return ready(t, r) == isNotReady })
	answered := int64(0) // before browsers that could not start had given back their room
	servicetest.Eventually(t, "a document is refused", func() bool {
		servicetest.FillDisk(t, dir)
		if err = ask(t, c, runtest.Documents(t, 1)[0]); err == nil {
			answered++
		}
		return err != nil
	})
	refuses(t, "a document", err)
	if _, err := c.Query(t.Context(), wire.QueryRequest{Query: "{ title }", HTML: "<h1>A title</h1>"}); err != nil {
		t.Errorf("a query that needs no room: %v", err)
	}
	free()
	servicetest.Eventually(t, "the node is ready", func() bool { return ready(t, r) == isReady })
	if err := ask(t, c, runtest.Documents(t, 1)[0]); err != nil {
		t.Errorf("a document when there is room again: %v", err)
	}
	if n := r.Used(t); n != answered+2 {
		t.Errorf("%d calls are used, want the %d that were answered", n, answered+2)
	}
}

// The answers of ready.
const (
	isReady    = `200 OK {"status":"ready","missing":[]}`
	isNotReady = `503 Service Unavailable {"status":"not ready","missing":["storage"]}`
)

// ready asks a service whether it is.
func ready(t *testing.T, r *runtest.Service) string {
	t.Helper()
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

// refuses checks that a call was refused for want of room.
func refuses(t *testing.T, what string, err error) {
	t.Helper()
	told := (*client.Error)(nil)
	if !errors.As(err, &told) || told.Status != http.StatusServiceUnavailable || told.Code != "storage_unavailable" || told.RetryAfter <= 0 {
		t.Errorf("%s = %v, want 503 storage_unavailable with Retry-After", what, err)
	}
}

// ask queries a document.
func ask(t *testing.T, c *client.Client, file string) error {
	t.Helper()
	invoice, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer invoice.Close()
	_, err = c.QueryDocument(t.Context(), client.DocumentRequest{Query: "{ invoice_number }", File: invoice})
	return err
}
