package service_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"assay/client"
	"assay/command/runtest"
	"assay/service/servicetest"
	"assay/wire"
)

// sessionsOf launches sessions of a service, the first of them with a full browser.
func sessionsOf(t *testing.T, s *runtest.Process, count int) (*client.Client, []*wire.Session) {
	t.Helper()
	c, err := client.New(client.Config{BaseURL: s.URL, APIKey: s.Key})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	var sessions []*wire.Session
	for i := range count {
		request := wire.SessionRequest{BrowserProfile: wire.ProfileLight}
		if i == 0 {
			request.BrowserProfile = wire.ProfileStealth
		}
		session, err := c.CreateSession(t.Context(), request)
		if err != nil {
			t.Fatal(err)
		}
		sessions = append(sessions, session)
	}
	return c, sessions
}

// TestKilledWithSessions: of a service that is killed with ten sessions nothing is left,
// and the next one begins as if there had been none.
func TestKilledWithSessions(t *testing.T) {
	t.Parallel()
	const count = 10
	home := t.TempDir()
	s := runtest.Serve(t, home)
	sessionsOf(t, s, count)
	below := descendants(t, s.PID)
	if err := syscall.Kill(s.PID, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	_ = s.Cmd.Wait()
	var folders []string
	for _, p := range below {
		if !p.goneWithin(20 * time.Second) {
			t.Errorf("%s lives on after the service", p.name)
		}
		if p.profile != "" {
			folders = append(folders, filepath.Dir(p.profile))
		}
	}
	if len(folders) < count {
		t.Fatalf("the service had browsers in %q", folders)
	}

	s = runtest.Serve(t, home)
	for _, folder := range folders {
		if _, err := os.Stat(folder); err == nil {
			t.Errorf("the folder %s is left", folder)
		}
		records, err := filepath.Glob(folder + "*")
		if err != nil || len(records) > 0 {
			t.Errorf("left: %q, %v", records, err)
		}
	}
	c, err := client.New(client.Config{BaseURL: s.URL, APIKey: s.Key})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if list, err := c.Sessions(t.Context()); err != nil || len(list) != 0 {
		t.Errorf("the next service lists %v, %v", list, err)
	}
	sessionsOf(t, s, 1)
	s.Stop(t)
}

// TestProcessOne: a service that is process 1 of a container, where nobody else waits for
// the processes that lost their parents, leaves no zombies of browsers that are killed
// or end. Only root may make a container of this kind.
func TestProcessOne(t *testing.T) {
	t.Parallel()
	if os.Getuid() != 0 {
		return
	}
	unshare, err := exec.LookPath("unshare")
	if err != nil {
		t.Fatal(err)
	}
	home := t.TempDir()
	dir := filepath.Join(home, "data")
	cmd := runtest.Command(t, home, "serve", "--listen", "127.0.0.1:0", "--data-dir", dir)
	cmd.Path, cmd.Args = unshare, append([]string{"unshare", "--pid", "--fork", "--mount-proc", "--kill-child"}, cmd.Args...)
	cmd.Args[5] = runtest.Path(t)
	s := runtest.Started(t, cmd, dir)
	first := children(t, s.PID)
	if len(first) != 1 {
		t.Fatalf("below unshare are %v", first)
	}
	s.PID = first[0]
	c, sessions := sessionsOf(t, s, 3)
	below := descendants(t, s.PID)
	for _, p := range below {
		unix.Close(p.fd)
	}
	if len(below) < 9 { // a browser is three processes and more
		t.Fatalf("below the service are %v", below)
	}
	leaders := children(t, s.PID)
	if err := c.EndSession(t.Context(), sessions[0].ID); err != nil {
		t.Fatal(err)
	}
	for _, pid := range leaders {
		_ = syscall.Kill(pid, syscall.SIGKILL) // unless it has ended
	}
	servicetest.Eventually(t, "the sessions have ended", func() bool {
		list, err := c.Sessions(t.Context())
		for i := range list {
			if list[i].Alive() {
				return false
			}
		}
		return err == nil
	})
	servicetest.Eventually(t, "all that was below the service has gone, zombies too", func() bool {
		for _, p := range below {
			number, _, _ := strings.Cut(p.name, " ")
			if _, err := os.Stat("/proc/" + number); err == nil {
				return false
			}
		}
		return true
	})
	sessionsOf(t, s, 1) // it goes on
	s.Stop(t)
}
