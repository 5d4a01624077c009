//go:build unix

package background_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"assay/service"
	"assay/wire/datadir"
	"assay/workspace/background"
	"assay/workspace/profile"
)

// The builds that the tests play, oldest first.
const (
	oldBuild = "v1.0.0+20200101000000000"
	newBuild = "v1.0.1+20200101000000001"
)

// TestMain lets this executable be the program that Ensure starts, and commands
// that call Ensure:
//
//	serve --background --listen ADDRESS --data-dir DIR
//	ensure DIR VERSION
func TestMain(m *testing.M) {
	if len(os.Args) < 2 {
		os.Exit(m.Run())
	}
	switch os.Args[1] {
	case "serve":
		err := serve(os.Args[2:])
		if err != nil {
			fmt.Fprintln(os.Stderr, "the service failed:", err)
			os.Exit(1)
		}
	case "ensure":
		info, _, err := background.Ensure(context.Background(), os.Args[2], os.Args[3])
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		json.NewEncoder(os.Stdout).Encode(info)
	default:
		os.Exit(m.Run())
	}
}

// serve runs the real service as `assay serve` does.
func serve(args []string) error {
	if len(args) != 5 || args[0] != "--background" || args[1] != "--listen" || args[3] != "--data-dir" {
		return fmt.Errorf("called with %q", args)
	}
	cfg := service.Config{Background: true, Listen: args[2], DataDir: args[4], Version: os.Getenv("TEST_BUILD")}
	if text := os.Getenv("TEST_IDLE_AFTER"); text != "" {
		var err error
		if cfg.IdleAfter, err = time.ParseDuration(text); err != nil {
			return err
		}
	}
	log, err := datadir.OpenLog(cfg.DataDir)
	if err != nil {
		return err
	}
	cfg.Log = slog.New(slog.NewTextHandler(log, nil))
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	return service.Run(ctx, cfg, os.Stdout)
}

// dataDir returns a data directory whose service, if one is running at the end
// of the test, is stopped then.
func dataDir(t *testing.T) string {
	t.Helper()
	t.Setenv("TEST_BUILD", oldBuild)
	t.Setenv("TEST_IDLE_AFTER", "")
	dir := filepath.Join(t.TempDir(), "data")
	t.Cleanup(func() {
		if running, _ := datadir.Running(dir); !running {
			return
		}
		info, err := datadir.ReadInfo(dir)
		if err != nil {
			t.Errorf("a service runs that cannot be stopped: %v", err)
			return
		}
		syscall.Kill(info.PID, syscall.SIGTERM)
		gone(t, dir)
	})
	return dir
}

// gone waits until no service holds dir: until its lock can be had.
func gone(t *testing.T, dir string) {
	t.Helper()
	f, err := os.Open(filepath.Join(dir, "service.lock"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	free := make(chan error, 1)
	go func() { free <- syscall.Flock(int(f.Fd()), syscall.LOCK_EX) }()
	select {
	case err := <-free:
		if err != nil {
			t.Fatal(err)
		}
	case <-time.After(20 * time.Second):
		t.Fatal("the service does not end")
	}
}

func ensure(t *testing.T, dir, version string) (datadir.Info, datadir.Secret) {
	t.Helper()
	info, key, err := background.Ensure(t.Context(), dir, version)
	if err != nil {
		t.Fatal(err)
	}
	return info, key
}

// usage asks the service for its usage and returns the status of the answer.
func usage(t *testing.T, info datadir.Info, key datadir.Secret) int {
	t.Helper()
	response, err := http.Get(info.BaseURL + "/v1/usage?api_key=" + key.Reveal())
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	io.Copy(io.Discard, response.Body)
	return response.StatusCode
}

func TestEnsureStartsOnce(t *testing.T) {
	dir := dataDir(t)
	if running, err := datadir.Running(dir); running || err != nil {
		t.Errorf("before: Running = %v, %v", running, err)
	}
	info, key := ensure(t, dir, oldBuild)
	if status := usage(t, info, key); status != http.StatusOK {
		t.Errorf("usage with this machine's key answers %d", status)
	}
	if info.PID == os.Getpid() || info.Version != oldBuild || !strings.HasPrefix(info.BaseURL, "http://127.0.0.1:") || info.CAFile != filepath.Join(dir, "ca.pem") {
		t.Errorf("info = %+v", info)
	}
	if written, err := datadir.ReadInfo(dir); err != nil || written != info {
		t.Errorf("service.json = %+v, %v; want %+v", written, err, info)
	}
	for name, mode := range map[string]fs.FileMode{"": 0o700, "service.json": 0o600, "api-key": 0o600, "service.log": 0o600, "assay.db": 0o600, "ca-key.pem": 0o600} {
		if stat, err := os.Stat(filepath.Join(dir, name)); err != nil || stat.Mode().Perm() != mode {
			t.Errorf("the mode of %q is %v, %v; want %o", name, stat.Mode().Perm(), err, mode)
		}
	}
	if running, err := datadir.Running(dir); !running || err != nil {
		t.Errorf("after: Running = %v, %v", running, err)
	}
	again, sameKey := ensure(t, dir, oldBuild)
	if again != info || sameKey != key {
		t.Errorf("the second time: %+v, want %+v", again, info)
	}
	if sid, err := unix.Getsid(info.PID); err != nil || sid != info.PID {
		t.Errorf("the service's session is %d, %v; want its own, out of reach of the terminal's signals", sid, err)
	}
}

func TestTenAtOnceStartOne(t *testing.T) {
	dir := dataDir(t)
	const commands = 10
	answers := make(chan datadir.Info, commands)
	failures := make(chan error, commands)
	for range commands {
		go func() {
			out, err := exec.CommandContext(t.Context(), os.Args[0], "ensure", dir, oldBuild).Output()
			var info datadir.Info
			if err == nil {
				err = json.Unmarshal(out, &info)
			}
			var exit *exec.ExitError
			if errors.As(err, &exit) {
				err = errors.New(string(exit.Stderr))
			}
			failures <- err
			answers <- info
		}()
	}
	pids := make(map[int]int)
	for range commands {
		if err := <-failures; err != nil {
			t.Error(err)
		}
		pids[(<-answers).PID]++
	}
	if len(pids) != 1 {
		t.Errorf("the commands found these services (process: times): %v; want one", pids)
	}
	log, err := os.ReadFile(datadir.LogFile(dir))
	if err != nil {
		t.Fatal(err)
	}
	if starts := strings.Count(string(log), "the service is ready"); starts != 1 {
		t.Errorf("%d services were started:\n%s", starts, log)
	}
}

func TestEnsureAfterKill(t *testing.T) {
	dir := dataDir(t)
	killed, key := ensure(t, dir, oldBuild)
	if err := syscall.Kill(killed.PID, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	gone(t, dir)
	if _, err := datadir.ReadInfo(dir); err != nil {
		t.Fatalf("a killed service leaves its service.json, but: %v", err)
	}
	info, sameKey := ensure(t, dir, oldBuild)
	if info.PID == killed.PID {
		t.Error("the killed service was returned")
	}
	if key != sameKey || usage(t, info, key) != http.StatusOK {
		t.Error("the key changed with the process")
	}
}

// A stale service.json must not send this machine's key to whatever now has the
// port.
func TestEnsureDoesNotBelieveAStaleFile(t *testing.T) {
	dir := dataDir(t)
	stranger, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	asked := make(chan string, 10)
	server := &http.Server{Handler: http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { asked <- r.URL.Path })}
	go server.Serve(stranger)
	defer server.Close()
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	stale := datadir.Info{BaseURL: "http://" + stranger.Addr().String(), PID: os.Getpid(), Version: oldBuild}
	if err := datadir.WriteInfo(dir, stale); err != nil {
		t.Fatal(err)
	}
	info, _ := ensure(t, dir, oldBuild)
	if info.BaseURL == stale.BaseURL {
		t.Error("the stale address was returned")
	}
	select {
	case path := <-asked:
		t.Errorf("the stranger was asked for %s", path)
	default:
	}
}

func TestNewerBuildReplacesIdleService(t *testing.T) {
	dir := dataDir(t)
	before, key := ensure(t, dir, oldBuild)
	t.Setenv("TEST_BUILD", newBuild)
	after, sameKey := ensure(t, dir, newBuild)
	if after.PID == before.PID || after.Version != newBuild {
		t.Errorf("the idle service of an older build was kept: %+v", after)
	}
	if key != sameKey {
		t.Error("the key changed with the build")
	}
	if kept, _ := ensure(t, dir, oldBuild); kept != after {
		t.Errorf("an older build replaced the newer one's service: %+v", kept)
	}
}

func TestNewerBuildLeavesBusyService(t *testing.T) {
	dir := dataDir(t)
	before, key := ensure(t, dir, oldBuild)
	finish := slowRequest(t, before, key)
	t.Setenv("TEST_BUILD", newBuild)
	if during, _ := ensure(t, dir, newBuild); during != before {
		t.Errorf("a service with a running request was replaced: %+v", during)
	}
	if status := finish(); status != http.StatusOK {
		t.Errorf("the running request was answered with %d", status)
	}
	if after, _ := ensure(t, dir, newBuild); after.PID == before.PID {
		t.Error("the service was not replaced when it had become idle")
	}
}

// slowRequest begins a query and returns a function that ends it and returns the
// status of the answer.
func slowRequest(t *testing.T, info datadir.Info, key datadir.Secret) func() int {
	t.Helper()
	body, send := io.Pipe()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, info.BaseURL+"/v1/query-data", body)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("X-API-Key", key.Reveal())
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Expect", "100-continue") // answered when the service reads the body
	status := make(chan int, 1)
	go func() {
		response, err := http.DefaultTransport.RoundTrip(request)
		if err != nil {
			t.Error(err)
			status <- 0
			return
		}
		defer response.Body.Close()
		status <- response.StatusCode
	}()
	// The transport reads from the pipe only when it was told to continue.
	if _, err := io.WriteString(send, `{"query": "{ title }", `); err != nil {
		t.Fatal(err)
	}
	return func() int {
		if _, err := io.WriteString(send, `"html": "<title>A</title>"}`); err != nil {
			t.Error(err)
		}
		send.Close()
		return <-status
	}
}

func TestRetireNeedsTheKey(t *testing.T) {
	dir := dataDir(t)
	info, _ := ensure(t, dir, oldBuild)
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, info.BaseURL+datadir.RetirePath, nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("X-API-Key", "assay_guess")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	if response.StatusCode != http.StatusUnauthorized {
		t.Errorf("a stranger's wish to retire is answered with %d", response.StatusCode)
	}
	if again, _ := ensure(t, dir, oldBuild); again != info {
		t.Error("the service is gone")
	}
}

func TestIdleServiceStops(t *testing.T) {
	dir := dataDir(t)
	t.Setenv("TEST_IDLE_AFTER", "300ms")
	begin := time.Now()
	info, key := ensure(t, dir, oldBuild)
	finish := slowRequest(t, info, key)
	if wait := 600*time.Millisecond - time.Since(begin); wait > 0 {
		time.Sleep(wait) // longer than the time after which an idle service stops
	}
	if status := finish(); status != http.StatusOK {
		t.Errorf("the request that outlasted the idle time was answered with %d", status)
	}
	gone(t, dir)
	if _, err := datadir.ReadInfo(dir); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("after the stop, service.json: %v; want it gone", err)
	}
}

func TestFailedStartShowsTheLog(t *testing.T) {
	dir := dataDir(t)
	if err := os.MkdirAll(filepath.Join(dir, "assay.db"), 0o700); err != nil {
		t.Fatal(err)
	}
	_, _, err := background.Ensure(t.Context(), dir, oldBuild)
	if err == nil {
		t.Fatal("it started on a database that is a folder")
	}
	for _, want := range []string{"could not be started", "exit status 1", datadir.LogFile(dir), "assay.db"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("the error does not contain %q:\n%v", want, err)
		}
	}
	if running, _ := datadir.Running(dir); running {
		t.Error("the failed service holds the data directory")
	}
}

func TestCommandThatIsInterrupted(t *testing.T) {
	dir := dataDir(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := background.Ensure(ctx, dir, oldBuild); !errors.Is(err, context.Canceled) {
		t.Errorf("Ensure with an ended context = %v", err)
	}
	ensure(t, dir, oldBuild)
}

func TestSecondServiceIsRefused(t *testing.T) {
	dir := dataDir(t)
	info, _ := ensure(t, dir, oldBuild)
	_, err := datadir.ClaimDir(dir, false)
	if err == nil {
		t.Fatal("a second service claimed the data directory")
	}
	for _, want := range []string{dir, fmt.Sprint(info.PID), info.BaseURL, "--data-dir"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("the error does not contain %q: %v", want, err)
		}
	}
}

func TestConnect(t *testing.T) {
	dir := dataDir(t)
	remote := profile.Profile{BaseURL: "https://service.example", CAFile: "/ca.pem"}
	e, err := background.Connect(t.Context(), remote, dir, oldBuild)
	if want := (background.Endpoint{BaseURL: "https://service.example", CAFile: "/ca.pem"}); err != nil || e != want {
		t.Errorf("with a base URL: %+v, %v; want %+v", e, err, want)
	}
	if running, _ := datadir.Running(dir); running {
		t.Error("a service was started although a base URL is set")
	}
	e, err = background.Connect(t.Context(), profile.Profile{}, dir, oldBuild)
	if err != nil {
		t.Fatal(err)
	}
	info, key := ensure(t, dir, oldBuild)
	if want := (background.Endpoint{BaseURL: info.BaseURL, Key: key, CAFile: info.CAFile}); e != want {
		t.Errorf("without a base URL: %+v, want %+v", e, want)
	}
}
