//go:build unix

package page_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"assay/service/browser"
	"assay/service/egress"
	"assay/service/page"
	"assay/service/servicetest"
)

func redirect(to string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, to, http.StatusFound) }
}

func TestFailures(t *testing.T) {
	t.Parallel()
	refused := "http://" + servicetest.ClosedPort(t) + "/"
	drops := serveFunc(t, func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) })
	garbled := serveFunc(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		w.Header().Set("Content-Encoding", "gzip")
		fmt.Fprint(w, "<p>not compressed")
	})
	secure := httptest.NewTLSServer(http.NotFoundHandler())
	t.Cleanup(secure.Close)
	secure.Config.ErrorLog = nil

	tests := []struct {
		name, address string
		want          page.Kind
		message       string
	}{
		{"metadata address", "http://169.254.169.254/latest/meta-data/", page.Forbidden, "link-local"},
		{"metadata address in another form", "http://[::ffff:a9fe:a9fe]/", page.Forbidden, "link-local"},
		{"name that leads to one", "http://inside.test/", page.Forbidden, "169.254.169.254"},
		{"redirect to one", serveFunc(t, redirect("http://169.254.169.254/")).String(), page.Forbidden, "link-local"},
		{"redirect to a name that leads to one", serveFunc(t, redirect("https://inside.test/")).String(), page.Forbidden, "169.254.169.254"},
		{"script that goes to one", serve(t, `<p>x</p><script>location = 'http://169.254.169.254/'</script>`).String(), page.Forbidden, "link-local"},
		{"redirect to a file", serveFunc(t, redirect("file:///etc/passwd")).String(), page.Forbidden, ""},
		{"file", "file:///etc/passwd", page.Forbidden, "http"},
		{"browser's own page", "chrome://version", page.Forbidden, "http"},
		{"name that does not exist", "http://nowhere.test/", page.Unreachable, "does not resolve"},
		{"name that cannot exist", "http://x.invalid/", page.Unreachable, "does not resolve"},
		{"nobody listens", refused, page.Unreachable, "refused"},
		{"nobody listens, with TLS", strings.Replace(refused, "http:", "https:", 1), page.Unreachable, "refused"},
		{"connection dropped", drops.String(), page.Unreachable, "closed"},
		{"answer that cannot be decoded", garbled.String(), page.Unreachable, "cannot be decoded"},
		{"bad certificate", secure.URL, page.Unreachable, "certificate"},
		{"TLS on a plain port", "https://" + drops.Host + "/", page.Unreachable, ""},
		{"endless redirects", serveFunc(t, redirect("/")).String(), page.Unreachable, "redirects"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			failure := fails(t, page.Request{URL: parse(t, test.address)}, test.want)
			if !strings.Contains(failure.Message, test.message) {
				t.Errorf("message %q, want it to tell of %q", failure.Message, test.message)
			}
		})
	}
}

func TestDeadline(t *testing.T) {
	release := make(chan struct{})
	hangs := serveFunc(t, func(w http.ResponseWriter, r *http.Request) {
		select {
		case <-release:
		case <-r.Context().Done():
		}
	})
	t.Cleanup(func() { close(release) })
	ctx, cancel := context.WithTimeout(t.Context(), 700*time.Millisecond)
	defer cancel()
	_, err := loader.Load(ctx, page.Request{URL: hangs})
	var failure *page.Error
	if !errors.As(err, &failure) || failure.Kind != page.Timeout {
		t.Errorf("a site that does not answer: %v, want kind timeout", err)
	}

	busy := serve(t, `<p>x</p><script>for (;;);</script>`)
	ctx, cancel = context.WithTimeout(t.Context(), 1500*time.Millisecond)
	defer cancel()
	if _, err = loader.Load(ctx, page.Request{URL: busy}); !errors.As(err, &failure) || failure.Kind != page.Timeout {
		t.Errorf("a page that never rests: %v, want kind timeout", err)
	}

	ctx, cancel = context.WithCancel(t.Context())
	time.AfterFunc(200*time.Millisecond, cancel)
	if _, err = loader.Load(ctx, page.Request{URL: hangs}); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled load: %v, want context.Canceled", err)
	}
	if got := shown(load(t, page.Request{URL: serve(t, "<p>still here")}).Document); got != "still here" {
		t.Errorf("the next page: %q", got)
	}
}

// TestDeath kills the page's process, then the whole browser, while a page is open.
func TestDeath(t *testing.T) {
	var visits atomic.Int32
	var kill func()
	target := serveFunc(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		switch {
		case r.URL.Path == "/kill":
			kill()
		case visits.Add(1) == 1:
			fmt.Fprint(w, `<p>first<script>fetch('/kill')</script>`)
		default:
			fmt.Fprint(w, `<p>second`)
		}
	})
	load(t, page.Request{URL: serve(t, "<p>warm")})

	kill = func() { killBrowsers(t, "--type=renderer") }
	if failure := fails(t, page.Request{URL: target}, page.Unreachable); !strings.Contains(failure.Message, "crashed") {
		t.Errorf("message %q, want it to tell of the crash", failure.Message)
	}

	visits.Store(0)
	kill = func() { killBrowsers(t, "--remote-debugging-pipe") }
	if got := shown(load(t, page.Request{URL: target}).Document); got != "second" {
		t.Errorf("after the browser died: %q, want the page loaded again by a new one", got)
	}
}

// killBrowsers kills this test's browser processes with an argument on their command line.
func killBrowsers(t *testing.T, argument string) {
	leaders, err := filepath.Glob("/proc/[0-9]*/cmdline")
	if err != nil {
		t.Error(err)
	}
	killed := 0
	for _, leader := range leaders {
		line, _ := os.ReadFile(leader)
		if !strings.Contains(string(line), "--user-data-dir="+runtimeDir+"/") {
			continue
		}
		group, _ := strconv.Atoi(filepath.Base(filepath.Dir(leader)))
		for _, member := range leaders {
			pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(member)))
			line, _ := os.ReadFile(member)
			if of, err := syscall.Getpgid(pid); err != nil || of != group || !strings.Contains(string(line), argument) {
				continue
			}
			if syscall.Kill(pid, syscall.SIGKILL) == nil {
				killed++
			}
		}
	}
	if killed == 0 {
		t.Errorf("no process with %s to kill", argument)
	}
}

func TestTooLarge(t *testing.T) {
	t.Parallel()
	small := page.NewLoader(page.Config{
		Browsers:    browser.PoolConfig{Dir: runtimeDir},
		Egress:      egress.NewDialer(egress.Config{AllowPrivate: true}),
		MaxBytes:    1 << 20,
		MaxElements: 1000,
	})
	defer small.Shutdown(context.Background())
	for name, html := range map[string]string{
		"document": "<!--" + strings.Repeat("x", 2<<20) + "-->",
		"elements": `<body><script>document.body.innerHTML = '<b></b>'.repeat(1001)</script>`,
	} {
		_, err := small.Load(t.Context(), page.Request{URL: serve(t, html)})
		var failure *page.Error
		if !errors.As(err, &failure) || failure.Kind != page.TooLarge {
			t.Errorf("%s: %v, want kind too_large", name, err)
		}
	}
}

func TestPagesThatNeverFinish(t *testing.T) {
	t.Parallel()
	impatient := page.NewLoader(page.Config{
		Browsers:  browser.PoolConfig{Dir: runtimeDir},
		Egress:    egress.NewDialer(egress.Config{AllowPrivate: true}),
		LoadLimit: 500 * time.Millisecond,
	})
	defer impatient.Shutdown(context.Background())
	release := make(chan struct{})
	target := serveFunc(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		if r.URL.Path != "/code.js" {
			fmt.Fprint(w, "<!doctype html><body><p>beginning</p>"+strings.Repeat(" ", 4096))
		}
		if r.URL.Path == "/script" {
			fmt.Fprint(w, "<script async src=code.js></script>")
			return
		}
		http.NewResponseController(w).Flush()
		select {
		case <-release:
		case <-r.Context().Done():
		}
	})
	t.Cleanup(func() { close(release) })
	for _, path := range []string{"stream", "script"} {
		loaded, err := impatient.Load(t.Context(), page.Request{URL: target.JoinPath(path)})
		if err != nil {
			t.Errorf("%s: %v", path, err)
			continue
		}
		if got := shown(loaded.Document); got != "beginning" {
			t.Errorf("%s: shown text %q", path, got)
		}
		if !loaded.Unfinished {
			t.Errorf("%s: nothing says that there may be more of it", path)
		}
	}
}
