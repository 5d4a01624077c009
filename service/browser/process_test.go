//go:build unix

package browser

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/chromedp/cdproto/runtime"

	"assay/service/egress"
)

// TestMain lets the test binary be a service that starts a browser and is killed.
func TestMain(m *testing.M) {
	if dir := os.Getenv("ASSAY_TEST_SERVICE"); dir != "" {
		serveUntilKilled(dir)
		return
	}
	os.Exit(m.Run())
}

func serveUntilKilled(dir string) {
	pool := testPool(dir)
	for _, profile := range []Profile{Light, Stealth} {
		if _, err := pool.Tab(context.Background(), profile, nil); err != nil {
			fmt.Println("error:", err)
			return
		}
	}
	fmt.Println("ready")
	select {}
}

func testPool(dir string) *Pool {
	return NewPool(PoolConfig{Dir: dir, Egress: egress.NewDialer(egress.Config{AllowPrivate: true}), Concurrency: 2})
}

// runtimeDir returns a folder that other users can enter.
func runtimeDir(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("/tmp", "b")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	return dir
}

// processes returns the command lines of the processes that have to do with folders in dir.
func processes(t *testing.T, dir string) []string {
	t.Helper()
	lines, err := filepath.Glob("/proc/[0-9]*/cmdline")
	if err != nil {
		t.Fatal(err)
	}
	groups := map[int]bool{}
	var pids []int
	for _, path := range lines {
		var pid int
		fmt.Sscanf(path, "/proc/%d/", &pid)
		pids = append(pids, pid)
		line, _ := os.ReadFile(path)
		if strings.Contains(string(line), "--user-data-dir="+dir) {
			groups[pid] = true
		}
	}
	var found []string
	for _, pid := range pids {
		group, err := syscall.Getpgid(pid)
		environment, _ := os.ReadFile(fmt.Sprintf("/proc/%d/environ", pid))
		if err == nil && groups[group] || strings.Contains(string(environment), "TMPDIR="+dir) {
			line, _ := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
			found = append(found, strings.ReplaceAll(string(line), "\x00", " "))
		}
	}
	return found
}

func folders(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, entry := range entries {
		names = append(names, entry.Name())
	}
	return names
}

func TestCloseLeavesNothing(t *testing.T) {
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_CORE, &limit); err != nil {
		t.Fatal(err)
	}
	syscall.Setrlimit(syscall.RLIMIT_CORE, &syscall.Rlimit{Cur: limit.Max, Max: limit.Max})
	defer syscall.Setrlimit(syscall.RLIMIT_CORE, &limit)
	for _, profile := range []Profile{Light, Stealth} {
		t.Run(profile.String(), func(t *testing.T) {
			dir := runtimeDir(t)
			launcher, err := NewLauncher(dir, slog.Default())
			if err != nil {
				t.Fatal(err)
			}
			process, err := launcher.Launch(t.Context(), Options{Profile: profile, Proxy: "127.0.0.1:9"})
			if err != nil {
				t.Fatal(err)
			}
			if len(processes(t, dir)) == 0 || len(folders(t, dir)) != 2 {
				t.Errorf("while it runs: processes %q, files %q", processes(t, dir), folders(t, dir))
			}
			if os.Getuid() == 0 {
				if info, err := os.Stat(fmt.Sprintf("/proc/%d", process.PID())); err != nil || info.Sys().(*syscall.Stat_t).Uid == 0 {
					t.Errorf("the browser runs as root (%v)", err)
				}
			}
			limits, _ := os.ReadFile(fmt.Sprintf("/proc/%d/limits", process.PID()))
			if !strings.Contains(string(limits), "Max core file size        0 ") {
				t.Errorf("core dumps are allowed:\n%s", limits)
			}
			if err := process.Close(); err != nil {
				t.Error(err)
			}
			if left := processes(t, dir); len(left) > 0 {
				t.Errorf("processes left: %q", left)
			}
			if left := folders(t, dir); len(left) > 0 {
				t.Errorf("files left: %q", left)
			}
		})
	}
}

// A browser that ends while it starts is started again, as shut in as before.
func TestStartsAgain(t *testing.T) {
	launcher, err := NewLauncher(runtimeDir(t), slog.Default())
	if err != nil {
		t.Fatal(err)
	}
	process, err := launcher.Launch(t.Context(), Options{Proxy: "127.0.0.1:9"})
	if err != nil {
		t.Fatal(err)
	}
	process.Close()
	if launcher.unboxed.Load() {
		t.Skip("the sandbox does not work here, as in many containers")
	}
	tries := 0
	process, err = launcher.Launch(t.Context(), Options{Proxy: "127.0.0.1:9", Connect: func(pipe *Pipe) *Conn {
		if tries++; tries == 1 {
			pipe.Close()
		}
		return NewConn(pipe, nil)
	}})
	if err != nil {
		t.Fatal(err)
	}
	defer process.Close()
	if tries != 2 {
		t.Errorf("it took %d tries", tries)
	}
	if line, _ := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", process.PID())); launcher.unboxed.Load() || strings.Contains(string(line), "--no-sandbox") {
		t.Errorf("it runs without its sandbox: %q", line)
	}
	for said, want := range map[string]bool{
		"starting Chromium: the browser is gone":                                                            false,
		"starting Chromium: [1:1:FATAL:zygote_host_impl_linux.cc:128] No usable sandbox!":                   true,
		"starting Chromium: [1:1:FATAL:credentials.cc:131] Failed to move to new namespace: PID namespaces": true,
		"starting Chromium: [1:1:WARNING:vaapi_wrapper.cc:1655] drmGetDevices2() has not found any devices": false,
	} {
		if got := blamesSandbox(errors.New(said)); got != want {
			t.Errorf("blamesSandbox(%q) = %v", said, got)
		}
	}
}

func TestSweepAfterAKilledService(t *testing.T) {
	dir := runtimeDir(t)
	service := exec.Command(os.Args[0])
	service.Env = append(os.Environ(), "ASSAY_TEST_SERVICE="+dir)
	output, err := service.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := service.Start(); err != nil {
		t.Fatal(err)
	}
	if line, err := bufio.NewReader(output).ReadString('\n'); line != "ready\n" {
		service.Process.Kill()
		t.Fatalf("the service says %q, %v", line, err)
	}
	if err := Sweep(dir, slog.Default()); err != nil {
		t.Fatal(err)
	}
	if len(processes(t, dir)) == 0 || len(folders(t, dir)) != 4 {
		t.Fatalf("the sweep touched a running service: processes %q, files %q", processes(t, dir), folders(t, dir))
	}
	service.Process.Kill()
	service.Wait()
	if err := Sweep(dir, slog.Default()); err != nil {
		t.Fatal(err)
	}
	if left := folders(t, dir); len(left) > 0 {
		t.Errorf("files left: %q", left)
	}
	deadline := time.Now().Add(5 * time.Second)
	for len(processes(t, dir)) > 0 && time.Now().Before(deadline) {
		time.Sleep(20 * time.Millisecond)
	}
	if left := processes(t, dir); len(left) > 0 {
		t.Errorf("processes left: %q", left)
	}
}

func TestSweepLeavesOthersAlone(t *testing.T) {
	dir := runtimeDir(t)
	innocent := exec.Command("sleep", "60")
	if err := innocent.Start(); err != nil {
		t.Fatal(err)
	}
	defer innocent.Wait()
	defer innocent.Process.Kill()
	precious := filepath.Join(dir, "precious")
	if err := os.Mkdir(precious, 0o700); err != nil {
		t.Fatal(err)
	}
	// The browser's number belongs to another process by now.
	reused := record{
		Folder:  filepath.Join(dir, folderPrefix+"x"),
		Browser: processID{innocent.Process.Pid, "1"},
		Service: processID{innocent.Process.Pid, "1"},
	}
	if err := reused.write(filepath.Join(dir, folderPrefix+"x.json")); err != nil {
		t.Fatal(err)
	}
	elsewhere := record{Folder: precious, Service: processID{innocent.Process.Pid, "1"}}
	if err := elsewhere.write(filepath.Join(dir, folderPrefix+"y.json")); err != nil {
		t.Fatal(err)
	}
	if err := Sweep(dir, slog.Default()); err == nil {
		t.Error("a record with somebody else's folder is accepted")
	}
	if processStart(innocent.Process.Pid) == "" {
		t.Error("a process that only has the browser's number was killed")
	}
	if _, err := os.Stat(precious); err != nil {
		t.Error("somebody else's folder was removed")
	}
}

func TestPool(t *testing.T) {
	dir := runtimeDir(t)
	pool := testPool(dir)
	defer end(pool)
	first, err := pool.Tab(t.Context(), Light, nil)
	if err != nil {
		t.Fatal(err)
	}
	second, err := pool.Tab(t.Context(), Light, nil)
	if err != nil {
		t.Fatal(err)
	}
	if first.warm != second.warm {
		t.Error("two tabs of a profile do not share its browser")
	}
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	if _, err := pool.Tab(ctx, Light, nil); err != context.DeadlineExceeded {
		t.Errorf("a third tab of two: %v, want to wait until the context ends", err)
	}
	second.Close()
	third, err := pool.Tab(t.Context(), Light, nil)
	if err != nil {
		t.Fatal(err)
	}
	third.Close()

	first.warm.process.Conn.pipe.Close()
	<-first.warm.process.Done()
	if !first.BrowserDied() {
		t.Error("the death of the browser is not noticed")
	}
	if _, err := Call(t.Context(), first.Session, runtime.Evaluate, runtime.EvaluateParams{Expression: "1"}); err != ErrGone {
		t.Errorf("a call to a dead browser: %v, want ErrGone", err)
	}
	again, err := pool.Tab(t.Context(), Light, nil)
	if err != nil {
		t.Fatalf("after the browser died: %v", err)
	}
	result, err := Call(t.Context(), again.Session, runtime.Evaluate, runtime.EvaluateParams{Expression: "1 + 1"})
	if err != nil {
		t.Fatalf("in the new browser: %v", err)
	}
	if got := string(result.Result.Value); got != "2" {
		t.Errorf("in the new browser 1 + 1 is %s", got)
	}
	first.Close()
	again.Close()
	if err := pool.Shutdown(t.Context()); err != nil {
		t.Error(err)
	}
	if _, err := pool.Tab(t.Context(), Light, nil); err != ErrClosed {
		t.Errorf("after Shutdown: %v, want ErrClosed", err)
	}
	if left := folders(t, dir); len(left) > 0 || len(processes(t, dir)) > 0 {
		t.Errorf("left: %q %q", left, processes(t, dir))
	}
}

func TestShutdownDoesNotWaitForever(t *testing.T) {
	dir := runtimeDir(t)
	pool := testPool(dir)
	tab, err := pool.Tab(t.Context(), Light, nil)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	if err := pool.Shutdown(ctx); err != context.DeadlineExceeded {
		t.Errorf("Shutdown with an open tab: %v, want the context's error", err)
	}
	if !tab.BrowserDied() || len(processes(t, dir)) > 0 || len(folders(t, dir)) > 0 {
		t.Errorf("left: %q %q", folders(t, dir), processes(t, dir))
	}
	tab.Close()
}

// A browser that is still starting does not hold up the end of the pool.
func TestShutdownWhileABrowserStarts(t *testing.T) {
	dir := runtimeDir(t)
	pool := testPool(dir)
	starting, launcher := make(chan struct{}), pool.launcher
	pool.launcher = func() (*Launcher, error) {
		close(starting)
		<-pool.ending.Done()
		return launcher()
	}
	warmed := make(chan error)
	go func() { warmed <- pool.Warm(context.Background(), Light) }()
	<-starting
	if err := pool.Shutdown(t.Context()); err != nil {
		t.Error(err)
	}
	if err := <-warmed; err != ErrClosed {
		t.Errorf("Warm: %v", err)
	}
	if left := folders(t, dir); len(left) > 0 || len(processes(t, dir)) > 0 {
		t.Errorf("left: %q %q", left, processes(t, dir))
	}
}

func TestIdleFullBrowserIsStopped(t *testing.T) {
	dir := runtimeDir(t)
	pool := NewPool(PoolConfig{Dir: dir, Egress: egress.NewDialer(egress.Config{AllowPrivate: true}), IdleStop: 300 * time.Millisecond})
	defer end(pool)
	tab, err := pool.Tab(t.Context(), Stealth, nil)
	if err != nil {
		t.Fatal(err)
	}
	process := tab.warm.process
	select {
	case <-process.Done():
		t.Fatal("it was stopped while a tab was open")
	case <-time.After(600 * time.Millisecond):
	}
	tab.Close()
	select {
	case <-process.Done():
	case <-time.After(10 * time.Second):
		t.Error("it still runs long after its last tab was closed")
	}
}

// end ends a pool at the end of a test, also of one that failed with tabs open.
func end(pool *Pool) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	pool.Shutdown(ctx)
}
