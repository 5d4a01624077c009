package sessions_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
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

// zombies returns the processes of browsers that have ended and that this process, whose
// children they are, has not waited for.
func zombies(t testing.TB) []int {
	t.Helper()
	paths, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil {
		t.Fatal(err)
	}
	ended := fmt.Sprintf(") Z %d ", os.Getpid())
	var pids []int
	for _, path := range paths {
		if text, _ := os.ReadFile(path); strings.Contains(string(text), "(chrom") && strings.Contains(string(text), ended) {
			var pid int
			fmt.Sscanf(path, "/proc/%d/", &pid)
			pids = append(pids, pid)
		}
	}
	return pids
}

// groups returns the control groups that a process is in and the tests are not.
func groups(t testing.TB, pid int) []string {
	t.Helper()
	own, err := os.ReadFile("/proc/self/cgroup")
	if err != nil {
		t.Fatal(err)
	}
	its, err := os.ReadFile(fmt.Sprintf("/proc/%d/cgroup", pid))
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for line := range strings.Lines(string(its)) {
		if !strings.Contains(string(own), line) {
			found = append(found, filepath.Base(strings.TrimSpace(line)))
		}
	}
	return found
}

// groupFolders returns those of some control groups that are still there.
func groupFolders(t testing.TB, names []string) []string {
	t.Helper()
	var found []string
	err := filepath.WalkDir("/sys/fs/cgroup", func(path string, entry fs.DirEntry, err error) error {
		if err == nil && entry.IsDir() && slices.Contains(names, entry.Name()) {
			found = append(found, path)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
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
	if left := zombies(t); len(left) > 0 {
		t.Errorf("zombies left: %v", left)
	}
	if after := descriptors(t); after > before {
		t.Errorf("%d descriptors are open, there were %d with a spare", after, before)
	}
}

// TestKilledBrowsers kills the browsers of sessions under their clients, all at once.
func TestKilledBrowsers(t *testing.T) {
	const count = 5
	b := newBench(t)
	b.create(t, usual()) // what is opened once and stays is open
	before := descriptors(t)
	var ids []string
	var all []*devtools
	for range count {
		session := b.create(t, usual())
		ids = append(ids, session.ID)
		for range 2 {
			client := connect(t, plain(session.Wire().CDPURL))
			page, _ := client.page()
			// The last call is one that the browser owes an answer to when it dies.
			client.evaluate(page, `document.title = "here"`)
			client.send(`{"id":99,"method":"Runtime.evaluate","params":{"expression":"new Promise(() => {})","awaitPromise":true},"sessionId":"` + page + `"}`)
			all = append(all, client)
		}
	}
	eventually(t, "there are the browsers and a spare", func() bool { return len(leaders(t, b.dir)) == count+2 })
	killed := leaders(t, b.dir)
	var inGroups []string
	for _, pid := range killed {
		inGroups = append(inGroups, groups(t, pid)...)
	}
	for _, pid := range killed {
		if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
			t.Fatal(err)
		}
	}
	for i, client := range all {
		for {
			r, err := client.next()
			if errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("client %d is not told", i)
			}
			if err != nil {
				break
			}
			if r.ID == 99 {
				t.Errorf("client %d is answered by a dead browser: %s", i, r.Result)
			}
		}
		client.ws.CloseNow()
	}
	for _, id := range ids {
		b.awaitEnd(t, id, sessions.EndCrashed)
		if info, err := b.Get(id); err != nil || info.Clients != 0 {
			t.Errorf("afterwards the session has %d clients, %v", info.Clients, err)
		}
	}
	// The service goes on.
	session := b.create(t, usual())
	client := connect(t, plain(session.Wire().CDPURL))
	page, _ := client.page()
	if got := client.evaluate(page, "6 * 7"); got != 42.0 {
		t.Errorf("a new session says %v", got)
	}
	client.ws.CloseNow()
	if err := b.Shutdown(t.Context()); err != nil {
		t.Fatal(err)
	}
	if left := traces(t, b.dir); len(left) > 0 {
		t.Errorf("left: %q", left)
	}
	if left := zombies(t); len(left) > 0 {
		t.Errorf("zombies left: %v", left)
	}
	if left := groupFolders(t, inGroups); len(left) > 0 {
		t.Errorf("control groups left: %q", left)
	}
	eventually(t, "the descriptors are closed", func() bool { return descriptors(t) <= before })
}

func serveUntilKilled(dir string) {
	t := new(testing.T)
	manager, _ := newManager(t, dir)
	failures := make(chan error)
	for i := range killedSessions {
		go func() {
			request := usual()
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
const killedSessions = 10

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
	running := leaders(t, browsers)
	var inGroups []string
	for _, pid := range running {
		inGroups = append(inGroups, groups(t, pid)...)
	}
	service.Process.Kill()
	service.Wait()
	if line != "ready\n" || len(running) < killedSessions {
		t.Fatalf("the service says %q, %v, and has %d browsers", line, err, len(running))
	}
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
	if left := groupFolders(t, inGroups); len(left) > 0 {
		t.Errorf("control groups left: %q", left)
	}
	// A process that had sessions before adopts what a killed child leaves.
	for _, pid := range zombies(t) {
		syscall.Wait4(pid, nil, syscall.WNOHANG, nil)
	}
}

// heap returns how much memory is in use.
func heap() uint64 {
	runtime.GC()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return stats.HeapAlloc
}

// TestMemoryOfLargeMessages: what large messages needed is free again once they have
// gone by, though their client stays and says nothing more.
func TestMemoryOfLargeMessages(t *testing.T) {
	b := newBench(t)
	session := b.create(t, usual())
	client := connect(t, plain(session.Wire().CDPURL))
	page, _ := client.page()
	before := heap()
	const size = 40 << 20
	if got := client.evaluate(page, "'"+strings.Repeat("x", size)+"'.length"); got != float64(size) {
		t.Errorf("%v bytes came", got)
	}
	client.must(page, "Runtime.evaluate", fmt.Sprintf(`{"returnByValue":true,"expression":"'x'.repeat(%d)"}`, size), nil)
	eventually(t, "the memory is free again", func() bool { return heap() < before+8<<20 })
	if got := client.evaluate(page, "6 * 7"); got != 42.0 {
		t.Errorf("afterwards it says %v", got)
	}
}

// TestMemoryAfterEnd: sessions are listed for a while after their end, but what their
// clients were sent is not kept.
func TestMemoryAfterEnd(t *testing.T) {
	b := newBench(t)
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
