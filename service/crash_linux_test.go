package service_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"assay/command/runtest"
)

// TestKill kills the service again and again under load. After each restart every
// answered request counts once, work that was interrupted does not, and nothing of
// the killed service's browsers is left.
func TestKill(t *testing.T) {
	t.Parallel()
	const rounds, workers = 4, 6
	random := rand.New(rand.NewPCG(7, 11))
	page := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprintf(w, "<title>%s</title><script>document.write('<h1>made</h1>')</script>", r.URL.Path)
	}))
	defer page.Close()

	home := t.TempDir()
	var answered, lost int64 // over all rounds; lost replies may or may not count
	for round := range rounds {
		s := runtest.Serve(t, home)
		if used := s.Used(t); used < answered || used > answered+lost {
			t.Fatalf("round %d: %d calls are counted; %d were answered and %d lost their reply", round, used, answered, lost)
		}

		var done, rendered, failed atomic.Int64
		enough, stop := context.WithTimeout(t.Context(), time.Minute)
		defer stop()
		target := int64(3 + random.IntN(20))
		var group sync.WaitGroup
		for worker := range workers {
			group.Go(func() {
				for i := 0; enough.Err() == nil; i++ {
					body := fmt.Sprintf(`{"url":"%s/%d/%d","query":"{ title }"}`, page.URL, worker, i)
					if worker%2 == 0 {
						body = `{"html":"<title>raw</title>","query":"{ title }"}`
					}
					switch status := s.Post(body); status {
					case http.StatusOK:
						if worker%2 == 1 {
							rendered.Add(1)
						}
						if done.Add(1) >= target && rendered.Load() > 0 {
							stop()
						}
					case 0:
						failed.Add(1) // killed under the request
						return
					default:
						t.Errorf("a query was answered with %d", status)
						return
					}
				}
			})
		}
		<-enough.Done()
		below := descendants(t, s.PID)
		if err := syscall.Kill(s.PID, syscall.SIGKILL); err != nil {
			t.Fatal(err)
		}
		group.Wait()
		_ = s.Cmd.Wait()
		answered += done.Load()
		lost += failed.Load()

		var folders []string
		for _, p := range below {
			if !p.goneWithin(20 * time.Second) {
				t.Errorf("round %d: %s lives on after the service", round, p.name)
			}
			if p.profile != "" {
				folders = append(folders, p.profile)
			}
		}
		if len(folders) == 0 {
			t.Fatalf("round %d: the service had no browser; it had %v", round, below)
		}
		s = runtest.Serve(t, home)
		for _, folder := range folders {
			if _, err := os.Stat(folder); err == nil {
				t.Errorf("round %d: the profile folder %s is left", round, folder)
			}
		}
		s.Stop(t)
	}
	s := runtest.Serve(t, home)
	if used := s.Used(t); used < answered || used > answered+lost {
		t.Errorf("at the end %d calls are counted; %d were answered and %d lost their reply", used, answered, lost)
	}
	s.Stop(t)
	t.Logf("%d answered, %d killed under their request", answered, lost)
}

// process is a process that can be waited for without being its parent.
type process struct {
	name    string
	profile string // the folder of a browser's profile, or ""
	fd      int
}

// goneWithin reports whether the process ends within a time.
func (p process) goneWithin(limit time.Duration) bool {
	defer unix.Close(p.fd)
	for end := time.Now().Add(limit); ; {
		n, err := unix.Poll([]unix.PollFd{{Fd: int32(p.fd), Events: unix.POLLIN}}, int(time.Until(end).Milliseconds()))
		if err == unix.EINTR && time.Now().Before(end) {
			continue // Go's own signals
		}
		return err == nil && n == 1
	}
}

// descendants returns the processes below one.
func descendants(t *testing.T, pid int) []process {
	t.Helper()
	var found []process
	for _, child := range children(t, pid) {
		fd, err := unix.PidfdOpen(child, 0)
		if err != nil {
			continue // it has ended
		}
		line, _ := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", child)) // empty if it has ended
		// Chromium rewrites its arguments with spaces between them.
		arguments := strings.FieldsFunc(string(line), func(r rune) bool { return r == 0 || r == ' ' })
		p := process{name: strconv.Itoa(child), fd: fd}
		if len(arguments) > 0 {
			p.name += " " + arguments[0]
		}
		for _, argument := range arguments {
			if folder, ok := strings.CutPrefix(argument, "--user-data-dir="); ok {
				p.profile = folder
			}
		}
		found = append(append(found, p), descendants(t, child)...)
	}
	return found
}

// children returns the processes right below one.
func children(t *testing.T, pid int) (found []int) {
	t.Helper()
	tasks, err := filepath.Glob("/proc/" + strconv.Itoa(pid) + "/task/*/children")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range tasks {
		text, _ := os.ReadFile(file) // empty if the thread has ended
		for _, field := range strings.Fields(string(text)) {
			child, err := strconv.Atoi(field)
			if err != nil {
				t.Fatal(err)
			}
			found = append(found, child)
		}
	}
	return found
}
