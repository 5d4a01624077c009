package sessions_test

import (
	"bufio"
	"context"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"assay/client"
	"assay/service/browser"
	"assay/service/browser/sessions"
)

// joined waits until a session has so many clients.
func (b *bench) joined(t *testing.T, session *sessions.Session, clients int) {
	t.Helper()
	b.await(t, session.ID, fmt.Sprint("with clients: ", clients), func(i client.SessionInfo) bool { return i.Clients == clients })
}

func TestOnDisconnect(t *testing.T) {
	address := site(t)
	b := newBench(t)
	request := sessions.Request{Persona: browser.Linux, Timeout: time.Minute, OnDisconnect: true}

	t.Run("a killed client", func(t *testing.T) {
		session := b.create(t, request)
		client := b.startScript(t, session, false, address, "playwright.mjs", "stay")
		client.line(t)
		client.Process.Kill()
		b.awaitEnd(t, session.ID, sessions.EndDisconnected)
	})
	t.Run("a client that closes", func(t *testing.T) {
		session := b.create(t, request)
		b.startScript(t, session, true, address, "puppeteer.mjs", "close").finish(t)
		b.awaitEnd(t, session.ID, sessions.EndDisconnected)
	})
	t.Run("the last of two", func(t *testing.T) {
		session := b.create(t, request)
		one := b.startScript(t, session, true, address, "playwright.mjs", "stay")
		one.line(t)
		two := b.startScript(t, session, true, address, "playwright.mjs", "stay")
		two.line(t)
		one.Process.Kill()
		b.joined(t, session, 1)
		third := b.startScript(t, session, true, address, "playwright.mjs", "discover")
		third.finish(t)
		b.joined(t, session, 1)
		two.input.Close()
		two.finish(t)
		b.awaitEnd(t, session.ID, sessions.EndDisconnected)
	})
	t.Run("nobody comes", func(t *testing.T) {
		short := request
		short.Timeout = 300 * time.Millisecond
		session := b.create(t, short)
		b.awaitEnd(t, session.ID, sessions.EndInactive)
		if alive, _ := b.Active(); alive != 0 {
			t.Errorf("%d sessions are alive", alive)
		}
	})
}

func TestOnInactivityTimeout(t *testing.T) {
	address := site(t)
	// What the client needs is there before the session's time runs.
	if _, err := clients(); err != nil {
		t.Fatal(err)
	}
	b := newBench(t)
	const timeout = 8 * time.Second // a client that comes again takes its time to start
	session := b.create(t, sessions.Request{Persona: browser.Linux, Timeout: timeout})

	first := b.startScript(t, session, true, address, "playwright.mjs", "stay")
	seen := first.line(t)
	if !strings.Contains(seen, address) || !strings.Contains(seen, "kept=1") {
		t.Fatalf("the first client saw %s", seen)
	}
	// A client that says nothing for longer than the timeout is activity.
	time.Sleep(timeout + 500*time.Millisecond)
	if info, err := b.Get(session.ID); err != nil || info.State != client.StateActive || info.SecondsToTeardown != nil {
		t.Fatalf("with a silent client it is %v, %v", info.State, err)
	}
	first.Process.Kill()
	info := b.await(t, session.ID, "idle", func(i client.SessionInfo) bool { return i.State == client.StateIdle })
	if left := *info.SecondsToTeardown; left <= 0 || left > timeout.Seconds() {
		t.Errorf("%v seconds are left", left)
	}
	second := b.startScript(t, session, true, address, "playwright.mjs", "stay")
	if again := second.line(t); again != seen {
		t.Errorf("the second client saw %s, the first %s", again, seen)
	}
	left := time.Now()
	second.input.Close()
	second.finish(t)
	b.awaitEnd(t, session.ID, sessions.EndInactive)
	if waited := time.Since(left); waited < 1900*time.Millisecond {
		t.Errorf("it ended after %v", waited)
	}
}

func TestEnds(t *testing.T) {
	address := site(t)
	b := newBench(t)
	t.Run("deleted", func(t *testing.T) {
		session := b.create(t, usual())
		client := b.startScript(t, session, true, address, "playwright.mjs", "stay")
		client.line(t)
		if err := b.Delete(t.Context(), session.ID); err != nil {
			t.Fatal(err)
		}
		if line := client.line(t); line != "\"disconnected\"\n" {
			t.Errorf("the client says %s", line)
		}
		b.awaitEnd(t, session.ID, sessions.EndDeleted)
		if err := b.Delete(t.Context(), session.ID); err != sessions.ErrUnknown {
			t.Errorf("a second time: %v", err)
		}
	})
	t.Run("the browser dies", func(t *testing.T) {
		session := b.create(t, usual())
		client := b.startScript(t, session, true, address, "playwright.mjs", "stay")
		client.line(t)
		for _, pid := range leaders(t, b.dir) {
			syscall.Kill(pid, syscall.SIGKILL)
		}
		if line := client.line(t); line != "\"disconnected\"\n" {
			t.Errorf("the client says %s", line)
		}
		b.awaitEnd(t, session.ID, sessions.EndCrashed)
	})
}

func TestLimit(t *testing.T) {
	b := newBench(t, func(c *sessions.Config) { c.Max = 1 })
	session := b.create(t, usual())
	_, err := b.Create(t.Context(), usual())
	if limit, ok := err.(*sessions.LimitError); !ok || limit.Limit != 1 {
		t.Errorf("a second of one: %v", err)
	}
	if err := b.Delete(t.Context(), session.ID); err != nil {
		t.Fatal(err)
	}
	b.create(t, usual())
}

func TestLimitOfAKey(t *testing.T) {
	b := newBench(t, func(c *sessions.Config) { c.PerKey = 1 })
	request := usual()
	request.KeyID = "one"
	b.create(t, request)
	_, err := b.Create(t.Context(), request)
	if limit, ok := err.(*sessions.LimitError); !ok || limit.Limit != 1 || !limit.OfKey {
		t.Errorf("a second of the same key: %v", err)
	}
	request.KeyID = "two"
	b.create(t, request)
}

// leaders returns the browsers that work in dir.
func leaders(t testing.TB, dir string) []int {
	t.Helper()
	lines, err := filepath.Glob("/proc/[0-9]*/cmdline")
	if err != nil {
		t.Fatal(err)
	}
	var pids []int
	for _, path := range lines {
		line, _ := os.ReadFile(path)
		if text := string(line); strings.Contains(text, "--user-data-dir="+dir) && !strings.Contains(text, "--type=") {
			var pid int
			fmt.Sscanf(path, "/proc/%d/", &pid)
			pids = append(pids, pid)
		}
	}
	return pids
}

// traces returns what there is of browsers that work in dir.
func traces(t testing.TB, dir string) []string {
	t.Helper()
	lines, err := filepath.Glob("/proc/[0-9]*/environ")
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for _, path := range lines {
		if text, _ := os.ReadFile(path); strings.Contains(string(text), "TMPDIR="+dir) {
			found = append(found, path)
		}
	}
	entries, _ := os.ReadDir(dir)
	for _, entry := range entries {
		found = append(found, entry.Name())
	}
	return found
}

func descriptors(t testing.TB) int {
	t.Helper()
	entries, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Fatal(err)
	}
	return len(entries)
}

func TestNothingIsLeft(t *testing.T) {
	b := newBench(t)
	one := func() {
		session := b.create(t, sessions.Request{Persona: browser.Linux, Timeout: time.Minute, OnDisconnect: true})
		client := connect(t, plain(session.Wire().CDPURL))
		client.must("", "Target.createTarget", `{"url":"about:blank"}`, nil)
		client.ws.CloseNow()
		b.awaitEnd(t, session.ID, sessions.EndDisconnected)
	}
	one()
	before := descriptors(t)
	for range 50 {
		one()
	}
	var all sync.WaitGroup
	for range 10 {
		all.Go(one)
	}
	all.Wait()
	if err := b.Shutdown(t.Context()); err != nil {
		t.Fatal(err)
	}
	if left := traces(t, b.dir); len(left) > 0 {
		t.Errorf("left: %q", left)
	}
	if after := descriptors(t); after > before {
		t.Errorf("%d descriptors are open, there were %d with a spare", after, before)
	}
}

func serveUntilKilled(dir string) {
	t := new(testing.T)
	manager, _ := newManager(t, dir)
	for i := range 3 {
		request := usual()
		if i == 2 {
			request.Profile = browser.Stealth
		}
		if _, err := manager.Create(context.Background(), request); err != nil {
			fmt.Println("error:", err)
			return
		}
	}
	fmt.Println("ready")
	select {}
}

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
	service.Process.Kill()
	service.Wait()
	if line != "ready\n" {
		t.Fatalf("the service says %q, %v", line, err)
	}
	browsers := filepath.Join(dir, "browsers")
	if err := browser.Sweep(browsers, slog.New(slog.DiscardHandler)); err != nil {
		t.Error(err)
	}
	deadline := time.Now().Add(5 * time.Second)
	for len(traces(t, browsers)) > 0 && time.Now().Before(deadline) {
		time.Sleep(20 * time.Millisecond)
	}
	if left := traces(t, browsers); len(left) > 0 {
		t.Errorf("left: %q", left)
	}
}

// TestMemoryAfterEnd: sessions are listed for a while after their end, but what their
// clients were sent is not kept.
func TestMemoryAfterEnd(t *testing.T) {
	b := newBench(t)
	heap := func() uint64 {
		runtime.GC()
		var stats runtime.MemStats
		runtime.ReadMemStats(&stats)
		return stats.HeapAlloc
	}
	before := heap()
	const size = 30 << 20
	for range 2 {
		session := b.create(t, usual())
		client := connect(t, plain(session.Wire().CDPURL))
		page, _ := client.page()
		client.must(page, "Runtime.evaluate", fmt.Sprintf(`{"returnByValue":true,"expression":"'x'.repeat(%d)"}`, size), nil)
		if err := b.Delete(t.Context(), session.ID); err != nil {
			t.Fatal(err)
		}
	}
	eventually(t, "the memory is free again", func() bool { return heap() < before+size/2 })
	if list := b.List(); len(list) != 2 {
		t.Errorf("the list has %d sessions", len(list))
	}
}
