package api_test

import (
	"context"
	"net/http"
	"strings"
	"testing"

	"assay/service/account"
	"assay/service/api"
	"assay/service/metrics"
	"assay/service/servicetest"
)

func TestReady(t *testing.T) {
	t.Parallel()
	var missing []string
	s := start(t, func(c *api.Config, _ *account.Config) {
		c.Missing = func(context.Context) []string { return missing }
	})
	ask := func(status int, want string) {
		t.Helper()
		r := s.send(http.MethodGet, "/readyz", nil, header("X-API-Key", ""))
		if r.status != status || string(r.body) != want {
			t.Errorf("ready = %d %s, want %d %s", r.status, r.body, status, want)
		}
	}
	ask(200, `{"status":"ready","missing":[]}`)
	missing = []string{"database", "Tesseract"}
	ask(503, `{"status":"not ready","missing":["database","Tesseract"]}`)
	missing = nil
	s.api.Drain()
	ask(503, `{"status":"draining","missing":[]}`)
}

// TestMetrics looks at the figures of a few requests, and that nothing a client sent
// is in them.
func TestMetrics(t *testing.T) {
	t.Parallel()
	counted := metrics.New("1.2.3")
	s := start(t, usageLimit(100), func(c *api.Config, _ *account.Config) { c.Metrics = counted })
	s.answered(s.query(validQuery))
	s.answered(s.query(validQuery))
	s.failed(s.query(object("query", "{ title }", "url", "http://"+servicetest.ClosedPort(t)+"/secret-page")), 502, "page_unreachable")
	s.failed(s.query(`{"query": "{"`), 400, "malformed_json")
	s.failed(s.send(http.MethodGet, "/secret-path", nil), 404, "not_found")

	s.failed(s.send(http.MethodGet, "/metrics", nil, header("X-API-Key", "")), 401, "unauthorized")
	r := s.send(http.MethodGet, "/metrics", nil)
	text := string(r.body)
	if r.status != 200 || !strings.HasPrefix(r.header.Get("Content-Type"), "text/plain") {
		t.Fatalf("metrics = %d %s", r.status, r.header.Get("Content-Type"))
	}
	for _, want := range []string{
		`assay_http_requests_total{route="/v1/query-data",status="200"} 2`,
		`assay_http_requests_total{route="/v1/query-data",status="502"} 1`,
		`assay_http_requests_total{route="/v1/query-data",status="400"} 1`,
		`assay_http_requests_total{route="unmatched",status="404"} 1`,
		`assay_http_request_duration_seconds_count{route="/v1/query-data"} 4`,
		`assay_calls_charged_total{kind="web"} 2`,
		`assay_calls_refunded_total{kind="web"} 1`,
		`assay_pages_read_total{source="html"} 2`,
		`assay_query_wait_seconds_count 4`,
		`assay_queries_running 0`,
		`assay_queries_waiting 0`,
		`assay_build_info{version="1.2.3"} 1`,
	} {
		if !strings.Contains(text, want+"\n") {
			t.Errorf("the metrics lack %s", want)
		}
	}
	for _, secret := range []string{"secret", s.key, s.key[:12]} {
		if strings.Contains(text, secret) {
			t.Errorf("the metrics hold %q", secret)
		}
	}

	if text := string(s.send(http.MethodGet, "/metrics", nil).body); !strings.Contains(text, `{route="/metrics",status="200"} 1`) {
		t.Error("the metrics do not count that they were read")
	}

	open := start(t, func(c *api.Config, _ *account.Config) { c.OpenMetrics = true })
	if r := open.send(http.MethodGet, "/metrics", nil, header("X-API-Key", "")); r.status != 200 {
		t.Errorf("open metrics = %d", r.status)
	}
	rebound := func(r *http.Request) { r.Host = "evil.test:8700" }
	open.failed(open.send(http.MethodGet, "/metrics", nil, header("X-API-Key", ""), rebound), 401, "unauthorized")
	if r := open.send(http.MethodGet, "/metrics", nil, rebound); r.status != 200 {
		t.Errorf("open metrics, at another name with a key = %d", r.status)
	}
}
