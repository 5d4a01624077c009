//go:build unix

package browser

import (
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/inspector"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/cdproto/target"
)

// TestMemory lets a page use more than its browser has. Where the system bounds
// nothing, the browser must run all the same.
func TestMemory(t *testing.T) {
	dir := runtimeDir(t)
	launcher, err := NewLauncher(dir, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	process, err := launcher.Launch(t.Context(), Options{Proxy: "127.0.0.1:9", Memory: 400 << 20})
	if err != nil {
		t.Fatal(err)
	}
	defer process.Close()
	groups, reason := memoryGroups()
	if (reason != nil) != launcher.unbound.Load() || (process.memory == nil) != launcher.unbound.Load() {
		t.Errorf("groups %v, %v; group %v; said so: %v", groups, reason, process.memory, launcher.unbound.Load())
	}
	page := func() *Session {
		made, err := Call(t.Context(), process.Conn.Browser(), target.CreateTarget, target.CreateTargetParams{URL: "about:blank"})
		if err != nil {
			t.Fatal(err)
		}
		session, err := process.Conn.Attach(t.Context(), made.TargetID)
		if err != nil {
			t.Fatal(err)
		}
		return session
	}
	greedy, modest := page(), page()
	if reason == nil {
		if _, err := Call(t.Context(), greedy, inspector.Enable, cdp.Empty{}); err != nil {
			t.Fatal(err)
		}
		_, err = Call(t.Context(), greedy, runtime.Evaluate, runtime.EvaluateParams{
			Expression: `const kept = []; for (;;) kept.push(new Uint8Array(8 << 20).fill(1))`,
		})
		if !errors.Is(err, ErrCrashed) && !errors.Is(err, ErrDetached) {
			t.Errorf("the page that takes all: %v", err)
		}
	}
	if _, err := Call(t.Context(), modest, runtime.Evaluate, runtime.EvaluateParams{Expression: "1"}); err != nil {
		t.Errorf("the browser afterwards: %v", err)
	}
	if err := process.Close(); err != nil {
		t.Error(err)
	}
	if reason == nil {
		if left, _ := filepath.Glob(filepath.Join(groups.parent, filepath.Base(process.Folder))); len(left) > 0 {
			t.Errorf("left: %q", left)
		}
	}
	if left, _ := os.ReadDir(dir); len(left) > 0 {
		t.Errorf("left: %v", left)
	}
}
