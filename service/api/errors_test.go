package api_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptrace"
	"strings"
	"testing"
	"time"

	"assay/service/account"
	"assay/service/api"
	"assay/service/servicetest"
)

const validQuery = `{"query":"{ title }","html":"<h1>x</h1>"}`

func TestUnauthorized(t *testing.T) {
	t.Parallel()
	s := start(t)
	revoked := s.newKey()
	if _, err := s.account.RevokeKey(t.Context(), revoked[:12]); err != nil {
		t.Fatal(err)
	}
	for name, key := range map[string]string{
		"no key": "", "unknown key": "assay_000000000000000000000000000000000000", "no key's form": "x", "revoked key": revoked,
	} {
		t.Run(name, func(t *testing.T) {
			s := s.in(t)
			r := s.query(validQuery, header("X-API-Key", key))
			s.failed(r, 401, "unauthorized")
			if r.header.Get("WWW-Authenticate") == "" {
				t.Error("no WWW-Authenticate")
			}
			s.failed(s.send(http.MethodGet, "/v1/usage?api_key="+key, nil, header("X-API-Key", "")), 401, "unauthorized")
			// Who has no key learns nothing about requests.
			s.failed(s.query(`{`, header("X-API-Key", key)), 401, "unauthorized")
		})
	}
	// The parameter is the usage's own; anywhere else keys would end up in logs.
	s.failed(s.send(http.MethodPost, "/v1/query-data?api_key="+s.key, strings.NewReader(validQuery), header("X-API-Key", "")), 401, "unauthorized")
}

func TestRevokedKeyIsRefusedAtOnce(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.answered(s.query(validQuery))
	if _, err := s.account.RevokeKey(t.Context(), s.key[:12]); err != nil {
		t.Fatal(err)
	}
	s.failed(s.query(validQuery), 401, "unauthorized")
}

func TestMalformedBody(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.failed(s.query(""), 400, "malformed_json")
	s.failed(s.query("  \n"), 400, "malformed_json")
	s.failed(s.query(validQuery, header("Content-Encoding", "gzip")), 400, "malformed_body")
	s.failed(s.query(validQuery, header("Content-Encoding", "br")), 400, "malformed_body")

	text, err := io.ReadAll(compress(t, validQuery))
	if err != nil {
		t.Fatal(err)
	}
	s.failed(s.query(string(text[:len(text)-9]), header("Content-Encoding", "gzip")), 400, "malformed_body")
	text[len(text)-5] ^= 0xff
	s.failed(s.query(string(text), header("Content-Encoding", "gzip")), 400, "malformed_body")
}

func TestBodyThatNeverEnds(t *testing.T) {
	t.Parallel()
	s := start(t, func(c *api.Config, _ *account.Config) { c.BodyTimeout = 200 * time.Millisecond })
	connection, err := net.Dial("tcp", strings.TrimPrefix(s.url, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer connection.Close()
	fmt.Fprintf(connection, "POST /v1/query-data HTTP/1.1\r\nHost: x\r\nX-API-Key: %s\r\nContent-Length: 500\r\n\r\n{", s.key)
	response, err := http.ReadResponse(bufio.NewReader(connection), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	body := s.failed(&reply{response.StatusCode, response.Header, text}, 400, "malformed_body")
	if !strings.Contains(body.ErrorInfo, "200ms") {
		t.Errorf("error_info = %q, want the time limit", body.ErrorInfo)
	}
}

func TestQuotaExhausted(t *testing.T) { onEach(t, testQuotaExhausted) }

func testQuotaExhausted(t *testing.T, on option) {
	s := start(t, on, usageLimit(3))
	for range 3 {
		s.answered(s.query(validQuery))
	}
	body := s.failed(s.query(validQuery), 402, "quota_exhausted")
	usage, err := s.account.Usage(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"3 calls", usage.End.Format("2 January 2006")} {
		if !strings.Contains(body.ErrorInfo, want) {
			t.Errorf("error_info = %q, want it to mention %q", body.ErrorInfo, want)
		}
	}
	if usage.Used != 3 {
		t.Errorf("used = %d, want 3", usage.Used)
	}
	// What is wrong in itself is said before what it would cost.
	s.failed(s.query(`{"html":"x"}`), 422, "missing_field")
}

func TestUnknownPath(t *testing.T) {
	t.Parallel()
	s := start(t)
	for _, path := range []string{
		"/", "/v1", "/v1/", "/v1/query-data/", "//v1/query-data", "/v1/../v1/query-data", "/v1/query", "/V1/usage",
		"/v1/query-pictures", "/v1/managed", "/v1/managed/sessions/", "/favicon.ico", "/v1/query-data/x", "/%2e%2e/etc/passwd", "/" + strings.Repeat("x", 5000),
	} {
		for _, method := range []string{http.MethodGet, http.MethodPost, http.MethodOptions, http.MethodDelete} {
			s.failed(s.send(method, path, strings.NewReader("{}")), 404, "not_found")
		}
	}
}

func TestWrongMethod(t *testing.T) {
	t.Parallel()
	s := start(t)
	for path, allow := range map[string]string{
		"/v1/query-data": "POST, OPTIONS",
		"/v1/usage":      "GET, HEAD, OPTIONS",
		"/healthz":       "GET, HEAD, OPTIONS",
	} {
		for _, method := range []string{http.MethodGet, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete, "BREW"} {
			if strings.Contains(allow, method) {
				continue
			}
			r := s.send(method, path, strings.NewReader("{}"))
			s.failed(r, 405, "method_not_allowed")
			if got := r.header.Get("Allow"); got != allow {
				t.Errorf("%s %s: Allow = %q, want %q", method, path, got, allow)
			}
		}
		r := s.send(http.MethodOptions, path, nil, header("X-API-Key", ""))
		if r.status != 204 || r.header.Get("Allow") != allow || r.header.Get("X-Request-Id") == "" {
			t.Errorf("OPTIONS %s: %d, Allow %q", path, r.status, r.header.Get("Allow"))
		}
	}
}

func TestTooLarge(t *testing.T) {
	t.Parallel()
	s := start(t)
	const limit = 20 << 20
	frame := len(`{"query":"{ title }","html":""}`)
	big := func(size int) string {
		return `{"query":"{ title }","html":"` + strings.Repeat(" ", size-frame-2) + "x " + `"}`
	}
	s.answered(s.query(big(limit)))
	s.failed(s.query(big(limit+1)), 413, "too_large")
	// Without a Content-Length, and compressed: what counts is what it holds.
	s.failed(s.send(http.MethodPost, "/v1/query-data", io.MultiReader(strings.NewReader(big(limit+1)))), 413, "too_large")
	s.failed(s.send(http.MethodPost, "/v1/query-data", compress(t, big(limit+1)), header("Content-Encoding", "gzip")), 413, "too_large")
	if used := s.used(); used != 1 {
		t.Errorf("used = %d, want 1", used)
	}
}

// held is a query whose body does not end until it is told to.
type held struct {
	body   *io.PipeWriter
	status chan int
}

// hold sends a query of a key and returns when the service asks for its body.
func (s *service) hold(key string) *held {
	s.t.Helper()
	reader, writer := io.Pipe()
	h := &held{body: writer, status: make(chan int, 1)}
	running := make(chan struct{})
	ctx := httptrace.WithClientTrace(s.t.Context(), &httptrace.ClientTrace{Got100Continue: func() { close(running) }})
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, s.url+"/v1/query-data", reader)
	if err != nil {
		s.t.Fatal(err)
	}
	request.Header.Set("X-API-Key", key)
	request.Header.Set("Expect", "100-continue")
	transport := &http.Transport{ExpectContinueTimeout: time.Minute}
	s.t.Cleanup(transport.CloseIdleConnections)
	go func() {
		response, err := transport.RoundTrip(request)
		if err != nil {
			h.status <- 0
			return
		}
		response.Body.Close()
		h.status <- response.StatusCode
	}()
	select {
	case <-running:
	case status := <-h.status:
		s.t.Fatalf("a query that was to run got %d", status)
	}
	return h
}

// finish sends the rest of the query and returns the status of its answer.
func (h *held) finish() int {
	io.WriteString(h.body, validQuery)
	h.body.Close()
	return <-h.status
}

func TestTooManyRequests(t *testing.T) {
	t.Parallel()
	s := start(t, func(c *api.Config, _ *account.Config) {
		c.PerKey, c.MaxConcurrent, c.QueueTime = 1, 2, 300*time.Millisecond
	})
	second, third := s.newKey(), s.newKey()
	address, asked, release := slowPage(t)
	answers := make(chan *reply, 4)
	slow := func(key string) {
		go func() { answers <- s.query(object("query", "{ title }", "url", address), header("X-API-Key", key)) }()
	}

	slow(s.key)
	<-asked
	r := s.query(validQuery)
	body := s.failed(r, 429, "too_many_requests")
	if r.header.Get("Retry-After") != "1" || !strings.Contains(body.ErrorInfo, "API key") {
		t.Errorf("Retry-After = %q, error_info = %q", r.header.Get("Retry-After"), body.ErrorInfo)
	}
	s.answered(s.query(validQuery, header("X-API-Key", second))) // another key has its own share

	slow(second)
	<-asked
	r = s.query(validQuery, header("X-API-Key", third))
	body = s.failed(r, 429, "too_many_requests")
	if r.header.Get("Retry-After") != "1" || !strings.Contains(body.ErrorInfo, "service") {
		t.Errorf("Retry-After = %q, error_info = %q", r.header.Get("Retry-After"), body.ErrorInfo)
	}
	if got := s.send(http.MethodGet, "/v1/usage", nil); got.status != 200 {
		t.Errorf("usage = %d while queries are at their limit, want 200", got.status)
	}

	release()
	s.answered(<-answers)
	s.answered(<-answers)
	s.answered(s.query(validQuery))
	if got := s.used(); got != 4 {
		t.Errorf("used = %d, want the 4 queries that were answered", got)
	}
}

// TestQueue has a query wait for its turn and be answered; one whose client leaves
// the queue is not run and costs nothing.
func TestQueue(t *testing.T) {
	t.Parallel()
	s := start(t, func(c *api.Config, _ *account.Config) { c.MaxConcurrent, c.QueueTime = 1, time.Minute })
	address, asked, release := slowPage(t)
	answers := make(chan *reply, 2)
	go func() { answers <- s.query(object("query", "{ title }", "url", address)) }()
	<-asked
	go func() { answers <- s.query(validQuery) }()

	ctx, leave := context.WithCancel(t.Context())
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, s.url+"/v1/query-data", strings.NewReader(validQuery))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("X-API-Key", s.key)
	left := make(chan error)
	go func() {
		_, err := http.DefaultTransport.RoundTrip(request)
		left <- err
	}()
	servicetest.Eventually(s.t, "the service", func() bool { n, _ := s.api.Active(); return n == 3 })
	leave()
	if err := <-left; err == nil {
		t.Error("who left was answered")
	}
	servicetest.Eventually(s.t, "the service", func() bool { n, _ := s.api.Active(); return n == 2 })
	if got := s.used(); got != 1 {
		t.Errorf("used = %d while one runs and one waits, want 1", got)
	}
	release()
	s.answered(<-answers)
	s.answered(<-answers)
	if got := s.used(); got != 2 {
		t.Errorf("used = %d, want 2", got)
	}
}

func TestDrain(t *testing.T) {
	t.Parallel()
	s := start(t)
	running := s.hold(s.key)
	s.api.Drain()
	for _, r := range []*reply{s.query(validQuery), s.send(http.MethodGet, "/v1/usage", nil)} {
		s.failed(r, 503, "shutting_down")
		if r.header.Get("Retry-After") == "" {
			t.Error("no Retry-After")
		}
	}
	short, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if err := s.api.Wait(short); err == nil {
		t.Error("Wait returned while a query was running")
	}
	waited := make(chan error)
	go func() { waited <- s.api.Wait(t.Context()) }()
	if status := running.finish(); status != 200 {
		t.Errorf("the running query got %d, want 200", status)
	}
	if err := <-waited; err != nil {
		t.Error(err)
	}
	if n, last := s.api.Active(); n != 0 || time.Since(last) > time.Minute {
		t.Errorf("Active = %d, %v", n, last)
	}
}

func TestActive(t *testing.T) {
	t.Parallel()
	s := start(t)
	if n, last := s.api.Active(); n != 0 || !last.IsZero() {
		t.Errorf("before any request: %d, %v", n, last)
	}
	before := time.Now()
	running := s.hold(s.key)
	if n, last := s.api.Active(); n != 1 || last.Before(before) {
		t.Errorf("during a request: %d, %v", n, last)
	}
	running.finish()
	if err := s.api.Wait(t.Context()); err != nil {
		t.Error(err)
	}
	if n, last := s.api.Active(); n != 0 || last.Before(before) {
		t.Errorf("after a request: %d, %v", n, last)
	}
}

// TestLogKeepsSecrets looks for what was sent in all that was logged.
func TestLogKeepsSecrets(t *testing.T) {
	t.Parallel()
	s := start(t)
	request := object("query", "{ secretfield }", "url", "http://host.example/path?token=urlsecret", "html", "<p>pagesecret</p>",
		"params", map[string]any{"proxy": map[string]any{"type": "managed"}})
	ok := s.answered(s.query(request))
	bad := s.failed(s.query(object("query", "{ secretfield", "html", "<p>pagesecret</p>")), 422, "invalid_query")
	proxied := s.failed(s.query(object("query", "{ secretfield }", "url", "http://host.example/?token=urlsecret", "params",
		map[string]any{"proxy": map[string]any{"type": "custom", "url": "gopher://me:proxysecret@proxy.example", "password": "proxysecret"}})), 422, "invalid_value")
	usage := s.send(http.MethodGet, "/v1/usage?api_key="+s.key, nil)

	var log string
	for _, id := range []string{ok.Metadata.RequestID, bad.Metadata.RequestID, proxied.Metadata.RequestID, usage.header.Get("X-Request-Id")} {
		log = s.logged(id)
	}
	for _, secret := range []string{"secretfield", "urlsecret", "pagesecret", "proxysecret", s.key, s.key[12:], "host.example"} {
		if strings.Contains(log, secret) {
			t.Errorf("the log holds %q:\n%s", secret, log)
		}
	}
	var line map[string]any
	for text := range strings.Lines(log) {
		if strings.Contains(text, bad.Metadata.RequestID) {
			if err := json.Unmarshal([]byte(text), &line); err != nil {
				t.Fatal(err)
			}
		}
	}
	for name, want := range map[string]any{
		"method": "POST", "route": "/v1/query-data", "status": 422.0, "code": "invalid_query", "key": s.key[:12],
	} {
		if line[name] != want {
			t.Errorf("log %s = %v, want %v", name, line[name], want)
		}
	}
	if _, ok := line["duration"]; !ok {
		t.Error("the log has no duration")
	}
}
