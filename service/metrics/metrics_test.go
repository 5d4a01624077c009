package metrics_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"assay/service/metrics"
)

// TestTextFormat looks at each form of line, and that each family has one type.
func TestTextFormat(t *testing.T) {
	m := metrics.New("1.2.3")
	m.Request("/v1/managed/sessions/{id}", 200, 30*time.Millisecond)
	m.Request("/v1/managed/sessions/{id}", 404, 3*time.Minute)
	m.Gauge("browsers", "Browsers.", func() float64 { return 2.5 })
	m.KeyRefused("assay_abcdef", "key_quota")
	m.Quota(func() (metrics.Quota, error) {
		return metrics.Quota{Limit: 10, Used: 3, Resets: time.Unix(1_700_000_000, 0)}, nil
	})
	m.Keys(func() (metrics.Keys, error) {
		return metrics.Keys{States: map[string]int{"active": 2, "revoked": 0}, Calls: map[string]int64{}}, nil
	})
	read := func(h http.Handler) string {
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/metrics", nil))
		return w.Body.String()
	}
	operators, clients := read(m.OperatorsHandler()), read(m.Handler())
	for _, want := range []string{
		`assay_build_info{version="1.2.3"} 1`,
		`assay_egress_refused_total 0`,
		`assay_query_wait_seconds_count 0`,
		`assay_http_requests_total{route="/v1/managed/sessions/{id}",status="404"} 1`,
		`# TYPE assay_http_request_duration_seconds histogram`,
		`assay_http_request_duration_seconds_bucket{route="/v1/managed/sessions/{id}",le="0.025"} 0`,
		`assay_http_request_duration_seconds_bucket{route="/v1/managed/sessions/{id}",le="0.05"} 1`,
		`assay_http_request_duration_seconds_bucket{route="/v1/managed/sessions/{id}",le="120"} 1`,
		`assay_http_request_duration_seconds_bucket{route="/v1/managed/sessions/{id}",le="+Inf"} 2`,
		`assay_http_request_duration_seconds_sum{route="/v1/managed/sessions/{id}"} 180.03`,
		`assay_http_request_duration_seconds_count{route="/v1/managed/sessions/{id}"} 2`,
		`assay_browsers 2.5`,
		`assay_quota_limit_calls 10`, `assay_quota_used_calls 3`, `assay_quota_reset_timestamp_seconds 1700000000`,
		`assay_keys{state="active"} 2`, `assay_keys{state="revoked"} 0`,
		`assay_key_refused_total{key="assay_abcdef",code="key_quota"} 1`,
	} {
		if !strings.Contains(operators, "\n"+want+"\n") {
			t.Errorf("the metrics lack %s", want)
		}
		if strings.Contains(clients, "\n"+want+"\n") == strings.HasPrefix(want, "assay_key") {
			t.Errorf("what clients read of %s", want)
		}
	}
	types := map[string]bool{}
	for line := range strings.Lines(operators) {
		if name, ok := strings.CutPrefix(line, "# TYPE "); ok {
			if name, _, _ = strings.Cut(name, " "); types[name] {
				t.Errorf("%s has two types", name)
			}
			types[name] = true
		}
	}
}
