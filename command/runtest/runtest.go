// Package runtest runs whole services for tests: in the test's own process, or as the
// program, which the test's binary plays.
package runtest

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/cookiejar"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"assay/client"
	"assay/command"
	"assay/service"
	"assay/service/servicetest"
	"assay/wire/datadir"
	"assay/wire/pages/documenttest"
)

// RawQuery is the body of a query that needs no browser.
const RawQuery = `{"html":"<title>raw</title>","query":"{ title }"}`

// program is the environment variable that makes the test's binary the program. The
// program passes it on to a service that it starts.
const program = "TEST_RUNS_PROGRAM"

// Main is servicetest.Main for a package whose tests run the program.
func Main(m *testing.M) int {
	if os.Getenv(program) != "" {
		ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
		context.AfterFunc(ctx, stop)
		return command.Run(ctx, os.Args[1:])
	}
	flag.Parse()
	if err := flag.Set("test.parallel", "6"); err != nil { // those that run at once wait more than they work
		panic(err)
	}
	return servicetest.Main(m)
}

// Path returns the program's file.
func Path(t testing.TB) string {
	t.Helper()
	path, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// Command returns the program with arguments, in an environment of its own.
func Command(t testing.TB, home string, args ...string) *exec.Cmd {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), Path(t), args...)
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + home, "TERM=xterm", "TMPDIR=" + os.TempDir(), program + "=yes"}
	return cmd
}

// Service is a service in the test's process.
type Service struct {
	datadir.Info
	Key  datadir.Secret
	Stop context.CancelFunc
	done chan error
}

// Start runs a service until the end of the test and returns when it is ready.
func Start(t *testing.T, cfg service.Config) *Service {
	t.Helper()
	r := Begin(t, cfg)
	var err error
	if r.Key, err = datadir.ReadKey(cfg.DataDir); err != nil {
		t.Fatal(err)
	}
	return r
}

// Begin is Start for a service that others have made a key for.
func Begin(t *testing.T, cfg service.Config) *Service {
	t.Helper()
	if cfg.Listen == "" {
		cfg.Listen = "127.0.0.1:0"
	}
	if cfg.Log == nil {
		cfg.Log = slog.New(slog.DiscardHandler)
	}
	ctx, cancel := context.WithCancel(t.Context())
	lines, line := io.Pipe()
	r := &Service{Stop: cancel, done: make(chan error, 1)}
	go func() {
		err := service.Run(ctx, cfg, line)
		line.CloseWithError(fmt.Errorf("the service ended: %w", err))
		r.done <- err
	}()
	t.Cleanup(func() { cancel(); r.Wait(t) })
	if err := json.NewDecoder(lines).Decode(&r.Info); err != nil {
		t.Fatal(err)
	}
	go io.Copy(io.Discard, lines)
	return r
}

// Wait returns what service.Run returned.
func (r *Service) Wait(t *testing.T) error {
	t.Helper()
	select {
	case err := <-r.done:
		r.done <- err
		return err
	case <-time.After(30 * time.Second):
		t.Fatal("the service does not end")
		return nil
	}
}

// Browse returns a client that keeps cookies.
func Browse(t *testing.T) *http.Client {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	return &http.Client{Jar: jar}
}

// Look returns where a request ends and what it shows there.
func Look(t *testing.T, response *http.Response, err error) (path, text string) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response.Request.URL.Path, string(body)
}

// Used returns how many calls of the cycle the service counts.
func (r *Service) Used(t *testing.T) int64 { return used(t, r.BaseURL, r.Key.Reveal()) }

func used(t testing.TB, baseURL, key string) int64 {
	t.Helper()
	c, err := client.New(client.Config{BaseURL: baseURL, APIKey: key})
	if err != nil {
		t.Fatal(err)
	}
	usage, err := c.Usage(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return usage.Used
}

// Documents makes a folder with PDFs of so many pages.
func Documents(t *testing.T, counts ...int) (files []string) {
	t.Helper()
	folder := t.TempDir()
	for i, count := range counts {
		var pages [][]documenttest.Text
		for page := range count {
			pages = append(pages, []documenttest.Text{{X: 60, Y: 80, Size: 12, Text: fmt.Sprintf("Invoice number: A-%d%d", i+1, page)}})
		}
		files = append(files, filepath.Join(folder, fmt.Sprintf("%d.pdf", i+1)))
		if err := os.WriteFile(files[i], documenttest.PDF(pages...), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return files
}
