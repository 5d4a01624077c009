package api_test

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"strings"
	"testing"

	"assay/service/account"
	"assay/service/api"
	"assay/service/servicetest"
)

// TestGivenRequestID: the id that a client or a proxy has for a request comes back and
// stands in the log beside the service's own. The same one twice is two requests.
func TestGivenRequestID(t *testing.T) {
	t.Parallel()
	s := start(t)
	body := object("query", "{ title }", "html", "<h1>A title</h1>")
	for _, id := range []string{"trace-1", "trace-1", "0b2e6a9c04f24d8f", "Root=1-5759e988-bd862e3fe1be46a994272793", strings.Repeat("x", 128)} {
		r := s.query(body, header("X-Request-Id", id))
		if got := r.header.Get("X-Request-Id"); r.status != http.StatusOK || got != id {
			t.Errorf("a request with the id %q is answered %d with the id %q", id, r.status, got)
		}
		var answer struct {
			Metadata struct {
				ID string `json:"request_id"`
			}
		}
		if err := json.Unmarshal(r.body, &answer); err != nil || answer.Metadata.ID == id {
			t.Fatalf("the metadata has the id %q (%v)", answer.Metadata.ID, err)
		}
		for line := range strings.Lines(s.logged(answer.Metadata.ID)) {
			if strings.Contains(line, answer.Metadata.ID) && !strings.Contains(line, `"x_request_id":"`+id+`"`) {
				t.Errorf("the log lacks the id %q: %s", id, line)
			}
		}
	}
	for _, id := range []string{"", strings.Repeat("x", 129), "two words", "a\"b", "<script>", "naïve"} {
		r := s.query(body, header("X-Request-Id", id))
		s.answered(r) // with an id of its own
		if strings.Contains(s.log.String(), "x_request_id\":\""+id+"\"") {
			t.Errorf("the log has the id %q", id)
		}
	}
	if usage, err := s.account.Usage(t.Context()); err != nil || usage.Used != 11 {
		t.Errorf("11 requests count as %+v, %v", usage, err)
	}
}

// TestProbesInTheLog: what machines ask for every few seconds is logged at debug only, but
// that the service is not ready any more is not.
func TestProbesInTheLog(t *testing.T) {
	t.Parallel()
	for _, level := range []slog.Level{slog.LevelInfo, slog.LevelDebug} {
		var missing []string
		written := new(servicetest.Log)
		s := start(t, func(c *api.Config, _ *account.Config) {
			c.Log = slog.New(slog.NewJSONHandler(written, &slog.HandlerOptions{Level: level}))
			c.Missing = func(_ context.Context) []string { return missing }
		})
		probe := func(want int) {
			t.Helper()
			for _, path := range []string{"/healthz", "/readyz", "/metrics"} {
				r := s.send(http.MethodGet, path, nil)
				if path == "/readyz" && r.status != want {
					t.Errorf("%s answers %d, want %d", path, r.status, want)
				}
			}
		}
		probe(200)
		missing = []string{"database"}
		probe(503)
		probe(503)
		missing = nil
		probe(200)
		s.log = written
		log := s.logged(s.failed(s.send(http.MethodGet, "/nowhere", nil), 404, "not_found").Metadata.RequestID)
		if got, want := strings.Count(log, "/readyz"), map[slog.Level]int{slog.LevelInfo: 0, slog.LevelDebug: 4}[level]; got != want {
			t.Errorf("at %s the log has %d probes, want %d:\n%s", level, got, want, log)
		}
		if strings.Count(log, `"msg":"not ready","missing":"database"`) != 1 || strings.Count(log, `"msg":"ready again"`) != 1 {
			t.Errorf("the log does not say once that the service was not ready:\n%s", log)
		}
	}
}
