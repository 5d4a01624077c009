// Package sessiontest is what the tests of sessions and of their relay share: managers of
// sessions, clients that drive them, and a web site for those to visit.
package sessiontest

import (
	"context"
	"flag"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"assay/service/browser"
	"assay/service/browser/sessions"
	"assay/service/certs"
	"assay/service/egress"
	"assay/service/portal/liveview"
	"assay/wire"
)

// Patience is how long tests wait for what comes at once where nothing else goes on.
const Patience = time.Minute

// Main runs a package's tests and ends what they shared, for TestMain.
func Main(m *testing.M) (code int) {
	flag.Parse()
	flag.Set("test.parallel", "6") // they wait for browsers and clients more than they work
	code = m.Run()
	if sharedBench != nil {
		sharedBench.Shutdown(context.Background())
		os.RemoveAll(filepath.Dir(sharedBench.Dir))
	}
	os.RemoveAll(scriptsDir)
	return code
}

// sharedBench is the manager of the tests that need none of their own, and commonSession
// its session of those that need none either.
var (
	sharedBench *Bench
	sharedOnce  sync.Once

	commonSession *sessions.Session
	commonOnce    sync.Once
)

// Shared returns a manager that other tests use at the same time: it has their sessions
// and browsers too. It starts no browser ahead.
func Shared(t testing.TB) *Bench {
	t.Helper()
	sharedOnce.Do(func() {
		sharedBench = newBench(t, tempDir(t))
	})
	if sharedBench == nil {
		t.Fatal("there is no shared manager")
	}
	return sharedBench
}

// Common returns a session of the shared manager that other tests use at the same time:
// each opens pages of its own.
func Common(t testing.TB) *sessions.Session {
	t.Helper()
	b := Shared(t)
	commonOnce.Do(func() {
		request := Usual()
		request.Timeout = time.Hour
		session, err := b.Create(context.Background(), request)
		if err != nil {
			t.Fatal(err)
		}
		commonSession = session
	})
	if commonSession == nil {
		t.Fatal("there is no common session")
	}
	return commonSession
}

// Bench is a manager under test.
type Bench struct {
	*sessions.Manager
	Dir string // of its browsers
	ca  string // the file of the authority that its clients have to trust
}

// New returns a manager of the test's own, which starts no browser ahead.
func New(t testing.TB, change ...func(*sessions.Config)) *Bench {
	t.Helper()
	dir := tempDir(t)
	t.Cleanup(func() { os.RemoveAll(dir) })
	b := newBench(t, dir, change...)
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), Patience)
		defer cancel()
		if err := b.Shutdown(ctx); err != nil {
			t.Error(err)
		}
	})
	return b
}

// tempDir makes a folder that a browser can work in.
func tempDir(t testing.TB) string {
	t.Helper()
	dir, err := os.MkdirTemp("/tmp", "s") // a short name, for sockets
	if err != nil {
		t.Fatal(err)
	}
	// A browser may run as another user than the tests.
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	return dir
}

func newBench(t testing.TB, dir string, change ...func(*sessions.Config)) *Bench {
	t.Helper()
	authority, err := certs.OpenAuthority(dir)
	if err != nil {
		t.Fatal(err)
	}
	config := sessions.Config{
		Dir:    filepath.Join(dir, "browsers"),
		Egress: egress.NewDialer(egress.Config{AllowPrivate: true}),
		Log:    slog.New(slog.DiscardHandler),
		TLS:    authority.Config(func(string) bool { return false }),
		Plain:  true,
		Max:    30,

		NoSpares: true, // each would cost its test a browser that nobody uses
		LiveView: liveview.Serve,
	}
	for _, change := range change {
		change(&config)
	}
	return &Bench{sessions.New(config), config.Dir, authority.File()}
}

// Usual is a session that outlives its clients.
func Usual() sessions.Request {
	return sessions.Request{Persona: browser.Linux, Timeout: time.Minute}
}

// Begin creates a session, which ends with the test.
func (b *Bench) Begin(t testing.TB, request sessions.Request) *sessions.Session {
	t.Helper()
	session, err := b.Create(t.Context(), request)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.Delete(context.Background(), session.ID) }) // others need the room
	return session
}

// Await waits until a session is as it should be, and returns it.
func (b *Bench) Await(t testing.TB, id string, what string, is func(wire.SessionInfo) bool) wire.SessionInfo {
	t.Helper()
	deadline := time.Now().Add(Patience)
	for {
		info, err := b.Get(id)
		if err != nil {
			t.Fatal(err)
		}
		if is(info) {
			return info
		}
		if time.Now().After(deadline) {
			t.Fatalf("the session is not %s: %+v, reason %v, clients %d", what, info, info.EndReason, info.Clients)
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// AwaitEnd waits until a session has ended, for a reason.
func (b *Bench) AwaitEnd(t testing.TB, id, reason string) {
	t.Helper()
	info := b.Await(t, id, "ended", func(i wire.SessionInfo) bool { return !i.Alive() })
	if *info.EndReason != reason {
		t.Errorf("it ended with %q, want %q", *info.EndReason, reason)
	}
}

// Median returns the median of times, which it sorts.
func Median(times []time.Duration) time.Duration {
	slices.Sort(times)
	return times[len(times)/2]
}
