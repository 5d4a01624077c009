// Package servicetest is what the tests of the service's packages share: a clock, a log, a
// page loader, PostgreSQL, and a disk that can be filled.
package servicetest

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net"
	"os"
	"strconv"
	"sync"
	"testing"
	"time"

	"assay/service/browser"
	"assay/service/egress"
	"assay/service/page"
)

// Clock is a clock that only a test moves.
type Clock struct {
	mu sync.Mutex
	at time.Time
}

// NewClock returns a clock that stands at a time.
func NewClock(at time.Time) *Clock { return &Clock{at: at} }

// Now returns the clock's time.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.at
}

// Set sets the clock.
func (c *Clock) Set(at time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = at
}

// Pass moves the clock on.
func (c *Clock) Pass(d time.Duration) { c.Set(c.Now().Add(d)) }

// Log is a log that may be read while it is written.
type Log struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *Log) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *Log) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// Eventually waits until something is true, for a minute.
func Eventually(t testing.TB, what string, is func() bool) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); !is(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("waited in vain: %s", what)
		}
	}
}

// MainWithPages is Main for a package whose tests share a loader of pages.
func MainWithPages(m *testing.M, pages **page.Loader) int {
	loader, end, err := Pages(true)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	*pages = loader
	code := Main(m)
	if err := end(); err != nil {
		fmt.Fprintln(os.Stderr, "ending the browsers:", err)
		return 1
	}
	return code
}

// Pages returns a loader of pages, whose browsers are started by the first page that needs
// one, and what ends them.
func Pages(allowPrivate bool) (pages *page.Loader, end func() error, err error) {
	dir, err := os.MkdirTemp("/tmp", "pages") // a short name, for sockets
	if err == nil {
		err = os.Chmod(dir, 0o755) // a browser may run as another user than the tests
	}
	if err != nil {
		return nil, nil, err
	}
	pages = page.NewLoader(page.Config{
		Browsers: browser.PoolConfig{Dir: dir, Logger: slog.New(slog.DiscardHandler)},
		Egress:   egress.NewDialer(egress.Config{AllowPrivate: allowPrivate}),
	})
	return pages, func() error {
		defer os.RemoveAll(dir)
		ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
		defer cancel()
		return pages.Shutdown(ctx)
	}, nil
}

// ClosedPort returns an address on loopback where nothing listens, nor can until the test
// ends: a connection comes from there.
func ClosedPort(t testing.TB) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	conn, err := net.Dial("tcp", listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	return conn.LocalAddr().String()
}

// FreePort returns a port of 127.0.0.1 that nobody listens on. It is below those that systems
// give to outgoing connections, one of which could take it before the test does.
func FreePort() string {
	for range 100 {
		port := strconv.Itoa(10_000 + rand.IntN(20_000))
		listener, err := net.Listen("tcp", net.JoinHostPort("127.0.0.1", port))
		if err == nil {
			listener.Close()
			return port
		}
	}
	panic("servicetest: 127.0.0.1 has no free port")
}
