package runtest

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"log/slog"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"assay/service/browser"
	"assay/wire/datadir"
)

// Process is a service as a process of its own.
type Process struct {
	Cmd interface {
		Wait() error
	}
	PID int
	Dir string // its data folder
	URL string
	Key string
}

// Serve runs a service whose data folder is below home. If that leaves a key for this
// machine there, it is the one that is used.
func Serve(t testing.TB, home string, args ...string) *Process {
	t.Helper()
	dir := filepath.Join(home, "data")
	return Started(t, Command(t, home, append([]string{"serve", "--listen", "127.0.0.1:0", "--data-dir", dir}, args...)...), dir)
}

// Started starts a command that becomes a service whose data folder is dir. It ends with the
// test, which shows what it logged if it failed.
func Started(t testing.TB, cmd *exec.Cmd, dir string) *Process {
	t.Helper()
	var log bytes.Buffer
	cmd.Stderr = &log
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		if err := browser.Sweep(filepath.Join(dir, "browsers"), slog.New(slog.DiscardHandler)); err != nil {
			t.Error(err)
		}
		if t.Failed() {
			t.Logf("process %d logged:\n%s", cmd.Process.Pid, &log)
		}
	})
	line, err := bufio.NewReader(stdout).ReadBytes('\n')
	var info datadir.Info
	if err != nil || json.Unmarshal(line, &info) != nil {
		t.Fatalf("no ready line: %v", err)
	}
	key, err := os.ReadFile(datadir.KeyFile(dir))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	return &Process{cmd, cmd.Process.Pid, dir, info.BaseURL, strings.TrimSpace(string(key))}
}

// Signal sends the service's process a signal.
func (s *Process) Signal(signal os.Signal) error {
	process, err := os.FindProcess(s.PID)
	if err != nil {
		return err
	}
	return process.Signal(signal)
}

// Stop ends the service as an operator does.
func (s *Process) Stop(t testing.TB) {
	t.Helper()
	if err := s.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := s.Cmd.Wait(); err != nil {
		t.Errorf("the service ended with %v", err)
	}
}

// Used returns how many calls of the cycle it counts.
func (s *Process) Used(t testing.TB) int64 { return used(t, s.URL, s.Key) }

// Post returns the status of a query whose whole answer came, or 0.
func (s *Process) Post(body string) int {
	status, _ := s.Ask(body)
	return status
}

// Ask returns the status and the header of a query whose whole answer came, or 0.
func (s *Process) Ask(body string) (status int, header http.Header) {
	request, err := http.NewRequest(http.MethodPost, s.URL+"/v1/query-data", strings.NewReader(body))
	if err != nil {
		return 0, nil
	}
	request.Header.Set("X-API-Key", s.Key)
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return 0, nil
	}
	defer response.Body.Close()
	if _, err := io.Copy(io.Discard, response.Body); err != nil {
		return 0, nil
	}
	return response.StatusCode, response.Header
}
