package oneshot_test

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"assay/client"
	"assay/client/oneshot"
)

func TestUsageIsWatched(t *testing.T) {
	for _, tt := range []struct {
		name string
		io   oneshot.IO
		want func(out string) bool
	}{
		{"piped", oneshot.IO{}, func(out string) bool {
			return strings.Count(out, "\n") >= 3 && !strings.Contains(out, "\x1b") && strings.Contains(out, `"current_cycle_usage":12`)
		}},
		{"in a terminal", oneshot.IO{OutTTY: true}, func(out string) bool { return strings.Contains(out, "\x1b[5A\x1b[J") && strings.Contains(out, "12 of 100 (12 %)") }},
		{"to a screen reader", oneshot.IO{OutTTY: true, Plain: true}, func(out string) bool {
			return !strings.Contains(out, "\x1b") && strings.Count(out, "calls used") == 2 // what did not change is not said again
		}},
	} {
		ctx, cancel := context.WithCancel(t.Context())
		var asked atomic.Int64
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			n := asked.Add(1)
			if n == 5 {
				cancel()
			}
			fmt.Fprintf(w, `{"usage_limit":100,"current_cycle_usage":%d,"current_period_start":"2026-11-01T00:00:00Z","current_period_end":"2026-12-01T00:00:00Z"}`, 10+2*min(n/2, 1))
		}))
		c, err := client.New(client.Config{BaseURL: s.URL, APIKey: "k"})
		if err != nil {
			t.Fatal(err)
		}
		var out, said bytes.Buffer
		tt.io.Out, tt.io.Err = &out, &said
		if err := oneshot.Usage(ctx, c, oneshot.UsageOptions{Watch: time.Millisecond}, tt.io); err != nil {
			t.Errorf("%s: %v", tt.name, err)
		}
		if !tt.want(out.String()) {
			t.Errorf("%s: it wrote\n%q", tt.name, out.String())
		}
		s.Close()
	}
}
