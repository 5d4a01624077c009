package service_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"assay/wire/datadir"
)

// served is a service as a process of its own.
type served struct {
	cmd interface {
		Wait() error
	}
	pid int
	dir string // its data folder
	url string
	key string
	log *bytes.Buffer // complete when cmd has ended
}

// serve runs a service whose data folder is below home. If that leaves a key for this
// machine there, it is the one that is used.
func serve(t testing.TB, home string, args ...string) *served {
	t.Helper()
	dir := filepath.Join(home, "data")
	return started(t, command(t, home, append([]string{"serve", "--listen", "127.0.0.1:0", "--data-dir", dir}, args...)...), dir)
}

// started starts a command that becomes a service whose data folder is dir.
func started(t testing.TB, cmd *exec.Cmd, dir string) *served {
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
	line, err := bufio.NewReader(stdout).ReadBytes('\n')
	var info datadir.Info
	if err != nil || json.Unmarshal(line, &info) != nil {
		_ = cmd.Wait()
		t.Fatalf("no ready line (%v); the log:\n%s", err, &log)
	}
	key, err := os.ReadFile(datadir.KeyFile(dir))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	return &served{cmd, cmd.Process.Pid, dir, info.BaseURL, strings.TrimSpace(string(key)), &log}
}

// signal sends the service's process a signal.
func (s *served) signal(signal os.Signal) error {
	process, err := os.FindProcess(s.pid)
	if err != nil {
		return err
	}
	return process.Signal(signal)
}

func (s *served) stop(t testing.TB) {
	t.Helper()
	if err := s.signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := s.cmd.Wait(); err != nil {
		t.Errorf("the service ended with %v; the log:\n%s", err, s.log)
	}
}

func (s *served) used(t testing.TB) int64 {
	t.Helper()
	response, err := http.Get(s.url + "/v1/usage?api_key=" + s.key)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	var usage struct {
		Used *int64 `json:"current_cycle_usage"`
	}
	if err := json.NewDecoder(response.Body).Decode(&usage); err != nil || usage.Used == nil {
		t.Fatalf("usage: %v", err)
	}
	return *usage.Used
}

// post returns the status of a query whose whole answer came, or 0.
func (s *served) post(body string) int {
	status, _ := s.ask(body)
	return status
}

// ask returns the status and the header of a query whose whole answer came, or 0.
func (s *served) ask(body string) (status int, header http.Header) {
	request, err := http.NewRequest(http.MethodPost, s.url+"/v1/query-data", strings.NewReader(body))
	if err != nil {
		return 0, nil
	}
	request.Header.Set("X-API-Key", s.key)
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
