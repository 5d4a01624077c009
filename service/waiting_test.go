package service_test

import (
	"bufio"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"assay/command/runtest"
	"assay/service/servicetest"
	"assay/wire/datadir"
)

// TestDatabaseAwayAtStart starts a node before its database: it waits, says so in the log, to
// systemd and at the operators' address, and begins when the database does.
func TestDatabaseAwayAtStart(t *testing.T) {
	t.Parallel()
	server := servicetest.Postgres(t)
	database := server.Database(t)
	server.Stop(t)

	home := t.TempDir()
	manager := filepath.Join(home, "notify") // as systemd listens
	notified, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: manager, Net: "unixgram"})
	if err != nil {
		t.Fatal(err)
	}
	defer notified.Close()
	told := func(want string) {
		t.Helper()
		if err := notified.SetReadDeadline(time.Now().Add(time.Minute)); err != nil {
			t.Fatal(err)
		}
		for message := make([]byte, 4096); ; {
			n, err := notified.Read(message)
			if err != nil {
				t.Fatalf("systemd is not told %q: %v", want, err)
			}
			if strings.Contains(string(message[:n]), "secret-of-the-test") {
				t.Errorf("systemd is told the password: %s", message[:n])
			}
			if strings.Contains(string(message[:n]), want) {
				return
			}
		}
	}
	operators := "127.0.0.1:" + servicetest.FreePort()
	asked := func(path string) (status int, text string) {
		t.Helper()
		response, err := http.Get("http://" + operators + path)
		if err != nil {
			t.Fatal(err)
		}
		defer response.Body.Close()
		body, err := io.ReadAll(response.Body)
		if err != nil {
			t.Fatal(err)
		}
		return response.StatusCode, string(body)
	}

	cmd := runtest.Command(t, home, "serve", "--listen", "127.0.0.1:0", "--metrics-listen", operators, "--data-dir", filepath.Join(home, "data"), "--log-format", "json")
	cmd.Env = append(cmd.Env, "ASSAY_DATABASE="+database, "NOTIFY_SOCKET="+manager)
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	stderr, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cmd.Process.Kill(); cmd.Wait() })

	log := bufio.NewReader(stderr)
	line, err := log.ReadString('\n')
	for err == nil && !strings.Contains(line, "waits for its database") {
		line, err = log.ReadString('\n')
	}
	var entry struct{ Level, Msg, Error string }
	if err != nil || json.Unmarshal([]byte(line), &entry) != nil || entry.Level != "WARN" ||
		!strings.Contains(entry.Error, "127.0.0.1") || strings.Contains(line, "secret-of-the-test") {
		t.Errorf("the log says (%v): %s", err, line)
	}
	told("STATUS=waiting for the database postgres://postgres@127.0.0.1")
	if status, text := asked("/healthz"); status != http.StatusOK || !strings.Contains(text, `"starting"`) {
		t.Errorf("/healthz answers %d: %s", status, text)
	}
	if status, text := asked("/readyz"); status != http.StatusServiceUnavailable || !strings.Contains(text, `"missing":["database"]`) {
		t.Errorf("/readyz answers %d: %s", status, text)
	}

	server.Start(t)
	ready, err := bufio.NewReader(stdout).ReadBytes('\n')
	var info datadir.Info
	if err != nil || json.Unmarshal(ready, &info) != nil {
		rest, _ := io.ReadAll(log)
		t.Fatalf("no ready line (%v); the log:\n%s", err, rest)
	}
	go io.Copy(io.Discard, log)
	told("READY=1")
	if status, text := asked("/healthz"); status != http.StatusOK || !strings.Contains(text, `"ok"`) {
		t.Errorf("/healthz answers %d: %s", status, text)
	}
	if response, err := http.Get(info.BaseURL + "/readyz"); err != nil || response.StatusCode != http.StatusOK {
		t.Errorf("the service is not ready: %v, %v", response, err)
	} else {
		response.Body.Close()
	}
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	told("STOPPING=1")
	if err := cmd.Wait(); err != nil {
		t.Errorf("it ended with %v", err)
	}
}
