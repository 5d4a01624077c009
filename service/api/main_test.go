package api_test

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"testing"
	"time"

	"assay/service/account/pgtest"
	"assay/service/browser"
	"assay/service/egress"
	"assay/service/page"
)

// pages loads pages with real browsers, started by the first test that needs one.
var pages *page.Loader

func TestMain(m *testing.M) {
	code := func() int {
		dir, err := os.MkdirTemp("/tmp", "api")
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		defer os.RemoveAll(dir)
		// A browser may run as another user than the tests.
		if err := os.Chmod(dir, 0o755); err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		pages = newLoader(dir, true)
		code := pgtest.Main(m)
		ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
		defer cancel()
		if err := pages.Shutdown(ctx); err != nil {
			fmt.Fprintln(os.Stderr, "stopping the browsers:", err)
			return 1
		}
		return code
	}()
	os.Exit(code)
}

func newLoader(dir string, allowPrivate bool) *page.Loader {
	return page.NewLoader(page.Config{
		Browsers: browser.PoolConfig{Dir: dir, Logger: slog.New(slog.DiscardHandler)},
		Egress:   egress.NewDialer(egress.Config{AllowPrivate: allowPrivate}),
	})
}
