package service_test

import (
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"strings"
	"testing"

	"assay/client"
	"assay/command/runtest"
	"assay/service"
	"assay/service/servicetest"
	"assay/wire"
)

// TestOperatorsAddress has what an operator asks for on an address of its own, with
// the figures of the parts that the service is made of.
func TestOperatorsAddress(t *testing.T) {
	t.Parallel()
	operators := "127.0.0.1:" + servicetest.FreePort()
	r := runtest.Start(t, service.Config{DataDir: t.TempDir(), MetricsListen: operators, MaxSessions: 4})
	c, err := client.New(client.Config{BaseURL: r.BaseURL, APIKey: r.Key.Reveal()})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.CreateSession(t.Context(), wire.SessionRequest{}); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Query(t.Context(), wire.QueryRequest{Query: "{ title }", HTML: "<h1>A title</h1>"}); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Query(t.Context(), wire.QueryRequest{Query: "{ title }", URL: "http://169.254.169.254/"}); err == nil {
		t.Error("a metadata address was visited")
	}

	get := func(path string) (int, string) {
		t.Helper()
		response, err := http.Get("http://" + operators + path)
		if err != nil {
			t.Fatal(err)
		}
		defer response.Body.Close()
		text, err := io.ReadAll(response.Body)
		if err != nil {
			t.Fatal(err)
		}
		return response.StatusCode, string(text)
	}
	if status, text := get("/readyz"); status != 200 || text != `{"status":"ready","missing":[]}` {
		t.Errorf("readyz = %d %s", status, text)
	}
	if status, _ := get("/healthz"); status != 200 {
		t.Errorf("healthz = %d", status)
	}
	if status, _ := get("/v1/usage?api_key=" + r.Key.Reveal()); status != 404 {
		t.Errorf("the operators' address answers the interface: %d", status)
	}
	status, text := get("/metrics")
	if status != 200 {
		t.Fatalf("metrics = %d", status)
	}
	for _, want := range []string{
		"assay_sessions_idle 1\n", "assay_sessions_limit 4\n", "assay_sessions_used_ratio 0.25\n", "assay_browsers ",
		"assay_browsers_spare ", "assay_egress_refused_total 1\n",
		`assay_ledger_duration_seconds_count{step="reserve"} 2`, `assay_ledger_duration_seconds_count{step="settle"} 1`,
		"go_goroutines ", "process_open_fds ",
		"assay_quota_limit_calls 10000\n", "assay_quota_used_calls 1\n", "assay_quota_reset_timestamp_seconds ",
		`assay_keys{state="active"} 1`, `assay_keys{state="revoked"} 0`, `assay_key_calls{key="` + r.Key.Reveal()[:12] + `"} 1`,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the metrics lack %q", want)
		}
	}
	own, err := http.Get(r.BaseURL + "/metrics")
	if err != nil {
		t.Fatal(err)
	}
	defer own.Body.Close()
	if text, err := io.ReadAll(own.Body); err != nil || !strings.Contains(string(text), "assay_quota_used_calls 1\n") || strings.Contains(string(text), "assay_key") {
		t.Errorf("clients read of the account (%v):\n%s", err, text)
	}
	if strings.Contains(text, r.Key.Reveal()) {
		t.Error("the metrics hold the key")
	}
}

// TestLanguagesThatAreNotInstalled: images could not be read, which the node says at its
// start and where it is asked whether it is ready.
func TestLanguagesThatAreNotInstalled(t *testing.T) {
	t.Parallel()
	log := make(events, 100)
	r := runtest.Start(t, service.Config{DataDir: t.TempDir(), OCRLanguages: "xyz", Log: slog.New(log)})
	log.await(t, "images and scanned pages cannot be read")
	servicetest.Eventually(t, "the node is not ready", func() bool {
		return ready(t, r) == `503 Service Unavailable {"status":"not ready","missing":["OCR languages"]}`
	})
}

// TestMetricsOfReboundNames asks for the metrics as a page does whose name was made to
// mean this machine, and by the names that an operator uses.
func TestMetricsOfReboundNames(t *testing.T) {
	t.Parallel()
	machine, err := os.Hostname()
	if err != nil {
		t.Fatal(err)
	}
	ask := func(at, host string) int {
		t.Helper()
		request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+at+"/metrics", nil)
		if err != nil {
			t.Fatal(err)
		}
		_, port, err := net.SplitHostPort(at)
		if err != nil {
			t.Fatal(err)
		}
		request.Host = net.JoinHostPort(host, port)
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
		return response.StatusCode
	}
	for listen, hosts := range map[string]map[string]int{
		"127.0.0.1": {"127.0.0.1": 200, "localhost": 200, machine: 200, "assay.example": 200, "evil.test": 403, "evil": 403},
		"localhost": {"localhost": 200, "evil.test": 403},
		"0.0.0.0":   {"10.1.2.3": 200, "assay-nodes": 200, "evil.test": 403},
	} {
		port := servicetest.FreePort()
		r := runtest.Start(t, service.Config{DataDir: t.TempDir(), MetricsListen: net.JoinHostPort(listen, port), NodeURL: "https://assay.example"})
		for host, want := range hosts {
			if got := ask("127.0.0.1:"+port, host); got != want {
				t.Errorf("the metrics on %s, asked for at %s: %d, want %d", listen, host, got, want)
			}
			if want == 403 || host == "assay-nodes" {
				want = 401 // where a key opens them
			}
			if got := ask(strings.TrimPrefix(r.BaseURL, "http://"), host); got != want {
				t.Errorf("the service's own metrics, asked for at %s: %d, want %d", host, got, want)
			}
		}
	}
}
