package sessions_test

import (
	"bufio"
	"context"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"assay/service/browser"
	"assay/service/browser/sessions"
	"assay/service/browser/sessiontest"
	"assay/service/certs"
	"assay/service/egress"
)

func serveUntilKilled(dir string) {
	authority, err := certs.OpenAuthority(dir)
	if err != nil {
		fmt.Println("error:", err)
		return
	}
	manager := sessions.New(sessions.Config{
		Dir:    filepath.Join(dir, "browsers"),
		Egress: egress.NewDialer(egress.Config{AllowPrivate: true}),
		Log:    slog.New(slog.DiscardHandler),
		TLS:    authority.Config(func(string) bool { return false }),
	})
	failures := make(chan error)
	for i := range killedSessions {
		go func() {
			request := sessiontest.Usual()
			if i == 0 {
				request.Profile = browser.Stealth
			}
			_, err := manager.Create(context.Background(), request)
			failures <- err
		}()
	}
	for range killedSessions {
		if err := <-failures; err != nil {
			fmt.Println("error:", err)
			return
		}
	}
	fmt.Println("ready")
	select {}
}

// killedSessions is how many sessions a service has when it is killed.
const killedSessions = 3

func TestKilledService(t *testing.T) {
	dir, err := os.MkdirTemp("/tmp", "k")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir)
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	service := exec.Command(os.Args[0])
	service.Env = append(os.Environ(), "ASSAY_TEST_SERVICE="+dir)
	output, err := service.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := service.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(output).ReadString('\n')
	browsers := filepath.Join(dir, "browsers")
	running := sessiontest.Browsers(t, browsers)
	inGroups := groupsOf(t, running)
	service.Process.Kill()
	service.Wait()
	if line != "ready\n" || len(running) < killedSessions {
		t.Fatalf("the service says %q, %v, and has %d browsers", line, err, len(running))
	}
	if err := browser.Sweep(browsers, slog.New(slog.DiscardHandler)); err != nil {
		t.Error(err)
	}
	deadline := time.Now().Add(sessiontest.Patience)
	for len(traces(t, browsers)) > 0 && time.Now().Before(deadline) {
		time.Sleep(20 * time.Millisecond)
	}
	if left := traces(t, browsers); len(left) > 0 {
		t.Errorf("left: %q", left)
	}
	if left := groupFolders(t, inGroups); len(left) > 0 {
		t.Errorf("control groups left: %q", left)
	}
	// A process that had sessions before adopts what a killed child leaves.
	for _, pid := range zombies(t) {
		if process, err := os.FindProcess(pid); err == nil {
			process.Wait()
		}
	}
}
